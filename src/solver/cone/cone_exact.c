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
// Cost    a dense factorisation of three rows for each contact that holds, in each of two to five
//         steps; of all steps together no more than s_exact_work. Where a few in a round do not come to
//         the end, ten to forty on the motion, and a dense one after them.
//
// Limits  Where it does not get within what is accepted nothing is changed. Not for patches nor for
//         contacts that resist turning.

#include "solver/cone/cone_exact.h"

#include <string.h>

#include "base/array.h"
#include "math/linear/dense.h"
#include "math/linear/row_sums.h"
#include "solver/cone/cone_conditions.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_newton.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/tolerances.def"

enum { STEPS = 20, FEW_STEPS = 4, FEWER_STEPS = 3, CUTS = 3 }; // of a round
enum { ROUNDS = 30, STAGES = 60, FAILURES = 4, VAIN = 3 };     // of all

static double size_of(const abConeExact *e) {
    double sum = 0.0;
    for (size_t i = 0; i < e->n; i++) {
        sum += e->off[i] * e->off[i];
    }
    return sum;
}

// The step that the slope asks for. What is alone takes its own first; that leaves as many equations
// as rows are held, often few of many.
static bool solve_step(abConeExact *e) {
    size_t n = e->n, m = 0;
    for (size_t i = 0; i < n; i++) {
        bool is_held = e->alone[i] == 0.0;
        e->step[i] = is_held ? 0.0 : -e->off[i] / e->alone[i];
        if (is_held) {
            e->held[m++] = i;
        }
    }
    double *to = e->A; // behind what is still to be read
    for (size_t k = 0; k < m; k++) {
        const double *from = e->A + e->held[k] * n;
        e->asked[k] = -e->off[e->held[k]] - ab_row_dot(from, e->step, n);
        for (size_t c = 0; c < m; c++) {
            *to++ = from[e->held[c]];
        }
    }
    if (!ab_lu_solve(m, e->A, e->pivot, e->asked)) {
        return false;
    }
    for (size_t k = 0; k < m; k++) {
        e->step[e->held[k]] = e->asked[k];
    }
    return true;
}

// A step, halved while that makes (1) and (2) worse than they were of late, but not for long. False
// when there is none.
static bool take_step(abConeExact *e) {
    double before = 0.0;
    e->sizes[e->size_count++ % AB_CONE_RECENT] = size_of(e);
    for (int i = 0; i < AB_CONE_RECENT && i < e->size_count; i++) {
        before = fmax(before, e->sizes[i]);
    }
    memcpy(e->start, e->p, e->n * sizeof *e->p);
    if (!solve_step(e)) {
        return false;
    }
    double part = 1.0;
    for (int k = 0; k < CUTS; k++, part *= 0.5) {
        for (size_t i = 0; i < e->n; i++) {
            e->p[i] = e->start[i] + part * e->step[i];
        }
        ab_cone_place(e, e->p);
        ab_cone_conditions(e, false);
        double size = size_of(e);
        bool is_last = k + 1 == CUTS && isfinite(size);
        if (is_last || size <= (1.0 - s_exact_better * part) * before) {
            return true;
        }
    }
    ab_cone_place(e, e->start);
    return false;
}

static bool open_room(abConeExact *e, abConeWorkspace *workspace) {
    size_t n = e->n;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->exact,
                           2 * n * n + 13 * n + 1) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->pivot, 2 * n + 1)) {
        return false;
    }
    double *next = workspace->exact;
    double **const parts[15] = {&e->W,    &e->A,     &e->p,      &e->u,     &e->off,
                                &e->step, &e->start, &e->center, &e->mark,  &e->first,
                                &e->best, &e->begin, &e->r,      &e->alone, &e->asked};
    for (int i = 0; i < 15; i++) {
        *parts[i] = next;
        next += i < 2 ? n * n : n;
    }
    e->pivot = workspace->pivot;
    e->held = e->pivot + n;
    return true;
}

bool ab_cone_is_small(const abConeProblem *problem, int maximum) {
    return problem->patch_count == 0 && problem->width <= 3 && problem->contact_count <= maximum &&
           ab_cone_count_rows(problem) <= (size_t)maximum;
}

// For the r and p_k there are. False when it is not solved; of a trial, when a step makes it worse.
static bool solve_by_rows(abConeExact *e, int steps, bool is_trial, double allowed,
                          int *factorisations) {
    double off = ab_cone_conditions(e, true);
    e->size_count = 0;
    double work = (double)e->n * (double)e->n * (double)e->n / 3.0;
    for (int i = 0; i < steps && off > fmax(allowed, e->rounding); i++) {
        ++*factorisations;
        e->work += work;
        if (e->work > e->maximum || !take_step(e)) {
            return false;
        }
        double before = off;
        off = ab_cone_conditions(e, true);
        if (is_trial && off > before) {
            return false;
        }
    }
    return off <= fmax(allowed, e->rounding);
}

