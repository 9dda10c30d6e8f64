// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// support.c - farthest points of cores, and of the difference of two.

#include "collide/convex/support.h"

#include "collide/convex/convex_pair.h"
#include "math/core/vector_math.h"
#include "shape/core/axial.h"
#include "shape/kinds/hull_cells.h"

static abVec3 cylinder_farthest(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double h = with_sign(shape->size[0], a.u), across = sqrt(a.v * a.v + a.w * a.w);
    double s = across > 0.0 ? shape->size[1] / across : 0.0;
    return across > 0.0 ? from_axial(shape, h, s * a.v, s * a.w)
                        : from_axial(shape, h, shape->size[1], 0.0);
}

abVec3 ab_round_support(const abShape *shape, const abShapeType *type, int *corner, abVec3 d) {
    *corner = shape->kind == AB_SHAPE_CAPSULE ? to_axial(shape, d).u < 0.0 : 0;
    return shape->kind == AB_SHAPE_CYLINDER ? cylinder_farthest(shape, d) : type->support(shape, d);
}

// Do all neighbours of a hull's corner but `other` lie below it, by more than the length of the
// edge times AB_FLAT_ANGLE?
static bool is_above_ring(const abShape *shape, int corner, int other, abVec3 d) {
    const abHull *hull = shape->hull;
    for (int i = hull->ring_start[corner]; i < hull->ring_start[corner + 1]; i++) {
        abVec3 edge = ab_sub(hull->corners[corner], hull->corners[hull->ring[i]]);
        if (hull->ring[i] != other && !(ab_dot(edge, d) > AB_FLAT_ANGLE * 2.0 * shape->bound)) {
            return false;
        }
    }
    return true;
}

bool ab_core_is_corner(const abShape *shape, abVec3 d) {
    switch (shape->kind) {
    case AB_SHAPE_SPHERE:
        return true;
    case AB_SHAPE_CAPSULE:
        return fabs(to_axial(shape, d).u) > AB_FLAT_ANGLE;
    case AB_SHAPE_BOX:
        return fabs(d.x) > AB_FLAT_ANGLE && fabs(d.y) > AB_FLAT_ANGLE && fabs(d.z) > AB_FLAT_ANGLE;
    case AB_SHAPE_HULL:
        return is_above_ring(shape, ab_hull_farthest(shape->hull, d), -1, d);
    default:
        return false;
    }
}

bool ab_core_is_edge(const abShape *shape, const int corner[2], abVec3 d) {
    if (shape->kind == AB_SHAPE_BOX) {
        int along = corner[0] ^ corner[1]; // 1, 2, 4: the edge runs along x, y, z
        return (along == 1 || fabs(d.x) > AB_FLAT_ANGLE) &&
               (along == 2 || fabs(d.y) > AB_FLAT_ANGLE) &&
               (along == 4 || fabs(d.z) > AB_FLAT_ANGLE);
    }
    return shape->kind == AB_SHAPE_CAPSULE ||
           (shape->kind == AB_SHAPE_HULL && is_above_ring(shape, corner[0], corner[1], d) &&
            is_above_ring(shape, corner[1], corner[0], d));
}

abVec3 ab_support_A(const abPair *pair, abVec3 n) {
    int corner;
    return ab_core_support(pair->A, pair->type_A, &corner, n);
}

abVec3 ab_support_B(const abPair *pair, abVec3 n) {
    int corner;
    abVec3 d = ab_neg(ab_mul_t(pair->R_AB, n));
    return ab_from_B(pair, ab_core_support(pair->B, pair->type_B, &corner, d));
}

void ab_pair_lowest(const abPair *pair, abVec3 n, abDifferencePoint *out) {
    abVec3 d = ab_neg(ab_mul_t(pair->R_AB, n));
    abVec3 a = ab_core_support(pair->A, pair->type_A, &out->corner[0], n);
    abVec3 b = ab_core_support(pair->B, pair->type_B, &out->corner[1], d);
    out->n = n;
    out->a = a;
    out->w = ab_sub(ab_from_B(pair, b), a);
}
