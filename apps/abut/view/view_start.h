// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_start.h - a list of models to choose from.

#ifndef ABUT_VIEW_START_H
#define ABUT_VIEW_START_H

#include "view/view_types.h"

// Until a model is chosen, or a signal comes: model is "" then. `message` is shown with the list.
abResult view_start(View *view, const char *message, abError *error);

#endif
