// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_checkpoint.c - integrators and counts of steps as bytes. The stages of an integrator are
// computed again from the state; its controller goes on as it was.

#include "method/events/event_checkpoint.h"

#include <string.h>

#include "base/no_memory.h"
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
    AB_PASS(stream, integration->spent);
}

// Of bodies left out of steps: since when and until when, and how they began.
static void pass_flight(abStream *stream, const abSimulation *s, abFlight *flight) {
    size_t bodies = s->model->body_count;
    AB_PASS(stream, flight->pause);
    AB_PASS(stream, flight->way);
    AB_PASS(stream, flight->woken);
    AB_PASS(stream, flight->is_open);
    if (!flight->is_open) {
        return;
    }
    if (!flight->is_possible) { // a damaged checkpoint
        flight->is_open = false;
        stream->is_short = true;
        return;
    }
    AB_PASS(stream, flight->start);
    AB_PASS(stream, flight->end);
    AB_PASS(stream, flight->spent);
    AB_PASS(stream, flight->kinetic);
    AB_PASS(stream, flight->longest);
    AB_PASS(stream, flight->fall_time);
    ab_stream_pass(stream, flight->flies, bodies * sizeof *flight->flies);
    ab_stream_pass(stream, flight->until, bodies * sizeof *flight->until);
    ab_stream_pass(stream, flight->from, s->dynamics.mechanics.layout.count * sizeof *flight->from);
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
        pass_flight(stream, s, &own->flight);
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
    abFlight *flight = &((abEvents *)s->own)->flight;
    if (!flight->is_open) {
        flight->sweep->flies = NULL;
    } else if (!ab_flight_resume(flight)) {
        return ab_no_memory(error, (abPlace){0}, "for bodies in flight");
    }
    if (ab_is_dense(s)) {
        return AB_OK;
    }
    abStepper *stepper = ab_run_stepper(s);
    const bool is_fresh = stepper->is_fresh;
    double control[AB_STEPPER_CONTROL];
    memcpy(control, stepper->control, sizeof control);
    abMechanics *m = &s->dynamics.mechanics;
    const int64_t evaluations = m->evaluations, proximity_calls = m->proximity_calls;
    ab_flight_enter(flight, stepper);
    ab_run_weights(s);
    bool ok = stepper->type->restart(stepper, s->t, s->y, stepper->next_h);
    ab_flight_leave(flight, stepper);
    flight->is_current = true;
    if (!ok) {
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
