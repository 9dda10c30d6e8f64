// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simulation.c - the loop: step, find the first event, tell frames, apply the event, go on.

#include <string.h>

#include "base/array.h"
#include "integrate/method.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the simulation");
}

// ---- frames ----

static void note_energy(abSimulation *s, const abEnergyBook *book) {
    double drift = fabs(ab_energy_balance(book) - s->balance_start);
    double lost = book->contact_damping + book->sliding_friction + book->rolling_resistance +
                  book->dampers + fabs(book->applied_work) + fabs(book->drive_work);
    s->statistics.energy_drift = fmax(s->statistics.energy_drift, drift);
    s->statistics.energy_scale = fmax(s->statistics.energy_scale,
                                      fmax(book->kinetic + book->contacts + book->springs, lost));
}

// Tells one frame of state y at time t.
static abResult tell_frame(abSimulation *s, double t, const double *y, const abObserver *observer,
                           abError *error) {
    // joints' forces and contacts come from a full evaluation; it counts as none of the
    // integrator's
    abDynamics *d = &s->dynamics;
    int64_t evaluations = d->evaluations;
    bool ok = ab_dynamics_evaluate(d, t, y, s->y_event);
    d->evaluations = evaluations;
    if (!ok) {
        return ab_run_failed(s, AB_STEP_FAILED, error);
    }
    if (!AB_ARRAY_RESERVE(s->allocator, s->contact_states, s->contact_capacity, d->touch_count)) {
        return no_memory(error);
    }
    abFrame frame = {
        .index = s->frame_index,
        .time = t,
        .bodies = s->body_states,
        .body_count = (int)s->model->body_count,
        .contacts = s->contact_states,
        .contact_count = (int)d->touch_count,
        .joint_forces = s->joint_forces,
        .joint_count = (int)s->model->joint_count,
        .limit_loads = s->limit_loads,
        .force_loads = s->force_loads,
        .force_count = (int)s->model->force_count,
        .requests = s->requests,
        .request_count = (int)s->model->request_count,
    };
    ab_dynamics_contact_states(d, s->contact_states);
    if (frame.joint_count > 0) {
        ab_dynamics_joint_forces(d, s->joint_forces);
    }
    ab_dynamics_limit_loads(d, s->limit_loads);
    if (s->method->amend != NULL) {
        s->method->amend(s, s->contact_states, s->joint_forces);
    }
    ab_dynamics_force_loads(d, s->force_loads);
    for (int k = 0; k < frame.request_count; k++) {
        s->requests[k] = ab_probe_value(d, &s->model->requests[k].probe);
    }
    frame.map_count = ab_dynamics_map(d, &frame.map);
    if (frame.map_count < 0) {
        return no_memory(error);
    }
    frame.regions = d->region_rows;
    frame.region_count = (int)d->region_row_count;
    frame.energy = ab_dynamics_energy(d, t, y);
    ab_dynamics_contact_energies(d, s->contact_states);
    ab_dynamics_body_states(d, s->body_states);
    ab_run_post(s, t, frame.contact_count,
                t >= s->options.end_time ? 1
                : frame.index == 0       ? -1
                                         : 0);
    note_energy(s, &frame.energy);
    ab_run_watch_energy(s, t, &frame.energy);
    s->frame_index++;
    return observer->frame != NULL ? observer->frame(observer->context, &frame, error) : AB_OK;
}

static double frame_time(const abSimulation *s, int64_t index) {
    double count = (double)(index - s->extra_frames);
    double t = s->options.start_time + count * s->options.output_interval;
    // the last frame is at the end, also when the interval does not divide the run
    double slack = 1e-9 * s->options.output_interval;
    return t >= s->options.end_time - slack ? s->options.end_time : t;
}

abResult ab_run_tell_frames(abSimulation *s, double until, const abObserver *observer,
                            abError *error) {
    for (;;) {
        double t = frame_time(s, s->frame_index);
        bool is_done =
            s->frame_index > 0 && frame_time(s, s->frame_index - 1) >= s->options.end_time;
        if (t > until || is_done) {
            return AB_OK;
        }
        s->method->state_at(s, t, s->y_frame);
        AB_TRY(tell_frame(s, t, s->y_frame, observer, error));
    }
}

// ---- the loop ----

