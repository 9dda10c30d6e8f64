// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_modes.c - which rigid points that do not move stick, and which begin to slip, and where to.
//
// A choice is right when no point that sticks holds more than its limit and none that begins to
// slip is driven against its way, so that slip really begins or others hold it at its limit:
//
//   sticks: |f_t| <= mu f_n        begins along e: f_t = -mu_d f_n e, a_t . e >= 0         (1)
//
// Pressing and parting follow from each choice (rigid_solve.c). All points that are wrong change at
// once; when that does not come to an end, the first of them, as in graph_forces.c. In space the
// way follows the acceleration that it leads to. Forces that are not unique are the least ones;
// where these are beyond a limit though others would not be, a point begins to slip, carries its
// limit and does not move, since the rest holds: an arch stands so. Where exchanges come to no end,
// forces within the limits are found all at once (rigid_limits.c) and tell the modes; from then on
// forces that are not unique are taken near these.
//
// Limits  With much friction (1) may have no solution, or rounds may not find it. Then the points
//         go on with the last choice, which is asked again a thousandth of a fall later.

#include <math.h>
#include <string.h>

#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_limits.h"
#include "derivative/rigid/rigid_modes.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/state/place.h"

enum { BLOCK_ITERATIONS = 6, ROUNDS = 10 };

// One point with exact friction.
typedef struct Place {
    const abRigidPoint *point;
    const abRigidNow *now;
    size_t tangential;
    abVec3 goes; // the way in which points of its contact pair begin to slip; zero: none do
} Place;

typedef struct Round {
    double t, *y;
    bool only_first;
    bool may_turn;
    bool is_stirred; // a point is new, or its mode was wrong
    bool has_changed, has_turned;
} Round;

typedef void Visit(abDerivative *d, const Place *place, Round *round);

static bool is_stirred(const abTangentialStates *set) {
    bool any = false;
    for (size_t i = 0; i < set->count; i++) {
        any = any || (set->list[i].is_exact && (set->list[i].is_new || set->list[i].is_wrong));
    }
    return any;
}

// Against what the points of a pair hold, from `first` on, where one of them is beyond its limit.
static abVec3 way_to_go(const abDerivative *d, const abContactPair *pair, size_t first) {
    const abRigid *r = &d->rigid;
    abVec3 sum = {0.0, 0.0, 0.0};
    bool any = false;
    for (size_t i = first; i < r->count && r->points[i].shape_a == pair->shape_a &&
                           r->points[i].shape_b == pair->shape_b;
         i++) {
        const abRigidNow *now = &r->now[i];
        sum = ab_add(sum, now->hold);
        any = any ||
              (now->sticks && now->force > 0.0 && ab_norm(now->hold) > now->limit * now->force);
    }
    return any && ab_norm2(sum) > 0.0 ? ab_neg(ab_unit(sum)) : ab_vec3(0.0, 0.0, 0.0);
}

static void visit_all(abDerivative *d, Visit *visit, Round *round) {
    abRigid *r = &d->rigid;
    size_t i = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        abVec3 goes = way_to_go(d, pair, i);
        for (; i < r->count && r->points[i].shape_a == pair->shape_a &&
               r->points[i].shape_b == pair->shape_b;
             i++) {
            int tangential = ab_friction_is_exact(pair->data->interaction->friction)
                                 ? ab_tangential_index(d, pair, r->points[i].name)
                                 : -1;
            if (tangential >= 0) {
                visit(d, &(Place){&r->points[i], &r->now[i], (size_t)tangential, goes}, round);
            }
        }
    }
}

static bool is_at_rest(const abTangentialState *tangential) {
    return tangential->mode == AB_TANGENTIAL_STICK || !tangential->has_moved;
}

// Points that hardly move are tried as sticking, all together where one begins or ends: what joints
// and other contacts hold to a body stops with it, to within rounding. Others slip as they move.
static void begin(abDerivative *d, const Place *place, Round *round) {
    abTangentialState *tangential = &d->tangential_states.list[place->tangential];
    double speed = ab_norm(place->now->slip);
    if (speed > (tangential->is_new ? s_slow : s_join) * place->now->small) {
        if (tangential->is_new || tangential->is_wrong || is_at_rest(tangential)) {
            ab_begin_to_slip(d, place->tangential, round->t, ab_unit(place->now->slip), true);
        }
    } else if (tangential->is_new || (tangential->mode == AB_TANGENTIAL_SLIP &&
                                      (round->is_stirred || !tangential->has_moved))) {
        ab_begin_to_stick(d, place->tangential, round->t, round->y);
    }
    tangential->is_new = tangential->is_wrong = false;
}

