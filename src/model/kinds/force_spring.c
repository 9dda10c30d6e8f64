// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_spring.c - spring and damper between two points.
//
//   pull = k (l - l0) + d dl/dt + f0  along the line,  U = k (l - l0)^2 / 2 + f0 (l - l0)
//
// With `damps: all` the damper takes d (v_b - v_a) as a vector. Its forces at the two points then
// do not lie on one line, so that a couple is left: such a damper stands in a medium that does not
// turn.
// A spring that only pushes lets go where it is longer than l0; the damper with it.

#include <math.h>

#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"

static const char *const s_damps[] = {"along", "all", NULL};

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_VEC3, abSpringKeys, point_a, "m", 0.0, -INFINITY, INFINITY,
           "where it holds the first body, in that body's frame"),
    AB_ANY(AB_KEY_VEC3, abSpringKeys, point_b, "m", 0.0, -INFINITY, INFINITY,
           "where it holds the second body"),
    AB_NUM(abSpringKeys, stiffness, "N/m", 0.0, 0.0, 1e15, "force per lengthening"),
    AB_NUM(abSpringKeys, damping, "N s/m", 0.0, 0.0, 1e15, "force per speed of lengthening"),
    AB_NUM(abSpringKeys, length, "m", NAN, 0.0, 1e12,
           "free length; when not given, the length at the start"),
    AB_NUM(abSpringKeys, preload, "N", 0.0, -1e15, 1e15, "pull added at any length"),
    AB_WORD(abSpringKeys, damps, s_damps, 0,
            "which relative velocity of the points: along the line, or all of it"),
    AB_SWITCH(abSpringKeys, compress_only, 0.0,
              "no force, also of the damper, when longer than length; without preload"),
};
static const abTable s_table =
    AB_TABLE("spring", abSpringKeys, s_keys, "spring and damper between two points");

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    abSpringKeys *keys = (abSpringKeys *)&force->params;
    force->X_A.p = ab_pose_point(force->X_A, keys->point_a);
    force->X_B.p = ab_pose_point(force->X_B, keys->point_b);
    abVec3 a = ab_force_start(model, force->body_a, force->X_A).p;
    abVec3 b = ab_force_start(model, force->body_b, force->X_B).p;
    double length = ab_norm(ab_sub(b, a));
    if (!(length > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "spring %s has length 0 at the start, so its line has no direction",
                            force->name);
    }
    if (keys->compress_only && keys->preload != 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "spring %s only pushes, so it has no preload; it is %g N", force->name,
                            keys->preload);
    }
    keys->length = isnan(keys->length) ? length : keys->length;
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abSpringKeys *s = keys;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p), u = ab_unit(r);
    double length = ab_norm(r), rate = ab_dot(ab_sub(view->v_B, view->v_A), u);
    double x = length - s->length;
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
    if (s->compress_only && x > 0.0) {
        return;
    }
    abVec3 damped = s->damps == 1 ? ab_sub(view->v_B, view->v_A) : ab_scale(rate, u);
    out->force =
        ab_neg(ab_add_scaled(ab_scale(s->damping, damped), s->stiffness * x + s->preload, u));
    out->loss = s->damping * ab_norm2(damped);
    out->energy = 0.5 * s->stiffness * x * x + s->preload * x;
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abSpringKeys *s = keys;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p), u = ab_unit(r);
    double length = ab_norm(r), x = length - s->length;
    double across = s->damps == 1 ? s->damping : 0.0;
    out[0] = (abForceRow){
        .direction = u, .has_x = true, .x = x, .stiffness = s->stiffness, .damping = s->damping};
    if (s->compress_only) {
        out[0].direction = ab_neg(u);
        out[0].is_one_sided = true;
        out[0].x = -x;
        across = x > 0.0 ? 0.0 : across;
    }
    double pull = s->compress_only ? 0.0 : s->stiffness * x + s->preload;
    return ab_force_add_across(u, pull, length, across, 1, out);
}

const abForceType ab_force_spring = {
    .table = &s_table, .is_along_line = true, .compile = compile, .apply = apply, .rows = rows};
