// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_checks.c - one function per model check; the list at the end is the order in which they are tried.
//
// A model check looks at one kind of pair with its impact forecast and speaks when its numbers say so. The
// limits (a fifth of the size, five transition speeds, ...) are choices; docs/theory/suggest.md
// says why.

#include "model/check/model_checks.h"

#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "law/normal/poisson_restitution.h"
#include "math/core/elementary.h"
#include "model/check/plausibility.h"
#include "model/check/suggestion.h"
#include "model/check/tolerances.def"
#include "model/kinds/key_values.h"

typedef struct ModelCheck {
    const abModel *model;
    const abLog *log;
    const abContactEstimate *e;
    char names[160];   // of the pair
    bool has_forecast; // of an impact at e->speed
    abForecast forecast;
    double rest;  // depth under its own weight; 0 without gravity                         [m]
    bool is_told; // that the depth is wrong
} ModelCheck;

static double normal_number(const ModelCheck *t, const char *name) {
    return ab_key_number(t->e->interaction->normal->table, t->e->interaction->rule->normal.data,
                         name);
}

static const char *law_name(const ModelCheck *t) {
    return t->e->interaction->normal->table->name;
}

// ---- the unit of the stiffness ----

// n of a stiffness in N/m^n: what its unit says, or the law's `exponent`; NAN when it is none.
static double power_of(const ModelCheck *t, const abKey *key) {
    static const struct {
        const char *unit;
        double power;
    } s_fixed[] = {{"N/m", 1.0}, {"N/m^1.5", 1.5}, {"N/m^2", 2.0}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(key->unit, s_fixed[i].unit) == 0) {
            return s_fixed[i].power;
        }
    }
    return strcmp(key->unit, "N/m^n") == 0 ? normal_number(t, "exponent") : NAN;
}

typedef struct UnitText {
    char text[24];
} UnitText;

// "N/mm^1.5"; "N/m" for the power 1.
static UnitText unit_text(const char *length, double power) {
    UnitText unit;
    if (power == 1.0) {
        snprintf(unit.text, sizeof unit.text, "N/%s", length);
    } else {
        snprintf(unit.text, sizeof unit.text, "N/%s^%g", length, power);
    }
    return unit;
}

static void wrong_unit(ModelCheck *t) {
    const char *name = isnan(normal_number(t, "stiffness")) ? "penalty" : "stiffness";
    const abKey *key = ab_table_find(t->e->interaction->normal->table, name);
    double k = normal_number(t, name), n = key != NULL ? power_of(t, key) : NAN;
    if (!(k > 0.0) || isnan(n)) {
        return;
    }
    double depth = t->has_forecast ? t->forecast.depth : t->rest, factor = ab_pow(1000.0, n);
    double other = depth * ab_pow(factor, -1.0 / (t->has_forecast ? n + 1.0 : n));
    UnitText unit = unit_text("m", n), small_unit = unit_text("mm", n);
    if (depth > 0.2 * t->e->size && other < 0.2 * t->e->size) {
        t->is_told = true;
        ab_log(t->log, AB_LOG_WARNING,
               "%s: %s: %s = %.4g %s lets them overlap by %.3g m%s, their size is %.3g m; if %s "
               "was meant, it is %.4g %s (factor 1000^%g = %.4g) and the overlap %.3g m",
               t->names, law_name(t), name, k, unit.text, depth, t->has_forecast ? "" : " at rest",
               t->e->size, small_unit.text, k * factor, unit.text, n, factor, other);
    }
    if (n == 1.5 && k > 100.0 * t->e->hertz) {
        ab_log(t->log, AB_LOG_WARNING,
               "%s: %s: %s = %.4g N/m^1.5 is %.3g times that of the solids, 4/3 E* sqrt(R) = %.4g "
               "N/m^1.5 = %.4g N/mm^1.5",
               t->names, law_name(t), name, k, k / t->e->hertz, t->e->hertz,
               t->e->hertz / ab_pow(1000.0, 1.5));
    }
}

// ---- deep contact ----

