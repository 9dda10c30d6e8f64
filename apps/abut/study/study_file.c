// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_file.c - cases are put into one transaction, which is committed about every second; so a
// process that is killed loses the cases of a second.
//
// A lock of the whole file keeps a second sweep away, readers are free between commits.

#include "study/study_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "abut/version.h"
#include "base/no_memory.h"
#include "base/text.h"

struct StudyFile {
    const StudyOrigin *origin;
    const char *path;
    sqlite3 *base;
    sqlite3_stmt *put;
    int lock; // a descriptor
    bool is_in_transaction;
};

static abResult failed(const StudyFile *file, const char *doing, abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){.file = file->path}, "cannot %s: %s", doing,
                        sqlite3_errmsg(file->base));
}

// SQL made by sqlite3's printf: %Q a text, %w inside double quotes.
static abResult execute(StudyFile *file, abError *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    int code = sql != NULL ? sqlite3_exec(file->base, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code == SQLITE_OK ? AB_OK : failed(file, "write", error);
}

static sqlite3_stmt *prepare(StudyFile *file, const char *sql) {
    sqlite3_stmt *statement = NULL;
    return sqlite3_prepare_v2(file->base, sql, -1, &statement, NULL) == SQLITE_OK ? statement
                                                                                  : NULL;
}

// ---- what the study is ----

enum { IDENTITY_KEY = 300 };
#define FILE_KEY "files."

// Calls `take` for each thing that must be the same when a study goes on.
typedef abResult Identify(void *context, const char *key, const char *value, abError *error);

static abResult identify(const StudyOrigin *origin, Identify *take, void *context, abError *error) {
    const Study *study = origin->study;
    char text[32], key[IDENTITY_KEY];
    AB_TRY(take(context, "program", "abut " AB_VERSION, error));
    AB_TRY(take(context, "model", study->head.model, error));
    snprintf(text, sizeof text, "%016llx", (unsigned long long)origin->model->hash);
    AB_TRY(take(context, "model_hash", text, error));
    snprintf(text, sizeof text, "%d", study->head.seed);
    AB_TRY(take(context, "seed", text, error));
    AB_TRY(take(context, "sampling.method", sampling_names[study->sampling.method], error));
    snprintf(text, sizeof text, "%d", study->sampling.count);
    AB_TRY(take(context, "sampling.count", text, error));
    for (size_t i = 0; i < origin->sources->count; i++) {
        const StudySourceFile *file = &origin->sources->files[i];
        snprintf(key, sizeof key, FILE_KEY "%.280s", file->name);
        snprintf(text, sizeof text, "%016llx", (unsigned long long)file->hash);
        AB_TRY(take(context, key, text, error));
    }
    for (int i = 0; i < study->parameter_count; i++) {
        snprintf(key, sizeof key, "parameters.%.280s", study->parameters[i].path);
        AB_TRY(take(context, key, study->parameters[i].text, error));
    }
    for (int i = 0; i < study->output_count; i++) {
        snprintf(key, sizeof key, "outputs.%.280s", study->outputs[i].name);
        AB_TRY(take(context, key, study->outputs[i].text, error));
    }
    return AB_OK;
}

static abResult write_identity(void *context, const char *key, const char *value, abError *error) {
    return execute(context, error, "INSERT OR REPLACE INTO study VALUES(%Q, %Q)", key, value);
}

// ---- making ----

static abResult make_cases(StudyFile *file, abError *error) {
    const Study *study = file->origin->study;
    AB_TRY(execute(file, error,
                   "CREATE TABLE cases(number INTEGER PRIMARY KEY, state TEXT NOT NULL)"));
    for (int i = 0; i < study->parameter_count; i++) {
        AB_TRY(
            execute(file, error, "ALTER TABLE cases ADD COLUMN \"%w\"", study->parameters[i].path));
    }
    for (int i = 0; i < study->output_count; i++) {
        AB_TRY(execute(file, error, "ALTER TABLE cases ADD COLUMN \"%w\" REAL",
                       study->outputs[i].name));
    }
    return execute(file, error,
                   "ALTER TABLE cases ADD COLUMN message TEXT;"
                   "ALTER TABLE cases ADD COLUMN attempts INTEGER NOT NULL DEFAULT 1;"
                   "ALTER TABLE cases ADD COLUMN seconds REAL");
}

static abResult make(StudyFile *file, abError *error) {
    const Study *study = file->origin->study;
    AB_TRY(execute(file, error,
                   "BEGIN;"
                   "CREATE TABLE study(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
                   "CREATE TABLE parameters(position INTEGER PRIMARY KEY, path TEXT, text TEXT);"
                   "CREATE TABLE outputs(position INTEGER PRIMARY KEY, name TEXT, text TEXT, "
                   "unit TEXT)"));
    AB_TRY(execute(file, error,
                   "INSERT INTO study VALUES('format', '1'), ('study', %Q), "
                   "('model_text', %Q)",
                   study->text, file->origin->model->text));
    AB_TRY(identify(file->origin, write_identity, file, error));
    for (int i = 0; i < study->parameter_count; i++) {
        AB_TRY(execute(file, error, "INSERT INTO parameters VALUES(%d, %Q, %Q)", i,
                       study->parameters[i].path, study->parameters[i].text));
    }
    for (int i = 0; i < study->output_count; i++) {
        AB_TRY(execute(file, error, "INSERT INTO outputs VALUES(%d, %Q, %Q, %Q)", i,
                       study->outputs[i].name, study->outputs[i].text, file->origin->units[i]));
    }
    AB_TRY(make_cases(file, error));
    return execute(file, error, "COMMIT");
}

// ---- comparing ----

typedef struct Comparison {
    StudyFile *file;
    bool may_extend, is_extended;
    int count;
} Comparison;

// The value of a key, to be freed; NULL when there is none.
static char *stored(StudyFile *file, const char *key) {
    char *found = NULL, *sql = sqlite3_mprintf("SELECT value FROM study WHERE key = %Q", key);
    sqlite3_stmt *statement = sql != NULL ? prepare(file, sql) : NULL;
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW) {
        found = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return found;
}

static size_t line_length(const char *text) {
    return strcspn(text, "\n");
}

// "; line 12 was `...` and is `...`", the first that differs.
static void describe_model(const char *before, const char *now, char *out, size_t size) {
    int line = 1;
    size_t a = line_length(before), b = line_length(now);
    while (before[a] != '\0' && now[b] != '\0' && a == b && memcmp(before, now, a) == 0) {
        before += a + 1, now += b + 1;
        a = line_length(before), b = line_length(now);
        line++;
    }
    snprintf(out, size, "; line %d was \"%.*s\" and is \"%.*s\"", line, (int)(a < 80 ? a : 80),
             before, (int)(b < 80 ? b : 80), now);
}

static abResult differs(Comparison *comparison, const char *key, const char *before,
                        const char *now, abError *error) {
    StudyFile *file = comparison->file;
    comparison->count++;
    abPlace place = {.file = file->path};
    if (strcmp(key, "model_hash") == 0) {
        char where[240] = "", *text = stored(file, "model_text");
        if (text != NULL) {
            describe_model(text, file->origin->model->text, where, sizeof where);
        }
        sqlite3_free(text);
        ab_error_add(error, AB_DIFFERENT, place, "its cases are of another model%s", where);
    } else if (strncmp(key, FILE_KEY, strlen(FILE_KEY)) == 0) {
        ab_error_add(error, AB_DIFFERENT, place, "its cases are of another model; %.200s %s",
                     key + strlen(FILE_KEY),
                     before != NULL ? "holds something else now" : "was not part of it");
    } else {
        const char *hint = strcmp(key, "sampling.count") == 0 ? "; --extend adds cases" : "";
        ab_error_add(error, AB_DIFFERENT, place, "%.100s was %.100s there and is %.100s in %s%s",
                     key, before != NULL ? before : "not given", now, file->origin->study->path,
                     hint);
    }
    return AB_OK;
}

static abResult compare(void *context, const char *key, const char *value, abError *error) {
    Comparison *comparison = context;
    const Study *study = comparison->file->origin->study;
    char *before = stored(comparison->file, key);
    bool is_same = before != NULL && strcmp(before, value) == 0;
    bool grows = strcmp(key, "sampling.count") == 0 && before != NULL && comparison->may_extend &&
                 samplings[study->sampling.method].may_grow && study->sampling.count > atoi(before);
    comparison->is_extended |= grows;
    abResult result = is_same || grows ? AB_OK : differs(comparison, key, before, value, error);
    sqlite3_free(before);
    return result;
}

// Parameters and outputs that the study has no longer.
static abResult compare_count(Comparison *comparison, const char *table, int count,
                              abError *error) {
    char sql[80], before[20], now[20];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    sqlite3_stmt *statement = prepare(comparison->file, sql);
    int found = statement != NULL && sqlite3_step(statement) == SQLITE_ROW
                    ? sqlite3_column_int(statement, 0)
                    : -1;
    sqlite3_finalize(statement);
    snprintf(before, sizeof before, "%d", found);
    snprintf(now, sizeof now, "%d", count);
    snprintf(sql, sizeof sql, "the number of %s", table);
    return found == count ? AB_OK : differs(comparison, sql, before, now, error);
}

static abResult compare_all(StudyFile *file, bool may_extend, abError *error) {
    const Study *study = file->origin->study;
    Comparison comparison = {.file = file, .may_extend = may_extend};
    char *format = stored(file, "format");
    bool is_study = format != NULL;
    sqlite3_free(format);
    if (!is_study) {
        return ab_error_add(error, AB_IO, (abPlace){.file = file->path},
                            "is there and holds no results of a study; it is left alone");
    }
    AB_TRY(identify(file->origin, compare, &comparison, error));
    AB_TRY(compare_count(&comparison, "parameters", study->parameter_count, error));
    AB_TRY(compare_count(&comparison, "outputs", study->output_count, error));
    if (comparison.count > 0) {
        return AB_DIFFERENT;
    }
    return comparison.is_extended
               ? execute(file, error,
                         "UPDATE study SET value = '%d' WHERE key = 'sampling.count';"
                         "UPDATE study SET value = %Q WHERE key = 'study'",
                         study->sampling.count, study->text)
               : AB_OK;
}

// ---- life ----

static abResult lock_file(StudyFile *file, bool *is_new, abError *error) {
    file->lock = open(file->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    abPlace place = {.file = file->path};
    if (file->lock < 0) {
        return ab_error_add(error, AB_IO, place, "cannot be opened: %s", strerror(errno));
    }
    if (flock(file->lock, LOCK_EX | LOCK_NB) != 0) {
        return ab_error_add(error, AB_IO, place, "another sweep is writing to it");
    }
    *is_new = lseek(file->lock, 0, SEEK_END) == 0;
    return AB_OK;
}

static abResult prepare_put(StudyFile *file, abError *error) {
    const Study *study = file->origin->study;
    abText text;
    ab_text_init(&text, ab_heap());
    ab_text_add(&text, "INSERT INTO cases VALUES(?, ?");
    for (int i = 0; i < study->parameter_count + study->output_count; i++) {
        ab_text_add(&text, ", ?");
    }
    ab_text_add(&text, ", ?, ?, ?) ON CONFLICT(number) DO UPDATE SET state = excluded.state, "
                       "message = excluded.message, attempts = attempts + excluded.attempts, "
                       "seconds = excluded.seconds");
    for (int i = 0; i < study->output_count; i++) {
        char *set = sqlite3_mprintf(", \"%w\" = excluded.\"%w\"", study->outputs[i].name,
                                    study->outputs[i].name);
        ab_text_add(&text, "%s", set != NULL ? set : "");
        sqlite3_free(set);
    }
    file->put = prepare(file, ab_text_string(&text));
    ab_text_done(&text);
    return file->put != NULL ? AB_OK : failed(file, "prepare to write", error);
}

static abResult open_all(StudyFile *file, bool may_extend, abError *error) {
    bool is_new = false;
    AB_TRY(lock_file(file, &is_new, error));
    if (sqlite3_open_v2(file->path, &file->base, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        return failed(file, "open it", error);
    }
    sqlite3_busy_timeout(file->base, 60000); // of readers
    AB_TRY(execute(file, error, "PRAGMA synchronous = NORMAL"));
    AB_TRY(is_new ? make(file, error) : compare_all(file, may_extend, error));
    return prepare_put(file, error);
}

abResult study_file_open(const char *path, const StudyOrigin *origin, bool may_extend,
                         StudyFile **out, abError *error) {
    StudyFile *file = calloc(1, sizeof *file);
    *out = NULL;
    if (file == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the results of a study");
    }
    *file = (StudyFile){.origin = origin, .path = path, .lock = -1};
    abResult result = open_all(file, may_extend, error);
    if (result != AB_OK) {
        study_file_close(file);
        return result;
    }
    *out = file;
    return AB_OK;
}

void study_file_close(StudyFile *file) {
    if (file == NULL) {
        return;
    }
    if (file->is_in_transaction) {
        sqlite3_exec(file->base, "COMMIT", NULL, NULL, NULL);
    }
    sqlite3_finalize(file->put);
    sqlite3_close(file->base);
    if (file->lock >= 0) {
        close(file->lock); // after SQLite's own locks, which it would end
    }
    free(file);
}

// ---- cases ----

static CaseState state_of(const unsigned char *text) {
    return text != NULL && strcmp((const char *)text, "done") == 0 ? CASE_DONE : CASE_FAILED;
}

abResult study_file_states(StudyFile *file, unsigned char *states, abError *error) {
    int64_t count = file->origin->study->case_count;
    memset(states, CASE_MISSING, (size_t)count);
    sqlite3_stmt *statement = prepare(file, "SELECT number, state FROM cases");
    int code = SQLITE_ERROR;
    while (statement != NULL && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(statement, 0);
        if (number >= 0 && number < count) {
            states[number] = (unsigned char)state_of(sqlite3_column_text(statement, 1));
        }
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? AB_OK : failed(file, "read its cases", error);
}

// Words stay words.
static void bind_value(sqlite3_stmt *statement, int place, const char *text) {
    char *end;
    double number = strtod(text, &end);
    if (end != text && *end == '\0') {
        sqlite3_bind_double(statement, place, number);
    } else {
        sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT);
    }
}

abResult study_file_put(StudyFile *file, const CaseOutcome *outcome, abError *error) {
    const Study *study = file->origin->study;
    if (!file->is_in_transaction) {
        AB_TRY(execute(file, error, "BEGIN"));
        file->is_in_transaction = true;
    }
    StudyValues values;
    study_values(study, outcome->number, &values);
    bool is_done = outcome->result == AB_OK;
    int place = 1;
    sqlite3_bind_int64(file->put, place++, outcome->number);
    sqlite3_bind_text(file->put, place++, is_done ? "done" : "failed", -1, SQLITE_STATIC);
    for (int i = 0; i < study->parameter_count; i++) {
        bind_value(file->put, place++, values.texts[i]);
    }
    for (int i = 0; i < study->output_count; i++) {
        sqlite3_bind_double(file->put, place++, outcome->values[i]); // NAN becomes NULL
    }
    sqlite3_bind_text(file->put, place++, is_done ? NULL : outcome->message, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(file->put, place++, outcome->attempts);
    sqlite3_bind_double(file->put, place++, outcome->seconds);
    bool ok = sqlite3_step(file->put) == SQLITE_DONE;
    ok = sqlite3_reset(file->put) == SQLITE_OK && ok;
    return ok ? AB_OK : failed(file, "write a case", error);
}

abResult study_file_commit(StudyFile *file, abError *error) {
    if (!file->is_in_transaction) {
        return AB_OK;
    }
    AB_TRY(execute(file, error, "COMMIT"));
    file->is_in_transaction = false;
    return AB_OK;
}

abResult study_file_merge(StudyFile *file, const char *other, abError *error) {
    StudyFile *from = NULL;
    if (access(other, R_OK) != 0) {
        return ab_error_add(error, AB_IO, (abPlace){.file = other}, "cannot be read: %s",
                            strerror(errno));
    }
    AB_TRY(study_file_open(other, file->origin, false, &from, error)); // it is of the same study
    study_file_close(from);
    AB_TRY(study_file_commit(file, error));
    AB_TRY(execute(file, error, "ATTACH %Q AS other", other));
    abResult result =
        execute(file, error,
                "INSERT OR REPLACE INTO main.cases SELECT * FROM other.cases WHERE "
                "number NOT IN (SELECT number FROM main.cases WHERE state = 'done') AND "
                "(state = 'done' OR number NOT IN (SELECT number FROM main.cases))");
    abResult detached = execute(file, error, "DETACH other");
    return result == AB_OK ? detached : result;
}

abResult study_file_each(StudyFile *file, abResult (*take)(void *context, const CaseRow *row),
                         void *context, abError *error) {
    const Study *study = file->origin->study;
    AB_TRY(study_file_commit(file, error));
    sqlite3_stmt *statement = prepare(file, "SELECT * FROM cases ORDER BY number");
    int code = SQLITE_ERROR, first = 2 + study->parameter_count,
        behind = first + study->output_count;
    abResult result = AB_OK;
    while (statement != NULL && result == AB_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        double values[STUDY_OUTPUTS];
        for (int i = 0; i < study->output_count; i++) {
            bool is_none = sqlite3_column_type(statement, first + i) == SQLITE_NULL;
            values[i] = is_none ? NAN : sqlite3_column_double(statement, first + i);
        }
        const char *message = (const char *)sqlite3_column_text(statement, behind);
        CaseRow row = {.number = sqlite3_column_int64(statement, 0),
                       .state = state_of(sqlite3_column_text(statement, 1)),
                       .message = message != NULL ? message : "",
                       .attempts = sqlite3_column_int(statement, behind + 1),
                       .seconds = sqlite3_column_double(statement, behind + 2),
                       .values = values};
        bool is_ours = row.number >= 0 && row.number < study->case_count;
        result = is_ours ? take(context, &row) : AB_OK;
    }
    sqlite3_finalize(statement);
    return result != AB_OK       ? result
           : code == SQLITE_DONE ? AB_OK
                                 : failed(file, "read its cases", error);
}
