// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_states.c - the states of users over a step, by the trapezoidal rule after Euler's,
//
//   s_1 = s_0 + h/2 (f(t_0, y_0, s_0) + f(t_1, y_1, s_0 + h f_0))                          (1)
//
// with the motion at both ends as the step finds it. Forces of the step see s_0 + h/2 f_0.
//
// Order   2, where the motion is smooth.
// Limits  The rates look at places and velocities only. A state that answers to itself faster than
//         the step (a rate constant above 2/h) grows.

#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"

void ab_step_begin_states(abStep *step, const double *y) {
    abMechanics *m = step->mechanics;
    size_t count = m->model->user_state_count;
    const double *s0 = y + m->layout.user_states;
    double *middle = step->y_middle + m->layout.user_states;
    ab_user_rates(m, step->state_rates);
    for (size_t k = 0; k < count; k++) {
        step->states[k] = s0[k];
        middle[k] = s0[k] + 0.5 * step->h * step->state_rates[k];
    }
}

void ab_step_end_states(abStep *step, double *y) {
    abMechanics *m = step->mechanics;
    size_t count = m->model->user_state_count;
    double *s1 = y + m->layout.user_states;
    if (count == 0) {
        return;
    }
    for (size_t k = 0; k < count; k++) {
        s1[k] = step->states[k] + step->h * step->state_rates[k];
    }
    m->t = step->t + step->h;
    ab_mechanics_place(m, m->t, y);
    ab_user_rates(m, s1);
    for (size_t k = 0; k < count; k++) {
        s1[k] = step->states[k] + 0.5 * step->h * (step->state_rates[k] + s1[k]); // (1)
    }
}

void ab_step_states_at_rest(abStep *step, double t, double h, double *y) {
    step->t = t;
    step->h = h;
    ab_mechanics_place(step->mechanics, t, y);
    ab_step_begin_states(step, y);
    ab_step_end_states(step, y);
}
