// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// prescribed.h - motion of bodies that is given as functions of time, and where frames are at the
// start.

#ifndef AB_PRESCRIBED_H
#define AB_PRESCRIBED_H

#include "model/core/model.h"

// Pose, velocities and accelerations of a prescribed body's centre of mass at time t.
typedef struct abPrescribed {
    abPose X_WC;
    abQuat q_WB;
    abVec3 v, w;     // [m/s], [rad/s]
    abVec3 a, alpha; // [m/s^2], [rad/s^2]
} abPrescribed;
abPrescribed ab_body_prescribed(const abBody *body, double t);

// Whether some body, or some joint, moves as it is told.
bool ab_has_prescribed_bodies(const abModel *model);
bool ab_has_driven_joints(const abModel *model);
bool ab_has_drives(const abModel *model); // either

// A rotation made of turns about x, the new y and the new z, with its rates; seen in the frame
// before the turns.
typedef struct abTurn {
    abMat3 R;
    abVec3 w, alpha;
} abTurn;
abTurn ab_turn(const abJet angles[3]);

// Pose of a body's centre of mass at the start.
abPose ab_body_start(const abModel *model, int body);
// Where a frame fixed to a body (-1: the world) is then.
abPose ab_force_start(const abModel *model, int body, abPose X_CF);

#endif
