// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_solve.c - sweeps over all contacts and links, made faster by conjugate directions.
//
// A sweep visits the rows forth and back and solves each exactly for the motion as it is then
// (projected Gauss-Seidel; one contact is cone_local.c). What a sweep changes is taken for minus a
// gradient g of a convex problem, and directions are conjugated as by Fletcher and Reeves:
//
//   b = |g|^2 / |g_last|^2;   b > 1: begin anew;   else  p += b d,  d = b d - g          (1)
//
// with |.| the norm of energy, sum of W_ii dp_i^2. An extrapolated p is never the answer: the last
// thing done is always a sweep.
//
// Error   what the last sweep changed of u, the root of the mean square over contacts and links,
//         relative to the scale of velocities. It is a velocity, so it does not depend on masses.
// Cost    linear in contacts per sweep. Nothing is assembled beside 3 x 3 blocks.
// Source  (1): [Silcowitz2010].

#include <string.h>

#include "base/array.h"
#include "rigid/cone_parts.h"

void ab_cone_room_done(abConeRoom *room) {
    AB_ARRAY_FREE(room->allocator, room->last, room->last_capacity);
    AB_ARRAY_FREE(room->allocator, room->way, room->way_capacity);
    AB_ARRAY_FREE(room->allocator, room->step, room->step_capacity);
    AB_ARRAY_FREE(room->allocator, room->before, room->before_capacity);
    AB_ARRAY_FREE(room->allocator, room->index, room->index_capacity);
    AB_ARRAY_FREE(room->allocator, room->pairs, room->pairs_capacity);
    AB_ARRAY_FREE(room->allocator, room->start, room->start_capacity);
    AB_ARRAY_FREE(room->allocator, room->gradient, room->gradient_capacity);
    AB_ARRAY_FREE(room->allocator, room->newton, room->newton_capacity);
    AB_ARRAY_FREE(room->allocator, room->proximal, room->proximal_capacity);
    if (room->cholesky.allocator.resize != NULL) {
        ab_block_cholesky_done(&room->cholesky);
    }
}

static bool reserve(const abConeProblem *problem, abConeRoom *room) {
    size_t bodies = 2 * (size_t)problem->body_count;
    size_t rows = 3 * (size_t)problem->contact_count + (size_t)problem->link_count;
    return AB_ARRAY_RESERVE(room->allocator, room->last, room->last_capacity, bodies) &&
           AB_ARRAY_RESERVE(room->allocator, room->way, room->way_capacity, bodies) &&
           AB_ARRAY_RESERVE(room->allocator, room->start, room->start_capacity,
                            (size_t)problem->body_count) &&
           AB_ARRAY_RESERVE(room->allocator, room->step, room->step_capacity, rows) &&
           AB_ARRAY_RESERVE(room->allocator, room->before, room->before_capacity, rows);
}

static abVec3 by_mass(const abConeBody *body, abVec3 f) {
    return ab_vec3(body->inverse_mass[0] * f.x, body->inverse_mass[1] * f.y,
                   body->inverse_mass[2] * f.z);
}

// ---- preparation ----

// W between two axes of a contact.
static double coupling(const abConeProblem *problem, const abConeContact *c, int i, int k) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        const abConeBody *body = &problem->bodies[c->body[side]];
        abVec3 turn = ab_cross(c->arm[side], c->axis[i]);
        abVec3 spin = ab_mul(body->inverse_inertia, ab_cross(c->arm[side], c->axis[k]));
        sum += ab_dot(c->axis[i], by_mass(body, c->axis[k])) + ab_dot(turn, spin);
    }
    return sum;
}

static void turn_tangents(const abConeProblem *problem, abConeContact *c) {
    double values[2], x, y;
    ab_eigen_2(coupling(problem, c, 1, 1), coupling(problem, c, 1, 2), coupling(problem, c, 2, 2),
               values, &x, &y);
    abVec3 s = c->axis[1], t = c->axis[2];
    c->axis[1] = ab_add(ab_scale(x, s), ab_scale(y, t));
    c->axis[2] = ab_sub(ab_scale(x, t), ab_scale(y, s));
    c->local.tt[0] = values[0];
    c->local.tt[1] = fmax(values[1], 1e-12 * values[0]);
}

