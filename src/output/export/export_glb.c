// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_glb.c - glTF 2.0 (ISO/IEC 12113:2022), the binary form: a header, a chunk of JSON, a chunk
// of bytes that its accessors point into.
//
// Time begins at 0, as players expect. Quaternions are x y z w there, kept on one side between
// frames so that players turn the short way.

#include "output/export/export_glb.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/plain_file.h"
#include "math/core/vector_math.h"
#include "output/view/view_bytes.h"
#include "record/scene/surface.h"

enum { FLOAT = 5126, VERTICES = 34962 }; // of glTF

typedef struct Accessor {
    size_t offset; // in bytes
    int count, component, target;
    const char *type;
    bool has_bounds;
    double low[3], high[3];
} Accessor;

typedef struct Glb {
    abRecord *record;
    abArena arena;
    abText bytes, json_text;
    abJson json;
    Accessor *accessors;
    int accessor_count;
    abBodyState *poses; // of all bodies, frame after frame
    double *modes;      // likewise abFrame.modes
    double exaggeration;
    int *targets, *weights; // of shapes that deform: their first morph target, their amplitudes
    int64_t frames;
    double patch; // half the side of a square for a plane                               [m]
} Glb;

// ---- bytes ----

static Accessor *begin_accessor(Glb *glb, const char *type, int component, int count, int target) {
    Accessor *accessor = &glb->accessors[glb->accessor_count++];
    *accessor = (Accessor){.offset = glb->bytes.size,
                           .count = count,
                           .component = component,
                           .target = target,
                           .type = type,
                           .low = {INFINITY, INFINITY, INFINITY},
                           .high = {-INFINITY, -INFINITY, -INFINITY}};
    return accessor;
}

// Bounds must be those of the numbers as stored.
static void put_number(Glb *glb, Accessor *accessor, int component, double value) {
    float single = (float)value;
    ab_put_float(&glb->bytes, single);
    accessor->low[component] = fmin(accessor->low[component], (double)single);
    accessor->high[component] = fmax(accessor->high[component], (double)single);
}

static void put_vector(Glb *glb, Accessor *accessor, abVec3 v) {
    put_number(glb, accessor, 0, v.x);
    put_number(glb, accessor, 1, v.y);
    put_number(glb, accessor, 2, v.z);
}

// ---- surfaces ----

// Corners of each triangle apart, with its normal: edges stay sharp. A surface without triangles is
// one without area, as no list of glTF may be empty.
static abResult put_surface(Glb *glb, const abSurfaceMesh *mesh) {
    static const int nothing[3] = {0, 0, 0};
    static const abVec3 origin[1] = {{0.0, 0.0, 0.0}};
    bool is_empty = mesh->triangle_count == 0;
    const int *triangles = is_empty ? nothing : mesh->triangles;
    const abVec3 *from = is_empty ? origin : mesh->points;
    int corners = is_empty ? 3 : 3 * mesh->triangle_count;
    Accessor *points = begin_accessor(glb, "VEC3", FLOAT, corners, VERTICES);
    points->has_bounds = true;
    for (int i = 0; i < corners; i++) {
        put_vector(glb, points, from[triangles[i]]);
    }
    Accessor *normals = begin_accessor(glb, "VEC3", FLOAT, corners, VERTICES);
    for (int t = 0; t < corners / 3; t++) {
        const int *corner = &triangles[3 * t];
        abVec3 a = from[corner[0]];
        abVec3 n = ab_cross(ab_sub(from[corner[1]], a), ab_sub(from[corner[2]], a));
        double length = ab_norm(n);
        n = length > 0.0 ? ab_scale(1.0 / length, n) : ab_vec3(0.0, 0.0, 1.0);
        for (int k = 0; k < 3; k++) {
            put_vector(glb, normals, n);
        }
    }
    return glb->bytes.failed ? AB_IO : AB_OK;
}

static abResult put_surfaces(Glb *glb, abError *error) {
    const abScene *scene = &glb->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        abSurfaceMesh mesh;
        ab_surface_init(&mesh, glb->record->allocator);
        ab_surface_add(&mesh, &scene->shapes[s], glb->patch);
        bool ok = !mesh.failed && put_surface(glb, &mesh) == AB_OK;
        ab_surface_done(&mesh);
        if (!ok) {
            return ab_record_no_memory(glb->record, error);
        }
    }
    return AB_OK;
}

// ---- modes ----

static int modes_of(const abScene *scene, int s) {
    const abSceneShape *shape = &scene->shapes[s];
    return shape->deflections != NULL ? scene->bodies[shape->body - 1].mode_count : 0;
}

