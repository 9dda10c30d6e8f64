// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_write.c - a record while its run goes on.
//
//   create    tables, model and scene are committed; a write transaction opens
//   frame, event, warning    rows in the open transaction
//   step      now and then: checkpoint row, COMMIT, BEGIN
//   finish    result rows, last checkpoint, COMMIT
//
// Frames, events and the checkpoint that continues them are committed together, and only between
// steps, so what a killed run leaves behind always fits together. An integrator that cannot be
// saved at every step is waited for a while; then rows are committed without, and a resume takes
// back what is beyond the checkpoint. The open write transaction also keeps a second writer away.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "abut/version.h"
#include "base/array.h"
#include "base/hash.h"
#include "io/record_columns.h"
#include "io/record_file.h"
#include "io/series.h"
#include "io/yaml_tree.h"

enum { PATIENCE = 8 }; // commit intervals to wait for a checkpoint

_Static_assert(sizeof(abBodyState) == AB_BODY_DOUBLES * sizeof(double), "body blobs");
_Static_assert(sizeof(abEnergyBook) == AB_ENERGY_DOUBLES * sizeof(double), "energy blobs");

const char *const ab_record_status_names[] = {"open", "done", "stopped", "failed", NULL};

abRecordOptions ab_record_options(void) {
    return (abRecordOptions){.commit_interval = 0.25, .commit_frames = 1000};
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- making room ----

// Another file than a record must not be lost by a slip of the hand; a record may be replaced
// unless someone is writing it.
static abResult remove_old(const char *path, abAllocator allocator, abError *error) {
    abPlace place = {.file = path};
    struct stat info;
    if (lstat(path, &info) != 0) {
        return AB_OK;
    }
    if (!S_ISREG(info.st_mode)) {
        return ab_error_add(error, AB_IO, place,
                            "exists and is not an ordinary file; choose another name for the "
                            "record");
    }
    if (info.st_size > 0) {
        abRecord *old = NULL;
        abError reason;
        ab_error_clear(&reason);
        abResult result = ab_record_open_file(path, AB_RECORD_WRITE, allocator, &old, &reason);
        bool is_empty = false;
        if (result == AB_OK) {
            result = ab_record_is_empty(old, &is_empty, &reason);
        }
        if (result == AB_OK && !is_empty) {
            result = ab_record_check_format(old, &reason);
        }
        if (result != AB_OK) {
            ab_record_close(old);
            return ab_error_add(error, AB_IO, place,
                                "exists and is not an Abut record that can be replaced (%s); it "
                                "was left alone, choose another name for the record",
                                reason.count > 0 ? reason.problems[0].text : "unknown");
        }
        result = ab_record_exec(old, "BEGIN IMMEDIATE", error);
        ab_record_close(old);
        AB_TRY(result);
    }
    const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[4200];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        if (unlink(name) != 0 && errno != ENOENT) {
            return ab_error_add(error, AB_IO, place, "cannot replace the earlier record: %s",
                                strerror(errno));
        }
    }
    return AB_OK;
}

// ---- creating ----

// Records of before have none.
static abResult create_regions(abRecord *record, abError *error) {
    abText sql;
    ab_text_init(&sql, record->allocator);
    ab_text_add(&sql, "CREATE TABLE IF NOT EXISTS regions(frame INTEGER NOT NULL, idx INTEGER "
                      "NOT NULL, ");
    ab_columns_declare(&ab_region_columns, &sql);
    ab_text_add(&sql, ", PRIMARY KEY(frame, idx)) WITHOUT ROWID;");
    abResult result = sql.failed ? ab_record_no_memory(record, error)
                                 : ab_record_exec(record, ab_text_string(&sql), error);
    ab_text_done(&sql);
    return result;
}