// Only what moves.
static void turn_slip(abDerivative *d, const Place *place, Round *round) {
    abTangentialState *tangential = &d->tangential_states.list[place->tangential];
    double speed = ab_norm(place->now->slip);
    if (!tangential->is_new && speed > s_join * place->now->small) {
        ab_begin_to_slip(d, place->tangential, round->t, ab_unit(place->now->slip), true);
    } else if (!tangential->is_new && !is_at_rest(tangential)) {
        ab_begin_to_stick(d, place->tangential, round->t, round->y);
    }
}

static double still(const abDerivative *d) {
    return (s_still + s_soft_still * d->rigid.softness) * d->rigid.scale;
}

// The acceleration of B against A along a tangent.
static double driven(const abDerivative *d, const Place *place, abVec3 u) {
    const abRigidRow row = {.body_a = place->point->body_a,
                            .body_b = place->point->body_b,
                            .point = (size_t)(place->point - d->rigid.points),
                            .p = place->now->p,
                            .u = u};
    return ab_rigid_along_row(d, &row) + ab_rigid_tangent_bias(d, &row);
}

// The way of a slip that begins follows what drives it.
static void turn_to_drive(abDerivative *d, const Place *place, Round *round) {
    abTangentialState *tangential = &d->tangential_states.list[place->tangential];
    abVec3 t = ab_perpendicular(place->now->n), s = ab_cross(place->now->n, t);
    abVec3 a = ab_add(ab_scale(driven(d, place, t), t), ab_scale(driven(d, place, s), s));
    if (ab_norm(a) > still(d)) {
        abVec3 direction = ab_unit(a);
        round->has_turned =
            round->has_turned || ab_norm(ab_sub(direction, tangential->direction)) > s_turn;
        tangential->direction = direction;
    }
}

static void change_wrong(abDerivative *d, const Place *place, Round *round) {
    abTangentialState *tangential = &d->tangential_states.list[place->tangential];
    const abRigidNow *now = place->now;
    if (!is_at_rest(tangential) || !now->has_friction ||
        (round->only_first && round->has_changed)) {
        return;
    }
    if (tangential->mode == AB_TANGENTIAL_STICK) {
        if (ab_norm(now->hold) > now->limit * now->force) {
            ab_begin_to_slip(d, place->tangential, round->t, ab_neg(ab_unit(now->hold)), false);
            round->has_changed = true;
        } else if (!(now->force > 0.0) && ab_norm2(place->goes) > 0.0) {
            // it carries nothing, so it cannot hold where the others of its face go
            ab_begin_to_slip(d, place->tangential, round->t, place->goes, false);
            round->has_changed = true;
        }
    } else if (now->force > 0.0 && driven(d, place, tangential->direction) < -still(d)) {
        ab_begin_to_stick(d, place->tangential, round->t, round->y);
        round->has_changed = true;
    } else if (round->may_turn) {
        turn_to_drive(d, place, round);
    }
}

// What is still wrong is not asked again for a short time.
static void let_be(abDerivative *d, const Place *place, Round *round) {
    const abModel *model = d->mechanics.model;
    double size =
        fmin(model->bodies[place->point->body_a].bound, model->bodies[place->point->body_b].bound);
    double fall = sqrt(size / fmax(ab_norm(model->gravity.uniform), d->rigid.scale));
    d->tangential_states.list[place->tangential].let_be = round->t + s_pause * fall;
}

static void hold(abDerivative *d, const Place *place, Round *round) {
    if (is_at_rest(&d->tangential_states.list[place->tangential]) &&
        place->point == &d->rigid.points[d->rigid.worst_point]) {
        ab_begin_to_stick(d, place->tangential, round->t, round->y);
        round->has_changed = true;
    }
}

// Points of force laws change beside them, the first of them alone where that is so for all.
static void change_laws(abDerivative *d, Round *round) {
    if (!(round->only_first && round->has_changed)) {
        bool any = ab_stick_exchange(d, round->t, round->y, still(d), round->only_first);
        round->has_changed = round->has_changed || any;
    }
}

