// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/expression.h"

#include <locale.h>
#include <stdint.h>

#include "base/check.h"
#include "math/elementary.h"
#include "math/regularize.h"

static abArena s_arena;
static abError s_error;

// The compiled text, or NULL; forgets what was compiled before.
static abExpression *compile(const char *text) {
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    ab_arena_reset(&s_arena, (abArenaMark){0});
    ab_error_clear(&s_error);
    abExpression *e = NULL;
    abResult result =
        ab_expression_compile(text, &s_arena, (abPlace){"m.yaml", 7, 10}, &e, &s_error);
    CHECK((result == AB_OK) == (e != NULL));
    CHECK((result == AB_OK) == (s_error.count == 0));
    return e;
}

static abJet jet(const char *text, double t) {
    abExpression *e = compile(text);
    if (e == NULL) {
        printf("%s: %s\n", text, s_error.problems[0].text);
        CHECK(!"it compiles");
        return (abJet){NAN, NAN, NAN};
    }
    return ab_expression_evaluate(e, t);
}

static void values_follow_the_rules_of_algebra(void) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1+2*3", 7.0},
        {"(1+2)*3", 9.0},
        {"8/4/2", 1.0},
        {"8-4-2", 2.0},
        {"-2^2", -4.0},
        {"(-2)^2", 4.0},
        {"2^3^2", 512.0},
        {"2^-1", 0.5},
        {"-2^-2", -0.25},
        {"--3", 3.0},
        {"+-+3", -3.0},
        {"2*-3", -6.0},
        {".5", 0.5},
        {"5.", 5.0},
        {"1e3", 1000.0},
        {"1.5E-3", 0.0015},
        {" 1 +\t1 ", 2.0},
        {"min(3, 2)", 2.0},
        {"max(3, 2)", 3.0},
        {"if(1, 2, 3)", 2.0},
        {"if(0, 2, 3)", 3.0},
        {"if(-1, 2, 3)", 3.0},
        {"abs(-4)", 4.0},
        {"sqrt(16)", 4.0},
        {"log10(1000)", 3.0},
        {"exp(0)", 1.0},
        {"log(1)", 0.0},
        {"step(0.5, 0, 1, 1, 3)", 2.0},
        {"step(-1, 0, 1, 1, 3)", 1.0},
        {"step(9, 0, 1, 1, 3)", 3.0},
        {"SQRT(4)", 2.0},
        {"0^0", 1.0},
        {"10^2", 100.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        // exact but for log10 and powers, which are good to an ulp
        CHECK_NEAR(jet(cases[i].text, 0.0).value, cases[i].value, 3e-16, cases[i].value);
        CHECK(ab_expression_is_constant(compile(cases[i].text)));
    }
    CHECK(jet("pi", 0.0).value == AB_PI);
    CHECK(jet("atan2(-1, -1)", 0.0).value == ab_atan2(-1.0, -1.0));
}

static void time_is_t_and_time(void) {
    const char *texts[] = {"t", "time", "TIME", "T"};
    for (int i = 0; i < 4; i++) {
        abJet j = jet(texts[i], 3.5);
        CHECK(j.value == 3.5 && j.rate == 1.0 && j.acceleration == 0.0);
        CHECK(!ab_expression_is_constant(compile(texts[i])));
    }
}

static void known_derivatives_come_out(void) {
    abJet j = jet("3*t^2 - 2*t + 1", 2.0);
    CHECK(j.value == 9.0 && j.rate == 10.0 && j.acceleration == 6.0);
    j = jet("sin(2*t)", 0.3); // rounding of one product
    CHECK_NEAR(j.rate, 2.0 * ab_cos(0.6), 4e-16, 2.0);
    CHECK_NEAR(j.acceleration, -4.0 * ab_sin(0.6), 4e-16, 4.0);
    j = jet("t^3", 0.0);
    CHECK(j.value == 0.0 && j.rate == 0.0 && j.acceleration == 0.0);
    j = jet("sqrt(0) + t", 1.0); // the infinite slope of sqrt(0) does not reach a constant
    CHECK(j.value == 1.0 && j.rate == 1.0 && j.acceleration == 0.0);
    j = jet("step(t, 0, 0, 2, 4)", 1.0);
    CHECK(j.value == 2.0 && j.rate == 3.0 && j.acceleration == 0.0);
}

