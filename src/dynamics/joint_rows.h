// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_rows.h - a joint as constraint rows, all of one form.

#ifndef AB_JOINT_ROWS_H
#define AB_JOINT_ROWS_H

#include "dynamics/parts.h"

// One row:  c = 0,  J v = rate,  J a = gamma, with
//   J v = lA . v_A + aA . w_A + lB . v_B + aB . w_B   at the centres of mass.
typedef struct abRow {
    int body_a, body_b;
    abVec3 linear_a, angular_a, linear_b, angular_b;
    double c;     // position error, in m or as the cosine of an angle that should be 90 degrees
    double rate;  // of the drive
    double gamma; // right side for accelerations
    int joint;
} abRow;

// Writes the rows of a joint for the bodies as placed; returns how many.
int ab_joint_rows(const abDynamics *dynamics, int joint, double t, abRow *rows);

#endif
