// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_method.c - method events: integrators of high order between events that are located
// exactly.

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "core/method.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/evaluate/unpaid_depth.h"
#include "derivative/state/derivative.h"
#include "method/events/choose_integrator.h"
#include "method/events/dense_steps.h"
#include "method/events/event_checkpoint.h"
#include "method/events/event_steps.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/integrators.h"
#include "method/events/progress.h"
#include "method/events/sleep.h"
#include "method/events/slips.h"
#include "method/events/touch_events.h"
#include "method/events/weights.h"
#include "method/steps/steps.h"
#include "ode/sweep/sweep.h"

// Resolution of distances: what rounding of the coordinates leaves, and at least 1e-13 m as
// published, with ten times the distance tolerance.
static double resolution(const abModel *model, const abSimulationDef *options) {
    double rounding = 2.3e-16 * fmax(model->size, 1e-3);
    double tolerance =
        !isnan(options->distance_tolerance) ? options->distance_tolerance : 4.0 * rounding;
    return fmax(1e-13, 10.0 * tolerance);
}

static abResult make_room(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    size_t bodies = s->model->body_count;
    own->integration.limits = AB_ARENA_NEW(&s->arena, int64_t, bodies + 1);
    own->integration.scales = AB_ARENA_NEW(&s->arena, abScales, bodies);
    own->progress.changes = AB_ARENA_NEW(&s->arena, abBodyChange, bodies);
    own->sleep.may_sleep = AB_ARENA_NEW(&s->arena, bool, bodies);
    own->sleep.island = AB_ARENA_NEW(&s->arena, int, bodies);
    own->sleep.marks = AB_ARENA_NEW(&s->arena, int, bodies);
    bool ok = own->integration.limits != NULL && own->integration.scales != NULL &&
              own->progress.changes != NULL && own->sleep.may_sleep != NULL &&
              own->sleep.island != NULL && own->sleep.marks != NULL;
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the simulation");
}

static abResult create_events(abSimulation *s, abError *error) {
    abEvents *own = AB_ARENA_NEW(&s->arena, abEvents, 1);
    if (own == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    s->own = own;
    own->eps = resolution(s->model, &s->options);
    own->jammed = -INFINITY;
    own->depths_may_jump = ab_unpaid_is_possible_in(s->model);
    own->dense.left = -INFINITY;
    own->pace.since = s->options.start_time;
    AB_TRY(ab_run_make_groups(s, error));
    AB_TRY(ab_run_make_arrays(s, error));
    AB_TRY(make_room(s, error));
    ab_progress_begin(s, AB_CREDIT_OF_A_FALL);
    AB_TRY(ab_run_make_steppers(s, error));
    ab_run_prepare_sleep(s);
    AB_TRY(ab_sweep_init(&own->sweep, &s->dynamics.mechanics, own->eps, &s->arena, error));
    return ab_flight_init(&own->flight, &s->dynamics.mechanics, &own->sweep,
                          own->integration.groups, own->integration.group_count, &s->arena, error);
}

static void destroy_events(abSimulation *s) {
    abEvents *own = s->own;
    if (own != NULL) {
        ab_dense_done(s);
        ab_run_close_steppers(s);
        ab_sweep_done(&own->sweep);
    }
}

// Before the first step.
static abResult find_start(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_first_contacts(s, observer, error));
    AB_TRY(ab_run_follow_tangential(s, error));
    return ab_run_make_modes_consistent(s, observer, error);
}

// Where no modes or forces are found for the start, implicit steps begin there.
static abResult start_by_events(abSimulation *s, const abObserver *observer, abError *error) {
    int before = ab_events_told(error);
    abResult result = find_start(s, observer, error);
    return result == AB_NUMERICS ? ab_events_rescue(s, before, error) : result;
}

static abResult first_restart(abSimulation *s, abError *error) {
    ab_run_step_all(s);
    if (ab_is_dense(s)) {
        ab_dense_disturb(s);
        return AB_OK;
    }
    ab_run_weights(s);
    ab_run_warm_up(s);
    return ab_run_restart(s, 0.0, error);
}

// What sticks by exact friction is looked at again.
static abResult disturbed(abSimulation *s, abError *error) {
    ab_run_step_all(s);
    if (ab_is_dense(s)) {
        ab_dense_disturb(s);
        return AB_OK;
    }
    AB_TRY(ab_run_settle_modes(s, error));
    ab_run_weights(s);
    return ab_run_restart(s, 0.0, error);
}

static bool is_in_mid_course(const abSimulation *s) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    return integration->steppers[integration->use].type->keeps_history &&
           integration->shared_steps > 0;
}

static abResult forget_history(abSimulation *s, abError *error) {
    if (ab_is_dense(s) || !is_in_mid_course(s)) {
        return AB_OK;
    }
    ab_derivative_project(&s->dynamics, s->t, s->y);
    return ab_run_restart(s, 0.0, error);
}

