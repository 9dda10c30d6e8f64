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
// all points of a block on a slope come to their limits together. With W = sqrt(F), T = W z this is
// the least z of  W S W z = W r,  r the right side.
//
// The rows of one contact pair all see the same motion of B against A, so they span at most six
// directions, three when its points are on a plane: W R = Q ..., R the rows by that motion, Q
// orthonormal. The least z lies there, z = Q c, and c is the least solution of
//
//   Q' W S W Q c = Q' W r                                                               (3)
//
// Cost    dense: cube of the combined rows, and an answer of the joints, factorised once, for each.

#include <string.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "derivative/friction/stick_rows.h"
#include "derivative/state/derivative.h"
#include "math/linear/row_sums.h"
#include "math/linear/semidefinite.h"
#include "mechanics/contact/contact_pairs.h"
#include "solver/lcp/face_hold.h"

// ---- rows ----

static bool reserve(abDerivative *d, size_t points) {
    abStick *s = &d->stick;
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->points, points) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->groups, points) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->basis,
                             2 * points * AB_STICK_ROWS) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->vectors, 12 * points) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->trial, 4 * points) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->held, points) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->loads,
                             d->mechanics.model->body_count);
}

static bool reserve_matrices(abDerivative *d, size_t n) {
    abStick *s = &d->stick;
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->matrix, n * n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->factor, n * n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->null, n * n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->order, n);
}

void ab_stick_done(abDerivative *d) {
    ab_arrays_free(d->mechanics.allocator, &d->stick.arrays);
}

static abVec3 convected(const abBodyNow *body, abVec3 p_dot) {
    return ab_cross(body->w, ab_sub(p_dot, body->v));
}

// Of B against A.
static abVec3 velocity(const abDerivative *d, const abStickPoint *point) {
    return ab_sub(ab_velocity_at(&d->mechanics.bodies[point->body_b], point->p),
                  ab_velocity_at(&d->mechanics.bodies[point->body_a], point->p));
}

// (2) without t, and without the slip since the point sticks.
static abVec3 target_of(const abDerivative *d, const abContactPair *pair, const abStickPoint *point,
                        abVec3 n_dot, abVec3 p_dot) {
    const abTangentialNow *now = &d->tangential_states.now[point->tangential];
    const abBodyNow *A = &d->mechanics.bodies[point->body_a],
                    *B = &d->mechanics.bodies[point->body_b];
    abVec3 V = velocity(d, point);
    double k = pair->speed_scale / pair->depth_scale;
    abVec3 g = ab_sub(convected(A, p_dot), convected(B, p_dot));
    g = ab_add_scaled(g, ab_dot(V, now->normal), n_dot);
    return ab_add_scaled(g, -2.0 * k, V);
}

// (2)
static void set_targets(const abDerivative *d, const abContactPair *pair, abStickPoint *point,
                        abVec3 n_dot, abVec3 p_dot) {
    const double *state = d->tangential_states.state + AB_TANGENTIAL_NUMBERS * point->tangential;
    double k = pair->speed_scale / pair->depth_scale;
    abVec3 g = target_of(d, pair, point, n_dot, p_dot);
    g = ab_add_scaled(g, -k * k, ab_vec3(state[0], state[1], state[2]));
    point->target[0] = ab_dot(point->t[0], g);
    point->target[1] = ab_dot(point->t[1], g);
}

static void add_pair(abDerivative *d, size_t k) {
    const abContactPair *pair = &d->contacts->pairs[k];
    abVec3 n_dot[AB_PATCH_MAX], p_dot[AB_PATCH_MAX];
    bool has_motions = false;
    size_t first = d->stick.count;
    for (int i = 0; i < pair->tangential_count; i++) {
        size_t tangential = (size_t)pair->first_tangential + (size_t)i;
        const abTangentialNow *now = &d->tangential_states.now[tangential];
        if (d->tangential_states.list[tangential].mode != AB_TANGENTIAL_STICK || !now->is_there ||
            !(now->pressing > 0.0)) {
            continue;
        }
        if (!has_motions) {
            ab_contact_point_motions(d, pair, &d->contacts->now[k], n_dot, p_dot);
            has_motions = true;
        }
        abVec3 t = ab_perpendicular(now->normal);
        abStickPoint *point = &d->stick.points[d->stick.count++];
        *point = (abStickPoint){.tangential = tangential,
                                .body_a = pair->data->body_a,
                                .body_b = pair->data->body_b,
                                .p = now->place,
                                .t = {t, ab_cross(now->normal, t)},
                                .weight = sqrt(now->pressing)};
        set_targets(d, pair, point, n_dot[i], p_dot[i]);
    }
    if (d->stick.count > first) {
        d->stick.groups[d->stick.group_count++] = (abStickGroup){.first = first,
                                                                 .count = d->stick.count - first,
                                                                 .body_a = pair->data->body_a,
                                                                 .body_b = pair->data->body_b};
    }
}

