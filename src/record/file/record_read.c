// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_read.c - what a record holds, as a reader sees it: names, frames, events, how it ended.
//
// Nothing in a file is trusted: sizes of blobs are checked against the tables before they are read.

#include <string.h>

#include "base/array.h"
#include "record/file/record_changes.h"
#include "record/file/record_columns.h"
#include "record/file/record_entered.h"
#include "record/file/record_file.h"
#include "record/file/record_load.h"
#include "record/file/record_modes.h"
#include "record/file/record_points.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

// ---- names ----

const char *ab_record_body_name(const abRecord *record, int body) {
    return body >= 1 && body <= record->scene.body_count ? record->scene.bodies[body - 1].name : "";
}

const char *ab_record_shape_name(const abRecord *record, int shape) {
    return shape >= 0 && shape < record->scene.shape_count ? record->scene.shapes[shape].name : "";
}

const char *ab_record_joint_name(const abRecord *record, int joint) {
    return joint >= 0 && joint < record->scene.joint_count ? record->scene.joints[joint].name : "";
}

const char *ab_record_force_name(const abRecord *record, int force) {
    return force >= 0 && force < record->scene.force_count ? record->scene.forces[force].name : "";
}

const char *ab_record_sensor_name(const abRecord *record, int sensor) {
    return sensor >= 1 && sensor <= record->scene.sensor_count ? record->scene.sensors[sensor - 1]
                                                               : "";
}

const char *ab_record_output(const abRecord *record, int index) {
    return index >= 0 && index < record->info.output_count ? record->outputs[index] : "";
}

// The row of that index among `count`; a problem when there is none.
static abResult find(abRecord *record, abRecordStatement query, const char *what, int64_t index,
                     int64_t count, sqlite3_stmt **statement, abError *error) {
    bool found;
    AB_TRY(ab_record_find(record, query, index, statement, &found, error));
    return found ? AB_OK
                 : ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                                "there is no %s %lld; the record has %lld", what, (long long)index,
                                (long long)count);
}

abResult ab_record_warning(abRecord *record, int64_t index, const char **out, abError *error) {
    sqlite3_stmt *statement;
    *out = "";
    AB_TRY(find(record, AB_GET_WARNING, "warning", index, record->info.warning_count, &statement,
                error));
    *out = ab_record_column_text(record, statement, 0);
    sqlite3_reset(statement);
    return *out != NULL ? AB_OK : ab_record_no_memory(record, error);
}

// ---- frames ----

// A blob of exactly `count` doubles into `values`.
static bool read_doubles(sqlite3_stmt *statement, int column, size_t count, double *values) {
    const unsigned char *bytes = sqlite3_column_blob(statement, column);
    if ((size_t)sqlite3_column_bytes(statement, column) != 8 * count) {
        return false;
    }
    if (count > 0) {
        ab_doubles_from_bytes(bytes, count, values);
    }
    return true;
}

// The rows of a statement into an array of structs of `size` bytes.
static abResult read_rows(abRecord *record, abRecordStatement which, int64_t index,
                          const abColumns *columns, void **rows, size_t size, int *count,
                          abError *error) {
    sqlite3_stmt *statement;
    bool found;
    *count = 0;
    AB_TRY(ab_record_find(record, which, index, &statement, &found, error));
    while (found) {
        if (!ab_arrays_reserve(record->allocator, &record->arrays, rows, (size_t)*count + 1,
                               size)) {
            return ab_record_no_memory(record, error);
        }
        ab_columns_read(columns, statement, 0, (unsigned char *)*rows + size * (size_t)(*count)++);
        AB_TRY(ab_record_row(record, statement, &found, error));
    }
    sqlite3_reset(statement);
    return AB_OK;
}

static abResult read_contacts(abRecord *record, int64_t index, abFrame *out, abError *error) {
    AB_TRY(read_rows(record, AB_GET_CONTACTS, index, &ab_contact_columns,
                     (void **)&record->contacts, sizeof *record->contacts, &out->contact_count,
                     error));
    out->contacts = record->contacts;
    return AB_OK;
}