static abResult create_tables(abRecord *record, abError *error) {
    abText sql;
    ab_text_init(&sql, record->allocator);
    ab_text_add(&sql,
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE;"
                "PRAGMA application_id = %d; PRAGMA user_version = %d;"
                "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
                "CREATE TABLE overrides(idx INTEGER PRIMARY KEY, path TEXT, value TEXT);"
                "CREATE TABLE bodies(id INTEGER PRIMARY KEY, name TEXT, mobility TEXT, mass REAL,"
                " center_x REAL, center_y REAL, center_z REAL, ixx REAL, iyy REAL, izz REAL,"
                " ixy REAL, ixz REAL, iyz REAL, shapes TEXT);"
                "CREATE TABLE shapes(id INTEGER PRIMARY KEY, body INTEGER, name TEXT, kind TEXT,"
                " collides INTEGER, x REAL, y REAL, z REAL, qw REAL, qx REAL, qy REAL, qz REAL,"
                " axis INTEGER, size_0 REAL, size_1 REAL, size_2 REAL, size_3 REAL, radius REAL,"
                " bound REAL, points BLOB, triangles BLOB);"
                "CREATE TABLE joints(id INTEGER PRIMARY KEY, name TEXT, type TEXT, body_a INTEGER,"
                " body_b INTEGER, x REAL, y REAL, z REAL, qw REAL, qx REAL, qy REAL, qz REAL,"
                " limits INTEGER);"
                "CREATE TABLE forces(id INTEGER PRIMARY KEY, name TEXT, type TEXT, body_a INTEGER,"
                " body_b INTEGER);"
                "CREATE TABLE outputs(idx INTEGER PRIMARY KEY, name TEXT);"
                "CREATE TABLE series(idx INTEGER PRIMARY KEY, name TEXT, unit TEXT);"
                "CREATE TABLE frames(idx INTEGER PRIMARY KEY, time REAL NOT NULL,"
                " bodies BLOB NOT NULL, energy BLOB NOT NULL, joints BLOB NOT NULL,"
                " contacts INTEGER NOT NULL, requests BLOB NOT NULL, loads BLOB NOT NULL);"
                "CREATE TABLE maps(frame INTEGER PRIMARY KEY, rows BLOB NOT NULL);"
                "CREATE TABLE sensors(id INTEGER PRIMARY KEY, name TEXT);"
                "CREATE TABLE requests(id INTEGER PRIMARY KEY, name TEXT, unit TEXT);"
                "CREATE TABLE warnings(idx INTEGER PRIMARY KEY, text TEXT NOT NULL);"
                "CREATE TABLE checkpoints(id INTEGER PRIMARY KEY, time REAL, frame_count INTEGER,"
                " event_count INTEGER, warning_count INTEGER, state BLOB, hash TEXT);"
                "CREATE TABLE result(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
                "CREATE TABLE contacts(frame INTEGER NOT NULL, idx INTEGER NOT NULL, ",
                AB_RECORD_APPLICATION, AB_RECORD_FORMAT);
    ab_columns_declare(&ab_contact_columns, &sql);
    ab_text_add(&sql, ", PRIMARY KEY(frame, idx)) WITHOUT ROWID;"
                      "CREATE TABLE events(idx INTEGER PRIMARY KEY, ");
    ab_columns_declare(&ab_event_columns, &sql);
    ab_text_add(&sql, ");");
    abResult result =
        sql.failed ? ab_record_no_memory(record, error) : ab_record_exec(record, sql.data, error);
    ab_text_done(&sql);
    return result == AB_OK ? create_regions(record, error) : result;
}

static abResult put_meta_text(abRecord *record, const char *key, const char *text, size_t size,
                              abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_META, &statement, error));
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text64(statement, 2, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
    return ab_record_run(record, statement, error);
}

static abResult put_meta_number(abRecord *record, const char *key, double value, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_META, &statement, error));
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 2, value);
    return ab_record_run(record, statement, error);
}

// "models/hello.yaml" -> title "hello", folder "/home/.../models"
static void split_path(const char *path, char *title, size_t title_size, char *folder,
                       size_t folder_size) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    int parent = slash != NULL ? (int)(slash - path) : 0;
    snprintf(title, title_size, "%.*s", length, name);
    char working[4096] = "";
    if (path[0] == '/' || getcwd(working, sizeof working) == NULL) {
        snprintf(folder, folder_size, "%.*s", parent > 0 ? parent : 1, path);
    } else {
        snprintf(folder, folder_size, "%s%s%.*s", working, parent > 0 ? "/" : "", parent, path);
    }
}

