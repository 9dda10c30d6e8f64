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

#include <float.h>
#include <string.h>

#include "rigid/cone_parts.h"

enum { ROUNDS = 40, STEPS = 30, EASY = 6, STALLED = 3, PATIENCE = 2 };
// r by W: where nothing is known, of what moves and of what stands; how it falls after rounds of at
// most EASY steps and rises after others; its least.
static const double s_share = 1e-2, s_share_at_rest = 1e-5, s_fall = 0.01, s_rise = 10.0,
                    s_least = 1e-10;
// Rounds go on as long as they are easy down to this share of the tolerance: what is left of the
// motion of one step is what the next begins with. What is at rest is solved as well as can be, as
// that answer then serves for many steps (cone_rest.c).
static const double s_beyond = 1e-2, s_at_rest = 1e-5;
// Steps within a round end when the motion differs from that of the impulses by this share of what
// the last round was off.
static const double s_inner = 1e-2;

// ---- one round ----

// Goes along the step to where the slope of E vanishes, if that is before its end. The gradient
// there is then known.
static void search(const abConeProblem *problem, abConeRoom *room) {
    double start = ab_cone_along(problem, room), low = 0.0, high = 1.0, f_low = start;
    ab_cone_go(problem, room, 1.0);
    ab_cone_gradient(problem, room);
    double f_high = ab_cone_along(problem, room), at = 1.0;
    for (int i = 0; i < 12 && f_high > 0.1 * fabs(start); i++) {
        double x = low - f_low * (high - low) / (f_high - f_low);
        x = i % 3 == 2 || !(x > low && x < high) ? 0.5 * (low + high) : x;
        ab_cone_go(problem, room, x - at);
        at = x;
        ab_cone_gradient(problem, room);
        double f = ab_cone_along(problem, room);
        if (fabs(f) <= 0.1 * fabs(start)) {
            break;
        }
        *(f < 0.0 ? &low : &high) = x;
        *(f < 0.0 ? &f_low : &f_high) = f;
    }
}

// Minimises E for the present (1).
static void minimise(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                     int *factorisations) {
    ab_cone_gradient(problem, room);
    double best = INFINITY;
    round->is_sound = true;
    for (int i = 0, since = 0; i <= STEPS; i++) {
        round->off = ab_cone_unsettled(problem, room);
        since = round->off < 0.5 * best ? 0 : since + 1;
        best = fmin(best, round->off);
        bool is_floor = since >= STALLED && best <= round->floor;
        if (round->off <= round->allowed || is_floor || i == STEPS) {
            return;
        }
        round->steps++;
        if (!ab_cone_newton_step(problem, room, round->share, factorisations)) {
            round->is_sound = false;
            return;
        }
        search(problem, room);
    }
}

// The motion for the present (1): with patches first as they are, and where that fails with their
// limits of friction kept.
static void solve_round(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                        int *factorisations) {
    if (problem->patch_count > 0) {
        ab_cone_balance(problem, room, round, factorisations);
        if (round->is_sound) {
            return;
        }
        room->is_kept = true;
        ab_cone_patches_open(problem);
    }
    minimise(problem, room, round, factorisations);
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

static void open_round(const abConeProblem *problem, abConeRoom *room, double share) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        abProximal *at = &room->proximal[k];
        memcpy(at->p, c->p, sizeof at->p);
        at->r[0] = share * (c->local.nn - c->compliance);
        at->r[1] = share * 0.5 * (c->local.tt[0] + c->local.tt[1]);
        at->r[2] = share * c->turn;
        at->rise = rise_at(problem, c);
    }
    for (int k = 0; k < problem->link_count; k++) {
        abProximal *at = &room->proximal[problem->contact_count + k];
        at->p[0] = problem->links[k].impulse;
        at->r[0] = problem->links[k].inverse > 0.0 ? share / problem->links[k].inverse : 1.0;
    }
}

// The impulses it began with.
static void forget_round(const abConeProblem *problem, const abConeRoom *room) {
    for (int k = 0; k < problem->contact_count; k++) {
        memcpy(problem->contacts[k].p, room->proximal[k].p, sizeof room->proximal[k].p);
    }
    for (int k = 0; k < problem->link_count; k++) {
        problem->links[k].impulse = room->proximal[problem->contact_count + k].p[0];
    }
}

// By what velocity the constraints are still off after a round.
static double close_round(const abConeProblem *problem, const abConeRoom *room) {
    double most = room->is_kept ? ab_cone_patches_close(problem) : 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        const abProximal *at = &room->proximal[k];
        most = fmax(most, at->r[0] * fabs(c->p[0] - at->p[0]));
        for (int i = 1, rows = ab_cone_rows(c); i < rows; i++) {
            double off = fabs(c->p[i] - at->p[i]);
            most = fmax(most, i < 3 ? at->r[1] * off : c->reach * at->r[2] * off);
        }
        most = fmax(most, fabs(rise_at(problem, c) - at->rise));
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abProximal *at = &room->proximal[problem->contact_count + k];
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            most = fmax(most, at->r[0] * fabs(problem->links[k].impulse - at->p[0]));
        }
    }
    return most;
}

