// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_steps.c - the loop of method events: step, find the first event, tell frames, apply the
// event, go on.

#include "method/events/event_steps.h"

#include <string.h>

#include "base/no_memory.h"
#include "core/energy_book.h"
#include "core/frames.h"
#include "core/rule_code.h"
#include "core/sensors.h"
#include "core/turns.h"
#include "core/watch.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/evaluate/unpaid_depth.h"
#include "derivative/friction/stick_modes.h"
#include "derivative/friction/tangential_state.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/state/place.h"
#include "method/events/after_event.h"
#include "method/events/choose_integrator.h"
#include "method/events/dense_steps.h"
#include "method/events/event_search.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/impacts.h"
#include "method/events/progress.h"
#include "method/events/sleep.h"
#include "method/events/slips.h"
#include "method/events/step_end.h"
#include "method/events/switching_functions.h"
#include "method/events/tolerances.def"
#include "method/events/weights.h"

// Of vibration.
static double modal_energy(const abBody *body, const double *y) {
    const abModalBody *f = body->flexible;
    if (f == NULL) {
        return 0.0;
    }
    const double *q = y + body->modal_state, *rate = q + f->mode_count;
    abModalMatrix mass = {f->mass.modal_mass, f->mass_inverse.is_diagonal};
    return 0.5 * (ab_modal_product(&f->K, f->mode_count, q, q) +
                  ab_modal_product(&mass, f->mode_count, rate, rate));
}

static double kinetic_energy(const abSimulation *s) {
    double energy = 0.0;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        const abBody *body = &s->model->bodies[stepped->bodies[i]];
        if (body->state >= 0) {
            const abStateBlock *block = ab_state_block(body->mobility);
            const double *v = s->y + body->state + block->speed;
            double v2 = block->speed_count > 2 ? v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
                                               : v[0] * v[0] + v[1] * v[1];
            energy += 0.5 * body->mass * v2;
        }
        energy += modal_energy(body, s->y);
    }
    return energy;
}

static void raise_energy_scale(abSimulation *s) {
    const abFlight *flight = &((const abEvents *)s->own)->flight;
    double flying = flight->is_open ? flight->kinetic : 0.0;
    s->energy.scale = fmax(s->energy.scale, kinetic_energy(s) + flying);
}

// Whether bodies fly, or touch as rigid ones do: nothing then moves faster for being in contact.
static bool is_free_of_springs(const abDerivative *d) {
    bool is_free = true;
    for (size_t k = 0; k < d->contacts->count; k++) {
        is_free = is_free && d->contacts->pairs[k].data->is_rigid;
    }
    return is_free;
}

// A first step after an event: into a contact a fraction of its duration, into free flight and
// rigid contact the last one of that kind.
static double step_after_event(const abSimulation *s) {
    const abEvents *own = s->own;
    double h = INFINITY;
    // the force begins with depth^1.5, so the first step errs by about h^3.5 of what it changes
    double share = sqrt(sqrt(s->options.tolerance));
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        if (pair->start_time == s->t && pair->speed_scale > 0.0) {
            h = fmin(h, share * pair->depth_scale / pair->speed_scale);
        }
    }
    if (own->integration.flight_step > 0.0 && is_free_of_springs(&s->dynamics)) {
        h = own->integration.flight_step;
    }
    return isfinite(h) ? h : 0.0;
}

// The kinetic energy that closed points and joints would take from a state they are to hold.    [J]
static double lost_by_projection(abSimulation *s, double t, const double *y) {
    abDerivative *d = &s->dynamics;
    double *held = s->frame.y;
    memcpy(held, y, d->mechanics.layout.count * sizeof *held);
    ab_mechanics_place(&d->mechanics, t, held);
    double before = ab_rigid_kinetic(d);
    ab_derivative_project(d, t, held);
    ab_mechanics_place(&d->mechanics, t, held);
    return before - ab_rigid_kinetic(d);
}

