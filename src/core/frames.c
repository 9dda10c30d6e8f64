// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// frames.c - a frame: states, contacts, loads, energies and what is asked for, at one instant.

#include "core/frames.h"

#include "core/energy_book.h"

#include "base/array.h"
#include "base/no_memory.h"
#include "core/failure.h"
#include "core/kept_step.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "core/user_post.h"
#include "core/watch.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/evaluate/point_forces.h"
#include "derivative/rigid/link_loads.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_maps.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/force/observe.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"

static void note_energy(abSimulation *s, const abEnergyBook *book) {
    double drift = fabs(ab_energy_balance(book) - s->energy.balance_start);
    double lost = book->contact_damping + book->sliding_friction + book->rolling_resistance +
                  book->dampers + fabs(book->applied_work) + fabs(book->drive_work);
    s->statistics.energy_drift = fmax(s->statistics.energy_drift, drift);
    s->statistics.energy_scale =
        fmax(s->statistics.energy_scale, fmax(ab_energy_of_motion(book), lost));
}

// A frame with the states of bodies alone; they are placed where `y` is.
static abFrame frame_of_bodies(abSimulation *s, double t) {
    ab_mechanics_body_states(&s->dynamics.mechanics, s->frame.body_states);
    return (abFrame){.index = -1,
                     .time = t,
                     .bodies = s->frame.body_states,
                     .body_count = (int)s->model->body_count};
}

// What forces tell, after an evaluation at `t`.
static abResult add_forces(abSimulation *s, abFrame *frame, abError *error) {
    abDerivative *d = &s->dynamics;
    if (!AB_ARRAY_RESERVE(s->allocator, s->frame.contact_states, s->frame.contact_capacity,
                          d->contacts->count)) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    frame->contacts = s->frame.contact_states;
    frame->contact_count = (int)d->contacts->count;
    frame->joint_forces = s->frame.joint_forces;
    frame->joint_count = (int)s->model->joint_count;
    frame->limit_loads = s->frame.limit_loads;
    frame->force_loads = s->frame.force_loads;
    frame->force_count = (int)s->model->force_count;
    frame->requests = s->frame.requests;
    frame->request_count = (int)s->model->request_count;
    ab_derivative_contact_states(d, s->frame.contact_states);
    ab_derivative_note_points(d);
    if (frame->joint_count > 0) {
        ab_joint_forces(&d->mechanics, s->frame.joint_forces);
    }
    ab_rigid_limit_loads(d, s->frame.limit_loads);
    if (s->method->amend != NULL) {
        s->method->amend(s, s->frame.contact_states, s->frame.joint_forces);
    }
    ab_force_loads(&d->mechanics, s->frame.force_loads);
    for (int k = 0; k < frame->request_count; k++) {
        s->frame.requests[k] =
            ab_compiled_expression_value(&d->mechanics, &s->model->requests[k].compiled);
    }
    frame->map_count = ab_contacts_map(&d->mechanics, &frame->map);
    if (frame->map_count < 0) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    frame->regions = d->mechanics.report->region_rows;
    frame->region_count = (int)d->mechanics.report->region_row_count;
    if (!ab_report_finish_points(&d->mechanics)) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    frame->points = d->mechanics.report->point_rows;
    frame->point_count = (int)d->mechanics.report->point_row_count;
    return AB_OK;
}

const abContactPointForce *ab_frame_point_forces(const abFrame *frame, int contact,
                                                 abContactPointForce *alone, int *count) {
    int low = 0, high = frame->point_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (frame->points[middle].contact < contact) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (*count = 0; low + *count < frame->point_count; ++*count) {
        if (frame->points[low + *count].contact != contact) {
            break;
        }
    }
    if (*count > 0) {
        return &frame->points[low];
    }
    const abContactState *at = &frame->contacts[contact];
    *alone = (abContactPointForce){.contact = contact,
                                   .point = at->point,
                                   .normal = at->normal,
                                   .depth = at->depth,
                                   .normal_force = at->normal_force,
                                   .force = at->force};
    *count = 1;
    return alone;
}