// Greatest depth of a touch within the step: at its end, or where the approach turned to parting.
static double deepest_in_step(abSimulation *s, abStepper *stepper, abTouch *touch) {
    double depth = fmax(0.0, -touch->end_distance);
    if (touch->last_rate > 0.0 && touch->end_rate < 0.0) {
        double low = 0.0, high = 1.0, rate_low = touch->last_rate, rate_high = touch->end_rate;
        for (int i = 0; i < 6; i++) {
            double theta = low + (high - low) * rate_low / (rate_low - rate_high);
            abProximity at;
            ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, theta, &at);
            depth = fmax(depth, -at.distance);
            double rate =
                ab_dynamics_closing_speed(&s->dynamics, touch->body_a, touch->body_b, &at);
            if (fabs(rate) <= 1e-7 * touch->start_speed) {
                break;
            }
            *(rate > 0.0 ? &low : &high) = theta;
            *(rate > 0.0 ? &rate_low : &rate_high) = rate;
        }
    }
    touch->last_rate = touch->end_rate;
    return depth;
}

// What the touches are like at the end of the step, before anything evaluates elsewhere.
static void note_end(abSimulation *s, double t, const double *y, bool is_evaluated) {
    abDynamics *d = &s->dynamics;
    if (!is_evaluated &&
        (d->grips.has_exact || d->rigid.count > 0)) { // what holds points depends on everything
        is_evaluated = ab_dynamics_evaluate(d, t, y, s->y_frame);
    } else if (!is_evaluated) {
        ab_dynamics_place(d, t, y);
    }
    if (is_evaluated) {
        ab_rigid_note(d);
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        abProximity at = d->now[k].at;
        touch->end_rate = d->now[k].rate;
        if (touch->is_rigid) {
            continue;
        }
        if (!is_evaluated) {
            ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &at);
            touch->end_rate = ab_dynamics_closing_speed(d, touch->body_a, touch->body_b, &at);
        }
        touch->end_distance = at.distance;
        ab_run_note_sides(s, touch, &at);
    }
    if (is_evaluated) {
        ab_run_note_grip_sides(s);
    }
}

// What is remembered of the step just taken.
static void note_step(abSimulation *s, abStepper *stepper) {
    abStatistics *st = &s->statistics;
    st->steps++;
    int group = stepper->limiting_group;
    s->limits[group < s->limit_count ? group : s->limit_count - 1]++;
    st->smallest_step = fmin(st->smallest_step, stepper->h);
    if (s->use == AB_USE_STIFF) {
        st->stiff_time += stepper->h;
    }
    abDynamics *d = &s->dynamics;
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        if (touch->is_rigid) {
            continue;
        }
        double depth = deepest_in_step(s, stepper, touch);
        ab_run_warn_of_ignored(s, touch, depth, stepper->t + stepper->h);
        touch->deepest = fmax(touch->deepest, depth);
        if (depth > st->worst_depth) {
            st->worst_depth = depth;
            st->worst_depth_time = stepper->t + stepper->h;
            st->worst_depth_bodies[0] = touch->body_a + 1;
            st->worst_depth_bodies[1] = touch->body_b + 1;
        }
    }
}

static double kinetic_energy(const abSimulation *s) {
    double energy = 0.0;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        if (body->state >= 0) {
            const double *v = s->y + body->state + (body->mobility == AB_MOBILITY_FREE ? 7 : 3);
            double v2 = body->mobility == AB_MOBILITY_FREE ? v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
                                                           : v[0] * v[0] + v[1] * v[1];
            energy += 0.5 * body->mass * v2;
        }
    }
    return energy;
}

static void raise_energy_scale(abSimulation *s) {
    s->energy_scale = fmax(s->energy_scale, kinetic_energy(s));
}

// An energy below which nothing is of interest: each body lifted by its size, or, without gravity,
// moved by a hundredth of its size in a second.
static double smallest_energy(const abSimulation *s) {
    double sum = 0.0, g = ab_norm(s->model->gravity.uniform);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        if (body->state >= 0) {
            double size = ab_body_size(body);
            sum += body->mass * fmax(g * size, 1e-4 * size * size);
        }
    }
    return sum;
}

// Before the first step.
static abResult start_by_events(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_first_contacts(s, observer, error));
    AB_TRY(ab_run_follow_grips(s, error));
    return ab_run_settle(s, observer, error);
}

