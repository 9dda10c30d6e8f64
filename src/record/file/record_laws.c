// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_laws.c - what the numbers mean that events tell of normal laws: names and units, written
// once, so that a record can be read without the laws of the program that wrote it.

#include "record/file/record_laws.h"

#include <stdio.h>

#include "law/core/law.h"
#include "law/core/law_kinds.h"
#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_load.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"

enum { NUMBERS = AB_LAW_MEMORY + AB_LAW_TOLD };
_Static_assert(sizeof((abEvent *)0)->law / sizeof(double) == AB_LAW_MEMORY,
               "events tell all of it");
_Static_assert(sizeof((abEvent *)0)->constants / sizeof(double) == AB_LAW_TOLD, "likewise");

typedef struct abRecordLaw {
    const char *name;
    const char *numbers[NUMBERS], *units[NUMBERS]; // NULL: none
} abRecordLaw;

// ---- writing ----

static abResult put_numbers(abRecord *record, sqlite3_stmt *statement, int law, int first,
                            const abLawNumber *numbers, abError *error) {
    for (int i = 0; numbers != NULL && numbers[i].name != NULL; i++) {
        abRecordRow row = ab_row(record, statement);
        ab_row_integer(&row, law);
        ab_row_integer(&row, first + i);
        ab_row_text(&row, numbers[i].name);
        ab_row_text(&row, numbers[i].unit);
        ab_row_text(&row, numbers[i].text);
        AB_TRY(ab_row_put(&row, error));
    }
    return AB_OK;
}

static abResult put_all_numbers(abRecord *record, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_prepare(record, "INSERT OR IGNORE INTO law_numbers VALUES (?, ?, ?, ?, ?)",
                             &statement, error));
    abResult result = AB_OK;
    for (int k = 0; k < AB_NORMAL_LAW_COUNT && result == AB_OK; k++) {
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)k);
        result = put_numbers(record, statement, k + 1, 0, law->memory, error);
        if (result == AB_OK) {
            result = put_numbers(record, statement, k + 1, AB_LAW_MEMORY, law->told, error);
        }
    }
    sqlite3_finalize(statement);
    return result;
}

static abResult put_laws(abRecord *record, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(
        ab_record_prepare(record, "INSERT OR IGNORE INTO laws VALUES (?, ?)", &statement, error));
    abResult result = AB_OK;
    for (int k = 0; k < AB_NORMAL_LAW_COUNT && result == AB_OK; k++) {
        abRecordRow row = ab_row(record, statement);
        ab_row_integer(&row, k + 1);
        ab_row_text(&row, ab_normal_law((abNormalLawKind)k)->table->name);
        result = ab_row_put(&row, error);
    }
    sqlite3_finalize(statement);
    return result;
}

static abResult add_columns(abRecord *record, abError *error) {
    for (int i = 0; i < ab_event_columns.count; i++) {
        const char *name = ab_event_columns.columns[i].name;
        if (!ab_record_has_column(record, "events", name)) {
            char sql[100];
            snprintf(sql, sizeof sql, "ALTER TABLE events ADD COLUMN %s", name);
            AB_TRY(ab_record_exec(record, sql, error));
        }
    }
    return AB_OK;
}

abResult ab_record_create_laws(abRecord *record, abError *error) {
    AB_TRY(ab_record_exec(record,
                          "CREATE TABLE IF NOT EXISTS laws(id INTEGER PRIMARY KEY, name TEXT);"
                          "CREATE TABLE IF NOT EXISTS law_numbers(law INTEGER, number INTEGER,"
                          " name TEXT, unit TEXT, meaning TEXT, PRIMARY KEY(law, number)) "
                          "WITHOUT ROWID",
                          error));
    AB_TRY(put_laws(record, error));
    AB_TRY(put_all_numbers(record, error));
    return add_columns(record, error);
}

// ---- reading ----

static bool load_law(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abRecordLaw *law = &((abRecordLaw *)items)[index];
    *law = (abRecordLaw){.name = ab_record_column_text(record, statement, 1)};
    return law->name != NULL && sqlite3_column_int(statement, 0) == index + 1;
}

static bool load_number(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    (void)items, (void)index;
    int law = sqlite3_column_int(statement, 0), number = sqlite3_column_int(statement, 1);
    if (law < 1 || law > record->law_count || number < 0 || number >= NUMBERS) {
        return false;
    }
    const char *name = ab_record_column_text(record, statement, 2);
    const char *unit = ab_record_column_text(record, statement, 3);
    record->laws[law - 1].numbers[number] = name;
    record->laws[law - 1].units[number] = unit;
    return name != NULL && unit != NULL;
}

abResult ab_record_load_laws(abRecord *record, abError *error) {
    if (!ab_record_has_column(record, "law_numbers", "law")) {
        return AB_OK; // a record from before
    }
    void *items;
    int count;
    AB_TRY(ab_record_load_rows(record, "laws", "id, name", sizeof(abRecordLaw), load_law, &items,
                               &record->law_count, error));
    record->laws = items;
    return ab_record_load_rows(record, "law_numbers", "law, number, name, unit", 1, load_number,
                               &items, &count, error);
}

static const abRecordLaw *find(const abRecord *record, int law) {
    return law >= 1 && law <= record->law_count ? &record->laws[law - 1] : NULL;
}

const char *ab_record_law_name(const abRecord *record, int law) {
    const abRecordLaw *found = find(record, law);
    return found != NULL ? found->name : "";
}

const char *ab_record_law_number(const abRecord *record, int law, int number, const char **unit) {
    const abRecordLaw *found = number >= 0 && number < NUMBERS ? find(record, law) : NULL;
    bool is_there = found != NULL && found->numbers[number] != NULL;
    if (unit != NULL) {
        *unit = is_there ? found->units[number] : "";
    }
    return is_there ? found->numbers[number] : "";
}
