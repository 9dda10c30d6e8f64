// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// power_law_test.c - what every normal law must keep, asked of every law in the list.

#include "law/normal/power_law.h"

#include "base/check.h"
#include "law/core/law_kinds.h"

static const abSurface s_steel_ball = {.youngs_modulus = 2e11,
                                       .poissons_ratio = 0.3,
                                       .layer_depth = 0.02,
                                       .contact_radius = 0.1,
                                       .is_sphere = true};
static const abSurface s_steel_plane = {.youngs_modulus = 2e11,
                                        .poissons_ratio = 0.3,
                                        .layer_depth = 0.05,
                                        .contact_radius = INFINITY,
                                        .is_flat = true};

static abPairProperties ball_on_plane(void) {
    return (abPairProperties){.surface = {s_steel_plane, s_steel_ball},
                              .radius = 0.1,
                              .restitution = 0.7,
                              .sliding_regularization = 0.01,
                              .rolling_regularization = 0.01};
}

static const double s_exponents[] = {1.0, 1.5, 2.0, 2.2};

typedef struct Prepared {
    const abNormalLaw *law;
    double constants[AB_LAW_CONSTANTS], memory[AB_LAW_MEMORY];
} Prepared;

// The defaults of a law; what it has none for, but must be given, is 1e9 or the nearest allowed.
static void usual_params(const abTable *table, unsigned char *params) {
    ab_table_defaults(table, params);
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        double value = fmin(fmax(1e9, key->low), key->high);
        if (key->is_required && key->kind == AB_KEY_NUMBER) {
            memcpy(params + key->offset, &value, sizeof value);
        }
    }
}

static Prepared prepare(const abNormalLaw *law, double speed) {
    Prepared p = {.law = law};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    usual_params(law->table, params);
    abPairProperties pair = ball_on_plane();
    law->prepare(params, &pair, p.constants);
    ab_normal_begin(law, p.constants, speed, p.memory);
    return p;
}

static abNormalForce evaluate(const Prepared *p, double depth, double rate) {
    abContact contact = {.depth = depth, .rate = rate, .radius = 0.1};
    abNormalForce out;
    p->law->evaluate(p->constants, p->memory, &contact, &out);
    return out;
}

static bool is_a_force_of_ours(const abNormalLaw *law) {
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    return law->code.open == NULL && !(law->is_condition != NULL && law->is_condition(params));
}

// Runs `question` for each law of our own, begun at a slow, a usual and a fast impact.
static void for_each_law(void (*question)(const Prepared *p)) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        bool is_ours = is_a_force_of_ours(ab_normal_law((abNormalLawKind)kind));
        for (double speed = 1e-3; is_ours && speed < 20.0; speed *= 30.0) {
            Prepared p = prepare(ab_normal_law((abNormalLawKind)kind), speed);
            question(&p);
        }
    }
}

static void ask_never_pulls(const Prepared *p) {
    for (double depth = -1e-3; depth < 1e-3; depth += 1e-5) {
        for (double rate = -1000.0; rate <= 1000.0; rate += 50.0) {
            CHECK(evaluate(p, depth, rate).force >= 0.0);
        }
    }
}
static void never_pulls(void) {
    for_each_law(ask_never_pulls);
}

static void ask_zero(const Prepared *p) {
    double depths[] = {0.0, -0.0, -1e-300, -1.0};
    for (int i = 0; i < 4; i++) {
        abNormalForce f = evaluate(p, depths[i], 3.0);
        CHECK(f.force == 0.0 && f.stiffness == 0.0 && f.damping == 0.0 && f.elastic == 0.0 &&
              f.energy == 0.0);
    }
}
static void nothing_acts_without_depth(void) {
    for_each_law(ask_zero);
}

static void ask_continuity(const Prepared *p) {
    // all grow at least linearly with K about 1e11, so 1e-30 m leaves at most 1e-16 N
    for (double rate = -10.0; rate <= 10.0; rate += 5.0) {
        CHECK(evaluate(p, 1e-30, rate).force < 1e-14);
    }
}
static void the_force_begins_at_zero(void) {
    for_each_law(ask_continuity);
}

