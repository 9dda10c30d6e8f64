// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_entered.c - the table of bodies that came in. It is made with the first, so that most records
// have none.

#include "record/file/record_entered.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "record/file/record_file.h"
#include "record/file/record_load.h"
#include "record/file/record_row.h"
#include "record/file/record_scene.h"
#include "record/file/record_statements.h"

static const char s_create[] =
    "CREATE TABLE IF NOT EXISTS entered(body INTEGER PRIMARY KEY, time REAL NOT NULL,"
    " state BLOB NOT NULL)";

// ---- writing ----

// When the change was made that brought it.
static double time_of(const abSimulation *simulation, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "bodies.%.280s", name);
    for (size_t i = 0; i < ab_simulation_change_count(simulation); i++) {
        abChange change = ab_simulation_change(simulation, i);
        if (strcmp(change.path, path) == 0) {
            return change.time;
        }
    }
    return ab_simulation_time(simulation);
}

static abResult put_entered(abRecord *record, sqlite3_stmt *statement,
                            const abSimulation *simulation, int body, abError *error) {
    unsigned char bytes[8 * AB_BODY_DOUBLES];
    abBodyState state = ab_simulation_body(simulation, (abBodyId){body});
    state.velocity = state.angular_velocity = (abVec3){0.0, 0.0, 0.0};
    ab_doubles_to_bytes((const double *)&state, AB_BODY_DOUBLES, bytes);
    abRecordRow row = ab_row(record, statement);
    ab_row_integer(&row, body);
    ab_row_number(&row, time_of(simulation, ab_model_body_name(ab_simulation_model(simulation),
                                                               (abBodyId){body})));
    ab_row_blob(&row, bytes, sizeof bytes);
    return ab_row_put(&row, error);
}

static abResult put_all(abRecord *record, const abSimulation *simulation, int count,
                        abError *error) {
    sqlite3_stmt *statement = NULL;
    AB_TRY(ab_record_exec(record, s_create, error));
    AB_TRY(ab_record_prepare(record, "INSERT INTO entered VALUES (?, ?, ?)", &statement, error));
    abResult result = AB_OK;
    for (int b = record->scene.body_count; b < count && result == AB_OK; b++) {
        result = put_entered(record, statement, simulation, b + 1, error);
    }
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_enter_bodies(abRecord *record, const abSimulation *simulation, abError *error) {
    const abModel *model = ab_simulation_model(simulation);
    int count = ab_model_body_count(model);
    if (count <= record->scene.body_count) {
        return AB_OK;
    }
    AB_TRY(put_all(record, simulation, count, error));
    AB_TRY(ab_record_put_more_bodies(record, model, error));
    return ab_record_load(record, error);
}

// ---- reading ----

static abResult take_row(abRecord *record, sqlite3_stmt *statement, abError *error) {
    const abScene *scene = &record->scene;
    abSceneBody *bodies = (abSceneBody *)scene->bodies; // still being loaded
    int64_t body = sqlite3_column_int64(statement, 0);
    if (body < 1 || body > scene->body_count ||
        sqlite3_column_bytes(statement, 2) != 8 * AB_BODY_DOUBLES) {
        return ab_record_damaged(record, "entered", error);
    }
    bodies[body - 1].enters = sqlite3_column_double(statement, 1);
    ab_doubles_from_bytes(sqlite3_column_blob(statement, 2), AB_BODY_DOUBLES,
                          (double *)&record->entered[body - 1]);
    record->from_start = record->from_start < (int)body - 1 ? record->from_start : (int)body - 1;
    return AB_OK;
}

abResult ab_record_load_entered(abRecord *record, abError *error) {
    sqlite3_stmt *statement = NULL;
    record->from_start = record->scene.body_count;
    record->entered =
        AB_ARENA_NEW(&record->arena, abBodyState, (size_t)record->scene.body_count + 1);
    if (record->entered == NULL) {
        return ab_record_no_memory(record, error);
    }
    if (sqlite3_prepare_v2(record->db, "SELECT body, time, state FROM entered", -1, &statement,
                           NULL) != SQLITE_OK) {
        sqlite3_finalize(statement);
        return AB_OK; // all were there from the start
    }
    bool found = true;
    abResult result = AB_OK;
    while (result == AB_OK && (result = ab_record_row(record, statement, &found, error)) == AB_OK &&
           found) {
        result = take_row(record, statement, error);
    }
    sqlite3_finalize(statement);
    return result;
}

bool ab_record_read_bodies(abRecord *record, const unsigned char *blob, size_t size) {
    size_t count = size / (8 * AB_BODY_DOUBLES), all = (size_t)record->scene.body_count;
    if (size % (8 * AB_BODY_DOUBLES) != 0 || count > all || count < (size_t)record->from_start) {
        return false;
    }
    if (count > 0) {
        ab_doubles_from_bytes(blob, count * AB_BODY_DOUBLES, (double *)record->bodies);
    }
    if (count < all) {
        memcpy(record->bodies + count, record->entered + count,
               (all - count) * sizeof *record->bodies);
    }
    return true;
}
