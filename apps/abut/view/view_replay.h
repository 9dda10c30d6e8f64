// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_replay.h - a record in the browser, or two to compare.

#ifndef ABUT_VIEW_REPLAY_H
#define ABUT_VIEW_REPLAY_H

#include "view/view_types.h"

// The records among the words of the command line, one or two.
abResult view_replay(View *view, abError *error);

#endif
