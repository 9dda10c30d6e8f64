// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field_grid.c - between the nodes of a regular grid: products of weights along the three axes.

#include "shape/core/field_grid.h"

#include <math.h>
#include <stddef.h>

// Four nodes along an axis, from `first` on, of which some may be none of the grid; their weights
// are zero then.
typedef struct Stencil {
    int first;
    double weights[4];
} Stencil;

// The nodes k - 1 to k + 2 around a place that is t between k and k + 1, by the cubic of which the
// slope at a node is that of the chord of its neighbours (Catmull and Rom 1974).
static void cubic_weights(double t, double weights[4]) {
    weights[0] = 0.5 * t * (t * (2.0 - t) - 1.0);
    weights[1] = 0.5 * (t * t * (3.0 * t - 5.0) + 2.0);
    weights[2] = 0.5 * t * (t * (4.0 - 3.0 * t) + 1.0);
    weights[3] = 0.5 * t * t * (t - 1.0);
}

// A node before the first one, or behind the last, is on the parabola through the three next to it.
static void fold_ends(Stencil *s, int k, int count) {
    double *w = s->weights;
    if (k == 0) {
        w[1] += 3.0 * w[0];
        w[2] -= 3.0 * w[0];
        w[3] += w[0];
        w[0] = 0.0;
    }
    if (k == count - 2) {
        w[2] += 3.0 * w[3];
        w[1] -= 3.0 * w[3];
        w[0] += w[3];
        w[3] = 0.0;
    }
}

static Stencil stencil(double x, double low, double high, int count, bool is_cubic) {
    if (count == 1) {
        return (Stencil){0, {1.0, 0.0, 0.0, 0.0}};
    }
    double u = fmin(fmax((x - low) / (high - low), 0.0), 1.0) * (count - 1);
    int k = (int)fmin(floor(u), count - 2);
    double t = u - k;
    Stencil s = {k - 1, {0.0, 1.0 - t, t, 0.0}};
    if (is_cubic && count > 2) {
        cubic_weights(t, s.weights);
        fold_ends(&s, k, count);
    }
    return s;
}

double ab_field_on_grid(const abFieldGrid *grid, abVec3 p) {
    const int *n = grid->counts;
    bool is_cubic = grid->interpolation == AB_FIELD_CUBIC;
    Stencil x = stencil(p.x, grid->low.x, grid->high.x, n[0], is_cubic),
            y = stencil(p.y, grid->low.y, grid->high.y, n[1], is_cubic),
            z = stencil(p.z, grid->low.z, grid->high.z, n[2], is_cubic);
    double sum = 0.0;
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < 4; j++) {
            double weight = z.weights[k] * y.weights[j];
            for (int i = 0; i < 4 && weight != 0.0; i++) {
                if (x.weights[i] != 0.0) {
                    size_t node = ((size_t)(z.first + k) * (size_t)n[1] + (size_t)(y.first + j)) *
                                      (size_t)n[0] +
                                  (size_t)(x.first + i);
                    sum += weight * x.weights[i] * grid->values[node];
                }
            }
        }
    }
    return sum;
}
