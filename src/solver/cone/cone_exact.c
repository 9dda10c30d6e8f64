// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_exact.c - few contacts to the end: Newton's method on (1), (2), (4) and (5) of cone.h as
// they stand, without taking friction apart from the rest.
//
// With W the whole of J M^-1 J', u = W p + q with biases, and z = p - u/W_ii at each contact, all
// conditions are equations in velocities [AlartCurnier1991]:
//
//   normal    z_n > 0:  u_n + R p_n = 0              else  W_nn p_n = 0                   (1)
//   tangents  z_n > 0, |z_t| <= mu p_n:  u_t = 0
//             z_n > 0:  W_tt (p_t - mu p_n z_t/|z_t|) = 0         else  W_tt p_t = 0      (2)
//   links     u = 0; of limits as (1)
//
// linear but for z_t/|z_t|: once it is known what sticks, slips and is open, few steps come to
// rounding. Where borders lie between, steps go to and fro for a while; so they may make (1) and
// (2) worse than in the step before, and are cut twice at most. Faces that hold are worse: many
// points share what a face holds, which of them are at their limit decides next to nothing of the
// motion, and each step changes most of them. There the same problem is solved first as
// cone_newton.c does, by a convex function of the motion, which is found from anywhere.
//
// Which answer   of many. Four corners of a face share a load in many ways, and when each slides in
// a direction of its own, friction and so the motion differ with it. First (1) and (2) are solved
// for u + r p in place of u, as if each row gave way a little and all alike: that has one answer,
// whatever p begins with, and does not know how rows are numbered. Then for u + r (p - p_k) with
// p_k the last answer, until r makes no difference. A load that cannot be shared, as corners ask
// for different speeds of parting, moves over from round to round, the faster the smaller r.
//
//         Where each contact has a compliance, normals follow from the motion, and friction from both
//         but for what holds: there is one motion. Then the first solution is for u + r (p - p_0) with
//         the guess p_0, and s_one_motion_end of the tolerance ends the rounds.
//
// Error   of (1) and (2) s_exact_end of the tolerance, or the rounding of speeds that belongs to the
//         impulses: a heavy body on light ones has large ones, which cancel.
// Cost    a dense factorisation of three rows per contact in each of two to five steps; of all steps
//         together no more than s_exact_work. Where a few in a round do not come to the end, ten to
//         forty on the motion, and a dense one after them.
//
// Limits  Where it does not get within what is accepted nothing is changed. Not for patches nor for
//         contacts that resist turning.

#include "solver/cone/cone_exact.h"

#include <string.h>

#include "base/array.h"
#include "math/linear/dense.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_newton.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/tolerances.def"

enum { STEPS = 20, FEW_STEPS = 4, FEWER_STEPS = 3, CUTS = 3, RECENT = 6 }; // of a round
enum { ROUNDS = 30, STAGES = 60, FAILURES = 4, VAIN = 3 };                 // of all

typedef struct Exact {
    abConeProblem *problem;
    abConeWorkspace *workspace;
    size_t n;
    size_t *pivot;
    double *W, *A;        // n x n
    double *p, *u, *off;  // as last placed: impulses, speeds with biases, what (1) and (2) are off
    double *step, *start; // impulses before a step
    double *center;       // p_k
    double *mark, *first; // before a round; before all
    double *best;         // the best of all rounds
    double *begin;        // impulses that a round begins with
    double *r;            // by the share: how much each row gives way
    bool has_one_motion;  // whatever shares of what holds there are
    bool has_whole;       // rounds can be solved by cone_newton.c, too
    bool is_whole;        // and that costs less
    double share;         // r by W_ii
    double rounding;      // of speeds, by that of the impulses as placed
    double whole_work;    // multiplications of a step of cone_newton.c in a trial, else 0
    double work, maximum; // likewise, of all factorisations: so far, at most
    double sizes[RECENT]; // sums of squares of the last steps of a round
    int size_count;
} Exact;

static size_t rows_of(const abConeContact *c) {
    return c->local.nn > 0.0 ? (size_t)ab_cone_rows(c) : 0;
}

static bool is_row(const abConeLink *link) {
    return !link->goes_on && link->inverse > 0.0;
}

static size_t count_rows(const abConeProblem *problem) {
    size_t n = 0;
    for (int k = 0; k < problem->contact_count; k++) {
        n += rows_of(&problem->contacts[k]);
    }
    for (int k = 0; k < problem->link_count; k++) {
        n += is_row(&problem->links[k]);
    }
    return n;
}

