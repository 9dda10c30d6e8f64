// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convert.c - abut convert: a model of any format as YAML that gives the same run.

#define _XOPEN_SOURCE 700 // realpath NOLINT(bugprone-reserved-identifier)

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "base/text.h"
#include "command/command.h"
#include "command/drive.h"
#include "read/yaml/yaml_write.h"

// The folder of a file as an absolute path, from malloc; NULL when it does not exist.
static char *folder_of(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= sizeof folder) {
        return NULL;
    }
    memcpy(folder, slash == NULL ? "." : path, length);
    folder[length] = '\0';
    return realpath(folder, NULL);
}

// Where mesh files are, as the new model has to say it: NULL when it stands in the same folder.
static char *mesh_folder(const char *from, const char *to) {
    char *source = folder_of(from);
    char *target = to != NULL ? folder_of(to) : NULL;
    if (source != NULL && target != NULL && strcmp(source, target) == 0) {
        free(source);
        source = NULL;
    }
    free(target);
    return source;
}

static abResult write_file(const char *path, const abText *text, abError *error) {
    abPlace nowhere = {0};
    FILE *stream = path != NULL ? fopen(path, "wb") : stdout;
    bool ok = stream != NULL && fwrite(text->data, 1, text->size, stream) == text->size;
    ok = (stream == NULL || path == NULL ? ok : fclose(stream) == 0 && ok);
    return ok ? AB_OK
              : ab_error_add(error, AB_IO, nowhere, "cannot write %s: %s",
                             path != NULL ? path : "the model", strerror(errno));
}

static abResult convert(const Arguments *arguments, Logger *logger, abModel **model, abText *text,
                        abError *error) {
    abOverride overrides[COMMAND_VALUES];
    int override_count = 0;
    const char *from = arguments->words[0];
    const char *to = arguments->word_count > 1 && strcmp(arguments->words[1], "-") != 0
                         ? arguments->words[1]
                         : NULL;
    AB_TRY(option_overrides(arguments, overrides, &override_count));
    AB_TRY(ab_model_read(from, overrides, override_count, ab_heap(), logger_log(logger), model,
                         error));
    char *folder = mesh_folder(from, to);
    ab_yaml_write(*model, ab_file_name(from), folder, text);
    free(folder);
    if (text->failed) {
        return ab_no_memory(error, (abPlace){0}, "while writing the model");
    }
    return write_file(to, text, error);
}

static abResult run_convert(const Arguments *arguments, abError *error) {
    Logger logger = {.is_quiet = option_given(arguments, "quiet")};
    abModel *model = NULL;
    abText text;
    ab_text_init(&text, ab_heap());
    abResult result = convert(arguments, &logger, &model, &text, error);
    ab_text_done(&text);
    ab_model_destroy(model);
    logger_done(&logger);
    return result;
}

const Command command_convert = {
    .name = "convert",
    .words = "MODEL [NEW.yaml]",
    .minimum = 1,
    .maximum = 2,
    .text = "a model of any format as YAML that gives the same run, bit for bit",
    .more = "Reads MotionSolve XML and YAML; writes to stdout when no new name is given. Numbers\n"
            "come in SI. Comments and included files of the source are not kept; comments say at\n"
            "which line of it a thing stands.",
    .options = {{0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {'q', "quiet", NULL, "no warnings"}},
    .run = run_convert,
};
