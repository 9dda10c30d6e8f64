// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simulation.c - the public functions of a run, and what may be asked of it.

#include "core/advance.h"
#include "core/changes.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "mechanics/state/place.h"

abResult ab_simulation_run(abSimulation *s, const abObserver *observer, abError *error) {
    static const abObserver nobody = {0};
    if (observer == NULL) {
        observer = &nobody;
    }
    bool is_over;
    abResult result = ab_run_go_on(s, observer, &is_over, error);
    while (result == AB_OK && !is_over && ab_run_goes_on(s)) {
        result = ab_run_keep_schedule(s, observer, error);
        result = result == AB_OK ? ab_run_step(s, observer, error) : result;
    }
    return ab_run_end(s, observer, result, error);
}

// ---- asking ----

const abStatistics *ab_simulation_statistics(const abSimulation *s) {
    return &s->statistics;
}

// Asking counts as none of the run's distances.
static abEnergyBook energy_now(abSimulation *s) {
    int64_t calls = s->dynamics.mechanics.proximity_calls;
    ab_run_catch_up(s);
    abEnergyBook book = ab_derivative_energy(&s->dynamics, s->t, s->y);
    s->dynamics.mechanics.proximity_calls = calls;
    return book;
}

abEnergyBook ab_simulation_energy(abSimulation *s) {
    abAnswering answer;
    if (!s->asked.is_inside || !ab_run_open_answer(s, &answer)) {
        return energy_now(s);
    }
    abEnergyBook book = ab_derivative_energy(&s->dynamics, answer.t, answer.y);
    ab_run_close_answer(s, &answer);
    return book;
}

abBodyState ab_simulation_body(const abSimulation *s, abBodyId body) {
    if (body.index < 1 || (size_t)body.index > s->model->body_count) {
        return (abBodyState){.orientation = {1.0, 0.0, 0.0, 0.0}};
    }
    // the body is placed anew, as evaluations elsewhere may have moved it
    return ab_mechanics_body_state((abMechanics *)&s->dynamics.mechanics, body.index - 1,
                                   ab_run_shown_time(s), ab_run_shown_state(s));
}
