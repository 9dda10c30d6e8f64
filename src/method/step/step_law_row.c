// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_law_row.c - the linear row of a force law: the rate at which its force begins, and its slope.

#include <math.h>

#include "method/step/step.h"

enum { HALVES = 50 }; // of a rate

// A point that does not press where its law was linearised last keeps its last row, so that it does
// press where another lets it come nearer; else rounds go to and fro between points that take turns.
// A row that presses where the law does not is none to keep.
static void keep_row(abStepPoint *point) {
    if (point->force > 0.0 && point->slope > 0.0) {
        point->onset = point->rate - point->force / point->slope;
        point->steepness = point->slope;
    } else if (ab_dot(point->impulse, point->n) > 0.0) {
        point->steepness = 0.0;
    }
}

// A rate at which a stiff law presses by no more than its load, by halves; NAN where it does not press
// in this step.
static double pressing_rate(const abStep *step, const abStepPoint *point) {
    double low = point->rate, high = fmax(point->free_rate, point->rate) + step->weight_speed;
    double load = fmax(ab_dot(point->pressed, point->n) / step->h,
                       step->weight_speed / (step->h * ab_step_mobility(step, point, point->n)));
    double force = ab_step_point_force(step, point, high).force;
    for (int i = 0; i < HALVES && force > load; i++) {
        double middle = 0.5 * (low + high);
        double now = ab_step_point_force(step, point, middle).force;
        *(now > 0.0 ? &high : &low) = middle;
        force = now > 0.0 ? now : force;
    }
    return force > 0.0 ? high : NAN;
}

// A row for a stiff law that does not press where it was linearised and has none to keep. Without one
// its point falls through in this round, and what is above it in the next.
static void begin_row(abStep *step, abStepPoint *point) {
    double rate = pressing_rate(step, point);
    abStepForce f = isfinite(rate) ? ab_step_point_force(step, point, rate) : (abStepForce){0};
    if (f.force > 0.0 && f.slope > 0.0) {
        point->onset = rate - f.force / f.slope;
        point->steepness = f.slope;
    }
}

void ab_step_make_law_row(abStep *step, abStepPoint *point, abStepForce now) {
    point->force = now.force;
    point->slope = now.slope;
    keep_row(point);
    if (point->is_stiff && !(point->steepness > 0.0)) {
        begin_row(step, point);
    }
}