// Left side of (1) for the accelerations of the moment.
static double relative(const abDerivative *d, const abStickPoint *point, int side) {
    abVec3 a = ab_sub(ab_acceleration_at(&d->mechanics.bodies[point->body_b], point->p),
                      ab_acceleration_at(&d->mechanics.bodies[point->body_a], point->p));
    return ab_dot(point->t[side], a);
}

// ---- answers to forces ----

static void add_force(abDerivative *d, const abStickPoint *point, abVec3 force) {
    ab_load(&d->mechanics.bodies[point->body_b], force, point->p);
    ab_load(&d->mechanics.bodies[point->body_a], ab_neg(force), point->p);
}

// Of a combined row, with the opposite on A.
static void add_wrench(abDerivative *d, const abStickGroup *group, size_t row, double size) {
    abVec3 force = ab_scale(size, group->force[row]), torque = ab_scale(size, group->torque[row]);
    abBodyNow *A = &d->mechanics.bodies[group->body_a], *B = &d->mechanics.bodies[group->body_b];
    ab_load(B, force, group->c);
    ab_load(A, ab_neg(force), group->c);
    B->torque = ab_add(B->torque, torque);
    A->torque = ab_sub(A->torque, torque);
}

// What a combined row sees of an acceleration at c and an angular one.
static double seen(const abStickGroup *group, size_t row, abVec3 a, abVec3 alpha) {
    return ab_dot(group->force[row], a) + ab_dot(group->torque[row], alpha);
}

// Of the accelerations of the moment.
static double seen_now(const abDerivative *d, const abStickGroup *group, size_t row) {
    const abBodyNow *A = &d->mechanics.bodies[group->body_a],
                    *B = &d->mechanics.bodies[group->body_b];
    abVec3 a = ab_sub(ab_acceleration_at(B, group->c), ab_acceleration_at(A, group->c));
    return seen(group, row, a, ab_sub(B->alpha, A->alpha));
}

// Acceleration of a body under a force at c and a torque.
typedef struct Answer {
    int body;
    abVec3 a, alpha;
} Answer;

static Answer answer(const abDerivative *d, int body, abVec3 c, abVec3 force, abVec3 torque) {
    Answer out = {.body = body};
    if (body >= 0) {
        const abBodyNow *now = &d->mechanics.bodies[body];
        abVec3 about = ab_add(torque, ab_cross(ab_sub(c, now->X.p), force));
        ab_apply_inverse_mass(&d->mechanics.model->bodies[body], now, force, about, &out.a,
                              &out.alpha);
    }
    return out;
}

// Column of (3) for bodies without joints, which is symmetric: from its own group on.
static void free_column(abDerivative *d, size_t n, size_t from, size_t row) {
    const abStick *s = &d->stick;
    const abStickGroup *group = &s->groups[from];
    abVec3 force = group->force[row], torque = group->torque[row];
    const Answer answers[2] = {answer(d, group->body_a, group->c, ab_neg(force), ab_neg(torque)),
                               answer(d, group->body_b, group->c, force, torque)};
    size_t column = group->row + row;
    for (size_t g = from; g < s->group_count; g++) {
        const abStickGroup *at = &s->groups[g];
        abVec3 a = {0.0, 0.0, 0.0}, alpha = a;
        for (int k = 0; k < 2; k++) {
            const Answer *body = &answers[k];
            double sign = (body->body == at->body_b) - (body->body == at->body_a);
            if (sign != 0.0) {
                abVec3 arm = ab_sub(at->c, d->mechanics.bodies[body->body].X.p);
                a = ab_add_scaled(a, sign, ab_add(body->a, ab_cross(body->alpha, arm)));
                alpha = ab_add_scaled(alpha, sign, body->alpha);
            }
        }
        for (size_t i = 0; i < at->rank; i++) {
            double entry = seen(at, i, a, alpha);
            s->matrix[(at->row + i) * n + column] = s->matrix[column * n + at->row + i] = entry;
        }
    }
}

static void clear_column(const abStick *s, size_t n, size_t column) {
    for (size_t i = 0; i < n; i++) {
        s->matrix[i * n + column] = 0.0;
    }
}

