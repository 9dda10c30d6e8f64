// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_row.c - values bound to the parameters of a statement, one after the other.

#include "record/file/record_row.h"

#include <assert.h>

#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

abRecordRow ab_row(abRecord *record, sqlite3_stmt *statement) {
    return (abRecordRow){.record = record, .statement = statement, .code = SQLITE_OK};
}

abResult ab_row_begin(abRecord *record, abRecordStatement which, abRecordRow *out, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, which, &statement, error));
    *out = ab_row(record, statement);
    return AB_OK;
}

// Nothing is bound behind a value that was refused, so that its reason stays SQLite's last.
#define BIND(row, bind, ...)                                                                       \
    do {                                                                                           \
        if ((row)->code == SQLITE_OK) {                                                            \
            (row)->code = bind((row)->statement, ++(row)->count, __VA_ARGS__);                     \
        }                                                                                          \
    } while (0)

void ab_row_integer(abRecordRow *row, int64_t value) {
    BIND(row, sqlite3_bind_int64, value);
}

void ab_row_number(abRecordRow *row, double value) {
    BIND(row, sqlite3_bind_double, value);
}

void ab_row_numbers(abRecordRow *row, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        ab_row_number(row, values[i]);
    }
}

void ab_row_text(abRecordRow *row, const char *text) {
    BIND(row, sqlite3_bind_text, text, -1, SQLITE_STATIC);
}

void ab_row_text_of(abRecordRow *row, const char *text, size_t size) {
    BIND(row, sqlite3_bind_text64, text, size, SQLITE_STATIC, SQLITE_UTF8);
}

void ab_row_blob(abRecordRow *row, const void *bytes, size_t size) {
    BIND(row, sqlite3_bind_blob64, bytes, size, SQLITE_STATIC);
}

static void put_field(abRecordRow *row, abColumnKind kind, const void *field) {
    switch (kind) {
    case AB_COLUMN_INT:
        ab_row_integer(row, *(const int *)field);
        break;
    case AB_COLUMN_INT64:
        ab_row_integer(row, *(const int64_t *)field);
        break;
    case AB_COLUMN_REAL:
        ab_row_number(row, *(const double *)field);
        break;
    case AB_COLUMN_EVENT:
        ab_row_text(row, ab_event_name(*(const abEventKind *)field));
        break;
    case AB_COLUMN_RESTART:
        ab_row_text(row, ab_event_restart_name(*(const abEventRestart *)field));
        break;
    }
}

void ab_row_fields(abRecordRow *row, const abColumns *list, const void *fields) {
    for (int i = 0; i < list->count; i++) {
        const abColumn *column = &list->columns[i];
        put_field(row, column->kind, (const unsigned char *)fields + column->offset);
    }
}

abResult ab_row_put(abRecordRow *row, abError *error) {
    if (row->code != SQLITE_OK) {
        return ab_record_failed(row->record, "write", error);
    }
    assert(row->count == sqlite3_bind_parameter_count(row->statement));
    return ab_record_run(row->record, row->statement, error);
}