// The model's own title, when its text has one.
static void find_title(abRecord *record, const char *text, size_t size, char *title,
                       size_t title_size) {
    abArena arena;
    abNode *root = NULL;
    ab_arena_init(&arena, record->allocator, 16384);
    if (ab_yaml_parse(text, size, "", false, &arena, &root, NULL) == AB_OK && root != NULL) {
        const abNodeItem *item = ab_node_find(root, "title");
        if (item != NULL && item->value->kind == AB_NODE_SCALAR) {
            snprintf(title, title_size, "%s", item->value->text);
        }
    }
    ab_arena_done(&arena);
}

static abResult put_meta(abRecord *record, const abModel *model, const abRecordOptions *options,
                         abError *error) {
    const abSimulationDef *simulation = ab_model_simulation(model);
    const char *path = options->model_path != NULL ? options->model_path : "model";
    const char *text = options->model_text != NULL ? options->model_text : "";
    size_t size = options->model_text != NULL ? options->model_size : 0;
    char title[256], folder[8200], hash[20], started[32];
    split_path(path, title, sizeof title, folder, sizeof folder);
    find_title(record, text, size, title, sizeof title);
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)ab_hash_bytes(AB_HASH_START, text, size));
    time_t seconds = time(NULL);
    struct tm utc;
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    const struct {
        const char *key, *text;
        size_t size;
    } texts[] = {
        {"program", "abut " AB_VERSION, strlen("abut " AB_VERSION)},
        {"title", title, strlen(title)},
        {"model_path", path, strlen(path)},
        {"model_folder", folder, strlen(folder)},
        {"model_hash", hash, strlen(hash)},
        {"model_text", text, size},
        {"started", started, strlen(started)},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        AB_TRY(put_meta_text(record, texts[i].key, texts[i].text, texts[i].size, error));
    }
    AB_TRY(put_meta_number(record, "start_time", simulation->start_time, error));
    AB_TRY(put_meta_number(record, "end_time", simulation->end_time, error));
    AB_TRY(put_meta_number(record, "tolerance", simulation->tolerance, error));
    return put_meta_number(record, "output_interval", simulation->output_interval, error);
}

// Rows of (index, text[, text]).
static abResult put_texts(abRecord *record, const char *sql, int index, const char *a,
                          const char *b, abError *error) {
    sqlite3_stmt *statement = NULL;
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    sqlite3_bind_int(statement, 1, index);
    sqlite3_bind_text(statement, 2, a, -1, SQLITE_STATIC);
    if (b != NULL) {
        sqlite3_bind_text(statement, 3, b, -1, SQLITE_STATIC);
    }
    abResult result = ab_record_run(record, statement, error);
    sqlite3_finalize(statement);
    return result;
}

// The outputs the user wants, and the single series they stand for.
static abResult put_outputs(abRecord *record, const abModel *model, abError *error) {
    abScene scene;
    AB_TRY(ab_scene_from_model(model, &record->arena, &scene, error));
    abSeriesList list;
    ab_series_init(&list, record->allocator);
    abResult result = AB_OK;
    for (int i = 0; i < ab_model_output_count(model) && result == AB_OK; i++) {
        const char *name = ab_model_output(model, i, NULL);
        result = ab_series_add(&list, &scene, name, (abPlace){0}, error);
        if (result == AB_OK) {
            result = put_texts(record, "INSERT INTO outputs VALUES (?, ?)", i, name, NULL, error);
        }
    }
    for (int i = 0; i < list.count && result == AB_OK; i++) {
        result = put_texts(record, "INSERT INTO series VALUES (?, ?, ?)", i, list.items[i].name,
                           list.items[i].unit, error);
    }
    ab_series_done(&list);
    return result;
}

static void start_writer(abRecord *record, const abRecordOptions *options) {
    record->writer.is_active = true;
    record->writer.commit_interval = options->commit_interval;
    record->writer.commit_frames = options->commit_frames;
    record->writer.last_commit = now();
}

