// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_project.c - the nearest point of a cone, and how it moves.
//
// The cone is the set of z with |z_i| <= mu_i z_0 for a few discs z_i: friction along the surface,
// resistance to rolling and to spinning. With y given, and s_i = |y_i|, the nearest z has
//
//   z_0 = y_0 + sum over i in A of mu_i (s_i - mu_i z_0),   A: the discs with s_i > mu_i z_0   (1)
//
// or z = 0 where that is not positive; z_i is y_i, cut to mu_i z_0. The right side of (1) falls
// with z_0, in straight pieces, so Newton's method for it ends after as many steps as there are
// pieces. Its slope dz/dy is, with D = 1 + sum over A of mu_i^2 and t_i = y_i/s_i,
//
//   g g'/D + sum over A of mu_i z_0/s_i (1 - t_i t_i') + the identity on the other discs,
//   g = (1; mu_i t_i for i in A)                                                               (2)
//
// Source  Own; for one disc it is the well-known projection on a cone.

#include "solver/cone/cone_project.h"

#include <string.h>

static void set_discs(abConeCone *cone, const abConeContact *c) {
    bool is_whole = c->spinning < 0.0;
    cone->rows = ab_cone_rows(c);
    cone->disc_count = cone->rows == 1 ? 0 : cone->rows == 3 ? 1 : is_whole ? 2 : 3;
    double by = cone->scale[1] / cone->scale[0], turning = cone->scale[2] / cone->scale[0];
    cone->discs[0] = (abConeDisc){1, 2, c->friction * by};
    cone->discs[1] = is_whole ? (abConeDisc){3, 3, c->rolling * turning}
                              : (abConeDisc){3, 1, c->spinning * turning};
    cone->discs[2] = (abConeDisc){4, 2, c->rolling * turning};
}

static double size_of(const double *y, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += y[i] * y[i];
    }
    return sqrt(sum);
}

// (1)
static double height(const abConeCone *cone) {
    double z = fmax(0.0, cone->y[0]);
    for (int i = 0; i <= cone->disc_count; i++) {
        double above = cone->y[0], below = 1.0;
        for (int d = 0; d < cone->disc_count; d++) {
            double mu = cone->discs[d].mu;
            if (cone->size[d] > mu * z) {
                above += mu * cone->size[d];
                below += mu * mu;
            }
        }
        double next = fmax(0.0, above / below);
        if (next == z) {
            break;
        }
        z = next;
    }
    return z;
}

void ab_cone_project(abConeCone *cone, const abConeContact *c, const abProximal *at,
                     const double u[AB_CONE_ROWS]) {
    cone->scale[0] = sqrt(c->compliance + at->r[0]);
    cone->scale[1] = sqrt(at->r[1]);
    cone->scale[2] = sqrt(at->r[2]);
    set_discs(cone, c);
    cone->y[0] = (at->r[0] * at->p[0] - u[0] - c->bias - at->rise) / cone->scale[0];
    for (int i = 1; i < cone->rows; i++) {
        int kind = i < 3 ? 1 : 2;
        cone->y[i] = (at->r[kind] * at->p[i] - u[i]) / cone->scale[kind];
    }
    for (int d = 0; d < cone->disc_count; d++) {
        cone->size[d] = size_of(cone->y + cone->discs[d].first, cone->discs[d].count);
    }
    memcpy(cone->z, cone->y, sizeof cone->z);
    cone->z[0] = height(cone);
    int mode = AB_CONE_HELD;
    for (int d = 0; d < cone->disc_count; d++) {
        double maximum = cone->discs[d].mu * cone->z[0];
        if (cone->size[d] > maximum) {
            mode |= 2 << d;
            for (int i = 0; i < cone->discs[d].count; i++) {
                cone->z[cone->discs[d].first + i] *= maximum / cone->size[d];
            }
        }
    }
    cone->mode = (char)(cone->z[0] > 0.0 || cone->y[0] >= 0.0 ? mode : AB_CONE_OPEN);
    if (cone->z[0] == 0.0 && mode != AB_CONE_HELD) {
        cone->mode = AB_CONE_OPEN;
    }
}

void ab_cone_impulses(const abConeCone *cone, double p[AB_CONE_ROWS]) {
    for (int i = 0; i < AB_CONE_ROWS; i++) {
        p[i] = i < cone->rows ? cone->z[i] / cone->scale[i == 0 ? 0 : i < 3 ? 1 : 2] : 0.0;
    }
}

// (2)
void ab_cone_slope(const abConeCone *cone, double G[AB_CONE_ROWS][AB_CONE_ROWS]) {
    double g[AB_CONE_ROWS] = {1.0}, below = 1.0;
    memset(G, 0, AB_CONE_ROWS * AB_CONE_ROWS * sizeof(double));
    for (int d = 0; d < cone->disc_count; d++) {
        const abConeDisc *disc = &cone->discs[d];
        bool is_cut = cone->mode & (2 << d);
        double turn = is_cut ? disc->mu * cone->z[0] / cone->size[d] : 1.0;
        below += is_cut ? disc->mu * disc->mu : 0.0;
        for (int i = disc->first; i < disc->first + disc->count; i++) {
            double t = is_cut ? cone->y[i] / cone->size[d] : 0.0;
            g[i] = disc->mu * t;
            for (int k = disc->first; k < disc->first + disc->count && is_cut; k++) {
                G[i][k] -= turn * t * (cone->y[k] / cone->size[d]);
            }
            G[i][i] += turn;
        }
    }
    for (int i = 0; i < cone->rows; i++) {
        for (int k = 0; k < cone->rows; k++) {
            double by = cone->scale[i == 0  ? 0
                                    : i < 3 ? 1
                                            : 2] *
                        cone->scale[k == 0  ? 0
                                    : k < 3 ? 1
                                            : 2];
            G[i][k] = (G[i][k] + g[i] * g[k] / below) / by;
        }
    }
}
