// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_modes.c - which points of exact friction stick and which slip.
//
// At an event all points that hardly move are tried as sticking, together, and stick_dissipation.c finds
// those that must slip and where to: so the corners of a box are decided in one go, and not each at
// an event of its own. A point that begins to slip goes on against the force that held it until it
// has moved; from then on its slip tells the direction. It may also stand still because others hold
// the body: it carries its limit then and the body is held all the same.

#include "derivative/friction/stick_modes.h"
#include "derivative/friction/stick_dissipation.h"
#include "derivative/friction/stick_rows.h"
#include "derivative/friction/tolerances.def"
#include "derivative/state/derivative.h"

double ab_stick_excess(const abDerivative *d, const abContactPair *pair, size_t index) {
    const abTangentialState *tangential = &d->tangential_states.list[index];
    const abTangentialNow *now = &d->tangential_states.now[index];
    if (tangential->mode == AB_TANGENTIAL_STICK) {
        return now->switching - s_stick_band * pair->tangential_normal_force;
    }
    double speed = ab_norm(now->slip), along = ab_dot(now->slip, tangential->direction);
    double forward = along < 0.0 ? -speed : speed;
    if (!tangential->has_moved) { // one that begins may still run back a little
        return -s_run_back * now->small - forward;
    }
    // under a force law slow slips creep where depths change; rigid points stop where they do
    return (pair->data->is_rigid ? 0.0 : now->small) - forward;
}

void ab_begin_to_stick(abDerivative *d, size_t index, double t, double *y) {
    double *state = y + ab_state_of_grip(&d->mechanics.layout, index);
    state[0] = state[1] = state[2] = 0.0;
    d->tangential_states.list[index].mode = AB_TANGENTIAL_STICK;
    d->tangential_states.list[index].since = t;
}

void ab_begin_to_slip(abDerivative *d, size_t index, double t, abVec3 direction, bool has_moved) {
    abTangentialState *tangential = &d->tangential_states.list[index];
    tangential->mode = AB_TANGENTIAL_SLIP;
    tangential->since = t;
    tangential->direction = direction;
    tangential->has_moved = has_moved;
}

// Whether a point holds more than its limit less a margin.
static bool is_beyond(const abDerivative *d, const abContactPair *pair, size_t index,
                      double margin) {
    return d->tangential_states.list[index].mode == AB_TANGENTIAL_STICK &&
           ab_stick_excess(d, pair, index) > -margin;
}

static bool any_beyond(const abDerivative *d) {
    bool any = false;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        for (int i = 0;
             ab_friction_is_exact(pair->data->interaction->friction) && i < pair->tangential_count;
             i++) {
            any = any || is_beyond(d, pair, (size_t)pair->first_tangential + (size_t)i, 0.0);
        }
    }
    return any;
}

// Lets go what is held beyond its limit, and what is just at it; false when nothing is beyond.
static bool let_go(abDerivative *d, double t) {
    if (!any_beyond(d)) {
        return false;
    }
    bool any = false;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        for (int i = 0;
             ab_friction_is_exact(pair->data->interaction->friction) && i < pair->tangential_count;
             i++) {
            size_t index = (size_t)pair->first_tangential + (size_t)i;
            if (is_beyond(d, pair, index, s_stick_margin * pair->tangential_normal_force)) {
                ab_begin_to_slip(d, index, t, ab_neg(ab_unit(d->tangential_states.now[index].hold)),
                                 false);
                any = true;
            }
        }
    }
    return any;
}

static void slip_against_hold(abDerivative *d, size_t tangential, abVec3 direction) {
    ab_begin_to_slip(d, tangential, d->mechanics.t, direction, false);
}

// Whether something begins or ends at a point of the contact pair.
static bool is_stirred(const abDerivative *d, const abContactPair *pair) {
    bool any = false;
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        any = any || d->tangential_states.list[i].is_new || d->tangential_states.list[i].is_wrong;
    }
    return any;
}

// Points that hardly move are tried as sticking, others slip as they move.
static void try_to_stick(abDerivative *d, const abContactPair *pair, double t, double *y) {
    double slow = is_stirred(d, pair) ? s_join : s_slow;
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        abTangentialState *tangential = &d->tangential_states.list[i];
        const abTangentialNow *now = &d->tangential_states.now[i];
        double speed = ab_norm(now->slip);
        if (speed <= (tangential->is_new ? s_slow : slow) * now->small) {
            if (tangential->is_new || tangential->mode == AB_TANGENTIAL_SLIP) {
                ab_begin_to_stick(d, (size_t)i, t, y);
            }
        } else if (tangential->is_new || tangential->is_wrong) {
            ab_begin_to_slip(d, (size_t)i, t, ab_unit(now->slip), true);
        }
        tangential->is_new = tangential->is_wrong = false;
    }
}

