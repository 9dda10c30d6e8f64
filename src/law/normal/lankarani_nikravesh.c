// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lankarani_nikravesh.c - damped power law for nearly elastic impacts.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   a = 3 (1 - e^2) / (4 v0), at most max_damping                         (2)
//
// Shape   point contact, or any with a `stiffness` of its own.
// Valid   e above about 0.9. (2) takes the energy lost from an undamped path, so more comes back
//         than asked: 0.85 for e = 0.8, 0.73 for e = 0.5, and 0.66 even for e = 0.
//         hunt_crossley.c has the exact relation.
// Limits  In impacts slower than (a v0)/max_damping the cap acts and less energy is lost.
// Source  [LankaraniNikravesh1990].

#include <math.h>

#include "law/normal/power_law.h"

static const abKey s_keys[] = {AB_RESTITUTION_KEYS};
static const abTable s_table = AB_TABLE("lankarani_nikravesh", abRestitutionParams, s_keys,
                                        "damped power law for nearly elastic impacts");

static abResult lankarani_nikravesh_check(const void *params, const abPairProperties *pair,
                                          abPlace place, abError *error) {
    return ab_restitution_check("lankarani_nikravesh", params, pair, place, error);
}

static void lankarani_nikravesh_prepare(const void *params, abPairProperties *pair,
                                        double *constants) {
    double e = pair->restitution;
    ab_restitution_prepare(params, 0.75 * (1.0 - e * e), pair, constants); // (2)
}

const abNormalLaw ab_law_lankarani_nikravesh = {.table = &s_table,
                                                .memory = ab_power_law_memory,
                                                .told = ab_power_law_told,
                                                .check = lankarani_nikravesh_check,
                                                .prepare = lankarani_nikravesh_prepare,
                                                .begin = ab_restitution_begin,
                                                .evaluate = ab_power_law_damped};
