// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_scene.c - the tables of bodies, shapes and joints: written from a model, loaded as a
// scene.
//
// bodies.shapes is for viewers: a JSON list with the keys of the model file. The table of shapes is
// for programs that need the compiled form, and holds the points of hulls.

#include "record/file/record_scene.h"

#include <math.h>
#include <string.h>

#include "model/core/model.h"
#include "record/file/record_file.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

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

abResult ab_record_put_meta(abRecord *record, const char *key, double value, abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_META, &row, error));
    ab_row_text(&row, key);
    ab_row_number(&row, value);
    return ab_row_put(&row, error);
}

typedef struct SceneWriter {
    const abModel *model;
    abScene scene;
    abText shapes; // of the body at hand, as JSON
    int shape;     // the next to be written there
} SceneWriter;

// Puts what belongs to item `i` of the scene; false for want of memory.
typedef bool PutItem(SceneWriter *w, int i, abRecordRow *row);

static bool put_body(SceneWriter *w, int b, abRecordRow *row) {
    const abScene *scene = &w->scene;
    const abSceneBody *body = &scene->bodies[b];
    ab_text_clear(&w->shapes);
    abJson json = ab_json(&w->shapes, false);
    ab_json_open(&json, NULL, '[');
    for (int *s = &w->shape; *s < scene->shape_count && scene->shapes[*s].body == b + 1; ++*s) {
        put_shape_json(&json, &w->model->shape_defs[*s].def, &scene->shapes[*s], *s);
    }
    ab_json_close(&json, ']');
    const double(*I)[3] = body->inertia.m;
    ab_row_integer(row, b + 1);
    ab_row_text(row, body->name);
    ab_row_text(row, ab_mobility_names[body->mobility]);
    ab_row_number(row, body->mass);
    ab_row_numbers(row, &body->center.x, 3);
    ab_row_numbers(row, (double[6]){I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]}, 6);
    ab_row_text(row, w->shapes.data);
    return !w->shapes.failed;
}

static bool put_shape(SceneWriter *w, int s, abRecordRow *row) {
    const abSceneShape *shape = &w->scene.shapes[s];
    ab_row_integer(row, s);
    ab_row_integer(row, shape->body);
    ab_row_text(row, shape->name);
    ab_row_text(row, ab_shape_type(shape->shape.kind)->table->name);
    ab_row_integer(row, shape->collides);
    ab_row_numbers(row, &shape->position.x, 3);
    ab_row_numbers(row, &shape->orientation.w, 4);
    ab_row_integer(row, shape->shape.axis);
    ab_row_numbers(row, shape->shape.size, 4);
    ab_row_number(row, shape->shape.radius);
    ab_row_number(row, shape->shape.bound);
    ab_row_blob(row, shape->points, (size_t)shape->point_count * sizeof *shape->points);
    ab_row_blob(row, shape->triangles,
                3 * (size_t)shape->triangle_count * sizeof *shape->triangles);
    ab_row_text(row, shape->material);
    ab_row_number(row, shape->density);
    return true;
}

// What joints and forces have in common.
static void put_link(abRecordRow *row, int index, const char *name, const char *type, int body_a,
                     int body_b) {
    ab_row_integer(row, index);
    ab_row_text(row, name);
    ab_row_text(row, type);
    ab_row_integer(row, body_a);
    ab_row_integer(row, body_b);
}

static bool put_joint(SceneWriter *w, int j, abRecordRow *row) {
    const abSceneJoint *joint = &w->scene.joints[j];
    put_link(row, j, joint->name, joint->type, joint->body_a, joint->body_b);
    ab_row_numbers(row, &joint->position.x, 3);
    ab_row_numbers(row, &joint->orientation.w, 4);
    ab_row_integer(row, joint->has_limits);
    return true;
}

static bool put_force(SceneWriter *w, int f, abRecordRow *row) {
    const abSceneForce *force = &w->scene.forces[f];
    put_link(row, f, force->name, force->type, force->body_a, force->body_b);
    ab_row_numbers(row, &force->point_a.x, 3);
    ab_row_numbers(row, &force->point_b.x, 3);
    return true;
}

static bool put_sensor(SceneWriter *w, int k, abRecordRow *row) {
    ab_row_integer(row, k);
    ab_row_text(row, w->scene.sensors[k]);
    return true;
}

static bool put_request(SceneWriter *w, int k, abRecordRow *row) {
    ab_row_integer(row, k);
    ab_row_text(row, w->scene.requests[k].name);
    ab_row_text(row, w->scene.requests[k].unit);
    return true;
}

static abResult put_items(abRecord *record, SceneWriter *w, const char *insert, PutItem *put,
                          int first, int count, abError *error) {
    sqlite3_stmt *statement = NULL;
    AB_TRY(ab_record_prepare(record, insert, &statement, error));
    abResult result = AB_OK;
    for (int i = first; i < count && result == AB_OK; i++) {
        abRecordRow row = ab_row(record, statement);
        result = put(w, i, &row) ? ab_row_put(&row, error) : ab_record_no_memory(record, error);
    }
    sqlite3_finalize(statement);
    return result;
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
        AB_TRY(ab_record_put_meta(record, numbers[i].key, numbers[i].value, error));
    }
    return AB_OK;
}

static const char s_put_bodies[] =
    "INSERT INTO bodies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char s_put_shapes[] = "INSERT INTO shapes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                                   "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static abResult put_scene(abRecord *record, SceneWriter *w, abError *error) {
    const abScene *scene = &w->scene;
    const struct {
        const char *insert;
        PutItem *put;
        int count;
    } tables[] = {
        {s_put_bodies, put_body, scene->body_count},
        {s_put_shapes, put_shape, scene->shape_count},
        {"INSERT INTO joints VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", put_joint,
         scene->joint_count},
        {"INSERT INTO sensors VALUES (?, ?)", put_sensor, scene->sensor_count},
        {"INSERT INTO requests VALUES (?, ?, ?)", put_request, scene->request_count},
        {"INSERT INTO forces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", put_force,
         scene->force_count},
    };
    AB_TRY(put_gravity(record, &scene->gravity, error));
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        AB_TRY(put_items(record, w, tables[i].insert, tables[i].put, 0, tables[i].count, error));
    }
    return AB_OK;
}

// Those behind the bodies and shapes that the record knows.
static abResult put_more(abRecord *record, SceneWriter *w, abError *error) {
    w->shape = record->scene.shape_count;
    AB_TRY(put_items(record, w, s_put_bodies, put_body, record->scene.body_count,
                     w->scene.body_count, error));
    return put_items(record, w, s_put_shapes, put_shape, record->scene.shape_count,
                     w->scene.shape_count, error);
}

static abResult put_of_model(abRecord *record, const abModel *model,
                             abResult (*put)(abRecord *record, SceneWriter *w, abError *error),
                             abError *error) {
    SceneWriter w = {.model = model};
    AB_TRY(ab_scene_from_model(model, &record->arena, &w.scene, error));
    ab_text_init(&w.shapes, record->allocator);
    abResult result = put(record, &w, error);
    ab_text_done(&w.shapes);
    return result;
}

abResult ab_record_put_scene(abRecord *record, const abModel *model, abError *error) {
    return put_of_model(record, model, put_scene, error);
}

abResult ab_record_put_more_bodies(abRecord *record, const abModel *model, abError *error) {
    return put_of_model(record, model, put_more, error);
}
