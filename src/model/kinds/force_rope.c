// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_rope.c - a rope: slack up to its length, beyond it a spring and damper that only pull.
//
//   pull = max(0, k (l - l0) + d dl/dt)  for l > l0, else 0;  U = k (l - l0)^2 / 2  for l > l0
//
// A rope without stiffness does not stretch. It is then no force but a condition between its two
// points, 0 <= l0 - l, pull >= 0, one of them zero, which the methods solve with rigid contact
// (mechanics/link/rigid_links.c); apply() leaves the pull to them.
//
// Where the damper alone would push, the pull is 0 and the loss is what the spring gives up.

#include "model/kinds/force_rope.h"

#include <math.h>

#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"
#include "model/kinds/tables.h"
#include "model/kinds/tolerances.def"

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_VEC3, abRopeKeys, point_a, "m", 0.0, -INFINITY, INFINITY,
           "where it is tied to the first body, in that body's frame"),
    AB_ANY(AB_KEY_VEC3, abRopeKeys, point_b, "m", 0.0, -INFINITY, INFINITY,
           "where it is tied to the second body"),
    AB_NUM(abRopeKeys, length, "m", NAN, 1e-12, 1e12,
           "slack up to this; when not given, the distance at the start"),
    AB_NUM(
        abRopeKeys, stiffness, "N/m", NAN, 1e-12, 1e15,
        "force per lengthening when taut; when not given, the rope does not stretch: a condition "
        "l <= length with a pull >= 0"),
    AB_NUM(abRopeKeys, damping, "N s/m", 0.0, 0.0, 1e15,
           "force per speed of lengthening when taut; it never makes the rope push"),
    AB_NUM(abRopeKeys, restitution, "-", 0.0, 0.0, 1.0,
           "of a rope that does not stretch: speed of shortening after it became taut, by that of "
           "lengthening before"),
};
static const abTable s_table =
    AB_TABLE("rope", abRopeKeys, s_keys, "pulls two points together when it is taut");

static bool is_still(const abModel *model, int body) {
    return body < 0 || model->bodies[body].mobility == AB_MOBILITY_FIXED;
}

static bool is_led(const abModel *model, int body) {
    return is_still(model, body) || (model->bodies[body].mobility == AB_MOBILITY_PRESCRIBED &&
                                     model->bodies[body].attachment == NULL);
}

// What is given and cannot act.
static abResult check_keys(const abModel *model, const abForceElement *force,
                           const abRopeKeys *keys, abPlace place, abError *error) {
    bool is_rigid = isnan(keys->stiffness);
    if (force->body_a == force->body_b) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "rope %s ties a body to itself, where it cannot act; name two bodies",
                            force->name);
    }
    bool are_still = is_still(model, force->body_a) && is_still(model, force->body_b);
    bool are_led = is_led(model, force->body_a) && is_led(model, force->body_b);
    if (are_still || (is_rigid && are_led)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "rope %s ties two bodies that %s, so it holds nothing; tie one that is "
                            "free or planar",
                            force->name,
                            are_still ? "are fixed" : "move as they are told, whatever pulls them");
    }
    if (is_rigid && keys->damping > 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "rope %s has damping = %.9g N s/m, which acts in a rope that "
                            "stretches; give it a stiffness, or leave damping out",
                            force->name, keys->damping);
    }
    if (!is_rigid && keys->restitution > 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "rope %s has restitution = %.9g, which is for ropes that do not "
                            "stretch; leave out stiffness or restitution",
                            force->name, keys->restitution);
    }
    return AB_OK;
}

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    abRopeKeys *keys = (abRopeKeys *)&force->params;
    AB_TRY(check_keys(model, force, keys, place, error));
    force->X_A.p = ab_pose_point(force->X_A, keys->point_a);
    force->X_B.p = ab_pose_point(force->X_B, keys->point_b);
    abVec3 a = ab_force_start(model, force->body_a, force->X_A).p;
    abVec3 b = ab_force_start(model, force->body_b, force->X_B).p;
    double length = ab_norm(ab_sub(b, a));
    keys->length = isnan(keys->length) ? length : keys->length;
    if (!(keys->length > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the ends of rope %s are at one point at the start; give its length",
                            force->name);
    }
    bool is_rigid = isnan(keys->stiffness);
    if (is_rigid && length > (1.0 + s_typed_length) * keys->length && !model->simulation.assemble) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "rope %s is %.9g m long and does not stretch, but its ends are %.9g m "
                            "apart at the start; move a body, give the rope a greater length or a "
                            "stiffness, or write assemble: true under simulation:, which moves "
                            "the bodies",
                            force->name, keys->length, length);
    }
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abRopeKeys *s = keys;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p);
    double length = ab_norm(r), x = length - s->length;
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
    if (!(x > 0.0) || isnan(s->stiffness)) {
        return;
    }
    abVec3 u = ab_scale(1.0 / length, r);
    double rate = ab_dot(ab_sub(view->v_B, view->v_A), u);
    double pull = fmax(0.0, s->stiffness * x + s->damping * rate);
    out->force = ab_scale(-pull, u);
    out->loss = (pull - s->stiffness * x) * rate;
    out->energy = 0.5 * s->stiffness * x * x;
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abRopeKeys *s = keys;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p), u = ab_unit(r);
    double length = ab_norm(r), x = length - s->length;
    if (isnan(s->stiffness)) {
        return 0;
    }
    out[0] = (abForceRow){.direction = u,
                          .is_one_sided = true,
                          .has_x = true,
                          .never_pulls = true,
                          .stiffness = s->stiffness,
                          .damping = s->damping,
                          .x = x};
    return ab_force_add_across(u, s->stiffness * x, length, 0.0, 1, out);
}

bool ab_rope_is_rigid(const abForceElement *force) {
    return force->kind == AB_FORCE_ROPE && isnan(((const abRopeKeys *)&force->params)->stiffness);
}

const abForceType ab_force_rope = {
    .table = &s_table, .is_along_line = true, .compile = compile, .apply = apply, .rows = rows};