// Whether a row acts on nothing that can move that way: across the plane of bodies that stay in it.
static bool is_across(const abDerivative *d, const abStickGroup *group, size_t row) {
    const abModel *model = d->mechanics.model;
    abVec3 force = group->force[row], torque = group->torque[row];
    bool is_in_plane = force.x != 0.0 || force.y != 0.0 || torque.z != 0.0;
    const int bodies[2] = {group->body_a, group->body_b};
    for (int k = 0; k < 2; k++) {
        is_in_plane = is_in_plane || (ab_is_moving(model, bodies[k]) &&
                                      model->bodies[bodies[k]].mobility != AB_MOBILITY_PLANAR);
    }
    return !is_in_plane;
}

// Through the joints: by the difference that a force makes which is as large as the normal force.
static bool joined_column(abDerivative *d, size_t n, const abStickGroup *from, size_t row,
                          const double *without) {
    const abStick *s = &d->stick;
    ab_give_loads_back(&d->mechanics, d->stick.loads);
    add_wrench(d, from, row, from->size);
    if (!ab_accelerate_again(d, false)) {
        return false;
    }
    for (size_t g = 0; g < s->group_count; g++) {
        const abStickGroup *at = &s->groups[g];
        for (size_t i = 0; i < at->rank; i++) {
            double change = seen_now(d, at, i) - without[at->row + i];
            s->matrix[(at->row + i) * n + from->row + row] = change / from->size;
        }
    }
    return true;
}

// ---- combined rows ----

// Row j of a group: tangents of its first point, then of the next.
static const abStickPoint *point_of(const abStick *s, const abStickGroup *group, size_t j) {
    return &s->points[group->first + j / 2];
}

static double *basis_of(const abStick *s, const abStickGroup *group, size_t j) {
    return s->basis + (2 * group->first + j) * AB_STICK_ROWS;
}

// W R for one motion: a translation along an axis, or a turn about it through c, by a length.
static double fill_column(const abStick *s, const abStickGroup *group, abVec3 axis, double length,
                          double *column) {
    double sum = 0.0;
    for (size_t j = 0; j < 2 * group->count; j++) {
        const abStickPoint *point = point_of(s, group, j);
        abVec3 arm = ab_sub(point->p, group->c);
        abVec3 moves = length > 0.0 ? ab_scale(1.0 / length, ab_cross(axis, arm)) : axis;
        column[j] = point->weight * ab_dot(point->t[j % 2], moves);
        sum += column[j] * column[j];
    }
    return sum;
}

// What is left of a column beside the basis so far becomes its next vector, unless it is rounding.
static void add_direction(abStick *s, abStickGroup *group, double *column, double minimum) {
    size_t rows = 2 * group->count;
    double sum = 0.0;
    for (int round = 0; round < 2; round++) { // twice is enough (Parlett)
        for (size_t r = 0; r < group->rank; r++) {
            double along = 0.0;
            for (size_t j = 0; j < rows; j++) {
                along += column[j] * basis_of(s, group, j)[r];
            }
            for (size_t j = 0; j < rows; j++) {
                column[j] -= along * basis_of(s, group, j)[r];
            }
        }
    }
    for (size_t j = 0; j < rows; j++) {
        sum += column[j] * column[j];
    }
    if (!(sum > minimum)) {
        return;
    }
    size_t r = group->rank++;
    abVec3 force = {0.0, 0.0, 0.0}, torque = force;
    for (size_t j = 0; j < rows; j++) {
        const abStickPoint *point = point_of(s, group, j);
        double q = basis_of(s, group, j)[r] = column[j] / sqrt(sum);
        abVec3 T = ab_scale(q * point->weight, point->t[j % 2]);
        force = ab_add(force, T);
        torque = ab_add(torque, ab_cross(ab_sub(point->p, group->c), T));
    }
    group->force[r] = force;
    group->torque[r] = torque;
}

