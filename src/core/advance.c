// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// advance.c - a run: its start, steps of its method, and the statistics at its end.

#include "core/advance.h"

#include <math.h>

#include "core/changes.h"
#include "core/failure.h"
#include "core/frames.h"
#include "core/kept_step.h"
#include "core/method.h"
#include "core/rule_code.h"
#include "core/sensors.h"
#include "core/simulation_state.h"
#include "core/tolerances.def"
#include "derivative/evaluate/evaluate.h"

// Of a body whose frame is held: its modes sagging under gravity, at least the softest one by a millionth
// of the body's size.
static double smallest_strain(const abSimulation *s, const abBody *body) {
    const abModalBody *f = body->flexible;
    size_t m = (size_t)f->mode_count;
    abVec3 g = s->model->gravity.uniform;
    double sag = 0.0, least = INFINITY;
    for (size_t k = 0; k < m; k++) {
        const double *S = f->mass.S + k;
        double load = S[0] * g.x + S[m] * g.y + S[2 * m] * g.z, K = f->K.at[k * m + k];
        double q = f->reach[k] > 0.0 ? s_least_deflection * ab_body_size(body) / f->reach[k] : 0.0;
        sag += 0.5 * load * load / K;
        least = q > 0.0 ? fmin(least, 0.5 * K * q * q) : least;
    }
    return fmax(sag, isfinite(least) ? least : 0.0);
}

// An energy below which nothing is of interest: each body lifted by its size, or, without gravity,
// moved by a hundredth of its size in a second; where all frames are held, their modes.
static double smallest_energy(const abSimulation *s) {
    double sum = 0.0, strain = 0.0, g = ab_norm(s->model->gravity.uniform);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        if (body->state >= 0) {
            double size = ab_body_size(body);
            sum += body->mass * fmax(g * size, 1e-4 * size * size);
        } else if (body->flexible != NULL) {
            strain += smallest_strain(s, body);
        }
    }
    return sum > 0.0 ? sum : strain;
}

void ab_run_catch_up(const abSimulation *s) {
    if (s->method->catch_up != NULL) {
        s->method->catch_up((abSimulation *)s); // no more than a number computed late
    }
}

// Before the first step: contacts that exist, scales, the first frame.
static abResult start(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_check_code(s, error));
    AB_TRY(s->method->start(s, observer, error));
    abEnergyBook book = ab_derivative_energy(&s->dynamics, s->t, s->y);
    s->energy.balance_start = ab_energy_balance(&book);
    s->energy.scale = fmax(smallest_energy(s), ab_energy_of_motion(&book));
    AB_TRY(s->method->restart(s, error));
    AB_TRY(ab_run_tell_start(s, observer, error));
    AB_TRY(ab_sensors_notify(s, true, observer, error));
    s->clock.is_started = true;
    return AB_OK;
}

// The first body that moves, for methods that do not say what sets their steps.
static int first_moving(const abModel *model) {
    int b = 0;
    while (b < (int)model->body_count && model->bodies[b].state < 0) {
        b++;
    }
    return b < (int)model->body_count ? b : -1;
}

static void finish_statistics(abSimulation *s) {
    abStatistics *st = &s->statistics;
    st->evaluations = s->dynamics.mechanics.evaluations;
    st->proximity_calls = s->dynamics.mechanics.proximity_calls;
    ab_run_pair_of(s, first_moving(s->model), st->limiting_bodies);
    st->limiting_share = 0.0;
    s->method->finish(s);
}

abResult ab_run_begin(abSimulation *s, const abObserver *observer, abError *error) {
    s->sensors.has_halted = false;
    if (!s->clock.is_started) {
        AB_TRY(start(s, observer, error));
    }
    return ab_run_notify_changes(s, observer, error);
}

bool ab_run_goes_on(const abSimulation *s) {
    return s->t < s->options.end_time && !s->sensors.has_halted;
}

double ab_run_without_sliver(const abSimulation *s, double end, double h) {
    return end > s->options.end_time - s_sliver * h ? s->options.end_time : end;
}

double ab_run_planned_end(const abSimulation *s) {
    const double start = s->options.start_time, h = s->options.step;
    double taken = floor((s->t - start) / h + s_sliver);
    double end = start + (taken + 1.0) * h;
    if (!(end > s->t)) { // rounding has hidden one, or the clock is too coarse for the step
        end = fmax(start + (taken + 2.0) * h, nextafter(s->t, INFINITY));
    }
    return ab_run_without_sliver(s, end, h);
}

abResult ab_run_step(abSimulation *s, const abObserver *observer, abError *error) {
    if ((double)s->statistics.steps >= s->options.max_steps) {
        return ab_error_add(error, AB_NUMERICS, s->options.place,
                            "max_steps = %.9g reached at t = %.9g s", s->options.max_steps, s->t);
    }
    ab_run_drop_kept(s);
    s->failure = (abFailure){.time = NAN};
    AB_TRY(s->method->step(s, observer, error));
    return observer->step != NULL ? observer->step(observer->context, s, s->t, error) : AB_OK;
}

abResult ab_run_end(abSimulation *s, const abObserver *observer, abResult result, abError *error) {
    if (result == AB_OK && s->sensors.has_halted) {
        result = ab_run_tell_halt(s, observer, error);
    }
    finish_statistics(s);
    return result == AB_OK ? ab_run_code_fault(s, error) : result;
}
