// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_moments.c - three points in place of a surface.
//
// Let s be the places of the part, with the mean m and the covariance C = L L', L lower triangular,
// and d the depth with the mean D and the covariance c with s. The points
//
//   s_j = m + L u_j,  d_j = D + (L^-1 c) . u_j,   u = (-sqrt 2, 0), (sqrt 1/2, +- sqrt 3/2)     (1)
//
// of equal areas have the same area, m, C, D and c; what is linear or quadratic in the place, and
// linear in depth times place, comes out exactly. For a whole triangle they are the middles of its
// sides. Of a depth that is straight in pieces its spread about the plane is lost.
//
// Valid   any part, also one of several pieces; slivers, whose spread is lost in rounding, have
//         their depth alike at all three.
// Source  moments of a triangle with corners p: int p p' = A/12 (sum p p' + s s'), s their sum; own
//         derivation of (1), docs/theory/surface_contact.md.

#include "collide/pressure/surface_moments.h"

#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_room.h"

void ab_moments_add(abSurfaceMoments *sum, const abSurfaceCell *cell, abVec3 normal) {
    double one = 0.0, a = 0.0, b = 0.0, aa = 0.0, ab = 0.0, bb = 0.0;
    double a0 = cell->at[0].a, b0 = cell->at[0].b;
    for (int i = 1; i + 1 < cell->count; i++) {
        double a1 = cell->at[i].a, b1 = cell->at[i].b;
        double a2 = cell->at[i + 1].a, b2 = cell->at[i + 1].b;
        double area = (a1 - a0) * (b2 - b0) - (a2 - a0) * (b1 - b0); // by that of the triangle
        double sa = a0 + a1 + a2, sb = b0 + b1 + b2;
        one += area;
        a += area * sa;
        b += area * sb;
        aa += area * (a0 * a0 + a1 * a1 + a2 * a2 + sa * sa);
        ab += area * (a0 * b0 + a1 * b1 + a2 * b2 + sa * sb);
        bb += area * (b0 * b0 + b1 * b1 + b2 * b2 + sb * sb);
    }
    a *= 1.0 / 3.0, b *= 1.0 / 3.0;
    aa *= 1.0 / 12.0, ab *= 1.0 / 12.0, bb *= 1.0 / 12.0;
    double d = cell->depth[0], along_a = cell->depth[1] - d, along_b = cell->depth[2] - d;
    sum->one += one;
    sum->a += a;
    sum->b += b;
    sum->aa += aa;
    sum->ab += ab;
    sum->bb += bb;
    sum->d += d * one + along_a * a + along_b * b;
    sum->da += d * a + along_a * aa + along_b * ab;
    sum->db += d * b + along_a * ab + along_b * bb;
    sum->normal = ab_add_scaled(sum->normal, one, normal);
}

bool ab_moments_points(const abSurfaceMoments *sum, abMomentPoint at[3]) {
    static const double u[3] = {-1.4142135623730951, 0.7071067811865476, 0.7071067811865476};
    static const double v[3] = {0.0, 1.2247448713915890, -1.2247448713915890};
    static const double minimum = 1e-14; // of a square of a weight: rounding
    if (!(sum->one > 0.0)) {
        return false;
    }
    double share = 1.0 / sum->one, ma = share * sum->a, mb = share * sum->b, d = share * sum->d;
    double aa = share * sum->aa - ma * ma, ab = share * sum->ab - ma * mb;
    double bb = share * sum->bb - mb * mb, da = share * sum->da - ma * d;
    double db = share * sum->db - mb * d;
    bool wide = aa > minimum;
    double l_a = wide ? sqrt(aa) : 0.0, l_ab = wide ? ab / l_a : 0.0, rest = bb - l_ab * l_ab;
    bool high = rest > minimum;
    double l_b = high ? sqrt(rest) : 0.0;
    double slope = wide ? da / l_a : 0.0, other = high ? (db - l_ab * slope) / l_b : 0.0;
    for (int j = 0; j < 3; j++) {
        double depth = d + slope * u[j] + other * v[j];
        at[j].a = ma + l_a * u[j];
        at[j].b = mb + l_ab * u[j] + l_b * v[j];
        at[j].depth = depth > minimum * d ? depth : minimum * d;
    }
    return true;
}

double ab_moment_of_squares(const abSurfaceCell *cell) {
    double sum = 0.0, p = ab_depth_at(cell, 0);
    for (int i = 1; i + 1 < cell->count; i++) {
        const abCellCorner *o = &cell->at[0], *u = &cell->at[i], *v = &cell->at[i + 1];
        double area = (u->a - o->a) * (v->b - o->b) - (v->a - o->a) * (u->b - o->b);
        double q = ab_depth_at(cell, i), r = ab_depth_at(cell, i + 1);
        sum += area / 6.0 * (p * p + q * q + r * r + p * q + q * r + r * p);
    }
    return sum;
}
