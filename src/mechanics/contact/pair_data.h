// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_data.h - what pairs derive from the model, once per pair as long as it comes near.
//
// Who takes the data of a pair leaves it when the pair is far again. It stays for a while, as pairs
// come back; then its place goes to another pair.

#ifndef AB_PAIR_DATA_H
#define AB_PAIR_DATA_H

#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// NULL for want of memory. Where rigid pairs rest on points (contact_set.h) they have no patch.
const abPairData *ab_pair_data_take(abMechanics *mechanics, int shape_a, int shape_b);
void ab_pair_data_leave(abMechanics *mechanics, const abPairData *data);
// The model, or values in it, have changed: what is taken from now on is made anew.
void ab_pair_data_renew(abMechanics *mechanics);

typedef struct abPairTable abPairTable;
void ab_pair_table_done(abMechanics *mechanics);

#endif
