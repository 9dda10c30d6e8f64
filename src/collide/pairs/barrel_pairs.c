// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// barrel_pairs.c - cylinders and capsules lying across each other: barrel on barrel.
//
// When the axes are not parallel and the nearest points of the two infinite axes lie within both
// barrels, the normal is that common perpendicular and
//
//   distance = gap of the axes - R_A - R_B                                                (1)
//
// which is a maximum of the separation; it is the answer when the bodies are apart, and when no
// other way out of the overlap can be shorter. Everything else goes the general way.
//
// Error   a few roundings of the distance of the origins, over the sine of the angle between the
// axes.

#include "collide/broad/proximity.h"
#include "collide/convex/convex.h"
#include "collide/convex/convex_pair.h"
#include "collide/convex/search.h"
#include "collide/pairs/pairs.h"

typedef struct Barrel {
    abVec3 axis;         // frame of A
    double half, radius; // of the core
} Barrel;

static Barrel barrel_of(const abShape *shape, abMat3 R) {
    bool is_cylinder = shape->kind == AB_SHAPE_CYLINDER;
    return (Barrel){ab_column(R, shape->axis), shape->size[0], is_cylinder ? shape->size[1] : 0.0};
}

static bool crossed(const abPair *pair, abSeparation *found) {
    Barrel A = barrel_of(pair->A, ab_mat3_identity()), B = barrel_of(pair->B, pair->R_AB);
    abVec3 across = ab_cross(A.axis, B.axis);
    double sin2 = ab_norm2(across), c = ab_dot(A.axis, B.axis);
    if (sin2 < 1e-6) {
        return false;
    }
    double ur = ab_dot(A.axis, pair->p_AB), vr = ab_dot(B.axis, pair->p_AB);
    double s = (ur - c * vr) / sin2, t = (c * ur - vr) / sin2;
    if (fabs(s) > A.half || fabs(t) > B.half) {
        return false;
    }
    abVec3 n = ab_unit(across);
    double gap = ab_dot(n, pair->p_AB);
    found->n = gap < 0.0 ? ab_neg(n) : n;
    found->distance = fabs(gap) - A.radius - B.radius;
    found->is_centered = found->is_loose = false;
    found->a = ab_add_scaled(ab_scale(s, A.axis), A.radius, found->n);
    found->b = ab_add_scaled(found->a, found->distance, found->n);
    return found->distance > 0.0 || ab_is_certain(pair, found);
}

void ab_barrel_cylinder(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abProximity *out) {
    abPair pair;
    abSeparation found;
    ab_pair_init(&pair, A, X_WA, B, X_WB);
    if (crossed(&pair, &found)) {
        ab_pair_answer(&pair, X_WA, &found, true, out);
    } else {
        ab_convex_convex(A, X_WA, B, X_WB, out);
    }
}
