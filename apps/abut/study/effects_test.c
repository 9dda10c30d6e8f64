// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "study/effects.h"

#include <stdlib.h>

#include "base/check.h"

static const double s_pi = 3.14159265358979323846;

// sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 of x in (-pi, pi), [IshigamiHomma1990]
static double ishigami(const double *x) {
    return sin(x[0]) + 7.0 * sin(x[1]) * sin(x[1]) + 0.1 * pow(x[2], 4.0) * sin(x[0]);
}

static double *values_of(double (*f)(const double *x), int64_t rows, int64_t seed) {
    SamplingPlan plan = {.seed = seed, .count = rows, .dimensions = 3};
    const Sampling *method = &samplings[SAMPLING_saltelli];
    double *values = malloc((size_t)(5 * rows) * sizeof *values);
    for (int64_t i = 0; values != NULL && i < 5 * rows; i++) {
        double x[3];
        for (int d = 0; d < 3; d++) {
            x[d] = s_pi * (2.0 * method->coordinate(&plan, i, d) - 1.0);
        }
        values[i] = f(x);
    }
    return values;
}

static void indices_of_ishigami_are_known(void) {
    double a = 7.0, b = 0.1, p4 = pow(s_pi, 4.0), p8 = p4 * p4;
    double v1 = 0.5 * pow(1.0 + b * p4 / 5.0, 2.0), v2 = a * a / 8.0;
    double v13 = b * b * p8 * (1.0 / 18.0 - 1.0 / 50.0), v = v1 + v2 + v13;
    const double first[] = {v1 / v, v2 / v, 0.0};
    const double total[] = {(v1 + v13) / v, v2 / v, v13 / v};
    for (int64_t seed = 0; seed < 4; seed++) {
        SobolIndex index[3];
        double *values = values_of(ishigami, 4096, seed);
        CHECK(sobol_indices(values, 4096, 3, 1, index) == 4096);
        for (int j = 0; j < 3; j++) {
            CHECK_NEAR(index[j].first, first[j], 0.02, 1.0);
            CHECK_NEAR(index[j].total, total[j], 0.02, 1.0);
            CHECK(index[j].first_low <= index[j].first && index[j].first <= index[j].first_high);
            CHECK(index[j].total_low <= index[j].total && index[j].total <= index[j].total_high);
            CHECK(index[j].first_high - index[j].first_low < 0.15);
        }
        free(values);
    }
}

// A sum without interactions, far from zero: first and total are equal.
static double sum(const double *x) {
    return 1e6 + x[0] + 2.0 * x[1];
}

static void a_sum_has_no_interactions(void) {
    SobolIndex index[3];
    double *values = values_of(sum, 1024, 0);
    sobol_indices(values, 1024, 3, 1, index);
    CHECK_NEAR(index[0].first, 0.2, 0.02, 1.0);
    CHECK_NEAR(index[1].first, 0.8, 0.02, 1.0);
    CHECK_NEAR(index[1].total, 0.8, 0.02, 1.0);
    CHECK(index[2].total == 0.0);
    values[7] = NAN; // a case that failed takes its block with it
    CHECK(sobol_indices(values, 1024, 3, 1, index) == 1023);
    free(values);
}

static double constant(const double *x) {
    (void)x;
    return 3.0;
}

static void what_does_not_vary_has_no_indices(void) {
    SobolIndex index[3];
    double *values = values_of(constant, 16, 0);
    sobol_indices(values, 16, 3, 1, index);
    CHECK(isnan(index[0].first) && isnan(index[0].total));
    free(values);
}

static void means_are_of_listed_values_or_bins(void) {
    static const char *const levels[] = {"1", "5"};
    static abError error;
    static Study study;
    study = (Study){.parameter_count = 2, .output_count = 1};
    study.parameters[0] = (StudyParameter){.levels = levels, .level_count = 2};
    double inputs[64], outputs[32];
    for (int i = 0; i < 32; i++) {
        inputs[2 * i] = i % 2 == 0 ? 1.0 : 5.0;
        inputs[2 * i + 1] = i;
        outputs[i] = 10.0 * (i % 2) + i / 4;
    }
    CaseTable table = {.study = &study, .count = 32, .inputs = inputs, .outputs = outputs};
    MainEffect effect;
    CHECK(main_effect(&table, 0, 0, &effect, &error) == AB_OK && effect.groups == 2);
    CHECK_NEAR(effect.high - effect.low, 10.0, 1e-14, 10.0);
    CHECK(main_effect(&table, 1, 0, &effect, &error) == AB_OK && effect.groups == EFFECT_BINS);
    CHECK_NEAR(effect.mean[0], 5.0, 1e-14, 5.0);
    CHECK_NEAR(effect.high - effect.low, 7.0, 1e-14, 7.0);
}

AB_TESTS(AB_TEST(indices_of_ishigami_are_known), AB_TEST(a_sum_has_no_interactions),
         AB_TEST(what_does_not_vary_has_no_indices), AB_TEST(means_are_of_listed_values_or_bins))
