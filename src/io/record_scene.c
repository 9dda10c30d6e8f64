// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_scene.c - the tables of bodies, shapes and joints: written from a model, loaded as a
// scene.
//
// bodies.shapes is for viewers: a JSON list with the keys of the model file. The table of shapes is
// for programs that need the compiled form, and holds the points of hulls.

#include <math.h>
#include <string.h>

#include "io/record_file.h"
#include "math/vector_math.h"
#include "model/model.h"
#include "model/tables.h"

// ---- JSON of a shape ----

// One key of a shape's own table.
static void put_parameter(abJson *json, const abKey *key, const unsigned char *params) {
    const void *field = params + key->offset;
    switch (key->kind) {
    case AB_KEY_NUMBER:
        if (!isnan(*(const double *)field)) {
            ab_json_number(json, key->name, *(const double *)field);
        }
        break;
    case AB_KEY_INTEGER:
        ab_json_integer(json, key->name, *(const int *)field);
        break;
    case AB_KEY_BOOLEAN:
        ab_json_boolean(json, key->name, *(const bool *)field);
        break;
    case AB_KEY_CHOICE:
        ab_json_text(json, key->name, key->choices[*(const int *)field]);
        break;
    case AB_KEY_TEXT:
        if (*(const char *const *)field != NULL) {
            ab_json_text(json, key->name, *(const char *const *)field);
        }
        break;
    case AB_KEY_VEC3:
    case AB_KEY_SCALE:
        if (!isnan(((const abVec3 *)field)->x)) {
            ab_json_vec3(json, key->name, *(const abVec3 *)field);
        }
        break;
    default:
        break;
    }
}

static void put_shape_json(abJson *json, const abShapeDef *def, const abSceneShape *shape, int id) {
    const abTable *table = ab_shape_type((abShapeKind)def->kind)->table;
    const abQuat q = shape->orientation;
    ab_json_open(json, NULL, '{');
    ab_json_integer(json, "id", id);
    ab_json_text(json, "name", shape->name);
    ab_json_text(json, "kind", table->name);
    for (int k = 0; k < table->key_count; k++) {
        put_parameter(json, &table->keys[k], def->params.data);
    }
    ab_json_vec3(json, "position", shape->position);
    ab_json_numbers(json, "orientation", (double[4]){q.w, q.x, q.y, q.z}, 4);
    if (def->smoothing > 0.0) {
        ab_json_number(json, "smoothing", def->smoothing);
    }
    if (def->material != NULL) {
        ab_json_text(json, "material", def->material);
    }
    ab_json_boolean(json, "collides", shape->collides);
    ab_json_close(json, '}');
}

// ---- writing ----

static void bind_doubles(sqlite3_stmt *statement, int first, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        sqlite3_bind_double(statement, first + i, values[i]);
    }
}

static abResult put_bodies(abRecord *record, const abModel *model, const abScene *scene,
                           sqlite3_stmt *statement, abError *error) {
    abText text;
    ab_text_init(&text, record->allocator);
    abResult result = AB_OK;
    for (int b = 0, s = 0; b < scene->body_count && result == AB_OK; b++) {
        const abSceneBody *body = &scene->bodies[b];
        ab_text_clear(&text);
        abJson json = ab_json(&text, false);
        ab_json_open(&json, NULL, '[');
        for (; s < scene->shape_count && scene->shapes[s].body == b + 1; s++) {
            put_shape_json(&json, &model->shape_defs[s].def, &scene->shapes[s], s);
        }
        ab_json_close(&json, ']');
        if (text.failed) {
            result = ab_record_no_memory(record, error);
            break;
        }
        sqlite3_bind_int(statement, 1, b + 1);
        sqlite3_bind_text(statement, 2, body->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, ab_mobility_names[body->mobility], -1, SQLITE_STATIC);
        bind_doubles(statement, 4, &body->mass, 1);
        bind_doubles(statement, 5, &body->center.x, 3);
        const double(*I)[3] = body->inertia.m;
        bind_doubles(statement, 8,
                     (double[6]){I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]}, 6);
        sqlite3_bind_text(statement, 14, text.data, -1, SQLITE_TRANSIENT);
        result = ab_record_run(record, statement, error);
    }
    ab_text_done(&text);
    return result;
}

