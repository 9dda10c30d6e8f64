// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// crease.h - normals of surfaces with edges: round parts smooth, edges sharp.

#ifndef AB_CREASE_H
#define AB_CREASE_H

#include "record/scene/surface.h"

// Gives each triangle from `first_triangle` on three points of its own, behind those there are, and
// the normals at these (three each, unit) in `normals`: the sum of those of the faces around the
// place that meet the triangle's own at less than 30 degrees. False for want of memory.
bool ab_crease(abSurfaceMesh *mesh, int first_triangle, abVec3 *normals);

#endif
