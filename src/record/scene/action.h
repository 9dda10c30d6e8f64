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
    double speed; // of its body, for ab_action_focus                                     [m/s]
} abActionItem;

// Around what counts; of nothing where there are no items. `scratch` has room for 2 `count` numbers.
abBox ab_action_box(const abActionItem *items, size_t count, double *scratch);

// Where the motion is. A row of a hundred dominoes is a thin line in a picture of all of it; there
// this is a cube around the part that moves, cut off at `action`. Of nothing where it is no row, things are
// large enough to be seen, motion is everywhere, or all is nearly at rest: slower than a share of the speed
// of a fall through its own size by `gravity` [m/s^2].
abBox ab_action_focus(const abActionItem *items, size_t count, double gravity, const abBox *action,
                      double *scratch);

// The median of the diagonals of what moves [m]; 0 where nothing moves.
double ab_action_usual_size(const abActionItem *items, size_t count, double *scratch);

// Is an item among those around which the box was made?
bool ab_action_holds(const abBox *action, const abActionItem *item);

#endif
