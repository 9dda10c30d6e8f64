// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_newton.c - the whole system at once: proximal rounds, each by Newton's method on the motion.
//
// From impulses p_k the next ones are those of a problem made a little compliant around them,
//
//   p = P(p_k - (u + [b + rise, 0, ...] + R p)/r),   rise = mu |u_t| + L |w|              (1)
//
// with P the nearest point of the cone in the metric of r (of R + r along the normal). The rise, of
// the round before, turns Coulomb's law into the gradient of a convex function. With p(V) of (1)
// that function of the motion is
//
//   E(V) = 1/2 (V - V_free)' M (V - V_free) + 1/2 |P|^2,   E'(V) = M (V - V_free) - J' p  (2)
//
// whose Newton matrix M + J' G J, G = -dp/du, is positive definite whatever is redundant. It has a
// block for each body and each pair that touches. Steps that overshoot are cut where the slope of E
// along them vanishes.
//
// r is a small share of W, and a round takes the error down by r / (r + least eigenvalue of W).
// That is about (1/n)^4 for a tower of n boxes, so the share falls as far as rounding allows: p of
// (1) has the rounding error of u by r. What is at rest and stays there begins with the impulses of
// the step before, with no motion, and with the share that was good then: one factorisation.
//
// Patches have no p_k: their impulses follow from V (cone_patch.h). With limits of friction that
// follow too the matrix is not symmetric: cone_balance.c.
//
// Error   what a round changes of p, times r: the velocity by which the constraints are off; what
//         the rise changes; and M^-1 E', by which the motion differs from that of the impulses.
// Cost    one to ten factorisations; the order of elimination is kept while the pairs are.
// Limits  Both kinds of rounds together are a fixed-point iteration. Where contacts slide and mu
//         couples normals and tangents strongly (a tower that slides and tips) it slows down. The
//         caller then still has its sweeps.
// Source  the convex form: [AcaryCadoux2011]; proximal method of multipliers: Rockafellar 1976.

#include "solver/cone/cone_newton.h"

#include <float.h>
#include <string.h>

#include "math/core/bracket.h"
#include "solver/cone/cone_balance.h"
#include "solver/cone/cone_matrix.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_patches.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/tolerances.def"

// CUTS: friction of patches turns round within 1e-5 of a step, which every third cut halves.
enum {
    ROUNDS = 40,
    STEPS = 30,
    EASY = 6,
    STALLED = 3,
    PATIENCE = 2,
    RISES = 12,
    TURNS = 6,
    SHARES = 20,
    CUTS = 50
};

// ---- one round ----

typedef struct Along {
    const abConeProblem *problem;
    abConeWorkspace *workspace;
    double share;
    bool is_begun;
} Along;

// The gradient there is then known. A whole step in which no mode changes ends at the minimum of what
// is quadratic: its slope there is zero, and what is computed instead is rounding.
static double go_on(void *context, double by) {
    Along *along = context;
    bool is_whole = !along->is_begun;
    along->is_begun = true;
    ab_cone_go(along->problem, along->workspace, by);
    ab_cone_gradient(along->problem, along->workspace);
    return is_whole && ab_cone_modes_stay(along->problem, along->workspace, along->share)
               ? 0.0
               : ab_cone_along(along->problem, along->workspace);
}

// Minimises E for the present (1).
static void minimise(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                     int *factorisations) {
    ab_cone_gradient(problem, workspace);
    double best = INFINITY;
    round->is_sound = true;
    for (int i = 0, since = 0; i <= STEPS; i++) {
        round->off = ab_cone_unsettled(problem, workspace);
        since = round->off < 0.5 * best ? 0 : since + 1;
        best = fmin(best, round->off);
        bool is_floor = since >= STALLED && best <= round->floor;
        if (round->off <= round->allowed || is_floor || i == STEPS) {
            return;
        }
        round->steps++;
        if (!ab_cone_newton_step(problem, workspace, round->share, factorisations)) {
            round->is_sound = false;
            return;
        }
        Along along = {problem, workspace, round->share, false};
        ab_go_down(go_on, &along, ab_cone_along(problem, workspace), CUTS);
    }
}