static void ask_slope_of_energy(const Prepared *p) {
    for (double d = 1e-9; d < 1e-3; d *= 10.0) {
        double h = 1e-3 * d;
        double slope =
            (evaluate(p, d + h, 0.0).energy - evaluate(p, d - h, 0.0).energy) / (2.0 * h);
        // central difference of d^3 and below: truncation (h/d)^2 / 3 = 3.34e-7
        CHECK_NEAR(slope, evaluate(p, d, 0.0).elastic, 3.4e-7, slope);
        CHECK(evaluate(p, d, 0.0).force == evaluate(p, d, 0.0).elastic);
    }
}
static void the_elastic_force_is_the_slope_of_the_energy(void) {
    for_each_law(ask_slope_of_energy);
}

static void ask_derivatives(const Prepared *p) {
    for (double d = 1e-8; d < 1e-3; d *= 10.0) {
        for (double rate = -0.5; rate <= 5.0; rate += 0.5) {
            abNormalForce f = evaluate(p, d, rate);
            double h = 1e-3 * d;
            double by_depth =
                (evaluate(p, d + h, rate).force - evaluate(p, d - h, rate).force) / (2.0 * h);
            // central difference of d^1.5: truncation (h/d)^2 / 24 = 4.2e-8
            CHECK_NEAR(f.stiffness, by_depth, 5e-8, fabs(by_depth) + 1e-300);
            double k = 1e-4;
            double near = evaluate(p, d, rate + k).force - evaluate(p, d, rate - k).force;
            double far =
                evaluate(p, d, rate + 2.0 * k).force - evaluate(p, d, rate - 2.0 * k).force;
            double by_rate = (8.0 * near - far) / (12.0 * k);
            // exact for cubics in the rate: only rounding, 1e-16 F/k
            CHECK_NEAR(f.damping, by_rate, 1e-10, fabs(by_rate) + 1e-6 * f.elastic);
        }
    }
}
static void both_derivatives_are_exact(void) {
    for_each_law(ask_derivatives);
}

static void ask_clamp(const Prepared *p) {
    double a = evaluate(p, 1e-5, 0.0).damping / evaluate(p, 1e-5, 0.0).force;
    if (!(a > 0.0) || evaluate(p, 1e-5, -1e9).force > 0.0) {
        return; // no damping, one that needs no cut, or no force at all
    }
    abNormalForce cut = evaluate(p, 1e-5, -1.1 / a), still = evaluate(p, 1e-5, -0.9 / a);
    CHECK(cut.force == 0.0 && cut.stiffness == 0.0 && cut.damping == 0.0);
    CHECK(cut.elastic > 0.0 && cut.energy > 0.0);
    CHECK(still.force > 0.0 && still.stiffness > 0.0 && still.damping > 0.0);
}
static void a_cut_force_has_no_derivatives_but_keeps_its_energy(void) {
    for_each_law(ask_clamp);
}

static void the_fast_powers_equal_the_general_one(void) {
    for (int i = 0; i < 3; i++) {
        double n = s_exponents[i], near = n * (1.0 + 1e-15);
        double fast[AB_LAW_CONSTANTS] = {[AB_POWER_STIFFNESS] = 1e9, [AB_POWER_EXPONENT] = n};
        double slow[AB_LAW_CONSTANTS] = {[AB_POWER_STIFFNESS] = 1e9, [AB_POWER_EXPONENT] = near};
        abContact contact = {.depth = 3e-4, .rate = 0.2};
        abNormalForce a, b;
        ab_power_law(fast, 0.5, &contact, &a);
        ab_power_law(slow, 0.5, &contact, &b);
        // the changed exponent moves the force by 1e-15 n ln d, at most 2e-14
        CHECK_NEAR(a.force, b.force, 2e-14, a.force);
        CHECK_NEAR(a.stiffness, b.stiffness, 2e-14, a.stiffness);
        CHECK_NEAR(a.energy, b.energy, 2e-14, a.energy);
    }
}

