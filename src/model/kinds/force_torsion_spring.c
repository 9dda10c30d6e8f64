// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_torsion_spring.c - spring and damper about the z axis of the first frame.
//
// The angle a of B about A's z is that of B's x axis in A's x-y plane, turns counted. With
// x_B = (c, s, .) in A its rate is
//
//   da/dt = w . g,   g = x_B x (c y_A - s x_A) / (c^2 + s^2)                            (1)
//
// and the torque on B is  -(k (a - a0) + d da/dt + t0) g,  which works exactly on a. Where the two
// z axes agree, as a joint will keep them, g is that axis.

#include <math.h>

#include "math/core/elementary.h"
#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"

static const abKey s_keys[] = {
    AB_NUM(abTorsionSpringKeys, stiffness, "N m", 0.0, 0.0, 1e15, "torque per radian"),
    AB_NUM(abTorsionSpringKeys, damping, "N m s", 0.0, 0.0, 1e15, "torque per radian a second"),
    AB_NUM(abTorsionSpringKeys, angle, "rad", NAN, -1e6, 1e6,
           "free angle; when not given, the angle at the start"),
    AB_NUM(abTorsionSpringKeys, preload, "N m", 0.0, -1e15, 1e15,
           "torque added at any angle; above 0 it turns the second body back"),
};
static const abTable s_table =
    AB_TABLE("torsion_spring", abTorsionSpringKeys, s_keys,
             "spring and damper about the z axis of the first body or marker");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    (void)place;
    (void)error;
    abTorsionSpringKeys *keys = (abTorsionSpringKeys *)&force->params;
    if (isnan(keys->angle)) {
        abMat3 A = ab_force_start(model, force->body_a, force->X_A).R;
        abMat3 B = ab_force_start(model, force->body_b, force->X_B).R;
        abVec3 x = ab_mul_t(A, ab_column(B, 0));
        keys->angle = ab_atan2(x.y, x.x);
    }
    return AB_OK;
}

// g of (1).
static abVec3 gradient(const abForceView *view) {
    abVec3 x_A = ab_column(view->X_A.R, 0), y_A = ab_column(view->X_A.R, 1);
    abVec3 x_B = ab_column(view->X_B.R, 0);
    double cosine = ab_dot(x_B, x_A), sine = ab_dot(x_B, y_A);
    abVec3 across = ab_sub(ab_scale(cosine, y_A), ab_scale(sine, x_A));
    return ab_scale(1.0 / (cosine * cosine + sine * sine), ab_cross(x_B, across));
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abTorsionSpringKeys *s = keys;
    abVec3 g = gradient(view);
    double rate = ab_dot(ab_sub(view->w_B, view->w_A), g), a = view->turn - s->angle;
    out->torque = ab_scale(-(s->stiffness * a + s->damping * rate + s->preload), g);
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
    out->loss = s->damping * rate * rate;
    out->energy = 0.5 * s->stiffness * a * a + s->preload * a;
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abTorsionSpringKeys *s = keys;
    out[0] = (abForceRow){.direction = gradient(view),
                          .is_turn = true,
                          .has_x = true,
                          .x = view->turn - s->angle,
                          .stiffness = s->stiffness,
                          .damping = s->damping};
    return 1;
}

const abForceType ab_force_torsion_spring = {
    .table = &s_table, .wants_turn = true, .compile = compile, .apply = apply, .rows = rows};