static abResult first_restart(abSimulation *s, abError *error) {
    ab_run_weights(s);
    ab_run_warm_up(s);
    return ab_run_restart(s, 0.0, error);
}

// Whether bodies fly, or touch as rigid ones do: nothing then moves faster for being in contact.
static bool is_free_of_springs(const abDynamics *d) {
    bool is_free = true;
    for (size_t k = 0; k < d->touch_count; k++) {
        is_free = is_free && d->touches[k].is_rigid;
    }
    return is_free;
}

// A first step after an event: into a contact a fraction of its duration, into free flight and
// rigid contact the last one of that kind.
static double step_after_event(const abSimulation *s) {
    double h = INFINITY;
    // the force begins with depth^1.5, so the first step errs by about h^3.5 of what it changes
    double share = sqrt(sqrt(s->options.tolerance));
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        if (touch->start_time == s->t && touch->speed_scale > 0.0) {
            h = fmin(h, share * touch->depth_scale / touch->speed_scale);
        }
    }
    if (s->flight_step > 0.0 && is_free_of_springs(&s->dynamics)) {
        h = s->flight_step;
    }
    return isfinite(h) ? h : 0.0;
}

void ab_run_count_turns(abSimulation *s) {
    if (s->model->turn_count > 0) {
        ab_dynamics_place(&s->dynamics, s->t, s->y);
        ab_observe_turns(&s->dynamics, false);
    }
}

// ---- method events ----

static const int s_rescues = 12; // bridges in a row, each twice as long

// Of the energies there are: friction of a step that gives more is in modes that are wrong, and a
// step whose book is off by more has forces that are none.
static const double s_gives = 1e-7, s_is_off = 1e-5;

// Whether the friction of rigid points takes energy in the step that leads to y, and its book is
// right.
static bool is_sound(abSimulation *s, double t, double *y) {
    if (!ab_crowd_is_possible(s)) {
        return true;
    }
    size_t sliding = (size_t)s->model->state_count - AB_BOOK_STATES + AB_BOOK_SLIDING;
    double off = ab_run_balance(s, t, y) - ab_run_balance(s, s->t, s->y);
    ab_dynamics_place(&s->dynamics, t, y);
    return y[sliding] - s->y[sliding] >= -s_gives * s->energy_scale &&
           fabs(off) <= s_is_off * s->energy_scale;
}

// One step, its frames and its event. One that is not sound is taken where any will do, else it is
// AB_NUMERICS and has changed nothing.
typedef struct Soundness {
    bool any_will_do, is_unsound;
} Soundness;

