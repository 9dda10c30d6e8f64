// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_rows.c - forces of points that stick by an exact law: rows solved with bodies and joints.
//
// With V the velocity of B against A at the point p that carries the force, V.t = 0 for tangents t.
// Along the motion of p and of the normal n:
//
//   t.(a_B + al_B x r_B - a_A - al_A x r_A) = g                                         (1)
//   g = t.(w_A x (p' - v_A) - w_B x (p' - v_B)) + (V.n) t.n' - 2 k V.t - k^2 s.t         (2)
//
// r, v, a, w, al of the centres of mass. The last two terms bring back what rounding and the errors
// of steps let slip: s is the slip since the point sticks, a state, and k the rate of the contact
// itself (its speed by its depth), so they are no stiffer than what is there anyway.
//
// S T = g - (1) without T, S the answer of all bodies, through their joints, to unit forces. With
// more points than a body has freedoms S is singular. Of all solutions the one with the least
// sum |T|^2/F is taken, F the normal forces: it shares a load as the normal forces are shared, so
// all points of a block on a slope come to their limits together. With W = sqrt(F), T = W z:
//
//   W S W = L L',  z = L (L'L)^-2 L' W r, which is (L L')^-1 W r without redundant rows  (3)
//
// Cost    dense: rows^3, and an answer of the joints per row.

#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"
#include "math/dense.h"

static const double s_rounding = 1e-10; // of the largest diagonal entry: a redundant row

// ---- rows ----

static bool reserve(abDynamics *d, size_t points) {
    abStick *s = &d->stick;
    size_t n = 2 * points;
    return AB_ARRAY_RESERVE(d->allocator, s->points, s->point_capacity, points) &&
           AB_ARRAY_RESERVE(d->allocator, s->matrix, s->matrix_capacity, n * n) &&
           AB_ARRAY_RESERVE(d->allocator, s->factors, s->factor_capacity, n * n) &&
           AB_ARRAY_RESERVE(d->allocator, s->gram, s->gram_capacity, n * n) &&
           AB_ARRAY_RESERVE(d->allocator, s->vectors, s->vector_capacity, 5 * n) &&
           AB_ARRAY_RESERVE(d->allocator, s->pivots, s->pivot_capacity, n) &&
           AB_ARRAY_RESERVE(d->allocator, s->order, s->order_capacity, n) &&
           AB_ARRAY_RESERVE(d->allocator, s->loads, s->load_capacity, d->model->body_count);
}

void ab_stick_done(abDynamics *d) {
    abStick *s = &d->stick;
    AB_ARRAY_FREE(d->allocator, s->points, s->point_capacity);
    AB_ARRAY_FREE(d->allocator, s->matrix, s->matrix_capacity);
    AB_ARRAY_FREE(d->allocator, s->factors, s->factor_capacity);
    AB_ARRAY_FREE(d->allocator, s->gram, s->gram_capacity);
    AB_ARRAY_FREE(d->allocator, s->vectors, s->vector_capacity);
    AB_ARRAY_FREE(d->allocator, s->pivots, s->pivot_capacity);
    AB_ARRAY_FREE(d->allocator, s->order, s->order_capacity);
    AB_ARRAY_FREE(d->allocator, s->loads, s->load_capacity);
}

static abVec3 convected(const abBodyNow *body, abVec3 p_dot) {
    return ab_cross(body->w, ab_sub(p_dot, body->v));
}

// Of B against A.
static abVec3 velocity(const abDynamics *d, const abStickPoint *point) {
    return ab_sub(ab_velocity_at(&d->bodies[point->body_b], point->p),
                  ab_velocity_at(&d->bodies[point->body_a], point->p));
}

// (2)
static void set_targets(const abDynamics *d, const abTouch *touch, abStickPoint *point,
                        abVec3 n_dot, abVec3 p_dot) {
    const abGripNow *now = &d->grips.now[point->grip];
    const double *state = d->grips.state + AB_GRIP_STATES * point->grip;
    const abBodyNow *A = &d->bodies[point->body_a], *B = &d->bodies[point->body_b];
    abVec3 V = velocity(d, point);
    double k = touch->speed_scale / touch->depth_scale;
    abVec3 g = ab_sub(convected(A, p_dot), convected(B, p_dot));
    g = ab_add_scaled(g, ab_dot(V, now->normal), n_dot);
    g = ab_add_scaled(g, -2.0 * k, V);
    g = ab_add_scaled(g, -k * k, ab_vec3(state[0], state[1], state[2]));
    point->target[0] = ab_dot(point->t[0], g);
    point->target[1] = ab_dot(point->t[1], g);
}

