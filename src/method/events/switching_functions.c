// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// switching_functions.c - steps end where a force is not smooth: at the switching functions of the laws, and where a point
// joins or leaves a patch.
//
// A step across such a place has a lower order than its method and an error estimate that does not
// see it. So a step that crosses one is taken again up to it, found on the polynomial of the step.
// There is no event: the next step goes on from there.

#include "method/events/switching_functions.h"

#include <string.h>

#include "collide/broad/proximity.h"
#include "derivative/evaluate/contact_pass.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/pair_points.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"
#include "ode/sweep/sweep.h"

static signed char side_of(double value) {
    return (signed char)((value > 0.0) - (value < 0.0));
}

void ab_run_store_tangential_signs(abSimulation *s) {
    abTangentialStates *tangential_states = &s->dynamics.tangential_states;
    for (size_t k = 0; k < tangential_states->count; k++) {
        abTangentialState *tangential = &tangential_states->list[k];
        tangential->end_sign =
            tangential->has_modes ? 0 : side_of(tangential_states->now[k].switching);
    }
}

void ab_run_store_signs(const abSimulation *s, abContactPair *pair, const abProximity *at) {
    double values[AB_PAIR_SWITCHING_FUNCTIONS];
    ab_contact_pair_borders(&s->dynamics, pair, at, values);
    for (int i = 0; i < AB_PAIR_SWITCHING_FUNCTIONS; i++) {
        pair->end_sign[i] = side_of(values[i]);
    }
    pair->end_points = pair->data->has_regions
                           ? ab_contact_pair_stage_regions(&s->dynamics.mechanics, pair, at)
                           : ab_contact_pair_fingerprint(&s->dynamics.mechanics, pair, at);
}

bool ab_run_keep_regions(abSimulation *s) {
    bool is_changed = false;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        if (pair->data->has_regions && ab_regions_keep(&s->dynamics.mechanics, pair)) {
            is_changed = true;
        }
    }
    return is_changed;
}

bool ab_run_take_signs(abSimulation *s) {
    bool has_other_points = false;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        abContactPair *pair = &s->dynamics.contacts->pairs[k];
        memcpy(pair->side, pair->end_sign, sizeof pair->side);
        has_other_points =
            has_other_points || (pair->tangential_count > 0 && pair->points != pair->end_points);
        pair->points = pair->end_points;
    }
    for (size_t k = 0; k < s->dynamics.tangential_states.count; k++) {
        s->dynamics.tangential_states.list[k].side = s->dynamics.tangential_states.list[k].end_sign;
    }
    return has_other_points;
}

// A switching function of the law of a contact pair or, without one, of a tangential state.
typedef struct SwitchingFunction {
    const abContactPair *pair;
    size_t index;
} SwitchingFunction;

// The friction of a tangential state may depend on everything, so all is evaluated.
static double tangential_switching_value_at(abSimulation *s, abStepper *stepper, size_t tangential,
                                            double theta) {
    const abEvents *own = s->own;
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->frame.y);
    double t = stepper->t + theta * stepper->h;
    bool ok = ab_derivative_evaluate(&s->dynamics, t, s->frame.y, own->y_event);
    return ok ? s->dynamics.tangential_states.now[tangential].switching : NAN;
}

static double switching_value_at(abSimulation *s, abStepper *stepper,
                                 const SwitchingFunction *switching, double theta) {
    abEvents *own = s->own;
    const abContactPair *pair = switching->pair;
    if (pair == NULL) {
        return tangential_switching_value_at(s, stepper, switching->index, theta);
    }
    abProximity at;
    double values[AB_PAIR_SWITCHING_FUNCTIONS];
    ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, theta, &at);
    ab_contact_pair_borders(&s->dynamics, pair, &at, values);
    return values[switching->index];
}

// Where in (0, end) the switching function changes sign, by the Illinois method; INFINITY when it is not.
static double find_crossing(abSimulation *s, abStepper *stepper, SwitchingFunction switching,
                            double end) {
    double a = 0.0, b = end;
    double f_a = switching_value_at(s, stepper, &switching, a);
    double f_b = switching_value_at(s, stepper, &switching, b), size = fabs(f_b - f_a);
    if (!(f_a * f_b < 0.0)) {
        return INFINITY;
    }
    for (int i = 0; i < 60 && fabs(b - a) > 1e-10; i++) {
        double theta = b - f_b * (b - a) / (f_b - f_a);
        double f = switching_value_at(s, stepper, &switching, theta);
        if (fabs(f) <= 1e-10 * size) {
            return theta;
        }
        if (f * f_b < 0.0) {
            a = b, f_a = f_b;
        } else {
            f_a *= 0.5;
        }
        b = theta, f_b = f;
    }
    return b;
}

// How long, within (0, end), a patch has the points it had at the start of the step. Where points
// have tangential states, an instant later, so that new ones are there when the list is made.
static double find_change(abSimulation *s, abStepper *stepper, const abContactPair *pair,
                          double end) {
    abEvents *own = s->own;
    double same = 0.0, other = end;
    while (other - same > 1e-9) {
        double theta = 0.5 * (same + other);
        abProximity at;
        ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, theta, &at);
        bool is_same =
            ab_contact_pair_fingerprint(&s->dynamics.mechanics, pair, &at) == pair->points;
        *(is_same ? &same : &other) = theta;
    }
    return pair->tangential_count > 0 ? other : same;
}

// Nothing is gained at the very ends of a step: where it began at such a place, as most do, rounding may
// have it there once more. That one is passed over, not those that follow.
static double sooner(double first, double theta) {
    return theta > s_ends && theta < fmin(first, 1.0 - s_ends) ? theta : first;
}

bool ab_run_end_at_switch(abSimulation *s) {
    abStepper *stepper = ab_run_stepper(s);
    if (stepper->type->again == NULL) {
        return false;
    }
    double first = 1.0;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        for (int i = 0; i < AB_PAIR_SWITCHING_FUNCTIONS; i++) {
            if (pair->side[i] * pair->end_sign[i] < 0) {
                SwitchingFunction switching = {pair, (size_t)i};
                first = sooner(first, find_crossing(s, stepper, switching, first));
            }
        }
        if (pair->points > 0 && pair->end_points != pair->points) {
            first = sooner(first, find_change(s, stepper, pair, first));
        }
    }
    for (size_t k = 0; k < s->dynamics.tangential_states.count; k++) {
        const abTangentialState *tangential = &s->dynamics.tangential_states.list[k];
        if (tangential->side * tangential->end_sign < 0) {
            SwitchingFunction switching = {NULL, k};
            first = sooner(first, find_crossing(s, stepper, switching, first));
        }
    }
    return first < 1.0 && stepper->type->again(stepper, first * stepper->h);
}