// Likewise with the shares that go with the kept limits.
static void minimise_by_shares(const abConeProblem *problem, abConeWorkspace *workspace,
                               abConeRound *round, int *factorisations) {
    for (int i = 0; i < SHARES; i++) {
        minimise(problem, workspace, round, factorisations);
        bool is_found = round->is_sound && round->off <= fmax(round->allowed, round->floor);
        if (!is_found || ab_cone_patches_share(problem)) {
            return;
        }
    }
}

static void keep_limits(const abConeProblem *problem, abConeWorkspace *workspace) {
    workspace->is_kept = true;
    ab_cone_patches_open(problem);
}

// Patches as they are. Where that leads nowhere, from the motion with their limits of friction kept:
// that one is found from anywhere, and turns of both come near as far as friction hardly moves the
// normal impulses.
static void balance(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                    int *factorisations) {
    double last = INFINITY, off = 0.0;
    ab_cone_balance(problem, workspace, round, factorisations);
    for (int i = 0; i < TURNS && !round->is_sound && off < s_turn_falls * last; i++) {
        last = i > 0 ? off : INFINITY;
        keep_limits(problem, workspace);
        minimise_by_shares(problem, workspace, round, factorisations);
        off = ab_cone_patches_close(problem);
        ab_cone_keep_motion(problem, workspace);
        ab_cone_balance(problem, workspace, round, factorisations);
        if (!round->is_sound) {
            ab_cone_take_motion_back(problem, workspace);
        }
    }
    if (!round->is_sound) {
        ab_cone_balance_from_weak(problem, workspace, round, factorisations);
    }
}

// The motion for the present (1): with patches first as they are, and where that fails with their
// limits of friction kept.
static void solve_round(const abConeProblem *problem, abConeWorkspace *workspace,
                        abConeRound *round, int *factorisations) {
    if (problem->patch_count > 0) {
        balance(problem, workspace, round, factorisations);
        if (round->is_sound) {
            return;
        }
        keep_limits(problem, workspace);
    }
    minimise(problem, workspace, round, factorisations);
}

// ---- rounds ----

static double rise_of(const abConeContact *c, const double u[AB_CONE_ROWS]) {
    double rise = 0.0;
    if (c->friction > 0.0) {
        rise += c->friction * sqrt(u[1] * u[1] + u[2] * u[2]);
    }
    if (ab_cone_turns(c)) {
        double rolling = u[4] * u[4] + u[5] * u[5];
        rise += c->spinning < 0.0 ? c->rolling * sqrt(u[3] * u[3] + rolling)
                                  : c->spinning * fabs(u[3]) + c->rolling * sqrt(rolling);
    }
    return rise;
}

static double rise_at(const abConeProblem *problem, const abConeContact *c) {
    double u[AB_CONE_ROWS] = {0.0};
    if (!(c->p[0] > 0.0) || ab_cone_rows(c) == 1) {
        return 0.0;
    }
    ab_cone_speeds(problem, c, u);
    return rise_of(c, u);
}

static void open_round(const abConeProblem *problem, abConeWorkspace *workspace, double share) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        abProximal *at = &workspace->proximal[k];
        memcpy(at->p, c->p, sizeof at->p);
        at->r[0] = share * (c->local.nn - c->compliance);
        at->r[1] = share * 0.5 * (c->local.tt[0] + c->local.tt[1]);
        at->r[2] = share * c->turn;
        at->rise = rise_at(problem, c);
    }
    for (int k = 0; k < problem->link_count; k++) {
        abProximal *at = &workspace->proximal[problem->contact_count + k];
        at->p[0] = problem->links[k].impulse;
        const abConeLink *link = &problem->links[k];
        at->r[0] = link->inverse > 0.0 ? share * link->share / link->inverse : 1.0;
    }
}

// The impulses it began with.
static void forget_round(const abConeProblem *problem, const abConeWorkspace *workspace) {
    for (int k = 0; k < problem->contact_count; k++) {
        memcpy(problem->contacts[k].p, workspace->proximal[k].p, sizeof workspace->proximal[k].p);
    }
    for (int k = 0; k < problem->link_count; k++) {
        problem->links[k].impulse = workspace->proximal[problem->contact_count + k].p[0];
    }
}

