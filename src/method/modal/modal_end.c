// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_end.c - modes and frames at the end of a step, from the solution; displacements.

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "mechanics/state/modes.h"
#include "method/modal/modal_momenta.h"
#include "method/modal/modal_step.h"
#include "method/modal/modal_sums.h"

// x of the problem, and its y.
static void read_end(const abModalStep *own, const abConeBody *bodies, double *x) {
    for (int k = 0; k < own->count; k++) {
        ab_vec3_put(x + 6 * k, bodies[own->first + k].v);
        ab_vec3_put(x + 6 * k + 3, bodies[own->first + k].w);
    }
}

void ab_modal_step_mean_rates(const abModalStep *own, const abConeBody *bodies, double *out) {
    size_t m = ab_modal_size(own);
    double *x = own->work + 4 * m;
    read_end(own, bodies, x);
    memcpy(out, x, m * sizeof *out);
    ab_modal_backward(own->L, m, out);
    for (size_t k = 0; k < m; k++) {
        out[k] = 0.5 * (own->v0[k] + out[k]);
    }
}

void ab_modal_step_frame(const abModalStep *own, const abConeBody *bodies, const abVec3 start[2],
                         abVec3 *v, abVec3 *w) {
    size_t m = ab_modal_size(own);
    double *rates = own->work;
    const abConeBody *end = &bodies[own->body];
    ab_modal_step_mean_rates(own, bodies, rates);
    abVec3 turn = ab_mul(own->inverse_inertia, ab_modal_rows_times(own->N, m, rates));
    abVec3 spin = ab_sub(ab_mul_t(own->R, ab_scale(0.5, ab_add(start[1], end->w))), turn);
    abVec3 relative =
        ab_add(ab_cross(spin, own->offset), ab_scale(1.0 / own->floating->body->mass.mass,
                                                     ab_modal_rows_times(own->S, m, rates)));
    *w = ab_mul(own->R, spin);
    *v = ab_sub(ab_scale(0.5, ab_add(start[0], end->v)), ab_mul(own->R, relative));
}

static double square(const double *M, size_t m, const double *x) {
    double sum = 0.0;
    for (size_t i = 0; i < m; i++) {
        sum += x[i] * ab_modal_sum(M + i * m, x, m);
    }
    return sum;
}

// What impulses, found as changes of x, and Q do in the step.
static double work_of(const abModalStep *own, const double *x1, const double *mean, double *by_p) {
    size_t m = ab_modal_size(own);
    *by_p = 0.0;
    for (size_t k = 0; k < m; k++) {
        *by_p += 0.5 * (own->x0[k] + x1[k]) * (x1[k] - own->free[k]);
    }
    return *by_p + own->h * ab_modal_sum(own->force, mean, m);
}

static double bend_of_strain(const abModalStep *own, const double *q) {
    size_t m = ab_modal_size(own);
    double *change = own->work + 3 * m;
    for (size_t k = 0; k < m; k++) {
        change[k] = q[k] - own->q0[k];
    }
    return 0.5 * ab_modal_product(&own->floating->body->K, (int)m, change, change);
}

// Of work that grows with rates from v_0 to y, and of energy with q and v.
static double bend_of(const abModalStep *own, const double *x1, const double *mean, const double *q,
                      const double *v) {
    size_t m = ab_modal_size(own);
    double *change = own->work + 2 * m, bend = 0.0;
    for (size_t k = 0; k < m; k++) {
        bend -= 0.5 * (x1[k] - own->x0[k]) * (x1[k] - own->free[k]);
        bend -= own->h * own->force[k] * (mean[k] - own->v0[k]);
        change[k] = v[k] - own->v0[k];
    }
    bend += 0.5 * square(own->A, m, change);
    return bend + bend_of_strain(own, q);
}

// (5) into q and v; the loss.
static void end_modes(abModalStep *own, const abConeBody *bodies, double *q, double *v,
                      double *by_p) {
    size_t m = ab_modal_size(own);
    const abModalMatrix *K = &own->floating->body->K;
    double *mean = own->work, *change = own->work + m, *x1 = own->work + 4 * m;
    ab_modal_step_mean_rates(own, bodies, mean);
    for (size_t k = 0; k < m; k++) {
        q[k] = own->q0[k] + own->h * mean[k];
        v[k] = 2.0 * (mean[k] - own->v0[k]); // y - v_0
    }
    ab_modal_transposed_times(own->W, m, v, change);
    for (size_t j = 0; j < m; j++) {
        change[j] /= own->blind[j];
    }
    memcpy(v, own->v0, m * sizeof *v);
    ab_modal_add_times(own->V, m, change, v);
    double moving = 0.5 * square(own->A, m, v);
    double gained = moving - 0.5 * square(own->A, m, own->v0);
    gained +=
        0.5 * (ab_modal_product(K, (int)m, q, q) - ab_modal_product(K, (int)m, own->q0, own->q0));
    own->loss = work_of(own, x1, mean, by_p) - gained;
    own->bend = bend_of(own, x1, mean, q, v);
    if (own->loss < 0.0 && moving + own->loss > 0.0) {
        double shorter = sqrt(1.0 + own->loss / moving);
        for (size_t k = 0; k < m; k++) {
            v[k] *= shorter;
        }
        own->loss = 0.0;
    }
}

