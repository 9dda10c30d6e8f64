// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_limits.c - hard limits of joints: from keys to ends of coordinates.
//
// Angles are known up to whole turns, so both limits of one are wanted, less than a turn apart;
// the angle is then the one within half a turn of their middle.

#include "model/compile/compile_limits.h"

#include <string.h>

#include "math/core/elementary.h"
#include "model/compile/plan_joint.h"
#include "model/compile/tolerances.def"
#include "model/core/model.h"
#include "model/kinds/joints.h"
#include "model/kinds/tables.h"

enum { MAX_LIMITS = 12 }; // of one joint

static bool has_key(const abTable *table, size_t offset) {
    bool any = false;
    for (int k = 0; k < table->key_count; k++) {
        any = any || table->keys[k].offset == offset;
    }
    return any;
}

// The way of a point of the smaller body for a turn by one radian.
static double reach(const abModel *model, const abJoint *joint) {
    double size = INFINITY;
    const int bodies[2] = {joint->body_a, joint->body_b};
    for (int i = 0; i < 2; i++) {
        if (bodies[i] >= 0 && model->bodies[bodies[i]].state >= 0) {
            double bound = model->bodies[bodies[i]].bound;
            size = fmin(size, isfinite(bound) && bound > 0.0 ? bound : 1.0);
        }
    }
    return isfinite(size) ? size : 1.0;
}

static abResult wrong_range(const abJoint *joint, const char *axis, double low, double high,
                            abError *error) {
    return ab_error_add(error, AB_BAD_MODEL, joint->place,
                        "joint %s: %s_low = %.9g is not below %s_high = %.9g", joint->name, axis,
                        low, axis, high);
}

static abResult check_turn(const abJoint *joint, const char *axis, double low, double high,
                           abError *error) {
    if (isnan(low) || isnan(high)) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s limits the turn %s on one side only; give %s_low and "
                            "%s_high, as angles are known up to whole turns",
                            joint->name, axis, axis, axis);
    }
    if (!(high - low < 2.0 * AB_PI)) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s: %s_low = %.9g rad and %s_high = %.9g rad are a whole turn "
                            "or more apart; less than 2 pi = 6.2831853 is allowed, and angles "
                            "are radians without units: {angle: deg}",
                            joint->name, axis, low, axis, high);
    }
    return AB_OK;
}

// Within half a turn of the middle.
static double turned_to(double angle, double middle) {
    return angle - 2.0 * AB_PI * floor((angle - middle) / (2.0 * AB_PI) + 0.5);
}

static abResult check_start(const abModel *model, const abJoint *joint, const char *axis, double q,
                            double low, double high, bool is_turn, abError *error) {
    double slack = s_slack * (is_turn ? 1.0 : fmax(model->size, fmax(fabs(q), 1e-3)));
    bool is_inside = !(q < low - slack) && !(q > high + slack);
    if (is_inside || model->simulation.assemble) {
        return AB_OK;
    }
    bool is_below = q < low;
    return ab_error_add(error, AB_BAD_MODEL, joint->place,
                        "joint %s stands at %s = %.9g %s at the start, %s %s_%s = %.9g; move a "
                        "body, or the limit",
                        joint->name, axis, q, is_turn ? "rad" : "m", is_below ? "below" : "above",
                        axis, is_below ? "low" : "high", is_below ? low : high);
}

static void add(abModel *model, abJoint *joint, abLimit limit) {
    limit.joint = (int)(joint - model->joints);
    model->limits[model->limit_count++] = limit;
    joint->limit_count++;
}

