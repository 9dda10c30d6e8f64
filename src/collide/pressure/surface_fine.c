// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_fine.c - a large part of a surface as many points.
//
// With the middles of the sides x_0, x_1, x_2 in order, the corner between the first and the last is
// x_0 + x_2 - x_1, and the sides from there are 2 (x_1 - x_2) and 2 (x_1 - x_0).

#include "collide/pressure/surface_fine.h"

#include <math.h>

#include "collide/pressure/tolerances.def"

int ab_surface_fine_points(bool in_steps, abFinePoint points[AB_SURFACE_FINE]) {
    int halves = in_steps ? 4 : 8; // of the sides of small triangles, along a side of the part
    int count = 0;
    for (int i = 0; i <= halves; i++) {
        for (int j = 0; i + j <= halves; j++) {
            if (i % 2 == 0 && j % 2 == 0) { // a corner
                continue;
            }
            bool is_rim = i == 0 || j == 0 || i + j == halves;
            double a = 2.0 * i / halves, b = 2.0 * j / halves;
            points[count++] = (abFinePoint){{1.0 - b, a + b - 1.0, 1.0 - a},
                                            (is_rim ? 4.0 : 8.0) / (3.0 * halves * halves)};
        }
    }
    return count;
}

double ab_surface_fine_share(bool in_steps, const abVec3 x[3], double seen, double whole_area) {
    double half = fmax(ab_norm2(ab_sub(x[1], x[0])),
                       fmax(ab_norm2(ab_sub(x[2], x[1])), ab_norm2(ab_sub(x[0], x[2]))));
    double large = (in_steps ? 4.0 : 1.0) * s_large_part * whole_area; // divided to the same size
    double size = half * fmax(0.0, seen);
    double t = size > large ? fmin(1.0, size / large - 1.0) : 0.0;
    return t * t * (3.0 - 2.0 * t);
}

void ab_surface_fine_forces(const abFinePoint *points, int count, const double force[3],
                            double fine[AB_SURFACE_FINE]) {
    double whole = 0.0, sum = force[0] + force[1] + force[2];
    for (int k = 0; k < count; k++) {
        fine[k] = points[k].share * fmax(0.0, ab_surface_fine_value(&points[k], force));
        whole += fine[k];
    }
    for (int k = 0; k < count && whole > 0.0; k++) {
        fine[k] *= sum / whole;
    }
}
