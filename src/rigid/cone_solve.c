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

// At most so many, when sweeps alone were good enough.
enum { FACTORISATIONS = 150, FEW_FACTORISATIONS = 16 };
// Rows that are solved to the end: when sweeps do not get there, and anyway.
enum { MOST_ROWS = 120, FEW_ROWS = 60 };
// Sweeps change little where bodies are many in a row, however far they are off. Where Newton's
// method is cheap it is left out only when a sweep changes less than this share of the tolerance.
static const double s_sure = 1e-3;
// Multiplications of a factorisation, by contacts, that count as one sweep.
static const double s_sweep = 250.0;

void ab_cone_room_done(abConeRoom *room) {
    AB_ARRAY_FREE(room->allocator, room->last, room->last_capacity);
    AB_ARRAY_FREE(room->allocator, room->way, room->way_capacity);
    AB_ARRAY_FREE(room->allocator, room->step, room->step_capacity);
    AB_ARRAY_FREE(room->allocator, room->before, room->before_capacity);
    AB_ARRAY_FREE(room->allocator, room->terms, room->terms_capacity);
    AB_ARRAY_FREE(room->allocator, room->index, room->index_capacity);
    AB_ARRAY_FREE(room->allocator, room->pairs, room->pairs_capacity);
    AB_ARRAY_FREE(room->allocator, room->start, room->start_capacity);
    AB_ARRAY_FREE(room->allocator, room->inertia, room->inertia_capacity);
    AB_ARRAY_FREE(room->allocator, room->gradient, room->gradient_capacity);
    AB_ARRAY_FREE(room->allocator, room->goal, room->goal_capacity);
    AB_ARRAY_FREE(room->allocator, room->newton, room->newton_capacity);
    AB_ARRAY_FREE(room->allocator, room->proximal, room->proximal_capacity);
    AB_ARRAY_FREE(room->allocator, room->modes, room->modes_capacity);
    AB_ARRAY_FREE(room->allocator, room->exact, room->exact_capacity);
    AB_ARRAY_FREE(room->allocator, room->pivot, room->pivot_capacity);
    if (room->cholesky.allocator.resize != NULL) {
        ab_block_cholesky_done(&room->cholesky);
    }
}

static bool reserve(const abConeProblem *problem, abConeRoom *room) {
    size_t bodies = 2 * (size_t)problem->body_count;
    size_t rows = AB_CONE_ROWS * (size_t)(problem->contact_count + problem->patch_count) +
                  (size_t)problem->link_count;
    return AB_ARRAY_RESERVE(room->allocator, room->last, room->last_capacity, bodies) &&
           AB_ARRAY_RESERVE(room->allocator, room->way, room->way_capacity, bodies) &&
           AB_ARRAY_RESERVE(room->allocator, room->start, room->start_capacity,
                            (size_t)problem->body_count) &&
           AB_ARRAY_RESERVE(room->allocator, room->step, room->step_capacity, rows) &&
           AB_ARRAY_RESERVE(room->allocator, room->before, room->before_capacity, rows) &&
           AB_ARRAY_RESERVE(room->allocator, room->terms, room->terms_capacity, rows);
}

// ---- sweeps ----

// The moment alone, as far as its limit lets it: with the bound of W the step is never too long, so
// sweeps come to (3) of cone.h. The square of what it changes of w, as a speed at the surface.
static double visit_turning(const abConeProblem *problem, abConeContact *c) {
    double most = c->rolling * c->p[0], dp[AB_CONE_ROWS] = {0.0}, sum = 0.0;
    if (c->turn == 0.0) {
        return 0.0;
    }
    abVec3 w = ab_cone_rotation(problem->bodies, c);
    double m[3];
    for (int i = 0; i < 3; i++) {
        m[i] = c->p[i + 3] - ab_dot(c->axis[i], w) / c->turn;
    }
    double rolling = m[1] * m[1] + m[2] * m[2];
    if (c->spinning < 0.0) {
        rolling += m[0] * m[0];
    } else {
        m[0] = fmin(fmax(m[0], -c->spinning * c->p[0]), c->spinning * c->p[0]);
    }
    double cut = rolling > most * most ? most / sqrt(rolling) : 1.0;
    for (int i = 0; i < 3; i++) {
        m[i] *= i > 0 || c->spinning < 0.0 ? cut : 1.0;
        dp[i + 3] = m[i] - c->p[i + 3];
        c->p[i + 3] = m[i];
        sum += dp[i + 3] * dp[i + 3];
    }
    if (sum == 0.0) {
        return 0.0;
    }
    ab_cone_move(problem, c, dp);
    return sum * c->turn * c->turn * c->reach * c->reach;
}

