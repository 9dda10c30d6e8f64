// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_blunt.h - what blunt corners of outlines carry alone and together.

#ifndef AB_PATCH_BLUNT_H
#define AB_PATCH_BLUNT_H

#include "collide/broad/patch_point.h"

// Weights of points that come with the share of their own angle. `power`: that of the depth by which
// the stored energy of the law grows, 2 of a linear spring.
void ab_patch_blunt(abPatchPoint *points, int count, double power);

#endif
