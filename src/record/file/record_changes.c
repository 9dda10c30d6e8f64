// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_changes.c - what was done to a run from outside. The table is made with the first change,
// so that most records have none.

#include "record/file/record_changes.h"

#include <string.h>

#include "record/file/record_file.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

static const char s_create[] =
    "CREATE TABLE IF NOT EXISTS changes(idx INTEGER PRIMARY KEY, time REAL NOT NULL,"
    " path TEXT NOT NULL, value TEXT NOT NULL)";

// Not a value of the model.
static bool is_action(const char *path) {
    return strcmp(path, "pull") == 0 || strcmp(path, "push") == 0 || strcmp(path, "go_on") == 0;
}

abResult ab_record_add_override(abRecord *record, const char *path, const char *value,
                                abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_OVERRIDE, &row, error));
    ab_row_text(&row, path);
    ab_row_text(&row, value);
    return ab_row_put(&row, error);
}

abResult ab_record_add_change(abRecord *record, double time, const char *path, const char *value,
                              abError *error) {
    abRecordRow row;
    AB_TRY(ab_record_exec(record, s_create, error));
    AB_TRY(ab_row_begin(record, AB_PUT_CHANGE, &row, error));
    ab_row_number(&row, time);
    ab_row_text(&row, path);
    ab_row_text(&row, value);
    AB_TRY(ab_row_put(&row, error));
    return is_action(path) ? AB_OK : ab_record_add_override(record, path, value, error);
}

// 0 where there is no such table.
int64_t ab_record_change_count(const abRecord *record) {
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

abResult ab_record_change(abRecord *record, int64_t index, abChange *out, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    *out = (abChange){0};
    AB_TRY(ab_record_find(record, AB_GET_CHANGE, index, &statement, &found, error));
    if (!found) {
        return ab_record_problem(record, error, "has no such change");
    }
    *out =
        (abChange){sqlite3_column_double(statement, 0), ab_record_column_text(record, statement, 1),
                   ab_record_column_text(record, statement, 2), -1};
    sqlite3_reset(statement);
    return out->path != NULL && out->value != NULL ? AB_OK : ab_record_no_memory(record, error);
}

abResult ab_record_event_change(abRecord *record, abEvent *event, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    AB_TRY(ab_record_find(record, AB_GET_EVENT_CHANGE, event->index, &statement, &found, error));
    if (found) {
        event->path = ab_record_column_text(record, statement, 0);
        event->text = ab_record_column_text(record, statement, 1);
    }
    sqlite3_reset(statement);
    return found && (event->path == NULL || event->text == NULL)
               ? ab_record_no_memory(record, error)
               : AB_OK;
}