// Where all contact is rigid: whether friction takes energy in the step that leads to y, and its book
// is right. A point that jumps to another place of its shapes within the step is held there by a
// force that is none.
static bool is_sound(abSimulation *s, double t, double *y) {
    if (s->dynamics.rigid.count == 0 || !is_free_of_springs(&s->dynamics)) {
        return true;
    }
    size_t sliding = (size_t)s->dynamics.mechanics.layout.book + AB_BOOK_SLIDING;
    double before = ab_run_balance(s, s->t, s->y), lost = lost_by_projection(s, t, y);
    double off = ab_run_balance(s, t, y) - before; // the end last: what it finds is used after
    return y[sliding] - s->y[sliding] >= -s_friction_gain * s->energy.scale &&
           fabs(off) <= s_balance_error * s->energy.scale &&
           fabs(lost) <= s_balance_error * s->energy.scale;
}

// A step that is not sound is taken where any will do.
typedef struct Soundness {
    bool any_will_do, is_unsound;
} Soundness;

// A step as it is taken: its end, and what is other there than at its start.
typedef struct Step {
    abStepper *stepper;
    abStepStatus status;
    abFound event;
    double t;
    double *y;
    bool has_turned, has_other_regions, has_other_points, is_projected, has_jumped;
} Step;

// An impulse may end slip that no step gets on with.
static abResult go_on_without(abSimulation *s, abStepStatus status, const abObserver *observer,
                              abError *error) {
    bool caught;
    AB_TRY(ab_run_catch_slip(s, observer, &caught, error));
    return caught ? ab_run_restart(s, 0.0, error) : ab_run_fall_back(s, status, error);
}

// The stages of a polynomial belong to the step, and so to what is remembered of slip at its start.
static void make_polynomial_for_frames(abSimulation *s, const Step *step) {
    abStepper *stepper = step->stepper;
    if (!stepper->has_polynomial && s->dynamics.tangential_states.has_exact &&
        ab_run_has_frames(s, step->t)) {
        ab_stepper_polynomial(stepper);
        ab_run_note_end(s, step->t, step->y, false);
    }
}

// At a border of a law, at an event, or where the integrator got to.
static abResult find_end(abSimulation *s, Step *step, abError *error) {
    abEvents *own = s->own;
    const abStepper *stepper = step->stepper;
    ab_run_note_end(s, stepper->t + stepper->h, stepper->y1, stepper->end_is_evaluated);
    if (ab_run_end_at_switch(s)) {
        ab_run_note_end(s, stepper->t + stepper->h, stepper->y1, stepper->end_is_evaluated);
    }
    AB_TRY(ab_run_find_event(s, &step->event, error));
    if (step->event.is_event) {
        ab_run_note_end(s, stepper->t + stepper->h * step->event.theta, own->y_event, false);
    }
    bool is_last = !step->event.is_event && stepper->t + stepper->h >= ab_run_stop(s);
    step->t = is_last ? ab_run_stop(s) : stepper->t + stepper->h * step->event.theta;
    step->y = step->event.is_event ? own->y_event : stepper->y1;
    make_polynomial_for_frames(s, step);
    return AB_OK;
}

// What contacts store as a step begins, if their depths may jump.
static void know_stores(abSimulation *s) {
    abEvents *own = s->own;
    if (own->depths_may_jump && !own->knows_stores && ab_unpaid_is_possible(&s->dynamics)) {
        ab_unpaid_begin(&s->dynamics, s->t, s->y);
        own->knows_stores = true;
    }
}

// Before the state moves: whether the depth of a contact jumps within the step.
static void find_jumps(abSimulation *s, Step *step) {
    abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!own->depths_may_jump || !ab_unpaid_is_possible(d)) {
        own->knows_stores = false;
        return;
    }
    bool is_evaluated = !step->event.is_event && step->stepper->end_is_evaluated;
    step->has_jumped =
        ab_unpaid_find(d, s->t, s->y, step->t, step->y, is_evaluated, s->energy.scale);
    ab_unpaid_go_on(d);
    own->knows_stores = !step->has_jumped && !step->event.is_event;
}

// Where a contact is deepest within the step, and the event at its end, as frames.
static abResult tell_instants(abSimulation *s, const Step *step, const abObserver *observer,
                              abError *error) {
    double times[2];
    int count = 0;
    double turned = ((const abEvents *)s->own)->turned;
    if (turned < step->t) {
        times[count++] = turned;
    }
    if (step->event.is_event) {
        times[count++] = step->t;
    }
    return ab_run_notify_instants(s, times, count, observer, error);
}

