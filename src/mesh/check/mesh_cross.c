// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_cross.c - triangle against triangle by signs of determinants.
//
// An edge p, q goes through a triangle when p and q are strictly on different sides of its plane
// and its three corners, two by two, see the line p q on the same side. Corners on the plane, and
// edges that meet a corner, count as touching: neighbours that share a corner or an edge do not
// cross, nor do T-edges.
//
// Source  the tests are those of P. Guigue, O. Devillers, J. Graphics Tools 8 (2003) 25, without
//         their ordering; the predicates are exact (math/core/predicates.h).

#include "mesh/check/mesh_cross.h"

#include "math/core/predicates.h"
#include "math/core/vector_math.h"

// Does the line p q, of which p and q are on different sides of triangle t, go through t or one of
// its edges, but not merely a corner?
static bool meets(abVec3 p, abVec3 q, const abVec3 t[3]) {
    int low = 0, high = 0, on_edges = 0;
    for (int i = 0; i < 3; i++) {
        int side = ab_orient_3d(p, q, t[i], t[(i + 1) % 3]);
        low = side < low ? side : low;
        high = side > high ? side : high;
        on_edges += side == 0;
    }
    return (low == 0 || high == 0) && on_edges < 2;
}

// Does an edge of a, whose corners are on the given sides of b, go through b?
static bool edge_goes_through(const abVec3 a[3], const int sides[3], const abVec3 b[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (sides[i] * sides[j] < 0 && meets(a[i], a[j], b)) {
            return true;
        }
    }
    return false;
}

// ---- in one plane ----

static int axis_of(const abVec3 t[3]) {
    abVec3 n = ab_cross(ab_sub(t[1], t[0]), ab_sub(t[2], t[0]));
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static bool is_inside(abVec3 p, const abVec3 t[3], int axis) {
    int turn = ab_orient_2d(t[0], t[1], t[2], axis);
    for (int i = 0; i < 3; i++) {
        if (ab_orient_2d(t[i], t[(i + 1) % 3], p, axis) != turn) {
            return false;
        }
    }
    return turn != 0;
}

static bool edges_cross(abVec3 a, abVec3 b, abVec3 c, abVec3 d, int axis) {
    return ab_orient_2d(a, b, c, axis) * ab_orient_2d(a, b, d, axis) < 0 &&
           ab_orient_2d(c, d, a, axis) * ab_orient_2d(c, d, b, axis) < 0;
}

static abVec3 center_of(const abVec3 t[3]) {
    return ab_scale(1.0 / 3.0, ab_add(t[0], ab_add(t[1], t[2])));
}

static bool overlap_in_plane(const abVec3 a[3], const abVec3 b[3]) {
    int axis = axis_of(a);
    for (int i = 0; i < 3; i++) {
        if (is_inside(a[i], b, axis) || is_inside(b[i], a, axis)) {
            return true;
        }
        for (int j = 0; j < 3; j++) {
            if (edges_cross(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], axis)) {
                return true;
            }
        }
    }
    return is_inside(center_of(a), b, axis) || is_inside(center_of(b), a, axis);
}

bool ab_triangles_cross(const abVec3 a[3], const abVec3 b[3]) {
    int sides_a[3], sides_b[3]; // of a's corners to b, of b's corners to a
    for (int i = 0; i < 3; i++) {
        sides_a[i] = ab_orient_3d(b[0], b[1], b[2], a[i]);
    }
    if (sides_a[0] == 0 && sides_a[1] == 0 && sides_a[2] == 0) {
        return overlap_in_plane(a, b);
    }
    if (sides_a[0] == sides_a[1] && sides_a[1] == sides_a[2]) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        sides_b[i] = ab_orient_3d(a[0], a[1], a[2], b[i]);
    }
    return edge_goes_through(a, sides_a, b) || edge_goes_through(b, sides_b, a);
}