// Exchanges modes until all are right. False when that does not come to an end.
static bool exchange(abDerivative *d, Round *round, int maximum, double *ydot) {
    for (int k = 0; k < maximum; k++) {
        round->only_first = k >= BLOCK_ITERATIONS;
        round->has_changed = round->has_turned = false;
        d->rigid.may_soften = true;
        bool ok = ab_derivative_evaluate(d, round->t, round->y, ydot);
        d->rigid.may_soften = false;
        if (ok) {
            visit_all(d, change_wrong, round);
            change_laws(d, round);
        } else if (d->rigid.is_infeasible) { // a slip that begins may jam
            visit_all(d, hold, round);
        } else {
            return false;
        }
        if (!round->has_changed && !round->has_turned) {
            return !d->rigid.is_infeasible;
        }
    }
    return false;
}

// ---- where exchanges do not settle ----

static void stick(abDerivative *d, const Place *place, Round *round) {
    if (is_at_rest(&d->tangential_states.list[place->tangential])) {
        ab_begin_to_stick(d, place->tangential, round->t, round->y);
    }
}

// From forces within the limits: what is at its limit slips.
static void choose(abDerivative *d, const Place *place, Round *round) {
    const abRigidNow *now = place->now;
    if (is_at_rest(&d->tangential_states.list[place->tangential]) &&
        ab_norm(now->hold) >= (1.0 - s_at_limit) * now->limit * now->force) {
        abVec3 displacement =
            ab_norm2(now->hold) > 0.0 ? ab_neg(ab_unit(now->hold)) : ab_perpendicular(now->n);
        ab_begin_to_slip(d, place->tangential, round->t, displacement, false);
    }
}

static bool choose_all(abDerivative *d, Round *round, double *ydot) {
    visit_all(d, stick, round);
    ab_derivative_evaluate(d, round->t, round->y, ydot);
    bool found = ab_rigid_find_limits(d, round->t);
    if (found) {
        visit_all(d, choose, round);
    }
    return found;
}

// The energy of bodies as slow as points that are tried as sticking.                          [J]
static double slow_energy(const abDerivative *d) {
    const abRigid *r = &d->rigid;
    double small = 0.0, mass = 0.0;
    for (size_t i = 0; i < r->count; i++) {
        small = fmax(small, r->points[i].is_held ? r->now[i].small : 0.0);
    }
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        mass += body->state >= 0 ? body->mass : 0.0;
    }
    return 0.5 * mass * s_join * small * s_join * small;
}

// Ends the slip of the points that are tried as sticking. Where bodies lean on each other in a row, a
// slip passes through zero while all of them move on: to stop it would stop them all, which no
// friction can. Speeds stay then, and forces tell that it does not stick. `before` has room for y.
static bool stop_slip(abDerivative *d, double t, double *y, double *before) {
    memcpy(before, y, d->mechanics.layout.count * sizeof *y);
    ab_mechanics_place(&d->mechanics, t, y);
    double energy = ab_rigid_kinetic(d);
    if (!ab_rigid_stop_slip(d, t, y)) {
        return false;
    }
    ab_mechanics_place(&d->mechanics, t, y);
    double taken = energy - ab_rigid_kinetic(d);
    if (taken > s_taken * energy && taken > slow_energy(d)) {
        memcpy(y, before, d->mechanics.layout.count * sizeof *y);
    }
    return true;
}

bool ab_rigid_make_modes_consistent(abDerivative *d, double t, double *y, double *ydot) {
    Round round = {.t = t, .y = y, .may_turn = true};
    ab_mechanics_place(&d->mechanics, t, y);
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    d->rigid.is_unsettled = false;
    round.is_stirred = is_stirred(&d->tangential_states);
    if (!ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
        return false;
    }
    visit_all(d, begin, &round);
    ab_clear_loads(&d->mechanics);
    ab_contact_pass(d);
    ab_stick_try(d, t, y);
    d->rigid.softness = 0.0;
    if (!stop_slip(d, t, y, ydot)) {
        return false;
    }
    if (exchange(d, &round, ROUNDS, ydot)) {
        return true;
    }
    d->rigid.softness = d->mechanics.joints == NULL ? s_softness : 0.0;
    if (choose_all(d, &round, ydot) && exchange(d, &round, ROUNDS, ydot)) {
        return true;
    }
    choose_all(d, &round, ydot);
    visit_all(d, let_be, &round);
    d->rigid.is_unsettled = true;
    return ab_derivative_evaluate(d, t, y, ydot);
}

void ab_rigid_turn_slip(abDerivative *d, double t, double *y) {
    Round round = {.t = t, .y = y};
    ab_mechanics_place(&d->mechanics, t, y);
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    if (ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
        visit_all(d, turn_slip, &round);
    }
}
