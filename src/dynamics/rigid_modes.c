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

#include "dynamics/parts.h"
#include "dynamics/rigid_rows.h"

// of the slip that counts as ended, as in stick_modes.c:
static const double s_slow = 2.0;  // a new point that is no faster sticks, if it can
static const double s_join = 20.0; // others likewise
static const double s_still = 1e-9, s_soft_still = 10.0; // of accelerations there are: less is
                                                         // none; of what rows give way
static const double s_softness = 1e-6;
static const double s_pause = 1e-3;    // of the time of a fall by the size
static const double s_turn = 1e-9;     // of a direction
static const double s_at_limit = 1e-9; // of a limit
enum { BLOCK_ROUNDS = 6, ROUNDS = 10 };

// One point with exact friction.
typedef struct Place {
    const abRigidPoint *point;
    const abRigidNow *now;
    size_t grip;
} Place;

typedef struct Round {
    double t, *y;
    bool only_first;
    bool may_turn;
    bool has_changed, has_turned;
} Round;

typedef void Visit(abDynamics *d, const Place *place, Round *round);

static void visit_all(abDynamics *d, Visit *visit, Round *round) {
    abRigid *r = &d->rigid;
    size_t i = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (; i < r->count && r->points[i].shape_a == touch->shape_a &&
               r->points[i].shape_b == touch->shape_b;
             i++) {
            int grip = ab_grips_is_exact(touch) ? ab_grips_index(d, touch, r->points[i].name) : -1;
            if (grip >= 0) {
                visit(d, &(Place){&r->points[i], &r->now[i], (size_t)grip}, round);
            }
        }
    }
}

static bool is_at_rest(const abGrip *grip) {
    return grip->mode == AB_GRIP_STICK || !grip->has_moved;
}

// Points that hardly move are tried as sticking, others slip as they move.
static void begin(abDynamics *d, const Place *place, Round *round) {
    abGrip *grip = &d->grips.list[place->grip];
    double speed = ab_norm(place->now->slip);
    if (speed > (grip->is_new ? s_slow : s_join) * place->now->small) {
        if (grip->is_new || grip->is_wrong || is_at_rest(grip)) {
            ab_begin_to_slip(d, place->grip, round->t, ab_unit(place->now->slip), true);
        }
    } else if (grip->is_new ||
               (grip->mode == AB_GRIP_SLIP && (grip->is_wrong || !grip->has_moved))) {
        ab_begin_to_stick(d, place->grip, round->t, round->y);
    }
    grip->is_new = grip->is_wrong = false;
}

// Only what moves.
static void turn_slip(abDynamics *d, const Place *place, Round *round) {
    abGrip *grip = &d->grips.list[place->grip];
    double speed = ab_norm(place->now->slip);
    if (!grip->is_new && speed > s_join * place->now->small) {
        ab_begin_to_slip(d, place->grip, round->t, ab_unit(place->now->slip), true);
    } else if (!grip->is_new && !is_at_rest(grip)) {
        ab_begin_to_stick(d, place->grip, round->t, round->y);
    }
}

static double still(const abDynamics *d) {
    return (s_still + s_soft_still * d->rigid.softness) * d->rigid.scale;
}

// The acceleration of B against A along a tangent.
static double driven(const abDynamics *d, const Place *place, abVec3 u) {
    const abRigidRow row = {.body_a = place->point->body_a,
                            .body_b = place->point->body_b,
                            .point = (size_t)(place->point - d->rigid.points),
                            .p = place->now->p,
                            .u = u};
    return ab_rigid_along_row(d, &row) + ab_rigid_tangent_bias(d, &row);
}

// The way of a slip that begins follows what drives it.
static void turn_to_drive(abDynamics *d, const Place *place, Round *round) {
    abGrip *grip = &d->grips.list[place->grip];
    abVec3 t = ab_perpendicular(place->now->n), s = ab_cross(place->now->n, t);
    abVec3 a = ab_add(ab_scale(driven(d, place, t), t), ab_scale(driven(d, place, s), s));
    if (ab_norm(a) > still(d)) {
        abVec3 direction = ab_unit(a);
        round->has_turned =
            round->has_turned || ab_norm(ab_sub(direction, grip->direction)) > s_turn;
        grip->direction = direction;
    }
}