static abResult put_shapes(abRecord *record, const abScene *scene, sqlite3_stmt *statement,
                           abError *error) {
    for (int s = 0; s < scene->shape_count; s++) {
        const abSceneShape *shape = &scene->shapes[s];
        const abTable *table = ab_shape_type(shape->shape.kind)->table;
        sqlite3_bind_int(statement, 1, s);
        sqlite3_bind_int(statement, 2, shape->body);
        sqlite3_bind_text(statement, 3, shape->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, table->name, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 5, shape->collides);
        bind_doubles(statement, 6, &shape->position.x, 3);
        bind_doubles(statement, 9, &shape->orientation.w, 4);
        sqlite3_bind_int(statement, 13, shape->shape.axis);
        bind_doubles(statement, 14, shape->shape.size, 4);
        sqlite3_bind_double(statement, 18, shape->shape.radius);
        sqlite3_bind_double(statement, 19, shape->shape.bound);
        sqlite3_bind_blob(statement, 20, shape->points,
                          shape->point_count * (int)sizeof *shape->points, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 21, shape->triangles,
                          3 * shape->triangle_count * (int)sizeof *shape->triangles, SQLITE_STATIC);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_joints(abRecord *record, const abScene *scene, sqlite3_stmt *statement,
                           abError *error) {
    for (int j = 0; j < scene->joint_count; j++) {
        const abSceneJoint *joint = &scene->joints[j];
        sqlite3_bind_int(statement, 1, j);
        sqlite3_bind_text(statement, 2, joint->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, joint->type, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 4, joint->body_a);
        sqlite3_bind_int(statement, 5, joint->body_b);
        bind_doubles(statement, 6, &joint->position.x, 3);
        bind_doubles(statement, 9, &joint->orientation.w, 4);
        sqlite3_bind_int(statement, 13, joint->has_limits);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_forces(abRecord *record, const abScene *scene, sqlite3_stmt *statement,
                           abError *error) {
    for (int f = 0; f < scene->force_count; f++) {
        const abSceneForce *force = &scene->forces[f];
        sqlite3_bind_int(statement, 1, f);
        sqlite3_bind_text(statement, 2, force->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, force->type, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 4, force->body_a);
        sqlite3_bind_int(statement, 5, force->body_b);
        const abVec3 a = force->point_a, b = force->point_b;
        const double places[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
        for (int i = 0; i < 6; i++) {
            sqlite3_bind_double(statement, 6 + i, places[i]);
        }
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_sensors(abRecord *record, const abScene *scene, sqlite3_stmt *statement,
                            abError *error) {
    for (int k = 0; k < scene->sensor_count; k++) {
        sqlite3_bind_int(statement, 1, k);
        sqlite3_bind_text(statement, 2, scene->sensors[k], -1, SQLITE_STATIC);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_requests(abRecord *record, const abScene *scene, sqlite3_stmt *statement,
                             abError *error) {
    for (int k = 0; k < scene->request_count; k++) {
        sqlite3_bind_int(statement, 1, k);
        sqlite3_bind_text(statement, 2, scene->requests[k].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, scene->requests[k].unit, -1, SQLITE_STATIC);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

static abResult put_gravity(abRecord *record, const abGravityDef *gravity, abError *error) {
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"gravity_x", gravity->uniform.x},       {"gravity_y", gravity->uniform.y},
        {"gravity_z", gravity->uniform.z},       {"gravity_parameter", gravity->parameter},
        {"gravity_center_x", gravity->center.x}, {"gravity_center_y", gravity->center.y},
        {"gravity_center_z", gravity->center.z},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sqlite3_stmt *statement;
        AB_TRY(ab_record_statement(record, AB_PUT_META, &statement, error));
        sqlite3_bind_text(statement, 1, numbers[i].key, -1, SQLITE_STATIC);
        sqlite3_bind_double(statement, 2, numbers[i].value);
        AB_TRY(ab_record_run(record, statement, error));
    }
    return AB_OK;
}

abResult ab_record_put_scene(abRecord *record, const abModel *model, abError *error) {
    static const char *const inserts[6] = {
        "INSERT INTO bodies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "INSERT INTO shapes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "INSERT INTO joints VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "INSERT INTO sensors VALUES (?, ?)",
        "INSERT INTO requests VALUES (?, ?, ?)",
        "INSERT INTO forces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    };
    abScene scene;
    AB_TRY(ab_scene_from_model(model, &record->arena, &scene, error));
    AB_TRY(put_gravity(record, &scene.gravity, error));
    for (int i = 0; i < 6; i++) {
        sqlite3_stmt *statement = NULL;
        AB_TRY(ab_record_prepare(record, inserts[i], &statement, error));
        abResult result = i == 0   ? put_bodies(record, model, &scene, statement, error)
                          : i == 1 ? put_shapes(record, &scene, statement, error)
                          : i == 2 ? put_joints(record, &scene, statement, error)
                          : i == 3 ? put_sensors(record, &scene, statement, error)
                          : i == 4 ? put_requests(record, &scene, statement, error)
                                   : put_forces(record, &scene, statement, error);
        sqlite3_finalize(statement);
        AB_TRY(result);
    }
    return AB_OK;
}