static double amplitude(const Glb *glb, int64_t frame, int s, int mode) {
    const abScene *scene = &glb->record->scene;
    const double *modes = glb->modes + frame * scene->modal_count;
    int first = scene->bodies[scene->shapes[s].body - 1].first_modal + AB_MODAL_ENERGIES;
    return glb->exaggeration * modes[first + mode];
}

// What mode k moves the corners of the triangles of a shape by, as put_surface() has them.
static void put_target(Glb *glb, int s, int k) {
    const abSceneShape *shape = &glb->record->scene.shapes[s];
    size_t modes = (size_t)modes_of(&glb->record->scene, s);
    Accessor *moved = begin_accessor(glb, "VEC3", FLOAT, 3 * shape->triangle_count, VERTICES);
    moved->has_bounds = true;
    for (int i = 0; i < 3 * shape->triangle_count; i++) {
        const double *row = shape->deflections + 3 * (size_t)shape->triangles[i] * modes + k;
        put_vector(glb, moved, ab_vec3(row[0], row[modes], row[2 * modes]));
    }
}

static void put_modes(Glb *glb) {
    const abScene *scene = &glb->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        int modes = modes_of(scene, s);
        glb->targets[s] = glb->accessor_count;
        for (int k = 0; k < modes; k++) {
            put_target(glb, s, k);
        }
        glb->weights[s] = glb->accessor_count;
        if (modes == 0 || glb->frames < 2) {
            continue;
        }
        Accessor *weights = begin_accessor(glb, "SCALAR", FLOAT, modes * (int)glb->frames, 0);
        for (int64_t f = 0; f < glb->frames; f++) {
            for (int k = 0; k < modes; k++) {
                put_number(glb, weights, 0, amplitude(glb, f, s, k));
            }
        }
    }
}

// ---- motion ----

static bool moves(const Glb *glb, int body) {
    return glb->record->scene.bodies[body].mobility != AB_MOBILITY_FIXED;
}

static const abBodyState *pose_at(const Glb *glb, int64_t frame, int body) {
    return &glb->poses[frame * glb->record->scene.body_count + body];
}

static void put_quat(Glb *glb, Accessor *accessor, abQuat q, double sign) {
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    double s = length > 0.0 ? sign / length : 1.0;
    put_number(glb, accessor, 0, s * q.x);
    put_number(glb, accessor, 1, s * q.y);
    put_number(glb, accessor, 2, s * q.z);
    ab_put_float(&glb->bytes, s * q.w);
}

static void put_motion(Glb *glb, int body) {
    Accessor *places = begin_accessor(glb, "VEC3", FLOAT, (int)glb->frames, 0);
    for (int64_t f = 0; f < glb->frames; f++) {
        put_vector(glb, places, pose_at(glb, f, body)->position);
    }
    Accessor *turns = begin_accessor(glb, "VEC4", FLOAT, (int)glb->frames, 0);
    abQuat last = {1.0, 0.0, 0.0, 0.0};
    double sign = 1.0;
    for (int64_t f = 0; f < glb->frames; f++) {
        abQuat q = pose_at(glb, f, body)->orientation;
        if (last.w * q.w + last.x * q.x + last.y * q.y + last.z * q.z < 0.0) {
            sign = -sign;
        }
        put_quat(glb, turns, q, sign);
        last = q;
    }
}

// Reads all frames wanted; the first accessor holds their times.
static abResult read_frames(Glb *glb, const abSampleRange *range, abError *error) {
    int64_t first, end;
    int bodies = glb->record->scene.body_count;
    AB_TRY(ab_sample_bounds(glb->record, range, &first, &end, error));
    glb->frames = (end - first + range->every - 1) / range->every;
    glb->poses = AB_ARENA_NEW(&glb->arena, abBodyState, (size_t)(glb->frames * bodies) + 1);
    size_t modes = (size_t)(glb->frames * glb->record->scene.modal_count);
    glb->modes = AB_ARENA_NEW(&glb->arena, double, modes + 1);
    if (glb->poses == NULL || glb->modes == NULL) {
        return ab_record_no_memory(glb->record, error);
    }
    Accessor *times = begin_accessor(glb, "SCALAR", FLOAT, (int)glb->frames, 0);
    times->has_bounds = true;
    double start = 0.0, reach = 0.0;
    for (int64_t f = 0; f < glb->frames; f++) {
        abFrame frame;
        AB_TRY(ab_record_frame(glb->record, first + f * range->every, 0, &frame, error));
        start = f == 0 ? frame.time : start;
        put_number(glb, times, 0, frame.time - start);
        memcpy(&glb->poses[f * bodies], frame.bodies, (size_t)bodies * sizeof *frame.bodies);
        if (frame.modal_count > 0) {
            memcpy(&glb->modes[f * frame.modal_count], frame.modes,
                   (size_t)frame.modal_count * sizeof *frame.modes);
        }
        for (int b = 0; b < bodies; b++) {
            reach = fmax(reach, ab_norm(frame.bodies[b].position));
        }
    }
    glb->patch = reach > 0.0 ? 1.5 * reach : 1.0;
    return AB_OK;
}

