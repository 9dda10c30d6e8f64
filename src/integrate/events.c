// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// events.c - touches and releases: found inside the step, placed exactly, applied to the memory.
//
// With eps the resolution of distances, a pair comes into contact when it is closer than -3 eps and
// leaves it when it is farther than -eps, as Modia3D documents; between the two nothing changes, so
// rounding cannot make contacts chatter. The event is first located on the polynomial of the step.
// The step is then taken again with just that length, which gives the state the full order of the
// integrator, and the time is corrected once more along the closing speed.

#include <string.h>

#include "dynamics/parts.h"
#include "integrate/run.h"

// ---- finding ----

// First theta in (0, end] at which the touch is farther than -eps at the end of the step; INFINITY
// when it is not. Illinois method on  distance + eps/2.
static double find_release(abSimulation *s, abStepper *stepper, const abTouch *touch, double end) {
    abProximity at;
    double f_end = touch->end_distance;
    if (end < 1.0) {
        ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, end, &at);
        f_end = at.distance;
    }
    if (!(f_end > -s->eps)) {
        return INFINITY;
    }
    double low = 0.0, high = end;
    ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, 0.0, &at);
    double f_low = at.distance + 0.5 * s->eps, f_high = f_end + 0.5 * s->eps;
    if (f_low >= 0.0) {
        return 0.0;
    }
    for (int i = 0; i < 100; i++) {
        double theta = high - f_high * (high - low) / (f_high - f_low);
        if (!(theta > low && theta < high) || (i % 8) == 7) {
            theta = low + 0.5 * (high - low);
        }
        if (theta <= low || theta >= high) {
            break;
        }
        ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, theta, &at);
        double f = at.distance + 0.5 * s->eps;
        if (fabs(f) <= 0.4 * s->eps) {
            return theta;
        }
        if (f < 0.0) {
            low = theta;
            f_low = f;
            f_high *= 0.5;
        } else {
            high = theta;
            f_high = f;
            f_low *= 0.5;
        }
    }
    return high;
}

typedef struct Pending {
    double theta;
    int shape_a, shape_b;
    double target;  // distance at which the event is,
    bool is_rigid;  // a touch of rigid bodies
    bool is_slip;   // modes of grips end; no pair
    bool is_sensor; // the one that s->sensors holds
    bool is_point;  // of rigid contact
    abRigidEvent rigid;
} Pending;

static abResult find_pending(abSimulation *s, abStepper *stepper, Pending *pending,
                             abError *error) {
    double end = 1.0;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        double theta = touch->is_rigid ? INFINITY : find_release(s, stepper, touch, end);
        if (theta < pending->theta) {
            *pending = (Pending){.theta = theta,
                                 .shape_a = touch->shape_a,
                                 .shape_b = touch->shape_b,
                                 .target = -0.5 * s->eps};
            end = theta;
        }
    }
    if (!ab_sweep_prepare(&s->sweep, stepper, end)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for pairs of shapes");
    }
    abTouchCandidate touch = ab_sweep_first_touch(&s->sweep, stepper, end);
    if (touch.theta <= end && isfinite(touch.theta)) {
        bool is_rigid =
            ab_interaction_is_rigid(ab_model_interaction(s->model, touch.shape_a, touch.shape_b));
        *pending = (Pending){.theta = touch.theta,
                             .shape_a = touch.shape_a,
                             .shape_b = touch.shape_b,
                             .is_rigid = is_rigid,
                             .target = is_rigid ? 0.0 : -3.5 * s->eps};
        end = touch.theta;
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
        ab_rigid_gap(&s->dynamics, &pending->rigid.point, &now);
        *closing = -now.rate;
        return now.gap;
    }
    const abBodyShape *shapes = s->model->shapes;
    abProximity at;
    ab_dynamics_proximity(&s->dynamics, pending->shape_a, pending->shape_b, &at);
    *closing = ab_dynamics_closing_speed(&s->dynamics, shapes[pending->shape_a].body,
                                         shapes[pending->shape_b].body, &at);
    return at.distance;
}