static abResult create(abRecord *record, const abModel *model, const abRecordOptions *options,
                       abError *error) {
    AB_TRY(create_tables(record, error));
    AB_TRY(put_meta(record, model, options, error));
    for (int i = 0; i < options->override_count; i++) {
        AB_TRY(put_texts(record, "INSERT INTO overrides VALUES (?, ?, ?)", i,
                         options->overrides[i].path, options->overrides[i].value, error));
    }
    AB_TRY(ab_record_put_scene(record, model, error));
    AB_TRY(put_outputs(record, model, error));
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    AB_TRY(ab_record_load(record, error));
    start_writer(record, options);
    return AB_OK;
}

abResult ab_record_create(const char *path, const abModel *model, const abRecordOptions *options,
                          abAllocator allocator, abRecord **out, abError *error) {
    *out = NULL;
    abRecordOptions defaults = ab_record_options();
    AB_TRY(ab_series_check_outputs(model, allocator, error));
    AB_TRY(remove_old(path, allocator, error));
    abRecord *record;
    AB_TRY(ab_record_open_file(path, AB_RECORD_NEW, allocator, &record, error));
    abResult result = create(record, model, options != NULL ? options : &defaults, error);
    if (result != AB_OK) {
        ab_record_close(record);
        unlink(path);
        return result;
    }
    *out = record;
    return AB_OK;
}

// ---- resuming ----

// Takes back everything after the given counts.
static abResult cut_back(abRecord *record, int64_t frames, int64_t events, int64_t warnings,
                         abError *error) {
    char sql[400];
    AB_TRY(create_regions(record, error));
    snprintf(sql, sizeof sql,
             "DELETE FROM frames WHERE idx >= %lld; DELETE FROM contacts WHERE frame >= %lld;"
             "DELETE FROM maps WHERE frame >= %lld; DELETE FROM regions WHERE frame >= %lld;"
             "DELETE FROM events WHERE idx >= %lld; DELETE FROM warnings WHERE idx >= %lld;"
             "DELETE FROM result",
             (long long)frames, (long long)frames, (long long)frames, (long long)frames,
             (long long)events, (long long)warnings);
    return ab_record_exec(record, sql, error);
}

static abResult restore_state(abRecord *record, abSimulation *simulation, sqlite3_stmt *statement,
                              abError *error) {
    const void *state = sqlite3_column_blob(statement, 3);
    size_t size = (size_t)sqlite3_column_bytes(statement, 3);
    const char *hash = (const char *)sqlite3_column_text(statement, 4);
    char actual[20];
    snprintf(actual, sizeof actual, "%016llx",
             (unsigned long long)ab_hash_bytes(AB_HASH_START, state, size));
    if (hash == NULL || strcmp(hash, actual) != 0) {
        return ab_record_problem(record, error,
                                 "the checkpoint is damaged (its fingerprint does not fit); the "
                                 "run can only be started anew with `abut run`");
    }
    return ab_simulation_restore(simulation, state, size, error);
}

// To the last checkpoint; with none, to the beginning.
static abResult rewind_to_checkpoint(abRecord *record, abSimulation *simulation, abError *error) {
    sqlite3_stmt *statement = NULL;
    bool found;
    AB_TRY(ab_record_prepare(record,
                             "SELECT frame_count, event_count, warning_count, state, hash FROM "
                             "checkpoints WHERE id = 1",
                             &statement, error));
    abResult result = ab_record_row(record, statement, &found, error);
    int64_t frames = 0, events = 0, warnings = record->info.warning_count;
    if (result == AB_OK && found) {
        frames = sqlite3_column_int64(statement, 0);
        events = sqlite3_column_int64(statement, 1);
        warnings = sqlite3_column_int64(statement, 2);
        result = restore_state(record, simulation, statement, error);
    }
    sqlite3_finalize(statement);
    AB_TRY(result);
    if (frames > record->info.frame_count || events > record->info.event_count) {
        return ab_record_problem(record, error,
                                 "the record is damaged: frames or events before the checkpoint "
                                 "are missing");
    }
    return cut_back(record, frames, events, warnings, error);
}

// Only the same minor version promises the same bits from a checkpoint.
static abResult check_version(const abRecord *record, abError *error) {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "abut %d.%d.", AB_VERSION_MAJOR, AB_VERSION_MINOR);
    if (strncmp(record->info.program, wanted, strlen(wanted)) == 0) {
        return AB_OK;
    }
    return ab_error_add(error, AB_IO, (abPlace){.file = record->info.path},
                        "was written by %s and cannot be resumed by abut %s; start anew with "
                        "`abut run`",
                        record->info.program, AB_VERSION);
}

