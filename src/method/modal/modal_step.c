// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_step.c - a body with modes at the start and in the middle of a step: their matrix, free motion.

#include "method/modal/modal_step.h"

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "math/linear/cholesky.h"
#include "math/linear/symmetric_eigen.h"
#include "mechanics/state/modes.h"
#include "method/modal/modal_momenta.h"
#include "method/modal/modal_sums.h"

// ---- room ----

static bool open(abModalStep *own, abArena *arena) {
    size_t m = ab_modal_size(own), wide = 6 * (size_t)own->count;
    const abModalBody *body = own->floating->body;
    double **const squares[6] = {&own->V, &own->W, &own->base, &own->A, &own->L, NULL};
    for (int i = 0; squares[i] != NULL; i++) {
        *squares[i] = AB_ARENA_NEW(arena, double, m *m);
        if (*squares[i] == NULL) {
            return false;
        }
    }
    own->omega = AB_ARENA_NEW(arena, double, m);
    own->blind = AB_ARENA_NEW(arena, double, m);
    own->q0 = AB_ARENA_NEW(arena, double, m);
    own->v0 = AB_ARENA_NEW(arena, double, m);
    own->S = AB_ARENA_NEW(arena, double, 3 * m);
    own->N = AB_ARENA_NEW(arena, double, 3 * m);
    own->force = AB_ARENA_NEW(arena, double, m);
    own->scaled = AB_ARENA_NEW(arena, double, 6 * m);
    own->x0 = AB_ARENA_NEW(arena, double, wide);
    own->free = AB_ARENA_NEW(arena, double, wide);
    own->work = AB_ARENA_NEW(arena, double, 4 * m + wide);
    if (own->omega == NULL || own->blind == NULL || own->q0 == NULL || own->v0 == NULL ||
        own->S == NULL || own->N == NULL || own->force == NULL || own->scaled == NULL ||
        own->x0 == NULL || own->free == NULL || own->work == NULL) {
        return false;
    }
    memcpy(own->A, body->K.at, m * m * sizeof *own->A);
    memcpy(own->L, body->mass.modal_mass, m * m * sizeof *own->L);
    ab_symmetric_eigen_of_pair(m, own->A, own->L, own->omega, own->V);
    for (size_t j = 0; j < m; j++) {
        own->omega[j] = sqrt(fmax(0.0, own->omega[j]));
    }
    for (size_t i = 0; i < m; i++) { // Mq is symmetric: rows are columns
        ab_modal_transposed_times(own->V, m, body->mass.modal_mass + i * m, own->W + i * m);
    }
    return true;
}

bool ab_modal_steps_init(const abMechanics *m, abArena *arena, abModalSteps *out) {
    size_t bodies = m->model->body_count;
    *out = (abModalSteps){.cone_bodies = (int)bodies};
    if (m->floating == NULL) {
        return true;
    }
    out->at = AB_ARENA_NEW(arena, abModalStep, bodies);
    out->of_body = AB_ARENA_NEW(arena, int, bodies);
    bool ok = out->at != NULL && out->of_body != NULL;
    for (int b = 0; ok && b < (int)bodies; b++) {
        abFloating *f = ab_modes_of(m, b);
        out->of_body[b] = f != NULL ? out->count : -1;
        if (f != NULL) {
            abModalStep *own = &out->at[out->count++];
            *own = (abModalStep){.body = b,
                                 .floating = f,
                                 .is_held = m->model->bodies[b].mobility != AB_MOBILITY_FREE,
                                 .first = out->cone_bodies,
                                 .count = (f->body->mode_count + 5) / 6};
            out->cone_bodies += own->count;
            ok = open(own, arena);
        }
    }
    return ok;
}

// ---- the start ----

double ab_modal_step_energy(const abModalStep *own, abMechanics *m) {
    abModalEnergies e = ab_modes_energies(m, own->body);
    return e.kinetic + e.gravity + e.strain;
}

