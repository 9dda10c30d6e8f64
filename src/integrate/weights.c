// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// weights.c - how large an error each state may have per step.
//
// A tolerance is relative to what a state measures. A body in flight may be wrong by the tolerance
// times its size; a body in contact only by the tolerance times the depth it reaches there, since
// its position then is a penetration depth. So a depth of a micrometre is resolved as well as a
// flight of a metre, at any tolerance. Sizes do not depend on where the origin is.

#include "integrate/run.h"

// The tolerance is meant for results; a step may use this share of it, as errors of steps add up.
static const double s_share = 0.03;

static double largest3(const double *y) {
    return fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
}

// How far from the origin a body is: its coordinates are rounded to that.                     [m]
static double farthest(const abSimulation *s, int body) {
    const abBody *b = &s->model->bodies[body];
    if (b->state < 0) {
        return 0.0;
    }
    const double *y = s->y + b->state;
    return b->mobility == AB_MOBILITY_FREE ? largest3(y) : fmax(fabs(y[0]), fabs(y[1]));
}

static abScales in_flight(const abSimulation *s, int body) {
    double size = ab_body_size(&s->model->bodies[body]);
    return (abScales){.length = size, .speed = 0.1 * size, .turn = 1.0, .far = farthest(s, body)};
}

// Narrows the scales of a body by one touch with another.
static void in_touch(abSimulation *s, const abTouch *touch, int body, int other, int shape) {
    abScales *scales = &s->scales[body];
    scales->far = fmax(scales->far, farthest(s, other)); // it feels the rounding of both
    scales->length = fmin(scales->length, touch->depth_scale);
    scales->speed = fmin(scales->speed, touch->speed_scale);
    scales->rate = fmax(scales->rate, touch->speed_scale / touch->depth_scale);
    bool is_ball = s->model->shapes[shape].shape.is_sphere && s->dynamics.shape_centered[shape];
    if (!is_ball) { // turning changes the depth
        double size = ab_body_size(&s->model->bodies[body]);
        scales->turn = fmin(scales->turn, touch->depth_scale / size);
    }
}

static void find_scales(abSimulation *s) {
    for (size_t b = 0; b < s->model->body_count; b++) {
        s->scales[b] = in_flight(s, (int)b);
    }
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        if (touch->is_rigid) {
            continue; // it has no depth that could be wrong
        }
        in_touch(s, touch, touch->body_a, touch->body_b, touch->shape_a);
        in_touch(s, touch, touch->body_b, touch->body_a, touch->shape_b);
    }
}

static void set3(double *w, double value) {
    w[0] = w[1] = w[2] = value;
}

// What the states of grips may be wrong by, from the size they will have.
static void grip_weights(abSimulation *s, double tolerance, double rounding) {
    const abDynamics *d = &s->dynamics;
    size_t first = (size_t)s->model->state_count;
    for (size_t i = first; i < ab_dynamics_state_count(d); i++) {
        s->weights[i] = 1.0; // of slots that are free
        s->floors[i] = 0.0;
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = 0; i < touch->grip_count; i++) {
            size_t at = first + AB_GRIP_STATES * ((size_t)touch->first_grip + (size_t)i);
            set3(s->weights + at, fmax(tolerance, rounding) * touch->grip_scale);
            set3(s->floors + at, rounding * touch->grip_scale);
        }
    }
}

// How much energy the rounding of coordinates shakes in and out of the stiffest contact. [J]
static double shaken_energy(const abSimulation *s, double rounding) {
    double energy = 0.0;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abScales *scales = &s->scales[b];
        if (s->model->bodies[b].state >= 0 && scales->rate > 0.0) {
            double share = rounding * scales->far / scales->length;
            energy = fmax(energy, s->model->bodies[b].mass * scales->speed * scales->speed * share);
        }
    }
    return energy;
}

void ab_run_weights(abSimulation *s) {
    const abModel *model = s->model;
    find_scales(s);
    const double tolerance = s_share * s->options.tolerance;
    // nothing can be resolved below the rounding of the coordinates
    const double rounding = 4.0 * 2.3e-16;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state < 0) {
            continue;
        }
        const double *y = s->y + body->state;
        double *w = s->weights + body->state, *floor = s->floors + body->state;
        double size = ab_body_size(body);
        abScales scales = s->scales[b];
        double far = scales.far;
        if (body->mobility == AB_MOBILITY_FREE) {
            double v = ab_norm(ab_vec3(y[7], y[8], y[9]));
            double spin = ab_norm(ab_vec3(y[10], y[11], y[12]));
            set3(floor, rounding * far);
            set3(floor + 3, rounding);
            floor[6] = rounding;
            set3(w, fmax(tolerance * scales.length, floor[0]));
            set3(w + 3, fmax(tolerance * scales.turn, rounding));
            w[6] = w[5];
            // rounding of the depth shakes a stiff contact
            double shake = rounding * (far + size) * scales.rate;
            set3(w + 7, fmax(tolerance * fmax(v, scales.speed), shake));
            set3(w + 10, fmax(tolerance * fmax(spin, scales.speed / size), shake / size));
        } else {
            double v = sqrt(y[3] * y[3] + y[4] * y[4]);
            floor[0] = floor[1] = rounding * far;
            floor[2] = rounding * fmax(1.0, fabs(y[2]));
            w[0] = w[1] = fmax(tolerance * scales.length, floor[0]);
            w[2] = fmax(tolerance * scales.turn, floor[2]);
            double shake = rounding * (far + size) * scales.rate;
            w[3] = w[4] = fmax(tolerance * fmax(v, scales.speed), shake);
            w[5] = fmax(tolerance * fmax(fabs(y[5]), scales.speed / size), shake / size);
        }
    }
    grip_weights(s, tolerance, rounding);
    double *book = s->weights + model->state_count - AB_BOOK_STATES;
    double energy = fmax(tolerance * s->energy_scale, shaken_energy(s, rounding));
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] = energy;
    }
}
