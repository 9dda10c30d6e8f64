// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "study/study.h"

static abError s_error;
static Study s_study;

static const char *folder(void) {
    const char *own = getenv("TMPDIR");
    return own != NULL && own[0] != '\0' ? own : ".";
}

// Reads a text as a study file.
static abResult read_study(const char *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/study_XXXXXX", folder());
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    ab_error_clear(&s_error);
    abResult result = study_read(path, &s_study, &s_error);
    unlink(path);
    return result;
}

#define HEAD "abut_study: 1\nmodel: m.yaml\n"
#define OUTPUTS "outputs: {peak: max(ball.speed)}\n"

static void grids_are_crossed_with_points(void) {
    CHECK(read_study(HEAD "parameters:\n"
                          "  a.x: {from: 1, to: 100, count: 3, log: true}\n"
                          "  a.law: {values: [rigid, 'no']}\n"
                          "  a.y: {uniform: [0, 1]}\n"
                          "sampling: {method: sobol, count: 4}\n" OUTPUTS) == AB_OK);
    CHECK(s_study.case_count == 24 && s_study.combinations == 6 && s_study.dimensions == 1);
    StudyValues first, last;
    study_values(&s_study, 0, &first);
    study_values(&s_study, 23, &last);
    CHECK_TEXT(first.texts[0], "1");
    CHECK_TEXT(first.texts[1], "rigid");
    CHECK_TEXT(last.texts[0], "100");
    CHECK_TEXT(last.texts[1], "'no'");
    StudyValues second;
    study_values(&s_study, 3, &second); // the first parameter changes slowest
    CHECK_TEXT(second.texts[0], "10");
    CHECK_TEXT(second.texts[1], "'no'");
    CHECK_TEXT(second.texts[2], first.texts[2]);
    CHECK(strcmp(first.texts[2], last.texts[2]) != 0);
    study_done(&s_study);
}

static void the_model_is_looked_for_beside_the_study(void) {
    CHECK(read_study(HEAD "parameters: {a.x: {values: [1]}}\n" OUTPUTS) == AB_OK);
    char beside[4200];
    snprintf(beside, sizeof beside, "%s/m.yaml", folder());
    CHECK_TEXT(s_study.model_path, beside);
    CHECK(s_study.case_count == 1 && s_study.limits.retries == 1 && isinf(s_study.limits.seconds));
    study_done(&s_study);
}

// What is wrong, and a part of what is said.
static void mistakes_are_told_with_their_place(void) {
    static const struct {
        const char *text, *said;
        int line;
    } rows[] = {
        {"", "the file is empty", 1},
        {HEAD "parameters: {a.x: {values: [1]}}\n", "a study needs outputs", 1},
        {HEAD OUTPUTS, "a study needs parameters", 1},
        {HEAD "parameters: {a.x: {valeus: [1]}}\n" OUTPUTS, "did you mean values?", 3},
        {HEAD "parameters: {a.x: {from: 1, to: 2}}\n" OUTPUTS, "a.x wants from, to and count", 3},
        {HEAD "parameters: {a.x: {from: 0, to: 2, count: 3, log: true}}\n" OUTPUTS,
         "must be above 0", 3},
        {HEAD "parameters: {a.x: {uniform: [2, 1]}}\n" OUTPUTS, "uniform wants [low, high]", 3},
        {HEAD "parameters: {a.x: {uniform: [1]}}\n" OUTPUTS, "found a list of 1 value", 3},
        {HEAD "parameters: {a.x: {values: [1], normal: [0, 1]}}\n" OUTPUTS, "one distribution", 3},
        {HEAD "parameters: {a.x: {values: [1], low: 2}}\n" OUTPUTS, "there is none", 3},
        {HEAD "parameters: {a.x: {uniform: [0, 1]}}\n" OUTPUTS, "need sampling", 1},
        {HEAD "parameters: {a.x: {uniform: [0, 1]}}\nsampling: {method: sobol}\n" OUTPUTS,
         "needs the key count", 4},
        {HEAD "parameters: {a.x: {values: [1]}}\nsampling: {method: sobl}\n" OUTPUTS, "sobol", 4},
        {HEAD "parameters: {a.x: {values: [1]}}\noutputs: {State: max(ball.speed)}\n",
         "the name State is taken", 4},
        {HEAD "parameters: {a.x: {values: [1]}}\noutputs: {top: max(contact(a, b).depth)}\n",
         "stands in quotes: top: \"max(contact(a, ...\"", 4},
        {HEAD "parameters: {a.x: {values: [1]}, b: {from: 1, to: 2, count: 100000}, c: {from: 1, "
              "to: 2, count: 100000}}\n" OUTPUTS,
         "more than 10000000 cases", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(read_study(rows[i].text) == AB_BAD_MODEL);
        CHECK(s_error.count > 0 && s_error.problems[0].line == rows[i].line);
        if (strstr(s_error.problems[0].text, rows[i].said) == NULL) {
            CHECK_TEXT(s_error.problems[0].text, rows[i].said);
        }
        study_done(&s_study);
    }
}

static void several_mistakes_are_told_at_once(void) {
    CHECK(read_study("abut_study: 2\nmodel: m.yaml\nparameters: {a.x: {from: 1}}\n"
                     "limits: {seconds: -1}\n" OUTPUTS) == AB_BAD_MODEL);
    CHECK(s_error.count == 3);
    study_done(&s_study);
}

AB_TESTS(AB_TEST(grids_are_crossed_with_points), AB_TEST(the_model_is_looked_for_beside_the_study),
         AB_TEST(mistakes_are_told_with_their_place), AB_TEST(several_mistakes_are_told_at_once))