// Steps again until one ends where the distance is zero up to rounding: a polynomial has a little
// less than the step's accuracy, which would show after thousands of elastic impacts.
static double land_on(abSimulation *s, abStepper *stepper, const Pending *pending, double h) {
    for (int i = 0; i < 4; i++) {
        ab_dynamics_place(&s->dynamics, stepper->t + stepper->h, stepper->y1);
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
    double h = pending->theta * stepper->h;
    bool can_land = stepper->type->again != NULL && h > 1e-12 * fabs(stepper->t) &&
                    pending->theta < 1.0 && stepper->type->again(stepper, h);
    if (!can_land) {
        return pending->theta;
    }
    bool is_link =
        pending->is_point && pending->rigid.is_closing && ab_rigid_is_link(&pending->rigid.point);
    if (pending->is_slip || (pending->is_point && !is_link)) {
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
        ab_sweep_proximity(&s->sweep, stepper, pending->shape_a, pending->shape_b, theta, &at);
        double closing = ab_dynamics_closing_speed(&s->dynamics, shapes[pending->shape_a].body,
                                                   shapes[pending->shape_b].body, &at);
        double off = at.distance - pending->target;
        double change = closing != 0.0 ? off / (closing * h) : 0.0;
        if (fabs(off) <= 0.4 * s->eps || !(fabs(change) < 0.1)) {
            break;
        }
        theta += change;
    }
    return fmin(fmax(theta, 0.5), 1.5);
}

abResult ab_run_find_event(abSimulation *s, abFound *found, abError *error) {
    abStepper *stepper = ab_run_stepper(s);
    Pending pending = {.theta = INFINITY};
    AB_TRY(find_pending(s, stepper, &pending, error));
    *found =
        (abFound){.theta = 1.0, .is_event = isfinite(pending.theta), .is_slip = pending.is_slip};
    if (found->is_event) {
        found->theta = land(s, stepper, &pending);
        if (pending.is_rigid && found->theta == 1.0) {
            memcpy(s->y_event, stepper->y1, (size_t)stepper->n * sizeof *s->y_event);
        } else {
            ab_stepper_interpolate(stepper, found->theta, 0, stepper->n, s->y_event);
        }
    }
    return AB_OK;
}

// ---- applying ----

abResult ab_run_tell_event(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                           const abTouch *touch, const abProximity *deepest, abError *error) {
    const abProximity site = ab_dynamics_site(&s->dynamics, touch, deepest), *at = &site;
    abEvent event = {
        .index = s->event_index++,
        .time = t,
        .kind = kind,
        .body_a = touch->body_a + 1,
        .body_b = touch->body_b + 1,
        .shape_a = touch->shape_a,
        .shape_b = touch->shape_b,
        .distance = at->distance,
        .speed = ab_dynamics_closing_speed(&s->dynamics, touch->body_a, touch->body_b, at),
        .normal = at->n_AB_W,
        .point = ab_proximity_middle(at),
    };
    memcpy(event.law, touch->law_memory, sizeof event.law);
    if (kind == AB_EVENT_RELEASE) {
        event.depth = touch->deepest;
        event.duration = t - touch->start_time;
    }
    s->statistics.events[kind]++;
    return observer->event != NULL ? observer->event(observer->context, &event, error) : AB_OK;
}

static abResult release_parted(abSimulation *s, double t, const abObserver *observer, bool *changed,
                               abError *error) {
    for (size_t k = s->dynamics.touch_count; k-- > 0;) {
        const abTouch touch = s->dynamics.touches[k];
        abProximity at;
        if (touch.is_rigid) {
            continue; // its points say when it ends
        }
        ab_dynamics_proximity(&s->dynamics, touch.shape_a, touch.shape_b, &at);
        if (at.distance > -s->eps) {
            ab_dynamics_end(&s->dynamics, k);
            *changed = true;
            AB_TRY(ab_run_tell_event(s, observer, AB_EVENT_RELEASE, t, &touch, &at, error));
        }
    }
    return AB_OK;
}

static abResult begin_touch(abSimulation *s, int a, int b, double t, const abProximity *at,
                            const abObserver *observer, abError *error) {
    if (!ab_dynamics_begin(&s->dynamics, a, b, t, at)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for a contact");
    }
    const abTouch *touch = &s->dynamics.touches[ab_dynamics_find(&s->dynamics, a, b)];
    if (touch->is_rigid) {
        return AB_OK; // told of when it lasts
    }
    return ab_run_tell_event(s, observer, AB_EVENT_TOUCH, t, touch, at, error);
}

abResult ab_run_apply_events(abSimulation *s, double t, const double *y, const abObserver *observer,
                             bool *changed, abError *error) {
    ab_dynamics_place(&s->dynamics, t, y);
    AB_TRY(release_parted(s, t, observer, changed, error));
    // the event's own pair is at -3.5 eps; others within the hysteresis begin at the same instant
    for (size_t i = 0; i < s->sweep.candidate_count; i++) {
        const abBoxPair *pair = &s->sweep.candidates[i];
        if (ab_sweep_is_apart(&s->sweep, pair)) {
            continue;
        }
        int a = pair->a, b = pair->b;
        abProximity at;
        ab_dynamics_proximity(&s->dynamics, a, b, &at);
        bool is_rigid = ab_interaction_is_rigid(ab_model_interaction(s->model, a, b));
        if (at.distance < (is_rigid ? 5.0 : -2.0) * s->eps) {
            AB_TRY(begin_touch(s, a, b, t, &at, observer, error));
            *changed = true;
        }
    }
    return AB_OK;
}

abResult ab_run_first_contacts(abSimulation *s, const abObserver *observer, abError *error) {
    // a step of no length: the sweep then gives the pairs near each other now
    abStepper *stepper = ab_run_stepper(s);
    stepper->has_polynomial = true;
    memset(stepper->polynomial, 0,
           (size_t)(AB_DEGREE_MAX + 1) * (size_t)stepper->n * sizeof *stepper->polynomial);
    memcpy(stepper->polynomial, s->y, (size_t)stepper->n * sizeof *s->y);
    bool changed = false;
    if (!ab_sweep_prepare(&s->sweep, stepper, 1.0)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for pairs of shapes");
    }
    AB_TRY(ab_run_apply_events(s, s->t, s->y, observer, &changed, error));
    return ab_run_impacts(s, observer, &changed, error);
}
