// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// forces.h - parameters of the forces beside contact and gravity.

#ifndef AB_FORCES_H
#define AB_FORCES_H

#include "abut/vector.h"
#include "base/schema.h"

// Spring and damper between two points: pulls with  k (l - l0) + d dl/dt + f0  along the line.
typedef struct abSpringKeys {
    abVec3 point_a, point_b; // in the frames of the bodies                          [m]
    double stiffness;        // k                                                    [N/m]
    double damping;          // d                                                    [N s/m]
    double length;           // l0; NAN: the length at the start                     [m]
    double preload;          // f0                                                   [N]
} abSpringKeys;

// Force and torque on the second body, given as expressions of time.
typedef struct abAppliedKeys {
    abVec3 point;             // where it acts, in the body's frame          [m]
    const char *fx, *fy, *fz; // [N]
    const char *tx, *ty, *tz; // [N m]
    int frame;                // 0 world axes, 1 body axes
} abAppliedKeys;

const abTable *ab_force_kind_table(int kind);

#endif
