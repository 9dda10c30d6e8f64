// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unpaid_depth.h - where the depth of a contact jumps: what no work has paid for presses nothing.

#ifndef AB_UNPAID_DEPTH_H
#define AB_UNPAID_DEPTH_H

#include <stdbool.h>

#include "derivative/state/derivative.h"

// Whether the depth of a touching pair may jump: not of a ball, and not on a plane. Regions of meshes
// are not looked at.
bool ab_unpaid_is_possible(const abDerivative *d);

// Whether there may ever be such a pair.
bool ab_unpaid_is_possible_in(const abModel *model);

// What pairs store as a step begins at (t, y), by an evaluation there.
void ab_unpaid_begin(abDerivative *d, double t, const double *y);

// Likewise where the last evaluation was at the end of a step, and the next begins.
void ab_unpaid_go_on(abDerivative *d);

// Whether a depth has jumped in a step from (t0, y0) to (t1, y1), where pairs begin with what is known
// of them. Jumps that store less than s_jump_seen of `energy` [J] are not looked for. `is_evaluated`:
// the last evaluation was at the end; it is so afterwards.
bool ab_unpaid_find(abDerivative *d, double t0, const double *y0, double t1, const double *y1,
                    bool is_evaluated, double energy);

// Takes what was found out of the depths that laws count, at the end of that step. What a depth lost by
// its jump is lost: it goes into the book.
void ab_unpaid_take(abDerivative *d, double t, double *y);

// The depth that pair k must not count so that it stores no more than `stored` [J] at (t, y).
void ab_unpaid_set(abDerivative *d, double t, const double *y, size_t k, double stored);

#endif
