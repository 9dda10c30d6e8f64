// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_path_stop.c - the end stops of a path joint: spring and damper where the point is past an
// end, along the path that goes on straight there.
//
//   push = max(0, k x + d dx/dt),  U = k x^2 / 2,  x the way past the end
//
// x and its rate are seen from the first body; the reaction acts on it at the same point.

#include <math.h>

#include "model/core/model.h"
#include "model/kinds/forces.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_nearest.h"

static const abKey s_keys[] = {
    AB_TEXT_REQUIRED(abPathStopKeys, joint,
                     "name of the path joint, which is between the same two"),
    AB_NUM_REQUIRED(abPathStopKeys, stiffness, "N/m", 1e-12, 1e15, "force per way past an end"),
    AB_NUM(abPathStopKeys, damping, "N s/m", 0.0, 0.0, 1e15,
           "force per speed past an end; the stop never pulls"),
};
static const abTable s_table =
    AB_TABLE("path_stop", abPathStopKeys, s_keys, "stops at both ends of the path of a path joint");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    abPathStopKeys *keys = (abPathStopKeys *)&force->params;
    int found = ab_model_find_joint(model, keys->joint);
    const abJoint *joint = found >= 0 ? &model->joints[found] : NULL;
    if (joint == NULL || joint->path == NULL || joint->path->is_closed) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "force %s stops at the ends of the joint %.80s, which %s", force->name,
                            keys->joint,
                            joint == NULL         ? "does not exist"
                            : joint->path == NULL ? "is no path"
                                                  : "has a closed path, without ends");
    }
    if (joint->body_a != force->body_a || joint->body_b != force->body_b) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "force %s is not between the same two bodies as the joint %s, in the "
                            "same order",
                            force->name, joint->name);
    }
    force->X_A = joint->X_AJ;
    force->X_B = joint->X_BJ;
    keys->path = joint->path;
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abPathStopKeys *s = keys;
    abVec3 arm = ab_sub(view->X_B.p, view->X_A.p), q = ab_mul_t(view->X_A.R, arm);
    abTrack at = ab_curve_track(s->path, ab_vec2(q.x, q.y));
    out->point_a = out->point_b = view->X_B.p;
    if (at.beyond == 0.0) {
        return;
    }
    abVec3 t = ab_mul(view->X_A.R, ab_vec3(at.tangent.x, at.tangent.y, 0.0));
    abVec3 u = ab_sub(ab_sub(view->v_B, view->v_A), ab_cross(view->w_A, arm));
    double side = at.beyond > 0.0 ? 1.0 : -1.0, x = fabs(at.beyond), rate = side * ab_dot(t, u);
    double push = fmax(0.0, s->stiffness * x + s->damping * rate);
    out->force = ab_scale(-side * push, t);
    out->loss = (push - s->stiffness * x) * rate;
    out->energy = 0.5 * s->stiffness * x * x;
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abPathStopKeys *s = keys;
    abVec3 arm = ab_sub(view->X_B.p, view->X_A.p), q = ab_mul_t(view->X_A.R, arm);
    abTrack at = ab_curve_track(s->path, ab_vec2(q.x, q.y));
    if (at.beyond == 0.0) {
        return 0;
    }
    double side = at.beyond > 0.0 ? 1.0 : -1.0;
    abVec3 t = ab_mul(view->X_A.R, ab_vec3(at.tangent.x, at.tangent.y, 0.0));
    out[0] = (abForceRow){.direction = ab_scale(side, t),
                          .is_one_sided = true,
                          .has_x = true,
                          .never_pulls = true,
                          .stiffness = s->stiffness,
                          .damping = s->damping,
                          .x = fabs(at.beyond)};
    return 1;
}

const abForceType ab_force_path_stop = {
    .table = &s_table, .compile = compile, .apply = apply, .rows = rows};
