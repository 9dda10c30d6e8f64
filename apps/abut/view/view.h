// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.h - the ways of `abut view`: one call of the command, which may serve several things one
// after the other.

#ifndef ABUT_VIEW_H
#define ABUT_VIEW_H

#include "view/view_types.h"

// Opens the server. The first time it prints the address and, unless told not to, opens a browser
// there.
abResult view_open(View *view, const ServerHandler *handler, Server **out, abError *error);
// Serves until the first signal; a second one ends the program.
void view_serve(Server *server);

#endif
