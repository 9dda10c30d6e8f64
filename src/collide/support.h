// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// support.h - farthest points of cores, inline for the shapes where the call would cost more than
// the search. Private to collide.
//
// A search on a hull walks uphill from where the last one within the same query ended (`hint`, -1
// at first): a farthest corner is found from anywhere, so the start changes the time only. Of
// corners equally far, which one is found may depend on it; a query always starts anew, so the same
// poses give the same bits.

#ifndef AB_SUPPORT_H
#define AB_SUPPORT_H

#include "shape/hull.h"
#include "shape/shape_parts.h"

// A corner of the box around the hull along the longest component of d.
static inline int ab_hull_start(const abHull *hull, abVec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    return hull->starts[2 * axis + (ab_get(d, axis) < 0.0)];
}

static inline int ab_hull_climb(const abHull *hull, int best, abVec3 d) {
    double most = ab_dot(hull->corners[best], d);
    for (int from = -1; from != best;) {
        from = best;
        const int *end = hull->ring + hull->ring_start[from + 1];
        for (const int *next = hull->ring + hull->ring_start[from]; next < end; next++) {
            double height = ab_dot(hull->corners[*next], d);
            if (height > most) {
                most = height;
                best = *next;
            }
        }
    }
    return best;
}

static inline abVec3 ab_cylinder_farthest(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double h = with_sign(shape->size[0], a.u), across = sqrt(a.v * a.v + a.w * a.w);
    double s = across > 0.0 ? shape->size[1] / across : 0.0;
    return across > 0.0 ? from_axial(shape, h, s * a.v, s * a.w)
                        : from_axial(shape, h, shape->size[1], 0.0);
}

static inline abVec3 ab_core_support(const abShape *shape, const abShapeType *type, int *hint,
                                     abVec3 d) {
    switch (shape->kind) {
    case AB_SHAPE_BOX:
        return (abVec3){with_sign(shape->size[0], d.x), with_sign(shape->size[1], d.y),
                        with_sign(shape->size[2], d.z)};
    case AB_SHAPE_HULL:
        *hint = ab_hull_climb(shape->hull, *hint < 0 ? ab_hull_start(shape->hull, d) : *hint, d);
        return shape->hull->corners[*hint];
    case AB_SHAPE_CYLINDER:
        return ab_cylinder_farthest(shape, d);
    default:
        return type->support(shape, d);
    }
}

// Is the farthest point in the unit direction d plainly a corner, with no edge or face at right
// angles to d? May answer false when it is hard to tell.
static inline bool ab_core_is_corner(const abShape *shape, int *hint, abVec3 d) {
    if (shape->kind == AB_SHAPE_BOX) {
        return fabs(d.x) > AB_FLAT_ANGLE && fabs(d.y) > AB_FLAT_ANGLE && fabs(d.z) > AB_FLAT_ANGLE;
    }
    if (shape->kind != AB_SHAPE_HULL) {
        return false;
    }
    const abHull *hull = shape->hull;
    int top = ab_hull_climb(hull, *hint < 0 ? ab_hull_start(hull, d) : *hint, d);
    *hint = top;
    for (int i = hull->ring_start[top]; i < hull->ring_start[top + 1]; i++) {
        double drop = ab_dot(ab_sub(hull->corners[top], hull->corners[hull->ring[i]]), d);
        if (!(drop > AB_FLAT_ANGLE * 2.0 * shape->bound)) { // more than the edge's own length
            return false;
        }
    }
    return true;
}

// The piece that holds the farthest point.
static inline int ab_core_piece(const abShape *shape, const abShapeType *type, int *hint,
                                abVec3 d) {
    if (shape->kind == AB_SHAPE_HULL) {
        (void)ab_core_support(shape, type, hint, d);
        return *hint;
    }
    return type->piece(shape, d);
}

#endif
