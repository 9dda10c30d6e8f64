// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_project.c - impacts, and the way back to gaps of zero after a step.
//
//   dq' M dq -> min with J dq = -g,    dv' M dv -> min with J dv = -g'                   (1)
//
// for the held points and the joints together, as joints alone are projected (joint_project.c).
// Forces are found from the exact second derivatives of the gaps and know nothing of it, so none
// that stabilises is among them. An impact changes velocities by impulses p >= 0:
//
//   u = A p + v,   u + e v >= 0,   p (u + e v) = 0;   e = 0 where v >= 0 or closed before  (2)
//
// Cost    one system of all held points each; positions take another when what is left is not
//         rounding.
// Source  (2): Newton's rule at several points at once, [Brogliato1999] ch. 4 and 5.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "dynamics/rigid_hit.h"
#include "dynamics/rigid_rows.h"
#include "rigid/complementarity.h"

static const double s_close = 1e-15; // of the size: gaps that are rounding
static const int s_most = 6;         // Newton steps

// Motions of all bodies for the impulses of the rows: into their a and alpha.
static bool answer_to_all(abDynamics *d, abSolveLevel level) {
    ab_rigid_clear_loads(d);
    for (size_t i = 0; i < d->rigid.row_count; i++) {
        ab_rigid_load(d, &d->rigid.rows[i], d->rigid.f[i]);
    }
    return ab_rigid_motions(d, level);
}

// The matrix, and what the rows are at before impulses: what joints need, added to `value`.
static bool prepare(abDynamics *d, double t, abSolveLevel level) {
    ab_rigid_open(d, t, level);
    if (!ab_rigid_fill(d, level)) {
        return false;
    }
    ab_rigid_clear_loads(d);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    for (size_t i = 0; i < d->rigid.row_count; i++) {
        d->rigid.b[i] = ab_rigid_along(d, i);
    }
    return true;
}

static double scene_size(const abDynamics *d) {
    return fmax(d->model->size, 1e-3);
}

static bool project_positions(abDynamics *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    double last = INFINITY;
    for (int round = 0; round < s_most; round++) {
        ab_dynamics_place(d, t, y);
        if (!ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
            return false;
        }
        double worst = 0.0;
        for (size_t i = 0; i < r->row_count; i++) {
            worst = fmax(worst, fabs(r->now[r->rows[i].point].gap - r->target));
        }
        if (worst <= s_close * scene_size(d) || worst >= 0.5 * last) {
            return true;
        }
        last = worst;
        if (!prepare(d, t, AB_SOLVE_POSITION)) {
            return false;
        }
        for (size_t i = 0; i < r->row_count; i++) {
            r->b[i] += r->now[r->rows[i].point].gap - r->target;
            r->kind[i] = AB_ROW_BILATERAL;
        }
        if (!ab_rigid_complement(d, false) || !answer_to_all(d, AB_SOLVE_POSITION)) {
            return false;
        }
        for (size_t b = 0; b < d->model->body_count; b++) {
            if (ab_is_moving(d->model, (int)b)) {
                ab_move_position(d->model, (int)b, d->bodies[b].a, d->bodies[b].alpha, y);
            }
        }
        *changed = true;
    }
    return true;
}

static void change_velocities(abDynamics *d, double *y) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        if (ab_is_moving(d->model, (int)b)) {
            ab_change_velocity(d->model, (int)b, d->bodies[b].a, d->bodies[b].alpha, y);
        }
    }
}

static bool open_speeds(abDynamics *d, double t, const double *y, abRigidTangents tangents) {
    ab_dynamics_place(d, t, y);
    if (!ab_rigid_make_rows(d, tangents)) {
        return false;
    }
    d->rigid.slip_count = 0; // slip does no impulse of its own
    return prepare(d, t, AB_SOLVE_SPEED);
}

static double speed_along(const abRigid *r, const abRigidRow *row) {
    const abRigidNow *now = &r->now[row->point];
    return row->axis < 0 ? now->rate : ab_dot(row->u, now->slip);
}

static bool project_velocities(abDynamics *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    d->grips.state = y + d->model->state_count;
    if (!open_speeds(d, t, y, AB_RIGID_SLIPPING)) {
        return false;
    }
    bool is_still = true;
    for (size_t i = 0; i < r->row_count; i++) {
        double rate = speed_along(r, &r->rows[i]);
        r->b[i] += rate;
        r->kind[i] = AB_ROW_BILATERAL;
        is_still = is_still && rate == 0.0;
    }
    if (is_still) {
        return true;
    }
    if (!ab_rigid_complement(d, false) || !answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    change_velocities(d, y);
    *changed = true;
    return true;
}

bool ab_rigid_project(abDynamics *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && project_velocities(d, t, y, &changed) && changed;
}

bool ab_rigid_close_gaps(abDynamics *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && changed;
}

// ---- impacts ----

double ab_rigid_kinetic(const abDynamics *d) {
    double sum = 0.0;
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->state >= 0) {
            const abBodyNow *now = &d->bodies[b];
            abVec3 w = ab_mul_t(now->X.R, now->w);
            sum += 0.5 * body->mass * ab_norm2(now->v) + 0.5 * ab_dot(w, ab_mul(body->inertia, w));
        }
    }
    return sum;
}

static const int s_most_rounds = 200;  // for friction, whose bound is a share of the pressing
static const double s_settled = 1e-13; // change of impulses, by the largest

