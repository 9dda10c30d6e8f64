// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law_curves.c - samples of the laws of a pair, by evaluating them.
//
// The laws are asked as a run asks them, so a curve is the law itself; restitution is that of one
// impact without other forces, of the expected mass, found as ab_impact_forecast() finds it.

#include "model/check/law_curves.h"

#include "model/check/suggestion.h"

// Sample i of a range from 0 on.
static double sample(double end, int i) {
    return end * i / (AB_LAW_SAMPLES - 1);
}

static void sample_force(const abImpact *impact, double depth, abLawCurves *out) {
    double v = impact->speed;
    for (int i = 0; i < AB_LAW_SAMPLES; i++) {
        double d = out->depth[i] = sample(depth, i);
        abNormalForce closing = ab_impact_force(impact, d, v);
        out->approaching[i] = closing.force;
        out->damping[i] = closing.damping;
        out->still[i] = ab_impact_force(impact, d, 0.0).force;
        out->leaving[i] = ab_impact_force(impact, d, -v).force;
    }
}

static void sample_restitution(abImpact impact, double end, abLawCurves *out) {
    for (int i = 0; i < AB_LAW_SAMPLES; i++) {
        abForecast forecast;
        impact.speed = out->closing[i] = end * (i + 1) / AB_LAW_SAMPLES;
        out->restitution[i] = ab_impact_forecast(&impact, &forecast) ? forecast.restitution : NAN;
    }
}

// The slip from which friction is within a hundredth of what it is when sliding fast; 1 m/s where it
// is so at any speed.
static double constant_from(const abContactEstimate *e) {
    enum { SPEEDS = 291 }; // from 1e-9 m/s to 1e3 m/s
    double fast = ab_friction_share(e, 1e6), last = 0.0, v = 1e-9;
    for (int i = 0; i < SPEEDS; i++, v *= 1.1) {
        if (fabs(ab_friction_share(e, v) - fast) > 0.01 * fabs(fast)) {
            last = v;
        }
    }
    return last > 0.0 ? 1.1 * last : 1.0;
}

static void sample_friction(const abContactEstimate *e, abLawCurves *out) {
    double end = 1.5 * constant_from(e);
    for (int i = 0; i < AB_LAW_SAMPLES; i++) {
        out->slip[i] = sample(end, i);
        out->share[i] = ab_friction_share(e, out->slip[i]);
    }
}

void ab_law_curves(const abContactEstimate *e, abLawCurves *out) {
    abImpact impact = ab_estimated_impact(e);
    abForecast forecast;
    *out = (abLawCurves){.speed = e->speed};
    out->has_force = ab_estimates_impact(e) && ab_impact_forecast(&impact, &forecast);
    if (out->has_force) {
        sample_force(&impact, 1.2 * forecast.depth, out);
        sample_restitution(impact, 2.0 * e->speed, out);
    }
    out->has_friction = ab_friction_share(e, 1.0) > 0.0;
    if (out->has_friction) {
        sample_friction(e, out);
    }
}
