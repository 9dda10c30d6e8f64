// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_gltf.c - the triangles of a glTF 2.0 scene, from .gltf and .glb.
//
// The nodes of the default scene are visited from the roots down; each mesh they carry is added
// with the transforms above it. Triangles, strips and fans are read; points and lines are passed
// over. A face number counts triangles in that order. A mirroring transform turns triangles around,
// so that their outside stays outside.
//
// Source  Khronos Group, glTF 2.0 Specification (2021): buffers, accessors, meshes, nodes, GLB.
// Limits  no sparse accessors, no compression, no quantized positions, no skins, no morph targets.
//         The y axis of a scene points up and stays y.

#include "mesh/read/mesh_reader.h"

#include "base/config.h"

#if ABUT_HAVE_JANSSON

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "math/core/vector_math.h"

enum { NODE_DEPTH = 400 }; // nodes below nodes

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

enum { TYPE_U8 = 5121, TYPE_U16 = 5123, TYPE_U32 = 5125, TYPE_F32 = 5126 };

typedef struct Bytes {
    const unsigned char *at; // NULL: not loaded yet
    size_t size;
} Bytes;

typedef struct Gltf {
    abMeshReader *reader;
    json_t *root;
    Bytes binary;   // the second chunk of a .glb
    Bytes *buffers; // by number, loaded when first used
    size_t buffer_count;
    bool *visited; // nodes: each has one parent
    size_t node_count;
} Gltf;

// A transform x -> A x + p.
typedef struct Affine {
    abMat3 A;
    abVec3 p;
} Affine;

// ---- pieces of JSON ----

static json_t *member_at(const json_t *object, const char *array, size_t index) {
    return json_array_get(json_object_get(object, array), index);
}

// A whole number from 0 to 2^53 under a key; false when it is missing or something else.
static bool get_size(const json_t *object, const char *key, size_t *out) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > (json_int_t)1 << 53) {
        return false;
    }
    *out = (size_t)json_integer_value(value);
    return true;
}

static size_t size_or(const json_t *object, const char *key, size_t fallback) {
    size_t value;
    return get_size(object, key, &value) ? value : fallback;
}

// `count` numbers; false when the key is missing or holds something else.
static bool get_numbers(const json_t *object, const char *key, double *out, size_t count) {
    const json_t *list = json_object_get(object, key);
    if (!json_is_array(list) || json_array_size(list) != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value)) {
            return false;
        }
        out[i] = json_number_value(value);
    }
    return true;
}

static bool equals(const json_t *value, const char *text) {
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

// ---- buffers ----

static int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

static abResult load_data(const Gltf *gltf, const char *text, size_t number, Bytes *out) {
    size_t length = strlen(text), size = 0;
    unsigned char *bytes = ab_arena_take(gltf->reader->scratch, length / 4 * 3 + 4, 1);
    if (bytes == NULL) {
        return ab_mesh_no_memory(gltf->reader);
    }
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0) {
            return ab_mesh_problem(gltf->reader, 0, "buffer %zu: the data is no base64", number);
        }
        bits = bits << 6 | (uint32_t)digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes[size++] = (unsigned char)(bits >> held & 0xff);
        }
    }
    *out = (Bytes){bytes, size};
    return AB_OK;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Replaces %20 and the like; `out` has room for the text.
static void decode_percent(const char *uri, char *out) {
    while (*uri != '\0') {
        int high = *uri == '%' ? hex_digit(uri[1]) : -1;
        int low = high >= 0 ? hex_digit(uri[2]) : -1;
        if (low >= 0 && (high > 0 || low > 0)) {
            *out++ = (char)(16 * high + low);
            uri += 3;
        } else {
            *out++ = *uri++;
        }
    }
    *out = '\0';
}

static abResult load_file(const Gltf *gltf, const char *uri, size_t number, Bytes *out) {
    abMeshReader *reader = gltf->reader;
    char *file = ab_arena_take(reader->scratch, strlen(uri) + 1, 1);
    if (file == NULL) {
        return ab_mesh_no_memory(reader);
    }
    decode_percent(uri, file);
    if (reader->folder == NULL || file[0] == '/' || strstr(file, "..") != NULL ||
        strchr(file, ':') != NULL) {
        return ab_mesh_problem(reader, 0,
                               "buffer %zu is in another place, %.60s; it must be a file in the "
                               "same folder or below",
                               number, uri);
    }
    const char *path = ab_mesh_path(reader->scratch, reader->folder, file), *bytes;
    if (path == NULL) {
        return ab_mesh_no_memory(reader);
    }
    AB_TRY(ab_mesh_load(reader, path, &bytes, &out->size));
    out->at = (const unsigned char *)bytes;
    return AB_OK;
}