// Of an impact or at rest, whichever is deeper. Said once: the unit of a stiffness goes before.
static void deep_contact(const ModelCheck *t) {
    double impact = t->has_forecast ? t->forecast.depth : 0.0, depth = fmax(impact, t->rest);
    bool has_no_force = t->e->interaction->normal->has_no_force;
    if (t->is_told || has_no_force || t->e->size == 0.0 || !(depth > s_deep_contact * t->e->size)) {
        return;
    }
    const abSurface *a = &t->e->pair.surface[0], *b = &t->e->pair.surface[1];
    double softer = fmin(a->youngs_modulus, b->youngs_modulus);
    char modulus[100] = "";
    if (isfinite(softer) && !isnan(t->e->hertz)) {
        snprintf(modulus, sizeof modulus,
                 "; the softer youngs_modulus is %.4g Pa (rubber 5e+06, steel 2.1e+11)", softer);
    }
    ab_log(t->log, AB_LOG_WARNING,
           AB_IMPLAUSIBLE "%s: under the law %s they sink %.3g m into each other %s, %.2g times "
                          "the size of the smaller, %.3g m: write a stiffer law or material%s",
           t->names, law_name(t), depth, depth > t->rest ? "when they meet" : "at rest",
           depth / t->e->size, t->e->size, modulus);
}

// ---- steps longer than the contact ----

static bool is_short(const ModelCheck *t) {
    const abSimulationDef *s = &t->model->simulation;
    bool is_fixed = s->method == AB_METHOD_STEPPING && s->step_control == AB_STEP_CONTROL_FIXED;
    return t->has_forecast && is_fixed && s->step > s_steps_in_contact * t->forecast.duration;
}

// The shortest of all, so that a tower has one line and not one for each of its bodies.
static void tell_shortest(const ModelCheck *t, int others) {
    char more[60] = "";
    if (others > 0) {
        snprintf(more, sizeof more, "; %d other kinds of pairs are like it", others);
    }
    ab_log(t->log, AB_LOG_WARNING,
           AB_IMPLAUSIBLE "%s: under the law %s an impact at %.3g m/s lasts %.3g s, which "
                          "steps of %.3g s do not see; write step: %.1g, step_control: "
                          "adaptive, or law: rigid%s",
           t->names, law_name(t), t->e->speed, t->forecast.duration, t->model->simulation.step,
           t->forecast.duration / 20.0, more);
}

// ---- dampers that do not act ----

// The same impact with another depth of full damping.
static double restitution_with(const ModelCheck *t, double full_depth) {
    const abInteraction *law = t->e->interaction;
    abParams params = law->rule->normal;
    const abKey *key = ab_table_find(law->normal->table, "full_damping_depth");
    memcpy(params.data + key->offset, &full_depth, sizeof full_depth);
    abContactEstimate changed = *t->e;
    abForecast forecast;
    law->normal->prepare(params.data, &changed.pair, changed.constants);
    abImpact impact = ab_estimated_impact(&changed);
    return ab_impact_forecast(&impact, &forecast) ? forecast.restitution : NAN;
}

