// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_axis_torque.c - a torque by expression about the z axis of the first frame.

#include "base/schema.h"
#include "model/kinds/forces.h"

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_EXPRESSION, abAxisTorqueKeys, torque, "N m", 0.0, 0.0, 0.0,
           "on the second body, right-handed about that axis; the opposite on the first"),
};
static const abTable s_table =
    AB_TABLE("axis_torque", abAxisTorqueKeys, s_keys,
             "torque by expression about the z axis of the first body or marker");

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    (void)keys;
    out->torque = ab_scale(view->values[0], ab_column(view->X_A.R, 2));
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
}

const abForceType ab_force_axis_torque = {.table = &s_table, .is_applied = true, .apply = apply};