static void read_impulses(const abConeProblem *problem, double *p) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            *p++ = c->p[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            *p++ = problem->links[k].impulse;
        }
    }
}

// Impulses, and the motion that belongs to them.
static void place(Exact *e, const double *p) {
    abConeProblem *problem = e->problem;
    const double *from = p;
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            c->p[i] = *from++;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            problem->links[k].impulse = *from++;
        }
    }
    memmove(e->p, p, e->n * sizeof *p);
    memcpy(problem->bodies, e->workspace->start,
           (size_t)problem->body_count * sizeof *problem->bodies);
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            ab_cone_move_link(problem, k, problem->links[k].impulse);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (rows_of(c) > 0) {
            ab_cone_move(problem, c, c->p);
        }
    }
}

// With the motion as it is, with biases and compliances.
static void read_speeds(const abConeProblem *problem, double *u) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        double own[AB_CONE_ROWS] = {0.0};
        ab_cone_speeds(problem, c, own);
        own[0] += c->bias + c->compliance * c->p[0];
        for (size_t i = 0; i < rows_of(c); i++) {
            *u++ = own[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            *u++ = ab_cone_link_speed(problem, k);
        }
    }
}

// Without biases, of a motion in which few bodies move: most rows see nothing of it.
static void read_column(const abConeProblem *problem, double *u) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        double own[AB_CONE_ROWS] = {0.0};
        if (rows_of(c) > 0 && !ab_cone_contact_rests(problem, c)) {
            ab_cone_speeds(problem, c, own);
            for (int i = 1; i < 3; i++) {
                own[i] -= ab_dot(c->axis[i], c->drift);
            }
        }
        for (size_t i = 0; i < rows_of(c); i++) {
            *u++ = own[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (is_row(link)) {
            double other = link->bias + link->compliance * link->impulse;
            *u++ = ab_cone_link_rests(problem, k) ? 0.0 : ab_cone_link_speed(problem, k) - other;
        }
    }
}

// Column by column: what a unit impulse does to bodies at rest.
static void make_matrix(Exact *e) {
    abConeProblem *problem = e->problem;
    size_t column = 0, n = e->n;
    for (int b = 0; b < problem->body_count; b++) {
        problem->bodies[b].v = problem->bodies[b].w = ab_vec3(0.0, 0.0, 0.0);
    }
    for (int k = 0; k < problem->contact_count + problem->link_count; k++) {
        bool is_link = k >= problem->contact_count;
        int link = k - problem->contact_count;
        const abConeContact *c = is_link ? NULL : &problem->contacts[k];
        size_t rows = is_link ? (size_t)is_row(&problem->links[link]) : rows_of(c);
        for (size_t i = 0; i < rows; i++, column++) {
            for (int back = 0; back < 2; back++) { // there, and back to rest exactly
                double unit[AB_CONE_ROWS] = {0.0};
                unit[i] = back == 0 ? 1.0 : -1.0;
                if (is_link) {
                    ab_cone_move_link(problem, link, unit[0]);
                } else {
                    ab_cone_move(problem, c, unit);
                }
                if (back == 0) {
                    read_column(problem, e->step);
                }
            }
            for (size_t r = 0; r < n; r++) {
                e->W[r * n + column] = e->step[r];
            }
            double compliance = is_link ? problem->links[link].compliance : c->compliance;
            e->W[column * n + column] += i == 0 ? compliance : 0.0;
        }
    }
}

// As cone_newton.c has them.
static void set_regularisation(Exact *e) {
    const abConeProblem *problem = e->problem;
    double *r = e->r;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            *r++ = i == 0 ? c->local.nn - c->compliance : 0.5 * (c->local.tt[0] + c->local.tt[1]);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (is_row(link)) {
            *r++ = link->share / link->inverse;
        }
    }
}

// ---- (1) and (2), and their slope ----

// A row of the slope that is one of W, or `by` at its own place.
static void put_speed_row(Exact *e, size_t row) {
    double *a = e->A + row * e->n;
    memcpy(a, e->W + row * e->n, e->n * sizeof *a);
    a[row] += e->share * e->r[row];
}

static void put_own_row(Exact *e, size_t row, double by) {
    double *a = e->A + row * e->n;
    memset(a, 0, e->n * sizeof *a);
    a[row] = by;
}

// As a speed.
static void scale_row(Exact *e, size_t row, double share, bool slope) {
    e->off[row] *= share;
    for (size_t i = 0; slope && share < 1.0 && i < e->n; i++) {
        e->A[row * e->n + i] *= share;
    }
}

