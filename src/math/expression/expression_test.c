// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/expression/expression.h"
#include "math/expression/expression_evaluate.h"

#include <locale.h>
#include <stdint.h>

#include "base/check.h"
#include "math/core/elementary.h"
#include "math/core/regularize.h"

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
        {"2**3**2", 512.0},
        {"-2**2", -4.0},
        {"1.5D-3", 0.0015},
        {"1d2 + 1.E1", 110.0},
        {"180*DTOR - PI", 0.0},
        {"RTOD*PI", 180.0},
        {"Abs(-3)", 3.0},
        {"aint(-2.7)", -2.0},
        {"aint(2.7)", 2.0},
        {"anint(2.5)", 3.0},
        {"anint(-2.5)", -3.0},
        {"anint(-2.4)", -2.0},
        {"dim(5, 3)", 2.0},
        {"dim(3, 5)", 0.0},
        {"mod(7, 3)", 1.0},
        {"mod(-7, 3)", -1.0},
        {"mod(7, -3)", 1.0},
        {"sign(-3, 0)", 3.0},
        {"sign(3, -2)", -3.0},
        {"if(-0.1: 1, 2, 3)", 1.0},
        {"IF(0: 1, 2, 3)", 2.0},
        {"if(7 : 1, 2, 3)", 3.0},
        {"step5(0.5, 0, 1, 1, 3)", 2.0},
        {"step5(0.25, 0, 0, 1, 1024)", 106.0},
        {"havsin(0.5, 0, 1, 1, 3)", 2.0},
        {"havsin(2, 0, 1, 1, 3)", 3.0},
        {"poly(3, 1, 5)", 5.0},
        {"poly(3, 1, 5, 7, 11)", 63.0},
        {"cheby(3, 1, 5)", 5.0},
        {"cheby(0.5, 0, 1, 1, 1, 1)", 0.0},
        {"forcos(2, 2, 9, 1, 2, 3)", 6.0},
        {"forsin(2, 2, 9, 1, 2, 3)", 1.0},
        {"shf(1, 1, 2, 3, pi/2, 5)", 3.0},
        {"shf(1, 1, 2, 3, -pi/2)", 2.0},
        {"sweep(0, 1, 1, 1, 2, 3, 0.1)", 0.0},
        {"impact(1.5, 0, 1, 100, 2, 0, 0.1)", 0.0},
        {"impact(0.5, 0, 1, 100, 2, 0, 0.1)", 25.0},
        {"impact(0.5, -2, 1, 100, 2, 3, 0.1)", 31.0},
        {"impact(0.75, -2, 1, 100, 2, 3, 0.5)", 9.25},
        {"impact(0.5, 99, 1, 100, 2, 3, 0.1)", 0.0},
        {"bistop(1, 9, 0, 2, 100, 2, 3, 0.1)", 0.0},
        {"bistop(-0.5, 0, 0, 2, 100, 2, 3, 0.1)", 25.0},
        {"bistop(2.5, 2, 0, 2, 100, 2, 3, 0.1)", -31.0},
        {"bistop(2.5, -99, 0, 2, 100, 2, 3, 0.1)", 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        // exact but for log10, powers and turns, which are good to an ulp of what is added up
        double scale = cases[i].value != 0.0 ? cases[i].value : 3.0;
        CHECK_NEAR(jet(cases[i].text, 0.0).value, cases[i].value, 3e-16, scale);
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
        "sin(3*t)*exp(-t/2)",
        "cos(t^2) + tan(t/3)",
        "asin(t/4) - 2*acos(t/3)",
        "atan(5*t)/(1 + t)",
        "atan2(sin(t), 2 + cos(t))",
        "log(1 + t^2) + log10(2 + t)",
        "sqrt(1 + t)*abs(t - 9)",
        "min(t, 7)*max(t^2, -1)",
        "if(t - 0.2, t^3, 0)",
        "step(t, -1, 2*t, 3 + t, t^2)",
        "(1 + t)^2.5 + 2^t + t^t",
        "(2 + sin(t))^(1 + cos(t))",
        "1/(1 + t + t^2)",
        "t^-2 + (t - 5)**3",
        "sinh(t) + tanh(t/2)",
        "cosh(1 - t)",
        "mod(t^2, 5) + dim(t, 0.1)",
        "sign(t, -1)*aint(3.2) + anint(t/9)",
        "step5(t, -1, t, 3, t^2)",
        "havsin(t, -1, 2*t, 3 + t, t^2)",
        "impact(t, t^2, 2, 3 + t, 1.5, t, 3)",
        "bistop(t, t^2, -2, 0.1, 3, 2.2, t, 0.1)",
        "poly(t, 0.3, 1, t, 3, -1)",
        "cheby(t, 0.3, 1, 2, t, -1, 0.5)",
        "forcos(t, 0.1, 2, 1, 2, t)",
        "forsin(t, 0.1, 2 + t, 1, 2, 3)",
        "shf(t, 0.1, t, 3, 0.2, 5)",
        "sweep(t, 2, 0.2, 0.5, 3, 1.5, 0.1)",
        "sweep(t, 2, -1, 0.2, 3, 1, 4)",
        "ptp(t, -1, 3, t, 2, 1 + t)",
        "ptp(t, 0.1, -1, 9 + t, 2, 8)",
        "ptp(t^2, -9, 0, 2 + t, 0.2*t, 9)",
        "ptp_time(9 - t, 2 + t, 3) - ptp_time(t, 9, 2)",
        "if(t - 5: t^2, 0, t)",
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

// 2 m/s and 4 m/s^2: a way of 3 m takes 0.5 s, 1 s and 0.5 s, one of 0.25 m 0.25 s and 0.25 s.
static void a_move_keeps_its_limits(void) {
    static const struct {
        double t, value, rate, acceleration;
    } there[] = {
        {0.5, 1.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0},     {1.25, 1.125, 1.0, 4.0},
        {2.0, 2.5, 2.0, 0.0}, {2.75, 3.875, 1.0, -4.0}, {3.0, 4.0, 0.0, 0.0},
        {9.0, 4.0, 0.0, 0.0},
    };
    for (size_t i = 0; i < sizeof there / sizeof there[0]; i++) {
        abJet j = jet("ptp(t, 1, 1, 4, 2, 4)", there[i].t);
        abJet back = jet("ptp(t, 1, 4, 1, 2, 4)", there[i].t);
        CHECK(j.value == there[i].value && j.rate == there[i].rate);
        CHECK(j.acceleration == there[i].acceleration);
        CHECK(back.value == 5.0 - j.value && back.rate == -j.rate);
        CHECK(back.acceleration == -j.acceleration);
    }
    abJet up = jet("ptp(t, 0, 0, 0.25, 2, 4)", 0.125),
          down = jet("ptp(t, 0, 0, 0.25, 2, 4)", 0.375);
    CHECK(up.value == 0.03125 && up.rate == 0.5 && up.acceleration == 4.0);
    CHECK(down.value == 0.21875 && down.rate == 0.5 && down.acceleration == -4.0);
    CHECK(jet("ptp_time(3, 2, 4)", 0.0).value == 2.0 &&
          jet("ptp_time(-3, 2, 4)", 0.0).value == 2.0);
    CHECK(jet("ptp_time(0.25, 2, 4)", 0.0).value == 0.5);
    CHECK(jet("ptp_time(0, 2, 4)", 0.0).value == 0.0 &&
          jet("ptp(t, 0, 7, 7, 1, 1)", 3.0).value == 7.0);
    CHECK(isnan(jet("ptp(t, 0, 0, 1, 0, 4)", 1.0).value));
    CHECK(isnan(jet("ptp_time(t, 2, -4)", 1.0).value));
    for (double t = 0.0; t < 2.5; t += 0.01) { // neither limit is passed
        abJet j = jet("ptp(t, 0.1, 0.3, -1.2, 1.7, 2.9)", t);
        CHECK(fabs(j.rate) <= 1.7 && (j.acceleration == 0.0 || fabs(j.acceleration) == 2.9));
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
        {"2*frobnicate(t)", 12, "see abut info expressions"},
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
        {"if(1: 2, 3)", 10, "if takes 3 to 4 arguments"},
        {"if(1; 2, 3)", 14, "`,`, `:` or )"},
        {"poly(1, 2)", 10, "poly takes 3 to 33 arguments"},
        {"akispl(t, 0, s)", 23, "there are no splines here"},
        {"akispl(t, 0)", 10, "takes 3 to 4 arguments"},
        {"akispl(t, 0, , 1)", 23, "a name is missing"},
        {"varval(a)", 10, "there are no variables here"},
        {"dx(a, b)", 10, "`dx` is unknown"},
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

// ---- scopes ----

static const abFunctionText s_looks[] = {{"dx", 1, 3, "i, j, r", "m", "for the test"}};
static const char *const s_names[] = {"load", "Twice", NULL};
static abExpression *s_twice;
static abSpline s_spline;

// dx(a.b) is input 3, everything else 5.
static abResult find_look(void *context, int observed, int offset, const abRawArgument *arguments,
                          int count, const abExpressionSource *source, abExpressionUse *out,
                          abError *error) {
    (void)context;
    (void)offset;
    if (observed != 0 || count < 1 || arguments[0].text[0] == '?') {
        return ab_expression_problem(source, arguments[0].offset, error, "no such thing");
    }
    *out = (abExpressionUse){.input = strcmp(arguments[0].text, "a.b") == 0 ? 3 : 5, .unit = 0.001};
    return AB_OK;
}

static abResult find_variable(void *context, const char *name, int offset,
                              const abExpressionSource *source, abExpressionUse *out,
                              abError *error) {
    (void)context;
    if (strcmp(name, "load") == 0) {
        *out = (abExpressionUse){.input = 1, .unit = 1.0};
        return AB_OK;
    }
    if (strcmp(name, "Twice") == 0) {
        *out = (abExpressionUse){.program = s_twice};
        return AB_OK;
    }
    return ab_expression_problem(source, offset, error, "there is no variable %s", name);
}

static const abSpline *find_spline(void *context, const char *name, int offset,
                                   const abExpressionSource *source, abError *error) {
    (void)context;
    if (strcmp(name, "curve") != 0) {
        ab_expression_problem(source, offset, error, "there is no spline %s", name);
        return NULL;
    }
    return &s_spline;
}

static const abExpressionScope s_scope = {.time_unit = 0.5,
                                          .observed_list = s_looks,
                                          .observed_count = 1,
                                          .observed = find_look,
                                          .variable = find_variable,
                                          .spline = find_spline,
                                          .variable_names = s_names};

static abExpression *compile_in_scope(const char *text, bool is_elsewhere) {
    abExpressionSource source = {text, {"m.yaml", 7, 10}, is_elsewhere};
    abExpression *e = NULL;
    ab_error_clear(&s_error);
    CHECK((ab_expression_compile_in(&source, &s_scope, &s_arena, &e, &s_error) == AB_OK) ==
          (e != NULL));
    return e;
}

static void inputs_and_variables_come_from_the_scope(void) {
    compile("1"); // forgets what was before
    s_twice = compile_in_scope("2*time", false);
    abExpression *e = compile_in_scope("DX(a.b, world)*load + dx( c ) + twice*0 + Twice", false);
    CHECK(e == NULL); // names of variables are as written
    CHECK(strstr(s_error.problems[0].text, "did you mean `Twice`") != NULL);
    e = compile_in_scope("DX(a.b, world)*load + dx( c ) + dx(a.b) + VARVAL(Twice)", false);
    int count;
    const int *inputs = ab_expression_inputs(e, &count);
    CHECK(count == 3 && inputs[0] == 1 && inputs[1] == 3 && inputs[2] == 5);
    CHECK(ab_expression_uses_time(e) && !ab_expression_is_constant(e));
    abJet values[6] = {[1] = {2.0, 0.0, 0.0}, [3] = {0.003, 0.0, 0.0}, [5] = {0.004, 0.0, 0.0}};
    // 3 mm times 2, 4 mm, 3 mm, and twice 3 s in units of 0.5 s
    abJet at = ab_expression_evaluate_with(e, ab_jet(3.0), values);
    CHECK_NEAR(at.value, 6.0 + 4.0 + 3.0 + 12.0, 1e-15, 25.0);
    CHECK(at.rate == 0.0 && at.acceleration == 0.0);
    values[3].rate = 1.0; // the partial derivative by that input
    at = ab_expression_evaluate_with(e, ab_jet(3.0), values);
    CHECK_NEAR(at.rate, (2.0 + 1.0) / 0.001, 1e-15, 3000.0);
}

static void problems_of_the_scope_are_placed(void) {
    CHECK(compile_in_scope("1 + dx(?)", false) == NULL);
    CHECK(s_error.problems[0].column == 17);
    CHECK(compile_in_scope("akispl(t, 0, curv)", false) == NULL);
    CHECK(s_error.problems[0].column == 23);
    CHECK(compile_in_scope("akispl(t, 0, curve, 3)", false) == NULL);
    CHECK_TEXT(s_error.problems[0].text,
               "the order of a derivative is a whole number from 0 to 2, not 3");
    CHECK(compile_in_scope("dx(a, b, c, d)", false) == NULL);
    CHECK_TEXT(s_error.problems[0].text,
               "dx takes 1 to 3 arguments: dx(i, j, r); here are at least 4");
    CHECK(compile_in_scope("1 + loads", true) == NULL); // elsewhere: the column tells nothing
    CHECK(s_error.problems[0].column == 10);
    CHECK_TEXT(s_error.problems[0].text,
               "in the expression \"1 + loads\", at 5: `loads` is unknown; did you mean `load`?");
}

static void splines_are_called(void) {
    static const double x[] = {0.0, 1.0, 2.0, 3.0, 4.0}, y[] = {0.0, 1.0, 4.0, 9.0, 16.0};
    s_spline = (abSpline){.name = "curve", .nx = 5, .nz = 1, .x = x, .y = y};
    compile("1");
    CHECK(ab_spline_prepare(&s_spline, &s_arena));
    // in units of half a second: Akima's curve through a parabola is the parabola
    abJet at = ab_expression_evaluate(compile_in_scope("AKISPL(t, 0, curve)", false), 1.25);
    CHECK_NEAR(at.value, 6.25, 1e-14, 1.0);
    CHECK_NEAR(at.rate, 2.0 * 2.5 * 2.0, 1e-14, 1.0);
    CHECK_NEAR(at.acceleration, 2.0 * 4.0, 1e-13, 1.0);
    at = ab_expression_evaluate(compile_in_scope("akispl(t, 0, curve, 1)", false), 1.25);
    CHECK_NEAR(at.value, 5.0, 1e-14, 1.0);
    at = ab_expression_evaluate(compile_in_scope("linspl(t, 0, curve)", false), 1.25);
    CHECK_NEAR(at.value, 6.5, 1e-14, 1.0);
    at = ab_expression_evaluate(compile_in_scope("interp(t, 1, curve)", false), 1.25);
    CHECK_NEAR(at.value, 6.5, 1e-14, 1.0);
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
         AB_TEST(a_move_keeps_its_limits), AB_TEST(step_equals_the_function_of_the_library),
         AB_TEST(mistakes_are_found_where_they_are),
         AB_TEST(inputs_and_variables_come_from_the_scope),
         AB_TEST(problems_of_the_scope_are_placed), AB_TEST(splines_are_called),
         AB_TEST(size_and_depth_are_limited), AB_TEST(the_programs_locale_does_not_matter),
         AB_TEST(random_bytes_do_no_harm))
