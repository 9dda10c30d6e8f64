// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_integrals.c - the integrals of flexible/reduced_body.h from the consistent mass matrix.
//
// With psi_k = M phi_k all of them are sums over single nodes. Those of two modes follow from
//
//   G_ab,kl = sum_i phi_ik,a psi_il,b                                                        (1)
//   J2_kl,ab = tr G_kl delta_ab - (G_ab,kl + G_ba,kl) / 2                                    (2)
//   N1_kl,c  = G_ab,kl - G_ba,kl,  (a, b, c) in cyclic order                                 (3)

#include "modes/modal_integrals.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <string.h>

#include "math/core/vector_math.h"
#include "modes/dense_blas.h"

// AB_XX to AB_YZ: row and column.
static const int s_pairs[AB_SYMMETRIC][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

// ---- without modes ----

static double square_part(int row, int column, double dot, const double a[3], const double b[3]) {
    return (row == column ? dot : 0.0) - 0.5 * (a[row] * b[column] + a[column] * b[row]);
}

void ab_solid_inertia(const abSolid *solid, double *scratch, abMassIntegrals *out) {
    const abVolumeNode *nodes = solid->mesh->nodes;
    size_t n = (size_t)solid->node_count;
    double *x = scratch, *y = scratch + 3 * n;
    for (size_t i = 0; i < 3 * n; i++) {
        x[i] = 1.0;
    }
    ab_solid_mass(solid, x, y);
    out->mass = 0.0;
    out->center = (abVec3){0};
    for (size_t i = 0; i < n; i++) {
        out->mass += y[3 * i];
        out->center = ab_add_scaled(out->center, y[3 * i], nodes[i].point);
    }
    out->center = ab_scale(1.0 / out->mass, out->center);
    for (size_t i = 0; i < n; i++) {
        ab_vec3_put(x + 3 * i, ab_sub(nodes[i].point, out->center));
    }
    ab_solid_mass(solid, x, y);
    memset(&out->J0, 0, sizeof out->J0);
    for (size_t i = 0; i < n; i++) {
        const double *a = x + 3 * i, *b = y + 3 * i;
        double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        for (int k = 0; k < 9; k++) {
            out->J0.m[k / 3][k % 3] += square_part(k / 3, k % 3, dot, a, b);
        }
    }
}

// ---- of one mode ----

static void add_first_order(abMassIntegrals *out, size_t m, size_t k, const double X[3],
                            const double psi[3]) {
    double dot = X[0] * psi[0] + X[1] * psi[1] + X[2] * psi[2];
    for (size_t s = 0; s < AB_SYMMETRIC; s++) {
        out->J1[s * m + k] += 2.0 * square_part(s_pairs[s][0], s_pairs[s][1], dot, X, psi);
    }
    for (size_t a = 0; a < 3; a++) {
        size_t b = (a + 1) % 3, c = (a + 2) % 3;
        out->S[a * m + k] += psi[a];
        out->N0[a * m + k] += X[b] * psi[c] - X[c] * psi[b];
    }
}

static void first_order(const abModeBasis *basis, abMassIntegrals *out) {
    const abVolumeNode *nodes = basis->solid->mesh->nodes;
    size_t m = (size_t)basis->count, n = (size_t)basis->solid->node_count;
    for (size_t k = 0; k < m; k++) {
        const double *psi = basis->image + k * basis->rows;
        for (size_t i = 0; i < n; i++) {
            double X[3];
            ab_vec3_put(X, ab_sub(nodes[i].point, out->center));
            add_first_order(out, m, k, X, psi + 3 * i);
        }
    }
}

// ---- of two modes ----

// One axis of vectors with three numbers a node.
static void take_axis(const double *from, size_t rows, size_t m, int axis, double *to) {
    for (size_t k = 0; k < m; k++) {
        for (size_t i = 0; i < rows / 3; i++) {
            to[k * (rows / 3) + i] = from[k * rows + 3 * i + (size_t)axis];
        }
    }
}

// G_ab,kl and G_ba,kl = G_ab,lk into (2) and (3). G is by columns: G[l m + k].
static void add_pair(const double *G, size_t m, int a, int b, abMassIntegrals *out) {
    size_t square = m * m, off = (size_t)(AB_XY + a + b - 1);
    int c = 3 - a - b;
    double sign = (a + 1) % 3 == b ? 1.0 : -1.0;
    for (size_t k = 0; k < m; k++) {
        for (size_t l = 0; l < m; l++) {
            double g = G[l * m + k], h = G[k * m + l];
            for (size_t s = 0; s < 3 && a == b; s++) {
                out->J2[s * square + k * m + l] += (s == (size_t)a ? 0.0 : 1.0) * 0.5 * (g + h);
            }
            if (a != b) {
                out->J2[off * square + k * m + l] -= 0.5 * (g + h);
                out->N1[(size_t)c * square + k * m + l] += sign * (g - h);
            }
        }
    }
}

static bool second_order(const abModeBasis *basis, abArena *arena, abMassIntegrals *out) {
    size_t m = (size_t)basis->count, n = basis->rows / 3;
    abArenaMark mark = ab_arena_mark(arena);
    double *phi = AB_ARENA_NEW(arena, double, n *m), *psi = AB_ARENA_NEW(arena, double, n *m);
    double *G = AB_ARENA_NEW(arena, double, m *m);
    bool ok = phi != NULL && psi != NULL && G != NULL;
    for (int s = 0; s < AB_SYMMETRIC && ok; s++) {
        int a = s_pairs[s][0], b = s_pairs[s][1];
        take_axis(basis->columns, basis->rows, m, a, phi);
        take_axis(basis->image, basis->rows, m, b, psi);
        ab_product_t((int)m, (int)m, (int)n, phi, psi, G); // (1)
        add_pair(G, m, a, b, out);
    }
    ab_arena_reset(arena, mark);
    return ok;
}

bool ab_modal_integrals(abModeBasis *basis, abArena *arena, abMassIntegrals *out) {
    size_t m = (size_t)basis->count;
    out->S = AB_ARENA_NEW(arena, double, 3 * m + 1);
    out->N0 = AB_ARENA_NEW(arena, double, 3 * m + 1);
    out->J1 = AB_ARENA_NEW(arena, double, AB_SYMMETRIC *m + 1);
    out->J2 = AB_ARENA_NEW(arena, double, AB_SYMMETRIC *m *m + 1);
    out->N1 = AB_ARENA_NEW(arena, double, 3 * m * m + 1);
    out->modal_mass = AB_ARENA_NEW(arena, double, m *m + 1);
    double *scratch = AB_ARENA_NEW(arena, double, 2 * basis->rows);
    if (out->S == NULL || out->N0 == NULL || out->J1 == NULL || out->J2 == NULL ||
        out->N1 == NULL || out->modal_mass == NULL || scratch == NULL) {
        return false;
    }
    ab_solid_inertia(basis->solid, scratch, out);
    for (size_t k = 0; k < m; k++) {
        out->modal_mass[k * m + k] = 1.0;
        ab_solid_mass(basis->solid, basis->columns + k * basis->rows,
                      basis->image + k * basis->rows);
    }
    first_order(basis, out);
    return second_order(basis, arena, out);
}

#endif
