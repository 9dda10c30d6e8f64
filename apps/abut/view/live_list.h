// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_list.h - what can be set in a live run, as a page is told.

#ifndef ABUT_LIVE_LIST_H
#define ABUT_LIVE_LIST_H

#include "base/text.h"
#include "view/session.h"

// As a JSON list in place of what is in `out`: the accuracy of the next run first, then what acts at
// once, in the order of the file.
void live_list(const Session *session, abText *out);

#endif
