// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_resume.c - a record that a run goes on with: from its last checkpoint, what lies behind
// that taken back.

#include <stdio.h>
#include <string.h>

#include "abut/version.h"
#include "base/hash.h"
#include "record/file/record_create.h"
#include "record/file/record_file.h"
#include "record/file/record_laws.h"
#include "record/file/record_load.h"
#include "record/file/record_modes.h"
#include "record/file/record_points.h"
#include "record/file/record_sources.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"
#include "record/file/record_write.h"

// Takes back everything after the given counts.
static abResult cut_back(abRecord *record, int64_t frames, int64_t events, int64_t warnings,
                         abError *error) {
    char sql[400];
    AB_TRY(ab_record_create_regions(record, error));
    AB_TRY(ab_record_create_laws(record, error));
    snprintf(sql, sizeof sql,
             "DELETE FROM frames WHERE idx >= %lld; DELETE FROM contacts WHERE frame >= %lld;"
             "DELETE FROM maps WHERE frame >= %lld; DELETE FROM regions WHERE frame >= %lld;"
             "DELETE FROM events WHERE idx >= %lld; DELETE FROM warnings WHERE idx >= %lld;"
             "DELETE FROM result",
             (long long)frames, (long long)frames, (long long)frames, (long long)frames,
             (long long)events, (long long)warnings);
    AB_TRY(ab_record_cut_points(record, frames, error));
    AB_TRY(ab_record_cut_modes(record, frames, error));
    return ab_record_exec(record, sql, error);
}

static abResult restore_state(abRecord *record, abSimulation *simulation, sqlite3_stmt *statement,
                              abError *error) {
    const void *state = sqlite3_column_blob(statement, 3);
    size_t size = (size_t)sqlite3_column_bytes(statement, 3);
    const char *hash = (const char *)sqlite3_column_text(statement, 4);
    char actual[20];
    snprintf(actual, sizeof actual, "%016llx",
             (unsigned long long)ab_hash_bytes(AB_HASH_START, state, size));
    if (hash == NULL || strcmp(hash, actual) != 0) {
        return ab_record_problem(record, error,
                                 "the checkpoint is damaged (its fingerprint does not fit); the "
                                 "run can only be started anew with `abut run`");
    }
    return ab_simulation_restore(simulation, state, size, error);
}

// To the last checkpoint; with none, to the beginning.
static abResult rewind_to_checkpoint(abRecord *record, abSimulation *simulation, abError *error) {
    sqlite3_stmt *statement = NULL;
    bool found;
    AB_TRY(ab_record_prepare(record,
                             "SELECT frame_count, event_count, warning_count, state, hash FROM "
                             "checkpoints WHERE id = 1",
                             &statement, error));
    abResult result = ab_record_row(record, statement, &found, error);
    int64_t frames = 0, events = 0, warnings = record->info.warning_count;
    if (result == AB_OK && found) {
        frames = sqlite3_column_int64(statement, 0);
        events = sqlite3_column_int64(statement, 1);
        warnings = sqlite3_column_int64(statement, 2);
        result = restore_state(record, simulation, statement, error);
    }
    sqlite3_finalize(statement);
    AB_TRY(result);
    if (frames > record->info.frame_count || events > record->info.event_count) {
        return ab_record_problem(record, error,
                                 "the record is damaged: frames or events before the checkpoint "
                                 "are missing");
    }
    return cut_back(record, frames, events, warnings, error);
}

// Only the same minor version promises the same bits from a checkpoint.
static abResult check_version(const abRecord *record, abError *error) {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "abut %d.%d.", AB_VERSION_MAJOR, AB_VERSION_MINOR);
    if (strncmp(record->info.program, wanted, strlen(wanted)) == 0) {
        return AB_OK;
    }
    return ab_error_add(error, AB_IO, (abPlace){.file = record->info.path},
                        "was written by %s and cannot be resumed by abut %s; start anew with "
                        "`abut run`",
                        record->info.program, AB_VERSION);
}

static abResult resume(abRecord *record, abSimulation *simulation, const abRecordOptions *options,
                       abError *error) {
    AB_TRY(ab_record_check_format(record, error));
    AB_TRY(ab_record_exec(record,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                          "BEGIN IMMEDIATE",
                          error));
    AB_TRY(ab_record_load(record, error));
    AB_TRY(check_version(record, error));
    if (record->info.status == AB_RECORD_DONE) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                            "is complete; there is nothing to resume");
    }
    AB_TRY(ab_record_check_sources(record, ab_simulation_model(simulation), error));
    abRecordOutcome outcome;
    AB_TRY(ab_record_outcome(record, &outcome, error));
    record->writer.seconds_before = outcome.seconds;
    AB_TRY(rewind_to_checkpoint(record, simulation, error));
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    AB_TRY(ab_record_refresh(record, error));
    ab_record_start_writer(record, options);
    return AB_OK;
}

abResult ab_record_resume(const char *path, abSimulation *simulation,
                          const abRecordOptions *options, abAllocator allocator, abRecord **out,
                          abError *error) {
    *out = NULL;
    abRecordOptions defaults = ab_record_options();
    abRecord *record;
    AB_TRY(ab_record_open_file(path, AB_RECORD_WRITE, allocator, &record, error));
    abResult result = resume(record, simulation, options != NULL ? options : &defaults, error);
    if (result != AB_OK) {
        ab_record_close(record);
        return result;
    }
    *out = record;
    return AB_OK;
}