static bool is_moved(const abModalStep *own, const abMechanics *m) {
    return m->model->bodies[own->body].mobility == AB_MOBILITY_PRESCRIBED;
}

void ab_modal_step_start(abModalStep *own, abMechanics *m) {
    abFloating *f = own->floating;
    const abBodyNow *now = &m->bodies[own->body];
    size_t n = ab_modal_size(own);
    memcpy(own->q0, f->q, n * sizeof *f->q);
    memcpy(own->v0, f->q_rate, n * sizeof *f->q);
    own->energy = is_moved(own, m) ? ab_modal_step_energy(own, m) : 0.0;
    if (!own->is_held) {
        ab_floating_place(f, ab_mul_t(now->X.R, now->w));
        abModalMomenta start = ab_modal_momenta(f, now->X.R, now->X.p, now->v, now->w);
        own->center = start.center;
        own->velocity = start.velocity;
        own->spin = start.spin;
    }
}

double ab_modal_step_reach(const abModalStep *own, const double *amplitudes) {
    double sum = 0.0;
    for (size_t k = 0; k < ab_modal_size(own); k++) {
        sum += own->floating->body->reach[k] * fabs(amplitudes[k]);
    }
    return sum;
}

// ---- the matrix ----

static double twice_theta(double angle) {
    double u = fmin(1.0, fmax(0.0, (angle - 1.0) / 2.0));
    return 1.0 + u * u * (3.0 - 2.0 * u);
}

// (6) without the parts of S and N_c, which hangs on the length of the step alone.
static void make_base(abModalStep *own, double h) {
    size_t m = ab_modal_size(own);
    const double *D = own->floating->body->D.at;
    own->h = h;
    for (size_t j = 0; j < m; j++) {
        double angle = own->omega[j] * h;
        own->blind[j] = twice_theta(angle);
        own->work[j] = 1.0 / own->blind[j] + 0.25 * own->blind[j] * angle * angle;
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k <= i; k++) {
            double sum = 0.0;
            for (size_t j = 0; j < m; j++) {
                sum += own->W[i * m + j] * own->work[j] * own->W[k * m + j];
            }
            own->base[i * m + k] = sum + 0.5 * h * D[i * m + k];
        }
    }
}

// A row of S or N_c as A~ has it: W (2 theta)^(-1/2) V^T.
static void scale_row(const abModalStep *own, const double *row, double *out) {
    size_t m = ab_modal_size(own);
    double *by_mode = own->work;
    ab_modal_transposed_times(own->V, m, row, by_mode);
    for (size_t j = 0; j < m; j++) {
        by_mode[j] /= sqrt(own->blind[j]);
    }
    memset(out, 0, m * sizeof *out);
    ab_modal_add_times(own->W, m, by_mode, out);
}

// M -= factor a b^T, lower triangle.
static void subtract(double *M, size_t m, double factor, const double *a, const double *b) {
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k <= i; k++) {
            M[i * m + k] -= factor * a[i] * b[k];
        }
    }
}

// What moving with the frame takes of the inertia of the modes: S^T S / m + N^T J^-1 N.
static void subtract_frame(const abModalStep *own, const double *S, const double *N, double *M) {
    size_t m = ab_modal_size(own);
    for (size_t i = 0; i < 3; i++) {
        subtract(M, m, 1.0 / own->floating->body->mass.mass, S + i * m, S + i * m);
        for (size_t k = 0; k < 3; k++) {
            subtract(M, m, own->inverse_inertia.m[i][k], N + i * m, N + k * m);
        }
    }
}

static void set_rigid(abModalStep *own, const abBodyNow *now, abConeBody *rigid) {
    abFloating *f = own->floating;
    size_t m = ab_modal_size(own);
    abModalRigid part = ab_modal_rigid(f);
    own->offset = part.offset;
    own->inertia = part.inertia;
    own->inverse_inertia = part.inverse;
    memcpy(own->S, f->body->mass.S, 3 * m * sizeof *own->S);
    for (size_t k = 0; k < m; k++) {
        abVec3 n = ab_sub(ab_modal_column(f->N, m, k),
                          ab_cross(part.offset, ab_modal_column(own->S, m, k)));
        own->N[k] = n.x, own->N[m + k] = n.y, own->N[2 * m + k] = n.z;
    }
    for (int i = 0; i < 3; i++) {
        rigid->inverse_mass[i] = 1.0 / f->body->mass.mass;
    }
    rigid->inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(now->X.R, part.inverse), now->X.R);
}