// ---- JSON ----

// Colours of bodies, as the viewer has them; the last for those that do not move. Linear RGB.
static const double s_colours[][3] = {
    {0.044, 0.205, 0.687}, {0.745, 0.254, 0.027}, {0.050, 0.342, 0.188},
    {0.468, 0.115, 0.392}, {0.584, 0.361, 0.020}, {0.102, 0.397, 0.584},
    {0.645, 0.124, 0.102}, {0.202, 0.178, 0.552}, {0.323, 0.376, 0.440}};
enum { COLOURS = sizeof s_colours / sizeof s_colours[0] };

static void put_head(Glb *glb) {
    abJson *json = &glb->json;
    ab_json_open(json, "asset", '{');
    ab_json_text(json, "version", "2.0");
    ab_json_text(json, "generator", glb->record->info.program);
    ab_json_close(json, '}');
    ab_json_integer(json, "scene", 0);
    ab_json_open(json, "scenes", '[');
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", glb->record->info.title);
    ab_json_numbers(json, "nodes", (double[1]){0.0}, 1);
    ab_json_close(json, '}');
    ab_json_close(json, ']');
}

static void put_pose(abJson *json, abVec3 p, abQuat q) {
    ab_json_vec3(json, "translation", p);
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    double s = length > 0.0 ? 1.0 / length : 1.0;
    ab_json_numbers(json, "rotation", (double[4]){s * q.x, s * q.y, s * q.z, s * q.w}, 4);
}

// Node 0 is the root, then a node per body, then a node per shape.
static void put_nodes(Glb *glb) {
    const abScene *scene = &glb->record->scene;
    abJson *json = &glb->json;
    ab_json_open(json, "nodes", '[');
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", "z is up");
    ab_json_numbers(json, "rotation", (double[4]){-sqrt(0.5), 0.0, 0.0, sqrt(0.5)}, 4);
    if (scene->body_count > 0) {
        ab_json_open(json, "children", '[');
        for (int b = 0; b < scene->body_count; b++) {
            ab_json_integer(json, NULL, 1 + b);
        }
        ab_json_close(json, ']');
    }
    ab_json_close(json, '}');
    for (int b = 0, s = 0; b < scene->body_count; b++) {
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", scene->bodies[b].name);
        put_pose(json, pose_at(glb, 0, b)->position, pose_at(glb, 0, b)->orientation);
        int first = s;
        while (s < scene->shape_count && scene->shapes[s].body == b + 1) {
            s++;
        }
        if (s > first) { // a list of children is not empty
            ab_json_open(json, "children", '[');
            for (int i = first; i < s; i++) {
                ab_json_integer(json, NULL, 1 + scene->body_count + i);
            }
            ab_json_close(json, ']');
        }
        ab_json_close(json, '}');
    }
    for (int s = 0; s < scene->shape_count; s++) {
        const abSceneShape *shape = &scene->shapes[s];
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "name", shape->name);
        put_pose(json, shape->position, shape->orientation);
        ab_json_integer(json, "mesh", s);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
}

static void put_targets(Glb *glb, int s) {
    int modes = modes_of(&glb->record->scene, s);
    if (modes == 0) {
        return;
    }
    ab_json_open(&glb->json, "targets", '[');
    for (int k = 0; k < modes; k++) {
        ab_json_open(&glb->json, NULL, '{');
        ab_json_integer(&glb->json, "POSITION", glb->targets[s] + k);
        ab_json_close(&glb->json, '}');
    }
    ab_json_close(&glb->json, ']');
}

static void put_first_weights(Glb *glb, int s) {
    int modes = modes_of(&glb->record->scene, s);
    if (modes == 0) {
        return;
    }
    ab_json_open(&glb->json, "weights", '[');
    for (int k = 0; k < modes; k++) {
        ab_json_number(&glb->json, NULL, amplitude(glb, 0, s, k));
    }
    ab_json_close(&glb->json, ']');
}