static void late_damping(const ModelCheck *t) {
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

static void fast_transition(const ModelCheck *t) {
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

static void lost_restitution(const ModelCheck *t) {
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

static void stiff_friction(const ModelCheck *t) {
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

static void overlap_at_start(const ModelCheck *t) {
    const abContactEstimate *e = t->e;
    bool is_ignored = e->overlap > e->interaction->rule->ignore_deeper_than; // said elsewhere
    if (is_ignored || !(e->overlap > 2.0 * t->rest) || !(e->overlap > 1e-9 * e->size) ||
        !isfinite(e->mass) || !ab_estimates_force(e)) {
        return;
    }
    double memory[AB_LAW_MEMORY] = {0};
    abContact contact = e->contact;
    contact.depth = e->overlap;
    abNormalForce out;
    ab_normal_begin(e->interaction->normal, e->constants, 0.0, memory);
    e->interaction->normal->evaluate(e->constants, memory, &contact, &out);
    ab_log(
        t->log, AB_LOG_WARNING,
        "%s: the overlap of %.4g m at the start presses with %.4g N and stores %.4g J, enough to "
        "throw them apart at %.3g m/s",
        t->names, e->overlap, out.force, out.energy, sqrt(2.0 * out.energy / e->mass));
}

// ---- the list ----

static void (*const s_checks[])(const ModelCheck *trap) = {
    deep_contact, late_damping, fast_transition, lost_restitution, stiff_friction, overlap_at_start,
};

static ModelCheck look_at(const abModel *model, const abLog *log, const abContactEstimate *e) {
    ModelCheck t = {.model = model, .log = log, .e = e};
    char more[40] = "";
    if (e->alike > 1) {
        snprintf(more, sizeof more, " and %d pairs alike", e->alike - 1);
    }
    snprintf(t.names, sizeof t.names, "%.50s on %.50s%s", model->shapes[e->shape_a].name,
             model->shapes[e->shape_b].name, more);
    abImpact impact = ab_estimated_impact(e);
    t.has_forecast = ab_estimates_impact(e) && ab_impact_forecast(&impact, &t.forecast);
    bool has_weight = e->gravity > 0.0 && isfinite(e->mass) && ab_estimates_force(e);
    t.rest = has_weight ? ab_depth_at_rest(&impact, e->mass * e->gravity) : 0.0;
    return t;
}

static void check_pair(ModelCheck *check) {
    wrong_unit(check);
    for (size_t k = 0; k < sizeof s_checks / sizeof s_checks[0]; k++) {
        s_checks[k](check);
    }
}

// All kinds of pairs: whether their steps are short enough, and the other checks.
static abResult check_pairs(const abModel *model, const abLog *log, bool steps_only,
                            abError *error) {
    abArena arena;
    ab_arena_init(&arena, model->arena.allocator, 0);
    abContactEstimate *all = AB_ARENA_NEW(&arena, abContactEstimate, AB_CONTACT_ESTIMATES_MAX);
    int left_out;
    int count = all != NULL ? ab_model_estimate_contacts(model, NAN, all, &left_out) : -1;
    int short_count = 0;
    ModelCheck shortest = {.has_forecast = false};
    for (int i = 0; i < count; i++) {
        ModelCheck check = look_at(model, log, &all[i]);
        if (!steps_only) {
            check_pair(&check);
        }
        if (is_short(&check)) {
            bool is_first = short_count++ == 0;
            bool is_shorter = is_first || check.forecast.duration < shortest.forecast.duration;
            shortest = is_shorter ? check : shortest;
        }
    }
    if (short_count > 0) {
        tell_shortest(&shortest, short_count - 1);
    }
    ab_arena_done(&arena);
    return count >= 0 ? AB_OK : ab_no_memory(error, (abPlace){0}, "while checking the model");
}

// ---- flexible bodies ----

bool ab_model_warn_of_spin(const abModel *model, const abLog *log, int body, double spin) {
    const abModalBody *flexible = model->bodies[body].flexible;
    if (flexible == NULL || !(spin > s_fast_spin * flexible->omega[0])) {
        return false;
    }
    ab_log(
        log, AB_LOG_WARNING,
        "%s turns with %.4g rad/s, %.2g of its lowest angular frequency, %.4g rad/s: centrifugal "
        "forces do not stiffen its modes here, so that it is too soft; above 1 it diverges",
        model->bodies[body].name, spin, spin / flexible->omega[0], flexible->omega[0]);
    return true;
}

abResult ab_model_run_checks(const abModel *model, const abLog *log, abError *error) {
    for (size_t b = 0; b < model->body_count; b++) {
        ab_model_warn_of_spin(model, log, (int)b, ab_norm(model->bodies[b].w_WB));
    }
    return check_pairs(model, log, false, error);
}

abResult ab_model_check_contact_steps(const abModel *model, const abLog *log, abError *error) {
    return check_pairs(model, log, true, error);
}