// The square of what it changes of u.
static double visit_contact(const abConeProblem *problem, abConeContact *c) {
    const abConeLocal *w = &c->local;
    double q[3] = {0.0, 0.0, 0.0}, p[3], dp[AB_CONE_ROWS] = {0.0}, turned = 0.0;
    const abConeBody *A = &problem->bodies[c->body[0]], *B = &problem->bodies[c->body[1]];
    if (w->nn == 0.0 || (c->seen[0] == A->changes && c->seen[1] == B->changes)) {
        return 0.0; // its answer is that of the last visit
    }
    abVec3 u = ab_cone_slip(problem->bodies, c);
    q[0] = ab_dot(c->axis[0], u) + c->bias + c->compliance * c->p[0] - w->nn * c->p[0];
    if (c->p[0] == 0.0 && q[0] >= 0.0) { // open, and stays so
        c->seen[0] = A->changes, c->seen[1] = B->changes;
        return 0.0;
    }
    if (c->friction > 0.0) {
        q[0] -= w->nt[0] * c->p[1] + w->nt[1] * c->p[2];
        q[1] = ab_dot(c->axis[1], u) - w->nt[0] * c->p[0] - w->tt[0] * c->p[1];
        q[2] = ab_dot(c->axis[2], u) - w->nt[1] * c->p[0] - w->tt[1] * c->p[2];
    }
    ab_cone_local_solve(w, q, p);
    for (int i = 0; i < 3; i++) {
        dp[i] = p[i] - c->p[i];
        c->p[i] = p[i];
    }
    if (dp[0] != 0.0 || dp[1] != 0.0 || dp[2] != 0.0) {
        ab_cone_move(problem, c, dp);
    }
    c->seen[0] = A->changes, c->seen[1] = B->changes;
    if (ab_cone_turns(c)) { // comes nearer by each visit
        turned = visit_turning(problem, c);
        c->seen[0] = -1;
    }
    double n = w->nn * dp[0], s = w->tt[0] * dp[1], t = w->tt[1] * dp[2];
    return n * n + s * s + t * t + turned;
}

static double visit_link(const abConeProblem *problem, int index) {
    abConeLink *link = &problem->links[index];
    if (link->goes_on || link->inverse == 0.0) {
        return 0.0;
    }
    double speed = ab_cone_link_speed(problem, index), dp = -speed * link->inverse;
    if (link->is_one_sided && link->impulse + dp < 0.0) {
        dp = -link->impulse;
        speed = dp / link->inverse;
    }
    link->impulse += dp;
    ab_cone_move_link(problem, index, dp);
    return speed * speed;
}

// ---- conjugate directions ----

// Goes on along the direction by b, which then becomes that of the next.
static inline void extrapolate_row(double b, double *p, double before, double *step) {
    double sweep = *p - before;
    *p += b * *step;
    *step = b * *step + sweep;
}

static inline void extrapolate_contact(abConeContact *c, int width, double b, const double *before,
                                       double *step) {
    for (int i = 0; i < width; i++) {
        c->seen[0] = b * step[i] != 0.0 ? -1 : c->seen[0];
        extrapolate_row(b, &c->p[i], before[i], &step[i]);
    }
}

static void extrapolate_links(const abConeProblem *problem, const abConeRoom *room, double b) {
    size_t first = (size_t)problem->width * (size_t)problem->contact_count;
    for (int k = 0; k < problem->link_count; k++) {
        size_t row = first + (size_t)k;
        extrapolate_row(b, &problem->links[k].impulse, room->before[row], &room->step[row]);
    }
}

static void extrapolate_bodies(const abConeProblem *problem, const abConeRoom *room, double b) {
    for (int k = 0; k < problem->body_count; k++) {
        abConeBody *body = &problem->bodies[k];
        abVec3 *way = &room->way[2 * k], v = ab_sub(body->v, room->last[2 * k]);
        abVec3 w = ab_sub(body->w, room->last[2 * k + 1]);
        body->v = ab_add_scaled(body->v, b, way[0]);
        body->w = ab_add_scaled(body->w, b, way[1]);
        body->changes += b * (ab_norm2(way[0]) + ab_norm2(way[1])) > 0.0;
        way[0] = ab_add_scaled(v, b, way[0]);
        way[1] = ab_add_scaled(w, b, way[1]);
    }
}

static void remember_links_and_bodies(const abConeProblem *problem, const abConeRoom *room) {
    double *before = room->before + (size_t)problem->width * (size_t)problem->contact_count;
    for (int k = 0; k < problem->link_count; k++) {
        before[k] = problem->links[k].impulse;
    }
    ab_cone_patches_remember(problem);
    for (int b = 0; b < problem->body_count; b++) {
        room->last[2 * b] = problem->bodies[b].v;
        room->last[2 * b + 1] = problem->bodies[b].w;
    }
}

