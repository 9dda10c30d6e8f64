// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_file.c - the SQLite file under a record: opening, statements, and failures as sentences.
//
// Journal is WAL while a run writes (others may read, a kill loses nothing committed); a finished
// record goes back to a single file. SQLite's own messages are for programmers, so every failure
// is said again with path and cause.

#include "record/file/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "record/file/record_outlines.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

static abPlace place_of(const abRecord *record) {
    return (abPlace){.file = record->info.path};
}

// ---- failures ----

abResult ab_record_problem(const abRecord *record, abError *error, const char *sentence) {
    return ab_error_add(error, AB_IO, place_of(record), "%s", sentence);
}

abResult ab_record_damaged(const abRecord *record, const char *what, abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){.file = record->info.path},
                        "the record is damaged: %s", what);
}

abResult ab_record_no_memory(const abRecord *record, abError *error) {
    return ab_record_problem(record, error, "there is not enough memory for this record");
}

abResult ab_record_failed(abRecord *record, const char *doing, abError *error) {
    int code = sqlite3_errcode(record->db);
    int cause = sqlite3_system_errno(record->db);
    const char *system = cause != 0 ? strerror(cause) : sqlite3_errmsg(record->db);
    abPlace place = place_of(record);
    switch (code & 0xff) {
    case SQLITE_FULL:
        return ab_error_add(error, AB_IO, place,
                            "cannot %s: the disk is full; what was committed is kept, make room "
                            "and go on with `abut resume %s`",
                            doing, record->info.path);
    case SQLITE_READONLY:
        return ab_error_add(error, AB_IO, place, "cannot %s: the file or its folder is read-only",
                            doing);
    case SQLITE_NOTADB:
        return ab_error_add(error, AB_IO, place, "is not an Abut record (it is not a database)");
    case SQLITE_CORRUPT:
        return ab_error_add(error, AB_IO, place,
                            "the record is damaged (%s); what can be read may be saved with "
                            "`sqlite3 %s .recover`",
                            sqlite3_errmsg(record->db), record->info.path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ab_error_add(error, AB_IO, place, "cannot %s: another program is writing the record",
                            doing);
    case SQLITE_TOOBIG:
        return ab_error_add(error, AB_IO, place,
                            "cannot %s: a value is larger than the %d bytes that SQLite takes; "
                            "what was committed is kept",
                            doing, sqlite3_limit(record->db, SQLITE_LIMIT_LENGTH, -1));
    case SQLITE_NOMEM:
        return ab_record_no_memory(record, error);
    case SQLITE_CANTOPEN:
        return ab_error_add(error, AB_IO, place, "cannot open the file: %s", system);
    case SQLITE_IOERR:
        return ab_error_add(error, AB_IO, place,
                            "cannot %s: the device failed or the file met a limit of size (%s); "
                            "what was committed is kept",
                            doing, system);
    default:
        return ab_error_add(error, AB_IO, place, "cannot %s: %s", doing,
                            sqlite3_errmsg(record->db));
    }
}

// ---- opening and closing ----

// SQLite tries again read-only when it may not create a file, and forgets the first reason.
static abResult check_creatable(const char *path, abError *error) {
    int file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0) {
        return ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot create the file: %s",
                            strerror(errno));
    }
    close(file);
    return AB_OK;
}

