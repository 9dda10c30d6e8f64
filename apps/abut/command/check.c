// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check.c - abut check: everything that can be said of a model without running it.

#include <limits.h>
#include <stdio.h>

#include "abut/abut.h"
#include "base/text.h"
#include "command/command.h"
#include "command/drive.h"
#include "command/model_words.h"
#include "model/core/model.h"

typedef struct Check {
    bool strict;
    const char *path;
    abOverride overrides[COMMAND_VALUES];
    int override_count;
    Logger logger;
    abModel *model;
} Check;

static abResult check(Check *check, abError *error) {
    abLog log = logger_log(&check->logger);
    AB_TRY(ab_model_read(check->path, check->overrides, check->override_count, ab_heap(), log,
                         &check->model, error));
    AB_TRY(ab_model_check(check->model, log, error));
    return logger_refuse(&check->logger, check->strict, check->path, error);
}

static void print_json(const Check *check, abResult result, const abError *error) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "model", check->path);
    ab_json_boolean(&json, "ok", result == AB_OK);
    ab_json_open(&json, "problems", '[');
    for (int i = 0; i < error->count; i++) {
        const abProblem *problem = &error->problems[i];
        ab_json_open(&json, NULL, '{');
        ab_json_text(&json, "file", problem->file);
        ab_json_integer(&json, "line", problem->line);
        ab_json_integer(&json, "column", problem->column);
        ab_json_text(&json, "text", problem->text);
        ab_json_close(&json, '}');
    }
    ab_json_close(&json, ']');
    ab_json_open(&json, "warnings", '[');
    logger_each(&check->logger, model_warning_json, &json);
    ab_json_close(&json, ']');
    if (check->model != NULL && result == AB_OK) {
        model_json(&json, check->model);
    }
    ab_json_close(&json, '}');
    printf("%s\n", ab_text_string(&text));
    ab_text_done(&text);
}

static void print_verdict(const char *model, const Logger *logger) {
    int warnings = logger_count(logger);
    if (warnings > 0) {
        printf("%s: no errors, %d warning%s\n", model, warnings, warnings == 1 ? "" : "s");
    } else {
        printf("%s: no problems found\n", model);
    }
}

static abResult check_one(Check *state, bool is_only, bool json, abError *error) {
    state->logger = (Logger){.is_quiet = json};
    state->model = NULL;
    abResult result = check(state, error);
    if (json && (result == AB_OK || result == AB_BAD_MODEL)) {
        print_json(state, result, error);
        ab_error_clear(error); // they are told
    } else if (result == AB_OK) {
        print_verdict(state->path, &state->logger);
        if (is_only) {
            model_text(state->model, stdout);
        }
    }
    ab_model_destroy(state->model);
    logger_done(&state->logger);
    return result;
}

// All are checked; the result is that of the first that is wrong.
static abResult run_check(const Arguments *arguments, abError *error) {
    static Check state;
    bool json = option_given(arguments, "json");
    state.strict = option_given(arguments, "strict");
    abResult result = AB_OK;
    AB_TRY(option_overrides(arguments, state.overrides, &state.override_count));
    for (int i = 0; i < arguments->word_count; i++) {
        if (result != AB_OK) { // those of the last one are printed by who called
            command_print_problems(error);
            ab_error_clear(error);
        }
        state.path = arguments->words[i];
        abResult one = check_one(&state, arguments->word_count == 1, json, error);
        result = result == AB_OK ? one : result;
    }
    return result;
}

const Command command_check = {
    .name = "check",
    .words = "MODEL...",
    .minimum = 1,
    .maximum = INT_MAX,
    .text = "every problem of a model, or of several, without running it",
    .more = "Problems come as file:line:column, up to 50 at once. Exit code 3 when there are any.\n"
            "Warnings name parameters that are allowed but will not do what they seem to say.",
    .options = {{0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "strict", NULL, "warnings are errors"},
                {0, "json", NULL, "one object a model, for machines"}},
    .run = run_check,
};