// What is held when z > 0, with W_ii = w.
static bool put_one_sided(Exact *e, size_t row, double w, bool slope) {
    bool is_held = e->p[row] - e->u[row] / w > 0.0;
    e->off[row] = is_held ? e->u[row] : w * e->p[row];
    if (slope && is_held) {
        put_speed_row(e, row);
    } else if (slope) {
        put_own_row(e, row, w);
    }
    return is_held;
}

// Slips in the direction d = -z_t/|z_t|; `size` is |z_t|, w stands for W_tt.
static void put_slip(Exact *e, size_t row, double friction, double w, const double z[2],
                     double size, bool slope) {
    double limit = friction * e->p[row], d[2] = {z[0] / size, z[1] / size};
    for (size_t i = 0; i < 2; i++) {
        size_t at = row + 1 + i;
        e->off[at] = w * (e->p[at] - limit * d[i]);
        if (!slope) {
            continue;
        }
        put_own_row(e, at, w);
        double *a = e->A + at * e->n;
        a[row] -= w * friction * d[i];
        for (size_t j = 0; j < 2; j++) { // of the direction, by p_t and by u_t
            double turn = limit / size * ((i == j ? 1.0 : 0.0) - d[i] * d[j]);
            const double *from = e->W + (row + 1 + j) * e->n;
            a[row + 1 + j] -= w * turn;
            for (size_t c = 0; c < e->n; c++) {
                a[c] += turn * from[c];
            }
            a[row + 1 + j] += turn * e->share * e->r[row + 1 + j];
        }
    }
}

static void put_contact(Exact *e, const abConeContact *c, size_t row, bool slope) {
    bool is_held = put_one_sided(e, row, c->local.nn, slope);
    if (rows_of(c) == 1) {
        return;
    }
    double w = 0.5 * (c->local.tt[0] + c->local.tt[1]);
    const double z[2] = {e->p[row + 1] - e->u[row + 1] / w, e->p[row + 2] - e->u[row + 2] / w};
    double size = sqrt(z[0] * z[0] + z[1] * z[1]);
    bool slips = is_held && size > 0.0 && size > c->friction * e->p[row];
    if (slips) {
        put_slip(e, row, c->friction, w, z, size, slope);
        return;
    }
    for (size_t at = row + 1; at < row + 3; at++) {
        e->off[at] = is_held ? e->u[at] : w * e->p[at];
        if (slope && is_held) {
            put_speed_row(e, at);
        } else if (slope) {
            put_own_row(e, at, w);
        }
    }
}

// What (1) and (2) are off, for the impulses as placed; with their slope into A. Returns the
// greatest.
static double put_all(Exact *e, bool slope) {
    const abConeProblem *problem = e->problem;
    size_t row = 0;
    double maximum = 0.0, largest = 0.0;
    read_speeds(problem, e->u);
    for (size_t i = 0; i < e->n; i++) {
        double w = e->W[i * e->n + i];
        e->u[i] += e->share * e->r[i] * (e->p[i] - e->center[i]);
        largest = fmax(largest, w * fabs(e->p[i]));
    }
    e->rounding = s_rounding * largest;
    for (int k = 0; k < problem->contact_count; k++) {
        if (rows_of(&problem->contacts[k]) > 0) {
            put_contact(e, &problem->contacts[k], row, slope);
            row += rows_of(&problem->contacts[k]);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (!is_row(link)) {
            continue;
        }
        if (link->is_one_sided) {
            put_one_sided(e, row, 1.0 / link->inverse, slope);
        } else {
            e->off[row] = e->u[row];
            if (slope) {
                put_speed_row(e, row);
            }
        }
        scale_row(e, row++, link->share, slope);
    }
    for (size_t i = 0; i < e->n; i++) {
        maximum = fmax(maximum, fabs(e->off[i]));
    }
    return maximum;
}

// ---- the solution ----

static double size_of(const Exact *e) {
    double sum = 0.0;
    for (size_t i = 0; i < e->n; i++) {
        sum += e->off[i] * e->off[i];
    }
    return sum;
}

// A step, halved while that makes (1) and (2) worse than they were of late, but not for long. False
// when there is none.
static bool take_step(Exact *e) {
    double before = 0.0;
    e->sizes[e->size_count++ % RECENT] = size_of(e);
    for (int i = 0; i < RECENT && i < e->size_count; i++) {
        before = fmax(before, e->sizes[i]);
    }
    memcpy(e->start, e->p, e->n * sizeof *e->p);
    for (size_t i = 0; i < e->n; i++) {
        e->step[i] = -e->off[i];
    }
    if (!ab_lu_solve(e->n, e->A, e->pivot, e->step)) {
        return false;
    }
    double part = 1.0;
    for (int k = 0; k < CUTS; k++, part *= 0.5) {
        for (size_t i = 0; i < e->n; i++) {
            e->p[i] = e->start[i] + part * e->step[i];
        }
        place(e, e->p);
        put_all(e, false);
        double size = size_of(e);
        bool is_last = k + 1 == CUTS && isfinite(size);
        if (is_last || size <= (1.0 - s_exact_better * part) * before) {
            return true;
        }
    }
    place(e, e->start);
    return false;
}

static bool open_room(Exact *e, abConeWorkspace *workspace) {
    size_t n = e->n;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->exact,
                           2 * n * n + 11 * n + 1) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->pivot, n + 1)) {
        return false;
    }
    double *next = workspace->exact;
    double **const parts[13] = {&e->W,    &e->A,     &e->p,      &e->u,    &e->off,
                                &e->step, &e->start, &e->center, &e->mark, &e->first,
                                &e->best, &e->begin, &e->r};
    for (int i = 0; i < 13; i++) {
        *parts[i] = next;
        next += i < 2 ? n * n : n;
    }
    e->pivot = workspace->pivot;
    return true;
}