static void general_exponents_keep_energy_and_slope(void) {
    for (int i = 0; i < 4; i++) {
        double n = s_exponents[i];
        double c[AB_LAW_CONSTANTS] = {[AB_POWER_STIFFNESS] = 1e9, [AB_POWER_EXPONENT] = n};
        abContact contact = {.depth = 3e-4, .rate = 0.2};
        abNormalForce f;
        ab_power_law(c, 0.5, &contact, &f);
        CHECK_NEAR(f.energy, f.elastic * contact.depth / (n + 1.0), 1e-15, f.energy);
        CHECK_NEAR(f.stiffness, n * f.force / contact.depth, 1e-15, f.stiffness);
    }
}

static void the_contacts_own_radius_acts_when_it_has_one(void) {
    Prepared p = prepare(ab_normal_law(AB_LAW_HERTZ), 1.0);
    abContact own = {.depth = 1e-5, .radius = 0.4}, none = {.depth = 1e-5}, pair = none;
    abContact flat = {.depth = 1e-5, .radius = INFINITY};
    pair.radius = 0.1;
    abNormalForce f_own, f_none, f_pair, f_flat;
    p.law->evaluate(p.constants, p.memory, &own, &f_own);
    p.law->evaluate(p.constants, p.memory, &none, &f_none);
    p.law->evaluate(p.constants, p.memory, &pair, &f_pair);
    p.law->evaluate(p.constants, p.memory, &flat, &f_flat);
    CHECK_NEAR(f_own.force, 2.0 * f_pair.force, 1e-15, f_own.force);
    CHECK(f_none.force == f_pair.force && f_flat.force == f_pair.force);
}

static void swapped_sides_give_the_same_bits(void) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)kind);
        if (law->code.open != NULL) {
            continue; // of users, who have given none here
        }
        Prepared p = prepare(law, 1.0), q = p;
        abPairProperties pair = ball_on_plane();
        pair.surface[0] = s_steel_ball;
        pair.surface[1] = s_steel_plane;
        _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
        usual_params(law->table, params);
        law->prepare(params, &pair, q.constants);
        CHECK(evaluate(&p, 1e-5, 0.3).force == evaluate(&q, 1e-5, 0.3).force);
        CHECK(pair.rolling_radius == 0.1);
    }
}

static int problems(abPowerParams params, abPairProperties pair, const char *expected) {
    static abError error;
    ab_error_clear(&error);
    abResult result = ab_power_law_check("hertz", params, &pair, (abPlace){"m.yaml", 3, 5}, &error);
    CHECK((result == AB_BAD_MODEL) == (error.count > 0));
    if (expected != NULL &&
        (error.count == 0 || strstr(error.problems[0].text, expected) == NULL)) {
        printf("%s\n", error.count > 0 ? error.problems[0].text : "(no problem)");
        CHECK(!"the message holds the expected words");
    }
    return error.count;
}

static void what_cannot_give_a_stiffness_is_refused(void) {
    abPowerParams usual = {NAN, 1.5, 1.0, NULL}, squared = {NAN, 2.0, 1.0, NULL};
    abPowerParams given = {1e9, 2.0, 1.0, NULL};
    abPowerParams zero = {0.0, 1.5, 1.0, NULL}, both = {1e9, 1.5, 0.1, NULL};
    abPairProperties good = ball_on_plane(), bare = good, flat = good, rigid = good, half = good;
    CHECK(problems(usual, good, NULL) == 0);
    CHECK(problems(given, good, NULL) == 0);
    CHECK(problems(squared, good, "exponent = 2 needs an explicit stiffness") == 1);
    CHECK(problems(zero, good, "stiffness = 0 is not above 0") == 1);
    CHECK(problems(both, good, "reduction = 0.1 cannot act") == 1);
    flat.radius = INFINITY; // flat on flat: the contact radii of the shapes in series
    CHECK(problems(usual, flat, NULL) == 0);
    flat.surface[0].contact_radius = flat.surface[1].contact_radius = INFINITY;
    CHECK(problems(usual, flat, "no radius of curvature above 0") == 1);
    CHECK(problems(given, flat, NULL) == 0);
    bare.surface[0].youngs_modulus = bare.surface[1].youngs_modulus = NAN;
    CHECK(problems(usual, bare, "first side's material has no youngs_modulus") == 2);
    CHECK(problems(given, bare, NULL) == 0);
    bare.surface[0].youngs_modulus = bare.surface[1].youngs_modulus = 1e9;
    bare.surface[1].poissons_ratio = NAN;
    CHECK(problems(usual, bare, "second side's material has no poissons_ratio") == 1);
    half.surface[0].youngs_modulus = INFINITY;
    half.surface[0].poissons_ratio = NAN;
    CHECK(problems(usual, half, NULL) == 0);
    rigid.surface[0].youngs_modulus = rigid.surface[1].youngs_modulus = INFINITY;
    CHECK(problems(usual, rigid, "both sides are rigid") == 1);
}

