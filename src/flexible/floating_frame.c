// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// floating_frame.c - sums over modes, then the Schur complement of the six equations of the frame.

#include "flexible/floating_frame.h"

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "math/linear/cholesky.h"

bool ab_floating_init(abFloating *f, const abModalBody *body, abArena *arena) {
    size_t m = (size_t)body->mode_count;
    *f = (abFloating){.body = body};
    f->q = AB_ARENA_NEW(arena, double, m);
    f->q_rate = AB_ARENA_NEW(arena, double, m);
    f->h = AB_ARENA_NEW(arena, double, m);
    f->q_accel = AB_ARENA_NEW(arena, double, m);
    f->N = AB_ARENA_NEW(arena, double, 3 * m);
    f->A = AB_ARENA_NEW(arena, double, AB_SYMMETRIC *m);
    f->N_rate = AB_ARENA_NEW(arena, double, 3 * m);
    f->right = AB_ARENA_NEW(arena, double, m);
    f->Y = AB_ARENA_NEW(arena, double, 7 * m);
    f->answer = AB_ARENA_NEW(arena, double, 6 + m);
    return f->answer != NULL && f->q != NULL && f->q_rate != NULL && f->h != NULL &&
           f->q_accel != NULL && f->N != NULL && f->A != NULL && f->N_rate != NULL &&
           f->right != NULL && f->Y != NULL;
}

// ---- points ----

const abVec3 *ab_floating_points(abFloating *f) {
    const abReducedBody *whole = f->body->whole;
    size_t m = (size_t)f->body->mode_count;
    for (size_t i = 0; !f->is_deformed && i < whole->node_count; i++) {
        const double *phi = f->body->Phi + 3 * i * m;
        double u[3] = {0.0, 0.0, 0.0};
        for (size_t k = 0; k < m; k++) {
            u[0] += phi[k] * f->q[k];
            u[1] += phi[m + k] * f->q[k];
            u[2] += phi[2 * m + k] * f->q[k];
        }
        f->points[i] = ab_add(whole->X[i], ab_vec3_of(u));
    }
    f->is_deformed = true;
    return f->points;
}

abVec3 ab_floating_velocity(const abFloating *f, const int nodes[3], const double weights[3]) {
    size_t m = (size_t)f->body->mode_count;
    double v[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 3; c++) {
        const double *phi = f->body->Phi + 3 * (size_t)nodes[c] * m;
        for (size_t a = 0; weights[c] != 0.0 && a < 3; a++) {
            double sum = 0.0;
            for (size_t k = 0; k < m; k++) {
                sum += phi[a * m + k] * f->q_rate[k];
            }
            v[a] += weights[c] * sum;
        }
    }
    return ab_vec3_of(v);
}

void ab_floating_load(abFloating *f, const int nodes[3], const double weights[3], abVec3 force) {
    size_t m = (size_t)f->body->mode_count;
    for (int c = 0; c < 3; c++) {
        const double *phi = f->body->Phi + 3 * (size_t)nodes[c] * m;
        abVec3 share = ab_scale(weights[c], force);
        for (size_t k = 0; weights[c] != 0.0 && k < m; k++) {
            f->h[k] += phi[k] * share.x + phi[m + k] * share.y + phi[2 * m + k] * share.z;
        }
    }
}

// ---- sums over modes ----

static double product(const double *a, const double *b, size_t m) {
    double sum = 0.0;
    for (size_t k = 0; k < m; k++) {
        sum += a[k] * b[k];
    }
    return sum;
}

// Of the rows of a matrix of `3` axes with x.
static abVec3 axes_times(const double *rows, size_t m, const double *x) {
    return ab_vec3(product(rows, x, m), product(rows + m, x, m), product(rows + 2 * m, x, m));
}

// out_l += factor sum_k x_k M_kl for one component of a sum over modes.
static void add_contracted(double *out, double factor, const double *x, const double *M, size_t m) {
    for (size_t k = 0; k < m; k++) {
        double s = factor * x[k];
        const double *row = M + k * m;
        for (size_t l = 0; l < m; l++) {
            out[l] += s * row[l];
        }
    }
}

static abMat3 symmetric(const double s[AB_SYMMETRIC]) {
    return (abMat3){{{s[AB_XX], s[AB_XY], s[AB_XZ]},
                     {s[AB_XY], s[AB_YY], s[AB_YZ]},
                     {s[AB_XZ], s[AB_YZ], s[AB_ZZ]}}};
}

