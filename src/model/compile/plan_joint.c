// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plan_joint.c - from a joint's type and keys to its rows: which axes are held, by which kind of
// row, following which drive.
//
// Locked turns become right angles between axes of A and axes of B. With A's frame turned by the
// drives up to the first free turn, the pairs are, by the set of locked turns:
//   x y z          three pairs of different axes
//   x y            z of B along z of A
//   x z / y z      y (or x) of B along that of A
//   z (x, y free)  Rx Ry leaves y of B at right angles to x of A
//   y (x, z free)  Rx Rz leaves z of B at right angles to x of A
//   x (y, z free)  Ry Rz leaves z of B at right angles to y of A
// A driven turn after a free one is no right angle in A's frame. Of R = Rx(a) Ry(b) Rz(c) the
// entries
//   R02 = sin b,  R12 = -sin a cos b,  R22 = cos a cos b,  R01 = -cos b sin c,  R00 = cos b cos c
// hold each angle by itself, whatever the others are: see plan_apart().

#include "model/compile/plan_joint.h"

#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/elementary.h"
#include "math/expression/expression_evaluate.h"
#include "model/compile/signals.h"
#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/joints.h"
#include "model/kinds/tables.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_build.h"

static abJointRow *add_row(abJoint *joint, abJointRowKind kind, int u, int w, const char *name) {
    abJointRow *row = &joint->rows[joint->row_count++];
    *row = (abJointRow){.kind = kind, .u = u, .w = w, .drive = -1, .name = name};
    return row;
}

// ---- drives ----

static abResult compile_drive(abModel *model, const abJointDef *def, const abJointKeys *keys, int i,
                              abJoint *joint, abError *error) {
    const char *texts[3] = {keys->drive[i], keys->speed[i], keys->acceleration[i]};
    int given = 0;
    for (int level = 0; level < 3; level++) {
        if (texts[level] == NULL) {
            continue;
        }
        if (given++ > 0) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "joint %s gives %s more than once: its displacement, its speed or "
                                "its acceleration; keep one",
                                joint->name, ab_joint_axes[i]);
        }
        joint->level[i] = (abRowLevel)level;
        AB_TRY(ab_compile_drive(model, texts[level], def->place, &joint->drive[i], error));
    }
    bool knows_start = given > 0 && joint->level[i] != AB_HOLD_POSITION;
    bool knows_speed = given > 0 && joint->level[i] == AB_HOLD_ACCELERATION;
    if ((!isnan(keys->start[i]) && !knows_start) ||
        (!isnan(keys->start_speed[i]) && !knows_speed)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "joint %s gives the start of %s, which belongs to a drive by speed or "
                            "acceleration (%s_speed, %s_acceleration)",
                            joint->name, ab_joint_axes[i], ab_joint_axes[i], ab_joint_axes[i]);
    }
    joint->start[i] = keys->start[i];
    joint->start_speed[i] = keys->start_speed[i];
    return AB_OK;
}

// Where the drives put B's frame at the start.
static abPose driven_pose(const abModel *model, const abJoint *joint) {
    abJet jets[6] = {{0}};
    for (int i = 0; i < 6; i++) {
        if (joint->drive[i] != NULL && joint->level[i] == AB_HOLD_POSITION) {
            jets[i] = ab_expression_evaluate(joint->drive[i], model->simulation.start_time);
        } else if (joint->drive[i] != NULL && !isnan(joint->start[i])) {
            jets[i].value = joint->start[i];
        }
    }
    return (abPose){ab_turn(&jets[3]).R, {jets[0].value, jets[1].value, jets[2].value}};
}

// ---- rows of the axes ----

typedef struct Pair {
    int u, w;
} Pair;

// Right angles by the set of locked turns: bit 0 about x, 1 about the new y, 2 about the new z.
static void plan_together(abJoint *joint, unsigned locked) {
    static const struct {
        int count;
        Pair pairs[3];
    } table[8] = {
        [0] = {0, {{0, 0}}},         [1] = {1, {{1, 2}}},
        [2] = {1, {{0, 2}}},         [4] = {1, {{0, 1}}},
        [3] = {2, {{0, 2}, {1, 2}}}, [5] = {2, {{0, 1}, {2, 1}}},
        [6] = {2, {{1, 0}, {2, 0}}}, [7] = {3, {{0, 1}, {1, 2}, {2, 0}}},
    };
    // the turn that parts two axes is about the third
    static const char *const names[3] = {"rx", "ry", "rz"};
    for (int i = 0; i < table[locked].count; i++) {
        Pair pair = table[locked].pairs[i];
        add_row(joint, AB_ROW_RIGHT_ANGLE, pair.u, pair.w, names[3 - pair.u - pair.w]);
    }
}

