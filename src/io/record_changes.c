// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_changes.c - what was done to a run from outside. The table is made with the first change,
// so that most records have none.

#include <string.h>

#include "io/record_file.h"

static const char s_create[] =
    "CREATE TABLE IF NOT EXISTS changes(idx INTEGER PRIMARY KEY, time REAL NOT NULL,"
    " path TEXT NOT NULL, value TEXT NOT NULL)";
static const char s_insert[] =
    "INSERT INTO changes VALUES ((SELECT coalesce(max(idx) + 1, 0) FROM changes), ?, ?, ?)";
static const char s_override[] =
    "INSERT INTO overrides VALUES ((SELECT coalesce(max(idx) + 1, 0) FROM overrides), ?, ?)";

// Not a value of the model.
static bool is_deed(const char *path) {
    return strcmp(path, "pull") == 0 || strcmp(path, "push") == 0;
}

static abResult insert(abRecord *record, const char *sql, const double *time, const char *path,
                       const char *value, abError *error) {
    sqlite3_stmt *statement = NULL;
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    int next = 1;
    if (time != NULL) {
        sqlite3_bind_double(statement, next++, *time);
    }
    sqlite3_bind_text(statement, next++, path, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, next, value, -1, SQLITE_STATIC);
    abResult result = ab_record_run(record, statement, error);
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_add_change(abRecord *record, double time, const char *path, const char *value,
                              abError *error) {
    AB_TRY(ab_record_exec(record, s_create, error));
    AB_TRY(insert(record, s_insert, &time, path, value, error));
    return is_deed(path) ? AB_OK : insert(record, s_override, NULL, path, value, error);
}

// One number from a query; 0 where there is no such table.
static int64_t count_rows(const abRecord *record) {
    sqlite3_stmt *statement = NULL;
    int64_t count = 0;
    if (sqlite3_prepare_v2(record->db, "SELECT count(*) FROM changes", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        count = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return count;
}

int64_t ab_record_change_count(const abRecord *record) {
    return count_rows(record);
}

abResult ab_record_change(abRecord *record, int64_t index, abChange *out, abError *error) {
    sqlite3_stmt *statement = NULL;
    bool found = false;
    *out = (abChange){0};
    AB_TRY(ab_record_prepare(record, "SELECT time, path, value FROM changes WHERE idx = ?",
                             &statement, error));
    sqlite3_bind_int64(statement, 1, index);
    abResult result = ab_record_row(record, statement, &found, error);
    if (result == AB_OK && found) {
        *out = (abChange){sqlite3_column_double(statement, 0),
                          ab_record_column_text(record, statement, 1),
                          ab_record_column_text(record, statement, 2), -1};
        if (out->path == NULL || out->value == NULL) {
            result = ab_record_no_memory(record, error);
        }
    } else if (result == AB_OK) {
        result = ab_record_problem(record, error, "has no such change");
    }
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_event_change(abRecord *record, abEvent *event, abError *error) {
    static const char sql[] =
        "SELECT path, value FROM changes WHERE path NOT IN ('pull', 'push') ORDER BY idx LIMIT 1 "
        "OFFSET (SELECT count(*) FROM events WHERE kind = 'change' AND idx < ?)";
    sqlite3_stmt *statement = NULL;
    bool found = false;
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    sqlite3_bind_int64(statement, 1, event->index);
    abResult result = ab_record_row(record, statement, &found, error);
    if (result == AB_OK && found) {
        event->path = ab_record_column_text(record, statement, 0);
        event->text = ab_record_column_text(record, statement, 1);
    }
    sqlite3_finalize(statement);
    return result;
}