// (1) and (2); J = J0 + sum_l q_l (J1_l + A_l) / 2. Returns J'.
static abMat3 sum_modes(abFloating *f) {
    const abMassIntegrals *I = &f->body->mass;
    size_t m = (size_t)f->body->mode_count;
    double J[AB_SYMMETRIC], J_rate[AB_SYMMETRIC];
    memcpy(f->A, I->J1, AB_SYMMETRIC * m * sizeof *f->A);
    memcpy(f->N, I->N0, 3 * m * sizeof *f->N);
    memset(f->N_rate, 0, 3 * m * sizeof *f->N_rate);
    for (size_t i = 0; i < AB_SYMMETRIC; i++) {
        double *A = f->A + i * m;
        add_contracted(A, 2.0, f->q, I->J2 + i * m * m, m);
        J[i] = 0.5 * (product(f->q, I->J1 + i * m, m) + product(f->q, A, m));
        J_rate[i] = product(f->q_rate, A, m);
    }
    for (size_t i = 0; i < 3; i++) {
        add_contracted(f->N + i * m, 1.0, f->q, I->N1 + i * m * m, m);
        add_contracted(f->N_rate + i * m, 1.0, f->q_rate, I->N1 + i * m * m, m);
    }
    f->c = axes_times(I->S, m, f->q);
    f->c_rate = axes_times(I->S, m, f->q_rate);
    f->J = ab_mat3_add(I->J0, symmetric(J));
    return symmetric(J_rate);
}

// Right side of (5).
static void load_modes(abFloating *f, abVec3 w) {
    size_t m = (size_t)f->body->mode_count;
    const double *A = f->A, *R = f->N_rate;
    double *damping = f->Y; // not used yet
    ab_modal_times(&f->body->K, (int)m, f->q, f->right);
    ab_modal_times(&f->body->D, (int)m, f->q_rate, damping);
    for (size_t l = 0; l < m; l++) {
        double turning = w.x * R[l] + w.y * R[m + l] + w.z * R[2 * m + l];
        double spin = w.x * w.x * A[AB_XX * m + l] + w.y * w.y * A[AB_YY * m + l] +
                      w.z * w.z * A[AB_ZZ * m + l] +
                      2.0 * (w.x * w.y * A[AB_XY * m + l] + w.x * w.z * A[AB_XZ * m + l] +
                             w.y * w.z * A[AB_YZ * m + l]);
        f->right[l] = 0.5 * spin - 2.0 * turning - f->right[l] - damping[l];
    }
}

void ab_floating_place(abFloating *f, abVec3 w) {
    size_t m = (size_t)f->body->mode_count;
    abMat3 J_rate = sum_modes(f);
    f->w = w;
    abVec3 spin = ab_cross(w, ab_cross(w, f->c)), carried = ab_cross(w, f->c_rate);
    f->force = ab_sub(ab_scale(-2.0, carried), spin);
    abVec3 momentum = ab_add(ab_mul(f->J, w), axes_times(f->N, m, f->q_rate));
    f->torque = ab_neg(ab_add(ab_cross(w, momentum), ab_mul(J_rate, w)));
    load_modes(f, w);
    f->is_placed = true;
    f->is_factored = false;
}

// ---- solving ----

// Row i of [S; N].
static const double *row_of(const abFloating *f, size_t i) {
    size_t m = (size_t)f->body->mode_count;
    return i < 3 ? f->body->mass.S + i * m : f->N + (i - 3) * m;
}

// [[m, -c~], [c~, J]] by rows.
static void frame_mass(const abFloating *f, double M[36]) {
    double mass = f->body->mass.mass;
    abVec3 c = f->c;
    const double cross[3][3] = {{0.0, -c.z, c.y}, {c.z, 0.0, -c.x}, {-c.y, c.x, 0.0}};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            M[6 * i + j] = i == j ? mass : 0.0;
            M[6 * i + 3 + j] = -cross[i][j];
            M[6 * (3 + i) + j] = cross[i][j];
            M[6 * (3 + i) + 3 + j] = f->J.m[i][j];
        }
    }
}

// The Schur complement of the modes; false where it is not positive.
static bool factor(abFloating *f) {
    size_t m = (size_t)f->body->mode_count;
    double *M = f->schur;
    if (f->is_factored) {
        return true;
    }
    frame_mass(f, M);
    for (size_t i = 0; i < 6; i++) {
        ab_modal_times(&f->body->mass_inverse, (int)m, row_of(f, i), f->Y + i * m);
    }
    for (size_t i = 0; i < 6; i++) {
        for (size_t j = 0; j <= i; j++) {
            M[6 * i + j] -= product(row_of(f, i), f->Y + j * m, m);
        }
    }
    f->is_factored = ab_cholesky_factor(6, M, 0.0) == 6;
    return f->is_factored;
}

