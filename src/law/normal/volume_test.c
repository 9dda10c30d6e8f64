// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/normal/volume.h"

#include "base/check.h"
#include "law/core/law.h"
#include "law/core/overlap_area.h"
#include "math/core/elementary.h"

static const abSurface s_steel = {.youngs_modulus = 2e11,
                                  .poissons_ratio = 0.3,
                                  .layer_depth = NAN,
                                  .contact_radius = INFINITY,
                                  .is_flat = true};

typedef struct Prepared {
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    double constants[AB_LAW_CONSTANTS];
} Prepared;

static const abNormalLaw *law(void) {
    return ab_normal_law(ab_normal_law_find("volume"));
}

static void set(Prepared *p, const char *key, double value) {
    memcpy(p->params + ab_table_find(law()->table, key)->offset, &value, sizeof value);
}

static Prepared with(double k, double n, double c) {
    Prepared p;
    ab_table_defaults(law()->table, p.params);
    set(&p, "stiffness", k);
    set(&p, "exponent", n);
    set(&p, "damping", c);
    abPairProperties pair = {.radius = 0.1};
    law()->prepare(p.params, &pair, p.constants);
    return p;
}

static abNormalForce at(const Prepared *p, abContact contact) {
    abNormalForce out;
    law()->evaluate(p->constants, NULL, &contact, &out);
    return out;
}

static void a_flat_patch_is_a_layer(void) {
    Prepared p = with(1e12, 1.5, 10.0);
    abNormalForce f = at(&p, (abContact){.depth = 2e-4, .rate = 0.5, .area = 0.0025});
    CHECK_NEAR(f.force, 0.0025 * 1e12 * ab_pow(2e-4, 1.5) + 5.0, 1e-15, f.force);
    CHECK_NEAR(f.stiffness, 1.5 * f.elastic / 2e-4, 1e-15, f.stiffness);
    CHECK_NEAR(f.energy, f.elastic * 2e-4 / 2.5, 1e-15, f.energy);
    CHECK(f.damping == 10.0);
}

static void points_of_a_patch_share_the_damper(void) {
    Prepared p = with(1e12, 1.0, 100.0);
    abContact whole = {.depth = 1e-5, .rate = 1.0, .area = 1e-4}, quarter = whole;
    quarter.area = 2.5e-5;
    quarter.patch_area = 1e-4;
    CHECK_NEAR(4.0 * at(&p, quarter).force, at(&p, whole).force, 1e-15, 1e4);
    CHECK(at(&p, quarter).damping == 25.0);
}

static void fast_separation_is_cut(void) {
    Prepared p = with(1e12, 1.0, 100.0);
    abNormalForce f = at(&p, (abContact){.depth = 1e-5, .rate = -50.0, .area = 1e-4});
    CHECK(f.force == 0.0 && f.stiffness == 0.0 && f.damping == 0.0 && f.elastic > 0.0);
}

static void a_growing_area_counts_in_the_stiffness(void) {
    Prepared p = with(1e12, 1.0, 0.0);
    // an edge: area = 0.3 d
    double d = 1e-4, h = 1e-7;
    abContact contact = {.depth = d, .area = 0.3 * d, .area_slope = 0.3};
    abContact less = {.depth = d - h, .area = 0.3 * (d - h)};
    abContact more = {.depth = d + h, .area = 0.3 * (d + h)};
    double slope = (at(&p, more).force - at(&p, less).force) / (2.0 * h);
    // exact for a square
    CHECK_NEAR(at(&p, contact).stiffness, slope, 1e-12, slope);
}

// Area, force, slope and energy of a smooth contact against sums over the ellipse of overlap.
static void a_smooth_contact_has_the_area_of_its_overlap(void) {
    static const double s_k[3][3] = {{10.0, 10.0, 0.0}, {2.0, 50.0, 0.0}, {0.0, 20.0, 0.3}};
    for (int i = 0; i < 3; i++) {
        abContact c = {.depth = 1e-3, .curvature = {s_k[i][0], s_k[i][1]}, .line = s_k[i][2]};
        // area of (k1 x^2 + k2 y^2)/2 < d by the trapezoidal sum over x
        double end = s_k[i][0] > 0.0 ? sqrt(2.0 * c.depth / s_k[i][0]) : 0.5 * c.line, sum = 0.0;
        enum { N = 200000 };
        for (int k = 0; k < N; k++) {
            double x = end * (2.0 * (k + 0.5) / N - 1.0);
            sum += 2.0 * sqrt(fmax(0.0, 2.0 * c.depth - s_k[i][0] * x * x) / s_k[i][1]);
        }
        abAreaPiece pieces[AB_AREA_PIECES];
        CHECK(ab_overlap_area(&c, 0.1, pieces) == 1);
        double area = pieces[0].factor * ab_pow(c.depth, pieces[0].power);
        // midpoint sum with a root at both ends: N^-1.5
        CHECK_NEAR(area, sum * 2.0 * end / N, 2e-8, area);
    }
}

