// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_statements.h - the statements of a record.

#ifndef AB_RECORD_STATEMENTS_H
#define AB_RECORD_STATEMENTS_H

#include "record/file/record_types.h"

abResult ab_record_exec(abRecord *record, const char *sql, abError *error);
abResult ab_record_prepare(abRecord *record, const char *sql, sqlite3_stmt **out, abError *error);
// The statement of the list, reset and ready to bind.
abResult ab_record_statement(abRecord *record, abRecordStatement which, sqlite3_stmt **out,
                             abError *error);
// Runs a statement that returns nothing, and resets it.
abResult ab_record_run(abRecord *record, sqlite3_stmt *statement, abError *error);
// Next row: *found false at the end.
abResult ab_record_row(abRecord *record, sqlite3_stmt *statement, bool *found, abError *error);

// A statement of the list with one parameter, and its first row: *found false when there is none.
abResult ab_record_find(abRecord *record, abRecordStatement which, int64_t key, sqlite3_stmt **out,
                        bool *found, abError *error);
bool ab_record_has_column(const abRecord *record, const char *table, const char *column);
// The text of a column, copied into the record's arena; "" for NULL. NULL for want of memory.
const char *ab_record_column_text(abRecord *record, sqlite3_stmt *statement, int column);

#endif