// The frame of state y at time t, but for its index; it lives in the simulation's own room.
static abResult look_at(abSimulation *s, double t, const double *y, abLook look, abFrame *frame,
                        abError *error) {
    abDerivative *d = &s->dynamics;
    if (look == AB_LOOK_BODIES) {
        ab_mechanics_place(&d->mechanics, t, y);
        *frame = frame_of_bodies(s, t);
        return AB_OK;
    }
    // joints' forces and contacts come from a full evaluation; it counts as none of the
    // integrator's
    int64_t evaluations = d->mechanics.evaluations;
    d->mechanics.report->wants_points = true;
    bool ok = ab_derivative_evaluate(d, t, y, s->frame.rate);
    d->mechanics.evaluations = evaluations;
    abResult result = AB_OK;
    if (ok) {
        *frame = frame_of_bodies(s, t);
        result = add_forces(s, frame, error);
    }
    d->mechanics.report->wants_points = false;
    if (!ok) {
        return ab_run_failed(s, error);
    }
    AB_TRY(result);
    if (look == AB_LOOK_ALL) {
        frame->energy = ab_run_energy_here(s, t, y);
        ab_derivative_contact_energies(d, s->frame.contact_states);
        frame->modal_count = (int)ab_modes_frame_count(s->model);
        frame->modes = s->frame.modes;
        ab_modes_frame(&d->mechanics, s->frame.modes);
        ab_mechanics_body_states(&d->mechanics, s->frame.body_states);
    }
    return AB_OK;
}

// Tells one frame of state y at time t.
static abResult notify_frame(abSimulation *s, double t, const double *y, const abObserver *observer,
                             abError *error) {
    abFrame frame = {0};
    AB_TRY(look_at(s, t, y, AB_LOOK_ALL, &frame, error));
    frame.index = s->clock.frame_index;
    ab_run_post(s, t, frame.contact_count,
                t >= s->options.end_time ? 1
                : frame.index == 0       ? -1
                                         : 0);
    note_energy(s, &frame.energy);
    ab_run_watch_energy(s, t, &frame.energy);
    ab_run_watch_modes(s, t);
    s->clock.frame_index++;
    return observer->frame != NULL ? observer->frame(observer->context, &frame, error) : AB_OK;
}

static double frame_time(const abSimulation *s, int64_t index) {
    double count = (double)(index - s->clock.extra_frames);
    double t = s->options.start_time + count * s->options.output_interval;
    // the last frame is at the end, also when the interval does not divide the run
    double slack = 1e-9 * s->options.output_interval;
    return t >= s->options.end_time - slack ? s->options.end_time : t;
}

bool ab_run_has_frames(const abSimulation *s, double until) {
    return s->inside.observer.piece != NULL || s->options.output_events ||
           frame_time(s, s->clock.frame_index) <= until;
}

// ---- inside steps ----

abResult ab_simulation_observe_pieces(abSimulation *s, const abPieceObserver *observer) {
    s->inside = (abInside){.observer = observer != NULL ? *observer : (abPieceObserver){0},
                           .from = s->t,
                           .to = -INFINITY};
    return AB_OK;
}

abResult ab_simulation_frame_at(abSimulation *s, double time, abLook look, abFrame *out,
                                abError *error) {
    if (!(time >= s->inside.from && time <= s->inside.to)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "a frame at %.9g s can be had only while a piece of a step with that "
                            "time is told",
                            time);
    }
    s->method->state_at(s, time, s->frame.y);
    return look_at(s, time, s->frame.y, look, out, error);
}

