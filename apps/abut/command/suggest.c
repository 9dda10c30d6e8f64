// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// suggest.c - abut suggest: stiffness, damping, friction speeds and steps for the pairs of a model,
// and what its own laws will really do.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/text.h"
#include "command/command.h"
#include "command/drive.h"
#include "command/isolate.h"
#include "model/check/compliance.h"
#include "model/check/law_curves.h"
#include "model/check/suggestion.h"
#include "output/plot/plot_figure.h"

typedef struct Suggest {
    const Arguments *arguments;
    abOverride overrides[COMMAND_VALUES];
    int override_count;
    Logger logger;
    abModel *model;
    abContactEstimate pairs[AB_CONTACT_ESTIMATES_MAX];
    int count, left_out;
    double restitution;  // NAN: those of the pairs
    double depth, ratio; // wanted of compliant contacts; depth NAN: a share of the size
} Suggest;

static abResult look(Suggest *s, abError *error) {
    const Arguments *arguments = s->arguments;
    double speed;
    AB_TRY(option_number(arguments, "speed", NAN, 0.0, 1e6, &speed));
    AB_TRY(option_number(arguments, "restitution", NAN, 0.0, 1.0, &s->restitution));
    AB_TRY(option_number(arguments, "depth", NAN, 1e-15, 1e6, &s->depth));
    AB_TRY(option_number(arguments, "damping-ratio", 1.0, 0.0, 100.0, &s->ratio));
    AB_TRY(option_overrides(arguments, s->overrides, &s->override_count));
    AB_TRY(ab_model_read(arguments->words[0], s->overrides, s->override_count, ab_heap(),
                         logger_log(&s->logger), &s->model, error));
    s->count = ab_model_estimate_contacts(s->model, speed, s->pairs, &s->left_out);
    return s->count >= 0 ? AB_OK : ab_no_memory(error, (abPlace){0}, "for surfaces");
}

// ---- for people ----

static void print_pair(const Suggest *s, const abContactEstimate *e) {
    printf("\n%s on %s", s->model->shapes[e->shape_a].name, s->model->shapes[e->shape_b].name);
    if (e->alike > 1) {
        printf(", and %d pairs alike", e->alike - 1);
    }
    printf("\n  meet         ");
    if (e->speed > 0.0) {
        printf("at %.4g m/s", e->speed);
    } else {
        printf("without approaching at the start; --speed V asks for an impact at V");
    }
    if (isfinite(e->mass)) {
        printf(", reduced mass %.4g kg", e->mass);
    }
    if (isfinite(e->pair.radius)) {
        bool is_guess = e->pair.surface[0].radius_is_size || e->pair.surface[1].radius_is_size;
        printf(", radius %.4g m%s", e->pair.radius,
               is_guess ? " (a guess: half the size of the mesh)" : "");
    }
    if (e->pair.has_area && !e->pair.wants_area && !e->shares) {
        printf("; all figures for one corner, a whole face is four times as stiff");
    }
    printf("\n");
}

static void print_own(const abContactEstimate *e, const abSuggestion *s) {
    const char *law = e->interaction->normal->table->name;
    if (s->has_forecast) {
        printf("  %-12s depth %.4g m, peak force %.4g N, ", law, s->own.depth, s->own.peak_force);
        if (isfinite(s->own.duration)) {
            printf("contact time %.4g s, restitution %.4g", s->own.duration, s->own.restitution);
        } else {
            printf("the bodies stay together, restitution 0");
        }
        printf(" (asked: %.4g)\n", e->pair.restitution);
    }
    if (s->rest > 0.0 && isfinite(s->rest)) {
        printf("  at rest      depth %.4g m under the own weight\n", s->rest);
    }
}

