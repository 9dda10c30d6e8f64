// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_scene.c - the scene message: what a page must know before the first frame.
//
// Shapes of equal size share one geometry, so that a page can draw 10,000 equal balls as one. A
// plane has none: the page draws a ground as wide as it needs.

#include "output/view/view_scene.h"

#include <math.h>

#include "base/hash.h"
#include "base/plain_file.h"
#include "math/core/vector_math.h"
#include "output/view/view_bytes.h"
#include "output/view/view_stream.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"
#include "record/file/record_write.h"
#include "record/scene/action.h"
#include "record/scene/surface.h"

enum {
    EXTENT_FRAMES = 24, // looked at for the extent
    WARNINGS_MAX = 50
};

typedef struct Geometry {
    int shape; // the first that has it
    int first_point, points, first_triangle, triangles;
} Geometry;

typedef struct Scene {
    abRecord *record;
    abArena arena;
    abSurfaceMesh mesh;
    Geometry *geometries;
    int *of_shape; // index of its geometry, -1 for a plane
    int geometry_count;
    abText json;
} Scene;

// ---- geometry ----

static bool have_same_size(const abShape *a, const abShape *b) {
    bool same = a->kind == b->kind && a->axis == b->axis && a->radius == b->radius;
    for (int i = 0; i < 4; i++) {
        same = same && a->size[i] == b->size[i];
    }
    return same;
}

static bool have_same_geometry(const abSceneShape *a, const abSceneShape *b) {
    bool are_rigid = a->deflections == NULL && b->deflections == NULL; // else drawn as they deform
    return are_rigid && have_same_size(&a->shape, &b->shape) && a->point_count == b->point_count &&
           a->triangle_count == b->triangle_count &&
           memcmp(a->points, b->points, (size_t)a->point_count * sizeof *a->points) == 0 &&
           memcmp(a->triangles, b->triangles, 3 * (size_t)a->triangle_count * sizeof(int)) == 0;
}

static uint64_t hash_geometry(const abSceneShape *shape) {
    uint64_t hash = ab_hash_bytes(AB_HASH_START, shape->shape.size, sizeof shape->shape.size);
    hash = ab_hash_bytes(hash, &shape->shape.radius, sizeof shape->shape.radius);
    return ab_hash_bytes(hash, shape->points, (size_t)shape->point_count * sizeof *shape->points);
}

static void add_geometry(Scene *scene, int s) {
    abSurfaceMesh *mesh = &scene->mesh;
    Geometry *geometry = &scene->geometries[scene->geometry_count];
    *geometry = (Geometry){
        .shape = s, .first_point = mesh->point_count, .first_triangle = mesh->triangle_count};
    ab_surface_add(mesh, &scene->record->scene.shapes[s], 1.0);
    geometry->points = mesh->point_count - geometry->first_point;
    geometry->triangles = mesh->triangle_count - geometry->first_triangle;
    scene->of_shape[s] = scene->geometry_count++;
}

// A table open to probing, at least twice as long as there are shapes.
static abResult build_geometries(Scene *scene, abError *error) {
    const abScene *of = &scene->record->scene;
    size_t shapes = (size_t)of->shape_count, slots = 4;
    while (slots < 2 * shapes) {
        slots *= 2;
    }
    int *table = AB_ARENA_NEW(&scene->arena, int, slots); // geometry + 1; 0 free
    scene->of_shape = AB_ARENA_NEW(&scene->arena, int, shapes + 1);
    scene->geometries = AB_ARENA_NEW(&scene->arena, Geometry, shapes + 1);
    if (table == NULL || scene->of_shape == NULL || scene->geometries == NULL) {
        return ab_record_no_memory(scene->record, error);
    }
    for (int s = 0; s < of->shape_count; s++) {
        const abSceneShape *shape = &of->shapes[s];
        if (shape->shape.kind == AB_SHAPE_PLANE) {
            scene->of_shape[s] = -1;
            continue;
        }
        size_t slot = (size_t)hash_geometry(shape) & (slots - 1);
        while (table[slot] != 0 &&
               !have_same_geometry(shape, &of->shapes[scene->geometries[table[slot] - 1].shape])) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] != 0) {
            scene->of_shape[s] = table[slot] - 1;
            continue;
        }
        add_geometry(scene, s);
        table[slot] = scene->geometry_count;
    }
    return scene->mesh.failed ? ab_record_no_memory(scene->record, error) : AB_OK;
}

