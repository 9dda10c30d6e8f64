// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joints.h - what each joint locks.
//
// A joint connects a frame on body A with a frame on body B that coincide at the start. Of the
// three translations of B's frame along A's axes and the three rotations about x, the new y and the
// new z, each axis is locked, free, or given as an expression of time by the user.

#ifndef AB_JOINTS_H
#define AB_JOINTS_H

#include "base/schema.h"

typedef enum abAxisUse { AB_AXIS_LOCKED, AB_AXIS_FREE, AB_AXIS_USER } abAxisUse;

typedef struct abJointType {
    const abTable *table;
    abAxisUse use[6]; // x, y, z, rx, ry, rz
} abJointType;

// Keys of `general` (all six) and of the joints that may be driven (the free ones): the word free
// or an expression of time.
typedef struct abJointKeys {
    const char *drive[6];
} abJointKeys;

const abJointType *ab_joint_type(int kind);

#endif