// The state moves to the end of the step, as memory does and frames are told.
static abResult move(abSimulation *s, Step *step, const abObserver *observer, abError *error) {
    abEvents *own = s->own;
    abStepper *stepper = step->stepper;
    ab_set_copy(ab_stepper_set(stepper), (size_t)stepper->n, s->y, step->y);
    step->has_turned = ab_stick_follow(&s->dynamics);
    ab_tangential_note_places(&s->dynamics);
    ab_run_note_step(s, stepper); // before frames, which evaluate elsewhere
    step->has_other_regions = ab_run_keep_regions(s);
    step->has_other_points = !step->event.is_event && ab_run_take_signs(s);
    abMechanics *m = &s->dynamics.mechanics;
    const abBodySet stepped = m->stepped;
    m->stepped = m->everyone; // frames are of all
    AB_TRY(tell_instants(s, step, observer, error));
    AB_TRY(ab_run_notify_frames(s, step->t, observer, error));
    m->stepped = stepped;
    if (is_free_of_springs(&s->dynamics)) {
        own->integration.flight_step = fmax(stepper->next_h, stepper->h);
    }
    s->t = step->t;
    own->flight.is_current = false;
    if (step->has_jumped) {
        ab_unpaid_take(&s->dynamics, s->t, s->y);
    }
    raise_energy_scale(s);
    ab_run_count_turns(s);
    // an integrator with history projects itself or at its restarts
    step->is_projected = (!stepper->type->keeps_history || step->event.is_event) &&
                         ab_derivative_project(&s->dynamics, s->t, s->y);
    ab_run_warn_of_singularity(s);
    return ab_dense_note(s, error);
}

static abResult apply_event(abSimulation *s, const abFound *event, const abObserver *observer,
                            abError *error) {
    abWork before = ab_progress_work(s);
    ab_run_evaluate_tangential(s);
    // a force that begins or ends to be friction of slip goes on as it is, and so does the length
    // of steps
    double h = event->is_slip ? ab_run_stepper(s)->next_h : 0.0;
    if (event->is_slip) {
        ab_tangential_change(&s->dynamics, s->t, s->y);
    }
    AB_TRY(ab_run_after_event(s, observer, error));
    AB_TRY(ab_run_restart(s, h > 0.0 ? h : step_after_event(s), error));
    ab_progress_spend(s, before);
    ab_progress_note_event(s, ((const abEvents *)s->own)->dense.safe);
    return AB_OK;
}

// The state or the derivative has changed a little: the controller goes on as it was.
static abResult restart_smoothly(abSimulation *s, abStepper *stepper, abError *error) {
    double control[AB_STEPPER_CONTROL];
    memcpy(control, stepper->control, sizeof control);
    AB_TRY(ab_run_restart(s, stepper->next_h, error));
    memcpy(stepper->control, control, sizeof control);
    return AB_OK;
}

// Without an event points may still have slid on or off, and bodies come to rest.
static abResult go_on(abSimulation *s, Step *step, const abObserver *observer, abError *error) {
    bool has_slid = false;
    AB_TRY(ab_run_follow_rigid(s, observer, &has_slid, error));
    bool has_other_points = step->has_other_points || has_slid;
    if (has_other_points) {
        ab_run_evaluate_tangential(s);
        AB_TRY(ab_run_follow_tangential(s, error));
        AB_TRY(ab_run_make_modes_consistent(s, observer, error));
    }
    AB_TRY(ab_sensors_notify(s, false, observer, error));
    ab_run_weights(s);
    bool has_rested = ab_run_update_sleep(s);
    bool has_turned = step->has_turned && !step->stepper->type->keeps_history;
    if (has_rested || has_other_points || has_turned || step->has_other_regions ||
        step->is_projected || step->has_jumped) {
        AB_TRY(restart_smoothly(s, step->stepper, error));
    }
    if (has_other_points) {
        ab_progress_note_event(s, ((const abEvents *)s->own)->dense.safe);
    }
    return ab_run_choose(s, step->status, error);
}

// ---- bodies in flight ----

static abResult no_memory_for_flights(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for bodies in flight");
}

void ab_run_catch_up_flights(abSimulation *s) {
    abFlight *flight = &((abEvents *)s->own)->flight;
    if (flight->is_open && !flight->is_current) {
        ab_flight_fill(flight, s->t, s->y);
        flight->is_current = true;
    }
}

