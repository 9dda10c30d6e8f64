// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_search.c - events are found inside the step and placed exactly.
//
// With eps the resolution of distances, a pair comes into contact when it is closer than -3 eps and
// leaves it when it is farther than -eps, as Modia3D documents; between the two nothing changes, so
// rounding cannot make contacts chatter. The event is first located on the polynomial of the step.
// The step is then taken again with just that length, which gives the state the full order of the
// integrator, and the time is corrected once more along the closing speed.

#include "method/events/event_search.h"

#include <string.h>

#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "core/sensors.h"
#include "math/core/bracket.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/rigid_search.h"
#include "method/events/slips.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"
#include "ode/sweep/sweep.h"

// First theta in (0, end] at which the contact pair is farther than -eps at the end of the step; INFINITY
// when it is not. Illinois method on  distance + eps/2.
static double find_release(abSimulation *s, abStepper *stepper, const abContactPair *pair,
                           double end) {
    abEvents *own = s->own;
    abProximity at;
    double f_end = pair->end_distance;
    if (end < 1.0) {
        ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, end, &at);
        f_end = at.distance;
    }
    if (!(f_end > -own->eps)) {
        return INFINITY;
    }
    ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, 0.0, &at);
    abIllinois bracket = {0.0, at.distance + 0.5 * own->eps, end, f_end + 0.5 * own->eps, 0};
    if (bracket.f_low >= 0.0) {
        return 0.0;
    }
    double theta;
    while (bracket.looked < 100 && ab_illinois_next(&bracket, &theta)) {
        ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, theta, &at);
        double f = at.distance + 0.5 * own->eps;
        if (fabs(f) <= 0.4 * own->eps) {
            return theta;
        }
        ab_illinois_take(&bracket, theta, f, !(f < 0.0));
    }
    return bracket.high;
}

typedef struct Pending {
    double theta;
    int shape_a, shape_b;
    double target;  // distance at which the event is,
    bool is_rigid;  // a contact pair of rigid bodies
    bool is_slip;   // modes of tangential states end; no pair
    bool is_sensor; // the one that s->sensors holds
    bool is_point;  // of rigid contact
    bool is_cut;    // nothing happens: the step ends as far as it was followed
    abRigidEvent rigid;
} Pending;

static abResult find_pending(abSimulation *s, abStepper *stepper, Pending *pending,
                             abError *error) {
    abEvents *own = s->own;
    double end = 1.0;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        double theta = pair->data->is_rigid ? INFINITY : find_release(s, stepper, pair, end);
        if (theta < pending->theta) {
            *pending = (Pending){.theta = theta,
                                 .shape_a = pair->shape_a,
                                 .shape_b = pair->shape_b,
                                 .target = -0.5 * own->eps};
            end = theta;
        }
    }
    if (!ab_sweep_prepare(&own->sweep, stepper, end)) {
        return ab_no_memory(error, (abPlace){0}, "for pairs of shapes");
    }
    abPairCandidate pair = ab_sweep_first_touch(&own->sweep, stepper, end);
    if (pair.is_cut && pair.theta < end) {
        *pending = (Pending){.theta = pair.theta, .is_cut = true};
        end = pair.theta;
    } else if (pair.theta <= end && isfinite(pair.theta)) {
        bool is_rigid =
            ab_interaction_is_rigid(ab_model_interaction(s->model, pair.shape_a, pair.shape_b));
        *pending = (Pending){.theta = pair.theta,
                             .shape_a = pair.shape_a,
                             .shape_b = pair.shape_b,
                             .is_rigid = is_rigid,
                             .target = is_rigid ? 0.0 : -3.5 * own->eps};
        end = pair.theta;
    }
    abRigidEvent rigid = ab_run_find_rigid(s, end);
    if (rigid.theta < pending->theta) {
        *pending = (Pending){.theta = rigid.theta, .is_point = true, .rigid = rigid};
        end = rigid.theta;
    }
    double slip = ab_run_find_slip(s, end);
    if (slip < pending->theta) {
        *pending = (Pending){.theta = slip, .is_slip = true};
        end = slip;
    }
    double theta = ab_sensors_first(s, stepper, end);
    if (theta < pending->theta) {
        *pending = (Pending){.theta = theta, .is_sensor = true};
    }
    return AB_OK;
}

