// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_island.c - which method solves an island, and what is taken when it does not.
//
// What rests is seen by its guess (cone_warm_start.c). What stands is solved by Newton's method
// (cone_newton.c), to more than is asked for; few contacts to the end (cone_exact.c). What is many
// and moves is left to sweeps (cone_sweep.c), and these need not do better than `enough`: their
// last digits cost most and mean least, as the next step has other contacts.
//
// Answer  impulses in their cones, and the motion that belongs to them, to rounding. What is left
//         of the other conditions is the residual of cone_rows.c, whatever the method.

#include "solver/cone/cone_island.h"

#include <string.h>

#include "base/array.h"
#include "solver/cone/cone_exact.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_newton.h"
#include "solver/cone/cone_prepare.h"
#include "solver/cone/cone_rows.h"
#include "solver/cone/cone_sweep.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/cone_warm_start.h"
#include "solver/cone/tolerances.def"

// At most so many, when sweeps alone were good enough.
enum { FACTORISATIONS = 150, FEW_FACTORISATIONS = 16 };
// Rows that are solved to the end: when sweeps do not get there, and anyway.
enum { MAX_ROWS = 120, LAST_ROWS = 400, FEW_ROWS = 60 };
// Of a patch alone.
enum { LONE_SWEEPS = 2 };

static bool reserve(const abConeProblem *problem, abConeWorkspace *workspace) {
    abAllocator allocator = workspace->allocator;
    size_t bodies = 2 * (size_t)problem->body_count;
    size_t rows = AB_CONE_ROWS * (size_t)(problem->contact_count + problem->patch_count) +
                  (size_t)problem->link_count;
    size_t mixed = rows + AB_CONE_MOTION * ((size_t)problem->body_count + 3);
    return AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->last, bodies) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->displacement, bodies) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->start,
                             (size_t)problem->body_count) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->step, rows) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->before, mixed) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->best, rows) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->last_sweep, rows);
}

// ---- the solution ----

