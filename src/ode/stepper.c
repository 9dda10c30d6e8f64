// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepper.c - what all steppers share.

#include "ode/stepper.h"
#include "derivative/state/derivative.h"

abResult ab_stepper_create(abStepper *stepper, const abStepperType *type, abDerivative *derivative,
                           const abStateGroup *groups, int group_count, const double *weights,
                           const double *floors, double max_step, double tolerance, abArena *arena,
                           abError *error) {
    size_t n = derivative->mechanics.layout.count;
    *stepper = (abStepper){.type = type,
                           .derivative = derivative,
                           .n = (int)n,
                           .groups = groups,
                           .group_count = group_count,
                           .weights = weights,
                           .floors = floors,
                           .max_step = max_step,
                           .tolerance = tolerance};
    stepper->y0 = AB_ARENA_NEW(arena, double, n);
    stepper->y1 = AB_ARENA_NEW(arena, double, n);
    stepper->polynomial = AB_ARENA_NEW(arena, double, (AB_DEGREE_MAX + 1) * n);
    if (stepper->y0 == NULL || stepper->y1 == NULL || stepper->polynomial == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu states", n);
    }
    return type->create(stepper, arena, error);
}

void ab_stepper_polynomial(abStepper *stepper) {
    if (!stepper->has_polynomial) {
        stepper->type->make_polynomial(stepper);
        stepper->has_polynomial = true;
    }
}

void ab_stepper_interpolate(abStepper *stepper, double theta, int first, int count, double *out) {
    ab_stepper_polynomial(stepper);
    const double *top = stepper->polynomial + (size_t)stepper->degree * (size_t)stepper->n + first;
    for (int i = 0; i < count; i++) {
        out[i] = top[i];
    }
    for (int k = stepper->degree; k-- > 0;) {
        const double *c = stepper->polynomial + (size_t)k * (size_t)stepper->n + first;
        for (int i = 0; i < count; i++) {
            out[i] = out[i] * theta + c[i];
        }
    }
}

void ab_stepper_state(abStepper *stepper, double theta, double *out) {
    const abBodySet *set = ab_stepper_set(stepper);
    for (size_t i = 0; i < ab_set_range_count(set); i++) {
        abStateRange at = ab_set_range(set, i, (size_t)stepper->n);
        ab_stepper_interpolate(stepper, theta, (int)at.first, (int)at.count, out + at.first);
    }
}

double ab_stepper_norm(const abStepper *stepper, const double *e, int *limiting_group) {
    double largest = 0.0;
    *limiting_group = 0;
    int count = stepper->chosen != NULL ? stepper->chosen_count : stepper->group_count;
    for (int k = 0; k < count; k++) {
        int g = stepper->chosen != NULL ? stepper->chosen[k] : k;
        const abStateGroup *group = &stepper->groups[g];
        double worst = 0.0;
        for (int i = group->first; i < group->first + group->count; i++) {
            worst = fmax(worst, fabs(e[i]) / stepper->weights[i]);
        }
        if (worst > largest) {
            largest = worst;
            *limiting_group = g;
        }
    }
    return largest;
}
