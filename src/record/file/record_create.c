// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_create.c - a new record: tables, what is known of the model and the run, outputs, scene.
//
// All of it is committed before the first frame, so a run killed at once leaves a record that says
// what it was.

#include "record/file/record_create.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "abut/version.h"
#include "base/hash.h"
#include "base/plain_file.h"
#include "model/core/model.h"
#include "read/core/yaml_tree.h"
#include "record/file/record_changes.h"
#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_laws.h"
#include "record/file/record_load.h"
#include "record/file/record_modes.h"
#include "record/file/record_points.h"
#include "record/file/record_row.h"
#include "record/file/record_scene.h"
#include "record/file/record_sources.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"
#include "record/file/record_write.h"
#include "record/series/series.h"

abRecordOptions ab_record_options(void) {
    return (abRecordOptions){.commit_interval = 0.25, .commit_frames = 1000};
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

abResult ab_record_create_regions(abRecord *record, abError *error) {
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
                " bound REAL, points BLOB, triangles BLOB, material TEXT, density REAL);"
                "CREATE TABLE joints(id INTEGER PRIMARY KEY, name TEXT, type TEXT, body_a INTEGER,"
                " body_b INTEGER, x REAL, y REAL, z REAL, qw REAL, qx REAL, qy REAL, qz REAL,"
                " limits INTEGER);"
                "CREATE TABLE forces(id INTEGER PRIMARY KEY, name TEXT, type TEXT, body_a INTEGER,"
                " body_b INTEGER, a_x REAL, a_y REAL, a_z REAL, b_x REAL, b_y REAL, b_z REAL);"
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
    AB_TRY(result);
    AB_TRY(ab_record_create_regions(record, error));
    AB_TRY(ab_record_create_laws(record, error));
    return ab_record_create_points(record, error);
}

static abResult put_meta_text(abRecord *record, const char *key, const char *text, size_t size,
                              abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_META, &row, error));
    ab_row_text(&row, key);
    ab_row_text_of(&row, text, size);
    return ab_row_put(&row, error);
}

// "models/hello.yaml" -> title "hello", folder "/home/.../models"
static void split_path(const char *path, char *title, size_t title_size, char *folder,
                       size_t folder_size) {
    const char *slash = strrchr(path, '/');
    const char *name = ab_file_name(path);
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
    AB_TRY(ab_record_put_sources(record, model, error));
    AB_TRY(ab_record_put_meta(record, "start_time", simulation->start_time, error));
    AB_TRY(ab_record_put_meta(record, "end_time", simulation->end_time, error));
    AB_TRY(ab_record_put_meta(record, "tolerance", ab_simulation_tolerance(simulation), error));
    return ab_record_put_meta(record, "output_interval", simulation->output_interval, error);
}

// A row of (index, text[, text]).
static abResult put_texts(abRecord *record, abRecordStatement which, int index, const char *a,
                          const char *b, abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, which, &row, error));
    ab_row_integer(&row, index);
    ab_row_text(&row, a);
    if (b != NULL) {
        ab_row_text(&row, b);
    }
    return ab_row_put(&row, error);
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
            result = put_texts(record, AB_PUT_OUTPUT, i, name, NULL, error);
        }
    }
    for (int i = 0; i < list.count && result == AB_OK; i++) {
        result = put_texts(record, AB_PUT_SERIES, i, list.items[i].name, list.items[i].unit, error);
    }
    ab_series_done(&list);
    return result;
}

static abResult create(abRecord *record, const abModel *model, const abRecordOptions *options,
                       abError *error) {
    AB_TRY(create_tables(record, error));
    AB_TRY(put_meta(record, model, options, error));
    for (int i = 0; i < options->override_count; i++) {
        AB_TRY(ab_record_add_override(record, options->overrides[i].path,
                                      options->overrides[i].value, error));
    }
    AB_TRY(ab_record_put_scene(record, model, error));
    AB_TRY(ab_record_create_modes(record, model, error));
    AB_TRY(put_outputs(record, model, error));
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    AB_TRY(ab_record_load(record, error));
    ab_record_start_writer(record, options);
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