static abResult load_buffer(Gltf *gltf, size_t number) {
    const json_t *buffer = member_at(gltf->root, "buffers", number);
    const json_t *uri = json_object_get(buffer, "uri");
    Bytes *out = &gltf->buffers[number];
    if (uri == NULL && number == 0 && gltf->binary.at != NULL) {
        *out = gltf->binary;
    } else if (!json_is_string(uri)) {
        return ab_mesh_problem(gltf->reader, 0, "buffer %zu has no data", number);
    } else if (strncmp(json_string_value(uri), "data:", 5) == 0) {
        const char *data = strstr(json_string_value(uri), ";base64,");
        if (data == NULL) {
            return ab_mesh_problem(gltf->reader, 0, "buffer %zu: its data must be base64", number);
        }
        AB_TRY(load_data(gltf, data + 8, number, out));
    } else {
        AB_TRY(load_file(gltf, json_string_value(uri), number, out));
    }
    size_t wanted;
    if (!get_size(buffer, "byteLength", &wanted) || wanted > out->size) {
        return ab_mesh_problem(gltf->reader, 0,
                               "buffer %zu claims a byteLength beyond its %zu bytes", number,
                               out->size);
    }
    return AB_OK;
}

// ---- accessors ----

// `count` elements of `width` numbers, `stride` bytes apart.
typedef struct Accessor {
    const unsigned char *at;
    size_t count, stride;
    size_t type;
} Accessor;

static size_t size_of_type(size_t type) {
    return type == TYPE_U8 ? 1 : type == TYPE_U16 ? 2 : 4;
}

// The bytes of a view; the whole range is inside its buffer.
static abResult find_view(Gltf *gltf, size_t number, Bytes *out, size_t *stride) {
    const json_t *view = member_at(gltf->root, "bufferViews", number);
    size_t buffer, length, offset = size_or(view, "byteOffset", 0);
    if (!get_size(view, "buffer", &buffer) || buffer >= gltf->buffer_count ||
        !get_size(view, "byteLength", &length)) {
        return ab_mesh_problem(gltf->reader, 0, "buffer view %zu is not there or incomplete",
                               number);
    }
    if (gltf->buffers[buffer].at == NULL) {
        AB_TRY(load_buffer(gltf, buffer));
    }
    size_t size = gltf->buffers[buffer].size;
    if (offset > size || length > size - offset) {
        return ab_mesh_problem(gltf->reader, 0,
                               "buffer view %zu wants bytes %zu to %zu of a buffer of %zu", number,
                               offset, offset + length, size);
    }
    *out = (Bytes){gltf->buffers[buffer].at + offset, length};
    *stride = size_or(view, "byteStride", 0);
    return AB_OK;
}

static abResult find_accessor(Gltf *gltf, size_t number, const char *type, size_t width,
                              Accessor *out) {
    const json_t *accessor = member_at(gltf->root, "accessors", number);
    size_t view, offset = size_or(accessor, "byteOffset", 0);
    abMeshReader *reader = gltf->reader;
    if (json_object_get(accessor, "sparse") != NULL) {
        return ab_mesh_problem(
            reader, 0, "accessor %zu is sparse, which is not read; save the mesh without", number);
    }
    if (!get_size(accessor, "bufferView", &view) || !get_size(accessor, "count", &out->count) ||
        !get_size(accessor, "componentType", &out->type)) {
        return ab_mesh_problem(reader, 0, "accessor %zu is not there or has no data", number);
    }
    bool is_index = width == 1;
    bool fits = is_index ? out->type == TYPE_U8 || out->type == TYPE_U16 || out->type == TYPE_U32
                         : out->type == TYPE_F32;
    if (!fits || !equals(json_object_get(accessor, "type"), type)) {
        return ab_mesh_problem(reader, 0, "accessor %zu must hold %s, not component type %zu",
                               number,
                               is_index ? "SCALAR indices of 8, 16 or 32 bits (5121, 5123, 5125)"
                                        : "VEC3 positions of floats (5126)",
                               out->type);
    }
    Bytes bytes = {0};
    AB_TRY(find_view(gltf, view, &bytes, &out->stride));
    size_t element = width * size_of_type(out->type);
    out->stride = out->stride == 0 ? element : out->stride;
    bool inside =
        out->stride >= element && out->stride <= 252 && offset <= bytes.size &&
        (out->count == 0 || (bytes.size - offset >= element &&
                             (bytes.size - offset - element) / out->stride >= out->count - 1));
    if (!inside) {
        return ab_mesh_problem(reader, 0,
                               "accessor %zu claims %zu elements, but its view has %zu bytes",
                               number, out->count, bytes.size);
    }
    out->at = bytes.at + offset;
    return AB_OK;
}