void ab_run_step_all(abSimulation *s) {
    abEvents *own = s->own;
    if (!own->flight.is_open) {
        return;
    }
    ab_run_catch_up_flights(s);
    if (own->dense.safe != NULL) {
        ab_flight_fill(&own->flight, s->t, own->dense.safe);
    }
    ab_flight_leave(&own->flight, ab_run_stepper(s));
    ab_flight_close(&own->flight);
    ab_run_weights(s);
}

// What flies now: bodies that have parted too, if the stretch of time is over.
static abResult find_flights(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    abFlight *flight = &own->flight;
    abStepper *stepper = ab_run_stepper(s);
    bool may = flight->is_possible && own->integration.use == AB_USE_EXPLICIT &&
               !own->depths_may_jump && s->code == NULL &&
               s->dynamics.mechanics.pull.body.index == 0;
    if (flight->is_open && (!may || ab_flight_is_over(flight, s->t))) {
        ab_run_step_all(s);
        AB_TRY(restart_smoothly(s, stepper, error));
    }
    flight->pause = flight->pause > 0 ? flight->pause - 1 : 0;
    if (flight->is_open || !may || flight->pause > 0) {
        return AB_OK;
    }
    flight->fall_time = ab_progress_fall_time(s);
    double horizon = ab_run_stop(s) - s->t;
    bool ok = ab_flight_open(flight, s->t, s->y, isfinite(horizon) ? horizon : 1.0);
    return ok ? AB_OK : no_memory_for_flights(error);
}

// More bodies are stepped from here on; `h` is tried.
static abResult take_along(abSimulation *s, double h, abError *error) {
    abStepper *stepper = ab_run_stepper(s);
    ab_flight_enter(&((abEvents *)s->own)->flight, stepper);
    ab_run_weights(s);
    stepper->next_h = h;
    return restart_smoothly(s, stepper, error);
}

// Before a step: bodies that may meet something take part. When it has to end.
static abResult wake_due(abSimulation *s, double *limit, abError *error) {
    abFlight *flight = &((abEvents *)s->own)->flight;
    abStepper *stepper = ab_run_stepper(s);
    *limit = ab_run_stop(s);
    if (!flight->is_open) {
        return AB_OK;
    }
    double ahead = stepper->next_h > 0.0 ? fmin(stepper->next_h, stepper->max_step) : 0.0;
    if (ab_flight_wake_due(flight, s->t, ahead, s->y) > 0) {
        AB_TRY(take_along(s, stepper->next_h, error));
    }
    *limit = fmin(*limit, ab_flight_limit(flight, s->t));
    return AB_OK;
}

// A step of what is stepped; again with those that fly and come near.
static abResult integrate(abSimulation *s, Step *step, abError *error) {
    abFlight *flight = &((abEvents *)s->own)->flight;
    abStepper *stepper = step->stepper;
    double limit, control[AB_STEPPER_CONTROL];
    AB_TRY(wake_due(s, &limit, error));
    for (int met = 1; met > 0;) {
        abWork before = ab_progress_work(s);
        memcpy(control, stepper->control, sizeof control);
        step->status = stepper->type->step(stepper, limit);
        ab_progress_spend(s, before);
        ((abEvents *)s->own)->integration.spent +=
            ab_progress_work(s).evaluations - before.evaluations;
        bool is_taken = step->status == AB_STEP_OK || step->status == AB_STEP_STIFF;
        met = flight->is_open && is_taken ? ab_flight_wake_met(flight, stepper, s->y) : 0;
        if (met < 0) {
            return no_memory_for_flights(error);
        }
        if (met > 0) {
            memcpy(stepper->control, control, sizeof control);
            AB_TRY(take_along(s, stepper->h, error));
        }
    }
    return AB_OK;
}

