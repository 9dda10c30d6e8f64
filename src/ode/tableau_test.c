// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tableau_test.c - the coefficients against the order conditions, and the order that is observed.

#include "ode/tableau.h"

#include "base/check.h"

static double power(double x, int n) {
    double p = 1.0;
    for (int i = 0; i < n; i++) {
        p *= x;
    }
    return p;
}

static const abTableau *const s_pairs[] = {&ab_dormand_prince_5, &ab_dormand_prince_8};

static void rows_sum_to_their_abscissa(void) {
    for (int p = 0; p < 2; p++) {
        const abTableau *t = s_pairs[p];
        for (int s = 1; s < t->dense_count; s++) {
            double sum = 0.0;
            for (int k = 0; k < t->terms[s]; k++) {
                CHECK(t->a[s][k].stage < s);
                sum += t->a[s][k].factor;
            }
            CHECK_NEAR(sum, t->c[s], 1e-15, 60.0); // factors up to 60 cancel
        }
    }
}

static void the_step_integrates_powers_to_its_order(void) {
    for (int p = 0; p < 2; p++) {
        const abTableau *t = s_pairs[p];
        int last = t->count - 1;
        for (int q = 0; q < t->order; q++) {
            double sum = 0.0;
            for (int k = 0; k < t->terms[last]; k++) {
                sum += t->a[last][k].factor * power(t->c[t->a[last][k].stage], q);
            }
            CHECK_NEAR(sum, 1.0 / (q + 1), 1e-15, 10.0);
        }
    }
}

static void the_error_estimate_vanishes_for_low_powers(void) {
    for (int p = 0; p < 2; p++) {
        const abTableau *t = s_pairs[p];
        int exact = t->order == 5 ? 4 : 5;
        for (int q = 0; q < exact; q++) {
            double sum = 0.0;
            for (int k = 0; k < t->error_terms; k++) {
                sum += t->e[k].factor * power(t->c[t->e[k].stage], q);
            }
            CHECK_NEAR(sum, 0.0, 1e-15, 10.0);
        }
    }
}

static void the_polynomial_integrates_powers_at_every_theta(void) {
    for (int p = 0; p < 2; p++) {
        const abTableau *t = s_pairs[p];
        for (int q = 0; q < t->powers; q++) {
            for (double theta = 0.1; theta < 1.05; theta += 0.1) {
                double sum = 0.0;
                for (int k = 0; k < t->dense_terms; k++) {
                    double weight = 0.0;
                    for (int m = 0; m < t->powers; m++) {
                        weight += t->d[k].factor[m] * power(theta, m + 1);
                    }
                    sum += weight * power(t->c[t->d[k].stage], q);
                }
                // factors of the polynomial go up to 1e3
                CHECK_NEAR(sum, power(theta, q + 1) / (q + 1), 1e-15, 2e3);
            }
        }
    }
}

// One step of y' = y from 1 by the stages themselves.
static double step_of_exponential(const abTableau *t, double h) {
    double k[AB_STAGES_MAX], y = 1.0;
    k[0] = 1.0;
    for (int s = 1; s < t->count; s++) {
        double sum = 0.0;
        for (int i = 0; i < t->terms[s]; i++) {
            sum += t->a[s][i].factor * k[t->a[s][i].stage];
        }
        k[s] = y = 1.0 + h * sum;
    }
    return y;
}

static void the_local_error_has_the_order_of_the_pair(void) {
    for (int p = 0; p < 2; p++) {
        double h = s_pairs[p]->order == 5 ? 0.05 : 0.4; // small, yet errors far above rounding
        double coarse = fabs(step_of_exponential(s_pairs[p], h) - exp(h));
        double fine = fabs(step_of_exponential(s_pairs[p], 0.5 * h) - exp(0.5 * h));
        double order = log2(coarse / fine) - 1.0;
        CHECK_NEAR(order, s_pairs[p]->order, 0.25, 1.0); // next term of the series: about h / 2
    }
}

AB_TESTS(AB_TEST(rows_sum_to_their_abscissa), AB_TEST(the_step_integrates_powers_to_its_order),
         AB_TEST(the_error_estimate_vanishes_for_low_powers),
         AB_TEST(the_polynomial_integrates_powers_at_every_theta),
         AB_TEST(the_local_error_has_the_order_of_the_pair))
