// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// signals_test.c - variables in any order, however many refer to the next.

#include "base/check.h"
#include "math/expression/expression_evaluate.h"
#include "model/core/model.h"

enum { COUNT = 1000 };

static abError s_error;

// Variables v0 .. v999, each the next one and 1, the last one `last`.
static abModel *chain(const char *last, const char *motion) {
    abModel *model;
    ab_error_clear(&s_error);
    ab_model_create(ab_heap(), (abLog){0}, &model, &s_error);
    abBodyDef body = ab_body_def();
    body.name = "a";
    body.position.x = 0.25;
    body.mobility = AB_MOBILITY_PRESCRIBED;
    body.motion_position[0] = motion;
    CHECK(ab_model_add_body(model, &body, NULL, &s_error) == AB_OK);
    for (int i = 0; i < COUNT; i++) {
        char name[20], text[40];
        snprintf(name, sizeof name, "v%d", i);
        snprintf(text, sizeof text, "v%d + 1", i + 1);
        abVariableDef def = ab_variable_def();
        def.name = name;
        def.expression = i < COUNT - 1 ? text : last;
        CHECK(ab_model_add_variable(model, &def, &s_error) == AB_OK);
    }
    return model;
}

static void long_chains_compile_from_their_far_end(void) {
    abModel *model = chain("DX(a)", "0.25");
    CHECK(ab_model_compile(model, &s_error) == AB_OK);
    const abCompiledExpression *first = &model->inputs[model->variables[0].input].compiled;
    CHECK(first->input_count == COUNT); // dx, and all other variables
    for (int k = 1; k < first->input_count; k++) {
        CHECK(first->inputs[k] > first->inputs[k - 1]);
    }
    CHECK(first->level == AB_LEVEL_MOTION);
    ab_model_destroy(model);
}

static void long_circles_are_refused(void) {
    abModel *model = chain("v0", "0");
    CHECK(ab_model_compile(model, &s_error) == AB_BAD_MODEL);
    CHECK(s_error.count > 0);
    ab_model_destroy(model);
}

// A motion takes variables in as programs.
static void motions_take_variables_of_time(void) {
    abModel *model = chain("t", "v990 + v999^2");
    CHECK(ab_model_compile(model, &s_error) == AB_OK);
    abJet x = ab_expression_evaluate(model->bodies[0].position[0], 2.0);
    CHECK(x.value == 2.0 + 9.0 + 4.0 && x.rate == 1.0 + 4.0 && x.acceleration == 2.0);
    ab_model_destroy(model);
    model = chain("DX(a)", "v990");
    CHECK(ab_model_compile(model, &s_error) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "time alone") != NULL);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(long_chains_compile_from_their_far_end), AB_TEST(long_circles_are_refused),
         AB_TEST(motions_take_variables_of_time))
