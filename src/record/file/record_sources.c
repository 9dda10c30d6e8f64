// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_sources.c - a row of `meta` for each file.

#include "record/file/record_sources.h"

#include <stdio.h>
#include <string.h>

#include "model/core/source_files.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"

enum { KEY = 4200, HASH = 20 };

static void describe(const abRecord *record, const abSourceFile *file, char *key, char *hash) {
    snprintf(key, KEY, "files.%s", file->name);
    snprintf(hash, HASH, "%016llx",
             (unsigned long long)ab_source_file_hash(file->path, record->allocator));
}

abResult ab_record_put_sources(abRecord *record, const abModel *model, abError *error) {
    char key[KEY], hash[HASH];
    for (int i = 0; i < ab_model_file_count(model); i++) {
        abRecordRow row;
        describe(record, ab_model_file(model, i), key, hash);
        AB_TRY(ab_row_begin(record, AB_PUT_META, &row, error));
        ab_row_text(&row, key);
        ab_row_text(&row, hash);
        AB_TRY(ab_row_put(&row, error));
    }
    return AB_OK;
}

// Of one file; `statement` asks for the value of a key.
static abResult check(abRecord *record, sqlite3_stmt *statement, const abSourceFile *file,
                      abError *error) {
    char key[KEY], hash[HASH];
    bool found;
    describe(record, file, key, hash);
    sqlite3_reset(statement);
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_TRANSIENT);
    AB_TRY(ab_record_row(record, statement, &found, error));
    const char *before = found ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    return before == NULL || strcmp(before, hash) == 0
               ? AB_OK
               : ab_error_add(error, AB_DIFFERENT, (abPlace){.file = record->info.path},
                              "%.200s holds something else now than when the run began; put it "
                              "back, or start anew with `abut run`",
                              file->name);
}

abResult ab_record_check_sources(abRecord *record, const abModel *model, abError *error) {
    sqlite3_stmt *statement = NULL;
    AB_TRY(ab_record_prepare(record, "SELECT value FROM meta WHERE key = ?", &statement, error));
    abResult result = AB_OK;
    for (int i = 0; i < ab_model_file_count(model); i++) {
        abResult one = check(record, statement, ab_model_file(model, i), error);
        result = result == AB_OK ? one : result;
    }
    sqlite3_finalize(statement);
    return result;
}