static void prepare_contact(const abConeProblem *problem, abConeContact *c) {
    c->axis[0] = c->normal;
    c->local = (abConeLocal){.friction = c->friction};
    c->local.nn = coupling(problem, c, 0, 0) + c->compliance;
    c->p[0] = fmax(0.0, ab_dot(c->impulse, c->normal));
    c->p[1] = c->p[2] = 0.0;
    if (c->friction > 0.0) {
        abVec3 tangent = ab_perpendicular(c->normal);
        c->axis[1] = tangent;
        c->axis[2] = ab_cross(c->normal, tangent);
        turn_tangents(problem, c);
        c->local.nt[0] = coupling(problem, c, 0, 1);
        c->local.nt[1] = coupling(problem, c, 0, 2);
        c->p[1] = ab_dot(c->impulse, c->axis[1]);
        c->p[2] = ab_dot(c->impulse, c->axis[2]);
        double size = sqrt(c->p[1] * c->p[1] + c->p[2] * c->p[2]), most = c->friction * c->p[0];
        double cut = size > most ? most / size : 1.0;
        c->p[1] *= cut;
        c->p[2] *= cut;
    }
    if (!ab_cone_local_prepare(&c->local)) {
        c->local.nn = 0.0;
        c->p[0] = c->p[1] = c->p[2] = 0.0;
    }
}

// ---- motion ----

static void push(abConeBody *body, abVec3 arm, abVec3 impulse) {
    body->v = ab_add(body->v, by_mass(body, impulse));
    body->w = ab_add(body->w, ab_mul(body->inverse_inertia, ab_cross(arm, impulse)));
}

static void move_contact(const abConeProblem *problem, const abConeContact *c, const double dp[3]) {
    abVec3 impulse = ab_scale(dp[0], c->axis[0]);
    for (int i = 1; i < 3 && c->friction > 0.0; i++) {
        impulse = ab_add_scaled(impulse, dp[i], c->axis[i]);
    }
    push(&problem->bodies[c->body[0]], c->arm[0], ab_neg(impulse));
    push(&problem->bodies[c->body[1]], c->arm[1], impulse);
}

// Of B relative to A at the contact.
static abVec3 velocity_at(const abConeProblem *problem, const abConeContact *c) {
    const abConeBody *A = &problem->bodies[c->body[0]], *B = &problem->bodies[c->body[1]];
    abVec3 v_a = ab_add(A->v, ab_cross(A->w, c->arm[0]));
    abVec3 v_b = ab_add(B->v, ab_cross(B->w, c->arm[1]));
    return ab_sub(v_b, v_a);
}

double ab_cone_speed(const abConeProblem *problem, const abConeContact *c, int i) {
    return ab_dot(c->axis[i], velocity_at(problem, c));
}

void ab_cone_speeds(const abConeProblem *problem, const abConeContact *c, double out[3]) {
    abVec3 u = velocity_at(problem, c);
    for (int i = 0; i < 3; i++) {
        out[i] = ab_dot(c->axis[i], u);
    }
}

// ---- links ----

int ab_cone_link_end(const abConeProblem *problem, int index) {
    int end = index + 1;
    while (end < problem->link_count && problem->links[end].goes_on) {
        end++;
    }
    return end;
}

double ab_cone_link_speed(const abConeProblem *problem, int index) {
    double sum = problem->links[index].bias;
    for (int k = index, end = ab_cone_link_end(problem, index); k < end; k++) {
        const abConeLink *link = &problem->links[k];
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abConeBody *body = &problem->bodies[link->body[side]];
                sum += ab_dot(link->linear[side], body->v) + ab_dot(link->angular[side], body->w);
            }
        }
    }
    return sum;
}

static void move_link(const abConeProblem *problem, int index, double dp) {
    for (int k = index, end = ab_cone_link_end(problem, index); k < end; k++) {
        const abConeLink *link = &problem->links[k];
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                abConeBody *body = &problem->bodies[link->body[side]];
                body->v = ab_add_scaled(body->v, dp, by_mass(body, link->linear[side]));
                body->w =
                    ab_add_scaled(body->w, dp, ab_mul(body->inverse_inertia, link->angular[side]));
            }
        }
    }
}

// J M^-1 J' of a row, found by what an impulse of one does to its speed.
static void prepare_link(const abConeProblem *problem, int index) {
    double before = ab_cone_link_speed(problem, index);
    move_link(problem, index, 1.0);
    double w = ab_cone_link_speed(problem, index) - before;
    move_link(problem, index, -1.0);
    problem->links[index].inverse = w > 0.0 ? 1.0 / w : 0.0;
}

// ---- sweeps ----

