// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.h - the ways of `abut view`: a record or two, a model that runs while one looks, and a list
// of models to choose from.

#ifndef ABUT_VIEW_H
#define ABUT_VIEW_H

#include "command.h"
#include "server.h"

// One call of the command. It may serve several things one after the other, all at one address.
typedef struct View {
    const Arguments *arguments;
    int port; // of the address; 0 before the first
    char token[80];
    char model[4096]; // to run: given, or chosen from the list; "" none
    bool has_list;    // it was chosen there
    bool wants_list;  // the page asks to go back
} View;

// Opens the server. The first time it prints the address and, unless told not to, opens a browser
// there.
abResult view_open(View *view, const ServerHandler *handler, Server **out, abError *error);
// Serves until the first signal; a second one ends the program.
void view_serve(Server *server);

// The records among the words of the command line, one or two.
abResult view_replay(View *view, abError *error);
abResult view_live(View *view, abError *error);
// Until a model is chosen, or a signal comes: model is "" then. `message` is shown with the list.
abResult view_start(View *view, const char *message, abError *error);

#endif