// One step, its frames and its event. AB_NUMERICS where none can be taken; one that is not sound
// has then changed nothing.
static abResult take_step(abSimulation *s, Soundness *soundness, const abObserver *observer,
                          abError *error) {
    Step step = {.stepper = ab_run_stepper(s)};
    know_stores(s);
    AB_TRY(integrate(s, &step, error));
    AB_TRY(ab_run_code_fault(s, error));
    if (step.status == AB_STEP_TOO_SMALL || step.status == AB_STEP_FAILED) {
        return go_on_without(s, step.status, observer, error);
    }
    AB_TRY(find_end(s, &step, error));
    if (!soundness->any_will_do && !is_sound(s, step.t, step.y)) {
        soundness->is_unsound = true;
        return AB_NUMERICS;
    }
    find_jumps(s, &step);
    AB_TRY(move(s, &step, observer, error));
    int64_t impacts = s->statistics.events[AB_EVENT_IMPACT];
    AB_TRY(step.event.is_event ? apply_event(s, &step.event, observer, error)
                               : go_on(s, &step, observer, error));
    return s->statistics.events[AB_EVENT_IMPACT] > impacts ? ab_run_tell_jump(s, observer, error)
                                                           : AB_OK;
}

// Impacts at one instant that follow on each other without an end: no step gets on from there.
static abResult look_at_instant(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    enum { MAX_AT_ONCE = 200 };
    own->steps_at_once = s->t == own->instant ? own->steps_at_once + 1 : 0;
    own->instant = s->t;
    return own->steps_at_once < MAX_AT_ONCE ? AB_OK : ab_run_endless_impacts(s, error);
}

// A loop of joints that no longer says how it moves on, and a force that is none, are no question of
// contact.
static bool is_of_contact(abSimulation *s) {
    abError unused;
    ab_error_clear(&unused);
    return ab_joint_weak(&s->dynamics.mechanics) < 0 && !ab_run_is_driven_on(s, &unused);
}

// By located events; AB_NUMERICS where they do not get on.
static abResult take_sparse_step(abSimulation *s, const abObserver *observer, abError *error) {
    Soundness soundness = {false, false};
    s->dynamics.rigid.is_unsettled = false;
    AB_TRY(ab_run_tell_settled_modes(s, observer, error));
    abResult result = take_step(s, &soundness, observer, error);
    if (result == AB_NUMERICS && soundness.is_unsound &&
        !(ab_dense_is_possible(s) && is_of_contact(s))) {
        soundness = (Soundness){true, false};
        AB_TRY(ab_run_restart(s, 0.0, error));
        result = take_step(s, &soundness, observer, error);
    }
    return result == AB_OK ? look_at_instant(s, error) : result;
}

abResult ab_events_rescue(abSimulation *s, int before, abError *error) {
    bool has_entered = false;
    if (is_of_contact(s)) {
        ab_run_step_all(s);
        AB_TRY(ab_dense_enter(s, &has_entered, error));
    }
    if (!has_entered) { // of a step that is not sound nothing is said yet
        return ab_events_told(error) > before ? AB_NUMERICS
                                              : ab_run_no_step(s, AB_STEP_FAILED, error);
    }
    ab_events_take_back(error, before);
    return AB_OK;
}

// Implicit steps begin where events get on, but hardly; if they cannot, events go on.
static abResult leave_crowd(abSimulation *s, const abObserver *observer, abError *error) {
    bool has_entered = false;
    if (!ab_dense_is_possible(s) || !is_of_contact(s)) {
        ab_progress_begin(s, AB_CREDIT_OF_A_FALL);
        return AB_OK;
    }
    ab_run_step_all(s);
    AB_TRY(ab_dense_enter(s, &has_entered, error));
    return has_entered ? AB_OK : ab_dense_leave(s, observer, error);
}

static abResult go_on_sparse(abSimulation *s, const abObserver *observer, abError *error) {
    int before = ab_events_told(error);
    abResult result = take_sparse_step(s, observer, error);
    if (result == AB_NUMERICS) {
        return ab_events_rescue(s, before, error);
    }
    AB_TRY(result);
    bool is_lost = s->dynamics.rigid.is_unsettled || ab_progress_has_ended(s);
    return is_lost ? leave_crowd(s, observer, error) : AB_OK;
}

abResult ab_events_step(abSimulation *s, const abObserver *observer, abError *error) {
    ab_run_watch(s);
    if (ab_is_dense(s)) {
        return ab_dense_step(s, observer, error);
    }
    abFlight *flight = &((abEvents *)s->own)->flight;
    AB_TRY(find_flights(s, error));
    ab_flight_enter(flight, ab_run_stepper(s));
    abResult result = go_on_sparse(s, observer, error);
    ab_flight_leave(flight, ab_run_stepper(s));
    return result;
}