static abResult resume(abRecord *record, abSimulation *simulation, const abRecordOptions *options,
                       abError *error) {
    AB_TRY(ab_record_check_format(record, error));
    AB_TRY(ab_record_exec(record,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                          "BEGIN IMMEDIATE",
                          error));
    AB_TRY(ab_record_load(record, error));
    AB_TRY(check_version(record, error));
    if (record->info.status == AB_RECORD_DONE) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                            "is complete; there is nothing to resume");
    }
    abRecordOutcome outcome;
    AB_TRY(ab_record_outcome(record, &outcome, error));
    record->writer.seconds_before = outcome.seconds;
    AB_TRY(rewind_to_checkpoint(record, simulation, error));
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    AB_TRY(ab_record_refresh(record, error));
    start_writer(record, options);
    return AB_OK;
}

abResult ab_record_resume(const char *path, abSimulation *simulation,
                          const abRecordOptions *options, abAllocator allocator, abRecord **out,
                          abError *error) {
    *out = NULL;
    abRecordOptions defaults = ab_record_options();
    abRecord *record;
    AB_TRY(ab_record_open_file(path, AB_RECORD_WRITE, allocator, &record, error));
    abResult result = resume(record, simulation, options != NULL ? options : &defaults, error);
    if (result != AB_OK) {
        ab_record_close(record);
        return result;
    }
    *out = record;
    return AB_OK;
}

// ---- while running ----

// After a failed write the transaction is gone, and with it the rows since the last commit.
static abResult broken(abRecord *record, abResult result) {
    if (result == AB_IO) {
        record->writer.is_broken = true;
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return result;
}

static abResult check_writing(const abRecord *record, abError *error) {
    if (!record->writer.is_active || record->writer.is_broken) {
        return ab_record_problem(record, error,
                                 record->writer.is_broken
                                     ? "an earlier write failed, so nothing more is recorded"
                                     : "the record was opened for reading");
    }
    return AB_OK;
}

// Never NaN in a record: whoever made it is named.
static abResult check_finite(const abRecord *record, const abFrame *frame, abError *error) {
    for (int b = 0; b < frame->body_count; b++) {
        const double *values = (const double *)&frame->bodies[b];
        for (int k = 0; k < AB_BODY_DOUBLES; k++) {
            if (!isfinite(values[k])) {
                return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                                    "body %s has no finite state at t = %.9g s; the last good "
                                    "frame is number %lld",
                                    ab_record_body_name(record, b + 1), frame->time,
                                    (long long)frame->index - 1);
            }
        }
    }
    return AB_OK;
}