// The piece of a step up to `until`, which its method has just taken.
static abResult tell_piece(abSimulation *s, double until, abError *error) {
    abInside *inside = &s->inside;
    if (inside->observer.piece == NULL) {
        return AB_OK;
    }
    inside->to = until;
    abResult result =
        inside->observer.piece(inside->observer.context, s, inside->from, until, error);
    inside->from = until;
    inside->to = -INFINITY;
    return result;
}

// One more frame, beside those of the interval.
static abResult tell_extra(abSimulation *s, double t, const double *y, const abObserver *observer,
                           abError *error) {
    AB_TRY(notify_frame(s, t, y, observer, error));
    s->clock.extra_frames++;
    return AB_OK;
}

// The frames of the interval before `t`, and one at `t`.
static abResult tell_instant(abSimulation *s, double t, const abObserver *observer,
                             abError *error) {
    while (frame_time(s, s->clock.frame_index) < t) {
        double turn = frame_time(s, s->clock.frame_index);
        s->method->state_at(s, turn, s->frame.y);
        AB_TRY(notify_frame(s, turn, s->frame.y, observer, error));
    }
    s->method->state_at(s, t, s->frame.y);
    return tell_extra(s, t, s->frame.y, observer, error);
}

abResult ab_run_notify_instants(abSimulation *s, const double *times, int count,
                                const abObserver *observer, abError *error) {
    for (int k = 0; k < count && s->options.output_events; k++) {
        if (times[k] < s->options.end_time) { // a frame is told there in any case
            AB_TRY(tell_instant(s, times[k], observer, error));
        }
    }
    return AB_OK;
}

abResult ab_run_notify_frames(abSimulation *s, double until, const abObserver *observer,
                              abError *error) {
    for (;;) {
        double t = frame_time(s, s->clock.frame_index);
        bool is_done = s->clock.frame_index > 0 &&
                       frame_time(s, s->clock.frame_index - 1) >= s->options.end_time;
        if (t > until || is_done) {
            AB_TRY(tell_piece(s, until, error));
            return ab_run_keep_piece(s, until, error);
        }
        s->method->state_at(s, t, s->frame.y);
        AB_TRY(notify_frame(s, t, s->frame.y, observer, error));
    }
}

bool ab_run_frames_fit(const abSimulation *s) {
    const abOutputClock *clock = &s->clock;
    return isfinite(s->t) && clock->extra_frames >= 0 && clock->extra_frames < clock->frame_index &&
           frame_time(s, clock->frame_index - 1) <= s->t + s->options.output_interval;
}

abResult ab_simulation_set_end_time(abSimulation *s, double end_time, abError *error) {
    abOutputClock *clock = &s->clock;
    const double slack = 1e-9 * s->options.output_interval;
    if (!(isfinite(end_time) && end_time >= s->t)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "end time = %.9g s is before the run, which is at %.9g s", end_time,
                            s->t);
    }
    // the frame at the old end came before its turn: the one whose turn it was is told too
    double turn = s->options.start_time + (double)(clock->frame_index - 1 - clock->extra_frames) *
                                              s->options.output_interval;
    bool has_told_end =
        clock->frame_index > 0 && frame_time(s, clock->frame_index - 1) >= s->options.end_time;
    if (has_told_end && turn > s->options.end_time + slack) {
        clock->extra_frames++;
    }
    s->options.end_time = end_time;
    return AB_OK;
}

abResult ab_run_tell_start(abSimulation *s, const abObserver *observer, abError *error) {
    return notify_frame(s, s->t, s->y, observer, error);
}

abResult ab_run_tell_halt(abSimulation *s, const abObserver *observer, abError *error) {
    if (s->clock.frame_index > 0 && frame_time(s, s->clock.frame_index - 1) >= s->t) {
        return AB_OK;
    }
    return tell_extra(s, s->t, s->y, observer, error);
}

abResult ab_run_tell_jump(abSimulation *s, const abObserver *observer, abError *error) {
    return s->options.output_events && s->t < s->options.end_time
               ? tell_extra(s, s->t, s->y, observer, error)
               : AB_OK;
}
