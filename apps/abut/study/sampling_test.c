// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "study/sampling.h"

#include "base/check.h"

static void has_one_point_in_each_stratum(void) {
    static const int64_t counts[] = {1, 2, 7, 100, 1000};
    const Sampling *method = &samplings[SAMPLING_latin_hypercube];
    for (int c = 0; c < 5; c++) {
        SamplingPlan plan = {.seed = 7, .count = counts[c], .dimensions = 5};
        for (int d = 0; d < 5; d++) {
            int seen[1000] = {0}, wrong = 0;
            for (int64_t i = 0; i < plan.count; i++) {
                seen[(int)(method->coordinate(&plan, i, d) * (double)plan.count)]++;
            }
            for (int64_t k = 0; k < plan.count; k++) {
                wrong += seen[k] != 1;
            }
            CHECK(wrong == 0);
        }
    }
}

static void stays_inside_and_comes_again(void) {
    for (int m = 0; m < SAMPLING_COUNT; m++) {
        SamplingPlan plan = {.seed = 0, .count = 64, .dimensions = 3};
        for (int64_t i = 0; i < samplings[m].points(&plan); i++) {
            for (int d = 0; d < 3; d++) {
                double u = samplings[m].coordinate(&plan, i, d);
                CHECK(u > 0.0 && u < 1.0 && u == samplings[m].coordinate(&plan, i, d));
            }
        }
    }
}

// Those that may grow: a study with more points begins with the same ones.
static void points_stay_when_there_are_more(void) {
    for (int m = 0; m < SAMPLING_COUNT; m++) {
        SamplingPlan few = {.seed = 3, .count = 10, .dimensions = 2}, many = few;
        many.count = 25;
        for (int64_t i = 0; samplings[m].may_grow && i < samplings[m].points(&few); i++) {
            CHECK(samplings[m].coordinate(&few, i, 1) == samplings[m].coordinate(&many, i, 1));
        }
    }
}

// The mean of 4096 numbers of variance 1/12 is off by 0.0045 in one of a thousand times three.
static void random_numbers_are_spread(void) {
    double mean = 0.0, product = 0.0;
    for (int64_t i = 0; i < 4096; i++) {
        double a = sampling_random(1, i, 0), b = sampling_random(1, i, 1);
        mean += a / 4096.0;
        product += (a - 0.5) * (b - 0.5) / 4096.0;
    }
    CHECK_NEAR(mean, 0.5, 0.015, 1.0);
    CHECK_NEAR(product, 0.0, 0.005, 1.0);
}

static void rows_for_indices_swap_one_coordinate(void) {
    const Sampling *method = &samplings[SAMPLING_saltelli];
    SamplingPlan plan = {.seed = 1, .count = 8, .dimensions = 3};
    CHECK(method->points(&plan) == 40);
    for (int64_t row = 0; row < 8; row++) {
        for (int j = 0; j < 3; j++) {
            for (int d = 0; d < 3; d++) {
                double here = method->coordinate(&plan, 5 * row + 2 + j, d);
                CHECK(here == method->coordinate(&plan, 5 * row + (d == j), d));
            }
        }
    }
}

AB_TESTS(AB_TEST(has_one_point_in_each_stratum), AB_TEST(stays_inside_and_comes_again),
         AB_TEST(points_stay_when_there_are_more), AB_TEST(random_numbers_are_spread),
         AB_TEST(rows_for_indices_swap_one_coordinate))