// The square of what it changes of u.
static double visit_contact(const abConeProblem *problem, abConeContact *c) {
    int axes = c->friction > 0.0 ? 3 : 1;
    const abConeLocal *w = &c->local;
    double q[3] = {0.0, 0.0, 0.0}, p[3], dp[3];
    if (w->nn == 0.0) {
        return 0.0;
    }
    abVec3 u = velocity_at(problem, c);
    for (int i = 0; i < axes; i++) {
        q[i] = ab_dot(c->axis[i], u);
    }
    q[0] += c->bias + c->compliance * c->p[0] - w->nn * c->p[0] - w->nt[0] * c->p[1] -
            w->nt[1] * c->p[2];
    q[1] -= w->nt[0] * c->p[0] + w->tt[0] * c->p[1];
    q[2] -= w->nt[1] * c->p[0] + w->tt[1] * c->p[2];
    ab_cone_local_solve(w, q, p);
    for (int i = 0; i < 3; i++) {
        dp[i] = p[i] - c->p[i];
        c->p[i] = p[i];
    }
    if (dp[0] == 0.0 && dp[1] == 0.0 && dp[2] == 0.0) {
        return 0.0;
    }
    move_contact(problem, c, dp);
    double n = w->nn * dp[0], s = w->tt[0] * dp[1], t = w->tt[1] * dp[2];
    return n * n + s * s + t * t;
}

static double visit_link(const abConeProblem *problem, int index) {
    abConeLink *link = &problem->links[index];
    if (link->goes_on || link->inverse == 0.0) {
        return 0.0;
    }
    double speed = ab_cone_link_speed(problem, index), dp = -speed * link->inverse;
    link->impulse += dp;
    move_link(problem, index, dp);
    return speed * speed;
}

// Forth and back; the root of the mean square of what changed of u on the way back.
static double sweep(const abConeProblem *problem) {
    double sum = 0.0;
    for (int k = 0; k < problem->link_count; k++) {
        visit_link(problem, k);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        visit_contact(problem, &problem->contacts[k]);
    }
    for (int k = problem->contact_count - 1; k >= 0; k--) {
        sum += visit_contact(problem, &problem->contacts[k]);
    }
    for (int k = problem->link_count - 1; k >= 0; k--) {
        sum += visit_link(problem, k);
    }
    int rows = problem->contact_count + problem->link_count;
    return rows > 0 ? sqrt(sum / rows) : 0.0;
}

// ---- conjugate directions ----

void ab_cone_keep(const abConeProblem *problem, double *to) {
    for (int k = 0; k < problem->contact_count; k++, to += 3) {
        memcpy(to, problem->contacts[k].p, sizeof problem->contacts[k].p);
    }
    for (int k = 0; k < problem->link_count; k++) {
        *to++ = problem->links[k].impulse;
    }
}

void ab_cone_take_back(const abConeProblem *problem, const double *from) {
    for (int k = 0; k < problem->contact_count; k++, from += 3) {
        memcpy(problem->contacts[k].p, from, sizeof problem->contacts[k].p);
    }
    for (int k = 0; k < problem->link_count; k++) {
        problem->links[k].impulse = *from++;
    }
}

static void remember(const abConeProblem *problem, abConeRoom *room) {
    ab_cone_keep(problem, room->before);
    for (int b = 0; b < problem->body_count; b++) {
        room->last[2 * b] = problem->bodies[b].v;
        room->last[2 * b + 1] = problem->bodies[b].w;
    }
}

// |g|^2 of the sweep since.
static double change(const abConeProblem *problem, const abConeRoom *room) {
    const double *before = room->before;
    double sum = 0.0;
    for (int k = 0; k < problem->contact_count; k++, before += 3) {
        const abConeContact *c = &problem->contacts[k];
        double n = c->p[0] - before[0], s = c->p[1] - before[1], t = c->p[2] - before[2];
        sum += c->local.nn * n * n + c->local.tt[0] * s * s + c->local.tt[1] * t * t;
    }
    for (int k = 0; k < problem->link_count; k++, before++) {
        double d = problem->links[k].impulse - *before, inverse = problem->links[k].inverse;
        sum += inverse > 0.0 ? d * d / inverse : 0.0;
    }
    return sum;
}

static void extrapolate(const abConeProblem *problem, abConeRoom *room, double b) {
    const double *before = room->before;
    double *step = room->step;
    for (int k = 0; k < problem->contact_count; k++, before += 3, step += 3) {
        for (int i = 0; i < 3; i++) {
            double *p = &problem->contacts[k].p[i], sweep = *p - before[i];
            *p += b * step[i];
            step[i] = b * step[i] + sweep;
        }
    }
    for (int k = 0; k < problem->link_count; k++, before++, step++) {
        double *p = &problem->links[k].impulse, sweep = *p - *before;
        *p += b * *step;
        *step = b * *step + sweep;
    }
    for (int k = 0; k < problem->body_count; k++) {
        abConeBody *body = &problem->bodies[k];
        abVec3 *way = &room->way[2 * k], v = ab_sub(body->v, room->last[2 * k]);
        abVec3 w = ab_sub(body->w, room->last[2 * k + 1]);
        body->v = ab_add_scaled(body->v, b, way[0]);
        body->w = ab_add_scaled(body->w, b, way[1]);
        way[0] = ab_add_scaled(v, b, way[0]);
        way[1] = ab_add_scaled(w, b, way[1]);
    }
}

