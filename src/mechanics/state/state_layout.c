// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// state_layout.c - where the numbers of y are.

#include "mechanics/state/state_layout.h"

static const abStateBlock s_blocks[] = {
    //                      count  place  turn   speed  spin
    [AB_MOBILITY_FIXED] = {0},
    [AB_MOBILITY_PRESCRIBED] = {0},
    [AB_MOBILITY_FREE] = {AB_STATES_FREE, 3, 3, 4, 7, 3, 10, 3},
    [AB_MOBILITY_PLANAR] = {AB_STATES_PLANAR, 2, 2, 1, 3, 2, 5, 1},
};

const abStateBlock *ab_state_block(abMobility mobility) {
    return &s_blocks[mobility];
}

abStateLayout ab_state_layout(const abModel *model, size_t tangential_slots) {
    int book = model->state_count - AB_BOOK_STATES;
    return (abStateLayout){.user_states = book - (int)model->user_state_count,
                           .book = book,
                           .tangential_states = model->state_count,
                           .tangential_slots = tangential_slots,
                           .count = (size_t)model->state_count +
                                    AB_TANGENTIAL_NUMBERS * tangential_slots};
}