// By what velocity the constraints are still off after a round.
static double close_round(const abConeProblem *problem, const abConeWorkspace *workspace) {
    double maximum = workspace->is_kept ? ab_cone_patches_close(problem) : 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        const abProximal *at = &workspace->proximal[k];
        maximum = fmax(maximum, at->r[0] * fabs(c->p[0] - at->p[0]));
        for (int i = 1, rows = ab_cone_rows(c); i < rows; i++) {
            double off = fabs(c->p[i] - at->p[i]);
            maximum = fmax(maximum, i < 3 ? at->r[1] * off : c->reach * at->r[2] * off);
        }
        maximum = fmax(maximum, fabs(rise_at(problem, c) - at->rise));
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abProximal *at = &workspace->proximal[problem->contact_count + k];
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            maximum = fmax(maximum, at->r[0] * fabs(problem->links[k].impulse - at->p[0]));
        }
    }
    return maximum;
}

static double parts_of(const abConeBody *body, abVec3 linear, abVec3 angular) {
    return ab_norm(linear) * ab_norm(body->v) + ab_norm(angular) * ab_norm(body->w);
}

// Of the speeds of contacts, from their parts. Those of links count beside patches, for which there
// is no other method: among few contacts cone_exact.c comes to the end in fewer steps than rounds by
// a larger share.
static double rounding_of(const abConeProblem *problem) {
    double fastest = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (int side = 0; side < 2; side++) {
            const abConeBody *body = &problem->bodies[c->body[side]];
            fastest = fmax(fastest, ab_norm(body->v) + ab_norm(ab_cross(body->w, c->arm[side])));
        }
    }
    for (int k = 0; k < problem->link_count && problem->patch_count > 0; k++) {
        const abConeLink *link = &problem->links[k];
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abConeBody *body = &problem->bodies[link->body[side]];
                fastest = fmax(fastest, parts_of(body, link->linear[side], link->angular[side]));
            }
        }
    }
    return 20.0 * DBL_EPSILON * fastest;
}

// The share below which rounding of u would spoil p more than `allowed`.
static double minimum_share(const abConeProblem *problem, double allowed) {
    return fmin(s_moving_share, fmax(s_least_regularisation, rounding_of(problem) / allowed));
}

// ---- one proximal problem ----

void ab_cone_proximal_open(const abConeProblem *problem, abConeWorkspace *workspace, double share) {
    workspace->is_kept = true;
    workspace->factor_share = 0.0;
    open_round(problem, workspace, share);
}

// The rises of the motion as it is; the largest change.
static double renew_rises(const abConeProblem *problem, abConeWorkspace *workspace) {
    double change = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        double rise = rise_at(problem, &problem->contacts[k]);
        change = fmax(change, fabs(rise - workspace->proximal[k].rise));
        workspace->proximal[k].rise = rise;
    }
    return change;
}

void ab_cone_proximal_solve(const abConeProblem *problem, abConeWorkspace *workspace, double share,
                            double allowed, int *factorisations) {
    double last = INFINITY, change = renew_rises(problem, workspace);
    double floor = fmax(s_proximal_floor * allowed, rounding_of(problem) / share);
    for (int i = 0; i < RISES && (i == 0 || change > allowed); i++) {
        abConeRound round = {.share = share, .allowed = allowed, .floor = floor};
        minimise(problem, workspace, &round, factorisations);
        change = renew_rises(problem, workspace);
        if (!round.is_sound || round.off > floor || change > s_rise_falls * last) {
            return;
        }
        last = change;
    }
}

// ---- where to begin ----

typedef enum Start { AS_IT_IS, AS_GUESSED, AT_REST, STARTS } Start;

static void take_start(const abConeProblem *problem, const abConeWorkspace *workspace,
                       Start start) {
    abVec3 none = {0.0, 0.0, 0.0};
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        if (workspace->index[b] < 0) {
            continue; // moves as it does
        }
        body->v = start == AS_IT_IS  ? workspace->last[2 * b]
                  : start == AT_REST ? none
                                     : problem->guess_v[b];
        body->w = start == AS_IT_IS  ? workspace->last[2 * b + 1]
                  : start == AT_REST ? none
                                     : problem->guess_w[b];
    }
}

