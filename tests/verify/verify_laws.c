// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_laws.c - contact laws point by point, as multibody programs publish them, and the
// constants that go into them. Runs with these laws are in verify_law_runs.c.
//
// Source  the points: laws.points. Hertz' stiffness, units, layers, laws of other programs: closed
//         forms evaluated outside this program, each with its origin in the note of its row.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "law/core/law.h"
#include "law/core/surface_pair.h"
#include "law/normal/poisson_restitution.h"
#include "law/normal/volume.h"
#include "math/core/vector_math.h"
#include "math/expression/expression.h"
#include "math/expression/expression_evaluate.h"
#include "read/core/units.h"

#define POINTS "tests/verify/laws.points"

// ---- laws with their parameters ----

typedef struct Value {
    const char *key;
    double value;
} Value;

static void set_params(const abTable *table, unsigned char *params, const Value *values,
                       int count) {
    ab_table_defaults(table, params);
    for (int i = 0; i < count; i++) {
        const abKey *key = ab_table_find(table, values[i].key);
        if (key->kind == AB_KEY_CHOICE) {
            int choice = (int)values[i].value;
            memcpy(params + key->offset, &choice, sizeof choice);
        } else {
            memcpy(params + key->offset, &values[i].value, sizeof values[i].value);
        }
    }
}

static abNormalForce normal_force(const char *name, const abPairProperties *of, const Value *values,
                                  int count, double impact_speed, abContact contact) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find(name));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    double constants[AB_LAW_CONSTANTS] = {0}, memory[AB_LAW_MEMORY] = {0};
    abPairProperties pair = *of;
    abNormalForce out;
    set_params(law->table, params, values, count);
    law->prepare(params, &pair, constants);
    ab_normal_begin(law, constants, impact_speed, memory);
    law->evaluate(constants, memory, &contact, &out);
    return out;
}

// Coefficient against the slip along x.
static double coefficient(const char *name, const Value *values, int count, double slip) {
    const abFrictionLaw *law = ab_friction_law(ab_friction_law_find(name));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    double constants[AB_LAW_CONSTANTS] = {0};
    abPairProperties pair = {.rolling_regularization = 0.01};
    set_params(law->table, params, values, count);
    law->prepare(params, &pair, constants);
    abSlip at = {.v_t = {slip, 0.0, 0.0}, .n_AB = {0.0, 0.0, 1.0}, .normal_force = 1.0};
    abFrictionForce out;
    law->evaluate(constants, &at, &out);
    return out.force.x;
}

static const abPairProperties s_flat = {.radius = INFINITY};

// ---- the points ----

// By the functions of expressions, whose derivatives are exact.
static abJet function_of_time(const char *text, double t) {
    abArena arena;
    abExpression *expression = NULL;
    abError error;
    ab_error_clear(&error);
    ab_arena_init(&arena, ab_heap(), 4096);
    abJet out = {NAN, NAN, NAN};
    if (ab_expression_compile(text, &arena, (abPlace){0}, &expression, &error) == AB_OK) {
        out = ab_expression_evaluate(expression, t);
    }
    ab_arena_done(&arena);
    return out;
}

static void step_point(const double *in, double *out) {
    char text[160];
    snprintf(text, sizeof text, "STEP(t, %.17g, %.17g, %.17g, %.17g)", in[1], in[2], in[3], in[4]);
    abJet jet = function_of_time(text, in[0]);
    out[0] = jet.value;
    out[1] = jet.rate;
}

static void impact_point(const double *in, double *out) {
    const Value values[] = {{"stiffness", in[0]},
                            {"exponent", in[1]},
                            {"damping", in[2]},
                            {"full_damping_depth", in[3]}};
    abContact contact = {.depth = in[4], .rate = in[5]};
    out[0] = normal_force("impact", &s_flat, values, 4, 1.0, contact).force;
}