static void an_ellipse_ends_with_the_line(void) {
    Prepared p = with(1e10, 1.3, 0.0);
    double cross = 2.0 * 0.2 * 0.2 * 0.5 / (AB_PI * AB_PI);
    for (double d = 0.2 * cross; d < 4.0 * cross; d *= 1.07) {
        abContact c = {.depth = d, .curvature = {0.5, 40.0}, .line = 0.2}, lo = c, hi = c;
        double h = 1e-5 * d;
        lo.depth = d - h, hi.depth = d + h;
        if (fabs(d - cross) < 2.0 * h) {
            continue;
        }
        abNormalForce f = at(&p, c), a = at(&p, lo), b = at(&p, hi);
        // central differences of powers up to 3.3: (h/d)^2
        CHECK_NEAR((b.energy - a.energy) / (2.0 * h), f.elastic, 1e-9, f.elastic);
        CHECK_NEAR((b.force - a.force) / (2.0 * h), f.stiffness, 1e-9, f.stiffness);
    }
    abContact before = {.depth = cross * (1.0 - 1e-12), .curvature = {0.5, 40.0}, .line = 0.2};
    abContact after = before;
    after.depth = cross * (1.0 + 1e-12);
    CHECK_NEAR(at(&p, before).force, at(&p, after).force, 1e-11, at(&p, after).force);
    CHECK_NEAR(at(&p, before).energy, at(&p, after).energy, 1e-11, at(&p, after).energy);
}

static void the_radius_stands_in_for_unknown_curvatures(void) {
    Prepared p = with(1e10, 1.0, 0.0);
    abNormalForce f = at(&p, (abContact){.depth = 1e-3});
    CHECK_NEAR(f.force, 2.0 * AB_PI * 0.1 * 1e-3 * 1e10 * 1e-3, 1e-14, f.force);
}

static void layers_come_from_the_materials(void) {
    // steel with 160 GPa bulk and 79 GPa shear: M = 265.33 GPa; two layers of 0.1 m
    double bulk = 160e9, shear = 79e9;
    double e = 9.0 * bulk * shear / (3.0 * bulk + shear);
    double nu = (3.0 * bulk - 2.0 * shear) / (2.0 * (3.0 * bulk + shear));
    CHECK_NEAR(ab_confined_modulus(e, nu), bulk + 4.0 / 3.0 * shear, 1e-14, bulk);
    Prepared p;
    ab_table_defaults(law()->table, p.params);
    set(&p, "layer_depth", 0.1);
    abPairProperties pair = {.surface = {s_steel, s_steel}, .radius = INFINITY, .has_area = true};
    pair.surface[0].youngs_modulus = pair.surface[1].youngs_modulus = e;
    pair.surface[0].poissons_ratio = pair.surface[1].poissons_ratio = nu;
    law()->prepare(p.params, &pair, p.constants);
    abContact contact = {.depth = 1e-5, .area = 1e-4};
    CHECK_NEAR(at(&p, contact).force, 1326.6666666666667, 1e-14, 1326.67);
    // a rigid side adds nothing, and a material's own layer goes before the law's
    pair.surface[0].youngs_modulus = INFINITY;
    pair.surface[1].layer_depth = 0.05;
    law()->prepare(p.params, &pair, p.constants);
    CHECK_NEAR(at(&p, contact).force, 4.0 * 1326.6666666666667, 1e-14, 5306.67);
}

static int problems(Prepared *p, abPairProperties pair, const char *expected) {
    static abError error;
    ab_error_clear(&error);
    law()->check(p->params, &pair, (abPlace){"m.yaml", 3, 5}, &error);
    CHECK(expected == NULL ||
          (error.count > 0 && strstr(error.problems[0].text, expected) != NULL));
    return error.count;
}

static void what_has_no_area_or_stiffness_is_refused(void) {
    abPairProperties flat = {.surface = {s_steel, s_steel}, .radius = INFINITY, .has_area = true};
    Prepared given = with(1e12, 1.0, 0.0), none = with(NAN, 1.0, 0.0);
    CHECK(problems(&given, flat, NULL) == 0);
    CHECK(problems(&none, flat, "first side has no layer_depth") == 2);
    set(&none, "layer_depth", 0.1);
    CHECK(problems(&none, flat, NULL) == 0);
    flat.has_area = false;
    CHECK(problems(&given, flat, "has no area") == 1);
    flat.radius = 0.1;
    CHECK(problems(&given, flat, NULL) == 0);
    flat.surface[1].poissons_ratio = 0.5;
    CHECK(problems(&none, flat, "makes its layer rigid") == 1);
    flat.surface[1].youngs_modulus = NAN;
    CHECK(problems(&none, flat, "has no youngs_modulus") == 1);
}

AB_TESTS(AB_TEST(a_flat_patch_is_a_layer), AB_TEST(points_of_a_patch_share_the_damper),
         AB_TEST(fast_separation_is_cut), AB_TEST(a_growing_area_counts_in_the_stiffness),
         AB_TEST(a_smooth_contact_has_the_area_of_its_overlap),
         AB_TEST(an_ellipse_ends_with_the_line),
         AB_TEST(the_radius_stands_in_for_unknown_curvatures),
         AB_TEST(layers_come_from_the_materials), AB_TEST(what_has_no_area_or_stiffness_is_refused))
