// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_deepest.h - what the deepest point of a pair carries beside the points of its patch.

#ifndef AB_PATCH_DEEPEST_H
#define AB_PATCH_DEEPEST_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"

// Weights of points that come with those of their features; the deepest one is added where it
// carries too, there is room for it. `power`: that of the depth by which the stored energy of the law
// grows, 2 of a linear spring. Returns the number of points, at least 1.
int ab_patch_with_deepest(const abProximity *deepest, double power, abPatchPoint *points,
                          int count);

#endif