// The turn of a frame over the step.
static abQuat turned(const double *s, abVec3 w, double h) {
    abQuat q = {s[3], s[4], s[5], s[6]};
    return ab_quat_unit(ab_quat_mul(ab_quat_from_vector(ab_scale(h, w)), q));
}

static void put_turn(double *s, abQuat q) {
    s[3] = q.w, s[4] = q.x, s[5] = q.y, s[6] = q.z;
}

static void place_again(const abModalStep *own, abMechanics *m, const double *y_middle) {
    ab_modes_place_body(m, own->body, y_middle + m->model->bodies[own->body].modal_state);
    ab_floating_place(own->floating, ab_mul_t(own->R, m->bodies[own->body].w));
}

void ab_modal_step_end(abModalStep *own, abMechanics *m, const abConeBody *bodies,
                       const abVec3 start[2], const double *y_middle, double *y) {
    const abBody *body = &m->model->bodies[own->body];
    const abConeBody *end = &bodies[own->body];
    abFloating *f = own->floating;
    size_t n = ab_modal_size(own);
    double *s = y + body->state, *modal = y + body->modal_state, by_p;
    abVec3 v, w;
    ab_modal_step_frame(own, bodies, start, &v, &w);
    end_modes(own, bodies, modal, modal + n, &by_p);
    own->by_contacts = by_p;
    modal[2 * n] += own->loss;
    if (own->is_held) {
        return;
    }
    memcpy(f->q, modal, n * sizeof *f->q);
    memcpy(f->q_rate, modal + n, n * sizeof *f->q_rate);
    abVec3 spin = ab_mul(own->R, ab_mul(own->inertia, ab_mul_t(own->R, end->w)));
    abModalMomenta last = {ab_add_scaled(own->center, 0.5 * own->h, ab_add(start[0], end->v)),
                           end->v, spin};
    abQuat q = turned(s, w, own->h);
    put_turn(s, q);
    ab_modal_put_frame(f, ab_quat_to_matrix(q), &last, s);
    place_again(own, m, y_middle);
}

// ---- displacements ----

static void place_modes_at(const abModalStep *own, const double *modal) {
    size_t n = ab_modal_size(own);
    memcpy(own->floating->q, modal, n * sizeof *modal);
    memcpy(own->floating->q_rate, modal + n, n * sizeof *modal);
    ab_floating_place(own->floating, ab_vec3(0.0, 0.0, 0.0));
}

double ab_modal_step_shift(abModalStep *own, abMechanics *m, const abConeBody *shift,
                           const double *y_middle, double *y) {
    const abBody *body = &m->model->bodies[own->body];
    abFloating *f = own->floating;
    size_t n = ab_modal_size(own);
    double *s = y + body->state, *modal = y + body->modal_state, *way = own->work;
    double *x = own->work + 4 * n;
    abMat3 R = own->R;
    abModalMomenta at = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    read_end(own, shift, x);
    memcpy(way, x, n * sizeof *way);
    ab_modal_backward(own->L, n, way);
    if (!own->is_held) {
        place_modes_at(own, modal);
        R = ab_quat_to_matrix((abQuat){s[3], s[4], s[5], s[6]});
        at = ab_modal_momenta(f, R, ab_vec3_of(s), ab_vec3_of(s + 7), ab_vec3_of(s + 10));
    }
    double more = -0.5 * ab_modal_product(&f->body->K, (int)n, modal, modal);
    own->bend -= bend_of_strain(own, modal);
    for (size_t k = 0; k < n; k++) {
        modal[k] += way[k];
    }
    own->bend += bend_of_strain(own, modal);
    if (!own->is_held) {
        abQuat turn = ab_quat_from_vector(shift[own->body].w);
        put_turn(s, turned(s, shift[own->body].w, 1.0));
        at.center = ab_add(at.center, shift[own->body].v);
        at.spin = ab_mul(ab_quat_to_matrix(turn), at.spin);
        place_modes_at(own, modal);
        ab_modal_put_frame(f, ab_quat_to_matrix((abQuat){s[3], s[4], s[5], s[6]}), &at, s);
    }
    if (own->is_held) { // else the weight goes with r_c
        abVec3 g = ab_gravity_at(&m->model->gravity, m->bodies[own->body].X.p);
        more -= ab_dot(ab_mul_t(R, g), ab_modal_rows_times(f->body->mass.S, n, way));
    }
    more += 0.5 * ab_modal_product(&f->body->K, (int)n, modal, modal);
    place_again(own, m, y_middle);
    return more;
}
