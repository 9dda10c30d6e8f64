// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_fixture.h - for tests: runs a model given as a text into a record.

#ifndef AB_RECORD_FIXTURE_H
#define AB_RECORD_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/model_fixture.h"

// The path of a file in a folder; the last four stay.
static inline const char *fixture_path(const char *folder, const char *name) {
    static char paths[4][200];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

// Reads, runs and records, the text too; the error begins anew. What the run ended with, unless the
// record could not be written.
static inline abResult record_fixture(const char *text, const char *path, abError *error) {
    abModel *model;
    abSimulation *simulation;
    abRecord *record = NULL;
    abRecordOptions options = ab_record_options();
    options.model_text = text;
    options.model_size = strlen(text);
    abResult result = open_fixture(text, (abLog){0}, &model, &simulation, error);
    if (result == AB_OK) {
        result = ab_record_create(path, model, &options, ab_heap(), &record, error);
    }
    if (result == AB_OK) {
        abObserver observer = ab_record_observer(record);
        result = ab_simulation_run(simulation, &observer, error);
        abResult finished = ab_record_finish(record, simulation, result, error, 0.0, error);
        result = finished != AB_OK ? finished : result;
    }
    ab_record_close(record);
    close_fixture(model, simulation);
    return result;
}

// Likewise, and opens the record; NULL when any of it failed.
static inline abRecord *open_record_fixture(const char *text, const char *path, abError *error) {
    abRecord *record = NULL;
    bool is_there = record_fixture(text, path, error) == AB_OK &&
                    ab_record_open(path, ab_heap(), &record, error) == AB_OK;
    return is_there ? record : NULL;
}

#endif
