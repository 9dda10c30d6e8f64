// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_forecast.c - one impact of a reduced mass on a law, integrated.
//
//   m d'' = -F(d, d'),  d(0) = 0,  d'(0) = v,  until the force has ended for good        (1)
//   elastic: K d^(n+1)/(n+1) = m v^2/2                                                   (2)
//            duration 2 d/v sqrt(pi) Gamma(1 + 1/p)/Gamma(1/2 + 1/p),  p = n + 1         (3)
//
// (3) is 2 d/v times the integral of 1/sqrt(1 - x^p) from 0 to 1, computed as such.
//
// Error   classical Runge-Kutta of 4th order, 2000 steps over the elastic duration, shorter where
//         the damper or the spring is stiffer: 1e-7 for smooth laws, 1e-5 where a law jumps.
//         Gives up after 300 elastic durations, or as many steps as they have without a damper: what
//         has not parted then counts as staying.
// Cost    some 10 000 evaluations of the law; 3 million at most, where a damper forbids to part.

#include "law/normal/impact_forecast.h"

#include <math.h>

#include "math/core/elementary.h"

enum { STEPS = 2000, DURATIONS = 300 };

static double area_at(const abAreaCurve *curve, double depth) {
    int low = 0, high = curve->count - 1;
    if (!(depth > curve->depth[low]) || !(depth < curve->depth[high])) {
        return curve->area[depth > curve->depth[low] ? high : low];
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(curve->depth[middle] <= depth ? &low : &high) = middle;
    }
    double a = curve->area[low], b = curve->area[high];
    double x = curve->depth[low], y = curve->depth[high];
    if (!(a > 0.0)) {
        return b * (depth - x) / (y - x);
    }
    return a * ab_pow(depth / x, ab_log_e(b / a) / ab_log_e(y / x));
}

static abNormalForce force_at(const abImpact *impact, const double *memory, double depth,
                              double rate) {
    abContact contact = impact->contact;
    contact.depth = depth;
    contact.rate = rate;
    if (impact->area != NULL && depth > 0.0) {
        contact.area = contact.patch_area = area_at(impact->area, depth);
    }
    abNormalForce out;
    impact->law->evaluate(impact->constants, memory, &contact, &out);
    return out;
}

abNormalForce ab_impact_force(const abImpact *impact, double depth, double rate) {
    double memory[AB_LAW_MEMORY] = {0};
    ab_normal_begin(impact->law, impact->constants, impact->speed, memory);
    return force_at(impact, memory, depth, rate);
}

// The depth, on a scale of factors of 1.1, at which the law stores the energy.
static double depth_of_energy(const abImpact *impact, const double *memory, double energy) {
    double depth = 1e-12;
    for (int i = 0; i < 500 && depth < 1e6; i++, depth *= 1.1) {
        if (force_at(impact, memory, depth, 0.0).energy >= energy) {
            return depth;
        }
    }
    return INFINITY;
}

typedef struct Motion {
    double depth, rate;
} Motion;

static double change_of_rate(const abImpact *impact, const double *memory, Motion at) {
    return -force_at(impact, memory, at.depth, at.rate).force / impact->mass;
}

static Motion step(const abImpact *impact, const double *memory, Motion at, double h) {
    double v1 = change_of_rate(impact, memory, at);
    Motion b = {at.depth + 0.5 * h * at.rate, at.rate + 0.5 * h * v1};
    double v2 = change_of_rate(impact, memory, b);
    Motion c = {at.depth + 0.5 * h * b.rate, at.rate + 0.5 * h * v2};
    double v3 = change_of_rate(impact, memory, c);
    Motion d = {at.depth + h * c.rate, at.rate + h * v3};
    double v4 = change_of_rate(impact, memory, d);
    return (Motion){at.depth + h / 6.0 * (at.rate + 2.0 * b.rate + 2.0 * c.rate + d.rate),
                    at.rate + h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4)};
}

// A step short enough for the damper and the spring as they are here.
static double step_length(const abImpact *impact, const abNormalForce *force, double longest) {
    double h = longest, m = impact->mass;
    if (force->damping > 0.0) {
        h = fmin(h, 0.1 * m / force->damping);
    }
    if (force->stiffness > 0.0) {
        h = fmin(h, 0.05 * sqrt(m / force->stiffness));
    }
    return h;
}

bool ab_impact_forecast(const abImpact *impact, abForecast *out) {
    double memory[AB_LAW_MEMORY] = {0}, v = impact->speed;
    ab_normal_begin(impact->law, impact->constants, v, memory);
    double scale = depth_of_energy(impact, memory, 0.5 * impact->mass * v * v);
    *out = (abForecast){0};
    if (!isfinite(scale)) {
        return false;
    }
    double longest = 3.0 * scale / v / STEPS, end = DURATIONS * 3.0 * scale / v, time = 0.0;
    Motion at = {1e-12 * scale, v}; // just inside, where dampers without a fade act
    for (int i = 0; i < DURATIONS * STEPS && time < end; i++) {
        abNormalForce force = force_at(impact, memory, at.depth, at.rate);
        out->peak_force = fmax(out->peak_force, force.force);
        double h = step_length(impact, &force, longest);
        Motion next = step(impact, memory, at, h);
        if (at.rate > 0.0 && next.rate <= 0.0) { // deepest between: the rate falls linearly
            out->depth = at.depth + 0.5 * at.rate * at.rate / (at.rate - next.rate) * h;
        }
        if (next.depth <= 0.0) {
            double share = at.depth / (at.depth - next.depth);
            out->duration = time + share * h;
            out->restitution = -(at.rate + share * (next.rate - at.rate)) / v;
            return true;
        }
        at = next;
        time += h;
    }
    out->depth = fmax(out->depth, at.depth);
    out->duration = INFINITY;
    return true;
}

double ab_depth_at_rest(const abImpact *impact, double force) {
    double memory[AB_LAW_MEMORY] = {0}, low = 0.0, high = 1e-12;
    ab_normal_begin(impact->law, impact->constants, 0.0, memory);
    while (high < 1e9 && force_at(impact, memory, high, 0.0).force < force) {
        low = high;
        high *= 2.0;
    }
    if (!(high < 1e9)) {
        return INFINITY;
    }
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(force_at(impact, memory, middle, 0.0).force < force ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

// Int_0^1 dx/sqrt(1 - x^p): with x = 1 - y^2 the end has no root; midpoint sums and Richardson.
static double elastic_integral(double p) {
    double sums[2];
    for (int k = 0; k < 2; k++) {
        int n = 2000 << k;
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            double y = (i + 0.5) / n;
            sum += 2.0 * y / sqrt(1.0 - ab_pow(1.0 - y * y, p));
        }
        sums[k] = sum / n;
    }
    return sums[1] + (sums[1] - sums[0]) / 3.0;
}

abForecast ab_elastic_forecast(double stiffness, double exponent, double mass, double speed) {
    double p = exponent + 1.0;
    double depth = ab_pow(0.5 * p * mass * speed * speed / stiffness, 1.0 / p); // (2)
    return (abForecast){.depth = depth,
                        .peak_force = stiffness * ab_pow(depth, exponent),
                        .duration = 2.0 * depth / speed * elastic_integral(p), // (3)
                        .restitution = 1.0};
}