// ---- extent ----

// The eight corners of a shape's box as they stand in the world.
static void widen_by_shape(abBox *extent, const abBox *box, abPose X_WS) {
    for (int corner = 0; corner < 8; corner++) {
        ab_box_widen(extent, ab_pose_point(X_WS, ab_box_corner(box, corner)));
    }
}

static abBox geometry_box(const Scene *scene, const Geometry *geometry) {
    abBox box = ab_box_of_nothing;
    for (int i = 0; i < geometry->points; i++) {
        ab_box_widen(&box, scene->mesh.points[geometry->first_point + i]);
    }
    return box;
}

// Bodies without a shape to draw: where their centres of mass are.
static void widen_by_points(const Scene *scene, const bool *has_shape, const abFrame *frame,
                            abBox *extent) {
    for (int b = 0; b < scene->record->scene.body_count; b++) {
        const abBodyState *body = &frame->bodies[b];
        abPose X_WB = {ab_quat_to_matrix(body->orientation), body->position};
        if (!has_shape[b]) {
            ab_box_widen(extent, ab_pose_point(X_WB, scene->record->scene.bodies[b].center));
        }
    }
}

// Where springs and ropes end.
static void widen_by_ties(const Scene *scene, const abFrame *frame, abBox *ties) {
    const abScene *of = &scene->record->scene;
    abVec3 ends[2];
    for (int f = 0; f < of->force_count; f++) {
        if (ab_scene_tie(of, frame, f, ends)) {
            ab_box_widen(ties, ends[0]);
            ab_box_widen(ties, ends[1]);
        }
    }
}

// What the frames that are looked at have: shape after shape.
typedef struct Sightings {
    abActionItem *items;
    bool *touches; // shapes of the frame at hand
    size_t count;
} Sightings;

static bool init_sightings(Scene *scene, Sightings *seen) {
    size_t shapes = (size_t)scene->record->scene.shape_count + 1;
    seen->items = AB_ARENA_NEW(&scene->arena, abActionItem, EXTENT_FRAMES * shapes);
    seen->touches = AB_ARENA_NEW(&scene->arena, bool, shapes);
    return seen->items != NULL && seen->touches != NULL;
}

static void mark_touching(const Scene *scene, const abFrame *frame, bool *touches) {
    for (int s = 0; s < scene->record->scene.shape_count; s++) {
        touches[s] = false;
    }
    for (int i = 0; i < frame->contact_count; i++) {
        touches[frame->contacts[i].shape_a] = touches[frame->contacts[i].shape_b] = true;
    }
}

static void see_shape(const Scene *scene, int s, const abBox *box, bool is_first, Sightings *seen) {
    const abScene *of = &scene->record->scene;
    bool moves = of->bodies[of->shapes[s].body - 1].mobility != AB_MOBILITY_FIXED;
    if (moves || is_first) {
        seen->items[seen->count++] = (abActionItem){*box, moves, seen->touches[s], 0.0};
    }
}