static void change_wrong(abDynamics *d, const Place *place, Round *round) {
    abGrip *grip = &d->grips.list[place->grip];
    const abRigidNow *now = place->now;
    if (!is_at_rest(grip) || !now->has_friction || (round->only_first && round->has_changed)) {
        return;
    }
    if (grip->mode == AB_GRIP_STICK) {
        if (ab_norm(now->hold) > now->limit * now->force) {
            ab_begin_to_slip(d, place->grip, round->t, ab_neg(ab_unit(now->hold)), false);
            round->has_changed = true;
        }
    } else if (now->force > 0.0 && driven(d, place, grip->direction) < -still(d)) {
        ab_begin_to_stick(d, place->grip, round->t, round->y);
        round->has_changed = true;
    } else if (round->may_turn) {
        turn_to_drive(d, place, round);
    }
}

// What is still wrong is not asked again for a short time.
static void let_be(abDynamics *d, const Place *place, Round *round) {
    const abModel *model = d->model;
    double size =
        fmin(model->bodies[place->point->body_a].bound, model->bodies[place->point->body_b].bound);
    double fall = sqrt(size / fmax(ab_norm(model->gravity.uniform), d->rigid.scale));
    d->grips.list[place->grip].let_be = round->t + s_pause * fall;
}

static void hold(abDynamics *d, const Place *place, Round *round) {
    if (is_at_rest(&d->grips.list[place->grip]) &&
        place->point == &d->rigid.points[d->rigid.worst_point]) {
        ab_begin_to_stick(d, place->grip, round->t, round->y);
        round->has_changed = true;
    }
}

// Points of force laws change beside them, the first of them alone where that is so for all.
static void change_laws(abDynamics *d, Round *round) {
    if (!(round->only_first && round->has_changed)) {
        bool any = ab_stick_exchange(d, round->t, round->y, still(d), round->only_first);
        round->has_changed = round->has_changed || any;
    }
}

// Exchanges modes until all are right. False when that does not come to an end.
static bool exchange(abDynamics *d, Round *round, int most, double *ydot) {
    for (int k = 0; k < most; k++) {
        round->only_first = k >= BLOCK_ROUNDS;
        round->has_changed = round->has_turned = false;
        d->rigid.may_soften = true;
        bool ok = ab_dynamics_evaluate(d, round->t, round->y, ydot);
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

static void stick(abDynamics *d, const Place *place, Round *round) {
    if (is_at_rest(&d->grips.list[place->grip])) {
        ab_begin_to_stick(d, place->grip, round->t, round->y);
    }
}

// From forces within the limits: what is at its limit slips.
static void choose(abDynamics *d, const Place *place, Round *round) {
    const abRigidNow *now = place->now;
    if (is_at_rest(&d->grips.list[place->grip]) &&
        ab_norm(now->hold) >= (1.0 - s_at_limit) * now->limit * now->force) {
        abVec3 way =
            ab_norm2(now->hold) > 0.0 ? ab_neg(ab_unit(now->hold)) : ab_perpendicular(now->n);
        ab_begin_to_slip(d, place->grip, round->t, way, false);
    }
}

static bool choose_all(abDynamics *d, Round *round, double *ydot) {
    visit_all(d, stick, round);
    ab_dynamics_evaluate(d, round->t, round->y, ydot);
    bool found = ab_rigid_find_limits(d, round->t);
    if (found) {
        visit_all(d, choose, round);
    }
    return found;
}

bool ab_rigid_settle(abDynamics *d, double t, double *y, double *ydot) {
    Round round = {.t = t, .y = y, .may_turn = true};
    ab_dynamics_place(d, t, y);
    d->grips.state = y + d->model->state_count;
    d->rigid.is_unsettled = false;
    if (!ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
        return false;
    }
    visit_all(d, begin, &round);
    ab_clear_loads(d);
    ab_contact_pass(d);
    ab_stick_try(d, t, y);
    d->rigid.softness = 0.0;
    if (!ab_rigid_stop_slip(d, t, y)) {
        return false;
    }
    if (exchange(d, &round, ROUNDS, ydot)) {
        return true;
    }
    d->rigid.softness = d->joints == NULL ? s_softness : 0.0;
    if (choose_all(d, &round, ydot) && exchange(d, &round, ROUNDS, ydot)) {
        return true;
    }
    choose_all(d, &round, ydot);
    visit_all(d, let_be, &round);
    d->rigid.is_unsettled = true;
    return ab_dynamics_evaluate(d, t, y, ydot);
}

void ab_rigid_turn_slip(abDynamics *d, double t, double *y) {
    Round round = {.t = t, .y = y};
    ab_dynamics_place(d, t, y);
    d->grips.state = y + d->model->state_count;
    if (ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
        visit_all(d, turn_slip, &round);
    }
}
