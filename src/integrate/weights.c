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

static abScales in_flight(const abBody *body) {
    double size = ab_body_size(body);
    return (abScales){.length = size, .speed = 0.1 * size, .turn = 1.0};
}

// Narrows the scales of a body by one touch.
static void in_touch(abSimulation *s, const abTouch *touch, int body, int shape) {
    abScales *scales = &s->scales[body];
    scales->length = fmin(scales->length, touch->depth_scale);
    scales->speed = fmin(scales->speed, touch->speed_scale);
    bool is_ball = s->model->shapes[shape].shape.is_sphere && s->dynamics.shape_centered[shape];
    if (!is_ball) { // turning changes the depth
        double size = ab_body_size(&s->model->bodies[body]);
        scales->turn = fmin(scales->turn, touch->depth_scale / size);
    }
}

static void find_scales(abSimulation *s) {
    for (size_t b = 0; b < s->model->body_count; b++) {
        s->scales[b] = in_flight(&s->model->bodies[b]);
    }
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        in_touch(s, touch, touch->body_a, touch->shape_a);
        in_touch(s, touch, touch->body_b, touch->shape_b);
    }
}

static double largest3(const double *y) {
    return fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
}

static void set3(double *w, double value) {
    w[0] = w[1] = w[2] = value;
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
        if (body->mobility == AB_MOBILITY_FREE) {
            double far = largest3(y);
            double v = ab_norm(ab_vec3(y[7], y[8], y[9]));
            double spin = ab_norm(ab_vec3(y[10], y[11], y[12]));
            set3(floor, rounding * far);
            set3(floor + 3, rounding);
            floor[6] = rounding;
            set3(w, fmax(tolerance * scales.length, floor[0]));
            set3(w + 3, fmax(tolerance * scales.turn, rounding));
            w[6] = w[5];
            set3(w + 7, tolerance * fmax(v, scales.speed));
            set3(w + 10, tolerance * fmax(spin, scales.speed / size));
        } else {
            double far = fmax(fabs(y[0]), fabs(y[1]));
            double v = sqrt(y[3] * y[3] + y[4] * y[4]);
            floor[0] = floor[1] = rounding * far;
            floor[2] = rounding * fmax(1.0, fabs(y[2]));
            w[0] = w[1] = fmax(tolerance * scales.length, floor[0]);
            w[2] = fmax(tolerance * scales.turn, floor[2]);
            w[3] = w[4] = tolerance * fmax(v, scales.speed);
            w[5] = tolerance * fmax(fabs(y[5]), scales.speed / size);
        }
    }
    double *book = s->weights + model->state_count - AB_BOOK_STATES;
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] = tolerance * s->energy_scale;
    }
}
