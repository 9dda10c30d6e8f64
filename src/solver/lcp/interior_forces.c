// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// interior_forces.c - sides of hard problems, by a path through the inside of the bounds.
//
//   M x + b - z + y = 0,   (x - lo) z = m,   (hi - x) y = m,   m -> 0,   M = A + r D      (1)
//
// Each step of Newton's method on (1) needs one factor of M with z / (x - lo) + y / (hi - x) on the
// diagonal. A first solution with m = 0 tells how far m can go down, a second one goes there. Steps
// are some twenty, whatever the problem; near the end the larger of x - lo and z tells the side.
//
// Source  Mehrotra 1992; Nocedal & Wright 2006, 16.6.

#include "solver/lcp/interior_forces.h"

#include <math.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/bounded_forces.h"
#include "solver/lcp/complementarity.h"
#include "solver/lcp/tolerances.def"

enum { STEPS = 60 };

typedef struct Path {
    abBoundedForces *q;
    double regularisation, m;
} Path;

static bool has_lo(const abBoundedForces *q, size_t i) {
    return q->lo[i] > -INFINITY && q->hi[i] > q->lo[i];
}

static bool has_hi(const abBoundedForces *q, size_t i) {
    return q->hi[i] < INFINITY && q->hi[i] > q->lo[i];
}

static bool is_fixed(const abBoundedForces *q, size_t i) {
    return !(q->hi[i] > q->lo[i]);
}

// x well inside the bounds, z and y of its size.
static void begin(Path *path) {
    abBoundedForces *q = path->q;
    double size = 10.0 * ab_row_largest(q->b, q->n);
    for (size_t i = 0; i < q->n; i++) {
        bool lo = has_lo(q, i), hi = has_hi(q, i);
        double width = lo && hi ? fmin(size, 0.5 * (q->hi[i] - q->lo[i])) : size;
        q->x[i] = is_fixed(q, i) || lo ? q->lo[i] : hi ? q->hi[i] : 0.0;
        q->x[i] += is_fixed(q, i) ? 0.0 : lo ? width : hi ? -width : 0.0;
        q->z[i] = lo ? size : 0.0;
        q->y[i] = hi ? size : 0.0;
    }
}

// w = M x + b about the centre; the mean of the products; the largest rest of (1).
static double look(Path *path) {
    abBoundedForces *q = path->q;
    double sum = 0.0, left = 0.0, count = 0.0;
    for (size_t i = 0; i < q->n; i++) {
        q->w[i] = q->b[i] + path->regularisation * q->diagonal[i] * (q->x[i] - q->centre[i]);
    }
    q->matrix->add_product(q->matrix->self, q->x, q->w);
    for (size_t i = 0; i < q->n; i++) {
        sum += has_lo(q, i) ? (q->x[i] - q->lo[i]) * q->z[i] : 0.0;
        sum += has_hi(q, i) ? (q->hi[i] - q->x[i]) * q->y[i] : 0.0;
        count += (double)has_lo(q, i) + (double)has_hi(q, i);
        left = is_fixed(q, i) ? left : fmax(left, fabs(q->w[i] - q->z[i] + q->y[i]));
    }
    path->m = count > 0.0 ? sum / count : 0.0;
    return left;
}

static void factor(Path *path) {
    abBoundedForces *q = path->q;
    for (size_t i = 0; i < q->n; i++) {
        double added = path->regularisation * q->diagonal[i];
        added += has_lo(q, i) ? q->z[i] / (q->x[i] - q->lo[i]) : 0.0;
        added += has_hi(q, i) ? q->y[i] / (q->hi[i] - q->x[i]) : 0.0;
        q->image[i] = is_fixed(q, i) ? 1e30 : added; // one that cannot move
    }
    q->matrix->factor_all(q->matrix->self, q->image);
}

// Changes of z and y that go with the step dx, for products `m` less the `second` order of a step
// before.
static double change_of_z(const abBoundedForces *q, size_t i, double m, double second) {
    double s = q->x[i] - q->lo[i];
    return has_lo(q, i) ? (m - second - q->z[i] * (s + q->step[i])) / s : 0.0;
}

