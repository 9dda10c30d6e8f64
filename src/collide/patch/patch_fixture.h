// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_fixture.h - for tests: shapes from a line of text that stay until the end of the program, and
// what all points of an overlap give together.

#ifndef AB_PATCH_FIXTURE_H
#define AB_PATCH_FIXTURE_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch.h"
#include "math/core/vector_math.h"
#include "shape/core/shape_fixture.h"

static inline abShape fixture_shape(const char *text) {
    return lasting_shape(text, 0.0);
}

// What a linear law of stiffness 1 would give.
typedef struct Load {
    int count;
    double depth, weights;
    abVec3 force, torque; // on B, about `about`
} Load;

static inline Load fixture_load(const abShape *A, const abPose *X_WA, const abShape *B,
                                const abPose *X_WB, abVec3 about) {
    abProximity deepest;
    abPatchPoint points[AB_PATCH_MAX];
    ab_proximity(A, X_WA, B, X_WB, &deepest);
    Load out = {.count = ab_patch(A, X_WA, B, X_WB, &deepest, points), .depth = -deepest.distance};
    for (int i = 0; i < out.count; i++) {
        abVec3 f = ab_scale(fmax(0.0, points[i].depth) * points[i].weight, points[i].n_AB_W);
        out.weights += points[i].weight;
        out.force = ab_add(out.force, f);
        out.torque = ab_add(out.torque, ab_cross(ab_sub(points[i].p_W, about), f));
    }
    return out;
}

#endif
