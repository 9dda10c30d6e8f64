// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// choose_integrator.c - `auto`: the explicit pair, and the stiff integrator where it is measured to be
// cheaper.
//
// The explicit pair says when stability and not accuracy bounds its step. Then, or after many steps
// in contact without an event (at rest, rounding hides what bounds the step), the stiff integrator
// is tried; after some steps, and now and then later, its evaluations per simulated second are
// compared with what the explicit pair was spending. The cheaper one goes on, and each failed trial
// doubles the pause before the next. Impacts are short and not stiff, so an event always goes back
// to the explicit pair. Costs are counted in evaluations, never in seconds, so a run repeats to the
// bit; and only in those of steps, not of the polynomials that frames ask for, so that it does whatever
// is looked at.

#include "method/events/choose_integrator.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "method/events/event_steps.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"

enum {
    TRIAL_STEPS = 60,         // of the stiff integrator before it is judged
    STEPS_BEFORE_TRIAL = 200, // of the explicit pair between events, with touches, before a trial
    HISTORY_STEPS = 400 // a stepper with history starts anew after so many, to allow checkpoints
};

void ab_run_reset_step_count(abSimulation *s) {
    abEvents *own = s->own;
    own->integration.steps_since_event = 0;
    own->integration.count_start = s->t;
    own->integration.count_start_evaluations = own->integration.spent;
}

// The next trial is not before a pause; after each that was in vain it is longer.
static void put_off_trial(abSimulation *s, double longer) {
    abMeasure *m = &((abEvents *)s->own)->integration.measure;
    m->next_trial = s->t + m->trial_pause;
    m->trial_pause *= longer;
}

// Evaluations per simulated second since the trial, or the last look, began.
static double measured_cost(const abSimulation *s) {
    const abEvents *own = s->own;
    const abMeasure *m = &own->integration.measure;
    return (own->integration.spent - m->trial_evaluations) / (s->t - m->trial_start);
}

// A trial that ends before its time was in vain where it cost more so far; else the next one, begun at
// once, would end likewise, and so on.
static void end_trial_early(abSimulation *s) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    bool is_trial = integration->use == AB_USE_STIFF && integration->shared_steps < TRIAL_STEPS;
    if (is_trial && !(measured_cost(s) <= integration->measure.explicit_cost)) {
        put_off_trial(s, 2.0);
    }
}

abResult ab_run_restart(abSimulation *s, double h, abError *error) {
    abEvents *own = s->own;
    bool is_auto = s->options.integrator == 0;
    if (is_auto && own->integration.has_stepper[AB_USE_EXPLICIT]) {
        end_trial_early(s);
        own->integration.use = AB_USE_EXPLICIT;
    }
    abStepper *stepper = ab_run_stepper(s);
    s->statistics.restarts++;
    own->integration.shared_steps = 0;
    own->knows_stores = false;
    return stepper->type->restart(stepper, s->t, s->y, h)
               ? AB_OK
               : ab_run_no_step(s, AB_STEP_FAILED, error);
}

void ab_run_warm_up(abSimulation *s) {
    abEvents *own = s->own;
    abStepper *stiff = &own->integration.steppers[AB_USE_STIFF];
    if (!own->integration.has_stepper[AB_USE_STIFF] || own->integration.use == AB_USE_STIFF) {
        return;
    }
    int64_t evaluations = s->dynamics.mechanics.evaluations,
            calls = s->dynamics.mechanics.proximity_calls;
    double h = 1e-9 * (s->options.end_time - s->options.start_time);
    if (stiff->type->restart(stiff, s->t, s->y, h)) {
        stiff->type->step(stiff, s->t + h);
    }
    s->dynamics.mechanics.evaluations = evaluations;
    s->dynamics.mechanics.proximity_calls = calls;
    stiff->rejected = stiff->jacobians = 0;
}

static abResult change_to(abSimulation *s, int use, double h, abError *error) {
    abEvents *own = s->own;
    ab_run_step_all(s);
    own->integration.use = use;
    own->integration.shared_steps = 0;
    s->statistics.restarts++;
    abStepper *stepper = ab_run_stepper(s);
    return stepper->type->restart(stepper, s->t, s->y, h)
               ? AB_OK
               : ab_run_no_step(s, AB_STEP_FAILED, error);
}

static abResult begin_trial(abSimulation *s, const abStepper *stepper, abError *error) {
    abEvents *own = s->own;
    abMeasure *m = &own->integration.measure;
    double quiet = s->t - own->integration.count_start;
    m->explicit_cost =
        quiet > 0.0 ? (own->integration.spent - own->integration.count_start_evaluations) / quiet
                    : stepper->step_cost / stepper->h;
    m->trial_start = s->t;
    m->trial_evaluations = own->integration.spent;
    if (!(m->trial_pause > 0.0)) {
        m->trial_pause = 500.0 * stepper->h;
    }
    return change_to(s, AB_USE_STIFF, stepper->h, error);
}

static abResult judge(abSimulation *s, double gain, abError *error) {
    abEvents *own = s->own;
    abMeasure *m = &own->integration.measure;
    if (measured_cost(s) <= gain * m->explicit_cost) {
        m->trial_pause *= 0.5;
        m->trial_start = s->t;
        m->trial_evaluations = own->integration.spent;
        return AB_OK;
    }
    put_off_trial(s, 2.0);
    ab_run_reset_step_count(s);
    return change_to(s, AB_USE_EXPLICIT,
                     own->integration.steppers[AB_USE_EXPLICIT].step_cost / m->explicit_cost,
                     error);
}

abResult ab_run_fall_back(abSimulation *s, abStepStatus status, abError *error) {
    abEvents *own = s->own;
    bool is_auto = s->options.integrator == 0;
    if (!is_auto || own->integration.use == AB_USE_EXPLICIT ||
        !own->integration.has_stepper[AB_USE_EXPLICIT]) {
        return ab_run_no_step(s, status, error);
    }
    put_off_trial(s, 4.0);
    ab_run_reset_step_count(s);
    return change_to(s, AB_USE_EXPLICIT, 0.1 / own->integration.measure.explicit_cost, error);
}

abResult ab_run_choose(abSimulation *s, abStepStatus status, abError *error) {
    abEvents *own = s->own;
    const abStepper *stepper = ab_run_stepper(s);
    bool is_auto = s->options.integrator == 0;
    if (own->integration.use == AB_USE_EXPLICIT) {
        bool is_quiet = ++own->integration.steps_since_event >= STEPS_BEFORE_TRIAL &&
                        s->dynamics.contacts->count > 0;
        bool try_stiff = is_auto && (status == AB_STEP_STIFF || is_quiet) &&
                         own->integration.has_stepper[AB_USE_STIFF] &&
                         s->t >= own->integration.measure.next_trial;
        return try_stiff ? begin_trial(s, stepper, error) : AB_OK;
    }
    own->integration.shared_steps++;
    bool is_trial = own->integration.shared_steps == TRIAL_STEPS,
         is_over = own->integration.shared_steps >= HISTORY_STEPS;
    if (is_auto && (is_trial || is_over)) {
        AB_TRY(judge(s, is_over ? 1.0 : s_stiff_gain, error));
        if (own->integration.use == AB_USE_EXPLICIT) {
            return AB_OK;
        }
    }
    if (is_over) {
        ab_derivative_project(&s->dynamics, s->t, s->y);
        return change_to(s, own->integration.use, stepper->h, error);
    }
    return AB_OK;
}