static abResult take_step(abSimulation *s, Soundness *soundness, const abObserver *observer,
                          abError *error) {
    abStepper *stepper = ab_run_stepper(s);
    abStepStatus status = stepper->type->step(stepper, s->options.end_time);
    AB_TRY(ab_run_code_fault(s, error));
    if (status == AB_STEP_TOO_SMALL || status == AB_STEP_FAILED) {
        bool caught;
        AB_TRY(ab_run_catch_slip(s, observer, &caught, error));
        return caught ? ab_run_restart(s, 0.0, error) : ab_run_give_way(s, status, error);
    }
    note_end(s, stepper->t + stepper->h, stepper->y1, stepper->end_is_evaluated);
    if (ab_run_end_at_border(s)) {
        note_end(s, stepper->t + stepper->h, stepper->y1, stepper->end_is_evaluated);
    }
    abFound found;
    AB_TRY(ab_run_find_event(s, &found, error));
    if (found.is_event) {
        note_end(s, stepper->t + stepper->h * found.theta, s->y_event, false);
    }
    double h = stepper->h * found.theta;
    double t_new = stepper->t + h;
    if (!found.is_event && stepper->t + stepper->h >= s->options.end_time) {
        t_new = s->options.end_time;
    }
    if (!soundness->any_will_do && !is_sound(s, t_new, found.is_event ? s->y_event : stepper->y1)) {
        soundness->is_unsound = true;
        return AB_NUMERICS;
    }
    if (found.is_event) {
        // frames overwrite y_event, so the state moves first
        memcpy(s->y, s->y_event, (size_t)stepper->n * sizeof *s->y);
    } else {
        memcpy(s->y, stepper->y1, (size_t)stepper->n * sizeof *s->y);
    }
    bool has_turned = ab_stick_follow(&s->dynamics);
    note_step(s, stepper); // before frames, which evaluate elsewhere
    bool has_other_regions = ab_run_keep_regions(s);
    bool has_other_points = !found.is_event && ab_run_cross_borders(s);
    ab_run_watch(s, stepper);
    AB_TRY(ab_run_tell_frames(s, t_new, observer, error));
    if (is_free_of_springs(&s->dynamics)) {
        s->flight_step = fmax(stepper->next_h, stepper->h);
    }
    s->t = t_new;
    raise_energy_scale(s);
    ab_run_count_turns(s);
    // an integrator with history projects itself or at its restarts
    bool changed = (!stepper->type->keeps_history || found.is_event) &&
                   ab_dynamics_project(&s->dynamics, s->t, s->y);
    ab_run_warn_of_singularity(s);
    if (!found.is_event) {
        bool has_other = false;
        AB_TRY(ab_run_follow_rigid(s, observer, &has_other, error));
        has_other_points = has_other_points || has_other;
    }
    changed = changed || has_other_regions;
    if (found.is_event) {
        ab_run_note_grips(s);
        if (found.is_slip) {
            ab_grips_change(&s->dynamics, s->t, s->y);
        }
        AB_TRY(ab_run_apply_events(s, s->t, s->y, observer, &changed, error));
        AB_TRY(ab_run_impacts(s, observer, &changed, error));
        AB_TRY(ab_run_follow_grips(s, error));
        AB_TRY(ab_run_settle(s, observer, error));
        AB_TRY(ab_sensors_tell(s, false, observer, error));
        ab_run_be_quiet(s);
        ab_run_weights(s);
        ab_run_rest(s);
        AB_TRY(ab_run_restart(s, step_after_event(s), error));
        return AB_OK;
    }
    if (has_other_points) {
        ab_run_note_grips(s);
        AB_TRY(ab_run_follow_grips(s, error));
        AB_TRY(ab_run_settle(s, observer, error));
        changed = true;
    }
    changed = changed || (has_turned && !stepper->type->keeps_history);
    AB_TRY(ab_sensors_tell(s, false, observer, error));
    ab_run_weights(s);
    changed = ab_run_rest(s) || changed;
    if (changed) {
        double control[AB_STEPPER_CONTROL];
        double next_h = stepper->next_h;
        memcpy(control, stepper->control, sizeof control);
        AB_TRY(ab_run_restart(s, next_h, error));
        memcpy(stepper->control, control, sizeof control);
    }
    return ab_run_choose(s, status, error);
}

// Impacts at one instant that follow on each other without an end: no step gets on from there.
static abResult look_at_instant(abSimulation *s, abError *error) {
    enum { MOST_AT_ONCE = 200 };
    s->steps_at_once = s->t == s->instant ? s->steps_at_once + 1 : 0;
    s->instant = s->t;
    return s->steps_at_once < MOST_AT_ONCE ? AB_OK : ab_run_endless_impacts(s, error);
}

// One step, or, where steps crowd or none can be taken, one over that.
static abResult advance(abSimulation *s, const abObserver *observer, abError *error) {
    Soundness soundness = {false, false};
    bool was_bridged = false;
    int before = error->count;
    abResult result = AB_OK;
    if (ab_run_is_crowded(s)) {
        result = ab_run_bridge(s, observer, &was_bridged, error);
    }
    if (result == AB_OK && !was_bridged) {
        result = take_step(s, &soundness, observer, error);
    }
    for (int i = 0; result == AB_NUMERICS && i < s_rescues; i++) {
        int said = error->count;
        error->count = before;
        result = ab_run_bridge(s, observer, &was_bridged, error);
        if (result == AB_OK && !was_bridged && soundness.is_unsound) {
            soundness = (Soundness){true, false};
            AB_TRY(ab_run_restart(s, 0.0, error));
            return take_step(s, &soundness, observer, error);
        }
        if (result == AB_OK && !was_bridged) {
            error->count = said;
            return AB_NUMERICS;
        }
    }
    return result == AB_OK ? look_at_instant(s, error) : result;
}

static void state_in_step(abSimulation *s, double t, double *y) {
    abStepper *stepper = ab_run_stepper(s);
    double theta = stepper->h > 0.0 ? (t - stepper->t) / stepper->h : 1.0;
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, y);
}

