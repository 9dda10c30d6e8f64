// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_load.c - opening a record: what it is about, its scene, how far it has come.
//
// Nothing in a file is trusted: what rows refer to is checked against the tables as they are read.

#include "record/file/record_load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/file/record_entered.h"
#include "record/file/record_file.h"
#include "record/file/record_laws.h"
#include "record/file/record_modes.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"
#include "record/file/record_write.h"
#include "shape/core/shape.h"

typedef struct Entry {
    const char *key;
    const char **text; // one of both
    double *number;
} Entry;

static abResult load_entry(abRecord *record, const Entry *entry, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    AB_TRY(ab_record_statement(record, AB_GET_META, &statement, error));
    if (sqlite3_bind_text(statement, 1, entry->key, -1, SQLITE_STATIC) != SQLITE_OK) {
        return ab_record_failed(record, "read", error);
    }
    AB_TRY(ab_record_row(record, statement, &found, error));
    if (!found) {
        return ab_record_damaged(record, "its description is incomplete", error);
    }
    if (entry->number != NULL) {
        *entry->number = sqlite3_column_double(statement, 0);
    } else {
        *entry->text = ab_record_column_text(record, statement, 0);
    }
    if (entry->text == &record->info.model_text) {
        record->info.model_size = (size_t)sqlite3_column_bytes(statement, 0);
    }
    sqlite3_reset(statement);
    return entry->number != NULL || *entry->text != NULL ? AB_OK
                                                         : ab_record_no_memory(record, error);
}

static abResult load_meta(abRecord *record, abError *error) {
    abRecordInfo *info = &record->info;
    abGravityDef *gravity = &record->scene.gravity;
    const Entry entries[] = {
        {"program", &info->program, NULL},
        {"title", &info->title, NULL},
        {"model_path", &info->model_path, NULL},
        {"model_folder", &info->model_folder, NULL},
        {"model_hash", &info->model_hash, NULL},
        {"started", &info->started, NULL},
        {"model_text", &info->model_text, NULL},
        {"start_time", NULL, &info->start_time},
        {"end_time", NULL, &info->end_time},
        {"tolerance", NULL, &info->tolerance},
        {"gravity_x", NULL, &gravity->uniform.x},
        {"gravity_y", NULL, &gravity->uniform.y},
        {"gravity_z", NULL, &gravity->uniform.z},
        {"gravity_parameter", NULL, &gravity->parameter},
        {"gravity_center_x", NULL, &gravity->center.x},
        {"gravity_center_y", NULL, &gravity->center.y},
        {"gravity_center_z", NULL, &gravity->center.z},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        AB_TRY(load_entry(record, &entries[i], error));
    }
    return AB_OK;
}

abResult ab_record_load_rows(abRecord *record, const char *table, const char *columns, size_t size,
                             abLoadRow *load, void **items, int *count, abError *error) {
    char sql[400];
    sqlite3_stmt *statement = NULL;
    bool found;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    abResult result = ab_record_row(record, statement, &found, error);
    int64_t rows = result == AB_OK && found ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    AB_TRY(result);
    if (rows > 100000000) {
        return ab_record_damaged(record, "a table has an impossible number of rows", error);
    }
    *count = 0;
    *items = ab_arena_take(&record->arena, (size_t)rows + 1, size);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY 1", columns, table);
    if (*items == NULL) {
        return ab_record_no_memory(record, error);
    }
    AB_TRY(ab_record_prepare(record, sql, &statement, error));
    while ((result = ab_record_row(record, statement, &found, error)) == AB_OK && found &&
           *count < (int)rows) {
        if (!load(record, statement, *items, *count)) {
            result = ab_record_damaged(record, table, error);
            break;
        }
        ++*count;
    }
    sqlite3_finalize(statement);
    return result;
}

