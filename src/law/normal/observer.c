// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observer.c - a contact that is seen and not felt.
//
//   F = 0                                                                                  (1)
//
// Where shapes overlap there is a contact like any other: events at its start and end, depth, rate,
// slip, place and normal in frames and series. No force acts, so they pass through each other. For
// light barriers, zones and the like.
//
// Shape   any.
// Limits  With (1) nothing keeps the overlap small: depth and normal are those of whatever is nearest
//         the surface, as they are for any law.

#include "law/core/law.h"
#include "law/core/surface_pair.h"

static const abTable s_table =
    AB_TABLE_EMPTY("observer", "no force: overlaps are located and recorded, bodies pass through");

static void observer_prepare(const void *params, abPairProperties *pair, double *constants) {
    (void)params;
    constants[0] = 0.0;
    pair->rolling_radius = ab_surface_pair_radius(pair);
}

static void observer_evaluate(const double *constants, const double *memory,
                              const abContact *contact, abNormalForce *out) {
    (void)constants;
    (void)memory;
    (void)contact;
    *out = (abNormalForce){0};
}

const abNormalLaw ab_law_observer = {.table = &s_table,
                                     .has_own_losses = true,
                                     .has_no_force = true,
                                     .prepare = observer_prepare,
                                     .evaluate = observer_evaluate};