static abResult put_contacts(abRecord *record, const abFrame *frame, abError *error) {
    for (int i = 0; i < frame->contact_count; i++) {
        sqlite3_stmt *statement;
        AB_TRY(ab_record_statement(record, AB_PUT_CONTACT, &statement, error));
        sqlite3_bind_int64(statement, 1, frame->index);
        sqlite3_bind_int(statement, 2, i);
        ab_columns_bind(&ab_contact_columns, statement, 3, &frame->contacts[i]);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_regions(abRecord *record, const abFrame *frame, abError *error) {
    for (int i = 0; i < frame->region_count; i++) {
        sqlite3_stmt *statement;
        AB_TRY(ab_record_statement(record, AB_PUT_REGION, &statement, error));
        sqlite3_bind_int64(statement, 1, frame->index);
        sqlite3_bind_int(statement, 2, i);
        ab_columns_bind(&ab_region_columns, statement, 3, &frame->regions[i]);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

// Row after row: shape, vertex, force x y z, area, pressure, depth.
static abResult put_map(abRecord *record, const abFrame *frame, abError *error) {
    size_t size = 8 * AB_MAP_DOUBLES * (size_t)frame->map_count;
    sqlite3_stmt *statement;
    if (frame->map_count == 0) {
        return AB_OK;
    }
    if (!AB_ARRAY_RESERVE(record->allocator, record->bytes, record->byte_capacity, size)) {
        return ab_record_no_memory(record, error);
    }
    for (int i = 0; i < frame->map_count; i++) {
        const abMapRow *row = &frame->map[i];
        const double numbers[AB_MAP_DOUBLES] = {row->shape,    row->vertex,  row->force.x,
                                                row->force.y,  row->force.z, row->area,
                                                row->pressure, row->depth};
        ab_doubles_to_bytes(numbers, AB_MAP_DOUBLES,
                            record->bytes + 8 * AB_MAP_DOUBLES * (size_t)i);
    }
    AB_TRY(ab_record_statement(record, AB_PUT_MAP, &statement, error));
    sqlite3_bind_int64(statement, 1, frame->index);
    sqlite3_bind_blob64(statement, 2, record->bytes, size, SQLITE_STATIC);
    return ab_record_run(record, statement, error);
}

// Of all force elements, then of the joints with limits.
static void put_loads(const abRecord *record, const abFrame *frame, unsigned char *out) {
    const abScene *scene = &record->scene;
    ab_doubles_to_bytes(frame->force_loads, AB_JOINT_DOUBLES * (size_t)frame->force_count, out);
    out += 8 * AB_JOINT_DOUBLES * (size_t)frame->force_count;
    for (int j = 0; j < scene->joint_count; j++) {
        if (scene->joints[j].has_limits) {
            ab_doubles_to_bytes(frame->limit_loads + AB_JOINT_DOUBLES * j, AB_JOINT_DOUBLES, out);
            out += 8 * AB_JOINT_DOUBLES;
        }
    }
}

static abResult put_frame(abRecord *record, const abFrame *frame, abError *error) {
    size_t body_doubles = (size_t)frame->body_count * AB_BODY_DOUBLES;
    size_t joint_doubles = (size_t)frame->joint_count * AB_JOINT_DOUBLES;
    size_t request_doubles = (size_t)frame->request_count;
    size_t load_doubles = ab_record_load_count(&record->scene) * AB_JOINT_DOUBLES;
    size_t size =
        8 * (body_doubles + joint_doubles + AB_ENERGY_DOUBLES + request_doubles + load_doubles);
    if (!AB_ARRAY_RESERVE(record->allocator, record->bytes, record->byte_capacity, size)) {
        return ab_record_no_memory(record, error);
    }
    unsigned char *bodies = record->bytes, *energy = bodies + 8 * body_doubles;
    unsigned char *joints = energy + 8 * AB_ENERGY_DOUBLES;
    ab_doubles_to_bytes((const double *)frame->bodies, body_doubles, bodies);
    ab_doubles_to_bytes((const double *)&frame->energy, AB_ENERGY_DOUBLES, energy);
    unsigned char *requests = joints + 8 * joint_doubles;
    ab_doubles_to_bytes(frame->joint_forces, joint_doubles, joints);
    ab_doubles_to_bytes(frame->requests, request_doubles, requests);
    unsigned char *loads = requests + 8 * request_doubles;
    put_loads(record, frame, loads);
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_FRAME, &statement, error));
    sqlite3_bind_int64(statement, 1, frame->index);
    sqlite3_bind_double(statement, 2, frame->time);
    sqlite3_bind_blob64(statement, 3, bodies, 8 * body_doubles, SQLITE_STATIC);
    sqlite3_bind_blob64(statement, 4, energy, 8 * AB_ENERGY_DOUBLES, SQLITE_STATIC);
    sqlite3_bind_blob64(statement, 5, joints, 8 * joint_doubles, SQLITE_STATIC);
    sqlite3_bind_int(statement, 6, frame->contact_count);
    sqlite3_bind_blob64(statement, 7, requests, 8 * request_doubles, SQLITE_STATIC);
    sqlite3_bind_blob64(statement, 8, loads, 8 * load_doubles, SQLITE_STATIC);
    AB_TRY(ab_record_run(record, statement, error));
    AB_TRY(put_contacts(record, frame, error));
    AB_TRY(put_regions(record, frame, error));
    return put_map(record, frame, error);
}

static abResult commit(abRecord *record, abError *error) {
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    record->writer.frames_since = 0;
    record->writer.last_commit = now();
    return AB_OK;
}

static abResult observe_frame(void *context, const abFrame *frame, abError *error) {
    abRecord *record = context;
    AB_TRY(check_writing(record, error));
    AB_TRY(check_finite(record, frame, error));
    AB_TRY(broken(record, put_frame(record, frame, error)));
    record->info.frame_count = frame->index + 1;
    record->info.last_time = frame->time;
    record->writer.frames_since++;
    // a run killed at once leaves its first frame
    return frame->index == 0 ? broken(record, commit(record, error)) : AB_OK;
}

static abResult put_event(abRecord *record, const abEvent *event, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_EVENT, &statement, error));
    sqlite3_bind_int64(statement, 1, event->index);
    ab_columns_bind(&ab_event_columns, statement, 2, event);
    return ab_record_run(record, statement, error);
}