static void forget(const abConeProblem *problem, abConeRoom *room) {
    size_t rows = 3 * (size_t)problem->contact_count + (size_t)problem->link_count;
    for (size_t k = 0; k < rows; k++) {
        room->step[k] = 0.0;
    }
    for (int k = 0; k < 2 * problem->body_count; k++) {
        room->way[k] = ab_vec3(0.0, 0.0, 0.0);
    }
}

// ---- the solution ----

static void apply_impulses(const abConeProblem *problem) {
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].impulse != 0.0) {
            move_link(problem, k, problem->links[k].impulse);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (c->p[0] > 0.0) {
            move_contact(problem, c, c->p);
        }
    }
}

static void prepare(abConeProblem *problem) {
    double fastest = 0.0;
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on) {
            prepare_link(problem, k);
            fastest = fmax(fastest, fabs(ab_cone_link_speed(problem, k)));
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        prepare_contact(problem, c);
        fastest = fmax(fastest, fabs(ab_cone_speed(problem, c, 0)));
        for (int i = 1; i < 3 && c->friction > 0.0; i++) {
            fastest = fmax(fastest, fabs(ab_cone_speed(problem, c, i)));
        }
    }
    if (!(problem->speed > 0.0)) {
        problem->speed = fastest;
    }
    apply_impulses(problem);
}

// The motion that belongs to the impulses, from the free one.
static void settle_motion(abConeProblem *problem, const abConeRoom *room) {
    memcpy(problem->bodies, room->start, (size_t)problem->body_count * sizeof *room->start);
    apply_impulses(problem);
}

static void give_impulses(const abConeProblem *problem) {
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        c->impulse = ab_scale(c->p[0], c->axis[0]);
        for (int i = 1; i < 3 && c->friction > 0.0; i++) {
            c->impulse = ab_add_scaled(c->impulse, c->p[i], c->axis[i]);
        }
    }
}

// Sweeps until the answer is close enough or `most` are done.
static void sweep_on(abConeProblem *problem, abConeRoom *room, int most, abConeResult *result) {
    double allowed = problem->tolerance * problem->speed, last = 0.0;
    forget(problem, room);
    for (int i = 0; i < most; i++) {
        remember(problem, room);
        double off = sweep(problem);
        result->sweeps++;
        result->error = problem->speed > 0.0 ? off / problem->speed : 0.0;
        result->is_converged = off <= allowed;
        if (result->is_converged || i + 1 == most) {
            break;
        }
        double size = change(problem, room), b = last > 0.0 ? size / last : 0.0;
        if (b > 1.0) {
            forget(problem, room);
            b = 0.0;
        }
        extrapolate(problem, room, b);
        last = size;
    }
}

// Newton's method was not used, or ended before its goal: what it found is taken only if it is
// better than what it began with, which is in room->step.
static void finish_by_sweeps(abConeProblem *problem, abConeRoom *room, double before,
                             abConeResult *result) {
    bool was_tried = result->factorisations > 0;
    result->error = problem->speed > 0.0 ? sweep(problem) / problem->speed : 0.0;
    if (!(result->error <= before)) {
        ab_cone_take_back(problem, room->step);
        settle_motion(problem, room);
        was_tried = false;
    }
    sweep_on(problem, room, was_tried ? problem->few_sweeps : problem->max_sweeps, result);
}

bool ab_cone_solve(abConeProblem *problem, abConeRoom *room, abConeResult *result) {
    *result = (abConeResult){.is_converged = true};
    if (!reserve(problem, room)) {
        return false;
    }
    memcpy(room->start, problem->bodies, (size_t)problem->body_count * sizeof *room->start);
    prepare(problem);
    int few = problem->few_sweeps > 0 ? problem->few_sweeps : problem->max_sweeps;
    sweep_on(problem, room, few, result);
    if (!result->is_converged && problem->few_sweeps > 0) {
        ab_cone_keep(problem, room->step);
        double before = result->error;
        if (!ab_cone_newton(problem, room, result)) {
            return false;
        }
        settle_motion(problem, room);
        if (!result->is_converged) {
            finish_by_sweeps(problem, room, before, result);
        }
    }
    give_impulses(problem);
    return true;
}
