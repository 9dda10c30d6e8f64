// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_polygon.h - splits a polygon into triangles: a fan when it is convex, else ears are cut
// off one by one.

#ifndef AB_MESH_POLYGON_H
#define AB_MESH_POLYGON_H

#include "abut/result.h"
#include "abut/vector.h"
#include "base/arena.h"

// Splits a polygon of n corners into n - 2 triangles, by index into `corners`. AB_BAD_MODEL
// when it is neither convex nor of at most AB_POLYGON_MAX corners, AB_IO for want of memory.
enum { AB_POLYGON_MAX = 1000 };
abResult ab_polygon_triangles(const abVec3 *points, const int *corners, int n, int *triangles,
                              abArena *scratch);

#endif
