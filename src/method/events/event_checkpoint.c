// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_checkpoint.c - integrators and counts of steps as bytes. The stages of an integrator are
// computed again from the state; its controller goes on as it was.

#include "method/events/event_checkpoint.h"

#include <string.h>

#include "core/checkpoint.h"
#include "method/events/dense_steps.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/weights.h"

static bool can_save(const abSimulation *s) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    return ab_is_dense(s) || !integration->steppers[integration->use].type->keeps_history ||
           integration->shared_steps == 0;
}

static int number(const abSimulation *s) {
    return ((const abEvents *)s->own)->integration.use;
}

static bool choose(abSimulation *s, int number) {
    abIntegration *integration = &((abEvents *)s->own)->integration;
    bool is_there = number >= 0 && number < AB_USE_COUNT && integration->has_stepper[number];
    integration->use = is_there ? number : integration->use;
    return is_there;
}

static void pass_integrator(abStream *stream, abIntegration *integration) {
    abStepper *stepper = &integration->steppers[integration->use];
    AB_PASS(stream, stepper->next_h);
    AB_PASS(stream, stepper->control);
    AB_PASS(stream, stepper->is_fresh);
}

static void pass_steps(abStream *stream, abIntegration *integration) {
    AB_PASS(stream, integration->shared_steps);
    AB_PASS(stream, integration->flight_step);
    AB_PASS(stream, integration->steps_since_event);
    AB_PASS(stream, integration->count_start);
    AB_PASS(stream, integration->count_start_evaluations);
}

static void pass_rejected(abStream *stream, abIntegration *integration) {
    for (int use = 0; use < AB_USE_COUNT; use++) {
        AB_PASS(stream, integration->steppers[use].rejected);
        AB_PASS(stream, integration->steppers[use].jacobians);
    }
}

static void pass_progress(abStream *stream, abProgress *progress, size_t bodies) {
    AB_PASS(stream, progress->event_time);
    ab_stream_pass(stream, progress->changes, bodies * sizeof *progress->changes);
    AB_PASS(stream, progress->invisible);
    AB_PASS(stream, progress->credit);
    AB_PASS(stream, progress->credited);
    AB_PASS(stream, progress->spent);
    AB_PASS(stream, progress->spent_since);
}

static void pass(abSimulation *s, abStream *stream, abCheckpointPart part) {
    abEvents *own = s->own;
    abIntegration *integration = &own->integration;
    switch (part) {
    case AB_PART_INTEGRATOR:
        pass_integrator(stream, integration);
        break;
    case AB_PART_STEPS:
        pass_steps(stream, integration);
        break;
    case AB_PART_CHOICE:
        AB_PASS(stream, integration->measure);
        break;
    case AB_PART_LIMITS:
        ab_stream_pass(stream, integration->limits,
                       (s->model->body_count + 1) * sizeof *integration->limits);
        break;
    case AB_PART_CROWD:
        AB_PASS(stream, own->jammed);
        AB_PASS(stream, own->knows_stores);
        pass_progress(stream, &own->progress, s->model->body_count);
        AB_PASS(stream, own->pace.steps);
        AB_PASS(stream, own->pace.work);
        AB_PASS(stream, own->pace.changes);
        AB_PASS(stream, own->pace.slow);
        AB_PASS(stream, own->pace.since);
        AB_PASS(stream, own->pace.is_told);
        break;
    case AB_PART_REJECTED:
        pass_rejected(stream, integration);
        break;
    case AB_PART_COUNT:
        break;
    }
}

// A restart would begin the controller anew.
static abResult go_on(abSimulation *s, abError *error) {
    if (ab_is_dense(s)) {
        return AB_OK;
    }
    abStepper *stepper = ab_run_stepper(s);
    const bool is_fresh = stepper->is_fresh;
    double control[AB_STEPPER_CONTROL];
    memcpy(control, stepper->control, sizeof control);
    abMechanics *m = &s->dynamics.mechanics;
    const int64_t evaluations = m->evaluations, proximity_calls = m->proximity_calls;
    ab_run_weights(s);
    if (!stepper->type->restart(stepper, s->t, s->y, stepper->next_h)) {
        return ab_run_no_step(s, AB_STEP_FAILED, error);
    }
    m->evaluations = evaluations; // as of a run without a pause
    m->proximity_calls = proximity_calls;
    memcpy(stepper->control, control, sizeof control);
    stepper->is_fresh = is_fresh;
    return AB_OK;
}

const abIntegratorParts ab_events_parts = {
    .can_save = can_save, .number = number, .choose = choose, .pass = pass, .go_on = go_on};
