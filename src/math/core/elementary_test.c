// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/elementary.h"

#include <float.h>
#include <stdint.h>

#include "base/check.h"
#include "base/config.h"
#include "base/hash.h"

typedef struct Function {
    const char *name;
    double (*ours)(double);
    long double (*reference)(long double);
    double low, high;
} Function;

static const Function s_functions[] = {
    {"sin", ab_sin, sinl, -1e4, 1e4},        {"cos", ab_cos, cosl, -1e4, 1e4},
    {"tan", ab_tan, tanl, -1e4, 1e4},        {"asin", ab_asin, asinl, -1.0, 1.0},
    {"acos", ab_acos, acosl, -1.0, 1.0},     {"atan", ab_atan, atanl, -50.0, 50.0},
    {"exp", ab_exp, expl, -700.0, 700.0},    {"log", ab_log_e, logl, 1e-9, 1e4},
    {"log10", ab_log_10, log10l, 1e-9, 1e4}, {"cbrt", ab_cbrt, cbrtl, -1e4, 1e4},
    {"sinh", ab_sinh, sinhl, -300.0, 300.0}, {"cosh", ab_cosh, coshl, -300.0, 300.0},
    {"tanh", ab_tanh, tanhl, -20.0, 20.0},
};
enum { FUNCTION_COUNT = sizeof s_functions / sizeof s_functions[0], POINTS = 20000 };

static double point(const Function *f, int i) {
    return f->low + (f->high - f->low) * i / POINTS;
}

static void every_function_is_good_to_an_ulp(void) {
    for (int k = 0; k < FUNCTION_COUNT; k++) {
        const Function *f = &s_functions[k];
        double worst = 0.0;
        for (int i = 0; i <= POINTS; i++) {
            long double exact = f->reference((long double)point(f, i));
            double off = (double)fabsl((long double)f->ours(point(f, i)) - exact);
            worst = fmax(worst, off / (double)fmaxl(fabsl(exact), (long double)DBL_MIN));
        }
        // SLEEF states 1.0 ulp, which is at most 2^-52 of the value
        CHECK_NEAR(worst, 0.0, DBL_EPSILON * 1.001, 1.0);
    }
}

static void functions_of_two_are_good_to_an_ulp(void) {
    for (double x = -3.0; x <= 3.0; x += 0.0371) {
        for (double y = -3.0; y <= 3.0; y += 0.0413) {
            double exact = (double)atan2l((long double)y, (long double)x);
            CHECK_NEAR(ab_atan2(y, x), exact, 1.5 * DBL_EPSILON, exact); // and our own rounding
            exact = (double)powl((long double)(x + 3.1), (long double)(5.0 * y));
            CHECK_NEAR(ab_pow(x + 3.1, 5.0 * y), exact, 1.5 * DBL_EPSILON, exact);
        }
    }
}

static void ends_are_as_in_the_standard(void) {
    CHECK(ab_sin(0.0) == 0.0 && ab_cos(0.0) == 1.0 && ab_exp(0.0) == 1.0 && ab_log_e(1.0) == 0.0);
    CHECK(ab_exp(-1e4) == 0.0 && isinf(ab_exp(1e4)));
    CHECK(isinf(ab_log_e(0.0)) && isnan(ab_log_e(-1.0)) && isnan(ab_asin(1.5)));
    CHECK(isnan(ab_sin(NAN)) && isnan(ab_pow(-2.0, 0.5)) && ab_pow(-2.0, 3.0) == -8.0);
    CHECK(ab_pow(0.0, 0.0) == 1.0 && ab_pow(0.0, 2.0) == 0.0);
    CHECK(ab_atan2(0.0, -1.0) == AB_PI && ab_atan2(-0.0, -1.0) == -AB_PI);
}

static void the_bits_are_the_same_everywhere(void) {
#if ABUT_HAVE_SLEEF
    uint64_t hash = AB_HASH_START;
    for (int k = 0; k < FUNCTION_COUNT; k++) {
        for (int i = 0; i <= POINTS; i++) {
            double value = s_functions[k].ours(point(&s_functions[k], i));
            hash = ab_hash_bytes(hash, &value, sizeof value);
        }
    }
    // the bits of SLEEF 3.5.1, for any compiler and processor with little-endian doubles
    if (hash != UINT64_C(0x5d7595571ff87fda)) {
        printf("hash 0x%016llx\n", (unsigned long long)hash);
        CHECK(!"the bits are as recorded");
    }
#endif
}

AB_TESTS(AB_TEST(every_function_is_good_to_an_ulp), AB_TEST(functions_of_two_are_good_to_an_ulp),
         AB_TEST(ends_are_as_in_the_standard), AB_TEST(the_bits_are_the_same_everywhere))
