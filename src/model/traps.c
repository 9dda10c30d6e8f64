// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// traps.c - one function per trap; the list at the end is the order in which they are tried.
//
// A trap looks at one kind of pair with its impact forecast and speaks when its numbers say so. The
// limits (a fifth of the size, five transition speeds, ...) are choices; docs/theory/suggest.md
// says why.

#include "model/traps.h"

#include <stdio.h>
#include <string.h>

#include "law/poisson.h"
#include "math/elementary.h"
#include "model/suggestion.h"

typedef struct Trap {
    const abModel *model;
    const abLog *log;
    const abExpectation *e;
    char names[160];   // of the pair
    bool has_forecast; // of an impact at e->speed
    abForecast forecast;
    double rest; // depth under its own weight; 0 without gravity                          [m]
} Trap;

// A number among a law's parameters; NAN when it has no such key, or none is given.
static double number_of(const abTable *table, const void *params, const char *name) {
    const abKey *key = ab_table_find(table, name);
    double value = NAN;
    if (key != NULL && key->kind == AB_KEY_NUMBER) {
        memcpy(&value, (const unsigned char *)params + key->offset, sizeof value);
    }
    return value;
}

static double normal_number(const Trap *t, const char *name) {
    return number_of(t->e->interaction->normal->table, t->e->interaction->rule->normal.data, name);
}

static const char *law_name(const Trap *t) {
    return t->e->interaction->normal->table->name;
}

// ---- the unit of the stiffness ----

static void wrong_unit(const Trap *t) {
    bool is_penalty = isnan(normal_number(t, "stiffness"));
    const char *key = is_penalty ? "penalty" : "stiffness";
    double k = normal_number(t, key), n = is_penalty ? 1.5 : normal_number(t, "exponent");
    n = isnan(n) ? 1.5 : n;
    if (!(k > 0.0) || strcmp(law_name(t), "volume") == 0) {
        return;
    }
    double depth = t->has_forecast ? t->forecast.depth : t->rest, factor = ab_pow(1000.0, n);
    double other = depth * ab_pow(factor, -1.0 / (t->has_forecast ? n + 1.0 : n));
    if (depth > 0.2 * t->e->size && other < 0.2 * t->e->size) {
        ab_log(
            t->log, AB_LOG_WARNING,
            "%s: %s: %s = %.4g N/m^%g lets them overlap by %.3g m%s, their size is %.3g m; if "
            "N/mm^%g was meant, it is %.4g N/m^%g (factor 1000^%g = %.4g) and the overlap %.3g m",
            t->names, law_name(t), key, k, n, depth, t->has_forecast ? "" : " at rest", t->e->size,
            n, k * factor, n, n, factor, other);
    }
    if (n == 1.5 && k > 100.0 * t->e->hertz) {
        ab_log(t->log, AB_LOG_WARNING,
               "%s: %s: %s = %.4g N/m^1.5 is %.3g times that of the solids, 4/3 E* sqrt(R) = %.4g "
               "N/m^1.5 = %.4g N/mm^1.5",
               t->names, law_name(t), key, k, k / t->e->hertz, t->e->hertz,
               t->e->hertz / ab_pow(1000.0, 1.5));
    }
}

// ---- dampers that do not act ----

// The same impact with another depth of full damping.
static double restitution_with(const Trap *t, double full_depth) {
    const abInteraction *law = t->e->interaction;
    abParams params = law->rule->normal;
    const abKey *key = ab_table_find(law->normal->table, "full_damping_depth");
    memcpy(params.data + key->offset, &full_depth, sizeof full_depth);
    abExpectation changed = *t->e;
    abForecast forecast;
    law->normal->prepare(params.data, &changed.pair, changed.constants);
    abImpact impact = ab_expected_impact(&changed);
    return ab_impact_forecast(&impact, &forecast) ? forecast.restitution : NAN;
}

static void late_damping(const Trap *t) {
    double full = normal_number(t, "full_damping_depth"), depth = t->forecast.depth;
    if (!t->has_forecast || !(normal_number(t, "damping") > 0.0) || !(full > 2.0 * depth)) {
        return;
    }
    double u = depth / full;
    ab_log(t->log, AB_LOG_WARNING,
           "%s: %s: full_damping_depth = %.4g m is %.3g times the depth of %.3g m reached at %.3g "
           "m/s, so at most %.2g of the damping acts and %.4g of the speed comes back; with %.2g m "
           "it would be %.4g",
           t->names, law_name(t), full, full / depth, depth, t->e->speed, u * u * (3.0 - 2.0 * u),
           t->forecast.restitution, 0.1 * depth, restitution_with(t, 0.1 * depth));
}