static void print_stiffness(const abContactEstimate *e, const abSuggestion *s) {
    if (s->is_hertz) {
        printf("  Hertz        K = 4/3 E* sqrt(R) = %.6g N/m^1.5 = %.6g N/mm^1.5\n", s->stiffness,
               s->stiffness / pow(1000.0, 1.5));
    } else if (s->stiffness > 0.0) {
        printf(
            "  %-12s K = %.6g N/m = %.6g N/mm gives a depth of a thousandth of the size, %.3g m\n",
            isfinite(e->pair.radius) ? "no moduli" : "flat on flat", s->stiffness,
            1e-3 * s->stiffness, s->elastic.depth);
    } else {
        printf("  stiffness    needs youngs_modulus and poissons_ratio of both materials, or a "
               "speed\n");
    }
    if (s->elastic.depth > 0.0) {
        printf("  elastic      depth %.4g m, contact time %.4g s, peak force %.4g N at %.4g m/s\n",
               s->elastic.depth, s->elastic.duration, s->elastic.peak_force, e->speed);
    }
}

static void print_laws(const abSuggestion *s) {
    if (isnan(s->damping)) {
        return;
    }
    printf("  restitution %.4g comes back with\n", s->restitution);
    printf("               {law: hunt_crossley, stiffness: %.6g, exponent: %g}   with "
           "restitution: %.4g of the pair\n",
           s->stiffness, s->exponent, s->restitution);
    printf("               {law: impact, stiffness: %.6g, exponent: %g, damping: %.6g, "
           "full_damping_depth: %.4g}   gives %.4g\n",
           s->stiffness, s->exponent, s->damping, s->full_damping_depth, s->impact_restitution);
    if (!isnan(s->transition_speed)) {
        printf("               {law: poisson, penalty: %.6g, restitution: %.4g, transition_speed: "
               "%.4g}   gives %.4g\n",
               s->stiffness, s->restitution, s->transition_speed, s->poisson_restitution);
    }
}

static void print_friction(const abContactEstimate *e, const abSuggestion *s) {
    if (!(s->friction > 0.0)) {
        return;
    }
    printf("  friction     {law: static_dynamic, static_speed: %.3g} with coefficient %.4g",
           s->slip_speed, s->friction);
    if (!isnan(s->slip_constant)) {
        printf(": time constant %.3g s under the weight", s->slip_constant);
    }
    if (!isnan(s->slip_constant_peak)) {
        printf(", %.3g s under the peak force", s->slip_constant_peak);
    }
    printf("\n");
    if (isfinite(s->own_slip_constant)) {
        printf("               %s as it is: %.3g s\n", e->interaction->friction->table->name,
               s->own_slip_constant);
    }
}

static void print_steps(const abSuggestion *s) {
    if (s->fixed_step > 0.0 && isfinite(s->fixed_step)) {
        printf("  steps        tolerance %.1g, output_interval %.2g s to see the impact; a program "
               "with fixed steps needs %.2g s\n",
               s->tolerance, s->output_interval, s->fixed_step);
    }
}

static void print_compliance(const Suggest *s, const abContactEstimate *e) {
    abComplianceSpec spec;
    abCompliance soft;
    if (!ab_compliance_spec(e, s->depth, s->ratio, &spec) || !ab_compliance_for(&spec, &soft)) {
        return;
    }
    printf("  compliant    {law: compliant, compliance: %.6g, damping: %.6g}   on %d point%s, "
           "damping ratio %.4g\n",
           soft.compliance, soft.damping, spec.points, spec.points == 1 ? "" : "s", spec.ratio);
    printf("               ");
    if (soft.rest > 0.0) {
        printf("depth %.4g m at rest%s", soft.rest, soft.depth > 0.0 ? "; " : "\n");
    }
    if (soft.depth > 0.0) {
        printf("at %.4g m/s depth %.4g m, pressing for %.4g s, restitution %.4g\n", spec.speed,
               soft.depth, soft.time, soft.restitution);
    }
    printf(
        "               method stepping: step %.2g s for a greatest depth within 1 %%; the depth "
        "at rest is right with any\n",
        soft.step);
}