static abResult read_map(abRecord *record, int64_t index, abFrame *out, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    AB_TRY(ab_record_find(record, AB_GET_MAP, index, &statement, &found, error));
    size_t size = found ? (size_t)sqlite3_column_bytes(statement, 0) : 0;
    size_t count = size / (8 * AB_MAP_DOUBLES);
    const unsigned char *bytes = count > 0 ? sqlite3_column_blob(statement, 0) : NULL;
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->map, count + 1) ||
        (count > 0 && bytes == NULL)) {
        return ab_record_no_memory(record, error);
    }
    for (size_t i = 0; i < count; i++) {
        double n[AB_MAP_DOUBLES];
        ab_doubles_from_bytes(bytes + 8 * AB_MAP_DOUBLES * i, AB_MAP_DOUBLES, n);
        bool is_right =
            n[0] >= 0.0 && n[0] < record->scene.shape_count && n[1] >= 0.0 && n[1] < 2147483647.0;
        if (!is_right) {
            return ab_record_damaged(record, "a map names a shape that is not there", error);
        }
        record->map[i] = (abMapRow){.shape = (int)n[0],
                                    .vertex = (int)n[1],
                                    .force = {n[2], n[3], n[4]},
                                    .area = n[5],
                                    .pressure = n[6],
                                    .depth = n[7]};
    }
    sqlite3_reset(statement);
    out->map = record->map;
    out->map_count = (int)count;
    return AB_OK;
}

static abResult read_regions(abRecord *record, int64_t index, abFrame *out, abError *error) {
    if (!ab_record_has_regions(record)) { // a record of before has no such table
        return AB_OK;
    }
    AB_TRY(read_rows(record, AB_GET_REGIONS, index, &ab_region_columns, (void **)&record->regions,
                     sizeof *record->regions, &out->region_count, error));
    out->regions = record->regions;
    for (int i = 0; i < out->region_count; i++) {
        int contact = out->regions[i].contact;
        if (contact < 0 || contact >= out->contact_count) {
            return ab_record_damaged(record, "a region names a contact that is not there", error);
        }
    }
    return AB_OK;
}

static bool has_rows(const abRecord *record, const char *sql) {
    sqlite3_stmt *statement = NULL;
    bool has = sqlite3_prepare_v2(record->db, sql, -1, &statement, NULL) == SQLITE_OK &&
               sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    return has;
}

bool ab_record_has_regions(const abRecord *record) {
    return has_rows(record, "SELECT 1 FROM regions LIMIT 1");
}

bool ab_record_has_maps(const abRecord *record) {
    return has_rows(record, "SELECT 1 FROM maps LIMIT 1");
}

static void share_loads(abRecord *record) {
    const abScene *scene = &record->scene;
    const double *next = record->loads;
    memcpy(record->forces, next, (size_t)scene->force_count * AB_JOINT_DOUBLES * sizeof *next);
    next += (size_t)scene->force_count * AB_JOINT_DOUBLES;
    for (int j = 0; j < scene->joint_count; j++) {
        if (scene->joints[j].has_limits) { // others stay zero
            memcpy(record->limits + AB_JOINT_DOUBLES * j, next, AB_JOINT_DOUBLES * sizeof *next);
            next += AB_JOINT_DOUBLES;
        }
    }
}

abResult ab_record_frame(abRecord *record, int64_t index, unsigned parts, abFrame *out,
                         abError *error) {
    const abScene *scene = &record->scene;
    sqlite3_stmt *statement;
    AB_TRY(find(record, AB_GET_FRAME, "frame", index, record->info.frame_count, &statement, error));
    *out = (abFrame){.index = index,
                     .time = sqlite3_column_double(statement, 0),
                     .bodies = record->bodies,
                     .body_count = scene->body_count,
                     .joint_forces = record->joints,
                     .joint_count = scene->joint_count,
                     .limit_loads = record->limits,
                     .force_loads = record->forces,
                     .force_count = scene->force_count,
                     .requests = record->requests,
                     .request_count = scene->request_count};
    size_t joints = (size_t)scene->joint_count * AB_JOINT_DOUBLES;
    const unsigned char *blob = sqlite3_column_blob(statement, 1);
    bool complete =
        ab_record_read_bodies(record, blob, (size_t)sqlite3_column_bytes(statement, 1)) &&
        read_doubles(statement, 2, AB_ENERGY_DOUBLES, (double *)&out->energy) &&
        read_doubles(statement, 3, joints, record->joints) &&
        read_doubles(statement, 5, (size_t)scene->request_count, record->requests) &&
        read_doubles(statement, 6, ab_record_load_count(scene) * AB_JOINT_DOUBLES, record->loads);
    bool has_contacts = sqlite3_column_int(statement, 4) > 0;
    sqlite3_reset(statement);
    if (!complete) {
        return ab_record_damaged(record, "a frame has the wrong size", error);
    }
    share_loads(record);
    AB_TRY(ab_record_read_modes(record, index, out, error));
    if (has_contacts && (parts & (AB_FRAME_CONTACTS | AB_FRAME_REGIONS | AB_FRAME_POINTS)) != 0) {
        AB_TRY(read_contacts(record, index, out, error));
    }
    if (has_contacts && (parts & AB_FRAME_REGIONS) != 0) {
        AB_TRY(read_regions(record, index, out, error));
    }
    if (has_contacts && (parts & AB_FRAME_POINTS) != 0) {
        AB_TRY(ab_record_read_points(record, index, out, error));
    }
    return has_contacts && (parts & AB_FRAME_MAPS) != 0 ? read_map(record, index, out, error)
                                                        : AB_OK;
}