static void fast_transition(const Trap *t) {
    double transition = normal_number(t, "transition_speed");
    double e = normal_number(t, "restitution"), ratio = t->e->speed / transition;
    e = isnan(e) ? t->e->pair.restitution : e;
    bool is_lost = ratio < 5.0 && t->e->speed > 0.0 && ab_poisson_restitution(e, ratio) > e + 0.01;
    if (!is_lost) {
        return;
    }
    ab_log(t->log, AB_LOG_WARNING,
           "%s: %s: transition_speed = %.4g m/s is not far below the impact at %.3g m/s: %.4g of "
           "the speed comes back, not %.4g; with %.3g m/s it would be %.4g",
           t->names, law_name(t), transition, t->e->speed, ab_poisson_restitution(e, ratio), e,
           t->e->speed / 20.0, ab_poisson_restitution(e, 20.0));
}

// ---- restitution that does not come back ----

static void lost_restitution(const Trap *t) {
    double e = t->e->pair.restitution;
    bool is_own = ab_table_find(t->e->interaction->normal->table, "restitution") != NULL;
    if (!t->has_forecast || is_own || !(e < 1.0) || fabs(t->forecast.restitution - e) <= 0.05) {
        return;
    }
    ab_log(t->log, AB_LOG_WARNING,
           "%s: the pair's restitution = %.4g will not come back under the law %s: it is %.4g at "
           "%.3g m/s; hunt_crossley gives back what is asked for",
           t->names, e, law_name(t), t->forecast.restitution, t->e->speed);
}

// ---- friction that makes the model stiff ----

static void stiff_friction(const Trap *t) {
    double slope = ab_friction_damping(t->e), load = t->e->gravity;
    if (!(slope > 0.0) || !(load > 0.0)) {
        return;
    }
    double constant = 1.0 / (slope * load);
    double span = t->model->simulation.end_time - t->model->simulation.start_time;
    double steps = span / (3.0 * constant);
    if (steps > 1e5) {
        ab_log(t->log, AB_LOG_WARNING,
               "%s: friction %s is at rest a damper with a time constant of %.3g s under the own "
               "weight; explicit steps cannot be longer than about %.2g s there, %.2g of them in "
               "this run; larger speeds of smoothing creep more and cost less",
               t->names, t->e->interaction->friction->table->name, constant, 3.0 * constant, steps);
    }
}

// ---- overlap at the start ----

static void overlap_at_start(const Trap *t) {
    const abExpectation *e = t->e;
    if (!(e->overlap > 2.0 * t->rest) || !(e->overlap > 1e-9 * e->size) || !isfinite(e->mass) ||
        !ab_expects_force(e)) {
        return;
    }
    double memory[AB_LAW_MEMORY] = {0};
    abContact contact = e->contact;
    contact.depth = e->overlap;
    abNormalForce out;
    e->interaction->normal->begin(e->constants, 0.0, memory);
    e->interaction->normal->evaluate(e->constants, memory, &contact, &out);
    ab_log(
        t->log, AB_LOG_WARNING,
        "%s: the overlap of %.4g m at the start presses with %.4g N and stores %.4g J, enough to "
        "throw them apart at %.3g m/s",
        t->names, e->overlap, out.force, out.energy, sqrt(2.0 * out.energy / e->mass));
}

// ---- the list ----

static void (*const s_traps[])(const Trap *trap) = {
    wrong_unit, late_damping, fast_transition, lost_restitution, stiff_friction, overlap_at_start,
};

static Trap look_at(const abModel *model, const abLog *log, const abExpectation *e) {
    Trap t = {.model = model, .log = log, .e = e};
    char more[40] = "";
    if (e->alike > 1) {
        snprintf(more, sizeof more, " and %d pairs alike", e->alike - 1);
    }
    snprintf(t.names, sizeof t.names, "%.50s on %.50s%s", model->shapes[e->shape_a].name,
             model->shapes[e->shape_b].name, more);
    abImpact impact = ab_expected_impact(e);
    t.has_forecast = ab_expects_impact(e) && ab_impact_forecast(&impact, &t.forecast);
    bool has_weight = e->gravity > 0.0 && isfinite(e->mass) && ab_expects_force(e);
    t.rest = has_weight ? ab_depth_at_rest(&impact, e->mass * e->gravity) : 0.0;
    return t;
}

abResult ab_model_find_traps(const abModel *model, const abLog *log, abError *error) {
    abArena arena;
    ab_arena_init(&arena, model->arena.allocator, 0);
    abExpectation *all = AB_ARENA_NEW(&arena, abExpectation, AB_EXPECTATIONS_MAX);
    if (all == NULL) {
        ab_arena_done(&arena);
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while checking the model");
    }
    int left_out, count = ab_model_expect(model, NAN, all, &left_out);
    if (count < 0) {
        ab_arena_done(&arena);
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while checking the model");
    }
    for (int i = 0; i < count; i++) {
        Trap trap = look_at(model, log, &all[i]);
        for (size_t k = 0; k < sizeof s_traps / sizeof s_traps[0]; k++) {
            s_traps[k](&trap);
        }
    }
    ab_arena_done(&arena);
    return AB_OK;
}
