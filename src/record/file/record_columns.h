// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_columns.h - how the fields of public structs become columns of a record.
//
// One list per struct; tables, inserts, reads, comparisons and exports are made from it. A new
// field of abContactState, abEvent or abStatistics is one line in record_columns.c.

#ifndef AB_RECORD_COLUMNS_H
#define AB_RECORD_COLUMNS_H

#include <sqlite3.h>
#include <stddef.h>

#include "abut/record.h"
#include "base/text.h"

typedef enum abColumnKind {
    AB_COLUMN_INT,
    AB_COLUMN_INT64,
    AB_COLUMN_REAL,    // NAN is stored as NULL
    AB_COLUMN_EVENT,   // abEventKind, stored as its name
    AB_COLUMN_RESTART, // abEventRestart, likewise
} abColumnKind;

typedef struct abColumn {
    const char *name;
    abColumnKind kind;
    size_t offset;
    const char *unit; // "-" for counts and directions, "" where there is none
} abColumn;

typedef struct abColumns {
    const abColumn *columns;
    int count;
} abColumns;

extern const abColumns ab_contact_columns;    // abContactState
extern const abColumns ab_region_columns;     // abContactRegion
extern const abColumns ab_point_columns;      // abContactPointForce
extern const abColumns ab_event_columns;      // abEvent, without index
extern const abColumns ab_statistics_columns; // abStatistics, without its texts

// "name TYPE, name TYPE, ..." for CREATE TABLE.
void ab_columns_declare(const abColumns *list, abText *sql);
// "name, name, ..."
void ab_columns_names(const abColumns *list, abText *sql);

// Reads the fields from columns from `first` (0-based) on. False for a word nobody knows.
bool ab_columns_read(const abColumns *list, sqlite3_stmt *statement, int first, void *row);
// The field as a number.
double ab_column_number(const abColumn *column, const void *row);

#endif