// Each held turn by a row of its own.
static void plan_apart(abJoint *joint, unsigned locked) {
    joint->turns_apart = true;
    if (locked & 1U) {
        add_row(joint, AB_ROW_RIGHT_ANGLE, 1, 2, "rx")->drive = 3;
    }
    if (locked & 2U) {
        add_row(joint, AB_ROW_SINE, 0, 2, "ry")->drive = 4;
    }
    if (locked & 4U) {
        add_row(joint, AB_ROW_TURNED_B, 0, 1, "rz")->drive = 5;
    }
}

// The turns of the joint: those held in position by right angles, those driven by speed or
// acceleration as angles.
static abResult plan_turns(const abJointType *type, const abJointDef *def, abJoint *joint,
                           abError *error) {
    unsigned locked = 0, driven = 0, faster = 0; // driven in position; by speed or acceleration
    for (int i = 0; i < 3; i++) {
        unsigned bit = 1U << i;
        bool is_driven = joint->drive[3 + i] != NULL;
        if (is_driven && joint->level[3 + i] != AB_HOLD_POSITION) {
            faster |= bit;
        } else if (is_driven || type->use[3 + i] == AB_AXIS_LOCKED) {
            locked |= bit;
            driven |= is_driven ? bit : 0;
        }
    }
    unsigned free_turns = 7U & ~locked;
    bool after_free = ((driven & 2U) && (free_turns & 1U)) || ((driven & 4U) && (free_turns & 3U));
    after_free ? plan_apart(joint, locked) : plan_together(joint, locked);
    for (int i = 0; i < 3; i++) {
        if (!(faster & (1U << i))) {
            continue;
        }
        if (i == 1 && !(locked & 4U)) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "joint %s drives ry by its speed or acceleration while rz is free, "
                                "which is not supported; give rz (0 locks it)",
                                joint->name);
        }
        abJointRow *row = add_row(joint, AB_ROW_ANGLE, i, i, ab_joint_axes[3 + i]);
        row->drive = 3 + i;
        row->level = joint->level[3 + i];
        row->period = 2.0 * AB_PI;
    }
    return AB_OK;
}

static void plan_slides(const abJointType *type, abJoint *joint) {
    for (int i = 0; i < 3; i++) {
        if (type->use[i] == AB_AXIS_LOCKED || joint->drive[i] != NULL) {
            abJointRow *row = add_row(joint, AB_ROW_SLIDE, i, i, ab_joint_axes[i]);
            row->drive = joint->drive[i] != NULL ? i : -1;
            row->level = joint->level[i];
        }
    }
}

// The row that is no axis.
static void plan_extra(const abJointType *type, const abJointKeys *keys, abJoint *joint) {
    switch (type->extra) {
    case AB_ROW_NONE:
        return;
    case AB_ROW_RIGHT_ANGLE:
        add_row(joint, AB_ROW_RIGHT_ANGLE, 2, 2, "z at right angles to z");
        joint->plain_count = joint->row_count;
        return;
    case AB_ROW_NO_TWIST:
        add_row(joint, AB_ROW_NO_TWIST, 2, 2, "equal turns about z");
        joint->plain_count = joint->row_count;
        return;
    case AB_ROW_SCREW: {
        abJointRow *row = add_row(joint, AB_ROW_SCREW, 2, 2, "z by the pitch");
        row->factor = keys->size / (2.0 * AB_PI);
        row->period = fabs(keys->size);
        return;
    }
    case AB_ROW_RACK: {
        abJointRow *row = add_row(joint, AB_ROW_RACK, 0, 2, "x by the turn");
        row->factor = 0.5 * keys->size;
        row->period = AB_PI * fabs(keys->size);
        return;
    }
    case AB_ROW_DISTANCE:
        add_row(joint, AB_ROW_DISTANCE, 0, 0, "distance")->offset = keys->size;
        return;
    case AB_ROW_PATH:
        add_row(joint, AB_ROW_PATH, 0, 0, "path");
        return;
    default:
        add_row(joint, type->extra, 0, 0, "sum");
    }
}

// ---- paths ----

