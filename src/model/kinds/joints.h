// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joints.h - what each joint locks.
//
// A joint connects a frame on body A with a frame on body B. Of the three translations of B's frame
// along A's axes and the three rotations about x, the new y and the new z, each axis is locked,
// free, or given as an expression of time by the user: its displacement, its speed or its
// acceleration. Beside the axes a joint may have one row of another kind.

#ifndef AB_JOINTS_H
#define AB_JOINTS_H

#include "base/schema.h"
#include "model/core/model.h"

typedef enum abAxisUse { AB_AXIS_LOCKED, AB_AXIS_FREE, AB_AXIS_USER } abAxisUse;

typedef struct abJointType {
    const abTable *table;
    abAxisUse use[6];     // x, y, z, rx, ry, rz
    abJointRowKind extra; // one row more, or AB_ROW_NONE
} abJointType;

// Keys of all joints; each kind's table has those it wants.
typedef struct abJointKeys {
    const char *drive[6];        // displacement: expression of time, NULL: not given
    const char *speed[6];        // likewise
    const char *acceleration[6]; // likewise
    double start[6];             // displacement at the start, for the two above; NAN: as it is
    double start_speed[6];       // speed at the start, for the last; NAN: as it is
    double low[6], high[6];      // limits of the coordinates; NAN: none               [m], [rad]
    double restitution;          // of all limits of the joint
    double size;                 // pitch, pitch diameter or length
} abJointKeys;

typedef struct abPathKeys {
    const abPointList *points; // of a curve in the joint's x-y plane                    [m]
    int kind;                  // abCurveKind
    bool closed, stops;        // stops: at both ends
    double restitution;        // of the stops
} abPathKeys;

typedef struct abCouplerKeys {
    const char *of[AB_COUPLED_JOINTS]; // "joint.axis"
    double factor[AB_COUPLED_JOINTS];
} abCouplerKeys;

extern const char *const ab_joint_axes[6]; // x, y, z, rx, ry, rz

const abJointType *ab_joint_type(int kind);

#endif
