// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_modes.c - modes in and out of their tables.

#include "record/file/record_modes.h"

#include <stdio.h>
#include <string.h>

#include "model/core/model.h"
#include "record/file/record_file.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"

enum { OF_THE_BOOK = 2, MODES_MAX = 100000, BLOB_MAX = 1000000000 }; // strain, damping

// ---- what modes move the points of surfaces by ----

static abResult put_deflections(abRecord *record, int shape, const double *numbers, size_t count,
                                abError *error) {
    sqlite3_stmt *statement;
    if (8 * count > BLOB_MAX) {
        return AB_OK; // more than the file can hold in one place: drawn as it is at rest
    }
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->bytes, 8 * count)) {
        return ab_record_no_memory(record, error);
    }
    ab_doubles_to_bytes(numbers, count, record->bytes);
    AB_TRY(ab_record_prepare(record, "INSERT INTO deflections VALUES (?, ?)", &statement, error));
    sqlite3_bind_int(statement, 1, shape);
    sqlite3_bind_blob(statement, 2, record->bytes, (int)(8 * count), SQLITE_STATIC);
    bool found;
    abResult result = ab_record_row(record, statement, &found, error);
    sqlite3_finalize(statement);
    return result;
}

static abResult create_deflections(abRecord *record, const abModel *model, abError *error) {
    AB_TRY(ab_record_exec(
        record, "CREATE TABLE deflections(shape INTEGER PRIMARY KEY, numbers BLOB NOT NULL)",
        error));
    for (size_t s = 0; s < model->shape_count; s++) {
        const abShape *shape = &model->shapes[s].shape;
        const abModalBody *flexible = model->bodies[model->shapes[s].body].flexible;
        if (flexible != NULL && shape->skin != NULL && shape->picture != NULL) {
            size_t count = 3 * (size_t)shape->picture->point_count * (size_t)flexible->mode_count;
            AB_TRY(put_deflections(record, (int)s, flexible->Phi, count, error));
        }
    }
    return AB_OK;
}

// Of a surface that was loaded; a row that does not fit it is damage.
static bool load_deflections(abRecord *record, abSceneShape *shapes, sqlite3_stmt *statement) {
    const abScene *scene = &record->scene;
    int64_t index = sqlite3_column_int64(statement, 0);
    if (index < 0 || index >= scene->shape_count) {
        return false;
    }
    abSceneShape *shape = &shapes[index];
    size_t modes = (size_t)scene->bodies[shape->body - 1].mode_count;
    size_t count = 3 * (size_t)shape->point_count * modes;
    double *numbers = AB_ARENA_NEW(&record->arena, double, count + 1);
    if (numbers == NULL || (size_t)sqlite3_column_bytes(statement, 1) != 8 * count) {
        return false;
    }
    ab_doubles_from_bytes(sqlite3_column_blob(statement, 1), count, numbers);
    shape->deflections = numbers;
    return true;
}

static abResult load_all_deflections(abRecord *record, abError *error) {
    abScene *scene = &record->scene;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(record->db, "SELECT shape, numbers FROM deflections", -1, &statement,
                           NULL) != SQLITE_OK) {
        sqlite3_finalize(statement);
        return AB_OK; // a record of before
    }
    abSceneShape *shapes =
        AB_ARENA_NEW(&record->arena, abSceneShape, (size_t)scene->shape_count + 1);
    abResult result = shapes != NULL ? AB_OK : ab_record_no_memory(record, error);
    if (shapes != NULL && scene->shape_count > 0) {
        memcpy(shapes, scene->shapes, (size_t)scene->shape_count * sizeof *shapes);
    }
    bool found = true;
    while (result == AB_OK && (result = ab_record_row(record, statement, &found, error)) == AB_OK &&
           found) {
        result = load_deflections(record, shapes, statement)
                     ? AB_OK
                     : ab_record_damaged(record, "deflections", error);
    }
    sqlite3_finalize(statement);
    scene->shapes = shapes != NULL ? shapes : scene->shapes;
    return result;
}

// ---- counts ----

