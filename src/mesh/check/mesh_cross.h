// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_cross.h - do two triangles cross each other?

#ifndef AB_MESH_CROSS_H
#define AB_MESH_CROSS_H

#include <stdbool.h>

#include "abut/vector.h"

// Whether an edge of one goes through the other, or both lie in one plane and overlap there. Merely
// touching with a corner (also of one on an edge of the other), or sharing corners or an edge, is
// not crossing. Both have an area. The answer has no rounding error, but for two triangles of one
// plane that share both other sides.
bool ab_triangles_cross(const abVec3 a[3], const abVec3 b[3]);

#endif