static void put_meshes(Glb *glb) {
    const abScene *scene = &glb->record->scene;
    abJson *json = &glb->json;
    if (scene->shape_count == 0) {
        return;
    }
    ab_json_open(json, "meshes", '[');
    for (int s = 0; s < scene->shape_count; s++) {
        int body = scene->shapes[s].body - 1;
        ab_json_open(json, NULL, '{');
        ab_json_open(json, "primitives", '[');
        ab_json_open(json, NULL, '{');
        ab_json_open(json, "attributes", '{');
        ab_json_integer(json, "POSITION", 1 + 2 * s);
        ab_json_integer(json, "NORMAL", 2 + 2 * s);
        ab_json_close(json, '}');
        ab_json_integer(json, "material", moves(glb, body) ? body % (COLOURS - 1) : COLOURS - 1);
        put_targets(glb, s);
        ab_json_close(json, '}');
        ab_json_close(json, ']');
        put_first_weights(glb, s);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "materials", '[');
    for (int c = 0; c < COLOURS; c++) {
        ab_json_open(json, NULL, '{');
        ab_json_open(json, "pbrMetallicRoughness", '{');
        ab_json_numbers(json, "baseColorFactor",
                        (double[4]){s_colours[c][0], s_colours[c][1], s_colours[c][2], 1.0}, 4);
        ab_json_number(json, "metallicFactor", 0.1);
        ab_json_number(json, "roughnessFactor", 0.6);
        ab_json_close(json, '}');
        ab_json_boolean(json, "doubleSided", true);
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
}

static void put_channel(abJson *json, int sampler, int node, const char *path) {
    ab_json_open(json, NULL, '{');
    ab_json_integer(json, "sampler", sampler);
    ab_json_open(json, "target", '{');
    ab_json_integer(json, "node", node);
    ab_json_text(json, "path", path);
    ab_json_close(json, '}');
    ab_json_close(json, '}');
}

static void put_sampler(abJson *json, int output) {
    ab_json_open(json, NULL, '{');
    ab_json_integer(json, "input", 0);
    ab_json_integer(json, "output", output);
    ab_json_text(json, "interpolation", "LINEAR");
    ab_json_close(json, '}');
}

// Places and turns of the bodies that move, then the modes of shapes that deform.
static void put_animation(Glb *glb, int moving) {
    const abScene *scene = &glb->record->scene;
    abJson *json = &glb->json;
    if ((moving == 0 && scene->modal_count == 0) || glb->frames < 2) {
        return;
    }
    ab_json_open(json, "animations", '[');
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", "run");
    ab_json_open(json, "samplers", '[');
    for (int i = 0; i < 2 * moving; i++) {
        put_sampler(json, 1 + 2 * scene->shape_count + i);
    }
    for (int s = 0; s < scene->shape_count; s++) {
        if (modes_of(scene, s) > 0) {
            put_sampler(json, glb->weights[s]);
        }
    }
    ab_json_close(json, ']');
    ab_json_open(json, "channels", '[');
    int i = 0;
    for (int b = 0; b < scene->body_count; b++) {
        if (moves(glb, b)) {
            put_channel(json, i++, 1 + b, "translation");
            put_channel(json, i++, 1 + b, "rotation");
        }
    }
    for (int s = 0; s < scene->shape_count; s++) {
        if (modes_of(scene, s) > 0) {
            put_channel(json, i++, 1 + scene->body_count + s, "weights");
        }
    }
    ab_json_close(json, ']');
    ab_json_close(json, '}');
    ab_json_close(json, ']');
}

static int components(const Accessor *accessor) {
    return strcmp(accessor->type, "SCALAR") == 0 ? 1 : strcmp(accessor->type, "VEC3") == 0 ? 3 : 4;
}

static void put_accessors(Glb *glb) {
    abJson *json = &glb->json;
    ab_json_open(json, "accessors", '[');
    for (int i = 0; i < glb->accessor_count; i++) {
        const Accessor *accessor = &glb->accessors[i];
        int n = components(accessor);
        ab_json_open(json, NULL, '{');
        ab_json_integer(json, "bufferView", i);
        ab_json_integer(json, "componentType", accessor->component);
        ab_json_integer(json, "count", accessor->count);
        ab_json_text(json, "type", accessor->type);
        if (accessor->has_bounds) {
            ab_json_numbers(json, "min", accessor->low, n);
            ab_json_numbers(json, "max", accessor->high, n);
        }
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "bufferViews", '[');
    for (int i = 0; i < glb->accessor_count; i++) {
        const Accessor *accessor = &glb->accessors[i];
        ab_json_open(json, NULL, '{');
        ab_json_integer(json, "buffer", 0);
        ab_json_integer(json, "byteOffset", (int64_t)accessor->offset);
        ab_json_integer(json, "byteLength", (int64_t)4 * components(accessor) * accessor->count);
        if (accessor->target != 0) {
            ab_json_integer(json, "target", accessor->target);
        }
        ab_json_close(json, '}');
    }
    ab_json_close(json, ']');
    ab_json_open(json, "buffers", '[');
    ab_json_open(json, NULL, '{');
    ab_json_integer(json, "byteLength", (int64_t)glb->bytes.size);
    ab_json_close(json, '}');
    ab_json_close(json, ']');
}

// ---- the file ----

static abResult build(Glb *glb, const abSampleRange *range, abError *error) {
    const abScene *scene = &glb->record->scene;
    size_t maximum = 1 + 2 * (size_t)scene->shape_count + 2 * (size_t)scene->body_count;
    for (int s = 0; s < scene->shape_count; s++) {
        maximum += 1 + (size_t)modes_of(scene, s);
    }
    glb->accessors = AB_ARENA_NEW(&glb->arena, Accessor, maximum);
    glb->targets = AB_ARENA_NEW(&glb->arena, int, (size_t)scene->shape_count + 1);
    glb->weights = AB_ARENA_NEW(&glb->arena, int, (size_t)scene->shape_count + 1);
    if (glb->accessors == NULL || glb->targets == NULL || glb->weights == NULL) {
        return ab_record_no_memory(glb->record, error);
    }
    AB_TRY(read_frames(glb, range, error));
    AB_TRY(put_surfaces(glb, error));
    int moving = 0;
    for (int b = 0; b < scene->body_count && glb->frames >= 2; b++) {
        if (moves(glb, b)) {
            put_motion(glb, b);
            moving++;
        }
    }
    put_modes(glb);
    ab_pad(&glb->bytes, 0);
    glb->json = ab_json(&glb->json_text, false);
    ab_json_open(&glb->json, NULL, '{');
    put_head(glb);
    put_nodes(glb);
    put_meshes(glb);
    put_animation(glb, moving);
    put_accessors(glb);
    ab_json_close(&glb->json, '}');
    ab_pad(&glb->json_text, ' ');
    return glb->bytes.failed || glb->json_text.failed ? ab_record_no_memory(glb->record, error)
                                                      : AB_OK;
}

static abResult write_file(const Glb *glb, FILE *out, const char *name, abError *error) {
    const size_t json = glb->json_text.size, bytes = glb->bytes.size;
    abText head, middle;
    if (28 + json + bytes > INT32_MAX) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = name},
                            "would be larger than 2 GB; take fewer frames with --every");
    }
    ab_text_init(&head, glb->record->allocator);
    ab_text_init(&middle, glb->record->allocator);
    ab_text_write(&head, "glTF", 4);
    ab_put_word(&head, 2);
    ab_put_word(&head, (uint32_t)(28 + json + bytes));
    ab_put_word(&head, (uint32_t)json);
    ab_text_write(&head, "JSON", 4);
    ab_put_word(&middle, (uint32_t)bytes);
    ab_text_write(&middle, "BIN\0", 4);
    errno = 0;
    bool ok = !head.failed && !middle.failed && fwrite(head.data, 1, head.size, out) == head.size &&
              fwrite(glb->json_text.data, 1, json, out) == json &&
              fwrite(middle.data, 1, middle.size, out) == middle.size &&
              fwrite(glb->bytes.data, 1, bytes, out) == bytes && fflush(out) == 0;
    ab_text_done(&head);
    ab_text_done(&middle);
    return ab_file_written(ok, name, error);
}

abResult ab_export_glb(abRecord *record, const abSampleRange *range, double exaggeration, FILE *out,
                       const char *name, abError *error) {
    Glb glb = {.record = record, .exaggeration = exaggeration};
    ab_arena_init(&glb.arena, record->allocator, 65536);
    ab_text_init(&glb.bytes, record->allocator);
    ab_text_init(&glb.json_text, record->allocator);
    abResult result = build(&glb, range, error);
    if (result == AB_OK) {
        result = write_file(&glb, out, name, error);
    }
    ab_text_done(&glb.json_text);
    ab_text_done(&glb.bytes);
    ab_arena_done(&glb.arena);
    return result;
}
