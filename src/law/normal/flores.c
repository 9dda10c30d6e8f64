// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flores.c - damped power law that holds for soft impacts too.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   a = 8 (1 - e) / (5 e v0), at most max_damping                         (2)
//
// Shape   point contact, or any with a `stiffness` of its own.
// Valid   all e, a little low between the ends: 0.79 comes back for e = 0.8, 0.47 for e = 0.5.
//         hunt_crossley.c has the exact relation.
// Limits  In impacts slower than (a v0)/max_damping the cap acts and less energy is lost; with e =
//         0 always.
// Source  [Flores2011].

#include <math.h>

#include "law/normal/power_law.h"

static const abKey s_keys[] = {AB_RESTITUTION_KEYS};
static const abTable s_table = AB_TABLE("flores", abRestitutionParams, s_keys,
                                        "damped power law for soft impacts, all restitutions");

static abResult flores_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    return ab_restitution_check("flores", params, pair, place, error);
}

static void flores_prepare(const void *params, abPairProperties *pair, double *constants) {
    double e = pair->restitution;
    ab_restitution_prepare(params, e > 0.0 ? 8.0 * (1.0 - e) / (5.0 * e) : INFINITY, pair,
                           constants); // (2)
}

const abNormalLaw ab_law_flores = {.table = &s_table,
                                   .memory = ab_power_law_memory,
                                   .told = ab_power_law_told,
                                   .check = flores_check,
                                   .prepare = flores_prepare,
                                   .begin = ab_restitution_begin,
                                   .evaluate = ab_power_law_damped};