// The gap of what meets, for the bodies as placed, and how fast it closes.
static double gap_of(abSimulation *s, const Pending *pending, double *closing) {
    if (pending->is_point) {
        abRigidNow now;
        ab_rigid_gap(&s->dynamics.mechanics, &pending->rigid.point, &now);
        *closing = -now.rate;
        return now.gap;
    }
    const abBodyShape *shapes = s->model->shapes;
    abProximity at;
    ab_pair_proximity(&s->dynamics.mechanics, pending->shape_a, pending->shape_b, &at);
    *closing = ab_closing_speed(&s->dynamics.mechanics, shapes[pending->shape_a].body,
                                shapes[pending->shape_b].body, &at);
    return at.distance;
}

// Steps again until one ends where the distance is zero up to rounding: a polynomial has a little
// less than the step's accuracy, which would show after thousands of elastic impacts.
static double land_on(abSimulation *s, abStepper *stepper, const Pending *pending, double h) {
    for (int i = 0; i < 4; i++) {
        ab_mechanics_place(&s->dynamics.mechanics, stepper->t + stepper->h, stepper->y1);
        double closing, gap = gap_of(s, pending, &closing);
        double change = closing > 0.0 ? gap / (closing * h) : 0.0;
        if (fabs(change) <= 1e-16 || !(fabs(change) < 0.1) ||
            !stepper->type->again(stepper, h * (1.0 + change))) {
            break;
        }
        h *= 1.0 + change;
    }
    return 1.0;
}

// Takes the step again up to the event and corrects the time along the closing speed. Returns theta
// in terms of the new, shorter step.
static double land(abSimulation *s, abStepper *stepper, const Pending *pending) {
    abEvents *own = s->own;
    double h = pending->theta * stepper->h;
    if (stepper->type->again == NULL || pending->theta >= 1.0) {
        return pending->theta;
    }
    if (pending->is_point && pending->rigid.kind == AB_RIGID_LEAVES) {
        ab_run_land_past_end(s, pending->rigid.pair, h);
        return 1.0;
    }
    if (h <= 1e-12 * fabs(stepper->t) || !stepper->type->again(stepper, h)) {
        return pending->theta;
    }
    bool is_link = pending->is_point && pending->rigid.kind == AB_RIGID_CLOSES &&
                   ab_rigid_is_link(&pending->rigid.point);
    if (pending->is_slip || pending->is_cut || (pending->is_point && !is_link)) {
        return 1.0;
    }
    if (pending->is_sensor) {
        return ab_sensors_land(s, stepper);
    }
    if (pending->is_rigid || is_link) {
        return land_on(s, stepper, pending, h);
    }
    const abBodyShape *shapes = s->model->shapes;
    double theta = 1.0;
    for (int i = 0; i < 3; i++) {
        abProximity at;
        ab_sweep_proximity(&own->sweep, stepper, pending->shape_a, pending->shape_b, theta, &at);
        double closing = ab_closing_speed(&s->dynamics.mechanics, shapes[pending->shape_a].body,
                                          shapes[pending->shape_b].body, &at);
        double off = at.distance - pending->target;
        double change = closing != 0.0 ? off / (closing * h) : 0.0;
        if (fabs(off) <= 0.4 * own->eps || !(fabs(change) < 0.1)) {
            break;
        }
        theta += change;
    }
    return fmin(fmax(theta, 0.5), 1.5);
}

abResult ab_run_find_event(abSimulation *s, abFound *found, abError *error) {
    const abEvents *own = s->own;
    abStepper *stepper = ab_run_stepper(s);
    Pending pending = {.theta = INFINITY};
    AB_TRY(find_pending(s, stepper, &pending, error));
    *found =
        (abFound){.theta = 1.0, .is_event = isfinite(pending.theta), .is_slip = pending.is_slip};
    if (found->is_event) {
        found->theta = land(s, stepper, &pending);
        found->is_event = !pending.is_cut || found->theta < 1.0; // else a shorter step
    }
    if (found->is_event) {
        if (pending.is_rigid && found->theta == 1.0) {
            ab_set_copy(ab_stepper_set(stepper), (size_t)stepper->n, own->y_event, stepper->y1);
        } else {
            ab_stepper_state(stepper, found->theta, own->y_event);
        }
    }
    return AB_OK;
}
