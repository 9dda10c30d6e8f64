// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_reader.c - reads a mesh file: chooses the format by the extension, lets its reader collect
// points and faces, makes equal points one and keeps the result.
//
// Nothing is allocated from a number that a file claims: arrays grow with what was really read, and
// readers compare counts with the bytes that are left.

#include "mesh/read/mesh_reader.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/plain_file.h"
#include "base/schema.h"
#include "base/text.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_polygon.h"

typedef struct Format {
    const char *extension, *name;
    abResult (*read)(abMeshReader *reader);
} Format;

static const Format s_formats[] = {
#define AB_MESH_FORMAT(extension, symbol, name) {extension, name, ab_mesh_read_##symbol},
#include "mesh/read/mesh_formats.def" // -> {"obj", "Wavefront OBJ", ab_mesh_read_obj}, ...
#undef AB_MESH_FORMAT
};
enum { FORMATS = sizeof s_formats / sizeof s_formats[0] };

// " .obj .stl .ply .gltf .glb"
#define AB_MESH_FORMAT(extension, symbol, name) " ." extension
static const char s_extensions[] =
#include "mesh/read/mesh_formats.def"
    ;
#undef AB_MESH_FORMAT

const char *const ab_mesh_extensions[] = {
#define AB_MESH_FORMAT(extension, symbol, name) extension,
#include "mesh/read/mesh_formats.def"
#undef AB_MESH_FORMAT
    NULL};

// ---- messages ----

abResult ab_mesh_problem(const abMeshReader *reader, int line, const char *format, ...) {
    char text[300];
    AB_TEXT_OF(text, format);
    if (line > 0) {
        abPlace at = {.file = reader->path, .line = line, .column = 1};
        return ab_error_add(reader->error, AB_BAD_MODEL, at, "%s", text);
    }
    return ab_error_add(reader->error, AB_BAD_MODEL, reader->place, "%s: %s", reader->path, text);
}

abResult ab_mesh_no_memory(const abMeshReader *reader) {
    return ab_error_add(reader->error, AB_IO, reader->place, "%s: no memory to read the mesh",
                        reader->path);
}

// ---- bytes ----

abResult ab_mesh_load(const abMeshReader *reader, const char *path, const char **bytes,
                      size_t *size) {
    const char *cause;
    FILE *in = ab_open_plain_file(path, &cause);
    if (in == NULL) {
        return ab_error_add(reader->error, AB_IO, reader->place,
                            "cannot open mesh file %s: %s; it is looked for from %s%s", path, cause,
                            reader->base != NULL ? "the model's folder, " : "the working folder",
                            reader->base != NULL ? reader->base : "");
    }
    long length = -1;
    if (fseek(in, 0, SEEK_END) == 0) {
        length = ftell(in);
        rewind(in);
    }
    if (length < 0 || length >= INT_MAX) {
        fclose(in);
        return ab_error_add(reader->error, AB_IO, reader->place,
                            "%s: not a readable file below 2 GB", path);
    }
    char *text = ab_arena_take(reader->scratch, (size_t)length + 1, 1);
    if (text == NULL) {
        fclose(in);
        return ab_mesh_no_memory(reader);
    }
    *size = fread(text, 1, (size_t)length, in);
    *bytes = text;
    bool failed = ferror(in) != 0;
    fclose(in);
    return failed ? ab_error_add(reader->error, AB_IO, reader->place, "%s: reading failed", path)
                  : AB_OK;
}

const char *ab_mesh_path(abArena *scratch, const char *folder, const char *file) {
    bool is_whole = file[0] == '/' || folder == NULL || folder[0] == '\0';
    size_t size = strlen(file) + (is_whole ? 0 : strlen(folder) + 1) + 1;
    char *path = ab_arena_take(scratch, size, 1);
    if (path != NULL) {
        snprintf(path, size, "%s%s%s", is_whole ? "" : folder, is_whole ? "" : "/", file);
    }
    return path;
}

// ---- the mesh as it grows ----

static abResult too_many(const abMeshReader *reader) {
    return ab_mesh_problem(reader, 0,
                           "stands for more than %zu points or triangles, which is too many for "
                           "a file of %zu bytes",
                           reader->maximum, reader->size);
}

abResult ab_mesh_add_point(abMeshReader *reader, int line, abVec3 p) {
    for (int i = 0; i < 3; i++) {
        double value = ab_get(p, i);
        if (!(fabs(value) <= AB_LENGTH_MAX)) {
            char number[40] = "";
            if (line == 0) {
                snprintf(number, sizeof number, "point %zu: ", reader->point_count + 1);
            }
            return ab_mesh_problem(reader, line, "%scoordinate %g is not within +-%g", number,
                                   value, AB_LENGTH_MAX);
        }
    }
    if (reader->point_count >= reader->maximum) {
        return too_many(reader);
    }
    if (!AB_ARRAYS_RESERVE(reader->scratch->allocator, &reader->arrays, reader->points,
                           reader->point_count + 1)) {
        return ab_mesh_no_memory(reader);
    }
    reader->points[reader->point_count++] = p;
    return AB_OK;
}