bool ab_modal_step_middle(abModalStep *own, abMechanics *mechanics, double h, abConeBody *rigid,
                          abVec3 start[2]) {
    abFloating *f = own->floating;
    const abBodyNow *now = &mechanics->bodies[own->body];
    size_t m = ab_modal_size(own);
    own->R = now->X.R;
    ab_floating_place(f, ab_mul_t(now->X.R, now->w));
    if (h != own->h) {
        make_base(own, h);
    }
    memcpy(own->A, f->body->mass.modal_mass, m * m * sizeof *own->A);
    memcpy(own->L, own->base, m * m * sizeof *own->L);
    if (!own->is_held) {
        set_rigid(own, now, rigid);
        subtract_frame(own, own->S, own->N, own->A);
        double *scaled = own->scaled;
        for (size_t i = 0; i < 3; i++) {
            scale_row(own, own->S + i * m, scaled + i * m);
            scale_row(own, own->N + i * m, scaled + (3 + i) * m);
        }
        subtract_frame(own, scaled, scaled + 3 * m, own->L);
        start[0] = own->velocity;
        start[1] = ab_mul(rigid->inverse_inertia, own->spin);
        for (size_t i = 0; i < m; i++) { // both halves
            for (size_t k = 0; k < i; k++) {
                own->A[k * m + i] = own->A[i * m + k];
            }
        }
    }
    return ab_cholesky_factor(m, own->L, 0.0) == m;
}

// ---- the motion without contacts ----

// x = L^T y.
static void to_unit(const abModalStep *own, const double *y, double *x) {
    size_t m = ab_modal_size(own);
    for (size_t k = 0; k < m; k++) {
        x[k] = 0.0;
        for (size_t i = k; i < m; i++) {
            x[k] += own->L[i * m + k] * y[i];
        }
    }
}

// Q: what inertia, gravity and loads do to modes, without K and D. The frame of a body that is free goes
// as the loads on it have it, without gravity, which moves modes with it.
static void set_force(abModalStep *own, const abMechanics *mechanics) {
    abFloating *f = own->floating;
    const abBodyNow *now = &mechanics->bodies[own->body];
    const abModalBody *body = f->body;
    size_t m = ab_modal_size(own);
    double *out = own->force, *elastic = own->work, *damping = own->work + m;
    ab_modal_times(&body->K, (int)m, f->q, elastic);
    ab_modal_times(&body->D, (int)m, f->q_rate, damping);
    abVec3 a, alpha;
    if (own->is_held) {
        abVec3 g = ab_gravity_at(&mechanics->model->gravity, now->X.p);
        bool moves = is_moved(own, mechanics);
        a = ab_mul_t(now->X.R, moves ? ab_sub(now->a, g) : ab_neg(g));
        alpha = moves ? ab_mul_t(now->X.R, now->alpha) : ab_vec3(0.0, 0.0, 0.0);
    } else {
        abVec3 force = ab_add(ab_mul_t(now->X.R, now->force), f->force);
        abVec3 torque = ab_add(ab_mul_t(now->X.R, now->torque), f->torque);
        alpha = ab_mul(own->inverse_inertia, ab_sub(torque, ab_cross(own->offset, force)));
        a = ab_sub(ab_scale(1.0 / body->mass.mass, force), ab_cross(alpha, own->offset));
    }
    for (size_t l = 0; l < m; l++) {
        double carried = ab_dot(a, ab_modal_column(body->mass.S, m, l)) +
                         ab_dot(alpha, ab_modal_column(f->N, m, l));
        out[l] = f->right[l] + elastic[l] + damping[l] + f->h[l] - carried;
    }
}

