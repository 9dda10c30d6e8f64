// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check.c - abut check: everything that can be said of a model without running it.

#include <stdio.h>

#include "abut/abut.h"
#include "base/text.h"
#include "command/command.h"
#include "command/drive.h"
#include "command/model_words.h"
#include "model/check/model_checks.h"
#include "model/check/plausibility.h"
#include "model/core/model.h"
#include "record/series/series.h"

typedef struct Check {
    const Arguments *arguments;
    abOverride overrides[COMMAND_VALUES];
    int override_count;
    Logger logger;
    abModel *model;
} Check;

// What shows only when the simulation is set up: gaps of joints, rows that say the same.
static abResult check_start(const Check *check, abLog log, abError *error) {
    abSimulation *simulation;
    AB_TRY(ab_simulation_create(check->model, NULL, ab_heap(), log, &simulation, error));
    ab_simulation_destroy(simulation);
    return AB_OK;
}

static abResult check(Check *check, abError *error) {
    const Arguments *arguments = check->arguments;
    abLog log = logger_log(&check->logger);
    AB_TRY(option_overrides(arguments, check->overrides, &check->override_count));
    AB_TRY(ab_model_read(arguments->words[0], check->overrides, check->override_count, ab_heap(),
                         log, &check->model, error));
    AB_TRY(ab_series_check_outputs(check->model, ab_heap(), error));
    AB_TRY(check_start(check, log, error));
    AB_TRY(ab_model_run_checks(check->model, &log, error));
    ab_model_check_plausibility(check->model, &log);
    return AB_OK;
}

static void print_json(const Check *check, abResult result, const abError *error) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "model", check->arguments->words[0]);
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

static void count_warning(void *context, const char *sentence) {
    (void)sentence;
    ++*(int *)context;
}

static void print_verdict(const char *model, const Logger *logger) {
    int warnings = 0;
    logger_each(logger, count_warning, &warnings);
    if (warnings > 0) {
        printf("%s: no errors, %d warning%s\n", model, warnings, warnings == 1 ? "" : "s");
    } else {
        printf("%s: no problems found\n", model);
    }
}

static abResult run_check(const Arguments *arguments, abError *error) {
    static Check state;
    state = (Check){.arguments = arguments};
    bool json = option_given(arguments, "json");
    state.logger.is_quiet = json;
    abResult result = check(&state, error);
    if (json && (result == AB_OK || result == AB_BAD_MODEL)) {
        print_json(&state, result, error);
        ab_error_clear(error); // they are told
    } else if (result == AB_OK) {
        print_verdict(arguments->words[0], &state.logger);
        model_text(state.model, stdout);
    }
    ab_model_destroy(state.model);
    logger_done(&state.logger);
    return result;
}

const Command command_check = {
    .name = "check",
    .words = "MODEL",
    .minimum = 1,
    .maximum = 1,
    .text = "every problem of a model, without running it",
    .more = "Problems come as file:line:column, up to 50 at once. Exit code 3 when there are any.\n"
            "Warnings name parameters that are allowed but will not do what they seem to say.",
    .options = {{0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "json", NULL, "one object for machines"}},
    .run = run_check,
};