// A record on a read-only device cannot have its WAL index beside it. Without a journal left over
// the file alone is complete and may be read as unchanging.
static int open_immutable(abRecord *record) {
    struct stat info;
    char wal[4200], uri[4200];
    snprintf(wal, sizeof wal, "%s-wal", record->info.path);
    if (stat(wal, &info) == 0 && info.st_size > 0) {
        return SQLITE_CANTOPEN;
    }
    size_t used = (size_t)snprintf(uri, sizeof uri, "file:");
    for (const char *c = record->info.path; *c != '\0' && used + 20 < sizeof uri; c++) {
        bool plain = *c != '%' && *c != '?' && *c != '#';
        used += (size_t)snprintf(uri + used, sizeof uri - used, plain ? "%c" : "%%%02X",
                                 (unsigned char)*c);
    }
    snprintf(uri + used, sizeof uri - used, "?immutable=1");
    sqlite3_close(record->db);
    return sqlite3_open_v2(uri, &record->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
}

static bool can_read(abRecord *record) {
    return sqlite3_exec(record->db, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL) ==
           SQLITE_OK;
}

abResult ab_record_open_file(const char *path, abRecordAccess access, abAllocator allocator,
                             abRecord **out, abError *error) {
    static const int flags[] = {[AB_RECORD_READ] = SQLITE_OPEN_READONLY,
                                [AB_RECORD_WRITE] = SQLITE_OPEN_READWRITE,
                                [AB_RECORD_NEW] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
    *out = NULL;
    abPlace place = {.file = path};
    abRecord *record = allocator.resize(allocator.context, NULL, 0, sizeof *record);
    if (record == NULL) {
        return ab_error_add(error, AB_IO, place, "there is not enough memory for this record");
    }
    memset(record, 0, sizeof *record);
    record->allocator = allocator;
    ab_arena_init(&record->arena, allocator, 16384);
    record->info.path = ab_arena_text(&record->arena, path);
    struct stat info;
    abResult result = AB_OK;
    if (record->info.path == NULL) {
        result = ab_record_no_memory(record, error);
    } else if (access != AB_RECORD_NEW && stat(path, &info) != 0) {
        result = ab_error_add(error, AB_IO, place, "cannot open the file: %s", strerror(errno));
    } else if (access != AB_RECORD_NEW && !S_ISREG(info.st_mode)) {
        result = ab_error_add(error, AB_IO, place, "is not a file");
    } else if (access == AB_RECORD_NEW) {
        result = check_creatable(path, error);
    }
    if (result == AB_OK) {
        int code = sqlite3_open_v2(path, &record->db, flags[access] | SQLITE_OPEN_NOMUTEX, NULL);
        if (code == SQLITE_OK && access == AB_RECORD_READ && !can_read(record)) {
            int primary = sqlite3_errcode(record->db) & 0xff;
            if (primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY) {
                code = open_immutable(record);
            }
        }
        if (code == SQLITE_OK) {
            sqlite3_busy_timeout(record->db, access == AB_RECORD_READ ? 5000 : 500);
        } else {
            result = ab_record_failed(record, "open the file", error);
        }
    }
    if (result != AB_OK) {
        ab_record_close(record);
        return result;
    }
    *out = record;
    return AB_OK;
}

void ab_record_close(abRecord *record) {
    if (record == NULL) {
        return;
    }
    for (int i = 0; i < AB_STATEMENT_COUNT; i++) {
        sqlite3_finalize(record->statements[i]);
    }
    sqlite3_close(record->db);
    abAllocator allocator = record->allocator;
    ab_record_close_outlines(record);
    ab_arrays_free(allocator, &record->arrays);
    AB_ARRAY_FREE(allocator, record->writer.state, record->writer.state_capacity);
    ab_arena_done(&record->arena);
    allocator.resize(allocator.context, record, sizeof *record, 0);
}

// The number that a statement answers with.
static abResult query_number(abRecord *record, const char *sql, int *out, abError *error) {
    sqlite3_stmt *statement = NULL;
    bool found = false;
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    abResult result = ab_record_row(record, statement, &found, error);
    *out = found ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_is_empty(abRecord *record, bool *out, abError *error) {
    int tables;
    AB_TRY(query_number(record, "SELECT count(*) FROM sqlite_schema", &tables, error));
    *out = tables == 0;
    return AB_OK;
}

abResult ab_record_check_format(abRecord *record, abError *error) {
    int application, format;
    bool is_empty;
    AB_TRY(ab_record_is_empty(record, &is_empty, error));
    if (is_empty) {
        return ab_record_problem(record, error,
                                 "is empty: its run was ended before it began; start it again "
                                 "with `abut run`");
    }
    AB_TRY(query_number(record, "PRAGMA application_id", &application, error));
    if (application != AB_RECORD_APPLICATION) {
        return ab_record_problem(record, error, "is a database, but not an Abut record");
    }
    AB_TRY(query_number(record, "PRAGMA user_version", &format, error));
    if (format != AB_RECORD_FORMAT) {
        return ab_error_add(error, AB_IO, place_of(record),
                            "is a record of format %d; this program reads format %d", format,
                            AB_RECORD_FORMAT);
    }
    return AB_OK;
}

// ---- numbers as bytes ----

void ab_doubles_to_bytes(const double *values, size_t count, unsigned char *bytes) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 8; k++) {
            bytes[8 * i + (size_t)k] = (unsigned char)(bits >> (8 * k));
        }
    }
}

void ab_doubles_from_bytes(const unsigned char *bytes, size_t count, double *values) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        for (int k = 0; k < 8; k++) {
            bits |= (uint64_t)bytes[8 * i + (size_t)k] << (8 * k);
        }
        memcpy(&values[i], &bits, sizeof bits);
    }
}
