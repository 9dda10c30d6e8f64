// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// choose.c - `auto`: the explicit pair, and the stiff integrator where it is measured to be
// cheaper.
//
// The explicit pair says when stability and not accuracy bounds its step. Then, or after many steps
// in contact without an event (at rest, rounding hides what bounds the step), the stiff integrator
// is tried; after some steps its evaluations per simulated second are compared with what the
// explicit pair was spending. The cheaper one goes on, and each failed trial doubles the pause
// before the next. Impacts are short and not stiff, so an event always goes back to the explicit
// pair. Costs are counted in evaluations, never in seconds, so a run repeats to the bit.

#include "integrate/run.h"

enum {
    TRIAL_STEPS = 60,   // of the stiff integrator before it is judged
    QUIET_STEPS = 200,  // of the explicit pair between events, with touches, before a trial
    HISTORY_STEPS = 400 // a stepper with history starts anew after so many, to allow checkpoints
};

// the stiff integrator must save this much to be worth its linear algebra
static const double s_gain = 0.5;

abResult ab_run_restart(abSimulation *s, double h, abError *error) {
    bool is_auto = s->options.integrator == 0;
    if (is_auto && s->has_stepper[AB_USE_EXPLICIT]) {
        s->use = AB_USE_EXPLICIT;
    }
    abStepper *stepper = ab_run_stepper(s);
    s->statistics.restarts++;
    s->shared_steps = 0;
    return stepper->type->restart(stepper, s->t, s->y, h) ? AB_OK
                                                          : ab_run_failed(s, AB_STEP_FAILED, error);
}

void ab_run_warm_up(abSimulation *s) {
    abStepper *stiff = &s->steppers[AB_USE_STIFF];
    if (!s->has_stepper[AB_USE_STIFF] || s->use == AB_USE_STIFF) {
        return;
    }
    int64_t evaluations = s->dynamics.evaluations, calls = s->dynamics.proximity_calls;
    double h = 1e-9 * (s->options.end_time - s->options.start_time);
    if (stiff->type->restart(stiff, s->t, s->y, h)) {
        stiff->type->step(stiff, s->t + h);
    }
    s->dynamics.evaluations = evaluations;
    s->dynamics.proximity_calls = calls;
    stiff->rejected = stiff->jacobians = 0;
}

static abResult change_to(abSimulation *s, int use, double h, abError *error) {
    s->use = use;
    s->shared_steps = 0;
    s->statistics.restarts++;
    abStepper *stepper = ab_run_stepper(s);
    return stepper->type->restart(stepper, s->t, s->y, h) ? AB_OK
                                                          : ab_run_failed(s, AB_STEP_FAILED, error);
}

static abResult begin_trial(abSimulation *s, const abStepper *stepper, abError *error) {
    abMeasure *m = &s->measure;
    m->explicit_cost = stepper->step_cost / stepper->h;
    m->trial_start = s->t;
    m->trial_evaluations = (double)s->dynamics.evaluations;
    if (!(m->trial_pause > 0.0)) {
        m->trial_pause = 500.0 * stepper->h;
    }
    return change_to(s, AB_USE_STIFF, stepper->h, error);
}

static abResult judge_trial(abSimulation *s, abError *error) {
    abMeasure *m = &s->measure;
    double cost =
        ((double)s->dynamics.evaluations - m->trial_evaluations) / (s->t - m->trial_start);
    if (cost <= s_gain * m->explicit_cost) {
        m->trial_pause *= 0.5;
        return AB_OK;
    }
    m->next_trial = s->t + m->trial_pause;
    m->trial_pause *= 2.0;
    return change_to(s, AB_USE_EXPLICIT, s->steppers[AB_USE_EXPLICIT].step_cost / m->explicit_cost,
                     error);
}

abResult ab_run_give_way(abSimulation *s, abStepStatus status, abError *error) {
    bool is_auto = s->options.integrator == 0;
    if (!is_auto || s->use == AB_USE_EXPLICIT || !s->has_stepper[AB_USE_EXPLICIT]) {
        return ab_run_failed(s, status, error);
    }
    abMeasure *m = &s->measure;
    m->next_trial = s->t + m->trial_pause;
    m->trial_pause *= 4.0;
    return change_to(s, AB_USE_EXPLICIT, 0.1 / m->explicit_cost, error);
}

abResult ab_run_choose(abSimulation *s, abStepStatus status, abError *error) {
    const abStepper *stepper = ab_run_stepper(s);
    bool is_auto = s->options.integrator == 0;
    if (s->use == AB_USE_EXPLICIT) {
        bool is_quiet = ++s->quiet_steps >= QUIET_STEPS && s->dynamics.touch_count > 0;
        bool try_stiff = is_auto && (status == AB_STEP_STIFF || is_quiet) &&
                         s->has_stepper[AB_USE_STIFF] && s->t >= s->measure.next_trial;
        return try_stiff ? begin_trial(s, stepper, error) : AB_OK;
    }
    s->shared_steps++;
    if (is_auto && s->shared_steps == TRIAL_STEPS) {
        AB_TRY(judge_trial(s, error));
        if (s->use == AB_USE_EXPLICIT) {
            return AB_OK;
        }
    }
    if (s->shared_steps >= HISTORY_STEPS) {
        ab_dynamics_project(&s->dynamics, s->t, s->y);
        return change_to(s, s->use, stepper->h, error);
    }
    return AB_OK;
}