// Translations along the tangents come first, so the rows of a single point stay as they are.
static void combine(abStick *s, abStickGroup *group) {
    double column[2 * AB_PATCH_MAX], length = 0.0, largest = 0.0, weights = 0.0;
    abVec3 sum = {0.0, 0.0, 0.0};
    const abStickPoint *points = s->points + group->first;
    for (size_t i = 0; i < group->count; i++) {
        sum = ab_add(sum, ab_sub(points[i].p, points[0].p));
        weights += points[i].weight * points[i].weight;
    }
    group->c = ab_add_scaled(points[0].p, 1.0 / (double)group->count, sum);
    group->size = sqrt(weights);
    for (size_t i = 0; i < group->count; i++) {
        length = fmax(length, ab_norm(ab_sub(points[i].p, group->c)));
    }
    const abVec3 *t = points[0].t, n = ab_cross(t[0], t[1]);
    const abVec3 axes[AB_STICK_ROWS] = {t[0], t[1], n, n, t[0], t[1]};
    for (int k = 0; k < (length > 0.0 ? AB_STICK_ROWS : 3); k++) {
        largest = fmax(largest, fill_column(s, group, axes[k], k < 3 ? 0.0 : length, column));
        add_direction(s, group, column, AB_STICK_ROUNDING * largest);
    }
}

static void add_to_pair(abDerivative *d, const abStickPoint *point, abVec3 force) {
    const abTangentialState *state = &d->tangential_states.list[point->tangential];
    int k = ab_contacts_find(&d->mechanics, state->shape_a, state->shape_b);
    abContactPairNow *now = &d->contacts->now[k];
    now->force = ab_add(now->force, force);
    now->torque = ab_add(now->torque, ab_cross(ab_sub(point->p, now->point), force));
}

// The force in the results: of the tangential state and of its contact pair.
static void note_force(abDerivative *d, const abStickPoint *point, abVec3 force) {
    abTangentialNow *tangential = &d->tangential_states.now[point->tangential];
    tangential->hold = force;
    tangential->switching = ab_norm(force) - tangential->limit;
    add_to_pair(d, point, force);
    d->mechanics.book_rates[AB_BOOK_SLIDING] -= ab_dot(force, velocity(d, point));
}

// The matrix and the right side of (3).
static bool set_up(abDerivative *d, size_t n, double *without, double *wanted) {
    abStick *s = &d->stick;
    memset(wanted, 0, n * sizeof *wanted);
    for (size_t g = 0; g < s->group_count; g++) {
        const abStickGroup *group = &s->groups[g];
        for (size_t j = 0; j < 2 * group->count; j++) {
            const abStickPoint *point = point_of(s, group, j);
            double r = point->weight * (point->target[j % 2] - relative(d, point, (int)(j % 2)));
            for (size_t i = 0; i < group->rank; i++) {
                wanted[group->row + i] += basis_of(s, group, j)[i] * r;
            }
        }
        for (size_t i = 0; i < group->rank; i++) {
            without[group->row + i] = seen_now(d, group, i);
        }
    }
    bool ok = true;
    for (size_t g = 0; g < s->group_count; g++) {
        for (size_t i = 0; ok && i < s->groups[g].rank; i++) {
            if (d->mechanics.joints == NULL) {
                free_column(d, n, g, i);
            } else if (is_across(d, &s->groups[g], i)) {
                clear_column(s, n, s->groups[g].row + i);
            } else {
                ok = joined_column(d, n, &s->groups[g], i, without);
            }
        }
    }
    return ok;
}

void ab_stick_hold(abDerivative *d, const abStickGroup *group, const double *c) {
    const abStick *s = &d->stick;
    for (size_t k = 0; k < group->count; k++) {
        const abStickPoint *point = &s->points[group->first + k];
        abVec3 held = {0.0, 0.0, 0.0};
        for (size_t side = 0; side < 2; side++) {
            const double *q = basis_of(s, group, 2 * k + side);
            double z = 0.0;
            for (size_t i = 0; i < group->rank; i++) {
                z += q[i] * c[group->row + i];
            }
            held = ab_add_scaled(held, point->weight * z, point->t[side]);
        }
        add_force(d, point, held);
        note_force(d, point, held);
    }
}

// Forces shared out anew have the same sum and moment, so no load changes.
static void note_share(abDerivative *d, const abHeldPoint *held) {
    const abStickPoint *point = &d->stick.points[held->index];
    abTangentialNow *tangential = &d->tangential_states.now[point->tangential];
    abVec3 change = ab_sub(held->hold, tangential->hold);
    add_to_pair(d, point, change);
    tangential->hold = held->hold;
    tangential->switching = ab_norm(held->hold) - tangential->limit;
}

