// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// suggestion.c - from what a pair is expected to do to parameters.
//
//   round        K = 4/3 E* sqrt(R), n = 3/2                                       (1)
//   flat         K = m v^2/d^2 with d a thousandth of the size, n = 1              (2)
//   impact       d_full a tenth of the elastic depth, c such that e comes back     (3)
//   poisson      v_t such that e comes back within 0.01 (e = 0: within 0.05)       (4)
//   friction     v_s a thousandth of the speed of meeting, at least 1 mm/s         (5)
//   time constant of slip under the force N:  m v_s/(1.5 mu N)                     (6)
//
// docs/theory/suggest.md derives them and says what the choices are.

#include "model/check/suggestion.h"

#include <string.h>

#include "law/core/law_kinds.h"
#include "law/normal/poisson_restitution.h"

double ab_friction_share(const abContactEstimate *e, double speed) {
    const abFrictionLaw *law = e->interaction->friction;
    if (law->evaluate == NULL || law->code.open != NULL) {
        return NAN;
    }
    double constants[AB_LAW_CONSTANTS] = {0};
    abFrictionForce out;
    abSlip slip = {.v_t = {speed, 0.0, 0.0}, .n_AB = {0.0, 0.0, 1.0}, .normal_force = 1.0};
    ab_friction_prepare(law, e->interaction->rule->friction.data, &e->pair, constants);
    law->evaluate(constants, &slip, &out);
    return -out.force.x;
}

double ab_friction_damping(const abContactEstimate *e) {
    double tiny = 1e-15, coefficient = ab_friction_share(e, tiny);
    return isnan(coefficient) ? 0.0 : coefficient / tiny;
}

// ---- (3): the damper of impact ----

typedef struct Trial {
    const abContactEstimate *e;
    abParams params;
} Trial;

static void set(abParams *params, const char *key, double value) {
    const abTable *table = ab_normal_law(AB_LAW_IMPACT)->table;
    memcpy(params->data + ab_table_find(table, key)->offset, &value, sizeof value);
}

static double restitution_of(const Trial *trial, double damping) {
    const abNormalLaw *law = ab_normal_law(AB_LAW_IMPACT);
    abParams params = trial->params;
    abPairProperties pair = trial->e->pair;
    double constants[AB_LAW_CONSTANTS] = {0};
    abForecast forecast;
    set(&params, "damping", damping);
    law->prepare(params.data, &pair, constants);
    abImpact impact = {
        .law = law, .constants = constants, .mass = trial->e->mass, .speed = trial->e->speed};
    return ab_impact_forecast(&impact, &forecast) ? forecast.restitution : NAN;
}

// e falls as c grows; bisection on a scale of factors, around the critical damping.
static void find_damping(const abContactEstimate *e, abSuggestion *s) {
    Trial trial = {.e = e};
    ab_table_defaults(ab_normal_law(AB_LAW_IMPACT)->table, trial.params.data);
    s->full_damping_depth = 0.1 * s->elastic.depth;
    set(&trial.params, "stiffness", s->stiffness);
    set(&trial.params, "exponent", s->exponent);
    set(&trial.params, "full_damping_depth", s->full_damping_depth);
    double critical = 2.0 * e->mass * e->speed / s->elastic.depth;
    if (s->restitution >= 1.0) {
        s->damping = 0.0;
        s->impact_restitution = 1.0;
        return;
    }
    double wanted = fmax(s->restitution, 0.01); // with less the bodies hardly part
    double low = 1e-5 * critical, high = 3.0 * critical;
    for (int i = 0; i < 30; i++) {
        double middle = sqrt(low * high);
        *(restitution_of(&trial, middle) > wanted ? &low : &high) = middle;
    }
    s->damping = sqrt(low * high);
    s->impact_restitution = restitution_of(&trial, s->damping);
}

// ---- (4) ----

static void find_transition(const abContactEstimate *e, abSuggestion *s) {
    double allowed = s->restitution > 0.0 ? 0.01 : 0.05, ratio = 1.0;
    while (ratio < 1e4 &&
           ab_poisson_restitution(s->restitution, ratio) - s->restitution > allowed) {
        ratio *= 1.1;
    }
    s->transition_speed = e->speed / ratio;
    s->poisson_restitution = ab_poisson_restitution(s->restitution, ratio);
}

// ---- (5), (6) ----

static void find_slip(const abContactEstimate *e, abSuggestion *s) {
    double speed = fmax(e->speed, 1.0), mu = ab_friction_share(e, 1e6); // sliding fast
    mu = isnan(mu) ? e->pair.sliding_friction : mu;
    s->friction = mu;
    s->slip_speed = 1e-3 * speed;
    double by_force = e->mass * s->slip_speed / (1.5 * mu); // times 1/N
    s->slip_constant = e->gravity > 0.0 ? by_force / (e->mass * e->gravity) : NAN;
    s->slip_constant_peak = s->has_forecast ? by_force / s->own.peak_force : NAN;
    double own = ab_friction_damping(e);
    s->own_slip_constant = own > 0.0 && e->gravity > 0.0 ? 1.0 / (own * e->gravity) : INFINITY;
}

// ---- steps ----

static void find_steps(abSuggestion *s) {
    double time = isfinite(s->own.duration) ? s->own.duration : s->elastic.duration;
    double deep = s->has_forecast ? s->own.depth : s->elastic.depth;
    s->fixed_step = time / 50.0;
    s->output_interval = time / 20.0;
    // the error weights of a contact are relative to the depth of its impact
    double share = s->rest > 0.0 && isfinite(s->rest) && deep > 0.0 ? s->rest / deep : 1.0;
    s->tolerance = fmax(1e-10, fmin(1e-6, 0.01 * fmin(1.0, share)));
}

void ab_suggest(const abContactEstimate *e, double restitution, abSuggestion *s) {
    abImpact impact = ab_estimated_impact(e);
    *s = (abSuggestion){.stiffness = NAN,
                        .damping = NAN,
                        .full_damping_depth = NAN,
                        .impact_restitution = NAN,
                        .transition_speed = NAN,
                        .poisson_restitution = NAN};
    bool is_ours = ab_estimates_force(e);
    bool meets = e->speed > 0.0 && isfinite(e->mass);
    s->restitution = isnan(restitution) ? e->pair.restitution : restitution;
    s->has_forecast = ab_estimates_impact(e) && ab_impact_forecast(&impact, &s->own);
    s->rest = e->gravity > 0.0 && is_ours && isfinite(e->mass)
                  ? ab_depth_at_rest(&impact, e->mass * e->gravity)
                  : 0.0;
    s->is_hertz = !isnan(e->hertz);
    s->exponent = s->is_hertz ? 1.5 : 1.0;
    if (s->is_hertz) {
        s->stiffness = e->hertz; // (1)
    } else if (meets && isfinite(e->size)) {
        s->stiffness = e->mass * e->speed * e->speed / (1e-6 * e->size * e->size); // (2)
    }
    if (meets && s->stiffness > 0.0) {
        s->elastic = ab_elastic_forecast(s->stiffness, s->exponent, e->mass, e->speed);
        find_damping(e, s);
        if (s->exponent == 1.5) {
            find_transition(e, s);
        }
    }
    find_slip(e, s);
    find_steps(s);
}
