// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// state_layout.h - where the numbers of y are.
//
//   body after body   what its mobility gives it: place, orientation, velocity, angular velocity
//   the states        numbers with a rate of their own, by users
//   the book          quadratures of the energy book
//   the tangential states         states of points whose friction has a history, as many as there is room for
//
// Axes are the world's, places those of centres of mass, orientations quaternions (w x y z) or the
// angle of a planar body.

#ifndef AB_STATE_LAYOUT_H
#define AB_STATE_LAYOUT_H

#include <stddef.h>

#include "model/core/model.h"

// The states of a body by its mobility: numbers from its first state, which is that of its place.
typedef struct abStateBlock {
    int count; // of all of them; 0: it has none
    int place_count;
    int rotation, turn_count;
    int speed, speed_count;
    int spin, spin_count;
} abStateBlock;

const abStateBlock *ab_state_block(abMobility mobility);

typedef struct abStateLayout {
    int user_states;         // first of those by users
    int book;                // first of the book
    int tangential_states;   // first of the tangential states
    size_t tangential_slots; // tangential states there is room for
    size_t count;            // of all numbers
} abStateLayout;

// Of a model, with room for so many tangential states.
abStateLayout ab_state_layout(const abModel *model, size_t tangential_slots);

// The first state of a tangential state.
static inline size_t ab_state_of_grip(const abStateLayout *layout, size_t tangential) {
    return (size_t)layout->tangential_states + AB_TANGENTIAL_NUMBERS * tangential;
}

#endif