bool ab_stick_make_modes_consistent(abDerivative *d, double t, double *y, double *ydot) {
    if (!ab_derivative_evaluate(d, t, y, ydot)) {
        return false;
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        if (ab_friction_is_exact(d->contacts->pairs[k].data->interaction->friction)) {
            try_to_stick(d, &d->contacts->pairs[k], t, y);
        }
    }
    if (!ab_derivative_evaluate(d, t, y, ydot)) {
        return false;
    }
    if (!ab_stick_dissipate_most(d, slip_against_hold)) {
        return true;
    }
    // with forces that are not unique others may be beyond now; each round lets go at least one
    for (size_t round = 0; round <= d->tangential_states.count; round++) {
        if (!ab_derivative_evaluate(d, t, y, ydot)) {
            return false;
        }
        if (!let_go(d, t)) {
            break;
        }
    }
    return true;
}

// ---- beside rigid contact ----

static bool is_of_law(const abContactPair *pair) {
    return ab_friction_is_exact(pair->data->interaction->friction) && !pair->data->is_rigid;
}

void ab_stick_try(abDerivative *d, double t, double *y) {
    for (size_t k = 0; k < d->contacts->count; k++) {
        if (is_of_law(&d->contacts->pairs[k])) {
            try_to_stick(d, &d->contacts->pairs[k], t, y);
        }
    }
}

// One point; whether its mode was wrong.
static bool change_wrong(abDerivative *d, size_t k, size_t index, double t, double *y,
                         double still) {
    const abContactPair *pair = &d->contacts->pairs[k];
    const abTangentialState *tangential = &d->tangential_states.list[index];
    const abTangentialNow *now = &d->tangential_states.now[index];
    // what holds the others brings back slips of about `small`, at the rate of the contact
    double back = s_slow * now->small * pair->speed_scale / pair->depth_scale;
    if (tangential->mode == AB_TANGENTIAL_STICK && ab_stick_excess(d, pair, index) > 0.0) {
        ab_begin_to_slip(d, index, t, ab_neg(ab_unit(now->hold)), false);
        return true;
    }
    if (tangential->mode == AB_TANGENTIAL_SLIP && !tangential->has_moved && now->pressing > 0.0 &&
        ab_stick_driven(d, k, index, tangential->direction) < -(still + back)) {
        ab_begin_to_stick(d, index, t, y);
        return true;
    }
    return false;
}

bool ab_stick_exchange(abDerivative *d, double t, double *y, double still, bool only_first) {
    bool any = false;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        for (int i = 0; is_of_law(pair) && i < pair->tangential_count && !(only_first && any);
             i++) {
            size_t index = (size_t)pair->first_tangential + (size_t)i;
            any = change_wrong(d, k, index, t, y, still) || any;
        }
    }
    return any;
}

bool ab_stick_follow(abDerivative *d) {
    bool has_turned = false;
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        abTangentialState *tangential = &d->tangential_states.list[k];
        const abTangentialNow *now = &d->tangential_states.now[k];
        double speed = ab_norm(now->slip);
        if (!tangential->is_exact || tangential->mode != AB_TANGENTIAL_SLIP ||
            !(speed > s_join * now->small)) {
            continue;
        }
        has_turned = has_turned || !tangential->has_moved;
        tangential->has_moved = true;
        if (ab_dot(now->slip, tangential->direction) > 0.0) {
            // that of the force, see law/friction/friction_coulomb.c
            abVec3 direction = ab_unit(ab_add_scaled(now->slip, now->lag, tangential->direction));
            double rotation = ab_norm(ab_sub(direction, tangential->direction));
            bool is_felt = rotation * now->lag > s_turn * speed;
            // what the force hardly feels stays, so that it is the same to the last bit and
            // integrators need not start anew; without a lag it feels nothing
            if (is_felt || now->lag == 0.0) {
                tangential->direction = direction;
            }
            has_turned = has_turned || is_felt;
        }
    }
    return has_turned;
}