static uint32_t little(const unsigned char *bytes, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value |= (uint32_t)bytes[i] << 8 * i;
    }
    return value;
}

static abVec3 position(const Accessor *accessor, size_t i) {
    double p[3];
    for (size_t k = 0; k < 3; k++) {
        uint32_t bits = little(accessor->at + i * accessor->stride + 4 * k, 4);
        float value;
        memcpy(&value, &bits, sizeof value);
        p[k] = (double)value;
    }
    return (abVec3){p[0], p[1], p[2]};
}

// ---- primitives ----

typedef struct Primitive {
    Accessor positions, indices;
    bool has_indices;
    size_t mode, count; // of corners
    int *number;        // of a position among the points of the mesh, -1: not added yet
    Affine X;
    bool is_mirrored;
} Primitive;

static abResult add_corner(const Gltf *gltf, Primitive *primitive, size_t corner) {
    size_t index = corner;
    if (primitive->has_indices) {
        const Accessor *indices = &primitive->indices;
        index = little(indices->at + corner * indices->stride, size_of_type(indices->type));
    }
    if (index >= primitive->positions.count) {
        return ab_mesh_problem(gltf->reader, 0, "face %zu uses vertex %zu of %zu (from 0)",
                               gltf->reader->face_count + 1, index, primitive->positions.count);
    }
    if (primitive->number[index] < 0) {
        primitive->number[index] = (int)gltf->reader->point_count;
        abVec3 p =
            ab_add(ab_mul(primitive->X.A, position(&primitive->positions, index)), primitive->X.p);
        AB_TRY(ab_mesh_add_point(gltf->reader, 0, p));
    }
    return ab_mesh_add_corner(gltf->reader, primitive->number[index]);
}

// Corners of triangle t by its mode, counter-clockwise.
static void triangle_corners(size_t mode, size_t t, size_t corners[3]) {
    size_t odd = t & 1;
    switch (mode) {
    case MODE_STRIP:
        corners[0] = t, corners[1] = t + 1 + odd, corners[2] = t + 2 - odd;
        break;
    case MODE_FAN:
        corners[0] = t + 1, corners[1] = t + 2, corners[2] = 0;
        break;
    default:
        corners[0] = 3 * t, corners[1] = 3 * t + 1, corners[2] = 3 * t + 2;
        break;
    }
}

static abResult add_triangles(const Gltf *gltf, Primitive *primitive) {
    size_t n = primitive->count;
    size_t count = primitive->mode == MODE_TRIANGLES ? n / 3 : n >= 3 ? n - 2 : 0;
    for (size_t t = 0; t < count; t++) {
        size_t corners[3];
        triangle_corners(primitive->mode, t, corners);
        ab_mesh_begin_face(gltf->reader);
        for (int k = 0; k < 3; k++) {
            AB_TRY(add_corner(gltf, primitive, corners[primitive->is_mirrored ? 2 - k : k]));
        }
        AB_TRY(ab_mesh_end_face(gltf->reader, 0));
    }
    return AB_OK;
}

static abResult add_primitive(Gltf *gltf, const json_t *json, const Affine *X) {
    Primitive primitive = {.X = *X, .mode = size_or(json, "mode", MODE_TRIANGLES)};
    primitive.is_mirrored = ab_mat3_determinant(X->A) < 0.0;
    abMeshReader *reader = gltf->reader;
    if (primitive.mode < MODE_TRIANGLES) {
        return AB_OK; // points and lines
    }
    if (primitive.mode > MODE_FAN) {
        return ab_mesh_problem(reader, 0, "a primitive has the mode %zu; known are 0 to 6",
                               primitive.mode);
    }
    size_t accessor;
    if (!get_size(json_object_get(json, "attributes"), "POSITION", &accessor)) {
        return ab_mesh_problem(reader, 0, "a primitive has no POSITION");
    }
    AB_TRY(find_accessor(gltf, accessor, "VEC3", 3, &primitive.positions));
    primitive.count = primitive.positions.count;
    if (json_object_get(json, "indices") != NULL) {
        primitive.has_indices = true;
        AB_TRY(find_accessor(gltf, size_or(json, "indices", SIZE_MAX), "SCALAR", 1,
                             &primitive.indices));
        primitive.count = primitive.indices.count;
    }
    abArenaMark mark = ab_arena_mark(reader->scratch);
    primitive.number = AB_ARENA_NEW(reader->scratch, int, primitive.positions.count);
    if (primitive.number == NULL && primitive.positions.count > 0) {
        return ab_mesh_no_memory(reader);
    }
    for (size_t i = 0; i < primitive.positions.count; i++) {
        primitive.number[i] = -1;
    }
    AB_TRY(add_triangles(gltf, &primitive));
    ab_arena_reset(reader->scratch, mark);
    return AB_OK;
}

