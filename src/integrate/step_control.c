// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_control.c - steps of method stepping by an estimate of their error.
//
// The way of a step is that of the mean velocity. With the mean acceleration a of the step and a'
// of the one before, of the length h',
//
//   error of the place = h^3/12 |q'''|,   q''' = (a - a')/((h + h')/2)                    (1)
//
// which is the rest of the trapezoidal rule; of turns likewise, by the reach of the body. A step is
// taken again with half the length while (1) is above the tolerance by the size of the body, or,
// where it presses on something by a force law, by the depth that this contact is expected to
// reach. The next is twice as long when (1) would then be small enough with room to spare. Lengths
// are `step` by powers of two, so that what the solver knows of the last step is of use.
//
// Cost    none but that of steps taken again.
// Limits  At a rigid impact the acceleration is that of a jump, (1) is h v/12, and the steps become
//         as short as the tolerance asks for; at most by 2^20.
// Source  (1) and the choice of the acceleration before: the pair of Adams-Bashforth and
// trapezoidal
//         rule, e.g. E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I
//         (1993), III.8.

#include <string.h>

#include "integrate/stepping.h"

enum { LEVELS = 20 };
// (1) grows by 8 when the step doubles; the rest is room.
static const double s_room = 1.0 / 12.0;

double ab_step_control_length(const abSimulation *s) {
    const abStepping *own = s->own;
    double h = s->options.step;
    for (int i = 0; i < own->level; i++) {
        h *= 0.5;
    }
    return h;
}

// Mean accelerations of the step that was solved.
static void accelerations(const abStep *step, const abConeBody *end, int b, abVec3 a[2]) {
    a[0] = ab_scale(1.0 / step->h, ab_sub(end[b].v, step->v0[b]));
    a[1] = ab_scale(1.0 / step->h, ab_sub(end[b].w, step->w0[b]));
}

// The size that errors of each body are measured by, into own->sizes.
static void find_sizes(abSimulation *s) {
    abStepping *own = s->own;
    const abStep *step = &own->step;
    for (size_t b = 0; b < s->model->body_count; b++) {
        double bound = s->model->bodies[b].bound;
        own->sizes[b] = isfinite(bound) && bound > 0.0 ? bound : s->model->size;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepNote *note = &step->notes[step->points[k].note];
        double depth = note->touch.depth_scale;
        bool presses = ab_dot(step->points[k].impulse, step->points[k].n) > 0.0;
        if (!step->points[k].is_rigid && note->is_begun && presses && depth > 0.0) {
            const int bodies[2] = {note->touch.body_a, note->touch.body_b};
            for (int side = 0; side < 2; side++) {
                own->sizes[bodies[side]] = fmin(own->sizes[bodies[side]], depth);
            }
        }
    }
}

// (1) of the body for which it is worst, by the tolerance.
static double error_of(abSimulation *s) {
    abStepping *own = s->own;
    const abStep *step = &own->step;
    double h = step->h, worst = 0.0;
    find_sizes(s);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        if (body->state < 0 || step->group[b] >= 0) {
            continue;
        }
        abVec3 a[2], last[2] = {own->last[2 * b], own->last[2 * b + 1]};
        double before = own->last_h;
        accelerations(step, step->bodies, (int)b, a);
        if (before == 0.0) { // the first step: against the motion without contact
            accelerations(step, step->free, (int)b, last);
            before = h;
        }
        double reach = fmin(body->bound, s->model->size);
        double jerk = ab_norm(ab_sub(a[0], last[0])) + reach * ab_norm(ab_sub(a[1], last[1]));
        double error = h * h * h / 6.0 * jerk / (h + before);
        worst = fmax(worst, error / (s->options.tolerance * own->sizes[b]));
    }
    return worst;
}

bool ab_step_control_accepts(abSimulation *s) {
    abStepping *own = s->own;
    own->error = error_of(s);
    if (!(own->error > 1.0) || own->level >= LEVELS) {
        return true;
    }
    for (double e = own->error; e > 1.0 && own->level < LEVELS; e *= 0.125) {
        own->level++;
    }
    own->rejected++;
    return false;
}

void ab_step_control_note(abSimulation *s) {
    abStepping *own = s->own;
    const abStep *step = &own->step;
    for (size_t b = 0; b < s->model->body_count; b++) {
        bool moves = s->model->bodies[b].state >= 0 && step->group[b] < 0;
        abVec3 none = {0.0, 0.0, 0.0}, a[2] = {none, none};
        if (moves) {
            accelerations(step, step->bodies, (int)b, a);
        }
        own->last[2 * b] = a[0];
        own->last[2 * b + 1] = a[1];
    }
    own->last_h = step->h;
    if (own->error < s_room && own->level > 0) {
        own->level--;
    }
}

abResult ab_step_control_create(abSimulation *s, abError *error) {
    abStepping *own = s->own;
    size_t n = s->model->body_count;
    own->last = AB_ARENA_NEW(&s->arena, abVec3, 2 * n);
    own->sizes = AB_ARENA_NEW(&s->arena, double, n);
    if (own->last == NULL || own->sizes == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for steps");
    }
    return AB_OK;
}

void ab_step_control_pass(abSimulation *s, abStream *stream) {
    abStepping *own = s->own;
    ab_stream_pass(stream, &own->level, sizeof own->level);
    ab_stream_pass(stream, &own->last_h, sizeof own->last_h);
    ab_stream_pass(stream, &own->rejected, sizeof own->rejected);
    for (size_t i = 0; i < 2 * s->model->body_count; i++) {
        ab_stream_pass(stream, &own->last[i].x, sizeof own->last[i].x);
        ab_stream_pass(stream, &own->last[i].y, sizeof own->last[i].y);
        ab_stream_pass(stream, &own->last[i].z, sizeof own->last[i].z);
    }
}