static void finish_by_events(abSimulation *s) {
    abStatistics *st = &s->statistics;
    st->integrator = ab_run_stepper(s)->type->name;
    st->rejected = st->jacobians = 0;
    for (int use = 0; use < AB_USE_COUNT; use++) {
        st->rejected += s->steppers[use].rejected;
        st->jacobians += s->steppers[use].jacobians;
    }
}

const abMethod ab_method_events = {.create = ab_run_make_steppers,
                                   .start = start_by_events,
                                   .restart = first_restart,
                                   .advance = advance,
                                   .state_at = state_in_step,
                                   .finish = finish_by_events};

// ---- the run ----

// Before the first step: contacts that exist, scales, the first frame.
static abResult start(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_check_code(s, error));
    AB_TRY(s->method->start(s, observer, error));
    abEnergyBook book = ab_dynamics_energy(&s->dynamics, s->t, s->y);
    s->balance_start = ab_energy_balance(&book);
    s->energy_scale = fmax(smallest_energy(s), book.kinetic + book.springs + book.contacts);
    AB_TRY(s->method->restart(s, error));
    AB_TRY(tell_frame(s, s->t, s->y, observer, error));
    AB_TRY(ab_sensors_tell(s, true, observer, error));
    s->is_started = true;
    return AB_OK;
}

static void finish_statistics(abSimulation *s) {
    abStatistics *st = &s->statistics;
    st->evaluations = s->dynamics.evaluations;
    st->proximity_calls = s->dynamics.proximity_calls;
    s->method->finish(s);
    int64_t most = 0, sum = 0;
    int group = 0;
    for (int g = 0; g < s->limit_count; g++) {
        sum += s->limits[g];
        if (s->limits[g] > most) {
            most = s->limits[g];
            group = g;
        }
    }
    ab_run_limiting_pair(s, group, st->limiting_bodies);
    st->limiting_share = sum > 0 ? (double)most / (double)sum : 0.0;
}

// The state where a sensor halted, as one more frame.
static abResult tell_halt(abSimulation *s, const abObserver *observer, abError *error) {
    if (s->frame_index > 0 && frame_time(s, s->frame_index - 1) >= s->t) {
        return AB_OK;
    }
    AB_TRY(tell_frame(s, s->t, s->y, observer, error));
    s->extra_frames++;
    return AB_OK;
}

abResult ab_simulation_run(abSimulation *s, const abObserver *observer, abError *error) {
    static const abObserver nobody = {0};
    if (observer == NULL) {
        observer = &nobody;
    }
    s->sensors.has_halted = false;
    abResult result = s->is_started ? AB_OK : start(s, observer, error);
    if (result == AB_OK) {
        result = ab_run_tell_changes(s, observer, error);
    }
    while (result == AB_OK && s->t < s->options.end_time && !s->sensors.has_halted) {
        if ((double)s->statistics.steps >= s->options.max_steps) {
            result =
                ab_error_add(error, AB_NUMERICS, s->options.place,
                             "max_steps = %.9g reached at t = %.9g s", s->options.max_steps, s->t);
            break;
        }
        result = s->method->advance(s, observer, error);
        if (result == AB_OK && observer->step != NULL) {
            result = observer->step(observer->context, s, s->t, error);
        }
    }
    if (result == AB_OK && s->sensors.has_halted) {
        result = tell_halt(s, observer, error);
    }
    finish_statistics(s);
    return result == AB_OK ? ab_run_code_fault(s, error) : result;
}

// ---- asking ----

double ab_simulation_time(const abSimulation *s) {
    return s->t;
}

const abStatistics *ab_simulation_statistics(const abSimulation *s) {
    return &s->statistics;
}

abEnergyBook ab_simulation_energy(abSimulation *s) {
    return ab_dynamics_energy(&s->dynamics, s->t, s->y);
}

abBodyState ab_simulation_body(const abSimulation *s, abBodyId body) {
    if (body.index < 1 || (size_t)body.index > s->model->body_count) {
        return (abBodyState){.orientation = {1.0, 0.0, 0.0, 0.0}};
    }
    // the body is placed anew, as evaluations elsewhere may have moved it
    return ab_dynamics_body_state((abDynamics *)&s->dynamics, body.index - 1, s->t, s->y);
}