// ---- nodes ----

static Affine multiply(const Affine *X, const Affine *Y) {
    return (Affine){ab_mat3_mul(X->A, Y->A), ab_add(ab_mul(X->A, Y->p), X->p)};
}

static Affine local_transform(const json_t *node) {
    Affine X = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    double m[16], t[3] = {0.0, 0.0, 0.0}, q[4], s[3];
    if (get_numbers(node, "matrix", m, 16)) { // by columns
        for (int i = 0; i < 9; i++) {
            X.A.m[i % 3][i / 3] = m[i / 3 * 4 + i % 3];
        }
        X.p = ab_vec3(m[12], m[13], m[14]);
        return X;
    }
    if (get_numbers(node, "rotation", q, 4)) { // x y z w
        double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (length2 > 0.0 && isfinite(length2)) {
            X.A = ab_quat_to_matrix((abQuat){q[3], q[0], q[1], q[2]});
        }
    }
    if (get_numbers(node, "scale", s, 3)) {
        for (int i = 0; i < 9; i++) {
            X.A.m[i / 3][i % 3] *= s[i % 3];
        }
    }
    get_numbers(node, "translation", t, 3);
    X.p = ab_vec3(t[0], t[1], t[2]);
    return X;
}

static abResult add_mesh(Gltf *gltf, size_t number, const Affine *X) {
    const json_t *primitives =
        json_object_get(member_at(gltf->root, "meshes", number), "primitives");
    if (!json_is_array(primitives)) {
        return ab_mesh_problem(gltf->reader, 0, "there is no mesh %zu with primitives", number);
    }
    for (size_t i = 0; i < json_array_size(primitives); i++) {
        AB_TRY(add_primitive(gltf, json_array_get(primitives, i), X));
    }
    return AB_OK;
}

// The meshes of a node and of those below it.
static abResult visit(Gltf *gltf, const json_t *number, const Affine *above, int depth) {
    bool is_number = json_is_integer(number) && json_integer_value(number) >= 0 &&
                     (uint64_t)json_integer_value(number) < gltf->node_count;
    size_t n = is_number ? (size_t)json_integer_value(number) : 0;
    if (!is_number || gltf->visited[n] || depth > NODE_DEPTH) {
        return ab_mesh_problem(gltf->reader, 0,
                               !is_number         ? "a scene or node names a node that is not there"
                               : gltf->visited[n] ? "node %zu has two parents"
                                                  : "node %zu is too deep in the tree of nodes",
                               n);
    }
    gltf->visited[n] = true;
    const json_t *node = member_at(gltf->root, "nodes", n);
    Affine local = local_transform(node), X = multiply(above, &local);
    if (json_object_get(node, "mesh") != NULL) {
        AB_TRY(add_mesh(gltf, size_or(node, "mesh", SIZE_MAX), &X));
    }
    const json_t *children = json_object_get(node, "children");
    for (size_t i = 0; i < json_array_size(children); i++) {
        AB_TRY(visit(gltf, json_array_get(children, i), &X, depth + 1));
    }
    return AB_OK;
}

static abResult visit_scene(Gltf *gltf) {
    const Affine identity = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    const json_t *scene = member_at(gltf->root, "scenes", size_or(gltf->root, "scene", 0));
    if (scene == NULL) { // a library of meshes: all of them, as they are
        size_t count = json_array_size(json_object_get(gltf->root, "meshes"));
        for (size_t i = 0; i < count; i++) {
            AB_TRY(add_mesh(gltf, i, &identity));
        }
        return AB_OK;
    }
    const json_t *roots = json_object_get(scene, "nodes");
    for (size_t i = 0; i < json_array_size(roots); i++) {
        AB_TRY(visit(gltf, json_array_get(roots, i), &identity, 0));
    }
    return AB_OK;
}

