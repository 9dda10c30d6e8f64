// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_line_of_sight.c - a force by expression along the line between two points.

#include <math.h>

#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_EXPRESSION, abLineOfSightKeys, force, "N", 0.0, 0.0, 0.0,
           "above 0 pushes the two apart"),
};
static const abTable s_table =
    AB_TABLE("line_of_sight", abLineOfSightKeys, s_keys,
             "force by expression along the line between two bodies or markers");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    abVec3 a = ab_force_start(model, force->body_a, force->X_A).p;
    abVec3 b = ab_force_start(model, force->body_b, force->X_B).p;
    return ab_norm2(ab_sub(b, a)) > 0.0
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, place,
                              "the ends of force %s are at one point at the start, so its line has "
                              "no direction",
                              force->name);
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    (void)keys;
    abVec3 u = ab_unit(ab_sub(view->X_B.p, view->X_A.p));
    out->force = ab_scale(view->values[0], u);
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
}

const abForceType ab_force_line_of_sight = {.table = &s_table,
                                            .is_along_line = true,
                                            .is_applied = true,
                                            .compile = compile,
                                            .apply = apply};