static bool is_smooth(const abCurve *path) {
    int n = path->piece_count;
    for (int i = 0; i < n - !path->is_closed; i++) {
        abVec2 end = ab_curve_at(&path->parts[i], 1.0).d;
        abVec2 start = ab_curve_at(&path->parts[(i + 1) % n], 0.0).d;
        if (fabs(ab_cross2(end, start)) > 1e-6 * ab_norm2d(end) * ab_norm2d(start) ||
            ab_dot2(end, start) < 0.0) {
            return false;
        }
    }
    return true;
}

static abResult build_path(abModel *model, const abJointDef *def, abJoint *joint, abError *error) {
    abPathKeys keys;
    memcpy(&keys, def->params.data, sizeof keys);
    const abPointList none = {0}, *points = keys.points != NULL ? keys.points : &none;
    AB_TRY(ab_curve_check(points, keys.closed, joint->name, def->place, error));
    joint->path = ab_curve_build(points, (abCurveKind)keys.kind, keys.closed, false, &model->arena);
    if (joint->path == NULL) {
        return ab_no_memory(error, def->place, "for a path");
    }
    if (!is_smooth(joint->path)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "the path of joint %s has a corner, where its direction jumps; round "
                            "it by an arc, or take kind: spline",
                            joint->name);
    }
    return AB_OK;
}

static abPivot find_pivot(const abJointType *type, const abJoint *joint) {
    for (int i = 0; i < 6; i++) {
        bool is_locked = type->use[i] == AB_AXIS_LOCKED;
        if (joint->drive[i] != NULL || (i < 3 && !is_locked)) {
            return AB_PIVOT_NONE;
        }
    }
    const abAxisUse *turn = type->use + 3;
    bool is_hinge = turn[0] == AB_AXIS_LOCKED && turn[1] == AB_AXIS_LOCKED;
    return turn[2] == AB_AXIS_LOCKED || (is_hinge != (turn[0] == AB_AXIS_LOCKED)) ||
                   joint->plain_count != (is_hinge ? 5 : 3)
               ? AB_PIVOT_NONE
               : (is_hinge ? AB_PIVOT_HINGE : AB_PIVOT_BALL);
}

// Only what holds plain rows at zero can be closed anywhere.
static abResult check_lock(const abModel *model, const abJointDef *def, const abJoint *joint,
                           abError *error) {
    static const int kinds[] = {AB_JOINT_FIXED,       AB_JOINT_REVOLUTE,  AB_JOINT_PRISMATIC,
                                AB_JOINT_CYLINDRICAL, AB_JOINT_SPHERICAL, AB_JOINT_PLANAR};
    bool is_able = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        is_able = is_able || def->type == kinds[i];
    }
    for (int i = 0; i < 6; i++) {
        is_able = is_able && joint->drive[i] == NULL;
    }
    bool has_modes = false;
    for (size_t b = 0; b < model->body_count; b++) {
        has_modes = has_modes || model->bodies[b].flexible != NULL;
    }
    if (!is_able) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "joint %s: lock is for fixed, revolute, prismatic, cylindrical, "
                            "spherical and planar joints without drives",
                            joint->name);
    }
    return !has_modes ? AB_OK
                      : ab_error_add(error, AB_BAD_MODEL, def->place,
                                     "joint %s: lock is not supported in models with flexible "
                                     "bodies",
                                     joint->name);
}

