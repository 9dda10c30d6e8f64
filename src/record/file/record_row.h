// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_row.h - a row on its way into a table: its values in the order of the columns.
//
// A value that SQLite does not take (too large, no memory) is remembered, and ab_row_put() then
// refuses the row: no value is ever silently left NULL. Texts and blobs must last until then.

#ifndef AB_RECORD_ROW_H
#define AB_RECORD_ROW_H

#include "record/file/record_columns.h"
#include "record/file/record_file.h"

typedef struct abRecordRow {
    abRecord *record;
    sqlite3_stmt *statement;
    int count; // of values so far
    int code;  // SQLITE_OK, or why a value was not taken
} abRecordRow;

abRecordRow ab_row(abRecord *record, sqlite3_stmt *statement);
// For a statement of the list.
abResult ab_row_begin(abRecord *record, abRecordStatement which, abRecordRow *out, abError *error);

void ab_row_integer(abRecordRow *row, int64_t value);
void ab_row_number(abRecordRow *row, double value); // NAN is stored as NULL
void ab_row_numbers(abRecordRow *row, const double *values, int count);
void ab_row_text(abRecordRow *row, const char *text);
void ab_row_text_of(abRecordRow *row, const char *text, size_t size); // any bytes
void ab_row_blob(abRecordRow *row, const void *bytes, size_t size); // NULL bytes are stored as NULL
// The fields of a struct.
void ab_row_fields(abRecordRow *row, const abColumns *list, const void *fields);

abResult ab_row_put(abRecordRow *row, abError *error);

#endif