static void poisson_point(const double *in, double *out) {
    const Value values[] = {
        {"penalty", in[0]}, {"restitution", in[1]}, {"transition_speed", in[2]}};
    abContact contact = {.depth = in[3], .rate = in[4]};
    out[0] = normal_force("poisson", &s_flat, values, 3, 1.0, contact).force;
}

static void restitution_point(const double *in, double *out) {
    out[0] = ab_poisson_restitution(in[0], in[1]);
}

static void friction_point(const double *in, double *out) {
    const Value both[] = {{"static_friction", in[0]},
                          {"dynamic_friction", in[1]},
                          {"static_speed", in[2]},
                          {"dynamic_speed", in[3]}};
    const Value one[] = {{"dynamic_friction", in[1]}, {"dynamic_speed", in[3]}};
    out[0] = coefficient("static_dynamic", both, 4, in[4]);
    out[1] = coefficient("dynamic_only", one, 2, in[4]);
}

typedef struct PointCase {
    const char *name;
    int in, out;
    double relative, absolute; // allowed: relative |expected| + absolute
    void (*evaluate)(const double *in, double *out);
    const char *note;
} PointCase;

static const PointCase s_points[] = {
    {"step_function", 5, 2, 1e-13, 1e-14, step_point, "analytic: cubic STEP"},
    {"impact_force", 6, 1, 1e-12, 1e-12, impact_point, "published: IMPACT"},
    {"poisson_force", 5, 1, 1e-12, 1e-9, poisson_point, "published: POISSON"},
    {"poisson_restitution", 2, 1, 1e-6, 0.0, restitution_point, "analytic: quadrature of the law"},
    {"friction_coefficient", 5, 2, 1e-12, 1e-14, friction_point, "published: COULOMB curves"},
};
enum { POINT_CASES = sizeof s_points / sizeof s_points[0], NUMBERS_MAX = 8 };

// The worst point so far of one set.
typedef struct Worst {
    const PointCase *of;
    char set[40];
    int count;
    double ratio, expected, ours, allowed;
} Worst;

static void finish_set(Report *report, Worst *worst) {
    if (worst->of != NULL) {
        char quantity[90];
        snprintf(quantity, sizeof quantity, "%s, worst of %d", worst->set, worst->count);
        report_near(report, worst->of->name, quantity, worst->expected, worst->ours, worst->allowed,
                    worst->of->note);
    }
    *worst = (Worst){.ratio = -1.0};
}

static void add_number(Worst *worst, double expected, double ours) {
    double allowed = worst->of->relative * fabs(expected) + worst->of->absolute;
    double ratio = fabs(ours - expected) / allowed;
    if (!(ratio <= worst->ratio)) { // NaN is worst
        worst->ratio = ratio;
        worst->expected = expected;
        worst->ours = ours;
        worst->allowed = allowed;
    }
}

// "name set in... : out..."; the numbers behind the set, or -1.
static int parse_numbers(char *text, double numbers[NUMBERS_MAX]) {
    int count = 0;
    for (char *word = strtok(text, " :\n"); word != NULL; word = strtok(NULL, " :\n")) {
        if (count == NUMBERS_MAX || sscanf(word, "%lf", &numbers[count]) != 1) {
            return -1;
        }
        count++;
    }
    return count;
}

static void take_line(Report *report, Worst *worst, char *line) {
    char name[40], set[40];
    int used = 0;
    if (line[0] == '#' || sscanf(line, "%39s %39s %n", name, set, &used) != 2) {
        return;
    }
    int k = 0;
    while (k < POINT_CASES && strcmp(s_points[k].name, name) != 0) {
        k++;
    }
    double numbers[NUMBERS_MAX], ours[2];
    int count = parse_numbers(line + used, numbers);
    if (k == POINT_CASES || count != s_points[k].in + s_points[k].out) {
        report_broken(report, name, "a line of " POINTS " cannot be read");
        return;
    }
    if (worst->of != &s_points[k] || strcmp(worst->set, set) != 0) {
        finish_set(report, worst);
        worst->of = &s_points[k];
        memcpy(worst->set, set, sizeof set);
    }
    worst->count++;
    s_points[k].evaluate(numbers, ours);
    for (int i = 0; i < s_points[k].out; i++) {
        add_number(worst, numbers[s_points[k].in + i], ours[i]);
    }
}

