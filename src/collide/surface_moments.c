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

#include "collide/surface_moments.h"

static void add_triangle(abSurfaceMoments *sum, const double a[3], const double b[3],
                         const double d[3]) {
    double area = (a[1] - a[0]) * (b[2] - b[0]) - (a[2] - a[0]) * (b[1] - b[0]); // by the whole
    double sa = a[0] + a[1] + a[2], sb = b[0] + b[1] + b[2], sd = d[0] + d[1] + d[2];
    double third = area / 3.0, part = area / 12.0;
    sum->one += area;
    sum->a += third * sa;
    sum->b += third * sb;
    sum->d += third * sd;
    sum->aa += part * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + sa * sa);
    sum->ab += part * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + sa * sb);
    sum->bb += part * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + sb * sb);
    sum->da += part * (d[0] * a[0] + d[1] * a[1] + d[2] * a[2] + sd * sa);
    sum->db += part * (d[0] * b[0] + d[1] * b[1] + d[2] * b[2] + sd * sb);
}

void ab_moments_add(abSurfaceMoments *sum, const abSurfaceCell *cell, abVec3 normal) {
    double before = sum->one, d[AB_CELL_CORNERS];
    for (int i = 0; i < cell->count; i++) {
        d[i] = ab_at_cell(cell->depth, cell->a[i], cell->b[i]);
    }
    for (int i = 1; i + 1 < cell->count; i++) {
        add_triangle(sum, (double[]){cell->a[0], cell->a[i], cell->a[i + 1]},
                     (double[]){cell->b[0], cell->b[i], cell->b[i + 1]},
                     (double[]){d[0], d[i], d[i + 1]});
    }
    sum->normal = ab_add_scaled(sum->normal, sum->one - before, normal);
}

bool ab_moments_points(const abSurfaceMoments *sum, abSurfacePart *part) {
    static const double u[3] = {-1.4142135623730951, 0.7071067811865476, 0.7071067811865476};
    static const double v[3] = {0.0, 1.2247448713915890, -1.2247448713915890};
    static const double least = 1e-14; // of a square of a weight: rounding
    if (!(sum->one > 0.0)) {
        return false;
    }
    double share = 1.0 / sum->one, ma = share * sum->a, mb = share * sum->b, d = share * sum->d;
    double aa = share * sum->aa - ma * ma, ab = share * sum->ab - ma * mb;
    double bb = share * sum->bb - mb * mb, da = share * sum->da - ma * d;
    double db = share * sum->db - mb * d;
    bool wide = aa > least;
    double l_a = wide ? sqrt(aa) : 0.0, l_ab = wide ? ab / l_a : 0.0, rest = bb - l_ab * l_ab;
    bool high = rest > least;
    double l_b = high ? sqrt(rest) : 0.0;
    double slope = wide ? da / l_a : 0.0, other = high ? (db - l_ab * slope) / l_b : 0.0;
    for (int j = 0; j < 3; j++) {
        double a = ma + l_a * u[j], b = mb + l_ab * u[j] + l_b * v[j];
        double depth = d + slope * u[j] + other * v[j];
        part->weight[j][0] = 1.0 - a - b;
        part->weight[j][1] = a;
        part->weight[j][2] = b;
        part->depth[j] = depth > least * d ? depth : least * d;
    }
    part->normal = ab_unit(sum->normal);
    return true;
}