static void print_fixed(const abContactEstimate *e) {
    abFixedAdvice fixed = ab_fixed_advice(e->size, e->gravity, e->speed);
    if (isfinite(fixed.step)) {
        printf(
            "  fixed        {law: rigid} and {method: fixed, step: %.2g, contact_distance: %.2g, "
            "contact_speed: %.2g}\n",
            fixed.step, fixed.contact_distance, fixed.contact_speed);
    }
}

static void print_text(const Suggest *s) {
    printf("%s: %d kind%s of pairs that may touch\n", s->arguments->words[0], s->count,
           s->count == 1 ? "" : "s");
    for (int i = 0; i < s->count; i++) {
        abSuggestion suggestion;
        ab_suggest(&s->pairs[i], s->restitution, &suggestion);
        print_pair(s, &s->pairs[i]);
        print_own(&s->pairs[i], &suggestion);
        print_stiffness(&s->pairs[i], &suggestion);
        print_laws(&suggestion);
        print_compliance(s, &s->pairs[i]);
        print_friction(&s->pairs[i], &suggestion);
        print_steps(&suggestion);
        print_fixed(&s->pairs[i]);
    }
    if (s->left_out > 0) {
        printf("\n%d pairs of further kinds are left out\n", s->left_out);
    }
}

// ---- for machines ----

static void put_number(abJson *json, const char *name, double value) {
    if (isfinite(value)) {
        ab_json_number(json, name, value);
    }
}

static void put_forecast(abJson *json, const char *name, const abForecast *f) {
    ab_json_open(json, name, '{');
    put_number(json, "depth", f->depth);
    put_number(json, "peak_force", f->peak_force);
    put_number(json, "duration", f->duration);
    put_number(json, "restitution", f->restitution);
    ab_json_close(json, '}');
}

static void put_laws(abJson *json, const abSuggestion *s) {
    ab_json_open(json, "impact", '{');
    put_number(json, "stiffness", s->stiffness);
    put_number(json, "exponent", s->exponent);
    put_number(json, "damping", s->damping);
    put_number(json, "full_damping_depth", s->full_damping_depth);
    put_number(json, "gives", s->impact_restitution);
    ab_json_close(json, '}');
    if (!isnan(s->transition_speed)) {
        ab_json_open(json, "poisson", '{');
        put_number(json, "penalty", s->stiffness);
        put_number(json, "transition_speed", s->transition_speed);
        put_number(json, "gives", s->poisson_restitution);
        ab_json_close(json, '}');
    }
}

static void put_compliance(abJson *json, const Suggest *all, const abContactEstimate *e) {
    abComplianceSpec spec;
    abCompliance soft;
    if (!ab_compliance_spec(e, all->depth, all->ratio, &spec) || !ab_compliance_for(&spec, &soft)) {
        return;
    }
    ab_json_open(json, "compliant", '{');
    put_number(json, "compliance", soft.compliance);
    put_number(json, "damping", soft.damping);
    ab_json_integer(json, "points", spec.points);
    put_number(json, "damping_ratio", spec.ratio);
    put_number(json, "depth_at_rest", soft.rest);
    put_number(json, "depth", soft.depth);
    put_number(json, "time", soft.time);
    put_number(json, "restitution", soft.restitution);
    put_number(json, "stepping_step", soft.step);
    ab_json_close(json, '}');
}

static void put_fixed(abJson *json, const abContactEstimate *e) {
    abFixedAdvice fixed = ab_fixed_advice(e->size, e->gravity, e->speed);
    if (isfinite(fixed.step)) {
        ab_json_open(json, "fixed", '{');
        put_number(json, "step", fixed.step);
        put_number(json, "contact_distance", fixed.contact_distance);
        put_number(json, "contact_speed", fixed.contact_speed);
        ab_json_close(json, '}');
    }
}