// ---- the whole ----

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static abResult check_extensions(const Gltf *gltf) {
    const json_t *names = json_object_get(gltf->root, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        name = name != NULL ? name : "?";
        bool is_harmless = begins_with(name, "KHR_materials_") ||
                           begins_with(name, "KHR_texture_") || begins_with(name, "KHR_lights_");
        if (!is_harmless) {
            return ab_mesh_problem(gltf->reader, 0,
                                   "needs the extension %.60s, which is not read; save the mesh "
                                   "without%s",
                                   name, strstr(name, "draco") != NULL ? " Draco compression" : "");
        }
    }
    const json_t *version = json_object_get(json_object_get(gltf->root, "asset"), "version");
    if (!json_is_string(version) || !begins_with(json_string_value(version), "2.")) {
        return ab_mesh_problem(gltf->reader, 0, "asset.version must be 2.x, found %.20s",
                               json_is_string(version) ? json_string_value(version) : "none");
    }
    return AB_OK;
}

static abResult read_scene(Gltf *gltf) {
    AB_TRY(check_extensions(gltf));
    abArena *scratch = gltf->reader->scratch;
    gltf->buffer_count = json_array_size(json_object_get(gltf->root, "buffers"));
    gltf->node_count = json_array_size(json_object_get(gltf->root, "nodes"));
    gltf->buffers = AB_ARENA_NEW(scratch, Bytes, gltf->buffer_count + 1);
    gltf->visited = AB_ARENA_NEW(scratch, bool, gltf->node_count + 1);
    if (gltf->buffers == NULL || gltf->visited == NULL) {
        return ab_mesh_no_memory(gltf->reader);
    }
    AB_TRY(visit_scene(gltf));
    return gltf->reader->point_count > 0
               ? AB_OK
               : ab_mesh_problem(gltf->reader, 0, "has no triangles in its scene");
}

static abResult read_json(abMeshReader *reader, const char *text, size_t size, Bytes binary) {
    json_error_t problem;
    Gltf gltf = {.reader = reader, .binary = binary};
    gltf.root = json_loadb(text, size, 0, &problem);
    if (gltf.root == NULL) {
        return ab_mesh_problem(reader, problem.line > 0 ? problem.line : 1, "no JSON: %.120s",
                               problem.text);
    }
    abResult result = read_scene(&gltf);
    json_decref(gltf.root);
    return result;
}

abResult ab_mesh_read_gltf(abMeshReader *reader) {
    return read_json(reader, reader->text, reader->size, (Bytes){0});
}

// Header: magic, version, length; then chunks, each length, kind, bytes: JSON, then binary.
abResult ab_mesh_read_glb(abMeshReader *reader) {
    enum { HEADER = 12, CHUNK = 8 };
    const unsigned char *b = (const unsigned char *)reader->text;
    if (reader->size < HEADER + CHUNK || memcmp(b, "glTF", 4) != 0 || little(b + 4, 4) != 2 ||
        memcmp(b + 16, "JSON", 4) != 0) {
        return ab_mesh_problem(reader, 0, "is no binary glTF of version 2");
    }
    size_t capacity = reader->size - HEADER - CHUNK, size = little(b + 12, 4);
    if (size > capacity) {
        return ab_mesh_problem(reader, 0, "the JSON chunk claims %zu bytes, but %zu are left", size,
                               capacity);
    }
    const unsigned char *second = b + HEADER + CHUNK + size;
    Bytes binary = {0};
    if (capacity - size >= CHUNK && memcmp(second + 4, "BIN\0", 4) == 0) {
        binary = (Bytes){second + CHUNK, little(second, 4)};
        if (binary.size > capacity - size - CHUNK) {
            return ab_mesh_problem(reader, 0, "the binary chunk claims %zu bytes, but %zu are left",
                                   binary.size, capacity - size - CHUNK);
        }
    }
    return read_json(reader, reader->text + HEADER + CHUNK, size, binary);
}

#else

static abResult no_library(const abMeshReader *reader) {
    return ab_mesh_problem(reader, 0, "glTF cannot be read: this build has no jansson");
}

abResult ab_mesh_read_gltf(abMeshReader *reader) {
    return no_library(reader);
}

abResult ab_mesh_read_glb(abMeshReader *reader) {
    return no_library(reader);
}

#endif