abResult ab_plan_joint(abModel *model, const abJointDef *def, abJoint *joint, abPose *X_drive,
                       abError *error) {
    const abJointType *type = ab_joint_type(def->type);
    abJointKeys keys = {0};
    abResult result = AB_OK;
    if (type->extra == AB_ROW_PATH) {
        result = build_path(model, def, joint, error);
    } else if (type->extra != AB_ROW_COUPLER) {
        memcpy(&keys, def->params.data, sizeof keys);
    }
    for (int i = 0; i < 6; i++) {
        if (type->use[i] == AB_AXIS_USER &&
            compile_drive(model, def, &keys, i, joint, error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    plan_slides(type, joint);
    if (plan_turns(type, def, joint, error) != AB_OK) {
        result = AB_BAD_MODEL;
    }
    if (def->lock != AB_LOCK_PERMANENT) {
        result = ab_worse(result, check_lock(model, def, joint, error));
    }
    if (def->lock == AB_LOCK_OPEN) {
        joint->row_count = joint->plain_count = 0;
        *X_drive = ab_pose_identity();
        return result;
    }
    joint->plain_count = joint->row_count;
    plan_extra(type, &keys, joint);
    joint->pivot = find_pivot(type, joint);
    AB_TRY(result);
    *X_drive = driven_pose(model, joint);
    return AB_OK;
}

// ---- couplers ----

// Splits "joint.axis" and finds both.
static abResult find_axis(const abModel *model, const char *text, const abJointDef *def,
                          const char *coupler, abCoupledAxis *out, abError *error) {
    const char *dot = strrchr(text, '.');
    out->joint = out->axis = -1;
    for (int i = 0; i < 6 && dot != NULL; i++) {
        out->axis = strcmp(dot + 1, ab_joint_axes[i]) == 0 ? i : out->axis;
    }
    size_t length = dot != NULL ? (size_t)(dot - text) : 0;
    for (size_t j = 0; j < model->joint_count && out->axis >= 0; j++) {
        const char *name = model->joints[j].name;
        if (strlen(name) == length && strncmp(name, text, length) == 0 &&
            model->joints[j].kind != AB_JOINT_COUPLER) {
            out->joint = (int)j;
        }
    }
    if (out->joint >= 0) {
        return AB_OK;
    }
    return ab_error_add(
        error, AB_BAD_MODEL, def->place,
        "coupler %s names %.80s; a coordinate is written JOINT.AXIS with the name of "
        "a joint and one of the axes x, y, z, rx, ry, rz",
        coupler, text);
}

// Angles are known up to whole turns, so the sum is known up to multiples of the greatest common
// divisor of 2 pi times their factors. 0 when there is none of use.
static double common_period(const abJoint *joint) {
    double a = 0.0, largest = 0.0;
    for (int i = 0; i < joint->coupled_count; i++) {
        if (joint->coupled[i].axis < 3) {
            continue;
        }
        double b = fabs(joint->coupled[i].factor);
        largest = fmax(largest, b);
        while (b > 1e-9 * largest) { // Euclid
            double rest = a - b * floor(a / b + 1e-9);
            a = b;
            b = rest;
        }
    }
    return a > 1e-4 * largest ? 2.0 * AB_PI * a : 0.0;
}

abResult ab_plan_coupler(abModel *model, const abJointDef *def, abJoint *joint, abError *error) {
    abCouplerKeys keys;
    memcpy(&keys, def->params.data, sizeof keys);
    bool has_turns = false;
    for (int i = 0; i < AB_COUPLED_JOINTS; i++) {
        if (keys.of[i] == NULL) {
            continue;
        }
        abCoupledAxis *axis = &joint->coupled[joint->coupled_count++];
        AB_TRY(find_axis(model, keys.of[i], def, joint->name, axis, error));
        axis->factor = keys.factor[i];
        has_turns = has_turns || (axis->axis >= 3 && axis->factor != 0.0);
    }
    abJointRow *row = &joint->rows[0];
    row->period = common_period(joint);
    // without a period whole turns cannot be told apart, so only speeds are held
    row->level = has_turns && row->period == 0.0 ? AB_HOLD_SPEED : AB_HOLD_POSITION;
    return AB_OK;
}

// ---- what rows hold at the start ----

double ab_joint_start(const abJoint *joint, int axis) {
    const abMat3 *R = &joint->X_start.R;
    switch (axis) {
    case 3:
        return ab_atan2(-R->m[1][2], R->m[2][2]);
    case 4:
        return ab_atan2(R->m[0][2], R->m[0][0]);
    case 5:
        return ab_atan2(-R->m[0][1], R->m[0][0]);
    default:
        return ab_get(joint->X_start.p, axis);
    }
}

abResult ab_plan_offsets(const abModel *model, abJoint *joint, abError *error) {
    abJointRow *row = joint->row_count > 0 ? &joint->rows[joint->row_count - 1] : NULL;
    if (row == NULL) {
        return AB_OK;
    }
    if (row->kind == AB_ROW_SCREW || row->kind == AB_ROW_RACK) {
        row->offset = ab_joint_start(joint, row->u) - row->factor * ab_joint_start(joint, 5);
    } else if (row->kind == AB_ROW_DISTANCE) {
        row->offset = isnan(row->offset) ? ab_norm(joint->X_start.p) : row->offset;
        if (!(row->offset > 0.0 && ab_norm2(joint->X_start.p) > 0.0)) {
            return ab_error_add(error, AB_BAD_MODEL, joint->place,
                                "joint %s has distance 0 at the start, so its line has no "
                                "direction; give position_b, the point on the second body",
                                joint->name);
        }
    }
    for (int k = 0; k < joint->coupled_count; k++) {
        const abCoupledAxis *axis = &joint->coupled[k];
        row->offset += axis->factor * ab_joint_start(&model->joints[axis->joint], axis->axis);
    }
    return AB_OK;
}