// Bounds of impulses along tangents: of one tangent |p_t| <= mu p_n, of two a circle, as the box of
// the direction in which the last solution pushes.
static void set_bounds(abDynamics *d) {
    abRigid *r = &d->rigid;
    const abTouch *touch = d->touches;
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidPoint *point = &r->points[row->point];
        if (row->axis != 0) {
            continue;
        }
        while (touch->shape_a != point->shape_a || touch->shape_b != point->shape_b) {
            touch++;
        }
        bool are_two = i + 1 < r->row_count && r->rows[i + 1].axis == 1;
        double limit = ab_rigid_impact_friction(touch, &r->now[row->point]) * r->f[i - 1];
        double x = r->f[i], y = are_two ? r->f[i + 1] : 0.0, length = sqrt(x * x + y * y);
        bool is_beyond = are_two && length > limit && length > 0.0;
        double shares[2] = {is_beyond ? fabs(x) / length : 1.0, is_beyond ? fabs(y) / length : 1.0};
        for (int k = 0; k < (are_two ? 2 : 1); k++) {
            r->lo[i + (size_t)k] = -limit * shares[k];
            r->hi[i + (size_t)k] = limit * shares[k];
        }
    }
}

// Normal impulses with those of friction within their bounds, in turns until both settle.
static bool solve_impact(abDynamics *d) {
    abRigid *r = &d->rigid;
    bool has_tangents = false;
    for (size_t i = 0; i < r->row_count; i++) {
        r->kind[i] = r->rows[i].axis < 0 ? AB_ROW_UNILATERAL : AB_ROW_BOUNDED;
        r->lo[i] = r->hi[i] = r->f[i] = 0.0;
        has_tangents = has_tangents || r->rows[i].axis >= 0;
    }
    for (int round = 0; round < s_most_rounds; round++) {
        memcpy(r->without, r->f, r->row_count * sizeof *r->f);
        if (!ab_rigid_complement(d, false)) {
            return false;
        }
        double change = 0.0, largest = 0.0;
        for (size_t i = 0; i < r->row_count; i++) {
            change = fmax(change, fabs(r->f[i] - r->without[i]));
            largest = fmax(largest, fabs(r->f[i]));
        }
        if (!has_tangents || change <= s_settled * largest) {
            return true;
        }
        set_bounds(d);
    }
    return true; // the bounds hold to what the last round changed
}

bool ab_rigid_hit(abDynamics *d, double t, double *y, abRigidHit *hit) {
    abRigid *r = &d->rigid;
    if (!open_speeds(d, t, y, AB_RIGID_NO_TANGENTS)) {
        return false;
    }
    size_t n = r->row_count, room = ab_impacts_room(n);
    if (!AB_ARRAY_RESERVE(d->allocator, hit->room, hit->room_size, room) ||
        !AB_ARRAY_RESERVE(d->allocator, hit->bodies, hit->body_capacity, n)) {
        return false;
    }
    double *restitution = r->without;
    unsigned char *rests = r->side;
    for (size_t i = 0; i < n; i++) {
        const abRigidPoint *point = &r->points[i];
        r->b[i] += r->now[i].rate;
        r->kind[i] = AB_ROW_UNILATERAL;
        restitution[i] = point->restitution;
        rests[i] = !point->is_new;
        hit->bodies[i] = (abImpactBodies){
            {(size_t)point->body_a, (size_t)point->body_b},
            {ab_is_moving(d->model, point->body_a), ab_is_moving(d->model, point->body_b)}};
    }
    abImpacts impacts = {.n = n,
                         .A = r->matrix,
                         .velocity = r->b,
                         .restitution = restitution,
                         .kind = r->kind,
                         .rests = hit->kind == AB_IMPACT_SIMULTANEOUS ? rests : NULL,
                         .bodies = hit->bodies,
                         .seed = &hit->seed,
                         .impulse = r->f,
                         .after = r->w};
    abComplementarityStatus status = ab_impacts_solve(hit->kind, &impacts, hit->room);
    if (status == AB_COMPLEMENTARITY_NOT_FINITE || !answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    hit->largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        r->now[i].impulse = r->f[i];
        hit->largest = fmax(hit->largest, r->f[i]);
    }
    change_velocities(d, y);
    return true;
}

void ab_rigid_hit_done(abDynamics *d, abRigidHit *hit) {
    AB_ARRAY_FREE(d->allocator, hit->room, hit->room_size);
    AB_ARRAY_FREE(d->allocator, hit->bodies, hit->body_capacity);
}

// Where slip has no force at all (Painleve), the tip digs in: the impulse grows until slip has
// ended, with no time for anything else [Brogliato1999 ch. 5].
bool ab_rigid_capture(abDynamics *d, double t, double *y) {
    abRigid *r = &d->rigid;
    if (!open_speeds(d, t, y, AB_RIGID_ALL_TANGENTS)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        r->b[i] += speed_along(r, &r->rows[i]);
        r->kind[i] = r->rows[i].axis < 0 ? AB_ROW_UNILATERAL : AB_ROW_BILATERAL;
    }
    if (!ab_rigid_complement(d, false) || !answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        if (r->rows[i].axis < 0) {
            r->now[r->rows[i].point].impulse = r->f[i];
        }
    }
    change_velocities(d, y);
    return true;
}

bool ab_rigid_impact(abDynamics *d, double t, double *y) {
    abRigid *r = &d->rigid;
    if (!open_speeds(d, t, y, AB_RIGID_ALL_TANGENTS)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidPoint *point = &r->points[r->rows[i].point];
        double v = speed_along(r, &r->rows[i]);
        bool bounces = r->rows[i].axis < 0 && point->is_new;
        r->b[i] += v + (bounces ? point->restitution * fmin(0.0, v) : 0.0); // (2)
    }
    if (!solve_impact(d) || !answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        if (r->rows[i].axis < 0) {
            r->now[r->rows[i].point].impulse = r->f[i];
        }
    }
    change_velocities(d, y);
    return true;
}
