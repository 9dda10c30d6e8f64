// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_modes.c - which points of exact friction stick and which slip.
//
// At an event all points that hardly move are tried as sticking, together, and stick_decide.c finds
// those that must slip and where to: so the corners of a box are decided in one go, and not each at
// an event of its own. A point that begins to slip goes on against the force that held it until it
// has moved; from then on its slip tells the direction. It may also stand still because others hold
// the body: it carries its limit then and the body is held all the same.

#include "dynamics/parts.h"

static const double s_band = 1e-9;   // of the force expected, beyond the limit
static const double s_margin = 1e-6; // of that force, within which others go with it
// of the slip that counts as ended:
static const double s_slow = 2.0;   // a new point that is no faster sticks, if it can
static const double s_join = 20.0;  // points of a touch where something begins or ends likewise;
                                    // one that slips has moved when it is faster
static const double s_back = 40.0;  // one that has not may still run back so fast
static const double s_turn = 1e-12; // of a direction, by the share of that slip in the slip

double ab_stick_excess(const abDynamics *d, const abTouch *touch, size_t index) {
    const abGrip *grip = &d->grips.list[index];
    const abGripNow *now = &d->grips.now[index];
    if (grip->mode == AB_GRIP_STICK) {
        return now->border - s_band * touch->grip_force;
    }
    double speed = ab_norm(now->slip), along = ab_dot(now->slip, grip->direction);
    double forward = along < 0.0 ? -speed : speed;
    // one that begins may still run back a little
    return (grip->has_moved ? 1.0 : -s_back) * now->small - forward;
}

void ab_begin_to_stick(abDynamics *d, size_t index, double t, double *y) {
    double *state = y + d->model->state_count + AB_GRIP_STATES * index;
    state[0] = state[1] = state[2] = 0.0;
    d->grips.list[index].mode = AB_GRIP_STICK;
    d->grips.list[index].since = t;
}

void ab_begin_to_slip(abDynamics *d, size_t index, double t, abVec3 direction, bool has_moved) {
    abGrip *grip = &d->grips.list[index];
    grip->mode = AB_GRIP_SLIP;
    grip->since = t;
    grip->direction = direction;
    grip->has_moved = has_moved;
}

// Whether a point holds more than its limit less a margin.
static bool is_beyond(const abDynamics *d, const abTouch *touch, size_t index, double margin) {
    return d->grips.list[index].mode == AB_GRIP_STICK && ab_stick_excess(d, touch, index) > -margin;
}

static bool any_beyond(const abDynamics *d) {
    bool any = false;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; ab_grips_is_exact(touch) && i < touch->grip_count; i++) {
            any = any || is_beyond(d, touch, (size_t)touch->first_grip + (size_t)i, 0.0);
        }
    }
    return any;
}

// Lets go what is held beyond its limit, and what is just at it; false when nothing is beyond.
static bool let_go(abDynamics *d, double t) {
    if (!any_beyond(d)) {
        return false;
    }
    bool any = false;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; ab_grips_is_exact(touch) && i < touch->grip_count; i++) {
            size_t index = (size_t)touch->first_grip + (size_t)i;
            if (is_beyond(d, touch, index, s_margin * touch->grip_force)) {
                ab_begin_to_slip(d, index, t, ab_neg(ab_unit(d->grips.now[index].hold)), false);
                any = true;
            }
        }
    }
    return any;
}

static void slip_against_hold(abDynamics *d, size_t grip, abVec3 direction) {
    ab_begin_to_slip(d, grip, d->t, direction, false);
}

// Whether something begins or ends at a point of the touch.
static bool is_stirred(const abDynamics *d, const abTouch *touch) {
    bool any = false;
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        any = any || d->grips.list[i].is_new || d->grips.list[i].is_wrong;
    }
    return any;
}