static void verify_points(Report *report) {
    FILE *file = fopen(POINTS, "r");
    if (file == NULL) {
        report_broken(report, "laws.points", "cannot be opened; run from the top of the tree");
        return;
    }
    Worst worst = {.ratio = -1.0};
    char line[300];
    while (fgets(line, sizeof line, file) != NULL) {
        take_line(report, &worst, line);
    }
    finish_set(report, &worst);
    fclose(file);
}

// ---- constants ----

static abPairProperties two_materials(double r1, double e1, double nu1, double r2, double e2,
                                      double nu2) {
    return (abPairProperties){.surface = {{.youngs_modulus = e1, .poissons_ratio = nu1},
                                          {.youngs_modulus = e2, .poissons_ratio = nu2}},
                              .radius = 1.0 / (1.0 / r1 + 1.0 / r2)};
}

static double in_units(abUnits units, const char *unit, double n, double si) {
    abUnitFactor factor;
    return ab_unit_factor_with(&units, unit, n, &factor) ? ab_unit_from_si(factor, si) : NAN;
}

// t, mm, s: forces in N. lb, in, s: forces in lb in/s^2, 386.09 to the pound-force.
static const abUnits s_engineer = {{1, 2, 0, 0}}, s_inch = {{4, 3, 0, 0}};

static void verify_hertz_stiffness(Report *report) {
    static const struct {
        const char *name;
        double r1, e1, nu1, r2, e2, nu2, si, mm;
    } rows[] = {
        {"two 30 mm steel balls", 0.03, 2e11, 0.3, 0.03, 2e11, 0.3, 17944979800.6, 567470.087356},
        {"steel ball on steel", 0.03, 2e11, 0.3, INFINITY, 2e11, 0.3, 25378033810.5, 802523.89378},
        {"glass ball on steel", 0.01, 7e10, 0.22, INFINITY, 2.1e11, 0.3, 7437314067.15,
         235188.521262},
        {"rubber ball on concrete", 0.05, 5e6, 0.49, INFINITY, 3e10, 0.2, 1961308.29803,
         62.0220141556},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abPairProperties pair =
            two_materials(rows[i].r1, rows[i].e1, rows[i].nu1, rows[i].r2, rows[i].e2, rows[i].nu2);
        double k = normal_force("hertz", &pair, NULL, 0, 1.0, (abContact){.depth = 1e-4}).force /
                   (1e-4 * sqrt(1e-4));
        char quantity[100];
        snprintf(quantity, sizeof quantity, "%s [N/m^1.5]", rows[i].name);
        report_close(report, "hertz_stiffness", quantity, rows[i].si, k, 1e-9,
                     "analytic: 4/3 E* sqrt(R)");
        snprintf(quantity, sizeof quantity, "%s [N/mm^1.5]", rows[i].name);
        report_close(report, "hertz_stiffness", quantity, rows[i].mm,
                     in_units(s_engineer, "N/m^n", 1.5, k), 1e-9,
                     "analytic; the source prints 1.7945e7 N/mm for the first, as if linear");
    }
}

static void verify_stiffness_units(Report *report) {
    static const double rows[][3] = {{1.0, 100000.0, 571014.715473},
                                     {1.5, 3162.27766017, 91004.7705029},
                                     {2.1, 50.1187233627, 10045.3341727},
                                     {2.2, 25.1188643151, 6957.41261688},
                                     {3.0, 0.1, 368.395853835}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double n = rows[i][0], pound = 9.80665 / 0.0254;
        char quantity[100];
        snprintf(quantity, sizeof quantity, "1e8 N/m^%g [N/mm^%g]", n, n);
        report_close(report, "stiffness_units", quantity, rows[i][1],
                     in_units(s_engineer, "N/m^n", n, 1e8), 1e-9, "analytic");
        snprintf(quantity, sizeof quantity, "1e8 N/m^%g [lbf/in^%g]", n, n);
        report_close(report, "stiffness_units", quantity, rows[i][2],
                     in_units(s_inch, "N/m^n", n, 1e8) / pound, 1e-9, "analytic");
    }
}