static abResult observe_event(void *context, const abEvent *event, abError *error) {
    abRecord *record = context;
    AB_TRY(check_writing(record, error));
    if (event->kind == AB_EVENT_CHANGE) {
        return AB_OK; // written beside the checkpoint that goes on from it
    }
    AB_TRY(broken(record, put_event(record, event, error)));
    record->info.event_count = event->index + 1;
    return AB_OK;
}

static abResult put_warning(abRecord *record, const char *sentence, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_WARNING, &statement, error));
    sqlite3_bind_int64(statement, 1, record->info.warning_count);
    sqlite3_bind_text(statement, 2, sentence, -1, SQLITE_TRANSIENT);
    return ab_record_run(record, statement, error);
}

abResult ab_record_add_warning(abRecord *record, const char *sentence, abError *error) {
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_warning(record, sentence, error)));
    record->info.warning_count++;
    return AB_OK;
}

// ---- committing ----

// Values that were set, with their events. Only here, so that a run resumed from the checkpoint has
// those it was saved with.
static abResult put_changes(abRecord *record, const abSimulation *simulation, abError *error) {
    size_t count = ab_simulation_change_count(simulation);
    for (size_t *i = &record->writer.changes_seen; *i < count; (*i)++) {
        abChange change = ab_simulation_change(simulation, *i);
        abEvent event = {.index = change.event,
                         .time = change.time,
                         .kind = AB_EVENT_CHANGE,
                         .shape_a = -1,
                         .shape_b = -1};
        AB_TRY(ab_record_add_change(record, change.time, change.path, change.value, error));
        AB_TRY(put_event(record, &event, error));
        record->info.event_count =
            change.event >= record->info.event_count ? change.event + 1 : record->info.event_count;
    }
    return AB_OK;
}

// *saved is false when the simulation cannot be saved right now; the checkpoint before then stays.
static abResult put_checkpoint(abRecord *record, const abSimulation *simulation, bool *saved,
                               abError *error) {
    abRecordWriter *writer = &record->writer;
    size_t size = ab_simulation_save(simulation, writer->state, writer->state_capacity);
    *saved = size > 0;
    if (size == 0) {
        return AB_OK;
    }
    if (size > writer->state_capacity) {
        if (!AB_ARRAY_RESERVE(record->allocator, writer->state, writer->state_capacity, size)) {
            return ab_record_no_memory(record, error);
        }
        size = ab_simulation_save(simulation, writer->state, writer->state_capacity);
    }
    AB_TRY(put_changes(record, simulation, error));
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)ab_hash_bytes(AB_HASH_START, writer->state, size));
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_CHECKPOINT, &statement, error));
    sqlite3_bind_double(statement, 1, ab_simulation_time(simulation));
    sqlite3_bind_int64(statement, 2, record->info.frame_count);
    sqlite3_bind_int64(statement, 3, record->info.event_count);
    sqlite3_bind_int64(statement, 4, record->info.warning_count);
    sqlite3_bind_blob64(statement, 5, writer->state, size, SQLITE_STATIC);
    sqlite3_bind_text(statement, 6, hash, -1, SQLITE_STATIC);
    return ab_record_run(record, statement, error);
}

abResult ab_record_commit(abRecord *record, const abSimulation *simulation, abError *error) {
    bool saved;
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_checkpoint(record, simulation, &saved, error)));
    return broken(record, commit(record, error));
}

