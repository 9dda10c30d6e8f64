// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_balance.c - a round of cone_newton.c among patches whose friction follows their normal
// impulses.
//
//   g(V) = M (V - V_free) - J' p(V) = 0,   g' d = -g                                     (1)
//
// g' is not symmetric, and no function has its least value at the root. A step along d is halved
// until the next one that the same matrix would give is smaller than d, in the sense of the masses:
// so stiff layers and steep friction count by the motion that they still ask for, not by forces.
//
// Friction is full at a very small speed (`tangential` of cone_patch.h), and from motions that are far
// from the answer steps along (1) lead nowhere. Then it begins with a tangential state that is much weaker, so
// that all points slide or slip in the same smooth law, and follows the answer up to the full one:
// by larger factors where that is easy, by smaller ones where it fails.
//
// Error   M^-1 g, by which the motion differs from that of the impulses.
// Cost    one to five factorisations at rest and where it slides on; up to about a hundred in an
//         impact of several bodies.
// Source  the test of steps: [Deuflhard2004] ch. 3; continuation: ch. 5 there.

#include "solver/cone/cone_balance.h"

#include "solver/cone/cone_matrix.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/tolerances.def"

enum { STEPS = 30, HALVES = 16, STAGES = 60 };

// ---- steps ----

// v' M v of the step in room->goal.
static double size_of_step(const abConeProblem *problem, const abConeWorkspace *workspace) {
    double sum = 0.0;
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *body = &problem->bodies[b];
        abVec3 v = workspace->goal[2 * b], w = workspace->goal[2 * b + 1];
        for (int i = 0; i < 3; i++) {
            sum += ab_cone_mass(body, i) * ab_get(v, i) * ab_get(v, i);
        }
        sum += ab_dot(w, ab_mul(workspace->inertia[b], w));
    }
    return sum;
}

static void keep_step(const abConeProblem *problem, abConeWorkspace *workspace) {
    for (int b = 0; b < 2 * problem->body_count; b++) {
        workspace->displacement[b] = workspace->goal[b];
    }
}

static void go(const abConeProblem *problem, abConeWorkspace *workspace, double part) {
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        body->v = ab_add_scaled(body->v, part, workspace->displacement[2 * b]);
        body->w = ab_add_scaled(body->w, part, workspace->displacement[2 * b + 1]);
    }
    ab_cone_gradient(problem, workspace);
}

// Along (1) as far as it helps, halved so often at most. False when it does not.
static bool take_step(const abConeProblem *problem, abConeWorkspace *workspace, double share,
                      int halves, int *factorisations) {
    if (!ab_cone_newton_step(problem, workspace, share, factorisations)) {
        return false;
    }
    double size = size_of_step(problem, workspace), part = 1.0, gone = 0.0;
    keep_step(problem, workspace);
    for (int k = 0; k <= halves; k++, part *= 0.5) {
        go(problem, workspace, part - gone);
        gone = part;
        ab_cone_newton_again(problem, workspace);
        double next = size_of_step(problem, workspace);
        if (next <= (1.0 - 0.5 * part) * size) {
            return true;
        }
    }
    go(problem, workspace, -gone);
    return false;
}

static void converge(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                     int *factorisations) {
    ab_cone_gradient(problem, workspace);
    for (int i = 0; i <= STEPS; i++) {
        round->off = ab_cone_unsettled(problem, workspace);
        round->is_sound = round->off <= round->allowed;
        if (round->is_sound || i == STEPS) {
            break;
        }
        round->steps++;
        int halves = round->off <= round->floor ? 0 : HALVES; // else rounding is all that is left
        if (!take_step(problem, workspace, round->share, halves, factorisations)) {
            break;
        }
    }
    round->is_sound = round->off <= fmax(round->allowed, round->floor);
}

// ---- from weak friction to the full one ----

static void set_tangential(const abConeProblem *problem, double share) {
    for (int k = 0; k < problem->patch_count; k++) {
        abConePatch *patch = &problem->patches[k];
        patch->tangential = share * patch->full_state_of_slip;
    }
}

// Whether the share is full after so many stages, if none fails.
static bool comes_to_full(double share, double factor, int stages) {
    for (int i = 0; i < stages && share < 1.0; i++) {
        share *= factor;
    }
    return share >= 1.0;
}

static void follow(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                   int *factorisations) {
    double share = s_weakest_friction, factor = s_first_factor, solved = 0.0;
    for (int i = 0; i < STAGES; i++) {
        ab_cone_keep_motion(problem, workspace);
        set_tangential(problem, share);
        converge(problem, workspace, round, factorisations);
        if (round->is_sound) {
            if (share == 1.0) {
                return;
            }
            solved = share;
            factor = fmin(factor * factor, s_largest_factor);
        } else {
            ab_cone_take_motion_back(problem, workspace);
            factor = sqrt(factor);
            if (solved == 0.0 || !comes_to_full(solved, factor, STAGES - i)) {
                return;
            }
        }
        share = fmin(1.0, solved * factor);
    }
}

void ab_cone_balance(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                     int *factorisations) {
    workspace->is_kept = false;
    converge(problem, workspace, round, factorisations);
}

void ab_cone_balance_from_weak(const abConeProblem *problem, abConeWorkspace *workspace,
                               abConeRound *round, int *factorisations) {
    workspace->is_kept = false;
    for (int k = 0; k < problem->patch_count; k++) {
        problem->patches[k].full_state_of_slip = problem->patches[k].tangential;
    }
    follow(problem, workspace, round, factorisations);
    set_tangential(problem, 1.0);
}