// The deceleration of 5 g at a thousandth of the radius, as a secant stiffness.
static void verify_small_part(Report *report) {
    double mass = 4e-6, radius = 1e-3, depth = 1e-3 * radius;
    const Value values[] = {{"secant_stiffness", 5.0 * mass * 9.80665 / depth},
                            {"reference_depth", depth},
                            {"exponent", 2.2}};
    abContact unit = {.depth = 1.0};
    double k = normal_force("impact", &s_flat, values, 3, 1.0, unit).force;
    report_close(report, "small_part_stiffness", "K [N/mm^2.2]", 780.819536822,
                 in_units(s_engineer, "N/m^n", 2.2, k), 1e-3,
                 "published: advice for small masses, prints about 781");
}

static void verify_volume(Report *report) {
    static const double steel[][4] = {// bulk, shear, layer, K
                                      {79e9, 160e9, 0.1, 1461666666670.0},
                                      {79e9, 160e9, 0.01, 14616666666700.0},
                                      {160e9, 79e9, 0.1, 1326666666670.0},
                                      {160e9, 79e9, 0.01, 13266666666700.0}};
    for (int i = 0; i < 4; i++) {
        double bulk = steel[i][0], shear = steel[i][1];
        double e = 9.0 * bulk * shear / (3.0 * bulk + shear);
        double nu = (3.0 * bulk - 2.0 * shear) / (2.0 * (3.0 * bulk + shear));
        abPairProperties pair = two_materials(INFINITY, e, nu, INFINITY, e, nu);
        pair.surface[0].layer_depth = pair.surface[1].layer_depth = steel[i][2];
        abContact contact = {.depth = 1.0, .area = 1.0};
        char quantity[100];
        snprintf(quantity, sizeof quantity, "K, bulk %g, layer %g m [N/m^3]", bulk, steel[i][2]);
        report_close(report, "volume_model", quantity, steel[i][3],
                     normal_force("volume", &pair, NULL, 0, 1.0, contact).force, 1e-9,
                     "published; bulk and shear modulus of the first two are interchanged there");
    }
    report_close(report, "volume_model", "M, E = 200 GPa, nu = 0.3 [Pa]", 269230769231.0,
                 ab_confined_modulus(2e11, 0.3), 1e-9, "analytic");
    report_close(report, "volume_model", "K of unequal layers [N/m^3]", 269525924973.0,
                 ab_in_series(265333000000.0 / 0.1, 6e9 / 0.02), 1e-9, "analytic");
    static const double forces[][7] = {
        // area, K, n, c, depth, rate, force
        {1e-4, 1326666666670.0, 1.0, 0.0, 1e-5, 0.0, 1326.66666667},
        {1e-4, 1326666666670.0, 1.0, 100.0, 1e-5, 1.0, 1426.66666667},
        {1e-4, 1326666666670.0, 1.0, 100.0, 1e-5, -50.0, 0.0},
        {0.0025, 1e12, 1.5, 10.0, 2e-4, 0.5, 7076.06781187}};
    for (int i = 0; i < 4; i++) {
        const double *f = forces[i];
        const Value values[] = {{"stiffness", f[1]}, {"exponent", f[2]}, {"damping", f[3]}};
        abContact contact = {.depth = f[4], .rate = f[5], .area = f[0]};
        char quantity[100];
        snprintf(quantity, sizeof quantity, "force at area %g, rate %g [N]", f[0], f[5]);
        report_close(report, "volume_model", quantity, f[6],
                     normal_force("volume", &s_flat, values, 3, 1.0, contact).force, 1e-9,
                     "published: VOLUME; the cut at zero is ours");
    }
}

// ---- laws of other programs ----