static void derivatives_are_those_of_the_values(void) {
    static const char *const texts[] = {
        "sin(3*t)*exp(-t/2)",        "cos(t^2) + tan(t/3)",
        "asin(t/4) - 2*acos(t/3)",   "atan(5*t)/(1 + t)",
        "atan2(sin(t), 2 + cos(t))", "log(1 + t^2) + log10(2 + t)",
        "sqrt(1 + t)*abs(t - 9)",    "min(t, 7)*max(t^2, -1)",
        "if(t - 0.2, t^3, 0)",       "step(t, -1, 2*t, 3 + t, t^2)",
        "(1 + t)^2.5 + 2^t + t^t",   "(2 + sin(t))^(1 + cos(t))",
        "1/(1 + t + t^2)",           "t^-2 + (t - 5)^3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (double t = 0.4; t < 1.6; t += 0.23) {
            double h = 1e-3;
            abJet l2 = jet(texts[i], t - 2 * h), l = jet(texts[i], t - h), m = jet(texts[i], t);
            abJet r = jet(texts[i], t + h), r2 = jet(texts[i], t + 2 * h);
            double rate = (8.0 * (r.value - l.value) - (r2.value - l2.value)) / (12.0 * h);
            double bend = (8.0 * (r.rate - l.rate) - (r2.rate - l2.rate)) / (12.0 * h);
            // five points: h^4/30 times the fifth derivative (up to 1e3 here, t^-2 at 0.4 has 4e4)
            // and rounding 1e-16/h
            CHECK_NEAR(m.rate, rate, 3e-9, 1.0 + fabs(rate));
            CHECK_NEAR(m.acceleration, bend, 3e-8, 1.0 + fabs(bend));
        }
    }
}

static void step_equals_the_function_of_the_library(void) {
    for (double t = -0.5; t < 2.0; t += 0.1) {
        CHECK_NEAR(jet("step(t, 0, 2, 1.5, -1)", t).value, ab_step(t, 0.0, 2.0, 1.5, -1.0), 1e-15,
                   2.0);
    }
}

