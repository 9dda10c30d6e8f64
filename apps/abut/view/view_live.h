// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_live.h - a model in the browser as it runs.

#ifndef ABUT_VIEW_LIVE_H
#define ABUT_VIEW_LIVE_H

#include "view/view_types.h"

abResult view_live(View *view, abError *error);

#endif