// Where bodies go, from some frames over the whole run, which part of it is worth framing,
// and how large what moves usually is.
static abResult find_extent(Scene *scene, abBox *extent, abBox *action, double *usual_size,
                            abError *error) {
    const abScene *of = &scene->record->scene;
    int64_t frames = ab_record_info(scene->record)->frame_count;
    abBox *boxes = AB_ARENA_NEW(&scene->arena, abBox, (size_t)scene->geometry_count + 1);
    bool *has_shape = AB_ARENA_NEW(&scene->arena, bool, (size_t)of->body_count + 1);
    Sightings seen = {0};
    abBox ties = ab_box_of_nothing;
    if (boxes == NULL || has_shape == NULL || !init_sightings(scene, &seen)) {
        return ab_record_no_memory(scene->record, error);
    }
    for (int g = 0; g < scene->geometry_count; g++) {
        boxes[g] = geometry_box(scene, &scene->geometries[g]);
    }
    for (int s = 0; s < of->shape_count; s++) {
        has_shape[of->shapes[s].body - 1] = true; // a plane too: it is as wide as it is drawn
    }
    *extent = ab_box_of_nothing;
    for (int k = 0; k < EXTENT_FRAMES && k < frames; k++) {
        abFrame frame;
        int64_t index = frames <= EXTENT_FRAMES ? k : k * (frames - 1) / (EXTENT_FRAMES - 1);
        AB_TRY(ab_record_frame(scene->record, index, AB_FRAME_CONTACTS, &frame, error));
        mark_touching(scene, &frame, seen.touches);
        for (int s = 0; s < of->shape_count; s++) {
            int g = scene->of_shape[s];
            if (g >= 0 && scene->geometries[g].points > 0) {
                abBox box = ab_box_of_nothing;
                widen_by_shape(&box, &boxes[g], ab_scene_shape_pose(of, &frame, s));
                ab_box_widen(extent, box.low);
                ab_box_widen(extent, box.high);
                see_shape(scene, s, &box, k == 0, &seen);
            }
        }
        widen_by_points(scene, has_shape, &frame, extent);
        widen_by_ties(scene, &frame, &ties);
    }
    bool has_ties = ties.low.x <= ties.high.x;
    if (has_ties) {
        ab_box_widen(extent, ties.low);
        ab_box_widen(extent, ties.high);
    }
    ab_box_fill(extent);
    double *scratch = AB_ARENA_NEW(&scene->arena, double, 2 * seen.count + 1);
    if (scratch == NULL) {
        return ab_record_no_memory(scene->record, error);
    }
    *usual_size = ab_action_usual_size(seen.items, seen.count, scratch);
    *action = seen.count > 0 ? ab_action_box(seen.items, seen.count, scratch) : *extent;
    if (has_ties) {
        ab_box_widen(action, ties.low);
        ab_box_widen(action, ties.high);
    }
    return AB_OK;
}

// ---- JSON ----

// From the frame on after which a body came in, so that it is seen before there is another.
static abResult put_entrance(const Scene *scene, const abSceneBody *body, abJson *json,
                             abError *error) {
    int64_t index = -1;
    abFrame frame;
    if (!isfinite(body->enters)) {
        return AB_OK;
    }
    AB_TRY(ab_record_find_frame(scene->record, body->enters, &index, error));
    if (index >= 0) {
        AB_TRY(ab_record_frame(scene->record, index, 0, &frame, error));
        ab_json_number(json, "enters", frame.time);
    }
    return AB_OK;
}

static abResult put_bodies(const Scene *scene, abJson *json, abError *error) {
    const abScene *of = &scene->record->scene;
    ab_json_open(json, "bodies", '[');
    for (int b = 0; b < of->body_count; b++) {
        const abSceneBody *body = &of->bodies[b];
        const double(*I)[3] = body->inertia.m;
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", body->name);
        ab_json_text(json, "mobility", ab_mobility_names[body->mobility]);
        ab_json_number(json, "mass", body->mass);
        ab_json_vec3(json, "center", body->center);
        ab_json_numbers(json, "inertia",
                        (double[6]){I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]}, 6);
        AB_TRY(put_entrance(scene, body, json, error));
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    return AB_OK;
}

// Numbers that say what the modes of its body move the points of a shape by.
static size_t deflection_count(const abScene *of, int s) {
    const abSceneShape *shape = &of->shapes[s];
    size_t modes = (size_t)of->bodies[shape->body - 1].mode_count;
    return shape->deflections != NULL ? 3 * (size_t)shape->point_count * modes : 0;
}

// Where the amplitudes of its body begin among those of a frame.
static int first_mode(const abScene *of, int body) {
    int first = 0;
    for (int b = 0; b < body; b++) {
        first += of->bodies[b].mode_count;
    }
    return first;
}