static int word_index(const char *word, const char *const *words) {
    for (int i = 0; words[i] != NULL; i++) {
        if (word != NULL && strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool load_body(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abSceneBody *body = &((abSceneBody *)items)[index];
    double d[10];
    for (int i = 0; i < 10; i++) {
        d[i] = sqlite3_column_double(statement, 3 + i);
    }
    *body = (abSceneBody){
        .name = ab_record_column_text(record, statement, 1),
        .mobility = word_index((const char *)sqlite3_column_text(statement, 2), ab_mobility_names),
        .mass = d[0],
        .center = {d[1], d[2], d[3]},
        .gravity = record->scene.gravity,
        .enters = -INFINITY,
        .inertia = {{{d[4], d[7], d[8]}, {d[7], d[5], d[9]}, {d[8], d[9], d[6]}}}};
    return sqlite3_column_int(statement, 0) == index + 1 && body->name != NULL &&
           body->mobility >= 0;
}

// Copies a blob of `size`-byte items into the arena.
static const void *load_blob(abRecord *record, sqlite3_stmt *statement, int column, size_t size,
                             int *count) {
    size_t bytes = (size_t)sqlite3_column_bytes(statement, column);
    *count = (int)(bytes / size);
    void *copy = ab_arena_take(&record->arena, (size_t)*count + 1, size);
    const void *blob = sqlite3_column_blob(statement, column);
    if (copy == NULL || blob == NULL) {
        *count = 0;
        return copy;
    }
    return memcpy(copy, blob, (size_t)*count * size);
}

static bool load_shape(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abSceneShape *shape = &((abSceneShape *)items)[index];
    const char *kind = (const char *)sqlite3_column_text(statement, 3);
    double d[7];
    for (int i = 0; i < 7; i++) {
        d[i] = sqlite3_column_double(statement, 5 + i);
    }
    *shape = (abSceneShape){.name = ab_record_column_text(record, statement, 2),
                            .body = sqlite3_column_int(statement, 1),
                            .collides = sqlite3_column_int(statement, 4) != 0,
                            .position = {d[0], d[1], d[2]},
                            .orientation = {d[3], d[4], d[5], d[6]}};
    shape->shape.kind = ab_shape_find(kind != NULL ? kind : "");
    shape->shape.axis = sqlite3_column_int(statement, 12);
    for (int i = 0; i < 4; i++) {
        shape->shape.size[i] = sqlite3_column_double(statement, 13 + i);
    }
    shape->shape.radius = sqlite3_column_double(statement, 17);
    shape->shape.bound = sqlite3_column_double(statement, 18);
    if (sqlite3_column_count(statement) > 21) {
        bool is_given = sqlite3_column_type(statement, 21) != SQLITE_NULL;
        shape->material = is_given ? ab_record_column_text(record, statement, 21) : NULL;
        shape->density = sqlite3_column_double(statement, 22);
    }
    shape->look = ab_look_find(shape->material, shape->density);
    int indices = 0;
    shape->points = load_blob(record, statement, 19, sizeof(abVec3), &shape->point_count);
    shape->triangles = load_blob(record, statement, 20, sizeof(int), &indices);
    shape->triangle_count = indices / 3;
    for (int i = 0; i < 3 * shape->triangle_count; i++) {
        if (shape->triangles[i] < 0 || shape->triangles[i] >= shape->point_count) {
            return false;
        }
    }
    return sqlite3_column_int(statement, 0) == index && shape->name != NULL && shape->body >= 1 &&
           shape->body <= record->info.body_count && (int)shape->shape.kind < AB_SHAPE_COUNT &&
           shape->shape.axis >= 0 && shape->shape.axis < 3 && shape->points != NULL &&
           shape->triangles != NULL;
}

static bool load_joint(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abSceneJoint *joint = &((abSceneJoint *)items)[index];
    *joint = (abSceneJoint){.name = ab_record_column_text(record, statement, 1),
                            .type = ab_record_column_text(record, statement, 2),
                            .body_a = sqlite3_column_int(statement, 3),
                            .body_b = sqlite3_column_int(statement, 4)};
    double *numbers[7] = {&joint->position.x,    &joint->position.y,    &joint->position.z,
                          &joint->orientation.w, &joint->orientation.x, &joint->orientation.y,
                          &joint->orientation.z};
    for (int i = 0; i < 7; i++) {
        *numbers[i] = sqlite3_column_double(statement, 5 + i);
    }
    joint->has_limits = sqlite3_column_int(statement, 12) != 0;
    return joint->name != NULL && joint->type != NULL && joint->body_a >= 0 && joint->body_b >= 0 &&
           joint->body_a <= record->info.body_count && joint->body_b <= record->info.body_count;
}

static bool load_force(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abSceneForce *force = &((abSceneForce *)items)[index];
    *force = (abSceneForce){.name = ab_record_column_text(record, statement, 1),
                            .type = ab_record_column_text(record, statement, 2),
                            .body_a = sqlite3_column_int(statement, 3),
                            .body_b = sqlite3_column_int(statement, 4),
                            .point_a = {NAN, NAN, NAN},
                            .point_b = {NAN, NAN, NAN}};
    double *numbers[6] = {&force->point_a.x, &force->point_a.y, &force->point_a.z,
                          &force->point_b.x, &force->point_b.y, &force->point_b.z};
    for (int i = 0; i < 6 && sqlite3_column_count(statement) > 10; i++) {
        *numbers[i] = sqlite3_column_double(statement, 5 + i);
    }
    return force->name != NULL && force->type != NULL && force->body_a >= 0 && force->body_b >= 0 &&
           force->body_a <= record->info.body_count && force->body_b <= record->info.body_count;
}

size_t ab_record_load_count(const abScene *scene) {
    size_t count = (size_t)scene->force_count;
    for (int j = 0; j < scene->joint_count; j++) {
        count += scene->joints[j].has_limits;
    }
    return count;
}

static bool load_request(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abSceneRequest *request = &((abSceneRequest *)items)[index];
    request->name = ab_record_column_text(record, statement, 1);
    request->unit = ab_record_column_text(record, statement, 2);
    return request->name != NULL && request->unit != NULL;
}

static bool load_output(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    const char **text = &((const char **)items)[index];
    *text = ab_record_column_text(record, statement, 1);
    return *text != NULL;
}

static bool load_override(abRecord *record, sqlite3_stmt *statement, void *items, int index) {
    abOverride *given = &((abOverride *)items)[index];
    given->path = ab_record_column_text(record, statement, 1);
    given->value = ab_record_column_text(record, statement, 2);
    return given->path != NULL && given->value != NULL;
}

#define SHAPE_COLUMNS                                                                              \
    "id, body, name, kind, collides, x, y, z, qw, qx, qy, qz, axis, size_0, size_1, size_2, "      \
    "size_3, radius, bound, points, triangles"

abResult ab_record_load(abRecord *record, abError *error) {
    abRecordInfo *info = &record->info;
    abScene *scene = &record->scene;
    void *items = NULL;
    AB_TRY(load_meta(record, error));
    AB_TRY(ab_record_load_rows(record, "overrides", "idx, path, value", sizeof(abOverride),
                               load_override, &items, &info->override_count, error));
    info->overrides = items;
    AB_TRY(ab_record_load_rows(
        record, "bodies",
        "id, name, mobility, mass, center_x, center_y, center_z, ixx, iyy, izz, ixy, "
        "ixz, iyz",
        sizeof(abSceneBody), load_body, &items, &scene->body_count, error));
    scene->bodies = items;
    info->body_count = scene->body_count;
    // records of before do not say what shapes are made of
    AB_TRY(ab_record_load_rows(
        record, "shapes",
        ab_record_has_column(record, "shapes", "material") ? SHAPE_COLUMNS ", material, density"
                                                           : SHAPE_COLUMNS,
        sizeof(abSceneShape), load_shape, &items, &scene->shape_count, error));
    scene->shapes = items;
    info->shape_count = scene->shape_count;
    AB_TRY(ab_record_load_rows(
        record, "joints", "id, name, type, body_a, body_b, x, y, z, qw, qx, qy, qz, limits",
        sizeof(abSceneJoint), load_joint, &items, &scene->joint_count, error));
    scene->joints = items;
    info->joint_count = scene->joint_count;
    // records of before do not say where forces act
    bool has_places = ab_record_has_column(record, "forces", "a_x");
    AB_TRY(ab_record_load_rows(
        record, "forces",
        has_places ? "id, name, type, body_a, body_b, a_x, a_y, a_z, b_x, b_y, b_z"
                   : "id, name, type, body_a, body_b",
        sizeof(abSceneForce), load_force, &items, &scene->force_count, error));
    scene->forces = items;
    info->force_count = scene->force_count;
    AB_TRY(ab_record_load_rows(record, "sensors", "id, name", sizeof(const char *), load_output,
                               &items, &scene->sensor_count, error));
    scene->sensors = items;
    AB_TRY(ab_record_load_rows(record, "requests", "id, name, unit", sizeof(abSceneRequest),
                               load_request, &items, &scene->request_count, error));
    scene->requests = items;
    AB_TRY(ab_record_load_rows(record, "outputs", "idx, name", sizeof(const char *), load_output,
                               &items, &info->output_count, error));
    record->outputs = items;
    AB_TRY(ab_record_load_laws(record, error));
    AB_TRY(ab_record_load_modes(record, error));
    AB_TRY(ab_record_load_entered(record, error));
    record->bodies = AB_ARENA_NEW(&record->arena, abBodyState, (size_t)info->body_count + 1);
    record->joints =
        AB_ARENA_NEW(&record->arena, double, (size_t)info->joint_count *AB_JOINT_DOUBLES + 1);
    record->requests = AB_ARENA_NEW(&record->arena, double, (size_t)scene->request_count + 1);
    record->limits =
        AB_ARENA_NEW(&record->arena, double, (size_t)info->joint_count *AB_JOINT_DOUBLES + 1);
    record->forces =
        AB_ARENA_NEW(&record->arena, double, (size_t)scene->force_count *AB_JOINT_DOUBLES + 1);
    record->loads =
        AB_ARENA_NEW(&record->arena, double, ab_record_load_count(scene) * AB_JOINT_DOUBLES + 1);
    if (record->bodies == NULL || record->joints == NULL || record->requests == NULL ||
        record->limits == NULL || record->forces == NULL || record->loads == NULL) {
        return ab_record_no_memory(record, error);
    }
    return ab_record_refresh(record, error);
}

abResult ab_record_refresh(abRecord *record, abError *error) {
    abRecordInfo *info = &record->info;
    sqlite3_stmt *statement = NULL;
    bool found;
    AB_TRY(ab_record_prepare(record,
                             "SELECT (SELECT coalesce(max(idx) + 1, 0) FROM frames),"
                             " (SELECT coalesce(max(idx) + 1, 0) FROM events),"
                             " (SELECT coalesce(max(idx) + 1, 0) FROM warnings),"
                             " (SELECT time FROM frames ORDER BY idx DESC LIMIT 1),"
                             " (SELECT value FROM result WHERE key = 'status'),"
                             " (SELECT page_count * page_size FROM pragma_page_count(), "
                             "pragma_page_size())",
                             &statement, error));
    abResult result = ab_record_row(record, statement, &found, error);
    if (result == AB_OK && found) {
        int64_t bytes = sqlite3_column_int64(statement, 5); // no row takes less than one
        for (int i = 0; i < 3 && result == AB_OK; i++) {
            if (sqlite3_column_int64(statement, i) > bytes) {
                result = ab_record_damaged(
                    record,
                    "a number of a frame, event or warning is above all that the file has room "
                    "for",
                    error);
            }
        }
    }
    if (result == AB_OK && found) {
        info->frame_count = sqlite3_column_int64(statement, 0);
        info->event_count = sqlite3_column_int64(statement, 1);
        info->warning_count = sqlite3_column_int64(statement, 2);
        info->last_time =
            info->frame_count > 0 ? sqlite3_column_double(statement, 3) : info->start_time;
        int status =
            word_index((const char *)sqlite3_column_text(statement, 4), ab_record_status_names);
        info->status = status >= 0 ? (abRecordStatus)status : AB_RECORD_OPEN;
    }
    sqlite3_finalize(statement);
    return result;
}

abResult ab_record_open(const char *path, abAllocator allocator, abRecord **out, abError *error) {
    abRecord *record;
    AB_TRY(ab_record_open_file(path, AB_RECORD_READ, allocator, &record, error));
    abResult result = ab_record_check_format(record, error);
    if (result == AB_OK) {
        result = ab_record_load(record, error);
    }
    if (result != AB_OK) {
        ab_record_close(record);
        record = NULL;
    }
    *out = record;
    return result;
}

const abRecordInfo *ab_record_info(const abRecord *record) {
    return &record->info;
}
