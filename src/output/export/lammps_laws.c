// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lammps_laws.c - contact laws as LAMMPS' pair style `granular` has them.
//
//   hooke  F = k d + eta_n d',   hertz  F = k sqrt(R) d^1.5 + eta_n d'                     (1)
//   tsuji  eta_n = alpha sqrt(m F_e/d),   F_e the elastic part of (1)                       (2)
//   alpha = c b,  b = -ln e/sqrt(pi^2 + ln^2 e),   c = 2 (hooke), sqrt(5) (hertz)           (3)
//   alpha = 1.2728 - 4.2783 x + 11.087 x^2 - 22.348 x^3 + 27.467 x^4 - 18.022 x^5
//           + 4.8218 x^6                                                                    (4)
//   |f| <= mu F,   f = -(k_t s + eta_t v_t),   eta_t = x_t eta_n                            (5)
//   torque of rolling: R times a force as (5) with k_roll, eta_roll and mu_roll             (6)
//
// d the overlap, R the effective radius, m the reduced mass. Mindlin's k_t counts times sqrt(R d).
//
// LAMMPS computes alpha by (4) from the number x that stands for the restitution. Tsuji's fit is not
// (3): x = 0.5 gives back 0.616. So x is the root of (4) for the alpha of (3), and the e of (3) comes
// back, which is that of our own law at the speed expected.
//
// Valid   e from 0.01; what is less is taken as 0.01.
// Error   (3) is exact without other forces: the contact ends at d = 0, pulling before, as LAMMPS has
//         it. tests/lammps measures what is left.
// Source  LAMMPS 29 Sep 2021: the manual's page of pair_style granular for (1), (2), (4) to (6). (3)
//         for hertz: [Antypov2011]; for hooke the damped oscillator.

#include "output/export/lammps_laws.h"

#include <math.h>
#include <string.h>

#include "law/core/surface_pair.h"
#include "law/normal/impact_forecast.h"
#include "law/normal/power_law.h"
#include "math/core/elementary.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"
#include "model/kinds/key_values.h"
#include "output/export/tolerances.def"

static const char *const s_remarks[AB_LAMMPS_REMARKS] = {
    [AB_LAMMPS_TSUJI] = "the damping is Tsuji's with the restitution of the model's law; the force "
                        "during the contact differs, the speed after it does not",
    [AB_LAMMPS_PULLS] =
        "LAMMPS does not cut a damping force that pulls, so at the end of a contact "
        "its spheres hold each other for a moment",
    [AB_LAMMPS_SPRING] =
        "LAMMPS holds friction by a spring: where the model's law sticks or creeps, "
        "contacts there give way by mu F/k_t",
    [AB_LAMMPS_UNDAMPED] =
        "LAMMPS damps slip in proportion to the normal damping, which is none or "
        "of another kind here; the damping of the friction law is left out",
    [AB_LAMMPS_ROLLING] =
        "rolling resistance is the style sds: the same greatest torque, held by a "
        "spring where the model's law creeps",
    [AB_LAMMPS_SPINNING] = "LAMMPS' rolling resistance does not act on spinning about the normal, "
                           "the model's does",
    [AB_LAMMPS_MARSHALL] = "the torque of spin is the style marshall; its greatest is 1.13 times "
                           "the model's",
    [AB_LAMMPS_CURVATURE] =
        "on the side of a cylinder LAMMPS' force has a radius of its own; it is "
        "the model's for spheres of one size, but not at the cylinder's ends"};

const char *ab_lammps_remark(abLammpsRemark remark) {
    return s_remarks[remark];
}

// What the parts of a law are made from.
typedef struct Pair {
    const abInteraction *interaction;
    const void *normal, *friction; // their parameters
    abPairProperties properties;
    double constants[AB_LAW_CONSTANTS];
    double radius;        // as LAMMPS has it                                          [m]
    double mass;          // reduced                                                   [kg]
    double exponent;      // of the depth
    double K;             // F = K d^exponent                                          [N/m^n]
    double speed, weight; // [m/s], [N]
    abPlace place;
} Pair;

