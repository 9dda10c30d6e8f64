// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_joints.c - joints: names to bodies, frames to centres of mass, texts to expressions.

#include "model/compile/compile_joints.h"

#include <stdio.h>
#include <string.h>

#include "model/compile/compile_limits.h"
#include "model/compile/plan_joint.h"
#include "model/core/markers.h"
#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/tables.h"

// What a joint names: a body, -1 for the world, or a marker at a point of a flexible body, whose frame
// the joint is then given in.
typedef struct Side {
    int body;
    const abPose *marker; // in C of the body; NULL: the body's own frame
} Side;

// Reports a name that does not exist.
static abResult find_side(const abModel *model, const char *what, const char *name, abPlace place,
                          Side *out, abError *error) {
    *out = (Side){.body = ab_model_find_body(model, name).index - 1};
    if (out->body >= 0 || strcmp(name, "world") == 0) {
        return AB_OK;
    }
    int marker = ab_model_find_marker(model, name) - 1 - (int)model->body_count;
    if (marker >= 0 && ab_marker_is_attached(&model->marker_defs[marker].def)) {
        const abMarker *at = &model->markers[1 + model->body_count + (size_t)marker];
        *out = (Side){at->body, &at->X_CM};
        return AB_OK;
    }
    const char *words[65] = {"world"};
    for (size_t b = 0; b < model->body_count && b < 63; b++) {
        words[b + 1] = model->bodies[b].name;
    }
    const char *near = ab_nearest_word(name, words);
    return ab_error_add(error, AB_BAD_MODEL, place, "%s names the body %s, which does not exist%s",
                        what, name, ab_hint(near).text);
}

static bool is_moving(const abModel *model, int body) {
    return body >= 0 && (model->bodies[body].mobility == AB_MOBILITY_FREE ||
                         model->bodies[body].mobility == AB_MOBILITY_PLANAR ||
                         model->bodies[body].attachment != NULL);
}

// Pose of the centre-of-mass frame at the start; the world's own for -1.
static abPose start_pose(const abModel *model, int body) {
    return body < 0 ? ab_pose_identity() : ab_body_start(model, body);
}

// A name for things the user did not name.
static const char *numbered(abModel *model, const char *given, const char *word, size_t index) {
    if (given != NULL) {
        return given;
    }
    char name[40];
    snprintf(name, sizeof name, "%s%zu", word, index + 1);
    return ab_arena_text(&model->arena, name);
}

// ---- joints ----

static abVec3 to_center(const abModel *model, const Side *side, abVec3 p_B) {
    return side->marker != NULL ? ab_pose_point(*side->marker, p_B)
           : side->body >= 0    ? ab_sub(p_B, model->bodies[side->body].p_BC)
                                : p_B;
}

static abMat3 to_axes(const Side *side, abMat3 R) {
    return side->marker != NULL ? ab_mat3_mul(side->marker->R, R) : R;
}

static abResult turned_axes(abQuat q, const char *key, const abJointDef *def, const char *name,
                            abMat3 *out, abError *error) {
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(fabs(length - 1.0) <= 1e-6)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "%s of joint %s has length %.9g; a unit quaternion "
                            "[w, x, y, z] is needed",
                            key, name, length);
    }
    *out = ab_quat_to_matrix(q);
    return AB_OK;
}

// Axes of the joint in the first body, from a quaternion or from the direction of z.
static abResult joint_axes(const abJointDef *def, const char *name, abMat3 *out, abError *error) {
    double length2 = ab_norm2(def->axis);
    if (length2 > 0.0) {
        abVec3 z = ab_unit(def->axis), x = ab_perpendicular(z);
        *out = ab_mat3_from_columns(x, ab_cross(z, x), z);
        return AB_OK;
    }
    return turned_axes(def->orientation, "orientation", def, name, out, error);
}

