// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_watch.c - watches the steps: what holds them up, and why none can be taken.

#include "method/events/event_watch.h"

#include <math.h>

#include "collide/patch/patch.h"
#include "core/failure.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/link/driven_stop.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"
#include "method/steps/steps.h"
#include "model/kinds/joints.h"

// What is already in use is not advised.
static const char *squeezed(const abSimulation *s) {
    return s->options.impacts == AB_IMPACT_ORDER_FREE
               ? "impacts of rigid bodies follow on each other without an end; are they pressed "
                 "into each other by what is driven or fixed? method: stepping goes on where they "
                 "only rattle"
               : "impacts of rigid bodies follow on each other without an end; are they pressed "
                 "into each other by what is driven or fixed? impacts: order_free says so for "
                 "certain";
}

static const char s_flat_pair[] =
    "the pair has manifold: single, and its one point jumps between corners where it lies flat; "
    "manifold: full carries it at all corners";

static const char s_softer[] =
    "a softer contact (reduction), a looser tolerance or integrator: bdf may help";

static const char s_bounces[] = "its contacts bounce on and on; a contact law that loses more in "
                                "an impact, a looser tolerance or "
                                "method: stepping may help";

static const char s_vibrates[] = "the steps follow it as far as the tolerance sees it move; a "
                                 "contact law with damping, a looser "
                                 "tolerance or method: stepping may help";

void ab_run_limiting_pair(const abSimulation *s, int group, int bodies[2]) {
    const abEvents *own = s->own;
    ab_run_pair_of(s, own->integration.groups[group].body, bodies);
}

// Whether two bodies touch in one point though both have something flat.
static bool is_flat_pair(const abSimulation *s, const int bodies[2]) {
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        bool is_pair =
            (pair->data->body_a + 1 == bodies[0] && pair->data->body_b + 1 == bodies[1]) ||
            (pair->data->body_a + 1 == bodies[1] && pair->data->body_b + 1 == bodies[0]);
        const abBodyShape *shapes = s->model->shapes;
        if (is_pair && !pair->data->has_patch &&
            ab_has_patch(&shapes[pair->shape_a].shape, &shapes[pair->shape_b].shape)) {
            return true;
        }
    }
    return false;
}

// The body whose place asks for the shortest implicit steps and what it presses on most; of all pairs
// where none does.
static void limiting_pair_of_step(const abSimulation *s, int bodies[2]) {
    const abStep *step = &s->stepping->step;
    int body = step->history.worst;
    double most = 0.0;
    bodies[0] = body + 1;
    bodies[1] = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        double presses = ab_dot(point->impulse, point->n);
        bool is_first =
            body < 0 ? s->model->bodies[point->body[0]].state >= 0 : point->body[0] == body;
        int side = is_first ? 0 : 1;
        bool counts = body < 0 || point->body[side] == body;
        if (counts && presses > most) {
            most = presses;
            bodies[0] = point->body[side] + 1;
            bodies[1] = point->body[1 - side] + 1;
        }
    }
}

// Touches, releases and impacts so far.
static int64_t changes_of(const abSimulation *s) {
    const int64_t *events = s->statistics.events;
    return events[AB_EVENT_TOUCH] + events[AB_EVENT_RELEASE] + events[AB_EVENT_IMPACT];
}

// What helps, by what the steps were taken for.
static const char *help_for(const abSimulation *s, const int pair[2], int64_t changes) {
    enum { OFTEN = 500 }; // steps that a bounce takes, about, by either method
    const abEvents *own = s->own;
    if (!own->dense.is_on && is_flat_pair(s, pair)) {
        return s_flat_pair;
    }
    if (changes * OFTEN > own->pace.steps) {
        return s_bounces;
    }
    return own->dense.is_on ? s_vibrates : s_softer;
}

static void tell_of_pace(const abSimulation *s, double expected) {
    const abEvents *own = s->own;
    const abPace *pace = &own->pace;
    const int64_t changes = changes_of(s) - pace->changes;
    int pair[2];
    if (own->dense.is_on) {
        limiting_pair_of_step(s, pair);
    } else {
        ab_run_limiting_pair(s, ab_run_stepper((abSimulation *)s)->limiting_group, pair);
    }
    ab_log(
        &s->log, AB_LOG_WARNING,
        "the run crawls at t = %.9g s: the last %.9g s took %d %s of %.3g s on average and had %d "
        "touches and releases, and what is left would take %.2g steps; held by %s%s%s; %s",
        s->t, s->t - pace->since, (int)pace->steps, own->dense.is_on ? "implicit steps" : "steps",
        (s->t - pace->since) / (double)pace->steps, (int)changes, expected,
        ab_model_body_name(s->model, (abBodyId){pair[0]}), pair[1] > 0 ? " on " : "",
        pair[1] > 0 ? ab_model_body_name(s->model, (abBodyId){pair[1]}) : "",
        help_for(s, pair, changes));
}

