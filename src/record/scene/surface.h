// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface.h - the surface of a shape as triangles, for pictures and exports. Not for contact.

#ifndef AB_SURFACE_H
#define AB_SURFACE_H

#include <math.h>

#include "record/scene/scene.h"

typedef struct abSurfaceMesh {
    abAllocator allocator;
    abVec3 *points; // in the shape's frame                          [m]
    int *triangles; // three indices each, counter-clockwise from outside
    size_t point_capacity, triangle_capacity;
    int point_count, triangle_count;
    bool failed; // for want of memory
} abSurfaceMesh;

// Boxes around points.
static const abBox ab_box_of_nothing = {{INFINITY, INFINITY, INFINITY},
                                        {-INFINITY, -INFINITY, -INFINITY}};
static inline void ab_box_widen(abBox *box, abVec3 p) {
    box->low = (abVec3){fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z)};
    box->high = (abVec3){fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z)};
}
static inline abVec3 ab_box_corner(const abBox *box, int i) {
    return (abVec3){i & 1 ? box->high.x : box->low.x, i & 2 ? box->high.y : box->low.y,
                    i & 4 ? box->high.z : box->low.z};
}
// One to look at where there is nothing.
static inline void ab_box_fill(abBox *box) {
    if (!(box->low.x <= box->high.x)) {
        *box = (abBox){{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
    }
}

void ab_surface_init(abSurfaceMesh *mesh, abAllocator allocator);
void ab_surface_done(abSurfaceMesh *mesh);

// Adds the surface of a shape. A plane becomes a square with sides of 2 `patch`. Rounded edges (a
// smoothing radius) are left sharp at their nominal size.
void ab_surface_add(abSurfaceMesh *mesh, const abSceneShape *shape, double patch);

#endif