static double change_of_y(const abBoundedForces *q, size_t i, double m, double second) {
    double t = q->hi[i] - q->x[i];
    return has_hi(q, i) ? (m - second - q->y[i] * (t - q->step[i])) / t : 0.0;
}

// dx for products m, less the second order of a step before.
static void find_step(Path *path, double m) {
    abBoundedForces *q = path->q;
    for (size_t i = 0; i < q->n; i++) {
        double s = q->x[i] - q->lo[i], t = q->hi[i] - q->x[i];
        q->step[i] = is_fixed(q, i) ? 0.0 : -q->w[i];
        q->step[i] += has_lo(q, i) ? (m - q->second_z[i]) / s : 0.0;
        q->step[i] -= has_hi(q, i) ? (m - q->second_y[i]) / t : 0.0;
    }
    q->matrix->solve(q->matrix->self, q->step);
}

// The largest share of the step that keeps x, z and y inside.
static double share_inside(const Path *path, double m) {
    const abBoundedForces *q = path->q;
    double share = 1.0 / s_inside;
    for (size_t i = 0; i < q->n; i++) {
        double dx = q->step[i], dz = change_of_z(q, i, m, q->second_z[i]);
        double dy = change_of_y(q, i, m, q->second_y[i]);
        if (has_lo(q, i)) {
            share = dx < 0.0 ? fmin(share, (q->lo[i] - q->x[i]) / dx) : share;
            share = dz < 0.0 ? fmin(share, -q->z[i] / dz) : share;
        }
        if (has_hi(q, i)) {
            share = dx > 0.0 ? fmin(share, (q->hi[i] - q->x[i]) / dx) : share;
            share = dy < 0.0 ? fmin(share, -q->y[i] / dy) : share;
        }
    }
    return fmin(1.0, s_inside * share);
}

// With m = 0: how far it would come, and the second order of the way there.
static double predict(Path *path) {
    abBoundedForces *q = path->q;
    memset(q->second_z, 0, q->n * sizeof *q->second_z);
    memset(q->second_y, 0, q->n * sizeof *q->second_y);
    find_step(path, 0.0);
    double share = share_inside(path, 0.0), sum = 0.0, count = 0.0;
    for (size_t i = 0; i < q->n; i++) {
        double dx = q->step[i];
        if (has_lo(q, i)) {
            double dz = change_of_z(q, i, 0.0, 0.0);
            sum += (q->x[i] + share * dx - q->lo[i]) * (q->z[i] + share * dz);
            q->second_z[i] = dx * dz;
            count += 1.0;
        }
        if (has_hi(q, i)) {
            double dy = change_of_y(q, i, 0.0, 0.0);
            sum += (q->hi[i] - q->x[i] - share * dx) * (q->y[i] + share * dy);
            q->second_y[i] = -dx * dy;
            count += 1.0;
        }
    }
    double ratio = path->m > 0.0 && count > 0.0 ? sum / count / path->m : 0.0;
    return path->m * ratio * ratio * ratio;
}

static void take_step(Path *path) {
    abBoundedForces *q = path->q;
    factor(path);
    double m = predict(path);
    find_step(path, m);
    double share = share_inside(path, m);
    for (size_t i = 0; i < q->n; i++) {
        double dz = change_of_z(q, i, m, q->second_z[i]);
        double dy = change_of_y(q, i, m, q->second_y[i]);
        q->x[i] += share * q->step[i];
        q->z[i] += share * dz;
        q->y[i] += share * dy;
    }
    q->sweeps++;
}

void ab_interior_sides(abBoundedForces *q, double regularisation) {
    Path path = {.q = q, .regularisation = regularisation};
    begin(&path);
    double left = look(&path), first_left = left, first_m = path.m;
    for (int k = 0; k < STEPS && (left > s_path_end * first_left || path.m > s_path_end * first_m);
         k++) {
        take_step(&path);
        left = look(&path);
    }
    for (size_t i = 0; i < q->n; i++) {
        bool low = has_lo(q, i) && q->x[i] - q->lo[i] < q->z[i];
        bool high = has_hi(q, i) && q->hi[i] - q->x[i] < q->y[i];
        q->side[i] = low || is_fixed(q, i) ? AB_SIDE_LOW : high ? AB_SIDE_HIGH : AB_SIDE_FREE;
    }
}