void ab_run_note_dense_work(abSimulation *s, bool rests, double factored) {
    const abStep *step = &s->stepping->step;
    if (!rests) {
        double rounds = (double)step->rounds * (double)step->point_count;
        ((abEvents *)s->own)->pace.work += s_round_price * rounds + s_factor_price * factored;
    }
}

// Looks at the pace each time some work was done. A run crawls when some looks in a row find that a
// second of it takes far more than a second of computing, and what is left a long time. Said once,
// with the pair that holds it.
void ab_run_watch(abSimulation *s) {
    enum { IN_A_ROW = 4 };
    abPace *pace = &((abEvents *)s->own)->pace;
    if (pace->work >= s_look_work && isfinite(s->options.end_time) && !pace->is_told) {
        double left = (s->options.end_time - s->t) / (s->t - pace->since); // infinite: no progress
        bool is_slow =
            pace->work >= s_slow_pace * (s->t - pace->since) && !(pace->work * left < s_long_run);
        pace->slow = is_slow ? pace->slow + 1 : 0;
        if (pace->slow >= IN_A_ROW) {
            tell_of_pace(s, (double)pace->steps * left);
            pace->is_told = true;
        }
    }
    if (pace->work >= s_look_work) {
        *pace = (abPace){
            .since = s->t, .changes = changes_of(s), .slow = pace->slow, .is_told = pace->is_told};
    }
    pace->steps++;
}

abResult ab_run_endless_impacts(abSimulation *s, abError *error) {
    const abEvents *own = s->own;
    const abFailureCause failure = {.pair = {own->last_hit[0], own->last_hit[1]},
                                    .cause = squeezed(s)};
    return ab_run_cannot_go_on(s, &failure, error);
}

// ---- a drive against a stop ----

// What the drive gives along its axis before the stop acts.                    [N] or [N m]
static double drive_effort(abSimulation *s, int joint, int axis) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    size_t closed = d->rigid.count;
    double effort = NAN;
    d->rigid.count = 0;
    if (ab_derivative_evaluate(d, s->t, ab_run_stepper(s)->y1, own->y_event)) {
        abJointNow now;
        ab_joint_now(&d->mechanics, &s->model->joints[joint], s->t, &now);
        ab_joint_forces(&d->mechanics, s->frame.joint_forces);
        const double *f = s->frame.joint_forces + (size_t)6 * (size_t)joint + (axis < 3 ? 0 : 3);
        effort = ab_dot(ab_vec3(f[0], f[1], f[2]), ab_column(now.R_WA, axis % 3));
    }
    d->rigid.count = closed;
    return effort;
}

// Whether a joint stands at a stop that a drive would take it beyond: no step gets on with that.
bool ab_run_is_driven_on(abSimulation *s, abError *error) {
    const abEvents *own = s->own;
    const abModel *model = s->model;
    for (size_t k = 0; k < model->limit_count; k++) {
        const abLimit *limit = &model->limits[k];
        int axis = 0, drive = ab_drive_against(model, limit, own->sleep.island, &axis);
        ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
        double gap = ab_joint_limit(&s->dynamics.mechanics, limit).gap;
        if (drive < 0 || limit->axis >= AB_AXIS_PATH || !(fabs(gap) <= s_at_stop * limit->length)) {
            continue;
        }
        double effort = drive_effort(s, drive, axis);
        ab_error_add(error, AB_NUMERICS, model->joints[drive].place,
                     "cannot go on at t = %.12g s: the drive %s of joint %s works against the stop "
                     "of joint %s, which is at %s = %.6g %s and does not yield; the drive gives "
                     "%.6g %s there and would have to give more without a bound. End the motion "
                     "before it, drive by a torque or a spring, or leave the stop out",
                     s->t, ab_joint_axes[axis], model->joints[drive].name,
                     model->joints[limit->joint].name, ab_joint_axes[limit->axis], limit->bound,
                     limit->axis < 3 ? "m" : "rad", effort, axis < 3 ? "N" : "N m");
        return true;
    }
    return false;
}

abResult ab_run_no_step(abSimulation *s, abStepStatus status, abError *error) {
    const abStepper *stepper = ab_run_stepper(s);
    if (ab_run_is_driven_on(s, error)) {
        return AB_NUMERICS;
    }
    abFailureCause failure = {.cause = ab_failure_vanishes, .y = stepper->y1};
    ab_run_limiting_pair(s, stepper->limiting_group, failure.pair);
    if (failure.pair[0] == 0) { // where no body holds the step up by its own error, impacts do
        ab_run_closing_pair(s, failure.pair);
        failure.cause = failure.pair[0] == 0 ? failure.cause : squeezed(s);
    } else if (failure.pair[1] > 0 && is_flat_pair(s, failure.pair)) {
        failure.cause = s_flat_pair;
    }
    if (status == AB_STEP_FAILED) {
        failure.cause = "the integrator gave up; a larger tolerance may pass, or method: stepping";
    }
    return ab_run_cannot_go_on(s, &failure, error);
}