static double normal_key(const Pair *pair, const char *name) {
    return ab_key_number(pair->interaction->normal->table, pair->normal, name);
}

static double friction_key(const Pair *pair, const char *name) {
    return ab_key_number(pair->interaction->friction->table, pair->friction, name);
}

// Which word of a choice.
static int word_of(const abTable *table, const void *params, const char *name) {
    int index;
    memcpy(&index, (const unsigned char *)params + ab_table_find(table, name)->offset,
           sizeof index);
    return index;
}

// ---- damping ----

static double tsuji_alpha(double x) { // (4)
    static const double c[] = {1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218};
    double sum = 0.0;
    for (int i = 6; i >= 0; i--) {
        sum = sum * x + c[i];
    }
    return sum;
}

// (4) falls from 4.4 at -0.3 to 0.0003 at 1.
double ab_lammps_tsuji_argument(double alpha) {
    double low = -0.3, high = 1.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(tsuji_alpha(middle) > alpha ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static void restored(double e, abLammpsLaw *out) {
    double logarithm = -ab_log_e(fmax(e, s_least_restitution));
    double b = logarithm / sqrt(AB_PI * AB_PI + logarithm * logarithm);
    out->alpha = (out->is_hertz ? sqrt(5.0) : 2.0) * b; // (3)
    out->is_tsuji = out->alpha > tsuji_alpha(1.0);
    out->alpha = out->is_tsuji ? out->alpha : 0.0;
    out->damping = out->is_tsuji ? ab_lammps_tsuji_argument(out->alpha) : 0.0;
    out->remarks |= out->is_tsuji ? 1u << AB_LAMMPS_TSUJI : 0u;
}

static abImpact impact_of(const Pair *pair) {
    double curvature = 1.0 / pair->properties.radius;
    return (abImpact){
        .law = pair->interaction->normal,
        .constants = pair->constants,
        .contact = {.radius = pair->properties.radius, .curvature = {curvature, curvature}},
        .mass = pair->mass,
        .speed = pair->speed};
}

// ---- normal laws ----

typedef abResult MapNormal(Pair *pair, abLammpsLaw *out, abError *error);

static abResult refuse(const Pair *pair, const char *law, abError *error, const char *why) {
    return ab_error_add(error, AB_BAD_MODEL, pair->place, "law %s: LAMMPS has no such law: %s", law,
                        why);
}

// The damper is none, or follows from the restitution.
static abResult by_restitution(Pair *pair, abLammpsLaw *out, abError *error) {
    abImpact impact = impact_of(pair);
    abForecast forecast;
    double given = normal_key(pair, "damping"); // of hertz and hunt_crossley
    if (given > 0.0) {
        return refuse(pair, pair->interaction->normal->table->name, error,
                      "its restitution falls with the speed; take damping: 0, or hunt_crossley "
                      "with the pair's restitution, which is exported");
    }
    if (given == 0.0) {
        return AB_OK;
    }
    if (!ab_impact_forecast(&impact, &forecast)) {
        return refuse(pair, pair->interaction->normal->table->name, error,
                      "it does not resist at this stiffness");
    }
    restored(forecast.restitution, out);
    return AB_OK;
}

static abResult by_damper(Pair *pair, abLammpsLaw *out, abError *error) {
    double c = normal_key(pair, "damping");
    if (c == 0.0) {
        return AB_OK;
    }
    if (normal_key(pair, "rate_exponent") != 1.0 || normal_key(pair, "depth_exponent") != 0.0 ||
        word_of(pair->interaction->normal->table, pair->normal, "damping_side") != 0) {
        return refuse(pair, "power_damper", error,
                      "its damper is exported with rate_exponent: 1, depth_exponent: 0 and "
                      "damping_side: both");
    }
    out->damping = c;
    out->remarks |= 1u << AB_LAMMPS_PULLS;
    return AB_OK;
}

static abResult by_compliance(Pair *pair, abLammpsLaw *out, abError *error) {
    if (!(normal_key(pair, "compliance") > 0.0)) {
        return refuse(pair, "compliant", error, "compliance: 0 is rigid; give one above 0");
    }
    pair->exponent = 1.0;
    out->damping = normal_key(pair, "damping");
    out->remarks |= out->damping > 0.0 ? 1u << AB_LAMMPS_PULLS : 0u;
    return AB_OK;
}

// One row for each of our laws that LAMMPS has; docs/howto/lammps.md is this table in words.
static const struct NormalRow {
    const char *law;
    MapNormal *map;
} s_normal[] = {{"elastic", by_restitution},       {"hertz", by_restitution},
                {"hunt_crossley", by_restitution}, {"lankarani_nikravesh", by_restitution},
                {"flores", by_restitution},        {"power_damper", by_damper},
                {"compliant", by_compliance}};
enum { NORMAL_ROWS = sizeof s_normal / sizeof s_normal[0] };

static MapNormal *normal_map(const char *law) {
    for (int i = 0; i < NORMAL_ROWS; i++) {
        if (strcmp(s_normal[i].law, law) == 0) {
            return s_normal[i].map;
        }
    }
    return NULL;
}

// K from the elastic force at a small depth.
static void take_stiffness(Pair *pair, abLammpsLaw *out) {
    abImpact impact = impact_of(pair);
    double memory[AB_LAW_MEMORY] = {0.0};
    abNormalForce force;
    impact.contact.depth = 1e-4 * pair->radius;
    pair->interaction->normal->evaluate(pair->constants, memory, &impact.contact, &force);
    pair->K = force.elastic / ab_pow(impact.contact.depth, pair->exponent);
    out->is_hertz = pair->exponent == 1.5;
    out->stiffness = out->is_hertz ? pair->K / sqrt(pair->radius) : pair->K;
}

static abResult map_normal(Pair *pair, abLammpsLaw *out, abError *error) {
    const char *law = pair->interaction->normal->table->name;
    MapNormal *map = normal_map(law);
    if (map == NULL) {
        return refuse(pair, law, error,
                      "choose elastic, hertz, hunt_crossley, lankarani_nikravesh, flores, "
                      "power_damper or compliant for the export");
    }
    bool is_power = map != by_compliance;
    pair->exponent = is_power ? pair->constants[AB_POWER_EXPONENT] : 1.0;
    if (pair->exponent != 1.0 && pair->exponent != 1.5) {
        return ab_error_add(error, AB_BAD_MODEL, pair->place,
                            "law %s: exponent = %g; LAMMPS has 1 (hooke) and 1.5 (hertz)", law,
                            pair->exponent);
    }
    if (map == by_compliance && !(normal_key(pair, "compliance") > 0.0)) {
        return map(pair, out, error);
    }
    take_stiffness(pair, out);
    return map(pair, out, error);
}

// ---- friction ----

// eta_t = 2 zeta sqrt(k_t m) by eta_n, where both stiffnesses grow alike with the depth.
static double damping_quotient(const Pair *pair, double zeta, abLammpsLaw *out) {
    double wanted = 2.0 * zeta * sqrt(out->k_t * pair->mass);
    double normal = out->is_tsuji   ? out->alpha * sqrt(out->stiffness * pair->mass)
                    : out->is_hertz ? 0.0 // a damper that does not follow the depth
                                    : out->damping;
    if (normal > 0.0) {
        return wanted / normal;
    }
    out->remarks |= zeta > 0.0 ? 1u << AB_LAMMPS_UNDAMPED : 0u;
    return 0.0;
}

static double compliance(const abSurface *s) {
    return isinf(s->youngs_modulus)
               ? 0.0
               : 2.0 * (2.0 - s->poissons_ratio) * (1.0 + s->poissons_ratio) / s->youngs_modulus;
}

// 8 G*; NAN when the materials do not say it.                                            [Pa]
static double mindlin_stiffness(const abPairProperties *p) {
    return 8.0 / (compliance(&p->surface[0]) + compliance(&p->surface[1]));
}

static abResult by_mindlin(Pair *pair, abLammpsLaw *out, abError *error) {
    static const abLammpsTangential s_springs[] = {AB_LAMMPS_INCREMENTS, AB_LAMMPS_STRETCH,
                                                   AB_LAMMPS_DISSIPATIVE};
    if (!out->is_hertz) {
        return refuse(pair, "mindlin", error,
                      "it stands beside a Hertz contact only; take bristle beside a linear spring");
    }
    out->tangential =
        s_springs[word_of(pair->interaction->friction->table, pair->friction, "spring")];
    out->k_t = friction_key(pair, "reduction") * mindlin_stiffness(&pair->properties);
    out->x_t = damping_quotient(pair, friction_key(pair, "damping_ratio"), out);
    return AB_OK;
}

// Beside a Hertz contact the spring stiffens with it: its slope is 3/2 of F/d.
static void spring_by_ratio(const Pair *pair, double ratio, double zeta, abLammpsLaw *out) {
    out->tangential = out->is_hertz ? AB_LAMMPS_DISSIPATIVE : AB_LAMMPS_LINEAR;
    out->k_t = pair->exponent * ratio * out->stiffness;
    out->x_t = damping_quotient(pair, zeta, out);
}

static abResult by_bristle(Pair *pair, abLammpsLaw *out, abError *error) {
    double given = friction_key(pair, "stiffness"), zeta = friction_key(pair, "damping_ratio");
    if (isnan(given)) {
        spring_by_ratio(pair, friction_key(pair, "stiffness_ratio"), zeta, out);
        out->remarks |= out->is_hertz ? 1u << AB_LAMMPS_SPRING : 0u;
        return AB_OK;
    }
    if (out->is_hertz) {
        return refuse(pair, "bristle", error,
                      "`stiffness` is exported beside a linear spring; give stiffness_ratio here");
    }
    out->tangential = AB_LAMMPS_LINEAR;
    out->k_t = given;
    out->x_t = damping_quotient(pair, zeta, out);
    return AB_OK;
}

// Laws without a spring: Mindlin's, or that of bristle as it is by itself.
static abResult by_spring(Pair *pair, abLammpsLaw *out, abError *error) {
    (void)error;
    double unit = mindlin_stiffness(&pair->properties);
    out->remarks |= 1u << AB_LAMMPS_SPRING;
    if (out->is_hertz && unit > 0.0 && isfinite(unit)) {
        // softened as the normal force is
        double hertz = 4.0 / 3.0 * ab_surface_pair_modulus(&pair->properties);
        out->tangential = AB_LAMMPS_DISSIPATIVE;
        out->k_t = unit * out->stiffness / hertz;
    } else {
        spring_by_ratio(pair, s_bristle_ratio, 0.0, out);
    }
    out->x_t = out->is_tsuji        ? damping_quotient(pair, s_damping_ratio, out)
               : out->damping > 0.0 ? 1.0
                                    : 0.0;
    return AB_OK;
}

static const struct FrictionRow {
    const char *law;
    MapNormal *map; // NULL: no friction at all
} s_friction[] = {{"none", NULL},
                  {"mindlin", by_mindlin},
                  {"bristle", by_bristle},
                  {"coulomb", by_spring},
                  {"regularized", by_spring},
                  {"dynamic_only", by_spring},
                  {"static_dynamic", by_spring}};
enum { FRICTION_ROWS = sizeof s_friction / sizeof s_friction[0] };

static const struct FrictionRow *friction_row(const char *law) {
    for (int i = 0; i < FRICTION_ROWS; i++) {
        if (strcmp(s_friction[i].law, law) == 0) {
            return &s_friction[i];
        }
    }
    return NULL;
}

static double first_number(double a, double b, double c) {
    return !isnan(a) ? a : !isnan(b) ? b : c;
}

// The one coefficient; of laws with two they must be the same.
static abResult take_coefficient(const Pair *pair, abLammpsLaw *out, abError *error) {
    const abPairProperties *p = &pair->properties;
    const char *law = pair->interaction->friction->table->name;
    out->mu = first_number(friction_key(pair, "dynamic_friction"), p->sliding_friction, 0.0);
    bool knows_static =
        ab_table_find(pair->interaction->friction->table, "static_friction") != NULL;
    double held = first_number(friction_key(pair, "static_friction"), p->static_friction, out->mu);
    if (knows_static && held != out->mu) {
        return ab_error_add(error, AB_BAD_MODEL, pair->place,
                            "law %s: friction of sticking %g and of sliding %g; LAMMPS has one "
                            "coefficient, so make them equal",
                            law, held, out->mu);
    }
    return AB_OK;
}

// (6): the torque mu_r r F of our laws. The spring is as stiff as the contact under its weight is,
// and damped for a ball that rolls, whose moment of inertia is 2/5 m R^2.
static void take_rolling(const Pair *pair, abLammpsLaw *out) {
    const abPairProperties *p = &pair->properties;
    out->mu_roll = p->rolling_resistance * p->rolling_radius / pair->radius;
    if (!(out->mu_roll > 0.0)) {
        out->mu_roll = 0.0;
        return;
    }
    double depth =
        pair->weight > 0.0
            ? ab_pow(pair->weight / pair->K, 1.0 / pair->exponent)
            : ab_elastic_forecast(pair->K, pair->exponent, pair->mass, pair->speed).depth;
    double slope = pair->exponent * pair->K * ab_pow(depth, pair->exponent - 1.0);
    out->k_roll = s_bristle_ratio * slope;
    out->eta_roll = 2.0 * s_damping_ratio * sqrt(out->k_roll * 0.4 * pair->mass);
    out->remarks |= 1u << AB_LAMMPS_ROLLING;
    out->remarks |= out->twists ? 0u : 1u << AB_LAMMPS_SPINNING;
}

static abResult map_friction(Pair *pair, abLammpsLaw *out, abError *error) {
    const char *law = pair->interaction->friction->table->name;
    const struct FrictionRow *row = friction_row(law);
    if (row == NULL) {
        return refuse(pair, law, error,
                      "choose none, mindlin, bristle, coulomb, regularized, dynamic_only or "
                      "static_dynamic for the export");
    }
    if (row->map == NULL) {
        return AB_OK;
    }
    AB_TRY(take_coefficient(pair, out, error));
    if (out->mu > 0.0) {
        AB_TRY(row->map(pair, out, error));
        out->twists = friction_key(pair, "spin_speed") > 0.0;
        out->remarks |= out->twists ? 1u << AB_LAMMPS_MARSHALL : 0u;
    }
    take_rolling(pair, out);
    return AB_OK;
}

// ---- both ----

// The radius of the force in LAMMPS; a cylinder counts by the mean of its curvatures.
static double lammps_radius(const abModel *model, int ball, int other) {
    const abShape *a = &model->shapes[ball].shape, *b = &model->shapes[other].shape;
    if (b->kind == AB_SHAPE_SPHERE) {
        return ab_in_series(a->radius, b->radius);
    }
    return b->kind == AB_SHAPE_CYLINDER ? ab_in_series(a->radius, 2.0 * b->size[1]) : a->radius;
}

// pi R sqrt(rho/G)/(0.1631 nu + 0.8766): how long the wave of Rayleigh takes half around a ball; NAN
// without moduli.
static double rayleigh_time(const abModel *model, const Pair *pair, int ball) {
    const abSurface *s = &model->surfaces[ball];
    if (!isfinite(s->youngs_modulus) || !isfinite(s->poissons_ratio)) {
        return NAN;
    }
    double radius = model->shapes[ball].shape.radius;
    double density = model->bodies[model->shapes[ball].body].mass /
                     (4.0 / 3.0 * AB_PI * radius * radius * radius);
    double softened =
        pair->K / (4.0 / 3.0 * ab_surface_pair_modulus(&pair->properties) * sqrt(pair->radius));
    double shear = s->youngs_modulus / (2.0 * (1.0 + s->poissons_ratio)) * softened;
    return AB_PI * radius * sqrt(density / shear) / (0.1631 * s->poissons_ratio + 0.8766);
}

static abResult refuse_rule(const Pair *pair, abError *error) {
    const abContactRuleDef *rule = pair->interaction->rule;
    abResult result = AB_OK;
    if (!isnan(rule->ignore_deeper_than)) {
        result = ab_error_add(error, AB_BAD_MODEL, pair->place,
                              "ignore_deeper_than = %g m: LAMMPS cannot ignore deep contacts; "
                              "leave it out",
                              rule->ignore_deeper_than);
    }
    if (rule->masters == AB_MASTERS_SUM) {
        result = ab_error_add(error, AB_BAD_MODEL, pair->place,
                              "masters: sum counts forces twice, which LAMMPS cannot; take mean");
    }
    return result;
}

abResult ab_lammps_law(const abModel *model, int ball, int other, double speed, abLammpsLaw *out,
                       abError *error) {
    const abInteraction *interaction = ab_model_interaction(model, ball, other);
    *out = (abLammpsLaw){.acts = true};
    Pair pair = {.interaction = interaction,
                 .normal = interaction->rule->normal.data,
                 .friction = interaction->rule->friction.data,
                 .properties = ab_model_pair_properties(model, ball, other),
                 .radius = lammps_radius(model, ball, other),
                 .speed = speed,
                 .place = interaction->rule->place};
    pair.mass = pair.properties.reduced_mass;
    double mass = model->bodies[model->shapes[ball].body].mass;
    pair.weight = mass * ab_norm(model->gravity.uniform);
    interaction->normal->prepare(pair.normal, &pair.properties, pair.constants);
    AB_TRY(refuse_rule(&pair, error));
    AB_TRY(map_normal(&pair, out, error));
    AB_TRY(map_friction(&pair, out, error));
    if (model->shapes[other].shape.kind == AB_SHAPE_CYLINDER && out->is_hertz) {
        out->remarks |= 1u << AB_LAMMPS_CURVATURE;
    }
    abForecast impact = ab_elastic_forecast(pair.K, pair.exponent, pair.mass, speed);
    out->longest_step = impact.duration / s_contact_steps;
    out->longest_step =
        fmin(out->longest_step, s_rayleigh_share * rayleigh_time(model, &pair, ball));
    return AB_OK;
}

static bool is_near(double a, double b) {
    return a == b || fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b));
}