abResult ab_record_create_modes(abRecord *record, const abModel *model, abError *error) {
    bool is_made = false;
    for (size_t b = 0; b < model->body_count; b++) {
        const abModalBody *flexible = model->bodies[b].flexible;
        char sql[100];
        if (flexible == NULL) {
            continue;
        }
        if (!is_made) {
            AB_TRY(
                ab_record_exec(record,
                               "CREATE TABLE flexible(body INTEGER PRIMARY KEY, modes INTEGER NOT "
                               "NULL); CREATE TABLE modes(frame INTEGER PRIMARY KEY, numbers BLOB "
                               "NOT NULL)",
                               error));
        }
        is_made = true;
        snprintf(sql, sizeof sql, "INSERT INTO flexible VALUES (%zu, %d)", b + 1,
                 flexible->mode_count);
        AB_TRY(ab_record_exec(record, sql, error));
    }
    return is_made ? create_deflections(record, model, error) : AB_OK;
}

// A record of before has no such table.
static bool has_table(const abRecord *record) {
    sqlite3_stmt *statement = NULL;
    bool has = sqlite3_prepare_v2(record->db, "SELECT body, modes FROM flexible", -1, &statement,
                                  NULL) == SQLITE_OK;
    sqlite3_finalize(statement);
    return has;
}

static abResult load_counts(abRecord *record, abSceneBody *bodies, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    AB_TRY(ab_record_prepare(record, "SELECT body, modes FROM flexible", &statement, error));
    abResult result;
    while ((result = ab_record_row(record, statement, &found, error)) == AB_OK && found) {
        int64_t body = sqlite3_column_int64(statement, 0),
                modes = sqlite3_column_int64(statement, 1);
        if (body < 1 || body > record->scene.body_count || modes < 1 || modes > MODES_MAX) {
            result = ab_record_damaged(record, "flexible", error);
            break;
        }
        bodies[body - 1].mode_count = (int)modes;
    }
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_load_modes(abRecord *record, abError *error) {
    abScene *scene = &record->scene;
    if (!has_table(record)) {
        return AB_OK;
    }
    abSceneBody *bodies = AB_ARENA_NEW(&record->arena, abSceneBody, (size_t)scene->body_count + 1);
    if (bodies == NULL) {
        return ab_record_no_memory(record, error);
    }
    memcpy(bodies, scene->bodies, (size_t)scene->body_count * sizeof *bodies);
    AB_TRY(load_counts(record, bodies, error));
    if (!ab_scene_count_modes(scene, bodies)) {
        return ab_record_damaged(record, "flexible", error);
    }
    scene->bodies = bodies;
    AB_TRY(load_all_deflections(record, error));
    record->modes = AB_ARENA_NEW(&record->arena, double, (size_t)scene->modal_count + OF_THE_BOOK);
    return record->modes != NULL ? AB_OK : ab_record_no_memory(record, error);
}

abResult ab_record_put_modes(abRecord *record, const abFrame *frame, abError *error) {
    size_t count = OF_THE_BOOK + (size_t)frame->modal_count;
    if (frame->modal_count == 0) {
        return AB_OK;
    }
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->bytes, 8 * count)) {
        return ab_record_no_memory(record, error);
    }
    const double book[OF_THE_BOOK] = {frame->energy.strain, frame->energy.modal_damping};
    ab_doubles_to_bytes(book, OF_THE_BOOK, record->bytes);
    ab_doubles_to_bytes(frame->modes, (size_t)frame->modal_count, record->bytes + 8 * OF_THE_BOOK);
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_MODES, &row, error));
    ab_row_integer(&row, frame->index);
    ab_row_blob(&row, record->bytes, 8 * count);
    return ab_row_put(&row, error);
}

abResult ab_record_read_modes(abRecord *record, int64_t index, abFrame *out, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    size_t count = OF_THE_BOOK + (size_t)record->scene.modal_count;
    if (record->scene.modal_count == 0) {
        return AB_OK;
    }
    AB_TRY(ab_record_find(record, AB_GET_MODES, index, &statement, &found, error));
    bool complete = found && (size_t)sqlite3_column_bytes(statement, 0) == 8 * count;
    if (complete) {
        ab_doubles_from_bytes(sqlite3_column_blob(statement, 0), count, record->modes);
    }
    sqlite3_reset(statement);
    if (!complete) {
        return ab_record_damaged(record, "the modes of a frame have the wrong size", error);
    }
    out->energy.strain = record->modes[0];
    out->energy.modal_damping = record->modes[1];
    out->modes = record->modes + OF_THE_BOOK;
    out->modal_count = record->scene.modal_count;
    return AB_OK;
}

abResult ab_record_cut_modes(abRecord *record, int64_t frames, abError *error) {
    char sql[80];
    snprintf(sql, sizeof sql, "DELETE FROM modes WHERE frame >= %lld", (long long)frames);
    return record->scene.modal_count > 0 ? ab_record_exec(record, sql, error) : AB_OK;
}