// Likewise with friction taken apart from the rest, which gets near from anywhere; the rows go on.
static bool solve_as_whole(abConeExact *e, double allowed, int *factorisations) {
    memcpy(e->begin, e->p, e->n * sizeof *e->p);
    ab_cone_place(e, e->center);
    ab_cone_proximal_open(e->problem, e->workspace, e->share);
    ab_cone_place(e, e->begin);
    int before = *factorisations;
    ab_cone_proximal_solve(e->problem, e->workspace, e->share, allowed, factorisations);
    e->work += e->whole_work * (double)(*factorisations - before);
    ab_cone_read_impulses(e->problem, e->p);
    ab_cone_place(e, e->p);
    return solve_by_rows(e, STEPS, false, allowed, factorisations);
}

// First by rows: where it is known what sticks, slips and is open, as in the step before or the round
// before, they come to the end in one to three steps, and the whole in a hundred.
static bool solve_round(abConeExact *e, double allowed, int *factorisations) {
    int steps = e->is_whole ? FEWER_STEPS : e->has_whole ? FEW_STEPS : STEPS;
    memcpy(e->begin, e->p, e->n * sizeof *e->p);
    if (solve_by_rows(e, steps, e->is_whole, allowed, factorisations)) {
        return true;
    }
    ab_cone_place(e, e->begin);
    return e->has_whole && !(e->whole_work > 0.0 && e->work > e->maximum) &&
           solve_as_whole(e, allowed, factorisations);
}

// Of (1) and (2) themselves.
static double off_without_r(abConeExact *e) {
    double share = e->share;
    e->share = 0.0;
    double off = ab_cone_conditions(e, false);
    e->share = share;
    return off;
}

// From no impulses and a large r down to the first, or as near as it gets: by larger factors where
// that is easy, by smaller ones where it fails. False when even the large one has no solution.
static bool follow(abConeExact *e, double allowed, int *factorisations) {
    double factor = s_fall, solved = INFINITY;
    memset(e->mark, 0, e->n * sizeof *e->mark);
    ab_cone_place(e, e->mark);
    e->share = s_exact_most;
    for (int i = 0; i < STAGES && factor <= s_exact_slowest; i++) {
        if (solve_by_rows(e, STEPS, false, allowed, factorisations)) {
            if (e->share == s_exact_first) {
                return true;
            }
            memcpy(e->mark, e->p, e->n * sizeof *e->p);
            solved = e->share;
            factor = fmax(s_fall, factor * factor);
        } else if (isfinite(solved)) {
            ab_cone_place(e, e->mark);
            factor = sqrt(factor);
        } else {
            return false;
        }
        e->share = fmax(s_exact_first, factor * solved);
    }
    ab_cone_place(e, e->mark);
    e->share = solved;
    return true;
}

// From the solution for the first r on to that of (1) and (2) themselves. What is left of them.
static double solve_rounds(abConeExact *e, double accepted, double allowed, int *factorisations) {
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
            ab_cone_place(e, e->mark);
            bool is_vain = off <= accepted || e->share >= s_exact_first; // good, or fails again
            failures = is_vain ? FAILURES : failures + 1;
            e->share = fmin(s_exact_first, s_exact_rise * e->share);
        }
    }
    ab_cone_place(e, e->best);
    return least;
}

// Whether rounds can be solved as a whole, and what costs less.
static bool look_at_whole(abConeExact *e) {
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

static void set_center(abConeExact *e) {
    e->has_one_motion = gives_way(e->problem);
    if (e->has_one_motion) {
        memcpy(e->center, e->first, e->n * sizeof *e->center);
    } else {
        memset(e->center, 0, e->n * sizeof *e->center);
    }
}

bool ab_cone_exact(abConeProblem *problem, abConeWorkspace *workspace, double accepted,
                   bool is_trial, abConeResult *result) {
    abConeExact e = {.problem = problem, .workspace = workspace, .n = ab_cone_count_rows(problem)};
    e.whole_work = is_trial, e.maximum = is_trial ? s_exact_trial : s_exact_work;
    if (!open_room(&e, workspace) || !look_at_whole(&e)) {
        return false;
    }
    if (e.n == 0 || !(problem->speed > 0.0)) {
        return true;
    }
    double allowed = problem->tolerance * problem->speed, inner = 0.1 * s_exact_end * allowed;
    ab_cone_read_impulses(problem, e.first);
    set_center(&e);
    ab_cone_make_matrix(&e);
    ab_cone_set_regularisation(&e);
    ab_cone_place(&e, e.first);
    e.share = s_exact_first;
    bool is_solved = solve_round(&e, inner, &result->factorisations) ||
                     follow(&e, inner, &result->factorisations);
    double off = is_solved ? solve_rounds(&e, allowed, inner, &result->factorisations) : INFINITY;
    if (off <= accepted) {
        ab_cone_bring_into(problem);
        ab_cone_read_impulses(problem, e.p);
        result->is_converged = true;
        result->error = off / problem->speed;
        ab_cone_place(&e, e.p);
    } else {
        ab_cone_place(&e, e.first);
    }
    return true;
}
