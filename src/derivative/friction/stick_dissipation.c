// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_dissipation.c - which of the points that are tried as sticking must slip, and where to.
//
// Points that do not move yet slip where what begins dissipates most: of all forces within their
// limits those that hold the bodies best,
//
//   min 1/2 T' S T - T' g,  |T_i| <= mu_s F_i                                             (1)
//
// with S and g of stick_rows.c. A point whose force is inside its limit sticks, one at it slips
// against its force: the acceleration of its surfaces is then along that or zero. Accelerations are
// unique, forces need not be.
//
// By Gauss and Seidel over points, each projected to its disc, from the forces that hold
// everything. With z = T/sqrt(F) = W^-1 T and the combined rows, q = Q'z: the gradient of point i
// is Q_i (S_c q
// - g_c), and its block at most the trace of Q_i S_c Q_i'.
//
// Source  maximum dissipation: [Moreau1988]; projected Gauss-Seidel for discs: [Jean1999].

#include <math.h>

#include "derivative/friction/stick_dissipation.h"
#include "derivative/friction/tolerances.def"
#include "derivative/state/derivative.h"

enum { SWEEPS = 2000 };

static double limit_of(const abDerivative *d, const abStickPoint *point) {
    return d->tangential_states.now[point->tangential].limit / point->weight;
}

// One point: z moves to the least of (1), the others being as they are. Returns how far.
static double relax(const abDerivative *d, const abStickGroup *group, size_t k, double z[2],
                    double *gradient) {
    const abStick *s = &d->stick;
    const abStickPoint *point = &s->points[group->first + k];
    const double *q[2] = {s->basis + 2 * (group->first + k) * AB_STICK_ROWS,
                          s->basis + (2 * (group->first + k) + 1) * AB_STICK_ROWS};
    size_t n = s->row_count, r = group->rank, row = group->row;
    double slope[2] = {0.0, 0.0}, trace = 0.0;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < r; i++) {
            slope[side] += q[side][i] * gradient[row + i];
            for (size_t j = 0; j < r; j++) {
                trace += q[side][i] * q[side][j] * s->matrix[(row + i) * n + row + j];
            }
        }
    }
    if (!(trace > 0.0)) {
        return 0.0;
    }
    double next[2] = {z[0] - slope[0] / trace, z[1] - slope[1] / trace};
    double size = sqrt(next[0] * next[0] + next[1] * next[1]), limit = limit_of(d, point);
    double share = size > limit ? limit / size : 1.0, moved = 0.0;
    for (int side = 0; side < 2; side++) {
        double step = share * next[side] - z[side];
        z[side] += step;
        moved = fmax(moved, fabs(step));
        for (size_t i = 0; i < r; i++) {
            const double *column = s->matrix + (row + i) * n; // S is symmetric
            for (size_t j = 0; j < n; j++) {
                gradient[j] += column[j] * q[side][i] * step;
            }
        }
    }
    return moved;
}

// z of the forces found last, each cut to its limit, and the gradient there; the largest limit, or
// 0 when nothing was cut.
static double start_of(const abDerivative *d, double *z, double *gradient) {
    const abStick *s = &d->stick;
    size_t n = s->row_count;
    double largest = 0.0;
    bool any = false;
    for (size_t j = 0; j < n; j++) {
        gradient[j] = -s->wanted[j];
    }
    for (size_t g = 0; g < s->group_count; g++) {
        const abStickGroup *group = &s->groups[g];
        for (size_t k = 0; k < group->count; k++) {
            const abStickPoint *point = &s->points[group->first + k];
            abVec3 hold = d->tangential_states.now[point->tangential].hold;
            double limit = limit_of(d, point), size = ab_norm(hold) / point->weight;
            double share = size > limit ? limit / size : 1.0;
            any = any || size > limit * (1.0 - s_at_limit);
            largest = fmax(largest, limit);
            for (size_t side = 0; side < 2; side++) {
                size_t at = 2 * (group->first + k) + side;
                z[at] = share * ab_dot(hold, point->t[side]) / point->weight;
                for (size_t i = 0; i < group->rank; i++) {
                    const double *column = s->matrix + (group->row + i) * n;
                    double q = s->basis[at * AB_STICK_ROWS + i] * z[at];
                    for (size_t j = 0; j < n; j++) {
                        gradient[j] += column[j] * q;
                    }
                }
            }
        }
    }
    return any ? largest : 0.0;
}

bool ab_stick_dissipate_most(abDerivative *d, abStickSlip slip) {
    const abStick *s = &d->stick;
    double *z = s->trial, *gradient = z + 2 * s->count;
    double largest = s->count > 0 ? start_of(d, z, gradient) : 0.0;
    if (!(largest > 0.0)) {
        return false;
    }
    double moved = INFINITY;
    for (int sweep = 0; sweep < SWEEPS && moved > s_settled * largest; sweep++) {
        moved = 0.0;
        for (size_t g = 0; g < s->group_count; g++) {
            const abStickGroup *group = &s->groups[g];
            for (size_t k = 0; k < group->count; k++) {
                double step = relax(d, group, k, z + 2 * (group->first + k), gradient);
                moved = fmax(moved, step);
            }
        }
    }
    bool any = false;
    for (size_t i = 0; i < s->count; i++) {
        const abStickPoint *point = &s->points[i];
        double size = sqrt(z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1]);
        if (size >= (1.0 - s_at_limit) * limit_of(d, point)) {
            abVec3 T = ab_add_scaled(ab_scale(z[2 * i], point->t[0]), z[2 * i + 1], point->t[1]);
            slip(d, point->tangential, ab_neg(ab_unit(T)));
            any = true;
        }
    }
    return any;
}
