// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// borders.c - steps end where a force is not smooth: at the borders of the laws, and where a point
// joins or leaves a patch.
//
// A step across such a place has a lower order than its method and an error estimate that does not
// see it. So a step that crosses one is taken again up to it, found on the polynomial of the step.
// There is no event: the next step goes on from there.

#include <string.h>

#include "integrate/run.h"

static signed char side_of(double value) {
    return (signed char)((value > 0.0) - (value < 0.0));
}

void ab_run_note_grip_sides(abSimulation *s) {
    abGrips *grips = &s->dynamics.grips;
    for (size_t k = 0; k < grips->count; k++) {
        abGrip *grip = &grips->list[k];
        grip->end_side = grip->has_modes ? 0 : side_of(grips->now[k].border);
    }
}

void ab_run_note_sides(const abSimulation *s, abTouch *touch, const abProximity *at) {
    double values[AB_TOUCH_BORDERS];
    ab_dynamics_borders(&s->dynamics, touch, at, values);
    for (int i = 0; i < AB_TOUCH_BORDERS; i++) {
        touch->end_side[i] = side_of(values[i]);
    }
    touch->end_points = touch->has_regions ? ab_dynamics_stage_regions(&s->dynamics, touch, at)
                                           : ab_dynamics_points(&s->dynamics, touch, at);
}

bool ab_run_keep_regions(abSimulation *s) {
    bool is_changed = false;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        if (touch->has_regions && ab_regions_keep(&s->dynamics, touch)) {
            is_changed = true;
        }
    }
    return is_changed;
}

bool ab_run_cross_borders(abSimulation *s) {
    bool has_other_points = false;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        abTouch *touch = &s->dynamics.touches[k];
        memcpy(touch->side, touch->end_side, sizeof touch->side);
        has_other_points =
            has_other_points || (touch->grip_count > 0 && touch->points != touch->end_points);
        touch->points = touch->end_points;
    }
    for (size_t k = 0; k < s->dynamics.grips.count; k++) {
        s->dynamics.grips.list[k].side = s->dynamics.grips.list[k].end_side;
    }
    return has_other_points;
}

// A border of a touch's law or, without a touch, that of a grip.
typedef struct Border {
    const abTouch *touch;
    size_t index;
} Border;

// The friction of a grip may depend on everything, so all is evaluated.
static double grip_border_at(abSimulation *s, abStepper *stepper, size_t grip, double theta) {
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->y_frame);
    double t = stepper->t + theta * stepper->h;
    bool ok = ab_dynamics_evaluate(&s->dynamics, t, s->y_frame, s->y_event);
    return ok ? s->dynamics.grips.now[grip].border : NAN;
}

static double border_at(abSimulation *s, abStepper *stepper, const Border *border, double theta) {
    const abTouch *touch = border->touch;
    if (touch == NULL) {
        return grip_border_at(s, stepper, border->index, theta);
    }
    abProximity at;
    double values[AB_TOUCH_BORDERS];
    ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, theta, &at);
    ab_dynamics_borders(&s->dynamics, touch, &at, values);
    return values[border->index];
}

// Where in (0, end) the border is crossed, by the Illinois method; INFINITY when it is not.
static double find_crossing(abSimulation *s, abStepper *stepper, Border border, double end) {
    double a = 0.0, b = end;
    double f_a = border_at(s, stepper, &border, a);
    double f_b = border_at(s, stepper, &border, b), size = fabs(f_b - f_a);
    if (!(f_a * f_b < 0.0)) {
        return INFINITY;
    }
    for (int i = 0; i < 60 && fabs(b - a) > 1e-10; i++) {
        double theta = b - f_b * (b - a) / (f_b - f_a);
        double f = border_at(s, stepper, &border, theta);
        if (fabs(f) <= 1e-10 * size) {
            return theta;
        }
        if (f * f_b < 0.0) {
            a = b, f_a = f_b;
        } else {
            f_a *= 0.5;
        }
        b = theta, f_b = f;
    }
    return b;
}

// How long, within (0, end), a patch has the points it had at the start of the step. Where points
// have grips, an instant later, so that new ones are there when the list is made.
static double find_change(abSimulation *s, abStepper *stepper, const abTouch *touch, double end) {
    double same = 0.0, other = end;
    while (other - same > 1e-9) {
        double theta = 0.5 * (same + other);
        abProximity at;
        ab_sweep_proximity(&s->sweep, stepper, touch->shape_a, touch->shape_b, theta, &at);
        bool is_same = ab_dynamics_points(&s->dynamics, touch, &at) == touch->points;
        *(is_same ? &same : &other) = theta;
    }
    return touch->grip_count > 0 ? other : same;
}

bool ab_run_end_at_border(abSimulation *s) {
    abStepper *stepper = ab_run_stepper(s);
    if (stepper->type->again == NULL) {
        return false;
    }
    double first = 1.0;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        for (int i = 0; i < AB_TOUCH_BORDERS; i++) {
            if (touch->side[i] * touch->end_side[i] < 0) {
                Border border = {touch, (size_t)i};
                first = fmin(first, find_crossing(s, stepper, border, first));
            }
        }
        if (touch->points > 0 && touch->end_points != touch->points) {
            first = find_change(s, stepper, touch, first);
        }
    }
    for (size_t k = 0; k < s->dynamics.grips.count; k++) {
        const abGrip *grip = &s->dynamics.grips.list[k];
        if (grip->side * grip->end_side < 0) {
            first = fmin(first, find_crossing(s, stepper, (Border){NULL, k}, first));
        }
    }
    // nothing is gained at the very ends
    return first > 1e-3 && first < 0.999 && stepper->type->again(stepper, first * stepper->h);
}