static void verify_recurdyn(Report *report) {
    static const double rows[][8] = {// k, c, m1, m2, m3, depth, rate, force
                                     {1e5, 10.0, 1.3, 1.0, 2.0, 0.01, 5.0, 251.193643151},
                                     {1e5, 10.0, 1.3, 1.0, 2.0, 0.01, -5.0, 251.183643151},
                                     {1e5, 10.0, 1.3, 0.5, 2.0, 0.05, -3.0, 2035.40935641},
                                     {1e3, 50.0, 1.5, 1.0, 0.0, 0.001, -10.0, 0.0}};
    for (int i = 0; i < 4; i++) {
        const double *r = rows[i];
        const Value values[] = {{"stiffness", r[0]},
                                {"damping", r[1]},
                                {"exponent", r[2]},
                                {"rate_exponent", r[3]},
                                {"depth_exponent", r[4]}};
        abContact contact = {.depth = r[5], .rate = r[6]};
        char quantity[100];
        snprintf(quantity, sizeof quantity, "RecurDyn, m2 = %g, rate %g [N]", r[3], r[6]);
        // published with 12 digits
        report_close(report, "related_laws", quantity, r[7],
                     normal_force("power_damper", &s_flat, values, 5, 1.0, contact).force, 4e-12,
                     "published: k d^m1 + c sgn(d') |d'|^m2 d^m3, cut at zero");
    }
}

static void verify_closing_damper(Report *report) {
    static const double rows[][3] = {{1e-3, 0.05, 15.0}, {1e-3, -0.05, 10.0}, {-1e-3, 0.05, 0.0}};
    for (int i = 0; i < 3; i++) {
        const Value values[] = {{"stiffness", 1e4},      {"exponent", 1.0},
                                {"damping", 100.0},      {"rate_exponent", 1.0},
                                {"depth_exponent", 0.0}, {"damping_side", 1.0}};
        abContact contact = {.depth = rows[i][0], .rate = rows[i][1]};
        char quantity[100];
        snprintf(quantity, sizeof quantity, "closing damper, %g m, %g m/s [N]", rows[i][0],
                 rows[i][1]);
        report_close(report, "related_laws", quantity, rows[i][2],
                     normal_force("power_damper", &s_flat, values, 6, 1.0, contact).force, 1e-12,
                     "published: linear law of the MathWorks contact library");
    }
}

static void verify_short_forms(Report *report) {
    static const struct {
        const char *law;
        double damping, closing, separating;
    } rows[] = {{"hertz", 0.0, 100.0, 100.0},
                {"lankarani_nikravesh", NAN, 113.5, 86.5},
                {"hunt_crossley", 0.3, 115.0, 85.0}, // published a = 3/2 (1 - e)/v
                {"flores", NAN, 120.0, 80.0}};
    for (int i = 0; i < 4; i++) {
        const Value values[] = {{"stiffness", 1e8}, {"damping", rows[i].damping}};
        abPairProperties pair = s_flat;
        pair.restitution = 0.8;
        for (int side = 0; side < 2; side++) {
            abContact contact = {.depth = 1e-4, .rate = side == 0 ? 0.5 : -0.5};
            char quantity[100];
            snprintf(quantity, sizeof quantity, "%s, %s [N]", rows[i].law,
                     side == 0 ? "closing" : "separating");
            int count = isnan(rows[i].damping) ? 1 : 2;
            report_close(report, "related_laws", quantity,
                         side == 0 ? rows[i].closing : rows[i].separating,
                         normal_force(rows[i].law, &pair, values, count, 1.0, contact).force, 1e-12,
                         "published: e = 0.8 at 1 m/s, at 1e-4 m and 0.5 m/s");
        }
    }
}

void verify_laws(Report *report) {
    verify_points(report);
    verify_hertz_stiffness(report);
    verify_stiffness_units(report);
    verify_small_part(report);
    verify_volume(report);
    verify_recurdyn(report);
    verify_closing_damper(report);
    verify_short_forms(report);
}
