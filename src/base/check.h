// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check.h - the whole test framework: checks that say what differed, and a list of sentences.
//
//     static void never_pulls(void) { CHECK(force >= 0.0); }
//     AB_TESTS(AB_TEST(never_pulls), AB_TEST(...))
//
// Prints a line per failed check and ends with "N passed, N failed"; exit code 1 on a failure.

#ifndef AB_CHECK_H
#define AB_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int s_failed_checks;

static inline void ab_check_failed(const char *file, int line, const char *what) {
    s_failed_checks++;
    printf("%s:%d: %s\n", file, line, what);
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ab_check_failed(__FILE__, __LINE__, "failed: " #condition);                            \
        }                                                                                          \
    } while (0)

// |actual - expected| <= tolerance * scale
#define CHECK_NEAR(actual, expected, tolerance, scale)                                             \
    do {                                                                                           \
        double actual_ = (actual), expected_ = (expected);                                         \
        if (!(fabs(actual_ - expected_) <= (tolerance)*fabs(scale))) {                             \
            char what_[300];                                                                       \
            snprintf(what_, sizeof what_,                                                          \
                     "%s = %.17g, expected %.17g, off by %.3g (allowed %.3g)", #actual, actual_,   \
                     expected_, fabs(actual_ - expected_), (tolerance)*fabs(scale));               \
            ab_check_failed(__FILE__, __LINE__, what_);                                            \
        }                                                                                          \
    } while (0)

#define CHECK_TEXT(actual, expected)                                                               \
    do {                                                                                           \
        if (strcmp((actual), (expected)) != 0) {                                                   \
            printf("%s:%d: \"%s\" is not \"%s\"\n", __FILE__, __LINE__, (actual), (expected));     \
            s_failed_checks++;                                                                     \
        }                                                                                          \
    } while (0)

typedef struct abTest {
    const char *name;
    void (*run)(void);
} abTest;

#define AB_TEST(function)                                                                          \
    { #function, function }

// The exit code of a program that runs these.
static inline int ab_run_tests(const abTest *tests, int count) {
    int failed = 0;
    for (int i = 0; i < count; i++) {
        int before = s_failed_checks;
        tests[i].run();
        if (s_failed_checks > before) {
            printf("FAILED %s\n", tests[i].name);
            failed++;
        }
    }
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed > 0;
}

#define AB_TESTS(...)                                                                              \
    int main(void) {                                                                               \
        const abTest tests[] = {__VA_ARGS__};                                                      \
        return ab_run_tests(tests, (int)(sizeof tests / sizeof tests[0]));                         \
    }

#endif