// Forces x at the frame and `modes`, which the answers replace.
static void solve(abFloating *f, double x[6], double *modes) {
    size_t m = (size_t)f->body->mode_count;
    double *free = f->Y + 6 * m;
    ab_modal_times(&f->body->mass_inverse, (int)m, modes, free);
    for (size_t i = 0; i < 6; i++) {
        x[i] -= product(row_of(f, i), free, m);
    }
    ab_cholesky_apply(6, f->schur, x);
    for (size_t l = 0; l < m; l++) {
        double sum = free[l];
        for (size_t i = 0; i < 6; i++) {
            sum -= f->Y[i * m + l] * x[i];
        }
        modes[l] = sum;
    }
}

bool ab_floating_accelerate(abFloating *f, abVec3 force, abVec3 torque, abVec3 *a, abVec3 *alpha) {
    size_t m = (size_t)f->body->mode_count;
    double x[6];
    if (!factor(f)) {
        return false;
    }
    ab_vec3_put(x, ab_add(force, f->force));
    ab_vec3_put(x + 3, ab_add(torque, f->torque));
    for (size_t l = 0; l < m; l++) {
        f->q_accel[l] = f->right[l] + f->h[l];
    }
    solve(f, x, f->q_accel);
    *a = ab_vec3_of(x);
    *alpha = ab_vec3_of(x + 3);
    return true;
}

bool ab_floating_answer(abFloating *f, bool is_held, const double *g, double *x) {
    size_t m = (size_t)f->body->mode_count;
    if (is_held) {
        memset(x, 0, 6 * sizeof *x);
        ab_modal_times(&f->body->mass_inverse, (int)m, g + 6, x + 6);
        return true;
    }
    memcpy(x, g, (6 + m) * sizeof *x);
    if (!factor(f)) {
        return false;
    }
    solve(f, x, x + 6);
    return true;
}

void ab_floating_hold(abFloating *f, abVec3 a, abVec3 alpha, abVec3 *force, abVec3 *torque) {
    const abMassIntegrals *I = &f->body->mass;
    size_t m = (size_t)f->body->mode_count;
    double *load = f->Y + 6 * m;
    for (size_t l = 0; l < m; l++) {
        load[l] = f->right[l] + f->h[l];
        load[l] -= a.x * I->S[l] + a.y * I->S[m + l] + a.z * I->S[2 * m + l];
        load[l] -= alpha.x * f->N[l] + alpha.y * f->N[m + l] + alpha.z * f->N[2 * m + l];
    }
    ab_modal_times(&f->body->mass_inverse, (int)m, load, f->q_accel);
    abVec3 S = axes_times(I->S, m, f->q_accel), N = axes_times(f->N, m, f->q_accel);
    abVec3 pull = ab_sub(ab_scale(I->mass, a), ab_cross(f->c, alpha));
    abVec3 turn = ab_add(ab_cross(f->c, a), ab_mul(f->J, alpha));
    *force = ab_sub(ab_add(pull, S), f->force);
    *torque = ab_sub(ab_add(turn, N), f->torque);
}

// ---- energies ----

// m v^2/2 + v . (w x c + S q') + w . J w/2 + w . N q' + q' Mq q'/2
double ab_floating_kinetic(const abFloating *f, abVec3 v) {
    const abMassIntegrals *I = &f->body->mass;
    size_t m = (size_t)f->body->mode_count;
    abModalMatrix mass = {I->modal_mass, f->body->mass_inverse.is_diagonal};
    abVec3 drift = ab_add(ab_cross(f->w, f->c), f->c_rate);
    return 0.5 * I->mass * ab_norm2(v) + ab_dot(v, drift) + 0.5 * ab_dot(f->w, ab_mul(f->J, f->w)) +
           ab_dot(f->w, axes_times(f->N, m, f->q_rate)) +
           0.5 * ab_modal_product(&mass, (int)m, f->q_rate, f->q_rate);
}

double ab_floating_strain(const abFloating *f) {
    return 0.5 * ab_modal_product(&f->body->K, f->body->mode_count, f->q, f->q);
}

double ab_floating_loss(const abFloating *f) {
    return ab_modal_product(&f->body->D, f->body->mode_count, f->q_rate, f->q_rate);
}