static abResult observe_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)time;
    abRecord *record = context;
    const abRecordWriter *writer = &record->writer;
    double waited = now() - writer->last_commit;
    bool is_due =
        writer->frames_since >= writer->commit_frames || waited >= writer->commit_interval;
    bool is_first = writer->state_capacity == 0; // no checkpoint was ever saved
    bool is_changed = writer->changes_seen < ab_simulation_change_count(simulation);
    if (!is_due && !is_first && !is_changed) {
        return AB_OK;
    }
    bool saved;
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_checkpoint(record, simulation, &saved, error)));
    bool may_wait = !saved && waited < PATIENCE * writer->commit_interval;
    return may_wait ? AB_OK : broken(record, commit(record, error));
}

abObserver ab_record_observer(abRecord *record) {
    return (abObserver){
        .context = record, .frame = observe_frame, .event = observe_event, .step = observe_step};
}

// ---- finishing ----

// A text, or a number, which is kept as an integer where it is one.
static abResult put_result(abRecord *record, const char *key, double number, const char *text,
                           abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(ab_record_statement(record, AB_PUT_RESULT, &statement, error));
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    if (text != NULL) {
        sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
    } else if (number == floor(number) && fabs(number) < 1e15) {
        sqlite3_bind_int64(statement, 2, (int64_t)number);
    } else {
        sqlite3_bind_double(statement, 2, number);
    }
    return ab_record_run(record, statement, error);
}

static abResult put_results(abRecord *record, const abSimulation *simulation, abResult ended,
                            const char *message, double seconds, abError *error) {
    const abStatistics *statistics = ab_simulation_statistics(simulation);
    abRecordStatus status = ended == AB_OK        ? AB_RECORD_DONE
                            : ended == AB_STOPPED ? AB_RECORD_STOPPED
                                                  : AB_RECORD_FAILED;
    record->info.status = status;
    AB_TRY(put_result(record, "status", 0.0, ab_record_status_names[status], error));
    AB_TRY(put_result(record, "result", (double)ended, NULL, error));
    AB_TRY(put_result(record, "message", 0.0, message, error));
    AB_TRY(put_result(record, "time", ab_simulation_time(simulation), NULL, error));
    AB_TRY(put_result(record, "seconds", record->writer.seconds_before + seconds, NULL, error));
    const char *integrator = statistics->integrator != NULL ? statistics->integrator : "";
    AB_TRY(put_result(record, "integrator", 0.0, integrator, error));
    for (int i = 0; i < ab_statistics_columns.count; i++) {
        const abColumn *column = &ab_statistics_columns.columns[i];
        AB_TRY(put_result(record, column->name, ab_column_number(column, statistics), NULL, error));
    }
    return AB_OK;
}

static abResult finish(abRecord *record, const abSimulation *simulation, abResult ended,
                       const char *message, double seconds, abError *error) {
    AB_TRY(put_results(record, simulation, ended, message, seconds, error));
    if (ended == AB_OK || ended == AB_STOPPED) {
        bool saved;
        AB_TRY(put_checkpoint(record, simulation, &saved, error));
    }
    return ab_record_exec(record, "COMMIT", error);
}

abResult ab_record_finish(abRecord *record, abSimulation *simulation, abResult result,
                          const abError *problems, double seconds, abError *error) {
    if (record->writer.is_broken) {
        return AB_OK; // already reported where it broke
    }
    AB_TRY(check_writing(record, error));
    abText message;
    ab_text_init(&message, record->allocator);
    for (int i = 0; problems != NULL && i < problems->count; i++) {
        char line[600];
        ab_error_format(problems, i, line, sizeof line);
        ab_text_add(&message, "%s%s", i > 0 ? "\n" : "", line);
    }
    abResult ended = finish(record, simulation, result, ab_text_string(&message), seconds, error);
    ab_text_done(&message);
    AB_TRY(broken(record, ended));
    record->writer.is_active = false;
    if (result == AB_OK) {
        // one file that also reads from where nothing can be written; a reader in between only
        // means that it stays as it is
        sqlite3_exec(record->db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE",
                     NULL, NULL, NULL);
    }
    return AB_OK;
}