static void follow(abSimulation *s, const abSimulation *old) {
    abIntegration *integration = &((abEvents *)s->own)->integration;
    const abIntegration *before = &((const abEvents *)old->own)->integration;
    integration->flight_step = before->flight_step;
    memcpy(integration->limits, before->limits,
           (s->model->body_count + 1) * sizeof *integration->limits);
    for (int use = 0; use < AB_USE_COUNT; use++) {
        integration->steppers[use].rejected = before->steppers[use].rejected;
        integration->steppers[use].jacobians = before->steppers[use].jacobians;
    }
}

static void state_in_step(abSimulation *s, double t, double *y) {
    if (ab_is_dense(s)) {
        ab_stepping_state_at(s, t, y);
        return;
    }
    abStepper *stepper = ab_run_stepper(s);
    abMechanics *m = &s->dynamics.mechanics;
    abFlight *flight = &((abEvents *)s->own)->flight;
    const abBodySet told = m->stepped; // all
    double theta = stepper->h > 0.0 ? (t - stepper->t) / stepper->h : 1.0;
    ab_flight_enter(flight, stepper);
    ab_stepper_state(stepper, theta, y);
    if (flight->is_open) {
        ab_flight_fill(flight, t, y);
    }
    m->stepped = told;
}

// A step without events near needs no polynomial, and must not have one for being asked.
static int polynomials_of_step(abSimulation *s, double *start, double *length, double *c) {
    if (ab_is_dense(s)) {
        return ab_stepping_polynomial(s, start, length, c);
    }
    abDerivative *d = &s->dynamics;
    abStepper *stepper = ab_run_stepper(s);
    bool had = stepper->has_polynomial;
    int64_t evaluations = d->mechanics.evaluations, calls = d->mechanics.proximity_calls;
    abFlight *flight = &((abEvents *)s->own)->flight;
    const abBodySet told = d->mechanics.stepped; // all
    ab_flight_enter(flight, stepper);
    ab_stepper_polynomial(stepper);
    d->mechanics.stepped = told;
    memcpy(c, stepper->polynomial, (size_t)(stepper->degree + 1) * (size_t)stepper->n * sizeof *c);
    if (flight->is_open) {
        ab_flight_polynomials(flight, stepper->t, stepper->h, stepper->degree, c);
    }
    stepper->has_polynomial = had;
    d->mechanics.evaluations = evaluations;
    d->mechanics.proximity_calls = calls;
    *start = stepper->t;
    *length = stepper->h;
    return stepper->degree;
}

static void amend(abSimulation *s, abContactState *contacts, double *joint_forces) {
    if (ab_is_dense(s)) {
        ab_stepping_amend(s, contacts, joint_forces);
    }
}

static void amend_stores(abSimulation *s, double t, abEnergyBook *book) {
    if (ab_is_dense(s)) {
        ab_stepping_amend_stores(s, t, book);
    }
}

static void before_save(abSimulation *s) {
    ab_run_catch_up_flights(s);
    if (ab_is_dense(s)) {
        ab_stepping_list_pairs(s);
    }
}

static abResult evaluation_failed(abSimulation *s, abError *error) {
    return ab_run_no_step(s, AB_STEP_FAILED, error);
}

static void find_limiting(const abSimulation *s, abStatistics *st) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    int64_t maximum = 0;
    double sum = 0.0; // counts of a damaged checkpoint may be too large to add
    int group = 0;
    for (int g = 0; g < integration->limit_count; g++) {
        sum += (double)integration->limits[g];
        if (integration->limits[g] > maximum) {
            maximum = integration->limits[g];
            group = g;
        }
    }
    ab_run_limiting_pair(s, group, st->limiting_bodies);
    st->limiting_share = sum > 0.0 ? (double)maximum / sum : 0.0;
}

static void finish_by_events(abSimulation *s) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    abStatistics *st = &s->statistics;
    st->integrator = ab_run_stepper(s)->type->name;
    st->rejected = st->jacobians = 0;
    for (int use = 0; use < AB_USE_COUNT; use++) {
        st->rejected += integration->steppers[use].rejected;
        st->jacobians += integration->steppers[use].jacobians;
    }
    st->bridges = st->dense_steps;
    st->bridged_time = st->dense_time;
    find_limiting(s, st);
}

static bool begins_anew(const abSimulation *s) {
    return !ab_is_dense(s);
}

const abMethod ab_method_events = {.create = create_events,
                                   .destroy = destroy_events,
                                   .grow = ab_run_grow_steppers,
                                   .start = start_by_events,
                                   .restart = first_restart,
                                   .disturbed = disturbed,
                                   .forget = forget_history,
                                   .begins_anew = begins_anew,
                                   .follow = follow,
                                   .step = ab_events_step,
                                   .catch_up = ab_run_catch_up_flights,
                                   .state_at = state_in_step,
                                   .polynomial = polynomials_of_step,
                                   .amend = amend,
                                   .amends = ab_is_dense,
                                   .amend_stores = amend_stores,
                                   .before_save = before_save,
                                   .pass = ab_dense_pass,
                                   .failed = evaluation_failed,
                                   .parts = &ab_events_parts,
                                   .finish = finish_by_events};