// ---- stiffness: curvature ----

// A law that takes its stiffness from the curvatures; E* of steel on steel.
static Prepared prepare_curved(abNormalLawKind kind, double *modulus) {
    Prepared p = {.law = ab_normal_law(kind)};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(p.law->table, params);
    const abKey *key = ab_table_find(p.law->table, "stiffness");
    double word = AB_POWER_CURVATURE;
    int choice = 1;
    if (key->kind == AB_KEY_CHOICE) {
        CHECK_TEXT(key->choices[choice], "curvature");
        memcpy(params + key->offset, &choice, sizeof choice);
    } else {
        CHECK_TEXT(ab_key_word(key, word), "curvature");
        memcpy(params + key->offset, &word, sizeof word);
    }
    abPairProperties pair = ball_on_plane();
    abError error;
    ab_error_clear(&error);
    CHECK(p.law->check(params, &pair, (abPlace){0}, &error) == AB_OK);
    p.law->prepare(params, &pair, p.constants);
    CHECK(pair.wants_curvature);
    ab_normal_begin(p.law, p.constants, 1.0, p.memory);
    *modulus = 2e11 / (2.0 * 0.91);
    return p;
}

static abNormalForce curved(const Prepared *p, double depth, double minimum, double greatest,
                            double line) {
    abContact contact = {
        .depth = depth, .radius = 0.1, .curvature = {minimum, greatest}, .line = line};
    abNormalForce out;
    p->law->evaluate(p->constants, p->memory, &contact, &out);
    return out;
}

static void only_the_word_curvature_asks_for_curvatures(void) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)kind);
        ab_table_defaults(law->table, params);
        abPairProperties pair = ball_on_plane();
        double constants[AB_LAW_CONSTANTS];
        law->prepare(params, &pair, constants);
        CHECK(!pair.wants_curvature || pair.wants_area);
    }
}

static const abNormalLawKind s_curved_laws[] = {
    AB_LAW_HERTZ, AB_LAW_HUNT_CROSSLEY, AB_LAW_LANKARANI_NIKRAVESH, AB_LAW_FLORES, AB_LAW_ELASTIC};

static void equal_curvatures_are_the_sphere_of_hertz(void) {
    for (int i = 0; i < 5; i++) {
        double modulus;
        Prepared p = prepare_curved(s_curved_laws[i], &modulus);
        for (double d = 1e-12; d < 1e-3; d *= 10.0) {
            double expected = 4.0 / 3.0 * modulus * sqrt(0.02) * d * sqrt(d);
            CHECK_NEAR(curved(&p, d, 50.0, 50.0, INFINITY).elastic, expected, 1e-15, expected);
        }
    }
}

// Sphere of 10 mm in a cylindrical groove of 12 mm: curvatures 100 and 100 - 1/0.012. The ratio
// b/a = 0.30764900677495331 belongs to A/B = 1/6; the numbers come from quadrature in 40 digits.
static void a_sphere_in_a_groove_is_an_ellipse(void) {
    double modulus, s_across = 1.0 / 0.01, s_along = 1.0 / 0.01 - 1.0 / 0.012;
    Prepared p = prepare_curved(AB_LAW_HERTZ, &modulus);
    double d = 1e-6, expected = modulus * 0.22251035002243220 * d * sqrt(d);
    CHECK_NEAR(curved(&p, d, s_along, s_across, INFINITY).elastic, expected, 1e-14, expected);
}