bool ab_cone_is_small(const abConeProblem *problem, int maximum) {
    return problem->patch_count == 0 && problem->width <= 3 && problem->contact_count <= maximum &&
           count_rows(problem) <= (size_t)maximum;
}

// For the r and p_k there are. False when it is not solved.
static bool solve_by_rows(Exact *e, int steps, double allowed, int *factorisations) {
    double off = put_all(e, true);
    e->size_count = 0;
    double work = (double)e->n * (double)e->n * (double)e->n / 3.0;
    for (int i = 0; i < steps && off > fmax(allowed, e->rounding); i++) {
        ++*factorisations;
        e->work += work;
        if (e->work > e->maximum || !take_step(e)) {
            return false;
        }
        off = put_all(e, true);
    }
    return off <= fmax(allowed, e->rounding);
}

// Likewise with friction taken apart from the rest, which gets near from anywhere; the rows go on.
static bool solve_as_whole(Exact *e, double allowed, int *factorisations) {
    memcpy(e->begin, e->p, e->n * sizeof *e->p);
    place(e, e->center);
    ab_cone_proximal_open(e->problem, e->workspace, e->share);
    place(e, e->begin);
    int before = *factorisations;
    ab_cone_proximal_solve(e->problem, e->workspace, e->share, allowed, factorisations);
    e->work += e->whole_work * (double)(*factorisations - before);
    read_impulses(e->problem, e->p);
    place(e, e->p);
    return solve_by_rows(e, STEPS, allowed, factorisations);
}

// First by rows: where it is known what sticks, slips and is open, as in the step before or the round
// before, they come to the end in one to three steps, and the whole in a hundred.
static bool solve_round(Exact *e, double allowed, int *factorisations) {
    int steps = e->is_whole ? FEWER_STEPS : e->has_whole ? FEW_STEPS : STEPS;
    memcpy(e->begin, e->p, e->n * sizeof *e->p);
    if (solve_by_rows(e, steps, allowed, factorisations)) {
        return true;
    }
    place(e, e->begin);
    return e->has_whole && !(e->whole_work > 0.0 && e->work > e->maximum) &&
           solve_as_whole(e, allowed, factorisations);
}

// Of (1) and (2) themselves.
static double off_without_r(Exact *e) {
    double share = e->share;
    e->share = 0.0;
    double off = put_all(e, false);
    e->share = share;
    return off;
}

// From no impulses and a large r down to the first, or as near as it gets: by larger factors where
// that is easy, by smaller ones where it fails. False when even the large one has no solution.
static bool follow(Exact *e, double allowed, int *factorisations) {
    double factor = s_fall, solved = INFINITY;
    memset(e->mark, 0, e->n * sizeof *e->mark);
    place(e, e->mark);
    e->share = s_exact_most;
    for (int i = 0; i < STAGES && factor <= s_exact_slowest; i++) {
        if (solve_by_rows(e, STEPS, allowed, factorisations)) {
            if (e->share == s_exact_first) {
                return true;
            }
            memcpy(e->mark, e->p, e->n * sizeof *e->p);
            solved = e->share;
            factor = fmax(s_fall, factor * factor);
        } else if (isfinite(solved)) {
            place(e, e->mark);
            factor = sqrt(factor);
        } else {
            return false;
        }
        e->share = fmax(s_exact_first, factor * solved);
    }
    place(e, e->mark);
    e->share = solved;
    return true;
}

