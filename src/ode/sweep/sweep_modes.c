// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_modes.c - sums over modes, with maxima enclosed from the step's polynomial.

#include "ode/sweep/sweep_modes.h"

#include "math/core/polynomial.h"

abResult ab_sweep_reserve_modes(abSweep *sweep, abArena *arena, abError *error) {
    const abModel *model = sweep->mechanics->model;
    int most = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        int states = ab_modal_states(model->bodies[b].flexible);
        most = states > most ? states : most;
    }
    if (most == 0) {
        return AB_OK;
    }
    sweep->modal_state = AB_ARENA_NEW(arena, double, (size_t)most);
    sweep->deflection = AB_ARENA_NEW(arena, double, model->body_count);
    sweep->modal_speed = AB_ARENA_NEW(arena, double, model->body_count);
    bool ok = sweep->modal_state != NULL && sweep->deflection != NULL && sweep->modal_speed != NULL;
    return ok ? AB_OK : ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for modes");
}

// How far and how fast modes move points of a body in the whole step: sums over modes of what q = 1
// moves at most, times bounds of |q| and |q'| by its polynomial.
void ab_sweep_bound_modes(abSweep *sweep, const abStepper *stepper, size_t b) {
    const abBody *body = &sweep->mechanics->model->bodies[b];
    const abModalBody *f = body->flexible;
    double far = 0.0, fast = 0.0;
    int degree = stepper->degree;
    for (int k = 0; f != NULL && k < f->mode_count; k++) {
        double c[AB_DEGREE_MAX + 1], rate[AB_DEGREE_MAX + 1] = {0.0};
        for (int i = 0; i <= degree; i++) {
            c[i] = stepper->polynomial[i * stepper->n + body->modal_state + k];
        }
        for (int i = 1; i <= degree; i++) {
            rate[i - 1] = i * c[i];
        }
        far += f->reach[k] * ab_polynomial_largest(c, degree, 1.0);
        fast += f->reach[k] * ab_polynomial_largest(rate, degree > 0 ? degree - 1 : 0, 1.0);
    }
    sweep->deflection[b] = far;
    sweep->modal_speed[b] = fast;
}

double ab_sweep_deflection(const abSweep *sweep, int shape) {
    const abBodyShape *s = &sweep->mechanics->model->shapes[shape];
    return sweep->deflection != NULL && s->shape.skin != NULL ? sweep->deflection[s->body] : 0.0;
}

static double modal_speed_of(const abSweep *sweep, int shape) {
    const abBodyShape *s = &sweep->mechanics->model->shapes[shape];
    return sweep->modal_speed != NULL && s->shape.skin != NULL ? sweep->modal_speed[s->body] : 0.0;
}

double ab_sweep_modal_turning(const abSweep *sweep, int a, int b, double spin) {
    if (sweep->deflection == NULL) {
        return 0.0;
    }
    double far = ab_sweep_deflection(sweep, a) + ab_sweep_deflection(sweep, b);
    return spin * far + modal_speed_of(sweep, a) + modal_speed_of(sweep, b);
}