// The frame on the second body: as given, else the one that is where the drives put it at the
// start. X_WA is the frame on the first.
static abResult second_frame(const abModel *model, const abJointDef *def, const Side *side,
                             abPose X_WA, abPose X_drive, abJoint *joint, abError *error) {
    bool has_position = !isnan(def->position_b.x), has_axes = !isnan(def->orientation_b.w);
    abPose X_WB = start_pose(model, joint->body_b), X_WJ = ab_pose_mul(X_WA, X_drive);
    joint->X_BJ = (abPose){ab_mat3_t_mul(X_WB.R, X_WJ.R), ab_pose_point_inverse(X_WB, X_WJ.p)};
    if (has_position) {
        joint->X_BJ.p = to_center(model, side, def->position_b);
    }
    if (has_axes) {
        AB_TRY(turned_axes(def->orientation_b, "orientation_b", def, joint->name, &joint->X_BJ.R,
                           error));
        joint->X_BJ.R = to_axes(side, joint->X_BJ.R);
    }
    abPose X_WB_J = ab_pose_mul(X_WB, joint->X_BJ);
    joint->X_start =
        (abPose){ab_mat3_t_mul(X_WA.R, X_WB_J.R), ab_pose_point_inverse(X_WA, X_WB_J.p)};
    return AB_OK;
}

static abResult compile_joint(abModel *model, size_t index, abError *error) {
    const abJointDef *def = &model->joint_defs[index];
    abJoint *joint = &model->joints[index];
    joint->name = numbered(model, def->name, "joint", index);
    if (joint->name == NULL) {
        return ab_compile_no_memory(error);
    }
    joint->place = def->place;
    joint->kind = def->type;
    abMat3 axes;
    Side sides[2];
    abResult a = find_side(model, "a joint", def->between[0], def->place, &sides[0], error);
    abResult b = find_side(model, "a joint", def->between[1], def->place, &sides[1], error);
    joint->body_a = sides[0].body;
    joint->body_b = sides[1].body;
    abResult oriented = joint_axes(def, joint->name, &axes, error);
    abPose X_drive;
    abResult planned = ab_plan_joint(model, def, joint, &X_drive, error);
    AB_TRY(a);
    AB_TRY(b);
    AB_TRY(oriented);
    AB_TRY(planned);
    if (def->type == AB_JOINT_COUPLER) { // between joints, not between bodies
        model->row_count += joint->row_count;
        return AB_OK;
    }
    if (joint->body_a == joint->body_b) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "joint %s connects the body %s with itself", joint->name,
                            def->between[0]);
    }
    if (!is_moving(model, joint->body_a) && !is_moving(model, joint->body_b)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "joint %s connects %s and %s, of which neither is free to move",
                            joint->name, def->between[0], def->between[1]);
    }
    joint->X_AJ = (abPose){to_axes(&sides[0], axes), to_center(model, &sides[0], def->position)};
    // unless given, the frame on the second body is where the drives put it at the start
    abPose X_WA = ab_pose_mul(start_pose(model, joint->body_a), joint->X_AJ);
    model->row_count += joint->row_count;
    return second_frame(model, def, &sides[1], X_WA, X_drive, joint, error);
}

abResult ab_compile_joints(abModel *model, abError *error) {
    model->joints = AB_ARENA_NEW(&model->arena, abJoint, model->joint_count);
    if (model->joints == NULL) {
        return ab_compile_no_memory(error);
    }
    abResult result = AB_OK;
    for (size_t j = 0; j < model->joint_count; j++) {
        result = ab_worse(result, compile_joint(model, j, error));
    }
    AB_TRY(result);
    for (size_t j = 0; j < model->joint_count; j++) {
        abJoint *joint = &model->joints[j];
        if (joint->kind == AB_JOINT_COUPLER &&
            ab_plan_coupler(model, &model->joint_defs[j], joint, error) != AB_OK) {
            result = AB_BAD_MODEL; // it names no joint whose start could be looked at
        } else if (ab_plan_offsets(model, joint, error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    AB_TRY(result);
    return ab_compile_limits(model, error);
}
