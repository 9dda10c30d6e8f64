// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface.h - the surface of a shape as triangles, for pictures and exports. Not for contact.

#ifndef AB_SURFACE_H
#define AB_SURFACE_H

#include "record/scene/scene.h"

typedef struct abSurfaceMesh {
    abAllocator allocator;
    abVec3 *points; // in the shape's frame                          [m]
    int *triangles; // three indices each, counter-clockwise from outside
    size_t point_capacity, triangle_capacity;
    int point_count, triangle_count;
    bool failed; // for want of memory
} abSurfaceMesh;

void ab_surface_init(abSurfaceMesh *mesh, abAllocator allocator);
void ab_surface_done(abSurfaceMesh *mesh);

// Adds the surface of a shape. A plane becomes a square with sides of 2 `patch`. Rounded edges (a
// smoothing radius) are left sharp at their nominal size.
void ab_surface_add(abSurfaceMesh *mesh, const abSceneShape *shape, double patch);

#endif