static inline void put_terms(const abConeContact *c, int width, const double *before,
                             double *terms) {
    double n = c->p[0] - before[0], s = c->p[1] - before[1], t = c->p[2] - before[2];
    terms[0] = c->local.nn * n * n + c->local.tt[0] * s * s + c->local.tt[1] * t * t;
    for (int i = 3; i < width; i++) {
        double m = c->p[i] - before[i];
        terms[i - 2] = c->turn * m * m;
    }
}

// |g|^2 of the last sweep.
static double change(const abConeProblem *problem, const abConeRoom *room) {
    size_t contacts = (size_t)problem->contact_count, width = (size_t)problem->width;
    const double *before = room->before + width * contacts;
    double sum = ab_cone_patches_change(problem);
    for (size_t k = 0; k < (width - 2) * contacts; k++) {
        sum += room->terms[k];
    }
    for (int k = 0; k < problem->link_count; k++) {
        double d = problem->links[k].impulse - before[k], inverse = problem->links[k].inverse;
        sum += inverse > 0.0 ? d * d / inverse : 0.0;
    }
    return sum;
}

// Forth and back; the root of the mean square of what changed of u on the way back. Impulses first
// go on along the direction by b, unless there is none; the bodies have done so. All that is done
// to a contact is done when it is visited: a pile has more of them than a cache can hold.
static double sweep(const abConeProblem *problem, const abConeRoom *room, const double *b) {
    int width = problem->width;
    double *before = room->before, *step = room->step, *terms = room->terms, sum = 0.0;
    if (b != NULL) {
        extrapolate_links(problem, room, *b);
        ab_cone_patches_extrapolate(problem, *b);
    }
    remember_links_and_bodies(problem, room);
    for (int k = 0; k < problem->link_count; k++) {
        visit_link(problem, k);
    }
    for (int k = 0; k < problem->contact_count; k++, before += width, step += width) {
        abConeContact *c = &problem->contacts[k];
        if (b != NULL) {
            extrapolate_contact(c, width, *b, before, step);
        }
        memcpy(before, c->p, (size_t)width * sizeof *before);
        visit_contact(problem, c);
    }
    sum += ab_cone_patches_visit(problem);
    terms += (width - 2) * problem->contact_count;
    for (int k = problem->contact_count - 1; k >= 0; k--) {
        abConeContact *c = &problem->contacts[k];
        before -= width, terms -= width - 2;
        sum += visit_contact(problem, c);
        put_terms(c, width, before, terms);
    }
    for (int k = problem->link_count - 1; k >= 0; k--) {
        sum += visit_link(problem, k);
    }
    int rows = problem->contact_count + problem->link_count + problem->patch_count;
    return rows > 0 ? sqrt(sum / rows) : 0.0;
}

static void forget(const abConeProblem *problem, abConeRoom *room) {
    size_t width = (size_t)problem->width;
    size_t rows = width * (size_t)problem->contact_count + (size_t)problem->link_count;
    for (size_t k = 0; k < rows; k++) {
        room->step[k] = 0.0;
    }
    ab_cone_patches_forget(problem);
    for (int k = 0; k < 2 * problem->body_count; k++) {
        room->way[k] = ab_vec3(0.0, 0.0, 0.0);
    }
}

// ---- the solution ----

// The motion that belongs to the impulses, from the free one.
static void settle_motion(abConeProblem *problem, const abConeRoom *room) {
    memcpy(problem->bodies, room->start, (size_t)problem->body_count * sizeof *room->start);
    ab_cone_apply(problem);
}

static void give_impulses(const abConeProblem *problem) {
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        int rows = ab_cone_rows(c);
        c->impulse = rows > 1 ? ab_cone_vector(c, c->p) : ab_scale(c->p[0], c->axis[0]);
        c->moment = rows > 3 ? ab_cone_vector(c, c->p + 3) : ab_vec3(0.0, 0.0, 0.0);
    }
}

// The bodies have been given another motion.
static void see_anew(const abConeProblem *problem) {
    for (int k = 0; k < problem->contact_count; k++) {
        problem->contacts[k].seen[0] = -1;
    }
}

// Sweeps until the answer is close enough or `most` are done.
static void sweep_on(abConeProblem *problem, abConeRoom *room, int most, abConeResult *result) {
    double allowed = problem->tolerance * problem->speed, last = 0.0, b = 0.0;
    forget(problem, room);
    see_anew(problem);
    for (int i = 0; i < most; i++) {
        double off = sweep(problem, room, i > 0 ? &b : NULL);
        result->sweeps++;
        result->error = problem->speed > 0.0 ? off / problem->speed : 0.0;
        result->is_converged = off <= allowed;
        if (result->is_converged || i + 1 == most) {
            break;
        }
        double size = change(problem, room);
        b = last > 0.0 ? size / last : 0.0;
        if (b > 1.0) {
            forget(problem, room);
            b = 0.0;
        }
        extrapolate_bodies(problem, room, b);
        last = size;
    }
}