// The motion that belongs to the impulses, from the free one.
static void settle_motion(abConeProblem *problem, const abConeWorkspace *workspace) {
    memcpy(problem->bodies, workspace->start,
           (size_t)problem->body_count * sizeof *workspace->start);
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

// What is left of the conditions by the impulses there are.
static void take_residual(const abConeProblem *problem, abConeWorkspace *workspace,
                          abConeResult *result) {
    ab_cone_rows_read(problem, &workspace->rows);
    result->residual = ab_cone_residual(problem, &workspace->rows);
    result->error = problem->speed > 0.0 ? result->residual.mean / problem->speed : 0.0;
}

// A patch that is all there is, is balanced by a visit: what two of them leave, more leave too.
static bool is_lone_patch(const abConeProblem *problem) {
    return problem->patch_count == 1 && problem->contact_count + problem->link_count == 0;
}

static bool sweep_on(abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                     double allowed, abConeResult *result) {
    maximum = is_lone_patch(problem) && maximum > LONE_SWEEPS ? LONE_SWEEPS : maximum;
    if (!ab_cone_sweep(problem, workspace, maximum, allowed, result)) {
        return false;
    }
    settle_motion(problem, workspace);
    result->error = problem->speed > 0.0 ? result->residual.mean / problem->speed : 0.0;
    return true;
}

// Sweeps before Newton's method: about as many as cost what its steps do, as far as that is known.
static int few_sweeps(const abConeProblem *problem, abConeWorkspace *workspace) {
    if (problem->few_sweeps <= 0 || problem->has_modes) {
        return problem->few_sweeps <= 0 ? problem->max_sweeps : problem->few_sweeps;
    }
    if (workspace->now.work == 0.0 && ab_cone_analyse(problem, workspace)) {
        workspace->now.work = workspace->cholesky.work;
    }
    double rows = (double)problem->contact_count + (double)problem->link_count;
    double cost = workspace->now.work > 0.0 ? workspace->now.work / (s_sweep_work * fmax(1.0, rows))
                                            : INFINITY;
    return (int)fmin(problem->few_sweeps, 2.0 + cost);
}

// Newton's method is for bodies that rest on each other. Where it fails, as among many that roll
// and slide, it is left alone for some problems, longer after each failure.
static void note_success(abConeWorkspace *workspace, bool is_good) {
    workspace->now.failed_pairs = is_good ? 0 : workspace->now.pairs;
    workspace->now.failures = is_good ? 0 : workspace->now.failures + 1;
    workspace->now.pause =
        is_good ? 0 : (1 << (workspace->now.failures < 6 ? workspace->now.failures : 6));
}

// Newton's method from where sweeps came to. What it finds is taken only if it is better.
static bool solve_whole(abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                        bool stands, abConeResult *result) {
    double before = result->residual.mean;
    ab_cone_keep(problem, workspace->step);
    result->is_converged = false;
    if (!ab_cone_newton(problem, workspace, maximum, stands, result)) {
        return false;
    }
    note_success(workspace, result->is_converged);
    settle_motion(problem, workspace);
    if (!result->is_converged) {
        take_residual(problem, workspace, result);
        if (!(result->residual.mean <= before)) {
            ab_cone_take_back(problem, workspace->step);
            settle_motion(problem, workspace);
        }
    }
    return true;
}

// ---- the choice ----

typedef struct Plan {
    double unit;           // of velocities
    double wanted, enough; // what may be left, a velocity: where it can be had, and where it cannot
    bool serves;           // the guess is as good as wanted
    bool stands;           // so it is worth a better answer, as that serves for many steps
    bool may_finish;       // contacts are few and can be solved to the end,
    bool is_few;           // and are so at once
    bool may_factor;       // Newton's method may be used now
    bool is_trial;         // unless that takes more than sweeps, which will do
    bool is_rough;         // is many and moves: sweeps will do,
    bool moves;            // and are all there is
} Plan;

static Plan make_plan(const abConeProblem *problem, const abConeWorkspace *workspace,
                      abConeWarmStart rest) {
    double unit = problem->unit > 0.0 ? problem->unit : problem->speed;
    bool has_patches = problem->patch_count > 0, serves = rest == AB_CONE_WARM_START_SERVES;
    bool is_small = ab_cone_is_small(problem, MAX_ROWS), is_still = ab_cone_is_still(problem);
    bool is_linked = has_patches || problem->link_count > 0;
    bool is_crowd = problem->contact_count >= AB_CONE_MANY && !is_linked;
    double slow = is_crowd ? s_slows_down * unit : unit;
    bool is_steady = problem->is_steady && ab_cone_was_slow(problem, slow);
    bool stands = serves || is_still;
    bool is_many = !is_small && !has_patches && !serves && !is_still;
    // a pause would leave patches to sweeps, which cost more
    bool is_paused = workspace->now.pause > 0 && !has_patches;
    bool may_factor =
        problem->few_sweeps > 0 && !is_paused && (is_steady || !is_many) && !problem->has_modes;
    Plan plan = {.unit = unit,
                 .wanted = problem->tolerance * problem->speed,
                 .serves = serves,
                 .stands = stands,
                 .may_finish = problem->few_sweeps > 0 && ab_cone_is_small(problem, LAST_ROWS),
                 .is_few = is_small && problem->few_sweeps > 0 && !(stands && may_factor),
                 .may_factor = may_factor,
                 .moves = is_many && !may_factor};
    plan.enough = fmax(plan.wanted, problem->enough * unit);
    bool will_do = plan.enough > plan.wanted && !stands;
    plan.is_rough = will_do && is_many && is_crowd;
    plan.is_trial = will_do && !is_linked && !ab_cone_is_small(problem, FEW_ROWS);
    return plan;
}

static bool begin(abConeProblem *problem, abConeWorkspace *workspace, const Plan *plan, int few,
                  abConeResult *result) {
    // a visit of a patch costs as much as a step of Newton's method on the whole, and a guess that
    // serves is as good as what sweeps come to
    bool is_skipped = problem->patch_count > 0 || (plan->serves && few < problem->max_sweeps);
    if (is_skipped && plan->may_factor) {
        result->is_converged = false;
        result->residual.mean = result->error = INFINITY;
        return true;
    }
    return sweep_on(problem, workspace, plan->moves ? problem->max_sweeps : few,
                    plan->moves ? plan->enough : plan->wanted, result);
}

static bool solve(abConeProblem *problem, abConeWorkspace *workspace, const Plan *plan,
                  abConeResult *result) {
    int few = plan->moves ? problem->max_sweeps : few_sweeps(problem, workspace);
    if (!begin(problem, workspace, plan, few, result)) {
        return false;
    }
    if (plan->is_few && (!result->is_converged || ab_cone_is_small(problem, FEW_ROWS)) &&
        !ab_cone_exact(problem, workspace, plan->wanted, plan->is_trial, result)) {
        return false;
    }
    bool is_better = problem->is_steady && !problem->is_aside && problem->patch_count == 0 &&
                     !plan->moves && few < problem->few_sweeps &&
                     result->error > s_sweep_is_enough * problem->tolerance;
    if (plan->may_factor && (!result->is_converged || is_better)) {
        bool is_extra =
            problem->is_aside || (!plan->stands && (result->is_converged || plan->is_rough));
        int maximum = is_extra ? FEW_FACTORISATIONS : FACTORISATIONS;
        if (!solve_whole(problem, workspace, maximum, plan->stands, result)) {
            return false;
        }
    }
    if (!result->is_converged && !plan->moves &&
        !sweep_on(problem, workspace, problem->max_sweeps, plan->enough, result)) {
        return false;
    }
    return !plan->may_finish || result->is_converged ||
           ab_cone_exact(problem, workspace, plan->enough, false, result);
}

bool ab_cone_solve_island(abConeProblem *problem, abConeWorkspace *workspace,
                          abConeResult *result) {
    *result = (abConeResult){.is_converged = true, .residual = {.worst = -1}};
    if (!reserve(problem, workspace)) {
        return false;
    }
    memcpy(workspace->start, problem->bodies,
           (size_t)problem->body_count * sizeof *workspace->start);
    bool may_sleep = problem->is_steady && problem->patch_count == 0 && !problem->has_modes;
    abConeWarmStart rest = may_sleep ? ab_cone_test_warm_start(problem, workspace, &result->error)
                                     : AB_CONE_WARM_START_REFUSED;
    workspace->now.rests = rest == AB_CONE_WARM_START_SOLVES;
    if (workspace->now.rests) {
        workspace->now.is_exact = true;
        return true;
    }
    ab_cone_prepare(problem);
    if (!ab_cone_rows_make(problem, workspace)) {
        return false;
    }
    Plan plan = make_plan(problem, workspace, rest);
    int failures = workspace->now.failures;
    if (!solve(problem, workspace, &plan, result)) {
        return false;
    }
    bool has_failed = workspace->now.failures > failures; // its pause begins with the next
    workspace->now.pause -= workspace->now.pause > 0 && !has_failed ? 1 : 0;
    double error = result->error;
    bool is_by_sweeps = result->factorisations == 0; // these do for what is aside, too
    workspace->now.is_exact = result->is_converged && error <= problem->tolerance && !is_by_sweeps;
    take_residual(problem, workspace, result);
    result->error = result->is_converged ? error : result->error;
    double unsolved = s_unsolved * problem->enough * plan.unit;
    result->is_converged = result->is_converged || result->residual.mean <= unsolved;
    give_impulses(problem);
    return true;
}
