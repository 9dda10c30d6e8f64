// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_statements.c - SQL by name: what is used often is prepared once and kept.

#include "record/file/record_statements.h"

#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

abResult ab_record_exec(abRecord *record, const char *sql, abError *error) {
    return sqlite3_exec(record->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? AB_OK
               : ab_record_failed(record, "write", error);
}

abResult ab_record_prepare(abRecord *record, const char *sql, sqlite3_stmt **out, abError *error) {
    return sqlite3_prepare_v2(record->db, sql, -1, out, NULL) == SQLITE_OK
               ? AB_OK
               : ab_record_failed(record, "read", error);
}

// "INSERT INTO contacts VALUES (?, ?, ...)" with `extra` parameters before those of the list.
static void insert_text(abText *sql, const char *table, int extra, const abColumns *list) {
    ab_text_add(sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < extra + list->count; i++) {
        ab_text_write(sql, ", ?", 3);
    }
    ab_text_write(sql, ")", 1);
}

static void select_text(abText *sql, const abColumns *list, const char *from) {
    ab_text_write(sql, "SELECT ", 7);
    ab_columns_names(list, sql);
    ab_text_add(sql, " %s", from);
}

bool ab_record_has_column(const abRecord *record, const char *table, const char *column) {
    return sqlite3_table_column_metadata(record->db, NULL, table, column, NULL, NULL, NULL, NULL,
                                         NULL) == SQLITE_OK;
}

// Of a record from before the column was there it is NULL.
static void select_event(const abRecord *record, abText *sql) {
    for (int i = 0; i < ab_event_columns.count; i++) {
        const char *name = ab_event_columns.columns[i].name;
        bool is_there = ab_record_has_column(record, "events", name);
        ab_text_add(sql, "%s%s", i == 0 ? "SELECT " : ", ", is_there ? name : "NULL");
    }
    ab_text_add(sql, " FROM events WHERE idx = ?");
}

static void statement_text(const abRecord *record, abRecordStatement which, abText *sql) {
    static const char get_frame[] =
        "SELECT time, bodies, energy, joints, contacts, requests, loads FROM frames WHERE idx = ?";
    static const char get_event_change[] =
        "SELECT path, value FROM changes WHERE path NOT IN ('pull', 'push') ORDER BY idx LIMIT 1 "
        "OFFSET (SELECT count(*) FROM events WHERE kind = 'change' AND idx < ?)";
    static const char put_override[] =
        "INSERT INTO overrides VALUES ((SELECT coalesce(max(idx) + 1, 0) FROM overrides), ?, ?)";
    static const char put_change[] =
        "INSERT INTO changes VALUES ((SELECT coalesce(max(idx) + 1, 0) FROM changes), ?, ?, ?)";
    static const char *const texts[AB_STATEMENT_COUNT] = {
        [AB_PUT_FRAME] = "INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [AB_PUT_MAP] = "INSERT INTO maps VALUES (?, ?)",
        [AB_PUT_MODES] = "INSERT INTO modes VALUES (?, ?)",
        [AB_PUT_POINTS] = "INSERT INTO contact_points VALUES (?, ?)",
        [AB_GET_POINTS] = "SELECT rows FROM contact_points WHERE frame = ?",
        [AB_GET_MODES] = "SELECT numbers FROM modes WHERE frame = ?",
        [AB_GET_MAP] = "SELECT rows FROM maps WHERE frame = ?",
        [AB_PUT_WARNING] = "INSERT INTO warnings VALUES (?, ?)",
        [AB_PUT_CHECKPOINT] = "INSERT OR REPLACE INTO checkpoints VALUES (1, ?, ?, ?, ?, ?, ?)",
        [AB_PUT_META] = "INSERT OR REPLACE INTO meta VALUES (?, ?)",
        [AB_PUT_OVERRIDE] = put_override,
        [AB_PUT_OUTPUT] = "INSERT INTO outputs VALUES (?, ?)",
        [AB_PUT_SERIES] = "INSERT INTO series VALUES (?, ?, ?)",
        [AB_PUT_CHANGE] = put_change,
        [AB_PUT_RESULT] = "INSERT OR REPLACE INTO result VALUES (?, ?)",
        [AB_GET_FRAME] = get_frame,
        [AB_GET_WARNING] = "SELECT text FROM warnings WHERE idx = ?",
        [AB_GET_TIME] = "SELECT time FROM frames WHERE idx = ?",
        [AB_GET_META] = "SELECT value FROM meta WHERE key = ?",
        [AB_GET_CHANGE] = "SELECT time, path, value FROM changes WHERE idx = ?",
        [AB_GET_EVENT_CHANGE] = get_event_change,
    };
    switch (which) {
    case AB_PUT_CONTACT:
        insert_text(sql, "contacts", 2, &ab_contact_columns);
        return;
    case AB_PUT_REGION:
        insert_text(sql, "regions", 2, &ab_region_columns);
        return;
    case AB_PUT_EVENT:
        insert_text(sql, "events", 1, &ab_event_columns);
        return;
    case AB_GET_CONTACTS:
        select_text(sql, &ab_contact_columns, "FROM contacts WHERE frame = ? ORDER BY idx");
        return;
    case AB_GET_REGIONS:
        select_text(sql, &ab_region_columns, "FROM regions WHERE frame = ? ORDER BY idx");
        return;
    case AB_GET_EVENT:
        select_event(record, sql);
        return;
    default:
        ab_text_add(sql, "%s", texts[which]);
    }
}

abResult ab_record_statement(abRecord *record, abRecordStatement which, sqlite3_stmt **out,
                             abError *error) {
    sqlite3_stmt **statement = &record->statements[which];
    if (*statement == NULL) {
        abText sql;
        ab_text_init(&sql, record->allocator);
        statement_text(record, which, &sql);
        abResult result = sql.failed ? ab_record_no_memory(record, error)
                                     : ab_record_prepare(record, sql.data, statement, error);
        ab_text_done(&sql);
        AB_TRY(result);
    }
    sqlite3_reset(*statement);
    *out = *statement;
    return AB_OK;
}

abResult ab_record_run(abRecord *record, sqlite3_stmt *statement, abError *error) {
    int code = sqlite3_step(statement);
    abResult result = code == SQLITE_DONE || code == SQLITE_ROW
                          ? AB_OK
                          : ab_record_failed(record, "write", error);
    sqlite3_reset(statement);
    return result;
}

abResult ab_record_row(abRecord *record, sqlite3_stmt *statement, bool *found, abError *error) {
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? AB_OK
                                                     : ab_record_failed(record, "read", error);
}

abResult ab_record_find(abRecord *record, abRecordStatement which, int64_t key, sqlite3_stmt **out,
                        bool *found, abError *error) {
    AB_TRY(ab_record_statement(record, which, out, error));
    return sqlite3_bind_int64(*out, 1, key) == SQLITE_OK ? ab_record_row(record, *out, found, error)
                                                         : ab_record_failed(record, "read", error);
}

const char *ab_record_column_text(abRecord *record, sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    if (text == NULL && sqlite3_errcode(record->db) == SQLITE_NOMEM) {
        return NULL;
    }
    return ab_arena_text(&record->arena, text != NULL ? text : "");
}