void ab_stick_share(abDerivative *d) {
    abStick *s = &d->stick;
    for (size_t i = 0; i < s->count; i++) {
        const abStickPoint *point = &s->points[i];
        const abTangentialNow *now = &d->tangential_states.now[point->tangential];
        s->held[i] = (abHeldPoint){.body = {ab_held_body(d->mechanics.model, point->body_a),
                                            ab_held_body(d->mechanics.model, point->body_b)},
                                   .p = point->p,
                                   .n = now->normal,
                                   .limit = now->limit,
                                   .hold = now->hold,
                                   .index = i};
    }
    ab_face_hold_share(s->held, s->count);
    for (size_t i = 0; i < s->count; i++) {
        if (s->held[i].is_shared) {
            note_share(d, &s->held[i]);
        }
    }
}

bool ab_stick_prepare(abDerivative *d) {
    abStick *s = &d->stick;
    s->count = s->group_count = s->row_count = 0;
    if (!reserve(d, d->tangential_states.count > 0 ? d->tangential_states.count : 1)) {
        return false;
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        if (ab_friction_is_exact(d->contacts->pairs[k].data->interaction->friction) &&
            !d->contacts->pairs[k].data->is_rigid) {
            add_pair(d, k);
        }
    }
    for (size_t g = 0; g < s->group_count; g++) {
        s->groups[g].row = s->row_count;
        combine(s, &s->groups[g]);
        s->row_count += s->groups[g].rank;
    }
    return true;
}

double ab_stick_wanted(const abDerivative *d, const abStickGroup *group, size_t row) {
    const abStick *s = &d->stick;
    double sum = 0.0;
    for (size_t j = 0; j < 2 * group->count; j++) {
        const abStickPoint *point = point_of(s, group, j);
        sum += basis_of(s, group, j)[row] * point->weight * point->target[j % 2];
    }
    return sum;
}

double ab_stick_driven(abDerivative *d, size_t pair, size_t tangential, abVec3 direction) {
    const abContactPair *of = &d->contacts->pairs[pair];
    const abTangentialNow *now = &d->tangential_states.now[tangential];
    abStickPoint point = {.tangential = tangential,
                          .body_a = of->data->body_a,
                          .body_b = of->data->body_b,
                          .p = now->place};
    abVec3 n_dot[AB_PATCH_MAX], p_dot[AB_PATCH_MAX];
    size_t i = tangential - (size_t)of->first_tangential;
    ab_contact_point_motions(d, of, &d->contacts->now[pair], n_dot, p_dot);
    abVec3 g = target_of(d, of, &point, n_dot[i], p_dot[i]);
    abVec3 a = ab_sub(ab_acceleration_at(&d->mechanics.bodies[of->data->body_b], point.p),
                      ab_acceleration_at(&d->mechanics.bodies[of->data->body_a], point.p));
    return ab_dot(direction, ab_sub(a, g));
}

// The least c of the least squares of the combined rows; workspace: 2 n.
static void solve_rows(abStick *s, size_t n, double *c, double *workspace) {
    double *left = workspace + n;
    abSemidefinite system = {
        .n = n, .A = s->factor, .order = s->order, .null = s->null, .workspace = workspace};
    memcpy(s->factor, s->matrix, n * n * sizeof *s->factor);
    ab_semidefinite_factor(&system, AB_STICK_ROUNDING);
    memset(c, 0, n * sizeof *c);
    for (int round = 0; round < 2; round++) { // the second takes back rounding
        for (size_t i = 0; i < n; i++) {
            left[i] = s->wanted[i] - ab_row_dot(s->matrix + i * n, c, n);
        }
        ab_semidefinite_apply(&system, left);
        ab_row_add(c, 1.0, left, n);
    }
}

bool ab_stick_solve(abDerivative *d, double t) {
    abStick *s = &d->stick;
    double rates[AB_BOOK_STATES];
    memcpy(rates, d->mechanics.book_rates, sizeof rates);
    if (!ab_stick_prepare(d)) {
        return false;
    }
    ab_keep_loads(&d->mechanics, d->stick.loads);
    if (!ab_accelerate(d, t)) {
        return false;
    }
    size_t n = s->row_count;
    if (n == 0) {
        return true;
    }
    double *without = s->vectors, *wanted = without + n, *c = wanted + n, *workspace = c + n;
    s->wanted = wanted;
    if (!reserve_matrices(d, n) || !set_up(d, n, without, wanted)) {
        return false;
    }
    solve_rows(s, n, c, workspace);
    ab_give_loads_back(&d->mechanics, d->stick.loads);
    memcpy(d->mechanics.book_rates, rates, sizeof rates);
    for (size_t g = 0; g < s->group_count; g++) {
        ab_stick_hold(d, &s->groups[g], c);
    }
    ab_stick_share(d);
    return ab_accelerate_again(d, true);
}