static void put_pair(abJson *json, const Suggest *all, const abContactEstimate *e) {
    abSuggestion s;
    ab_suggest(e, all->restitution, &s);
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "a", all->model->shapes[e->shape_a].name);
    ab_json_text(json, "b", all->model->shapes[e->shape_b].name);
    ab_json_integer(json, "pairs", e->alike);
    put_number(json, "speed", e->speed);
    put_number(json, "reduced_mass", e->mass);
    put_number(json, "radius", e->pair.radius);
    put_number(json, "hertz_stiffness", e->hertz);
    ab_json_text(json, "law", e->interaction->normal->table->name);
    put_number(json, "asked_restitution", e->pair.restitution);
    if (s.has_forecast) {
        put_forecast(json, "own", &s.own);
    }
    put_number(json, "depth_at_rest", s.rest);
    if (s.elastic.depth > 0.0) {
        put_forecast(json, "elastic", &s.elastic);
        put_number(json, "wanted_restitution", s.restitution);
        put_laws(json, &s);
    }
    put_compliance(json, all, e);
    put_fixed(json, e);
    ab_json_open(json, "friction", '{');
    put_number(json, "coefficient", s.friction);
    put_number(json, "static_speed", s.slip_speed);
    put_number(json, "time_constant", s.slip_constant);
    put_number(json, "time_constant_at_peak", s.slip_constant_peak);
    put_number(json, "own_time_constant", s.own_slip_constant);
    ab_json_close(json, '}');
    put_number(json, "tolerance", s.tolerance);
    put_number(json, "output_interval", s.output_interval);
    put_number(json, "fixed_step", s.fixed_step);
    ab_json_close(json, '}');
}

static void print_json(const Suggest *s) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "model", s->arguments->words[0]);
    ab_json_open(&json, "pairs", '[');
    for (int i = 0; i < s->count; i++) {
        put_pair(&json, s, &s->pairs[i]);
    }
    ab_json_close(&json, ']');
    ab_json_integer(&json, "left_out", s->left_out);
    ab_json_close(&json, '}');
    printf("%s\n", ab_text_string(&text));
    ab_text_done(&text);
}

// ---- pictures ----

// A picture of what a law of a pair does: BASE_N_KIND.svg and .png.
typedef struct LawPicture {
    abFigure figure;
    const char *base, *kind;
    int number; // of the pair, from 1; 0: there is one pair only
    bool svg, png, is_quiet;
} LawPicture;

static abResult draw_law(void *context, abError *error) {
    const LawPicture *p = context;
    char base[4200], svg[4300], png[4300], number[20] = "";
    if (p->number > 0) {
        snprintf(number, sizeof number, "_%d", p->number);
    }
    snprintf(base, sizeof base, "%s%s_%s", p->base, number, p->kind);
    snprintf(svg, sizeof svg, "%s.svg", base);
    snprintf(png, sizeof png, "%s.png", base);
    AB_TRY(ab_figure_write(&p->figure, p->svg ? svg : NULL, p->png ? png : NULL, ab_heap(), error));
    for (int k = 0; k < 2 && !p->is_quiet; k++) {
        if (k == 0 ? p->svg : p->png) {
            printf("%s\n", k == 0 ? svg : png);
        }
    }
    return AB_OK;
}

static abResult draw_figure(LawPicture *p, const char *kind, abFigure figure, abError *error) {
    p->kind = kind;
    p->figure = figure;
    p->figure.count = AB_LAW_SAMPLES;
    p->figure.from = p->figure.to = NAN;
    return isolate("drawing", draw_law, p, error);
}

