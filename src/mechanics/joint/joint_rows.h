// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_rows.h - joints as constraint rows, all of one form.

#ifndef AB_JOINT_ROWS_H
#define AB_JOINT_ROWS_H

#include "mechanics/state/mechanics.h"
#include "model/core/model.h"

// A row as its joint sees it:  linear . u + angular . w = rate,  likewise gamma for accelerations.
// u is the velocity of the joint's point on B less that of A there, w that of turning of B less
// A's.
typedef struct abJointRowNow {
    abVec3 linear, angular;
    double c;     // position error, in m or as an angle or its cosine
    double rate;  // of the drive
    double gamma; // right side for accelerations
} abJointRowNow;

// A joint for the bodies as placed.
typedef struct abJointNow {
    abVec3 arm_a, arm_b; // from the centres of mass to the joint's point on B, in the world
    abMat3 R_WA;         // of the joint's frame on A
    int count;
    abJointRowNow rows[7]; // as in abJoint.rows
    unsigned dropped;      // bit i: row i followed from others when last solved
} abJointNow;

void ab_joint_now(const abMechanics *mechanics, const abJoint *joint, double t, abJointNow *now);

// What is left of a coordinate to one of its limits, for the bodies as placed.
typedef struct abLimitNow {
    double gap, rate, bias; // bias: of the second derivative without accelerations  [m, m/s, m/s2]
    abVec3 p;               // the joint's point on B                                       [m]
    abVec3 linear, angular; // force and torque on B of a push of one
} abLimitNow;
abLimitNow ab_joint_limit(const abMechanics *mechanics, const abLimit *limit);

// A row as the bodies see it:  c = 0,  J v = rate,  J a = gamma, with
//   J v = lA . v_A + aA . w_A + lB . v_B + aB . w_B   at the centres of mass.
// A row on more than two bodies goes on in the next entries.
typedef struct abRow {
    int body_a, body_b;
    abVec3 linear_a, angular_a, linear_b, angular_b;
    double c, rate, gamma;
    abRowLevel level;
    int joint, row;
    const char *name;
    bool goes_on; // adds its bodies to the row before; c, rate and gamma are there
} abRow;

enum { AB_ROW_ENTRIES = AB_COUPLED_JOINTS };

// Row number `index` of a joint; returns the number of entries, at most AB_ROW_ENTRIES.
int ab_joint_row(const abMechanics *mechanics, int joint, int index, const abJointNow *now,
                 abRow *out);

#endif
