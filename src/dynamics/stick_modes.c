// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_modes.c - which points of exact friction stick and which slip.
//
// At an event all points whose slip has ended are made to stick; those for which this takes more
// than their limit are let go, the others take over what they held, until all hold what they can.
// A point let go slips against the force that held it. It may then stand still because others hold
// the body: it carries its limit there and the body is held all the same.

#include "dynamics/parts.h"

static const double s_band = 1e-9;   // of the force expected, beyond the limit
static const double s_margin = 1e-6; // of that force, within which others go with it
static const double s_back = 4.0;
static const double s_turn = 1e-15; // of a direction, by the share of `small` in the slip
static const double s_slow = 2.0;   // of the slip that counts as ended: its neighbours end with it

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

static void begin_to_stick(abDynamics *d, size_t index, double t, double *y) {
    double *state = y + d->model->state_count + AB_GRIP_STATES * index;
    state[0] = state[1] = state[2] = 0.0;
    d->grips.list[index].mode = AB_GRIP_STICK;
    d->grips.list[index].since = t;
}

static void begin_to_slip(abDynamics *d, size_t index, double t, abVec3 direction, bool has_moved) {
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
static bool let_go(abDynamics *d, double t, bool at_limit) {
    if (!at_limit && !any_beyond(d)) {
        return false;
    }
    bool any = false;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; ab_grips_is_exact(touch) && i < touch->grip_count; i++) {
            size_t index = (size_t)touch->first_grip + (size_t)i;
            if (is_beyond(d, touch, index, s_margin * touch->grip_force)) {
                begin_to_slip(d, index, t, ab_neg(ab_unit(d->grips.now[index].hold)), false);
                any = true;
            }
        }
    }
    return any;
}

bool ab_stick_settle(abDynamics *d, double t, double *y, double *ydot) {
    if (!ab_dynamics_evaluate(d, t, y, ydot)) {
        return false;
    }
    bool released = false; // what slips as the next in an instant does so now
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        if (!grip->is_exact) {
            continue;
        }
        bool is_released = grip->is_wrong && grip->mode == AB_GRIP_STICK;
        bool is_slow = ab_norm(d->grips.now[k].slip) <= s_slow * d->grips.now[k].small;
        released = released || is_released;
        if (is_released) {
            begin_to_slip(d, k, t, ab_neg(ab_unit(d->grips.now[k].hold)), false);
        } else if (is_slow && (grip->is_new || (grip->mode == AB_GRIP_SLIP && grip->has_moved))) {
            begin_to_stick(d, k, t, y);
        } else if (grip->is_new || grip->is_wrong) {
            begin_to_slip(d, k, t, ab_unit(d->grips.now[k].slip), true);
        }
        grip->is_new = grip->is_wrong = false;
    }
    // each round lets go at least one
    for (size_t round = 0; round <= d->grips.count; round++) {
        if (!ab_dynamics_evaluate(d, t, y, ydot)) {
            return false;
        }
        if (!let_go(d, t, released && round == 0)) {
            break;
        }
    }
    return true;
}

bool ab_stick_follow(abDynamics *d) {
    bool has_turned = false;
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        const abGripNow *now = &d->grips.now[k];
        double speed = ab_norm(now->slip);
        if (!grip->is_exact || grip->mode != AB_GRIP_SLIP || !(speed > s_slow * now->small)) {
            continue;
        }
        has_turned = has_turned || !grip->has_moved;
        grip->has_moved = true;
        if (ab_dot(now->slip, grip->direction) > 0.0) {
            abVec3 direction = ab_scale(1.0 / speed, now->slip);
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