// By what contacts, and limits, that press approach each other in the motion as it is.
static double approach(const abConeProblem *problem) {
    double maximum = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (c->p[0] > 0.0) {
            double u[AB_CONE_ROWS];
            ab_cone_speeds(problem, c, u);
            maximum = fmax(maximum, fabs(u[0] + c->bias + c->compliance * c->p[0]));
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        double u = link->is_one_sided ? link->share * ab_cone_link_speed(problem, k) : 0.0;
        maximum = fmax(maximum, link->impulse > 0.0 ? fabs(u) : -u);
    }
    return maximum;
}

// Of the motions there are the one with the least E.
static void choose_start(const abConeProblem *problem, abConeWorkspace *workspace, double share) {
    double minimum = INFINITY;
    Start best = AS_IT_IS;
    for (int b = 0; b < problem->body_count; b++) {
        workspace->last[2 * b] = problem->bodies[b].v;
        workspace->last[2 * b + 1] = problem->bodies[b].w;
    }
    for (int start = AS_IT_IS; start < STARTS; start++) {
        if (start == AS_GUESSED && problem->guess_v == NULL) {
            continue;
        }
        take_start(problem, workspace, (Start)start);
        open_round(problem, workspace, share);
        double E = ab_cone_gradient(problem, workspace);
        forget_round(problem, workspace);
        if (E < minimum) {
            minimum = E;
            best = (Start)start;
        }
    }
    take_start(problem, workspace, best);
}

// ---- all rounds ----

bool ab_cone_newton(abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                    bool is_patient, abConeResult *result) {
    if (!ab_cone_analyse(problem, workspace)) {
        return false;
    }
    workspace->now.work = workspace->cholesky.work;
    if (workspace->now.work > problem->maximum_work || problem->speed == 0.0) {
        return true;
    }
    double beyond = is_patient ? s_resting_end : s_moving_end;
    double allowed = problem->tolerance * problem->speed, best = INFINITY, last = INFINITY;
    double first = is_patient ? s_resting_share : s_moving_share;
    bool has_patches = problem->patch_count > 0; // E' costs as much as a step: none is wasted
    double share = workspace->now.share > 0.0 ? workspace->now.share : first;
    workspace->is_kept = true;
    ab_cone_patches_open(problem);
    choose_start(problem, workspace, share);
    share = fmin(first, fmax(share, approach(problem) / problem->speed));
    int failures = 0, vain = 0; // in a row: rounds that were not solved, or made nothing better
    for (int i = 0; i < ROUNDS && result->factorisations < maximum; i++) {
        workspace->is_kept = true;
        ab_cone_patches_open(problem);
        share = fmax(share, minimum_share(problem, allowed));
        if (failures > 0 || !has_patches) {
            choose_start(problem, workspace, share);
        }
        open_round(problem, workspace, share);
        double inner = s_inner * (isfinite(last) ? last : share * problem->speed);
        abConeRound round = {
            .share = share, .allowed = fmax(0.1 * beyond * allowed, inner), .floor = 0.1 * allowed};
        solve_round(problem, workspace, &round, &result->factorisations);
        bool is_solved = round.is_sound && round.off <= fmax(round.allowed, round.floor);
        double off = is_solved ? fmax(close_round(problem, workspace), round.off) : INFINITY;
        bool is_easy = is_solved && round.steps <= (is_patient ? PATIENCE : 1) * EASY;
        vain = off < best ? 0 : vain + 1;
        failures = is_solved ? 0 : failures + 1;
        if (off < best) {
            best = off;
            workspace->now.share = share;
            ab_cone_keep(problem, workspace->before);
        } else if (!is_solved) {
            forget_round(problem, workspace);
        }
        bool is_rounding = has_patches && is_solved && round.off > round.allowed;
        bool is_hard = is_rounding || (is_patient ? vain > 1 : !is_easy || vain > 0);
        bool is_done = best <= beyond * allowed || (best <= allowed && is_hard);
        if (is_done || failures > 2 || vain > 5) {
            break;
        }
        share = !is_solved || round.steps > 2 * EASY ? fmin(s_moving_share, share * s_rise)
                : is_easy                            ? fmax(s_least_regularisation, s_fall * share)
                                                     : share;
        last = best;
    }
    if (best < INFINITY) {
        ab_cone_take_back(problem, workspace->before);
        result->error = best / problem->speed;
        result->is_converged = best <= allowed;
    }
    return true;
}
