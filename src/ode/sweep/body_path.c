// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// body_path.c - the way of a body over a step, taken from the integrator's polynomial or from its
// prescribed motion.

#include "ode/sweep/body_path.h"

#include <math.h>
#include <string.h>

#include "math/core/elementary.h"
#include "model/core/prescribed.h"

// Bounds of |w| and |dw/dtheta| over the step, from its three polynomials (or the one of a planar
// body).
static void bound_turning(const abStepper *stepper, int first, int count, double theta_end,
                          abPath *path) {
    double sum = 0.0, change = 0.0;
    int degree = stepper->degree;
    for (int i = first; i < first + count; i++) {
        double c[AB_DEGREE_MAX + 1], slope[AB_DEGREE_MAX + 1] = {0.0};
        for (int k = 0; k <= degree; k++) {
            c[k] = stepper->polynomial[k * stepper->n + i];
        }
        for (int k = 1; k <= degree; k++) {
            slope[k - 1] = k * c[k];
        }
        double w = ab_polynomial_largest(c, degree, theta_end);
        double a = ab_polynomial_largest(slope, degree > 0 ? degree - 1 : 0, theta_end);
        sum += w * w;
        change += a * a;
    }
    path->spin = stepper->h * sqrt(sum);
    path->bend = stepper->h * sqrt(change);
}

static void path_of_state(const abStepper *stepper, int state, int count, abPath *path) {
    path->degree = stepper->degree;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k <= stepper->degree; k++) {
            path->c[i][k] = stepper->polynomial[k * stepper->n + state + i];
        }
    }
}

void ab_path_of_prescribed(const abBody *body, const abStepper *stepper, abSegment segment,
                           abPath *path) {
    double h = segment.width * stepper->h, t = stepper->t + segment.start * stepper->h;
    abPrescribed a = ab_body_prescribed(body, t), b = ab_body_prescribed(body, t + h);
    path->degree = 5;
    path->is_local = true;
    for (int i = 0; i < 3; i++) {
        double *c = path->c[i];
        c[0] = ab_get(a.X_WC.p, i);
        c[1] = h * ab_get(a.v, i);
        c[2] = 0.5 * h * h * ab_get(a.a, i);
        double D = ab_get(b.X_WC.p, i) - (c[0] + c[1] + c[2]);
        double V = h * ab_get(b.v, i) - (c[1] + 2.0 * c[2]);
        double A = h * h * ab_get(b.a, i) - 2.0 * c[2];
        c[3] = 10.0 * D - 4.0 * V + 0.5 * A;
        c[4] = -15.0 * D + 7.0 * V - A;
        c[5] = 6.0 * D - 3.0 * V + 0.5 * A;
    }
    // a segment is short against the motion, so the ends and the middle tell how fast it turns
    abPrescribed m = ab_body_prescribed(body, t + 0.5 * h);
    double w = fmax(ab_norm(m.w), fmax(ab_norm(a.w), ab_norm(b.w)));
    double alpha = fmax(ab_norm(m.alpha), fmax(ab_norm(a.alpha), ab_norm(b.alpha)));
    path->spin = 1.5 * stepper->h * w;
    path->bend = 1.5 * stepper->h * stepper->h * alpha;
}

double ab_path_deviation(const abBody *body, const abStepper *stepper, abSegment segment,
                         const abPath *path) {
    double worst = 0.0;
    for (int k = 1; k < 4; k++) {
        double u = 0.25 * k;
        double t = stepper->t + (segment.start + u * segment.width) * stepper->h;
        abVec3 p = ab_body_prescribed(body, t).X_WC.p;
        for (int i = 0; i < 3; i++) {
            worst = fmax(worst, fabs(ab_polynomial_value(path->c[i], 5, u) - ab_get(p, i)));
        }
    }
    return worst;
}

// Box of a prescribed path over the step, from samples and the way between them.
static abBox prescribed_box(const abBody *body, const abStepper *stepper, double theta_end) {
    enum { SAMPLES = 32 };
    double speed = 0.0, h = stepper->h * theta_end;
    abBox box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int k = 0; k <= SAMPLES; k++) {
        abPrescribed at = ab_body_prescribed(body, stepper->t + h * k / SAMPLES);
        abVec3 p = at.X_WC.p;
        box.low = ab_vec3(fmin(box.low.x, p.x), fmin(box.low.y, p.y), fmin(box.low.z, p.z));
        box.high = ab_vec3(fmax(box.high.x, p.x), fmax(box.high.y, p.y), fmax(box.high.z, p.z));
        speed = fmax(speed, ab_norm(at.v));
    }
    double r = speed * h / SAMPLES;
    abVec3 displacement = {r, r, r};
    return (abBox){ab_sub(box.low, displacement), ab_add(box.high, displacement)};
}

abQuat ab_path_start_orientation(const abBody *body, const abStepper *stepper) {
    if (body->state < 0) {
        return body->q_WB;
    }
    const double *y = stepper->polynomial + body->state;
    return body->mobility == AB_MOBILITY_FREE
               ? (abQuat){y[3], y[4], y[5], y[6]}
               : (abQuat){ab_cos(0.5 * y[2]), 0.0, 0.0, ab_sin(0.5 * y[2])};
}

void ab_path_make(const abBody *body, const abStepper *stepper, bool turns, double theta_end,
                  abPath *path) {
    switch (body->mobility) {
    case AB_MOBILITY_FREE:
        path_of_state(stepper, body->state, 3, path);
        path->spin = path->bend = 0.0;
        if (turns) {
            bound_turning(stepper, body->state + 10, 3, theta_end, path);
        }
        break;
    case AB_MOBILITY_PLANAR:
        path_of_state(stepper, body->state, 2, path);
        memset(path->c[2], 0, sizeof path->c[2]);
        path->c[2][0] = body->p_WC.z;
        path->spin = path->bend = 0.0;
        if (turns) {
            bound_turning(stepper, body->state + 5, 1, theta_end, path);
        }
        break;
    case AB_MOBILITY_PRESCRIBED: // its path is made segment by segment
        path->box = prescribed_box(body, stepper, theta_end);
        return;
    case AB_MOBILITY_FIXED:
        *path = (abPath){.degree = 0};
        path->c[0][0] = body->p_WC.x;
        path->c[1][0] = body->p_WC.y;
        path->c[2][0] = body->p_WC.z;
        return;
    }
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        ab_polynomial_wide_bounds(path->c[i], path->degree, &low[i], &high[i]);
    }
    path->box = (abBox){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}