// From the solution for the first r on to that of (1) and (2) themselves. What is left of them.
static double solve_rounds(Exact *e, double accepted, double allowed, int *factorisations) {
    double goal = e->has_one_motion ? s_one_motion_end * accepted : 10.0 * allowed;
    double off = off_without_r(e), least = off;
    memcpy(e->best, e->p, e->n * sizeof *e->p);
    for (int i = 0, failures = 0, vain = 0;
         i < ROUNDS && failures < FAILURES && vain < VAIN && off > fmax(goal, e->rounding); i++) {
        memcpy(e->mark, e->p, e->n * sizeof *e->p);
        memcpy(e->center, e->p, e->n * sizeof *e->p);
        if (solve_round(e, allowed, factorisations)) {
            double now = off_without_r(e);
            e->share = now > s_exact_slow * off ? fmax(s_least_regularisation, s_fall * e->share)
                                                : e->share;
            off = now;
            vain = off <= accepted && off > 0.5 * least ? vain + 1 : 0;
            if (off < least) {
                least = off;
                memcpy(e->best, e->p, e->n * sizeof *e->p);
            }
        } else {
            place(e, e->mark);
            bool is_vain = off <= accepted || e->share >= s_exact_first; // good, or fails again
            failures = is_vain ? FAILURES : failures + 1;
            e->share = fmin(s_exact_first, s_exact_rise * e->share);
        }
    }
    place(e, e->best);
    return least;
}

// Whether rounds can be solved as a whole, and what costs less.
static bool look_at_whole(Exact *e) {
    const abConeProblem *problem = e->problem;
    if (problem->has_modes || !ab_cone_analyse(problem, e->workspace)) {
        return problem->has_modes; // cone_newton.c does not know them
    }
    double n = (double)e->n, whole = e->workspace->cholesky.work;
    e->has_whole = whole <= problem->maximum_work;
    whole += s_whole_work * (double)(problem->contact_count + problem->link_count);
    e->whole_work *= whole;
    e->is_whole = e->has_whole && n * n * n / 3.0 > whole;
    return true;
}

// Where each contact gives way by itself, normals follow from the motion, and so does all that slides;
// what holds has many answers and one motion. The nearest to the guess is as good as any then.
static bool gives_way(const abConeProblem *problem) {
    bool all = problem->link_count == 0;
    for (int k = 0; k < problem->contact_count && all; k++) {
        all = problem->contacts[k].compliance > 0.0;
    }
    return all;
}

static void set_center(Exact *e) {
    e->has_one_motion = gives_way(e->problem);
    if (e->has_one_motion) {
        memcpy(e->center, e->first, e->n * sizeof *e->center);
    } else {
        memset(e->center, 0, e->n * sizeof *e->center);
    }
}

bool ab_cone_exact(abConeProblem *problem, abConeWorkspace *workspace, double accepted,
                   bool is_trial, abConeResult *result) {
    Exact e = {.problem = problem, .workspace = workspace, .n = count_rows(problem)};
    e.whole_work = is_trial, e.maximum = is_trial ? s_exact_trial : s_exact_work;
    if (!open_room(&e, workspace) || !look_at_whole(&e)) {
        return false;
    }
    if (e.n == 0 || !(problem->speed > 0.0)) {
        return true;
    }
    double allowed = problem->tolerance * problem->speed, inner = 0.1 * s_exact_end * allowed;
    read_impulses(problem, e.first);
    set_center(&e);
    make_matrix(&e);
    set_regularisation(&e);
    place(&e, e.first);
    e.share = s_exact_first;
    bool is_solved = solve_round(&e, inner, &result->factorisations) ||
                     follow(&e, inner, &result->factorisations);
    double off = is_solved ? solve_rounds(&e, allowed, inner, &result->factorisations) : INFINITY;
    if (off <= accepted) {
        ab_cone_bring_into(problem);
        read_impulses(problem, e.p);
        result->is_converged = true;
        result->error = off / problem->speed;
        place(&e, e.p);
    } else {
        place(&e, e.first);
    }
    return true;
}