static abResult limit_axis(abModel *model, abJoint *joint, const abJointKeys *keys, int axis,
                           abError *error) {
    double low = keys->low[axis], high = keys->high[axis];
    const char *name = ab_joint_axes[axis];
    bool is_turn = axis >= 3;
    if (isnan(low) && isnan(high)) {
        return AB_OK;
    }
    if (low >= high) {
        return wrong_range(joint, name, low, high, error);
    }
    if (is_turn) {
        AB_TRY(check_turn(joint, name, low, high, error));
    }
    if (joint->drive[axis] != NULL) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s drives %s, so that limits of it cannot act; leave out one "
                            "or the other",
                            joint->name, name);
    }
    double middle = is_turn ? 0.5 * (low + high) : 0.0, q = ab_joint_start(joint, axis);
    AB_TRY(check_start(model, joint, name, is_turn ? turned_to(q, middle) : q, low, high, is_turn,
                       error));
    abLimit limit = {.axis = axis,
                     .length = is_turn ? reach(model, joint) : 1.0,
                     .middle = middle,
                     .restitution = keys->restitution};
    const double bounds[2] = {low, high};
    for (int end = 0; end < 2; end++) {
        if (!isnan(bounds[end])) {
            limit.sign = end == 0 ? 1.0 : -1.0;
            limit.bound = bounds[end];
            add(model, joint, limit);
        }
    }
    return AB_OK;
}

// A restitution without anything to hit.
static abResult idle_restitution(const abJoint *joint, double restitution, const char *what,
                                 abError *error) {
    return ab_error_add(error, AB_BAD_MODEL, joint->place,
                        "joint %s has restitution = %.9g, but %s that it could act at", joint->name,
                        restitution, what);
}

static abResult limit_path(abModel *model, const abJointDef *def, abJoint *joint, abError *error) {
    abPathKeys keys;
    memcpy(&keys, def->params.data, sizeof keys);
    if (!keys.stops) {
        return keys.restitution > 0.0
                   ? idle_restitution(joint, keys.restitution, "no stops: true", error)
                   : AB_OK;
    }
    if (keys.closed) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s has stops: true, but its path is closed and has no ends",
                            joint->name);
    }
    for (int end = 0; end < 2; end++) {
        add(model, joint,
            (abLimit){.axis = AB_AXIS_PATH,
                      .sign = end == 0 ? 1.0 : -1.0,
                      .length = 1.0,
                      .restitution = keys.restitution});
    }
    return AB_OK;
}

static abResult limit_joint(abModel *model, size_t index, abError *error) {
    const abJointDef *def = &model->joint_defs[index];
    abJoint *joint = &model->joints[index];
    joint->first_limit = (int)model->limit_count;
    joint->limit_count = 0;
    if (joint->path != NULL) {
        return limit_path(model, def, joint, error);
    }
    if (joint->kind == AB_JOINT_COUPLER) {
        return AB_OK;
    }
    abJointKeys keys;
    memcpy(&keys, def->params.data, sizeof keys);
    abResult result = AB_OK;
    for (int axis = 0; axis < 6; axis++) {
        size_t offset = offsetof(abJointKeys, low) + (size_t)axis * sizeof(double);
        if (has_key(ab_joint_type(joint->kind)->table, offset)) {
            result = ab_worse(result, limit_axis(model, joint, &keys, axis, error));
        }
    }
    if (result == AB_OK && joint->limit_count > 0 && def->lock != AB_LOCK_PERMANENT) {
        result = ab_error_add(error, AB_BAD_MODEL, joint->place,
                              "joint %s: a joint with a lock has no limits", joint->name);
    }
    if (result == AB_OK && joint->limit_count == 0 && keys.restitution > 0.0) {
        result = idle_restitution(joint, keys.restitution, "no limit", error);
    }
    return result;
}

abResult ab_compile_limits(abModel *model, abError *error) {
    model->limit_count = 0;
    model->limits = AB_ARENA_NEW(&model->arena, abLimit, MAX_LIMITS * model->joint_count);
    if (model->limits == NULL && model->joint_count > 0) {
        return ab_compile_no_memory(error);
    }
    abResult result = AB_OK;
    for (size_t j = 0; j < model->joint_count; j++) {
        result = ab_worse(result, limit_joint(model, j, error));
    }
    return result;
}