void ab_mesh_begin_face(abMeshReader *reader) {
    reader->polygon_count = 0;
}

abResult ab_mesh_add_corner(abMeshReader *reader, int corner) {
    if (reader->polygon_count >= reader->maximum) {
        return too_many(reader);
    }
    if (!AB_ARRAYS_RESERVE(reader->scratch->allocator, &reader->arrays, reader->polygon,
                           reader->polygon_count + 1)) {
        return ab_mesh_no_memory(reader);
    }
    reader->polygon[reader->polygon_count++] = corner;
    return AB_OK;
}

static abResult add_triangle(abMeshReader *reader, int a, int b, int c) {
    size_t n = reader->triangle_count;
    if (n >= reader->maximum) {
        return too_many(reader);
    }
    abAllocator allocator = reader->scratch->allocator;
    if (!AB_ARRAYS_RESERVE(allocator, &reader->arrays, reader->corners, 3 * n + 3) ||
        !AB_ARRAYS_RESERVE(allocator, &reader->arrays, reader->faces, n + 1)) {
        return ab_mesh_no_memory(reader);
    }
    reader->corners[3 * n] = a;
    reader->corners[3 * n + 1] = b;
    reader->corners[3 * n + 2] = c;
    reader->faces[n] = (int)reader->face_count;
    reader->triangle_count++;
    return AB_OK;
}

static abResult add_polygon(abMeshReader *reader, int line) {
    int n = (int)reader->polygon_count;
    abArenaMark mark = ab_arena_mark(reader->scratch);
    int *triangles = AB_ARENA_NEW(reader->scratch, int, 3 * (size_t)n);
    if (triangles == NULL) {
        return ab_mesh_no_memory(reader);
    }
    abResult result =
        ab_polygon_triangles(reader->points, reader->polygon, n, triangles, reader->scratch);
    if (result == AB_IO) {
        return ab_mesh_no_memory(reader);
    }
    if (result != AB_OK) {
        return ab_mesh_problem(reader, line,
                               "face %zu is not convex and has %d corners; at most %d can be split "
                               "into triangles",
                               reader->face_count, n, AB_POLYGON_MAX);
    }
    for (int i = 0; i < n - 2 && result == AB_OK; i++) {
        result = add_triangle(reader, reader->polygon[triangles[3 * i]],
                              reader->polygon[triangles[3 * i + 1]],
                              reader->polygon[triangles[3 * i + 2]]);
    }
    ab_arena_reset(reader->scratch, mark);
    return result;
}

abResult ab_mesh_end_face(abMeshReader *reader, int line) {
    reader->face_count++;
    if (reader->polygon_count < 3) {
        char number[40] = "a face";
        if (line == 0) {
            snprintf(number, sizeof number, "face %zu", reader->face_count);
        }
        return ab_mesh_problem(reader, line, "%s needs at least three vertices, here are %zu",
                               number, reader->polygon_count);
    }
    const int *p = reader->polygon;
    return reader->polygon_count == 3 ? add_triangle(reader, p[0], p[1], p[2])
                                      : add_polygon(reader, line);
}

// ---- from the reader to the mesh ----

static abResult keep(const abMeshReader *reader, abArena *arena, abTriangleMesh *mesh) {
    size_t points = reader->point_count, triangles = reader->triangle_count;
    abTriangleMesh whole = {.points = reader->points,
                            .triangles = reader->corners,
                            .faces = reader->faces,
                            .point_count = points,
                            .triangle_count = triangles,
                            .face_count = reader->face_count,
                            .format = mesh->format};
    whole.numbers = AB_ARENA_NEW(reader->scratch, int, points);
    if (whole.numbers == NULL && points > 0) {
        return ab_mesh_no_memory(reader);
    }
    for (size_t i = 0; i < points; i++) {
        whole.numbers[i] = (int)i + 1;
    }
    if (!ab_mesh_weld(&whole, reader->scratch)) {
        return ab_mesh_no_memory(reader);
    }
    *mesh = whole;
    mesh->points = AB_ARENA_NEW(arena, abVec3, whole.point_count + 1);
    mesh->numbers = AB_ARENA_NEW(arena, int, whole.point_count + 1);
    mesh->triangles = AB_ARENA_NEW(arena, int, 3 * triangles + 1);
    mesh->faces = AB_ARENA_NEW(arena, int, triangles + 1);
    if (mesh->points == NULL || mesh->numbers == NULL || mesh->triangles == NULL ||
        mesh->faces == NULL) {
        return ab_mesh_no_memory(reader);
    }
    if (whole.point_count > 0) {
        memcpy(mesh->points, whole.points, whole.point_count * sizeof *mesh->points);
        memcpy(mesh->numbers, whole.numbers, whole.point_count * sizeof *mesh->numbers);
    }
    if (triangles > 0) {
        memcpy(mesh->triangles, whole.triangles, 3 * triangles * sizeof *mesh->triangles);
        memcpy(mesh->faces, whole.faces, triangles * sizeof *mesh->faces);
    }
    return AB_OK;
}

