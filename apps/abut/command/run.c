// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run.c - abut run: read, simulate, record, sum up.

#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "command/command.h"
#include "command/drive.h"
#include "read/core/model_file.h"
#include "view/session.h"

// "models/hello.yaml" -> "hello.abut.db"; of standard input "model.abut.db"
static void default_record(const char *model, char *out, size_t size) {
    const char *name = strcmp(model, "-") == 0 ? "model" : ab_file_name(model);
    const char *dot = strrchr(name, '.');
    int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, size, "%.*s.abut.db", length, name);
}

static abResult run_model(const Arguments *arguments, abError *error) {
    static Session session; // large
    char record_path[4096];
    const char *output = option_value(arguments, "output");
    session = (Session){.model_path = arguments->words[0], .record_path = record_path};
    AB_TRY(session_options(&session, arguments));
    session.logger.is_quiet = option_given(arguments, "quiet");
    if (output != NULL) {
        snprintf(record_path, sizeof record_path, "%s", output);
    } else {
        default_record(session.model_path, record_path, sizeof record_path);
    }
    abModelFile file;
    abResult result = ab_model_file_read(session.model_path, ab_heap(), (abPlace){0}, &file, error);
    if (result == AB_OK) {
        session.text = file.text;
        session.size = file.size;
        result = session_open(&session, error);
    }
    result = drive_to_summary(arguments, result, session.simulation, session.record,
                              &session.logger, error);
    session_done(&session);
    ab_model_file_done(&file);
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
    .options = {{'o', "output", "RECORD",
                 "where to write (MODEL's name with .abut.db, here); - for stdout"},
                {0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "allow-code", NULL, "run libraries and scripts that the model names"},
                {0, "code-time", "SECONDS", "how long one call of them may take (10)"},
                {0, "strict", NULL, "warnings about the model are errors"},
                {'j', "threads", "N", "that compute one step together, with the same bits (1)"},
                {0, "log", NULL, "each event as it happens, a line on stdout (--json: an object)"},
                {0, "json", NULL, "one object for machines instead of the summary"},
                {'q', "quiet", NULL, "neither progress nor summary"}},
    .writes_record = true,
    .run = run_model,
};
