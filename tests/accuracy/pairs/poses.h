// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poses.h - the shapes and the poses of the pair tests: the same on every machine.

#ifndef AB_TEST_POSES_H
#define AB_TEST_POSES_H

#include <stdio.h>

#include "collide/broad/proximity.h"
#include "solid.h"

enum { VARIANTS_MAX = 6, SIZES = 5, POSE_CLASSES = 10 };

// A shape of each kind in several forms, sharp and smoothed, each in sizes from 1e-3 to 1e3.
typedef struct Family {
    int count;
    abShape shape[VARIANTS_MAX][SIZES];
    Form form[VARIANTS_MAX][SIZES];
} Family;

extern Family g_families[AB_SHAPE_COUNT];
extern const char *const g_pose_names[POSE_CLASSES];

// Compiles all; false when one did not.
bool families_init(void);
void families_done(void);

// The same shape with all lengths times s; takes memory from the arena of the families.
bool shape_scaled(const abShape *shape, double s, abShape *out);

typedef struct Scene {
    const Form *A, *B;
    abPose X_WA, X_WB;
    int class; // of the pose: g_pose_names
} Scene;

// Pose number k of a pair of kinds.
Scene scene_make(abShapeKind kind_A, abShapeKind kind_B, int k);

abProximity scene_ask(const Scene *scene);

// Both shapes and poses, as hexadecimal numbers.
void scene_print(FILE *out, const Scene *scene);

#endif
