// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_applied.c - force and torque on the second body by expressions; the first body takes the
// reaction at the same point.

#include <math.h>

#include "model/core/markers.h"
#include "model/core/model.h"
#include "model/kinds/forces.h"

static const char *const s_frames[] = {"world", "body", NULL};

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_VEC3, abAppliedKeys, point, "m", 0.0, -INFINITY, INFINITY,
           "where the force acts, in the second body's frame"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fx, "N", 0.0, 0.0, 0.0, "force along x"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fy, "N", 0.0, 0.0, 0.0, "force along y"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fz, "N", 0.0, 0.0, 0.0, "force along z"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, tx, "N m", 0.0, 0.0, 0.0, "torque about x"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, ty, "N m", 0.0, 0.0, 0.0, "torque about y"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, tz, "N m", 0.0, 0.0, 0.0, "torque about z"),
    AB_WORD(abAppliedKeys, frame, s_frames, 0,
            "axes of the components: the world's, or those of the second body or marker"),
    AB_TEXT(abAppliedKeys, axes, "instead of frame: a body or marker whose axes they are"),
};
static const abTable s_table =
    AB_TABLE("applied", abAppliedKeys, s_keys,
             "force and torque on the second body as expressions, the opposite on the first");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    const abAppliedKeys *keys = (const abAppliedKeys *)&force->params;
    if (force->body_b < 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "force %s acts on the world; the second of between: is the body it "
                            "acts on",
                            force->name);
    }
    force->axes = keys->frame == 1 ? force->marker_b : 0;
    if (keys->axes != NULL) {
        AB_TRY(
            ab_model_need_marker(model, "axes of a force", keys->axes, place, &force->axes, error));
    }
    force->X_B.p = ab_pose_point(force->X_B, keys->point);
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    (void)keys;
    const double *v = view->values;
    out->force = ab_mul(view->axes, ab_vec3(v[0], v[1], v[2]));
    out->torque = ab_mul(view->axes, ab_vec3(v[3], v[4], v[5]));
    out->point_a = out->point_b = view->X_B.p;
}

const abForceType ab_force_applied = {
    .table = &s_table, .is_applied = true, .compile = compile, .apply = apply};