static void put_shapes(const Scene *scene, abJson *json) {
    const abScene *of = &scene->record->scene;
    size_t deflections = 0;
    ab_json_open(json, "shapes", '[');
    for (int s = 0; s < of->shape_count; s++) {
        const abSceneShape *shape = &of->shapes[s];
        const abQuat q = shape->orientation;
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", shape->name);
        ab_json_integer(json, "body", shape->body);
        ab_json_text(json, "kind", ab_shape_type(shape->shape.kind)->table->name);
        ab_json_boolean(json, "collides", shape->collides);
        ab_json_integer(json, "geometry", scene->of_shape[s]);
        ab_json_vec3(json, "position", shape->position);
        ab_json_numbers(json, "orientation", (double[4]){q.w, q.x, q.y, q.z}, 4);
        ab_json_numbers(json, "size", shape->shape.size, 4);
        ab_json_number(json, "radius", shape->shape.radius);
        ab_json_integer(json, "look", (int)shape->look);
        if (shape->material != NULL) {
            ab_json_text(json, "material", shape->material);
        }
        if (deflection_count(of, s) > 0) {
            ab_json_integer(json, "modes", of->bodies[shape->body - 1].mode_count);
            ab_json_integer(json, "first_mode", first_mode(of, shape->body - 1));
            ab_json_integer(json, "first_deflection", (int64_t)deflections);
            deflections += deflection_count(of, s);
        }
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_integer(json, "deflections", (int64_t)deflections);
}

static void put_looks(abJson *json) {
    ab_json_open(json, "looks", '[');
    for (int i = 0; i < AB_LOOK_COUNT; i++) {
        const abMaterialLook *look = &ab_looks[i];
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", look->name);
        ab_json_integer(json, "colour", (int)look->colour);
        ab_json_number(json, "own", look->own);
        ab_json_number(json, "rough", look->rough);
        ab_json_number(json, "metal", look->metal);
        ab_json_number(json, "opacity", look->opacity);
        ab_json_number(json, "grain", look->grain);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
}

static void put_geometries(const Scene *scene, abJson *json) {
    ab_json_open(json, "geometries", '[');
    for (int g = 0; g < scene->geometry_count; g++) {
        const Geometry *geometry = &scene->geometries[g];
        ab_json_open(json, NULL, '{');
        ab_json_integer(json, "first_point", geometry->first_point);
        ab_json_integer(json, "points", geometry->points);
        ab_json_integer(json, "first_triangle", geometry->first_triangle);
        ab_json_integer(json, "triangles", geometry->triangles);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
}

static void put_others(const Scene *scene, abJson *json) {
    const abScene *of = &scene->record->scene;
    ab_json_open(json, "joints", '[');
    for (int j = 0; j < of->joint_count; j++) {
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", of->joints[j].name);
        ab_json_text(json, "type", of->joints[j].type);
        ab_json_integer(json, "body_a", of->joints[j].body_a);
        ab_json_integer(json, "body_b", of->joints[j].body_b);
        ab_json_boolean(json, "limits", of->joints[j].has_limits);
        const abQuat q = of->joints[j].orientation;
        ab_json_vec3(json, "position", of->joints[j].position);
        ab_json_numbers(json, "orientation", (double[4]){q.w, q.x, q.y, q.z}, 4);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "forces", '[');
    for (int f = 0; f < of->force_count; f++) {
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", of->forces[f].name);
        ab_json_text(json, "type", of->forces[f].type);
        ab_json_integer(json, "body_a", of->forces[f].body_a);
        ab_json_integer(json, "body_b", of->forces[f].body_b);
        if (isfinite(of->forces[f].point_a.x)) {
            ab_json_vec3(json, "point_a", of->forces[f].point_a);
            ab_json_vec3(json, "point_b", of->forces[f].point_b);
        }
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "requests", '[');
    for (int k = 0; k < of->request_count; k++) {
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", of->requests[k].name);
        ab_json_text(json, "unit", of->requests[k].unit);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "sensors", '[');
    for (int k = 0; k < of->sensor_count; k++) {
        ab_json_text(json, NULL, of->sensors[k]);
    }
    ab_json_close(json, ']');
    ab_json_open(json, "outputs", '[');
    for (int k = 0; k < scene->record->info.output_count; k++) {
        ab_json_text(json, NULL, ab_record_output(scene->record, k));
    }
    ab_json_close(json, ']');
}

static abResult put_warnings(const Scene *scene, abJson *json, abError *error) {
    int64_t count = scene->record->info.warning_count;
    ab_json_open(json, "warnings", '[');
    for (int64_t i = 0; i < count && i < WARNINGS_MAX; i++) {
        const char *sentence;
        AB_TRY(ab_record_warning(scene->record, i, &sentence, error));
        ab_json_text(json, NULL, sentence);
    }
    ab_json_close(json, ']');
    return AB_OK;
}

static abResult put_json(Scene *scene, abError *error) {
    const abRecordInfo *info = ab_record_info(scene->record);
    abBox extent = ab_box_of_nothing, action = ab_box_of_nothing;
    double usual_size = 0.0;
    AB_TRY(find_extent(scene, &extent, &action, &usual_size, error));
    abJson json = ab_json(&scene->json, false);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "title", info->title);
    ab_json_text(&json, "model", info->model_path);
    ab_json_text(&json, "record", ab_file_name(info->path));
    ab_json_boolean(&json, "has_maps", ab_record_has_maps(scene->record));
    ab_json_boolean(&json, "has_regions", ab_record_has_regions(scene->record));
    ab_json_text(&json, "program", info->program);
    ab_json_text(&json, "started", info->started);
    ab_json_text(&json, "status", ab_record_status_names[info->status]);
    ab_json_number(&json, "start_time", info->start_time);
    ab_json_number(&json, "end_time", info->end_time);
    ab_json_number(&json, "last_time", info->last_time);
    ab_json_integer(&json, "frames", info->frame_count);
    ab_json_vec3(&json, "low", extent.low);
    ab_json_vec3(&json, "high", extent.high);
    ab_json_vec3(&json, "action_low", action.low);
    ab_json_vec3(&json, "action_high", action.high);
    ab_json_number(&json, "usual_size", usual_size);
    ab_json_vec3(&json, "gravity", scene->record->scene.gravity.uniform);
    ab_json_integer(&json, "points", scene->mesh.point_count);
    ab_json_integer(&json, "triangles", scene->mesh.triangle_count);
    AB_TRY(put_bodies(scene, &json, error));
    put_shapes(scene, &json);
    put_looks(&json);
    put_geometries(scene, &json);
    put_others(scene, &json);
    AB_TRY(put_warnings(scene, &json, error));
    ab_json_close(&json, '}');
    return AB_OK;
}

// ---- the message ----

static abResult write_message(Scene *scene, abText *out, abError *error) {
    AB_TRY(build_geometries(scene, error));
    AB_TRY(put_json(scene, error));
    ab_text_clear(out);
    ab_put_word(out, AB_VIEW_SCENE);
    ab_put_word(out, (uint32_t)scene->json.size);
    ab_text_write(out, ab_text_string(&scene->json), scene->json.size);
    ab_pad(out, ' ');
    ab_put_floats(out, (const double *)scene->mesh.points, 3 * (size_t)scene->mesh.point_count);
    ab_pad(out, 0);
    for (int i = 0; i < 3 * scene->mesh.triangle_count; i++) {
        ab_put_word(out, (uint32_t)scene->mesh.triangles[i]);
    }
    ab_pad(out, 0);
    const abScene *of = &scene->record->scene;
    for (int s = 0; s < of->shape_count; s++) {
        ab_put_floats(out, of->shapes[s].deflections, deflection_count(of, s));
    }
    ab_pad(out, 0);
    return out->failed || scene->json.failed ? ab_record_no_memory(scene->record, error) : AB_OK;
}

abResult ab_view_scene(abRecord *record, abText *out, abError *error) {
    Scene scene = {.record = record};
    ab_arena_init(&scene.arena, record->allocator, 16384);
    ab_surface_init(&scene.mesh, record->allocator);
    ab_text_init(&scene.json, record->allocator);
    abResult result = write_message(&scene, out, error);
    ab_text_done(&scene.json);
    ab_surface_done(&scene.mesh);
    ab_arena_done(&scene.arena);
    return result;
}