static void add_touch(abDynamics *d, size_t k) {
    const abTouch *touch = &d->touches[k];
    abVec3 n_dot, p_dot[AB_PATCH_MAX];
    bool has_motions = false;
    for (int i = 0; i < touch->grip_count; i++) {
        size_t grip = (size_t)touch->first_grip + (size_t)i;
        const abGripNow *now = &d->grips.now[grip];
        if (d->grips.list[grip].mode != AB_GRIP_STICK || !now->is_there || !(now->pressing > 0.0)) {
            continue;
        }
        if (!has_motions) {
            ab_contact_point_motions(d, touch, &d->now[k], &n_dot, p_dot);
            has_motions = true;
        }
        abVec3 t = ab_perpendicular(now->normal);
        abStickPoint *point = &d->stick.points[d->stick.count++];
        *point = (abStickPoint){.grip = grip,
                                .body_a = touch->body_a,
                                .body_b = touch->body_b,
                                .p = now->place,
                                .t = {t, ab_cross(now->normal, t)},
                                .weight = sqrt(now->pressing)};
        set_targets(d, touch, point, n_dot, p_dot[i]);
    }
}

static abVec3 acceleration_at(const abBodyNow *body, abVec3 p) {
    return ab_add(body->a, ab_cross(body->alpha, ab_sub(p, body->X.p)));
}

// Left side of (1) for the accelerations of the moment.
static double relative(const abDynamics *d, const abStickPoint *point, int side) {
    abVec3 a = ab_sub(acceleration_at(&d->bodies[point->body_b], point->p),
                      acceleration_at(&d->bodies[point->body_a], point->p));
    return ab_dot(point->t[side], a);
}

// ---- answers to forces ----

static void put_loads_aside(abDynamics *d) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        d->stick.loads[b] = (abStickLoad){d->bodies[b].force, d->bodies[b].torque};
    }
}

static void take_loads_back(abDynamics *d) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        d->bodies[b].force = d->stick.loads[b].force;
        d->bodies[b].torque = d->stick.loads[b].torque;
    }
}

static void add_force(abDynamics *d, const abStickPoint *point, abVec3 force) {
    ab_load(&d->bodies[point->body_b], force, point->p);
    ab_load(&d->bodies[point->body_a], ab_neg(force), point->p);
}

// Accelerations of the two bodies of a point under a unit force u on B there, the opposite on A.
typedef struct Answer {
    int body;
    abVec3 a, alpha;
} Answer;

static Answer answer(const abDynamics *d, int body, abVec3 q, abVec3 u) {
    Answer out = {.body = body};
    if (body >= 0) {
        const abBodyNow *now = &d->bodies[body];
        abVec3 torque = ab_cross(ab_sub(q, now->X.p), u);
        ab_apply_inverse_mass(&d->model->bodies[body], now, u, torque, &out.a, &out.alpha);
    }
    return out;
}

static abVec3 acceleration_of(const abDynamics *d, const Answer *answer, abVec3 p) {
    return ab_add(answer->a, ab_cross(answer->alpha, ab_sub(p, d->bodies[answer->body].X.p)));
}

// Column of S for bodies without joints, which is symmetric: from its own point on.
static void free_column(abDynamics *d, size_t column, const abVec3 u) {
    const abStick *s = &d->stick;
    const abStickPoint *from = &s->points[column / 2];
    const Answer answers[2] = {answer(d, from->body_a, from->p, ab_neg(u)),
                               answer(d, from->body_b, from->p, u)};
    size_t n = 2 * s->count;
    for (size_t i = column / 2; i < s->count; i++) {
        const abStickPoint *at = &s->points[i];
        abVec3 a = {0.0, 0.0, 0.0};
        for (int k = 0; k < 2; k++) {
            if (answers[k].body == at->body_b) {
                a = ab_add(a, acceleration_of(d, &answers[k], at->p));
            } else if (answers[k].body == at->body_a) {
                a = ab_sub(a, acceleration_of(d, &answers[k], at->p));
            }
        }
        for (size_t side = 0; side < 2; side++) {
            double entry = ab_dot(at->t[side], a);
            s->matrix[(2 * i + side) * n + column] = s->matrix[column * n + 2 * i + side] = entry;
        }
    }
}

