// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_types.h - one call of `abut view`: a record or two, a model that runs while one looks, and a
// list of models to choose from.

#ifndef ABUT_VIEW_TYPES_H
#define ABUT_VIEW_TYPES_H

#include "command/command.h"
#include "view/server.h"

// One call of the command. It may serve several things one after the other, all at one address.
typedef struct View {
    const Arguments *arguments;
    int port;     // of the address; 0 before the first
    int listener; // the socket that listens there, kept from one thing to the next
    char token[80];
    char model[4096];  // to run: given, or chosen from the list; "" none
    char record[4096]; // of it, that is shown first; "" none
    bool has_list;     // it was chosen there
    bool wants_list;   // the page asks to go back
    bool wants_live;   // and, of a record shown first, to run its model
} View;

#endif