bool ab_lammps_same_law(const abLammpsLaw *a, const abLammpsLaw *b) {
    return a->is_hertz == b->is_hertz && is_near(a->stiffness, b->stiffness) &&
           is_near(a->damping, b->damping) && is_near(a->k_t, b->k_t) && is_near(a->x_t, b->x_t) &&
           is_near(a->mu_roll, b->mu_roll);
}

void ab_lammps_law_write(const abLammpsLaw *law, FILE *out) {
    static const char *const s_words[] = {"linear_nohistory", "linear_history", "mindlin",
                                          "mindlin/force", "mindlin_rescale/force"};
    fprintf(out, "%s %.17g %.17g tangential %s", law->is_hertz ? "hertz" : "hooke", law->stiffness,
            law->damping, s_words[law->tangential]);
    if (law->tangential == AB_LAMMPS_FRICTIONLESS) {
        fputs(" 0 0", out);
    } else {
        fprintf(out, " %.17g %.17g %.17g", law->k_t, law->x_t, law->mu);
    }
    if (law->mu_roll > 0.0) {
        fprintf(out, " rolling sds %.17g %.17g %.17g", law->k_roll, law->eta_roll, law->mu_roll);
    }
    fprintf(out, "%s damping %s", law->twists ? " twisting marshall" : "",
            law->is_tsuji ? "tsuji" : "velocity");
}
