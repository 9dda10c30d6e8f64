// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_drag.c - viscous drag: a medium that rests in the first frame slows the second body.
//
//   f = -d (v_B - v_A),  t = -d_t (w_B - w_A)  at the centre of mass of B
//
// v_A is the velocity of the medium there, as if it were fixed to the first frame.

#include <math.h>

#include "model/core/model.h"
#include "model/kinds/forces.h"

static const abKey s_keys[] = {
    AB_NUM(abDragKeys, damping, "N s/m", 0.0, 0.0, 1e15, "force per speed, at the centre of mass"),
    AB_NUM_FORMERLY(abDragKeys, rotational_damping, "turning", "N m s/rad", 0.0, 0.0, 1e15,
                    "torque per angular velocity"),
};
static const abTable s_table =
    AB_TABLE("drag", abDragKeys, s_keys,
             "viscous drag on the second body in a medium that rests in the first, mostly world");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    (void)model;
    if (force->body_b < 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "drag %s acts on the world; the second of between: is the body that "
                            "it slows",
                            force->name);
    }
    force->X_B.p = ab_vec3(0.0, 0.0, 0.0); // frames are given from the centre of mass
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abDragKeys *s = keys;
    abVec3 arm = ab_sub(view->X_B.p, view->X_A.p);
    abVec3 v = ab_sub(view->v_B, ab_add(view->v_A, ab_cross(view->w_A, arm)));
    abVec3 w = ab_sub(view->w_B, view->w_A);
    out->force = ab_scale(-s->damping, v);
    out->torque = ab_scale(-s->rotational_damping, w);
    out->point_a = out->point_b = view->X_B.p;
    out->loss = s->damping * ab_norm2(v) + s->rotational_damping * ab_norm2(w);
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abDragKeys *s = keys;
    int count = 0;
    for (int i = 0; i < 6; i++) {
        double c = i < 3 ? s->damping : s->rotational_damping;
        if (c > 0.0) {
            out[count++] = (abForceRow){
                .direction = ab_column(view->X_A.R, i % 3), .is_turn = i >= 3, .damping = c};
        }
    }
    return count;
}

const abForceType ab_force_drag = {
    .table = &s_table, .compile = compile, .apply = apply, .rows = rows};