static abResult read_with(const Format *format, abMeshReader *reader, abArena *arena,
                          abTriangleMesh *mesh) {
    size_t maximum = 64 * reader->size; // instances in a scene may repeat a mesh
    reader->maximum = maximum > (1u << 20) ? maximum : 1u << 20;
    reader->maximum = reader->maximum < INT_MAX / 4 ? reader->maximum : INT_MAX / 4;
    mesh->format = format->name;
    abResult result = format->read(reader);
    if (result == AB_OK && reader->point_count == 0) {
        result = ab_mesh_problem(reader, 0, "has no vertices");
    }
    if (result == AB_OK) {
        result = keep(reader, arena, mesh);
    }
    ab_arrays_free(reader->scratch->allocator, &reader->arrays);
    return result;
}

// ---- lists ----

static abResult read_lists(abMeshReader *reader) {
    const abPointList *points = reader->list_points, *faces = reader->list_faces;
    for (int i = 0; i < points->count; i++) {
        AB_TRY(ab_mesh_add_point(reader, 0, points->points[i]));
    }
    for (int i = 0; i < faces->count; i++) {
        ab_mesh_begin_face(reader);
        for (int k = 0; k < 3; k++) {
            double corner = ab_get(faces->points[i], k);
            if (!(corner >= 0.0 && corner < points->count && corner == floor(corner))) {
                return ab_mesh_problem(reader, 0,
                                       "face %d uses point %.9g; points are numbered from 0 to %d",
                                       i + 1, corner, points->count - 1);
            }
            AB_TRY(ab_mesh_add_corner(reader, (int)corner));
        }
        AB_TRY(ab_mesh_end_face(reader, 0));
    }
    return AB_OK;
}

abResult ab_mesh_of_lists(const char *name, const abPointList *points, const abPointList *faces,
                          abArena *arena, abTriangleMesh *mesh, abPlace place, abError *error) {
    static const Format lists = {"", "lists", read_lists};
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 16);
    abMeshReader reader = {.path = name,
                           .size = (size_t)points->count,
                           .list_points = points,
                           .list_faces = faces,
                           .scratch = &scratch,
                           .place = place,
                           .error = error};
    *mesh = (abTriangleMesh){0};
    abResult result = read_with(&lists, &reader, arena, mesh);
    ab_arena_done(&scratch);
    return result;
}

// ---- files ----

static const Format *find_format(const char *extension) {
    for (int i = 0; i < FORMATS; i++) {
        size_t k = 0;
        while (extension[k] != '\0' && (extension[k] | 0x20) == s_formats[i].extension[k]) {
            k++;
        }
        if (extension[k] == '\0' && s_formats[i].extension[k] == '\0') {
            return &s_formats[i];
        }
    }
    return NULL;
}

static const char *extension_of(const char *file) {
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    return dot != NULL && (slash == NULL || dot > slash) ? dot + 1 : "";
}

static abResult read_file(abMeshReader *reader, const char *file, const char *folder,
                          abArena *arena, abTriangleMesh *mesh) {
    const Format *format = find_format(extension_of(file));
    if (format == NULL) {
        return ab_error_add(reader->error, AB_BAD_MODEL, reader->place,
                            "%s: the extension tells the format of a mesh and must be one of%s",
                            file, s_extensions);
    }
    const char *path = ab_mesh_path(reader->scratch, folder, file);
    char *own_folder = path != NULL ? ab_arena_text(reader->scratch, path) : NULL;
    if (own_folder == NULL) {
        return ab_mesh_no_memory(reader);
    }
    reader->path = path;
    reader->base = folder;
    char *slash = strrchr(own_folder, '/');
    if (slash != NULL) {
        slash[slash == own_folder] = '\0'; // of "/file" the slash stays
    }
    reader->folder = slash != NULL ? own_folder : ".";
    AB_TRY(ab_mesh_load(reader, path, &reader->text, &reader->size));
    return read_with(format, reader, arena, mesh);
}

abResult ab_mesh_read(const char *file, const char *folder, abArena *arena, abTriangleMesh *mesh,
                      abPlace place, abError *error) {
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 16);
    abMeshReader reader = {.path = file, .scratch = &scratch, .place = place, .error = error};
    *mesh = (abTriangleMesh){0};
    abResult result = read_file(&reader, file, folder, arena, mesh);
    ab_arena_done(&scratch);
    return result;
}

abResult ab_mesh_read_bytes(const char *extension, const void *bytes, size_t size, abArena *arena,
                            abTriangleMesh *mesh, abPlace place, abError *error) {
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 16);
    abMeshReader reader = {
        .path = extension, .size = size, .scratch = &scratch, .place = place, .error = error};
    *mesh = (abTriangleMesh){0};
    const Format *format = find_format(extension);
    char *text = ab_arena_take(&scratch, size + 1, 1);
    abResult result = AB_OK;
    if (format == NULL) {
        result = ab_mesh_problem(&reader, 0, "no such mesh format");
    } else if (text == NULL) {
        result = ab_mesh_no_memory(&reader);
    } else {
        if (size > 0) {
            memcpy(text, bytes, size);
        }
        reader.text = text;
        result = read_with(format, &reader, arena, mesh);
    }
    ab_arena_done(&scratch);
    return result;
}
