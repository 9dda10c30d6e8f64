// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_blunt.c - what blunt corners of outlines carry alone and together.
//
// A corner of a polygon of many sides has a small weight w, its exterior angle by a right angle, so
// that a side on a floor does not become stiffer with every corner beside it. Alone it is one
// contact all the same. In between the stored energy decides, which with U(d) = c d^p is
//
//   E = U(D) psi,   psi^8 = sum (1 - w_i^8) q_i^8 + e^8                                    (1)
//   e = sum w_i q_i,   q_i = (d_i/D)^p                                                     (2)
//
// D is the depth of the deepest point, and e what the weights alone would store. One point has
// psi = 1, points of w = 1 have psi = e, and where one point takes over from another as the deepest
// nothing jumps. The weights that carry the slope of (1) by the depths are
//
//   w_i' = psi^-7 ((1 - w_i^8) q_i^7 + e^7 w_i)                                            (3)
//
// and with them sum w_i' U(d_i) = E: what is stored is what the forces gave, however points come and
// go.
//
// Valid   the same law at all points, of an energy that grows by a power of the depth, and weights w
//         that do not change as the bodies move.

#include "collide/patch/patch_blunt.h"

#include <math.h>
#include <stdbool.h>

#include "math/core/elementary.h"

// The greatest depth; 0 where no point is blunt.
static double blunt_depth(const abPatchPoint *points, int count) {
    double deepest = 0.0;
    bool is_blunt = false;
    for (int i = 0; i < count; i++) {
        deepest = fmax(deepest, points[i].depth);
        is_blunt = is_blunt || points[i].weight < 1.0;
    }
    return is_blunt ? deepest : 0.0;
}

void ab_patch_blunt(abPatchPoint *points, int count, double power) {
    double deepest = blunt_depth(points, count);
    if (!(deepest > 0.0)) {
        return;
    }
    double q[AB_PATCH_MAX], alone[AB_PATCH_MAX], e = 0.0, eighth = 0.0; // (2), (1)
    for (int i = 0; i < count; i++) {
        double w = points[i].weight;
        q[i] = ab_pow(fmax(0.0, points[i].depth) / deepest, power);
        alone[i] = fmax(0.0, 1.0 - ab_power_7(w) * w);
        e += w * q[i];
        eighth += alone[i] * ab_power_7(q[i]) * q[i];
    }
    double psi = ab_root_8(eighth + ab_power_7(e) * e);
    for (int i = 0; i < count; i++) {
        points[i].weight =
            alone[i] * ab_power_7(q[i] / psi) + ab_power_7(e / psi) * points[i].weight; // (3)
    }
}