// Through the joints: by the difference that a force makes which is as large as the normal force.
static bool joined_column(abDynamics *d, double t, size_t column, abVec3 u, const double *without) {
    const abStick *s = &d->stick;
    const abStickPoint *from = &s->points[column / 2];
    double size = from->weight * from->weight;
    take_loads_back(d);
    add_force(d, from, ab_scale(size, u));
    if (!ab_accelerate(d, t)) {
        return false;
    }
    for (size_t i = 0; i < 2 * s->count; i++) {
        double a = relative(d, &s->points[i / 2], (int)(i % 2));
        s->matrix[i * 2 * s->count + column] = (a - without[i]) / size;
    }
    return true;
}

// ---- the solution ----

static void swap(size_t *a, size_t *b) {
    size_t old = *a;
    *a = *b;
    *b = old;
}

// S = L L' for S positive semidefinite, by columns of L in the order of the largest pivots, until
// they are rounding. Rows of S that were pivots are let be. `order` tells the pivots, then the
// rest. Returns their number. Source: Golub & Van Loan, section 4.2.8.
static size_t factor(size_t n, double *S, double *L, size_t *order) {
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        largest = fmax(largest, S[i * n + i]);
    }
    size_t rank = 0;
    for (; rank < n; rank++) {
        size_t best = rank;
        for (size_t i = rank + 1; i < n; i++) {
            best = S[order[i] * (n + 1)] > S[order[best] * (n + 1)] ? i : best;
        }
        swap(&order[rank], &order[best]);
        size_t row = order[rank];
        double pivot = S[row * (n + 1)];
        if (!(pivot > s_rounding * largest)) {
            break;
        }
        double *column = L + rank * n, scale = 1.0 / sqrt(pivot);
        memset(column, 0, n * sizeof *column);
        column[row] = sqrt(pivot);
        for (size_t i = rank + 1; i < n; i++) {
            column[order[i]] = scale * S[row * n + order[i]];
        }
        for (size_t i = rank + 1; i < n; i++) {
            double *to = S + order[i] * n, c = column[order[i]];
            for (size_t k = 0; c != 0.0 && k < n; k++) {
                to[k] -= c * column[k];
            }
        }
    }
    return rank;
}

// z += (L L')^-1 r for L of full rank, whose columns are in the order of their pivots.
static void add_solution(const abStick *s, size_t n, const double *r, double *x, double *z) {
    const double *L = s->factors;
    const size_t *order = s->order;
    memcpy(x, r, n * sizeof *x);
    for (size_t k = 0; k < n; k++) {
        double y = x[order[k]] /= L[k * n + order[k]];
        for (size_t i = k + 1; i < n; i++) {
            x[order[i]] -= L[k * n + order[i]] * y;
        }
    }
    for (size_t k = n; k-- > 0;) {
        double sum = x[order[k]];
        for (size_t i = k + 1; i < n; i++) {
            sum -= L[k * n + order[i]] * x[order[i]];
        }
        x[order[k]] = sum / L[k * n + order[k]];
    }
    for (size_t i = 0; i < n; i++) {
        z[i] += x[i];
    }
}

// z += L (L'L)^-2 L' r, the least z of the least squares of L L' z = r. `G` is L'L by its LU.
static void add_least(const abStick *s, size_t n, size_t rank, const double *G, const double *r,
                      double *x, double *z) {
    const double *L = s->factors;
    for (size_t k = 0; k < rank; k++) {
        x[k] = 0.0;
        for (size_t i = 0; i < n; i++) {
            x[k] += L[k * n + i] * r[i];
        }
    }
    ab_lu_apply(rank, G, s->pivots, x);
    ab_lu_apply(rank, G, s->pivots, x);
    for (size_t k = 0; k < rank; k++) {
        for (size_t i = 0; i < n; i++) {
            z[i] += L[k * n + i] * x[k];
        }
    }
}

