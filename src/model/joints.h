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

typedef enum abAxisUse { AB_AXIS_LOCKED, AB_AXIS_FREE, AB_AXIS_USER } abAxisUse;

// What one row of a joint holds.
typedef enum abJointRowKind {
    AB_ROW_NONE,
    AB_ROW_SLIDE,       // translation along axis u
    AB_ROW_RIGHT_ANGLE, // axis u of A, turned by the drives, at right angles to axis w of B
    AB_ROW_SINE,        // the sine of the angle between axis u of A and w of B is that of a drive
    AB_ROW_TURNED_B,    // axis u of A at right angles to axis w of B turned back by the drive rz
    AB_ROW_ANGLE,       // the turn about axis u
    AB_ROW_NO_TWIST,    // equal turns about both z
    AB_ROW_SCREW,       // translation along z follows the turn about z
    AB_ROW_RACK,        // translation along x follows the turn about z
    AB_ROW_DISTANCE,    // between the two points
    AB_ROW_PATH,        // the offset from a curve in the x-y plane of A
    AB_ROW_COUPLER      // a sum of coordinates of other joints
} abJointRowKind;

typedef struct abJointType {
    const abTable *table;
    abAxisUse use[6];     // x, y, z, rx, ry, rz
    abJointRowKind extra; // one row more, or AB_ROW_NONE
} abJointType;

// The axis of what is no axis: the way along a path.
enum { AB_AXIS_PATH = 6 };

enum { AB_COUPLED_JOINTS = 3 };

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
