// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run.c - abut run: read, simulate, record, sum up.

#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/drive.h"
#include "read/core/model_file.h"
#include "view/guard.h"

// "models/hello.yaml" -> "hello.abut.db"
static void default_record(const char *model, char *out, size_t size) {
    const char *slash = strrchr(model, '/');
    const char *name = slash != NULL ? slash + 1 : model;
    const char *dot = strrchr(name, '.');
    int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, size, "%.*s.abut.db", length, name);
}

typedef struct Run {
    const char *model_path;
    char record_path[4096];
    abOverride overrides[COMMAND_VALUES];
    int override_count;
    bool allow_code;
    double code_time; // [s]
    abModelFile file;
    Logger logger;
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
} Run;

static abResult prepare(Run *run, abError *error) {
    abLog log = logger_log(&run->logger);
    abPlace place = {0};
    AB_TRY(ab_model_file_read(run->model_path, ab_heap(), place, &run->file, error));
    AB_TRY(ab_model_read_text(run->file.text, run->file.size, run->model_path, run->overrides,
                              run->override_count, ab_heap(), log, &run->model, error));
    AB_TRY(ab_simulation_create(run->model, NULL, ab_heap(), log, &run->simulation, error));
    if (run->allow_code) {
        AB_TRY(guard_allow_code(run->simulation, run->code_time, error));
    }
    abRecordOptions options = ab_record_options();
    options.model_path = run->model_path;
    options.model_text = run->file.text;
    options.model_size = run->file.size;
    options.overrides = run->overrides;
    options.override_count = run->override_count;
    AB_TRY(
        ab_record_create(run->record_path, run->model, &options, ab_heap(), &run->record, error));
    return logger_attach(&run->logger, run->record, error);
}

static abResult run_model(const Arguments *arguments, abError *error) {
    static Run run; // large
    run = (Run){.model_path = arguments->words[0]};
    run.logger.is_quiet = option_given(arguments, "quiet");
    run.allow_code = option_given(arguments, "allow-code");
    AB_TRY(option_number(arguments, "code-time", 10.0, 0.1, 1e6, &run.code_time));
    AB_TRY(option_overrides(arguments, run.overrides, &run.override_count));
    const char *output = option_value(arguments, "output");
    if (output != NULL) {
        snprintf(run.record_path, sizeof run.record_path, "%s", output);
    } else {
        default_record(run.model_path, run.record_path, sizeof run.record_path);
    }
    abResult result = prepare(&run, error);
    result = drive_to_summary(arguments, result, run.simulation, run.record, &run.logger, error);
    ab_record_close(run.record);
    ab_simulation_destroy(run.simulation);
    ab_model_destroy(run.model);
    ab_model_file_done(&run.file);
    logger_done(&run.logger);
    return result;
}

const Command command_run = {
    .name = "run",
    .words = "MODEL",
    .minimum = 1,
    .maximum = 1,
    .text = "simulate a model into a record",
    .more = "Ctrl-C stops in order (exit code 6); `abut resume RECORD` goes on from there, also\n"
            "after a crash. An earlier record of the same name is replaced; other files are not.",
    .options = {{'o', "output", "RECORD", "where to write (MODEL's name with .abut.db, here)"},
                {0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "allow-code", NULL, "run libraries and scripts that the model names"},
                {0, "code-time", "SECONDS", "how long one call of them may take (10)"},
                {0, "json", NULL, "one object for machines instead of the summary"},
                {'q', "quiet", NULL, "neither progress nor summary"}},
    .run = run_model,
};