// L'L by its LU, in `gram`.
static bool factor_products(abStick *s, size_t n, size_t rank) {
    double *G = s->gram;
    for (size_t k = 0; k < rank; k++) {
        for (size_t m = 0; m <= k; m++) {
            double sum = 0.0;
            for (size_t i = 0; i < n; i++) {
                sum += s->factors[k * n + i] * s->factors[m * n + i];
            }
            G[k * rank + m] = G[m * rank + k] = sum;
        }
    }
    return ab_lu_factor(rank, G, s->pivots);
}

// (3): forces along the tangents, in `force`.
static bool least_forces(abStick *s, const double *wanted, double *force, double *room) {
    size_t n = 2 * s->count;
    double *residual = room, *x = room + n, *G = s->gram;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            s->matrix[i * n + j] *= s->points[i / 2].weight * s->points[j / 2].weight;
        }
        force[i] = 0.0;
    }
    memcpy(G, s->matrix, n * n * sizeof *G);
    size_t rank = factor(n, G, s->factors, s->order);
    if (rank < n && !factor_products(s, n, rank)) {
        return rank == 0;
    }
    for (int round = 0; round < 2; round++) { // the second takes back rounding
        for (size_t i = 0; i < n; i++) {
            residual[i] = s->points[i / 2].weight * wanted[i];
            for (size_t j = 0; j < n; j++) {
                residual[i] -= s->matrix[i * n + j] * force[j];
            }
        }
        if (rank == n) {
            add_solution(s, n, residual, x, force);
        } else {
            add_least(s, n, rank, G, residual, x, force);
        }
    }
    for (size_t i = 0; i < n; i++) {
        force[i] *= s->points[i / 2].weight;
    }
    return true;
}

// The force in the results: of the grip and of its touch.
static void note_force(abDynamics *d, const abStickPoint *point, abVec3 force) {
    abGripNow *grip = &d->grips.now[point->grip];
    grip->hold = force;
    grip->border = ab_norm(force) - grip->limit;
    int k =
        ab_dynamics_find(d, d->grips.list[point->grip].shape_a, d->grips.list[point->grip].shape_b);
    abTouchNow *now = &d->now[k];
    now->force = ab_add(now->force, force);
    now->torque = ab_add(now->torque, ab_cross(ab_sub(point->p, now->point), force));
    d->book_rates[AB_BOOK_SLIDING] -= ab_dot(force, velocity(d, point));
}

bool ab_stick_solve(abDynamics *d, double t) {
    abStick *s = &d->stick;
    s->count = 0;
    if (!reserve(d, d->grips.count > 0 ? d->grips.count : 1)) {
        return false;
    }
    put_loads_aside(d);
    double rates[AB_BOOK_STATES];
    memcpy(rates, d->book_rates, sizeof rates);
    if (!ab_accelerate(d, t)) {
        return false;
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        if (ab_grips_is_exact(&d->touches[k])) {
            add_touch(d, k);
        }
    }
    size_t n = 2 * s->count;
    if (n == 0) {
        return true;
    }
    double *without = s->vectors, *wanted = without + n, *force = wanted + n, *room = force + n;
    for (size_t i = 0; i < n; i++) {
        const abStickPoint *point = &s->points[i / 2];
        without[i] = relative(d, point, (int)(i % 2));
        wanted[i] = point->target[i % 2] - without[i];
    }
    for (size_t i = 0; i < n; i++) {
        abVec3 u = s->points[i / 2].t[i % 2];
        if (d->joints == NULL) {
            free_column(d, i, u);
        } else if (!joined_column(d, t, i, u, without)) {
            return false;
        }
    }
    if (!least_forces(s, wanted, force, room)) {
        return false;
    }
    take_loads_back(d);
    memcpy(d->book_rates, rates, sizeof rates);
    for (size_t i = 0; i < s->count; i++) {
        const abStickPoint *point = &s->points[i];
        abVec3 held =
            ab_add_scaled(ab_scale(force[2 * i], point->t[0]), force[2 * i + 1], point->t[1]);
        add_force(d, point, held);
        note_force(d, point, held);
    }
    return ab_accelerate(d, t);
}
