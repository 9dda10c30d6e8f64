// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.h - the two ways of `abut view`: a record, and a model that runs while one looks.

#ifndef ABUT_VIEW_H
#define ABUT_VIEW_H

#include "command.h"
#include "server.h"

// Opens the server for the options of the command line, prints the address and, unless told not to,
// opens a browser there.
abResult view_open(const Arguments *arguments, const ServerHandler *handler, Server **out,
                   abError *error);
// Serves until the first signal; a second one ends the program.
void view_serve(Server *server);

abResult view_replay(const Arguments *arguments, abError *error);
abResult view_live(const Arguments *arguments, abError *error);

#endif
