// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slips.c - where points begin to slip and to stick: the mode of a grip contradicts itself.
//
// A step goes on in the modes it began with, which is smooth; that it ends beyond the end of a mode
// shows there. The instant is located on the polynomial of the step and is an event.

#include "integrate/run.h"

// half of the way, of a step, over which the growth of a limit is measured: truncation is of its
// square, and an error of the instant enters the force with its square again
static const double s_way = 1e-3;
static const double s_band = 1e-9; // of a force or its growth, within which a mode still holds

// Evaluates the whole model at theta.
static bool look(abSimulation *s, abStepper *stepper, double theta) {
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->y_frame);
    double t = stepper->t + theta * stepper->h;
    return ab_dynamics_evaluate(&s->dynamics, t, s->y_frame, s->y_event);
}

static double limit_at(abSimulation *s, abStepper *stepper, size_t grip, double theta) {
    return look(s, stepper, theta) ? s->dynamics.grips.now[grip].limit : NAN;
}

// How much the mode of a grip contradicts itself at theta: > 0 beyond the band.
static double contradiction(abSimulation *s, abStepper *stepper, const abTouch *touch, size_t grip,
                            double theta) {
    const abGripNow *now = &s->dynamics.grips.now[grip];
    if (s->dynamics.grips.list[grip].mode == AB_GRIP_STICK) {
        return look(s, stepper, theta) ? now->border - s_band * touch->grip_scale : NAN;
    }
    double before = limit_at(s, stepper, grip, theta - s_way);
    double after = limit_at(s, stepper, grip, theta + s_way);
    if (!look(s, stepper, theta)) {
        return NAN;
    }
    double growth = (after - before) / (2.0 * s_way * stepper->h);
    return growth - now->drive - s_band * (fabs(growth) + fabs(now->drive));
}

// Where in (0, end] it begins to do so, by the Illinois method; INFINITY when it does not.
static double find_end(abSimulation *s, abStepper *stepper, const abTouch *touch, size_t grip,
                       double end) {
    double low = 0.0, high = end, f_high = contradiction(s, stepper, touch, grip, end);
    if (!(f_high > 0.0)) {
        return INFINITY;
    }
    double f_low = contradiction(s, stepper, touch, grip, 0.0);
    if (f_low > 0.0) { // from the beginning, unless it has begun just now
        return s->dynamics.grips.list[grip].since < stepper->t ? 0.0 : INFINITY;
    }
    for (int i = 0; i < 60 && high - low > 1e-10 * high; i++) {
        double theta = high - f_high * (high - low) / (f_high - f_low);
        if (!(theta > low && theta < high) || (i % 8) == 7) {
            theta = low + 0.5 * (high - low);
        }
        double f = contradiction(s, stepper, touch, grip, theta);
        if (f > 0.0) {
            high = theta, f_high = f, f_low *= 0.5;
        } else {
            low = theta, f_low = f, f_high *= 0.5;
        }
    }
    return high;
}

double ab_run_find_slip(abSimulation *s, double end) {
    abStepper *stepper = ab_run_stepper(s);
    abDynamics *d = &s->dynamics;
    double first = INFINITY;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; ab_grips_has_modes(touch) && i < touch->grip_count; i++) {
            size_t grip = (size_t)(touch->first_grip + i);
            double theta = find_end(s, stepper, touch, grip, fmin(first, end));
            d->grips.list[grip].is_wrong = theta < first;
            for (size_t j = 0; theta < first && j < grip; j++) {
                d->grips.list[j].is_wrong = false;
            }
            first = fmin(first, theta);
        }
    }
    return first;
}