// The share below which rounding of u would spoil p more than `allowed`.
static double least_share(const abConeProblem *problem, double allowed) {
    double fastest = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (int side = 0; side < 2; side++) {
            const abConeBody *body = &problem->bodies[c->body[side]];
            fastest = fmax(fastest, ab_norm(body->v) + ab_norm(ab_cross(body->w, c->arm[side])));
        }
    }
    return fmin(s_share, fmax(s_least, 20.0 * DBL_EPSILON * fastest / allowed));
}

// ---- where to begin ----

typedef enum Start { AS_IT_IS, AS_GUESSED, AT_REST, STARTS } Start;

static void take_start(const abConeProblem *problem, const abConeRoom *room, Start start) {
    abVec3 none = {0.0, 0.0, 0.0};
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        if (room->index[b] < 0) {
            continue; // moves as it does
        }
        body->v = start == AS_IT_IS  ? room->last[2 * b]
                  : start == AT_REST ? none
                                     : problem->guess_v[b];
        body->w = start == AS_IT_IS  ? room->last[2 * b + 1]
                  : start == AT_REST ? none
                                     : problem->guess_w[b];
    }
}

// By what contacts, and limits, that press approach each other in the motion as it is.
static double approach(const abConeProblem *problem) {
    double most = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (c->p[0] > 0.0) {
            double u[AB_CONE_ROWS];
            ab_cone_speeds(problem, c, u);
            most = fmax(most, fabs(u[0] + c->bias + c->compliance * c->p[0]));
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        double u = link->is_one_sided ? ab_cone_link_speed(problem, k) : 0.0;
        most = fmax(most, link->impulse > 0.0 ? fabs(u) : -u);
    }
    return most;
}

// Of the motions there are the one with the least E.
static void choose_start(const abConeProblem *problem, abConeRoom *room, double share) {
    double least = INFINITY;
    Start best = AS_IT_IS;
    for (int b = 0; b < problem->body_count; b++) {
        room->last[2 * b] = problem->bodies[b].v;
        room->last[2 * b + 1] = problem->bodies[b].w;
    }
    for (int start = AS_IT_IS; start < STARTS; start++) {
        if (start == AS_GUESSED && problem->guess_v == NULL) {
            continue;
        }
        take_start(problem, room, (Start)start);
        open_round(problem, room, share);
        double E = ab_cone_gradient(problem, room);
        forget_round(problem, room);
        if (E < least) {
            least = E;
            best = (Start)start;
        }
    }
    take_start(problem, room, best);
}

// ---- all rounds ----

bool ab_cone_newton(abConeProblem *problem, abConeRoom *room, int most, bool is_patient,
                    abConeResult *result) {
    if (!ab_cone_analyse(problem, room)) {
        return false;
    }
    room->work = room->cholesky.work;
    if (room->work > problem->most_work || problem->speed == 0.0) {
        return true;
    }
    double beyond = is_patient ? s_at_rest : s_beyond;
    double allowed = problem->tolerance * problem->speed, best = INFINITY, last = INFINITY;
    double first = is_patient ? s_share_at_rest : s_share;
    double share = room->share > 0.0 ? room->share : first;
    room->is_kept = true;
    ab_cone_patches_open(problem);
    choose_start(problem, room, share);
    share = fmin(first, fmax(share, approach(problem) / problem->speed));
    int failures = 0, vain = 0; // in a row: rounds that were not solved, or made nothing better
    for (int i = 0; i < ROUNDS && result->factorisations < most; i++) {
        room->is_kept = true;
        ab_cone_patches_open(problem);
        share = fmax(share, least_share(problem, allowed));
        choose_start(problem, room, share);
        open_round(problem, room, share);
        double inner = s_inner * (isfinite(last) ? last : share * problem->speed);
        abConeRound round = {
            .share = share, .allowed = fmax(0.1 * beyond * allowed, inner), .floor = 0.1 * allowed};
        solve_round(problem, room, &round, &result->factorisations);
        bool is_solved = round.is_sound && round.off <= fmax(round.allowed, round.floor);
        double off = is_solved ? fmax(close_round(problem, room), round.off) : INFINITY;
        bool is_easy = is_solved && round.steps <= (is_patient ? PATIENCE : 1) * EASY;
        vain = off < best ? 0 : vain + 1;
        failures = is_solved ? 0 : failures + 1;
        if (off < best) {
            best = off;
            room->share = share;
            ab_cone_keep(problem, room->before);
        } else if (!is_solved) {
            forget_round(problem, room);
        }
        bool is_hard = is_patient ? vain > 1 : !is_easy || vain > 0;
        bool is_done = best <= beyond * allowed || (best <= allowed && is_hard);
        if (is_done || failures > 2 || vain > 5) {
            break;
        }
        share = !is_solved || round.steps > 2 * EASY ? fmin(s_share, share * s_rise)
                : is_easy                            ? fmax(s_least, s_fall * share)
                                                     : share;
        last = best;
    }
    if (best < INFINITY) {
        ab_cone_take_back(problem, room->before);
        result->error = best / problem->speed;
        result->is_converged = best <= allowed;
    }
    return true;
}
