// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// action.h - the part of a scene that a picture should show: where things move and touch.
//
// A ball that has flown off, or a floor as wide as a hall, would make all the rest small. What moves
// counts unless it is far from most of what moves; what stands still counts as far as it is near.

#ifndef AB_ACTION_H
#define AB_ACTION_H

#include <stdbool.h>
#include <stddef.h>

#include "record/scene/surface.h"

// A shape at an instant.
typedef struct abActionItem {
    abBox box;
    bool moves;   // its body does
    bool touches; // it has a contact then
} abActionItem;

// Around what counts; of nothing where there are no items. `scratch` has room for 2 `count` numbers.
abBox ab_action_box(const abActionItem *items, size_t count, double *scratch);

// Is an item among those around which the box was made?
bool ab_action_holds(const abBox *action, const abActionItem *item);

#endif
