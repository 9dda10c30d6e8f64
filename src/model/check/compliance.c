// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compliance.c - n equal points, each a spring 1/C beside a damper D, under a mass m pressed on by
// g.
//
//   m x'' + n D x' + n x/C = m g,    w^2 = n/(m C),    zeta = n D/(2 m w)                     (1)
//   rest        x = m g C/n, so  C = n x/(m g)  and  w^2 = g/x, whatever the mass             (2)
//   damping     D = 2 zeta m w/n                                                              (3)
//   impact at v, without weight, pressing while x/C + D x' > 0, with a = acos(zeta)/s,
//   s = sqrt(1 - zeta^2):
//     greatest depth  v/w exp(-zeta a)                                                        (4)
//     time            2 a/w                                                                   (5)
//     restitution     exp(-2 zeta a)                                                          (6)
//   For zeta >= 1 a goes on as acosh(zeta)/sqrt(zeta^2 - 1).
//   stepping    the damper begins with D v, and the contact pair falls anywhere in its step: the speed
//               is wrong by up to zeta w h of itself, and with it the depth; besides the error
//               of second order of a step that touches                                        (7)
//
// Valid   speed small enough for the depth to stay well below the size.
// Source  (4) to (6): [SchwagerPoeschel2007], with the force cut where it would pull.
//         docs/theory/suggest.md derives the rest and says what was measured.

#include "model/check/compliance.h"

#include <math.h>

#include "math/core/elementary.h"
#include "model/check/contact_estimate.h"
#include "model/check/tolerances.def"

// a of (4).
static double angle_of(double ratio) {
    double square = 1.0 - ratio * ratio;
    if (fabs(square) < 1e-8) {
        return 1.0 - (ratio - 1.0) / 3.0;
    }
    if (square > 0.0) {
        return ab_acos(ratio) / sqrt(square);
    }
    double s = sqrt(-square);
    return ab_log_e(ratio + s) / s;
}

// x and x' after time t, from x = x0 and x' = v0 about the depth at rest, for w = 1.
static double depth_at(double ratio, double x0, double v0, double t, double *rate) {
    double square = 1.0 - ratio * ratio, s = sqrt(fabs(square)), even, odd;
    if (s < 1e-7) {
        even = 1.0;
        odd = t;
    } else if (square > 0.0) {
        even = ab_cos(s * t);
        odd = ab_sin(s * t) / s;
    } else {
        even = ab_cosh(s * t);
        odd = ab_sinh(s * t) / s;
    }
    double fade = ab_exp(-ratio * t), along = v0 + ratio * x0;
    *rate = fade * (v0 * even - (x0 + ratio * v0) * odd);
    return fade * (x0 * even + along * odd);
}

// The greatest x of (1) from x = 0, x' = v, in units of time of 1/w; `rest` is g/w^2.
static double greatest_depth(double ratio, double rest, double v) {
    double low = 0.0, high = 1.0, rate;
    // the rate has one zero in the first half swing, or none when it creeps to rest
    for (int i = 0; i < 60; i++) {
        depth_at(ratio, -rest, v, high, &rate);
        if (!(rate > 0.0)) {
            break;
        }
        low = high;
        high *= 1.25;
    }
    if (rate > 0.0 || (ratio >= 1.0 && high > 50.0)) {
        return rest;
    }
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        depth_at(ratio, -rest, v, middle, &rate);
        *(rate > 0.0 ? &low : &high) = middle;
    }
    return fmax(rest, rest + depth_at(ratio, -rest, v, low, &rate));
}

// The step h at which (7), zeta w h + s_step_error (w h)^2 of the depth, is `error`.
static double step_for(double ratio, double frequency, double error) {
    return 2.0 * error / (ratio + sqrt(ratio * ratio + 4.0 * s_step_error * error)) / frequency;
}

bool ab_compliance_for(const abComplianceSpec *spec, abCompliance *out) {
    double a = angle_of(spec->ratio), m = spec->mass, n = spec->points, w;
    if (spec->acceleration > 0.0) {
        w = sqrt(spec->acceleration / spec->depth); // (2)
    } else if (spec->speed > 0.0) {
        w = spec->speed * ab_exp(-spec->ratio * a) / spec->depth; // (4)
    } else {
        return false;
    }
    double rest = spec->acceleration / (w * w);
    *out = (abCompliance){.compliance = n / (m * w * w),
                          .damping = 2.0 * spec->ratio * m * w / n, // (3)
                          .frequency = w,
                          .rest = rest,
                          .time = 2.0 * a / w,                           // (5)
                          .restitution = ab_exp(-2.0 * spec->ratio * a), // (6)
                          .step = step_for(spec->ratio, w, 0.0095)};
    out->depth = spec->speed > 0.0 ? greatest_depth(spec->ratio, rest, spec->speed / w) : 0.0;
    return true;
}

bool ab_compliance_spec(const abContactEstimate *e, double depth, double ratio,
                        abComplianceSpec *out) {
    *out = (abComplianceSpec){.mass = e->mass,
                              .points = e->points,
                              .acceleration = e->gravity,
                              .speed = e->speed,
                              .depth = isnan(depth) ? s_wished_depth * e->size : depth,
                              .ratio = ratio};
    return isfinite(e->mass) && e->mass > 0.0 && isfinite(out->depth) && out->depth > 0.0 &&
           (e->gravity > 0.0 || e->speed > 0.0);
}

abFixedAdvice ab_fixed_advice(double size, double acceleration, double speed) {
    // what meets at `speed` is met before its middle is reached, and gaps are known to a thousandth
    double step = speed > 0.0 ? s_way_in_a_step * size / speed : INFINITY;
    // a body at rest falls by less than half the contact distance before it is looked at
    double fall = acceleration > 0.0 ? sqrt(s_known_gap * size / acceleration) : INFINITY;
    step = fmin(step, fall);
    return (abFixedAdvice){.step = step,
                           .contact_distance = s_known_gap * size,
                           .contact_speed = 2.0 * acceleration * step};
}