static void mistakes_are_found_where_they_are(void) {
    static const struct {
        const char *text;
        int column; // the text begins in column 10
        const char *words;
    } cases[] = {
        {"", 10, "empty"},
        {"   ", 10, "empty"},
        {"1 +", 13, "ends where a value is expected"},
        {"2*sn(t)", 12, "did you mean `sin`"},
        {"2*frobnicate(t)", 12, "known are"},
        {"(1 + 2", 10, "not closed"},
        {"1 + 2)", 15, "never opened"},
        {"(1 2)", 13, "an operator or )"},
        {"2t", 11, "write * for a product"},
        {"1.2.3", 13, "follows a number"},
        {".", 10, "without digits"},
        {"1 ? 2", 12, "`?` stands where"},
        {"sin", 10, "needs its arguments"},
        {"sin()", 10, "takes 1 argument: sin(angle); here are 0"},
        {"step(t, 0, 1)", 10, "takes 5 arguments"},
        {"1 + min(1, 2, 3)", 14, "takes 2 arguments"},
        {"min(1; 2)", 15, ", or )"},
        {"t(2)", 11, "not a function"},
        {"1e999", 10, "too large"},
        {"1/0", 10, "not a finite"},
        {"2 \xc3\x97 t", 12, "plain ASCII"},
        {"\xe2\x88\x92t", 10, "plain ASCII"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(compile(cases[i].text) == NULL);
        const abProblem *p = &s_error.problems[0];
        if (s_error.count != 1 || p->column != cases[i].column || p->line != 7 ||
            strstr(p->text, cases[i].words) == NULL) {
            printf("\"%s\" gives %d: %s\n", cases[i].text, p->column, p->text);
            CHECK(!"the problem is as expected");
        }
    }
}

static void fill(char *text, int count, const char *piece) {
    for (int i = 0; i < count; i++) {
        memcpy(text, piece, strlen(piece) + 1);
        text += strlen(piece);
    }
}

static void size_and_depth_are_limited(void) {
    static char text[20000];
    fill(text, 64, "(");
    fill(text + strlen(text), 1, "1");
    fill(text + strlen(text), 64, ")");
    CHECK(compile(text) != NULL);
    const char *deep[] = {"(", "-", "2^", "sin(", "step(1,1,1,1,", "1+2*3^("};
    for (int i = 0; i < 6; i++) {
        fill(text, 70, deep[i]);
        CHECK(compile(text) == NULL);
        CHECK(strstr(s_error.problems[0].text, "deeper than 64") != NULL);
    }
    // the most that can wait on the stack
    text[0] = '\0';
    for (int i = 0; i < 64; i++) {
        fill(text + strlen(text), 1, "step(1,1,1,1,1+t*");
    }
    fill(text + strlen(text), 1, "1");
    fill(text + strlen(text), 64, ")");
    CHECK(compile(text) != NULL && isfinite(jet(text, 0.5).value));
    fill(text, 1999, "1+");
    fill(text + strlen(text), 1, "1");
    CHECK(compile(text) != NULL && jet(text, 0.0).value == 2000.0);
    fill(text, 2001, "1+");
    CHECK(compile(text) == NULL);
    CHECK(strstr(s_error.problems[0].text, "longer than 4000") != NULL);
    fill(text, 3000, "7");
    CHECK(compile(text) == NULL);
}

static void the_programs_locale_does_not_matter(void) {
    const char *old = setlocale(LC_NUMERIC, NULL);
    char keep[64];
    snprintf(keep, sizeof keep, "%s", old);
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL) {
        CHECK(jet("1.5", 0.0).value == 1.5);
    }
    setlocale(LC_NUMERIC, keep);
}

static uint64_t s_seed = 1;
static unsigned random_below(unsigned bound) {
    s_seed = s_seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(s_seed >> 33) % bound;
}

static void random_bytes_do_no_harm(void) {
    static const char *const pieces[] = {
        "t",    "1",   "2.5", "(",     ")",  "+",    "-", "*",    "/",    "^", ",",     " ",
        "sin(", "if(", "pi",  "step(", "e9", "max(", ".", "log(", "abs(", "0", "atan2("};
    char text[200];
    int compiled = 0;
    for (int i = 0; i < 100000; i++) {
        int length = 0, parts = 1 + (int)random_below(i % 4 == 1 ? 24 : 8);
        for (int j = 0; j < parts; j++) {
            if (i % 2 == 0) { // any bytes
                text[length++] = (char)(1 + random_below(255));
            } else { // pieces of the language
                const char *piece = pieces[random_below(sizeof pieces / sizeof pieces[0])];
                memcpy(text + length, piece, strlen(piece));
                length += (int)strlen(piece);
            }
        }
        text[length] = '\0';
        abExpression *e = compile(text);
        if (e != NULL) {
            compiled++;
            ab_expression_evaluate(e, 0.7);
            ab_expression_evaluate(e, 0.0);
        }
    }
    CHECK(compiled > 1000);
}

AB_TESTS(AB_TEST(values_follow_the_rules_of_algebra), AB_TEST(time_is_t_and_time),
         AB_TEST(known_derivatives_come_out), AB_TEST(derivatives_are_those_of_the_values),
         AB_TEST(step_equals_the_function_of_the_library),
         AB_TEST(mistakes_are_found_where_they_are), AB_TEST(size_and_depth_are_limited),
         AB_TEST(the_programs_locale_does_not_matter), AB_TEST(random_bytes_do_no_harm))