static abResult frame_time(abRecord *record, int64_t index, double *time, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(find(record, AB_GET_TIME, "frame", index, record->info.frame_count, &statement, error));
    *time = sqlite3_column_double(statement, 0);
    sqlite3_reset(statement);
    return AB_OK;
}

// Times grow with the index, so the frame is found by halving.
abResult ab_record_find_frame(abRecord *record, double time, int64_t *index, abError *error) {
    int64_t low = -1, high = record->info.frame_count; // time[low] <= time < time[high]
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        double t = 0.0;
        AB_TRY(frame_time(record, middle, &t, error));
        *(t <= time ? &low : &high) = middle;
    }
    *index = low;
    return AB_OK;
}

// ---- events and the end ----

abResult ab_record_event(abRecord *record, int64_t index, abEvent *out, abError *error) {
    sqlite3_stmt *statement;
    AB_TRY(find(record, AB_GET_EVENT, "event", index, record->info.event_count, &statement, error));
    *out = (abEvent){.index = index};
    bool known = ab_columns_read(&ab_event_columns, statement, 0, out);
    sqlite3_reset(statement);
    AB_TRY(known ? AB_OK : ab_record_damaged(record, "an event is of an unknown kind", error));
    return out->kind == AB_EVENT_CHANGE ? ab_record_event_change(record, out, error) : AB_OK;
}

// Puts one row of the result table where it belongs.
static void take_result(abRecord *record, sqlite3_stmt *statement, const char *key,
                        abRecordOutcome *out) {
    double number = sqlite3_column_double(statement, 1);
    if (strcmp(key, "message") == 0) {
        out->message = ab_record_column_text(record, statement, 1);
    } else if (strcmp(key, "integrator") == 0) {
        out->statistics.integrator = ab_record_column_text(record, statement, 1);
    } else if (strcmp(key, "result") == 0) {
        out->result = (abResult)sqlite3_column_int(statement, 1);
    } else if (strcmp(key, "time") == 0) {
        out->time = number;
    } else if (strcmp(key, "seconds") == 0) {
        out->seconds = number;
    }
    for (int i = 0; i < ab_statistics_columns.count; i++) {
        const abColumn *column = &ab_statistics_columns.columns[i];
        if (strcmp(key, column->name) == 0) {
            abColumns one = {column, 1};
            ab_columns_read(&one, statement, 1, &out->statistics);
        }
    }
}

abResult ab_record_outcome(abRecord *record, abRecordOutcome *out, abError *error) {
    *out = (abRecordOutcome){.status = record->info.status,
                             .time = record->info.last_time,
                             .message = "",
                             .statistics.integrator = ""};
    sqlite3_stmt *statement = NULL;
    bool found;
    AB_TRY(ab_record_prepare(record, "SELECT key, value FROM result", &statement, error));
    abResult result;
    while ((result = ab_record_row(record, statement, &found, error)) == AB_OK && found) {
        const char *key = (const char *)sqlite3_column_text(statement, 0);
        take_result(record, statement, key != NULL ? key : "", out);
    }
    sqlite3_finalize(statement);
    if (result == AB_OK && (out->message == NULL || out->statistics.integrator == NULL)) {
        return ab_record_no_memory(record, error);
    }
    return result;
}