// Points that hardly move are tried as sticking, others slip as they move.
static void try_to_stick(abDynamics *d, const abTouch *touch, double t, double *y) {
    double slow = is_stirred(d, touch) ? s_join : s_slow;
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        abGrip *grip = &d->grips.list[i];
        const abGripNow *now = &d->grips.now[i];
        double speed = ab_norm(now->slip);
        if (speed <= (grip->is_new ? s_slow : slow) * now->small) {
            if (grip->is_new || grip->mode == AB_GRIP_SLIP) {
                ab_begin_to_stick(d, (size_t)i, t, y);
            }
        } else if (grip->is_new || grip->is_wrong) {
            ab_begin_to_slip(d, (size_t)i, t, ab_unit(now->slip), true);
        }
        grip->is_new = grip->is_wrong = false;
    }
}

bool ab_stick_settle(abDynamics *d, double t, double *y, double *ydot) {
    if (!ab_dynamics_evaluate(d, t, y, ydot)) {
        return false;
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        if (ab_grips_is_exact(&d->touches[k])) {
            try_to_stick(d, &d->touches[k], t, y);
        }
    }
    if (!ab_dynamics_evaluate(d, t, y, ydot)) {
        return false;
    }
    if (!ab_stick_decide(d, slip_against_hold)) {
        return true;
    }
    // with forces that are not unique others may be beyond now; each round lets go at least one
    for (size_t round = 0; round <= d->grips.count; round++) {
        if (!ab_dynamics_evaluate(d, t, y, ydot)) {
            return false;
        }
        if (!let_go(d, t)) {
            break;
        }
    }
    return true;
}

// ---- beside rigid contact ----

static bool is_of_law(const abTouch *touch) {
    return ab_grips_is_exact(touch) && !touch->is_rigid;
}

void ab_stick_try(abDynamics *d, double t, double *y) {
    for (size_t k = 0; k < d->touch_count; k++) {
        if (is_of_law(&d->touches[k])) {
            try_to_stick(d, &d->touches[k], t, y);
        }
    }
}

// One point; whether its mode was wrong.
static bool change_wrong(abDynamics *d, size_t k, size_t index, double t, double *y, double still) {
    const abTouch *touch = &d->touches[k];
    const abGrip *grip = &d->grips.list[index];
    const abGripNow *now = &d->grips.now[index];
    // what holds the others brings back slips of about `small`, at the rate of the contact
    double back = s_slow * now->small * touch->speed_scale / touch->depth_scale;
    if (grip->mode == AB_GRIP_STICK && ab_stick_excess(d, touch, index) > 0.0) {
        ab_begin_to_slip(d, index, t, ab_neg(ab_unit(now->hold)), false);
        return true;
    }
    if (grip->mode == AB_GRIP_SLIP && !grip->has_moved && now->pressing > 0.0 &&
        ab_stick_driven(d, k, index, grip->direction) < -(still + back)) {
        ab_begin_to_stick(d, index, t, y);
        return true;
    }
    return false;
}

bool ab_stick_exchange(abDynamics *d, double t, double *y, double still, bool only_first) {
    bool any = false;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; is_of_law(touch) && i < touch->grip_count && !(only_first && any); i++) {
            size_t index = (size_t)touch->first_grip + (size_t)i;
            any = change_wrong(d, k, index, t, y, still) || any;
        }
    }
    return any;
}

bool ab_stick_follow(abDynamics *d) {
    bool has_turned = false;
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        const abGripNow *now = &d->grips.now[k];
        double speed = ab_norm(now->slip);
        if (!grip->is_exact || grip->mode != AB_GRIP_SLIP || !(speed > s_join * now->small)) {
            continue;
        }
        has_turned = has_turned || !grip->has_moved;
        grip->has_moved = true;
        if (ab_dot(now->slip, grip->direction) > 0.0) {
            // that of the force, see law/friction_coulomb.c
            abVec3 direction = ab_unit(ab_add_scaled(now->slip, now->lag, grip->direction));
            double turn = ab_norm(ab_sub(direction, grip->direction));
            if (turn * now->small <= s_turn * speed) {
                continue; // the force does not feel it, and integrators need not start anew
            }
            has_turned = true;
            grip->direction = direction;
        }
    }
    return has_turned;
}
