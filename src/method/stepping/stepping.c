// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.c - method `stepping`: implicit steps in which all contacts and joints are rows of one
// solution. The scheme is in method/step and docs/theory/stepping.md, a step of a run in method/steps;
// here is the loop.

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "core/advance.h"
#include "core/frames.h"
#include "core/method.h"
#include "core/sensors.h"
#include "core/simulation_state.h"
#include "core/turns.h"
#include "mechanics/contact/contact_pairs.h"
#include "method/step/step_energy.h"
#include "method/steps/steps.h"

// ---- a step ----

static bool is_adaptive(const abSimulation *s) {
    return s->options.step_control == AB_STEP_CONTROL_ADAPTIVE;
}

// Steps begin as if nothing had been found for the first frame.
static void drop_start(abSimulation *s) {
    if (s->dynamics.contacts->count > 0) {
        ab_contacts_clear(&s->dynamics.mechanics);
        ab_step_clear(&s->stepping->step);
    }
}

static abResult advance(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->stepping;
    const abSimulationDef *options = &s->options;
    if (own->taken == 0) {
        drop_start(s);
    }
    bool rests = ab_step_is_at_rest(&own->step);
    double h = is_adaptive(s) && !rests ? ab_step_control_length(s) : options->step;
    double end = is_adaptive(s) ? ab_run_without_sliver(s, s->t + h, h) : ab_run_planned_end(s);
    bool is_whole = end <= s->stop_time;
    end = is_whole ? end : s->stop_time; // a change from outside, the next step ends as planned
    const double whole = end - s->t;
    h = whole;
    AB_TRY(ab_stepping_take(s, &h, error));
    bool is_cut = h < whole;
    end = is_cut ? s->t + h : end;
    s->t = end;
    own->taken++;
    s->statistics.steps++;
    s->statistics.smallest_step = fmin(s->statistics.smallest_step, end - own->t0);
    if (!rests) {
        AB_TRY(ab_stepping_finish(s, observer, error));
    }
    AB_TRY(ab_run_notify_frames(s, s->t, observer, error));
    ab_run_count_turns(s);
    return ab_sensors_notify(s, false, observer, error);
}

// ---- begin and end ----

static abResult create(abSimulation *s, abError *error) {
    s->dynamics.contacts->keeps_patches = true;
    AB_TRY(ab_stepping_create(s, is_adaptive(s), s->options.step, s->options.tolerance, error));
    s->stepping->step.parts_turned = true; // what begins as an event has its gaps from the events
    return AB_OK;
}

// What overlaps at the start is found by a step that is not taken, as it stores energy from then on.
static abResult start(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->stepping;
    size_t n = s->dynamics.mechanics.layout.count;
    memcpy(own->y0, s->y, n * sizeof *s->y);
    own->t0 = s->t;
    (void)observer;
    ab_step_predict(&own->step, s->t, s->options.step, s->y);
    if (!ab_step_find(&own->step)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    own->pairs_are_old = ab_step_begin_overlaps(&own->step);
    if (own->pairs_are_old) {
        ab_stepping_list_pairs(s);
    } else {
        ab_step_clear(&own->step);
    }
    return AB_OK;
}

// What is done from outside may move what slept.
static abResult restart(abSimulation *s, abError *error) {
    abStepping *own = s->stepping;
    (void)error;
    ab_step_wake_all(&own->step);
    own->step.is_fresh = true;
    return AB_OK;
}

static void follow(abSimulation *s, const abSimulation *old) {
    abStepping *own = s->stepping;
    const abStepping *before = old->stepping;
    own->taken = before->taken;
    own->is_warned = before->is_warned;
    own->is_squeezed = before->is_squeezed;
    own->is_coarse = before->is_coarse;
    own->unsolved = before->unsolved;
}

static void finish(abSimulation *s) {
    s->statistics.integrator = "stepping";
    s->statistics.rejected = s->stepping->rejected;
}

const abMethod ab_method_stepping = {.create = create,
                                     .destroy = ab_stepping_destroy,
                                     .start = start,
                                     .restart = restart,
                                     .follow = follow,
                                     .step = advance,
                                     .state_at = ab_stepping_state_at,
                                     .watches_energy = true,
                                     .polynomial = ab_stepping_polynomial,
                                     .amend = ab_stepping_amend,
                                     .amend_stores = ab_stepping_amend_stores,
                                     .before_save = ab_stepping_list_pairs,
                                     .pass = ab_stepping_pass,
                                     .finish = finish};