// Newton's method was not used, or ended before its goal: what it found is taken only if it is
// better than what it began with, which is in room->step.
static void finish_by_sweeps(abConeProblem *problem, abConeRoom *room, double before,
                             abConeResult *result) {
    bool was_tried = result->factorisations > 0;
    see_anew(problem);
    result->error = problem->speed > 0.0 ? sweep(problem, room, NULL) / problem->speed : 0.0;
    if (!(result->error <= before)) {
        ab_cone_take_back(problem, room->step);
        settle_motion(problem, room);
        was_tried = false;
    }
    sweep_on(problem, room, was_tried ? problem->few_sweeps : problem->max_sweeps, result);
}

// Sweeps before Newton's method: about as many as cost what its steps do, as far as that is known.
static int few_sweeps(const abConeProblem *problem, abConeRoom *room) {
    if (problem->few_sweeps <= 0) {
        return problem->max_sweeps;
    }
    if (room->work == 0.0 && ab_cone_analyse(problem, room)) {
        room->work = room->cholesky.work;
    }
    double rows = (double)problem->contact_count + (double)problem->link_count;
    double cost = room->work > 0.0 ? room->work / (s_sweep * fmax(1.0, rows)) : INFINITY;
    return (int)fmin(problem->few_sweeps, 2.0 + cost);
}

// Newton's method is for bodies that rest on each other. Where it fails, as among many that roll
// and slide, it is left alone for some problems, longer after each failure.
static void note_success(abConeRoom *room, bool is_good) {
    room->failures = is_good ? 0 : room->failures + 1;
    room->pause = is_good ? 0 : (1 << (room->failures < 6 ? room->failures : 6));
}

bool ab_cone_solve(abConeProblem *problem, abConeRoom *room, abConeResult *result) {
    *result = (abConeResult){.is_converged = true};
    if (!reserve(problem, room)) {
        return false;
    }
    memcpy(room->start, problem->bodies, (size_t)problem->body_count * sizeof *room->start);
    bool may_rest = problem->is_steady && problem->patch_count == 0;
    abConeRest rest = may_rest ? ab_cone_rest(problem, room, &result->error) : AB_CONE_MOVES;
    room->rests = rest == AB_CONE_RESTS;
    if (room->rests) {
        return true;
    }
    ab_cone_prepare(problem);
    bool pauses = problem->few_sweeps > 0 && room->pause > 0;
    // a visit of a patch costs as much as a step of Newton's method on the whole
    bool begins = problem->patch_count > 0 && problem->few_sweeps > 0 && !pauses;
    int few = few_sweeps(problem, room);
    if (begins) {
        result->is_converged = false;
        result->error = INFINITY;
    } else if (rest == AB_CONE_NEARLY_RESTS && !pauses && few < problem->max_sweeps) {
        result->is_converged = false; // sweeps would bring it just as near as it has to be
    } else {
        sweep_on(problem, room, pauses ? problem->max_sweeps : few, result);
    }
    room->pause -= pauses ? 1 : 0;
    bool may_finish = problem->few_sweeps > 0 && rest == AB_CONE_MOVES &&
                      ab_cone_is_small(problem, MOST_ROWS) && !ab_cone_stands(problem);
    if (may_finish && (!result->is_converged || ab_cone_is_small(problem, FEW_ROWS)) &&
        !ab_cone_exact(problem, room, result)) {
        return false;
    }
    bool is_better = problem->is_steady && problem->patch_count == 0 && few < problem->few_sweeps &&
                     result->error > s_sure * problem->tolerance;
    if (problem->few_sweeps > 0 && !pauses && (!result->is_converged || is_better)) {
        ab_cone_keep(problem, room->step);
        double before = result->error;
        bool stands = rest == AB_CONE_NEARLY_RESTS || ab_cone_stands(problem);
        int most = result->is_converged && !stands ? FEW_FACTORISATIONS : FACTORISATIONS;
        result->is_converged = false;
        if (!ab_cone_newton(problem, room, most, stands, result)) {
            return false;
        }
        note_success(room, result->is_converged);
        settle_motion(problem, room);
        if (!result->is_converged) {
            finish_by_sweeps(problem, room, before, result);
        }
    }
    if (may_finish && !result->is_converged && !ab_cone_exact(problem, room, result)) {
        return false;
    }
    give_impulses(problem);
    return true;
}
