// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// resume.c - abut resume: go on from the last checkpoint of a record.

#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "command/command.h"
#include "command/drive.h"
#include "view/guard.h"

typedef struct Resume {
    const char *path;
    bool allow_code;
    double code_time; // [s]
    int threads;
    Logger logger;
    abRecord *old; // for reading what the run was made from
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
} Resume;

// The model as it was, from the record itself; meshes from its folder.
static abResult prepare(Resume *resume, abError *error) {
    abLog log = logger_log(&resume->logger);
    AB_TRY(ab_record_open(resume->path, ab_heap(), &resume->old, error));
    const abRecordInfo *info = ab_record_info(resume->old);
    abPlace place = {.file = resume->path};
    if (info->status == AB_RECORD_DONE) {
        return ab_error_add(error, AB_USAGE, place, "is complete; there is nothing to resume");
    }
    if (info->model_size == 0) {
        return ab_error_add(error, AB_IO, place, "holds no model text, so it cannot be resumed");
    }
    char name[4400];
    snprintf(name, sizeof name, "%s/%s", info->model_folder, ab_file_name(info->model_path));
    AB_TRY(ab_model_read_text(info->model_text, info->model_size, name, info->overrides,
                              info->override_count, ab_heap(), log, &resume->model, error));
    AB_TRY(ab_simulation_create(resume->model, NULL, ab_heap(), log, &resume->simulation, error));
    AB_TRY(ab_simulation_set_threads(resume->simulation, resume->threads, error));
    if (resume->allow_code) {
        AB_TRY(guard_allow_code(resume->simulation, resume->code_time, error));
    }
    ab_record_close(resume->old);
    resume->old = NULL;
    AB_TRY(ab_record_resume(resume->path, resume->simulation, NULL, ab_heap(), &resume->record,
                            error));
    resume->logger.record = resume->record; // what was said before is in the record already
    return AB_OK;
}

static abResult resume_record(const Arguments *arguments, abError *error) {
    Resume resume = {.path = arguments->words[0],
                     .allow_code = option_given(arguments, "allow-code")};
    AB_TRY(option_number(arguments, "code-time", 10.0, 0.1, 1e6, &resume.code_time));
    AB_TRY(option_threads(arguments, &resume.threads));
    resume.logger.is_quiet = option_given(arguments, "quiet");
    abResult result = prepare(&resume, error);
    if (result == AB_OK && !resume.logger.is_quiet && !option_given(arguments, "json")) {
        fprintf(stderr, "resuming %s at t = %.6g s\n", resume.path,
                ab_simulation_time(resume.simulation));
    }
    result = drive_to_summary(arguments, result, resume.simulation, resume.record, &resume.logger,
                              error);
    ab_record_close(resume.old);
    ab_record_close(resume.record);
    ab_simulation_destroy(resume.simulation);
    ab_model_destroy(resume.model);
    logger_done(&resume.logger);
    return result;
}

const Command command_resume = {
    .name = "resume",
    .words = "RECORD",
    .minimum = 1,
    .maximum = 1,
    .text = "go on with a run that was stopped or killed",
    .more = "The result has the same bits as a run that was never interrupted.",
    .options = {{0, "allow-code", NULL, "run libraries and scripts that the model names"},
                {0, "code-time", "SECONDS", "how long one call of them may take (10)"},
                {'j', "threads", "N", "that compute one step together, with the same bits (1)"},
                {0, "log", NULL, "each event as it happens, a line on stdout (--json: an object)"},
                {0, "json", NULL, "one object for machines instead of the summary"},
                {'q', "quiet", NULL, "neither progress nor summary"}},
    .run = resume_record,
};
