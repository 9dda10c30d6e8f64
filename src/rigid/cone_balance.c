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
// Friction is full at a very small speed (`grip` of cone_patch.h), and from motions that are far
// from the answer steps along (1) lead nowhere. Then it begins with a grip that is much weaker, so
// that all points slide or slip in the same smooth law, and follows the answer up to the full one:
// by larger factors where that is easy, by smaller ones where it fails.
//
// Error   M^-1 g, by which the motion differs from that of the impulses.
// Cost    one to five factorisations at rest and where it slides on; up to about a hundred in an
//         impact of several bodies.
// Source  the test of steps: [Deuflhard2004] ch. 3; continuation: ch. 5 there.

#include "rigid/cone_parts.h"

enum { STEPS = 30, HALVES = 6, STAGES = 60 };
// Share of the grip to begin with; factors to the next: the first, the largest, the least before it
// gives up.
static const double s_weakest = 1e-5, s_factor = 10.0, s_most = 100.0, s_least = 1.01;

// ---- steps ----

// v' M v of the step in room->goal.
static double size_of_step(const abConeProblem *problem, const abConeRoom *room) {
    double sum = 0.0;
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *body = &problem->bodies[b];
        abVec3 v = room->goal[2 * b], w = room->goal[2 * b + 1];
        for (int i = 0; i < 3; i++) {
            sum += ab_cone_mass(body, i) * ab_get(v, i) * ab_get(v, i);
        }
        sum += ab_dot(w, ab_mul(room->inertia[b], w));
    }
    return sum;
}

static void keep_step(const abConeProblem *problem, abConeRoom *room) {
    for (int b = 0; b < 2 * problem->body_count; b++) {
        room->way[b] = room->goal[b];
    }
}

static void go(const abConeProblem *problem, abConeRoom *room, double part) {
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        body->v = ab_add_scaled(body->v, part, room->way[2 * b]);
        body->w = ab_add_scaled(body->w, part, room->way[2 * b + 1]);
    }
    ab_cone_gradient(problem, room);
}

// Along (1) as far as it helps. False when it does not.
static bool take_step(const abConeProblem *problem, abConeRoom *room, double share,
                      int *factorisations) {
    if (!ab_cone_newton_step(problem, room, share, factorisations)) {
        return false;
    }
    double size = size_of_step(problem, room), part = 1.0, gone = 0.0;
    keep_step(problem, room);
    for (int k = 0; k < HALVES; k++, part *= 0.5) {
        go(problem, room, part - gone);
        gone = part;
        ab_cone_newton_again(problem, room);
        double next = size_of_step(problem, room);
        if (next <= (1.0 - 0.5 * part) * size) {
            return true;
        }
    }
    go(problem, room, -gone);
    return false;
}

static void converge(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                     int *factorisations) {
    ab_cone_gradient(problem, room);
    for (int i = 0; i <= STEPS; i++) {
        round->off = ab_cone_unsettled(problem, room);
        round->is_sound = round->off <= round->allowed;
        if (round->is_sound || i == STEPS) {
            break;
        }
        round->steps++;
        if (!take_step(problem, room, round->share, factorisations)) {
            break;
        }
    }
    round->is_sound = round->off <= fmax(round->allowed, round->floor);
}

// ---- from weak friction to the full one ----

static void keep_motion(const abConeProblem *problem, abConeRoom *room) {
    for (int b = 0; b < problem->body_count; b++) {
        room->last[2 * b] = problem->bodies[b].v;
        room->last[2 * b + 1] = problem->bodies[b].w;
    }
}

static void take_motion_back(const abConeProblem *problem, const abConeRoom *room) {
    for (int b = 0; b < problem->body_count; b++) {
        problem->bodies[b].v = room->last[2 * b];
        problem->bodies[b].w = room->last[2 * b + 1];
    }
}

static void set_grips(const abConeProblem *problem, double share) {
    for (int k = 0; k < problem->patch_count; k++) {
        abConePatch *patch = &problem->patches[k];
        patch->grip = share * patch->full_grip;
    }
}

static void follow(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                   int *factorisations) {
    double share = s_weakest, factor = s_factor, solved = 0.0;
    for (int i = 0; i < STAGES; i++) {
        keep_motion(problem, room);
        set_grips(problem, share);
        converge(problem, room, round, factorisations);
        if (round->is_sound) {
            if (share == 1.0) {
                return;
            }
            solved = share;
            factor = fmin(factor * factor, s_most);
        } else {
            take_motion_back(problem, room);
            factor = sqrt(factor);
            if (solved == 0.0 || factor < s_least) {
                return;
            }
        }
        share = fmin(1.0, solved * factor);
    }
}

void ab_cone_balance(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                     int *factorisations) {
    room->is_kept = false;
    for (int k = 0; k < problem->patch_count; k++) {
        problem->patches[k].full_grip = problem->patches[k].grip;
    }
    converge(problem, room, round, factorisations);
    if (!round->is_sound) {
        follow(problem, room, round, factorisations);
        set_grips(problem, 1.0);
    }
}