static abResult draw_pair(const Suggest *s, LawPicture *p, const abContactEstimate *e,
                          abLawCurves *c, abError *error) {
    char title[400], closing[80], leaving[80];
    snprintf(title, sizeof title, "%.100s on %.100s", s->model->shapes[e->shape_a].name,
             s->model->shapes[e->shape_b].name);
    snprintf(closing, sizeof closing, "force approaching at %.4g m/s", e->speed);
    snprintf(leaving, sizeof leaving, "force leaving at %.4g m/s", e->speed);
    const double shares[] = {0.0, 1.0};
    const abFigureCurve force[] = {{closing, "N", c->approaching},
                                   {"force at rest", "N", c->still},
                                   {leaving, "N", c->leaving},
                                   {"damping", "N s/m", c->damping}};
    const abFigureCurve restitution = {"restitution", "-", c->restitution};
    const abFigureCurve share = {"friction by normal force", "-", c->share};
    const abFigure over_depth = {.title = title,
                                 .time = c->depth,
                                 .x_name = "depth",
                                 .x_unit = "m",
                                 .curves = force,
                                 .curve_count = 4};
    const abFigure over_speed = {.title = title,
                                 .time = c->closing,
                                 .x_name = "closing speed",
                                 .x_unit = "m/s",
                                 .curves = &restitution,
                                 .curve_count = 1,
                                 .shown = shares};
    const abFigure over_slip = {.title = title,
                                .time = c->slip,
                                .x_name = "slip",
                                .x_unit = "m/s",
                                .curves = &share,
                                .curve_count = 1};
    ab_law_curves(e, c);
    if (!c->has_force && !c->has_friction && !p->is_quiet) {
        printf("%s: nothing to draw; its laws are no force of depth, rate and slip, or there is no "
               "impact (--speed V asks for one)\n",
               title);
    }
    if (c->has_force) {
        AB_TRY(draw_figure(p, "force", over_depth, error));
        AB_TRY(draw_figure(p, "restitution", over_speed, error));
    }
    return c->has_friction ? draw_figure(p, "friction", over_slip, error) : AB_OK;
}

// Pictures of all pairs, where they are wanted.
static abResult draw_pairs(const Suggest *s, abError *error) {
    const char *wanted = option_value(s->arguments, "plot");
    char base[4096];
    if (wanted == NULL) {
        return AB_OK;
    }
    snprintf(base, sizeof base, "%s", wanted);
    size_t length = strlen(base);
    const char *ending = length > 4 ? base + length - 4 : "";
    bool is_svg = strcmp(ending, ".svg") == 0, is_png = strcmp(ending, ".png") == 0;
    if (is_svg || is_png) {
        base[length - 4] = '\0';
    }
    LawPicture p = {.base = base,
                    .svg = !is_png,
                    .png = !is_svg,
                    .is_quiet = option_given(s->arguments, "json")};
    abLawCurves *curves = malloc(sizeof *curves);
    if (curves == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the plot");
    }
    abResult result = AB_OK;
    for (int i = 0; i < s->count && result == AB_OK; i++) {
        p.number = s->count > 1 ? i + 1 : 0;
        result = draw_pair(s, &p, &s->pairs[i], curves, error);
    }
    free(curves);
    return result;
}

static abResult run_suggest(const Arguments *arguments, abError *error) {
    Suggest *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return ab_no_memory(error, (abPlace){0}, "while reading the model");
    }
    s->arguments = arguments;
    bool for_machines = option_given(arguments, "json");
    s->logger.is_quiet = for_machines;
    abResult result = look(s, error);
    if (result == AB_OK) {
        (for_machines ? print_json : print_text)(s);
        result = draw_pairs(s, error);
    }
    ab_model_destroy(s->model);
    logger_done(&s->logger);
    free(s);
    return result;
}

const Command command_suggest = {
    .name = "suggest",
    .words = "MODEL",
    .minimum = 1,
    .maximum = 1,
    .text = "stiffness, damping, friction speeds and steps for the pairs of a model",
    .more =
        "For each kind of pair that may touch: what its own law will do, Hertz' stiffness from "
        "the\n"
        "materials, parameters that give a restitution back, time constants of friction, steps.\n"
        "The speed is guessed from the start: velocities, and gravity over the gap.",
    .options = {{0, "speed", "V", "impact speed in m/s, instead of the guess"},
                {0, "restitution", "E", "what is wanted; without it that of each pair"},
                {0, "depth", "D", "of compliant contacts at rest in m; a thousandth of the size"},
                {0, "damping-ratio", "Z", "of compliant contacts, to critical damping (1)"},
                {0, "plot", "BASE",
                 "draw the laws too: BASE_force.svg, _restitution, _friction; and .png"},
                {0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "json", NULL, "one object for machines, SI"}},
    .run = run_suggest,
};