// The right side of (6) without p.
static void set_right(abModalStep *own, double *out) {
    const abModalBody *body = own->floating->body;
    size_t m = ab_modal_size(own);
    double h = own->h, *by_mode = own->work, *other = own->work + m;
    ab_modal_transposed_times(own->W, m, own->v0, by_mode);
    for (size_t j = 0; j < m; j++) {
        double angle = own->omega[j] * h;
        by_mode[j] *= 1.0 / own->blind[j] - 0.25 * own->blind[j] * angle * angle;
    }
    memset(out, 0, m * sizeof *out);
    ab_modal_add_times(own->W, m, by_mode, out);
    ab_modal_times(&body->K, (int)m, own->q0, by_mode);
    ab_modal_times(&body->D, (int)m, own->v0, other);
    for (size_t k = 0; k < m; k++) {
        out[k] += h * (own->force[k] - by_mode[k] - 0.5 * other[k]);
    }
    if (own->is_held) {
        return;
    }
    const double *scaled = own->scaled;
    abVec3 s = ab_modal_rows_times(scaled, m, own->v0),
           n = ab_modal_rows_times(scaled + 3 * m, m, own->v0);
    s = ab_scale(1.0 / body->mass.mass, s);
    n = ab_mul(own->inverse_inertia, n);
    for (size_t k = 0; k < m; k++) {
        out[k] -= ab_dot(s, ab_modal_column(scaled, m, k)) +
                  ab_dot(n, ab_modal_column(scaled + 3 * m, m, k));
    }
}

void ab_modal_step_free(abModalStep *own, const abMechanics *mechanics, abConeBody *bodies) {
    size_t m = ab_modal_size(own), wide = 6 * (size_t)own->count;
    memset(own->x0, 0, wide * sizeof *own->x0);
    memset(own->free, 0, wide * sizeof *own->free);
    set_force(own, mechanics);
    set_right(own, own->free);
    ab_modal_forward(own->L, m, own->free);
    to_unit(own, own->v0, own->x0);
    for (int k = 0; k < own->count; k++) {
        abConeBody *body = &bodies[own->first + k];
        *body = (abConeBody){.inverse_mass = {1.0, 1.0, 1.0},
                             .inverse_inertia = ab_mat3_identity(),
                             .v = ab_vec3_of(own->free + 6 * k),
                             .w = ab_vec3_of(own->free + 6 * k + 3)};
    }
}

void ab_modal_step_shape(const abModalStep *own, const int nodes[3], const double weights[3],
                         abVec3 arm, double *out) {
    const abModalBody *body = own->floating->body;
    size_t m = ab_modal_size(own), wide = 6 * (size_t)own->count;
    double *u = own->work; // 3 m, by axes
    abVec3 p = ab_mul_t(own->R, arm);
    for (size_t k = 0; k < m; k++) {
        abVec3 phi = {0.0, 0.0, 0.0};
        for (int c = 0; c < 3; c++) {
            const double *row = body->Phi + 3 * (size_t)nodes[c] * m + k;
            phi = ab_add_scaled(phi, weights[c], ab_vec3(row[0], row[m], row[2 * m]));
        }
        if (!own->is_held) {
            abVec3 turn = ab_mul(own->inverse_inertia, ab_modal_column(own->N, m, k));
            phi = ab_add_scaled(phi, -1.0 / body->mass.mass, ab_modal_column(own->S, m, k));
            phi = ab_sub(phi, ab_cross(turn, p));
        }
        phi = ab_mul(own->R, phi);
        u[k] = phi.x, u[m + k] = phi.y, u[2 * m + k] = phi.z;
    }
    memset(out, 0, 3 * wide * sizeof *out);
    for (size_t i = 0; i < 3; i++) { // (L^-1 u)^T
        ab_modal_forward(own->L, m, u + i * m);
        memcpy(out + i * wide, u + i * m, m * sizeof *out);
    }
}
