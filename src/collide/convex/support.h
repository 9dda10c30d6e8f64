// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// support.h - farthest points of cores, without a call for the shapes where it would cost more than
// the search. Private to collide.
//
// Cores with corners also say which one it is (`corner`), by the number of its piece.

#ifndef AB_SUPPORT_H
#define AB_SUPPORT_H

#include "base/inline.h"
#include "collide/convex/convex_pair.h"
#include "math/core/vector_math.h"
#include "shape/kinds/hull_cells.h"

// Of the shapes that are neither box nor hull.
abVec3 ab_round_support(const abShape *shape, const abShapeType *type, int *corner, abVec3 d);

AB_INLINE abVec3 ab_core_support(const abShape *shape, const abShapeType *type, int *corner,
                                 abVec3 d) {
    if (shape->kind == AB_SHAPE_HULL) {
        *corner = ab_hull_farthest(shape->hull, d);
        return shape->hull->corners[*corner];
    }
    if (shape->kind == AB_SHAPE_BOX) {
        *corner = (d.x < 0.0) + 2 * (d.y < 0.0) + 4 * (d.z < 0.0);
        return (abVec3){with_sign(shape->size[0], d.x), with_sign(shape->size[1], d.y),
                        with_sign(shape->size[2], d.z)};
    }
    return ab_round_support(shape, type, corner, d);
}

// Is the farthest point in the unit direction d plainly a corner, with no edge or face at right
// angles to d? May answer false when it is hard to tell.
bool ab_core_is_corner(const abShape *shape, abVec3 d);

// The same for an edge between two corners, of cores that have corners.
bool ab_core_is_edge(const abShape *shape, const int corner[2], abVec3 d);

// A corner by its number.
static inline abVec3 ab_core_corner(const abShape *shape, const abShapeType *type, int corner) {
    return type->piece_at(shape, corner).center;
}

// The piece that holds the farthest point.
static inline int ab_core_piece(const abShape *shape, const abShapeType *type, abVec3 d) {
    return shape->kind == AB_SHAPE_HULL ? ab_hull_farthest(shape->hull, d) : type->piece(shape, d);
}

// The point of a core farthest along n and against it, in the frame of A.
abVec3 ab_support_A(const abPair *pair, abVec3 n);
abVec3 ab_support_B(const abPair *pair, abVec3 n);
static inline double ab_pair_sep(const abPair *pair, abVec3 n) {
    return ab_dot(n, ab_sub(ab_support_B(pair, n), ab_support_A(pair, n)));
}
// The lowest point of D along n.
void ab_pair_lowest(const abPair *pair, abVec3 n, abDifferencePoint *out);

#endif