static void without_useful_curvatures_the_contact_radius_acts(void) {
    double modulus, d = 1e-5;
    Prepared p = prepare_curved(AB_LAW_HERTZ, &modulus);
    double expected = 4.0 / 3.0 * modulus * sqrt(0.1) * d * sqrt(d);
    const double useless[][3] = {{0, 0, 0},  {0, 0, INFINITY},   {0, 5, INFINITY}, {0, 5, 0},
                                 {-1, 5, 1}, {-5, -1, INFINITY}, {-1, -1, 2},      {NAN, NAN, NAN}};
    for (int i = 0; i < 8; i++) {
        const double *u = useless[i];
        CHECK_NEAR(curved(&p, d, u[0], u[1], u[2]).force, expected, 1e-15, expected);
    }
}

// From crossed to parallel: the ellipse, then the line; force and energy without a jump.
static void ellipse_and_line_join_without_a_jump(void) {
    double modulus;
    Prepared p = prepare_curved(AB_LAW_HERTZ, &modulus);
    for (double minimum = 20.0; minimum > 1e-13; minimum *= 0.2) {
        abNormalForce before = {0};
        double h = 1.0001, sum = 0.0, last = 0.0;
        for (double d = 1e-9; d < 1e-4; d *= h) {
            abNormalForce now = curved(&p, d, minimum, 100.0, 0.03);
            CHECK(now.force > before.force && now.energy > before.energy);
            if (before.force > 0.0) {
                CHECK(now.force < before.force * 1.0002);
                sum += 0.5 * (now.force + before.force) * (d - last);
                // trapezoids of nearly straight pieces, each true to (h-1)^2/12
                CHECK_NEAR(now.energy, sum, 1e-8, sum);
            } else {
                sum = now.energy;
            }
            before = now, last = d;
        }
        abNormalForce line = curved(&p, 1e-6, 0.0, 100.0, 0.03);
        CHECK(curved(&p, 1e-6, minimum, 100.0, 0.03).force <= line.force);
    }
    // at 0.01 um a half-axis of the ellipse is still shorter than the line
    CHECK(curved(&p, 1e-8, 1e-2, 100.0, 0.03).force < curved(&p, 1e-8, 0.0, 100.0, 0.03).force);
    CHECK(curved(&p, 1e-6, 1e-9, 100.0, 0.03).force == curved(&p, 1e-6, 0.0, 100.0, 0.03).force);
}

static void curvature_needs_a_modulus_and_the_power_of_hertz(void) {
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    const abNormalLaw *law = ab_normal_law(AB_LAW_FLORES);
    ab_table_defaults(law->table, params);
    double word = AB_POWER_CURVATURE, two = 2.0;
    memcpy(params + ab_table_find(law->table, "stiffness")->offset, &word, sizeof word);
    abPairProperties pair = ball_on_plane();
    pair.surface[0].youngs_modulus = NAN;
    abError error;
    ab_error_clear(&error);
    CHECK(law->check(params, &pair, (abPlace){0}, &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "youngs_modulus") != NULL);
    pair = ball_on_plane();
    memcpy(params + ab_table_find(law->table, "exponent")->offset, &two, sizeof two);
    CHECK(law->check(params, &pair, (abPlace){0}, &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[error.count - 1].text, "exponent") != NULL);
}

AB_TESTS(AB_TEST(never_pulls), AB_TEST(nothing_acts_without_depth),
         AB_TEST(the_force_begins_at_zero), AB_TEST(the_elastic_force_is_the_slope_of_the_energy),
         AB_TEST(both_derivatives_are_exact),
         AB_TEST(a_cut_force_has_no_derivatives_but_keeps_its_energy),
         AB_TEST(the_fast_powers_equal_the_general_one),
         AB_TEST(general_exponents_keep_energy_and_slope),
         AB_TEST(the_contacts_own_radius_acts_when_it_has_one),
         AB_TEST(swapped_sides_give_the_same_bits),
         AB_TEST(what_cannot_give_a_stiffness_is_refused),
         AB_TEST(only_the_word_curvature_asks_for_curvatures),
         AB_TEST(equal_curvatures_are_the_sphere_of_hertz),
         AB_TEST(a_sphere_in_a_groove_is_an_ellipse),
         AB_TEST(without_useful_curvatures_the_contact_radius_acts),
         AB_TEST(ellipse_and_line_join_without_a_jump),
         AB_TEST(curvature_needs_a_modulus_and_the_power_of_hertz))
