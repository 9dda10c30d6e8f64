// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_vtk.c - a .pvd that lists, per frame, two .vtp files (VTK XML PolyData).
//
//   BASE.vtk/bodies_000000.vtp     points in the world; per point the velocity of the material
//   point;
//                                  per triangle the index of body and shape; of records with
//                                  maps per point contact_force, contact_area and pressure
//   BASE.vtk/contacts_000000.vtp   a vertex per contact; force, torque, normal, slip, depth, rate,
//                                  normal_force, body_a, body_b
//   BASE.vtk/regions_000000.vtp    of records with regions: a vertex for each where its force acts;
//                                  every column of the record, vectors as such
//   BASE.vtk/outlines_000000.vtp   likewise: the closed lines around them; per line its region
//
// Arrays are inline base64 with a 64-bit length in front, little-endian, so the files stay
// well-formed XML.

#include "output/export/export_vtk.h"
#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_outlines.h"
#include "record/file/record_types.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base64.h"
#include "base/plain_file.h"
#include "math/core/vector_math.h"
#include "record/scene/surface.h"

typedef struct Vtk {
    abRecord *record;
    const char *base;
    abSurfaceMesh mesh;                // all shapes, each in its own frame
    int *first_point, *first_triangle; // of shape s; [shape_count] the ends
    abText text;                       // of one file
    abText bytes;                      // of one array
    abArena arena;
    bool has_maps, has_regions;
    double exaggeration; // of what modes move surfaces by
} Vtk;

// ---- arrays ----

static void put_little(abText *bytes, uint64_t value, int size) {
    unsigned char out[8];
    for (int k = 0; k < size; k++) {
        out[k] = (unsigned char)(value >> (8 * k));
    }
    ab_text_write(bytes, out, (size_t)size);
}

static void begin_array(Vtk *vtk, const char *type, const char *name, int components) {
    ab_text_add(&vtk->text,
                "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
                "format=\"binary\">",
                type, name, components);
    ab_text_clear(&vtk->bytes);
    put_little(&vtk->bytes, 0, 8); // room for the length
}

static void put_double(Vtk *vtk, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little(&vtk->bytes, bits, 8);
}

static void put_vector(Vtk *vtk, abVec3 v) {
    put_double(vtk, v.x);
    put_double(vtk, v.y);
    put_double(vtk, v.z);
}

static void put_int(Vtk *vtk, int value) {
    put_little(&vtk->bytes, (uint32_t)value, 4);
}

static void end_array(Vtk *vtk) {
    uint64_t size = vtk->bytes.size - 8;
    for (int k = 0; k < 8 && !vtk->bytes.failed; k++) {
        vtk->bytes.data[k] = (char)(unsigned char)(size >> (8 * k));
    }
    ab_put_base64(&vtk->text, ab_text_string(&vtk->bytes), vtk->bytes.size);
    ab_text_add(&vtk->text, "</DataArray>\n");
}

// first, first + step, ...
static void put_counted(Vtk *vtk, const char *name, int first, int step, int count) {
    begin_array(vtk, "Int32", name, 1);
    for (int i = 0; i < count; i++) {
        put_int(vtk, first + step * i);
    }
    end_array(vtk);
}

// ---- files ----

static abResult save(Vtk *vtk, const char *path, abError *error) {
    if (vtk->text.failed || vtk->bytes.failed) {
        return ab_record_no_memory(vtk->record, error);
    }
    errno = 0;
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL && fwrite(vtk->text.data, 1, vtk->text.size, file) == vtk->text.size;
    int cause = errno;
    if (file != NULL && fclose(file) != 0 && ok) {
        ok = false;
        cause = errno;
    }
    errno = cause;
    return ab_file_written(ok, path, error);
}

static void begin_file(Vtk *vtk, const char *type) {
    ab_text_clear(&vtk->text);
    ab_text_add(&vtk->text,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" "
                "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<%s>\n",
                type, type);
}

static void end_file(Vtk *vtk, const char *type) {
    ab_text_add(&vtk->text, "</%s>\n</VTKFile>\n", type);
}

// A file of one piece with so many points, vertices, lines and polygons; its points come next.
static void begin_piece(Vtk *vtk, int points, int vertices, int lines, int polygons) {
    begin_file(vtk, "PolyData");
    ab_text_add(&vtk->text,
                "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"%d\" "
                "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n<Points>\n",
                points, vertices, lines, polygons);
}

// One of `count` rows of so many bytes, in each of which a point stands as in the first.
static void put_points_of(Vtk *vtk, const void *first, size_t size, int count) {
    begin_array(vtk, "Float64", "Points", 3);
    for (int i = 0; i < count; i++) {
        put_vector(vtk, *(const abVec3 *)(const void *)((const char *)first + (size_t)i * size));
    }
    end_array(vtk);
}

// Behind the cells, which are "Verts", "Lines" or "Polys".
static abResult end_piece(Vtk *vtk, const char *cells, const char *path, abError *error) {
    ab_text_add(&vtk->text, "</%s>\n</Piece>\n", cells);
    end_file(vtk, "PolyData");
    return save(vtk, path, error);
}

// ---- bodies ----

// Points as they are drawn.
static void put_points(Vtk *vtk, const abFrame *frame) {
    const abScene *scene = &vtk->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        abPose X_WS = ab_scene_shape_pose(scene, frame, s);
        for (int i = vtk->first_point[s]; i < vtk->first_point[s + 1]; i++) {
            abVec3 moved = ab_scene_deflection(scene, frame, s, i - vtk->first_point[s]);
            abVec3 p = ab_add_scaled(vtk->mesh.points[i], vtk->exaggeration, moved);
            put_vector(vtk, ab_pose_point(X_WS, p));
        }
    }
}

// How they move, nothing exaggerated.
static void put_velocities(Vtk *vtk, const abFrame *frame) {
    const abScene *scene = &vtk->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        abPose X_WS = ab_scene_shape_pose(scene, frame, s);
        const abBodyState *body = &frame->bodies[scene->shapes[s].body - 1];
        for (int i = vtk->first_point[s]; i < vtk->first_point[s + 1]; i++) {
            int own = i - vtk->first_point[s];
            abVec3 moved = ab_scene_deflection(scene, frame, s, own);
            abVec3 p = ab_pose_point(X_WS, ab_add(vtk->mesh.points[i], moved));
            abVec3 turning = ab_cross(body->angular_velocity, ab_sub(p, body->position));
            abVec3 by_modes = ab_mul(X_WS.R, ab_scene_deflection_rate(scene, frame, s, own));
            put_vector(vtk, ab_add(ab_add(body->velocity, turning), by_modes));
        }
    }
}

static void put_cell_index(Vtk *vtk, const char *name, bool of_body) {
    const abScene *scene = &vtk->record->scene;
    begin_array(vtk, "Int32", name, 1);
    for (int s = 0; s < scene->shape_count; s++) {
        for (int t = vtk->first_triangle[s]; t < vtk->first_triangle[s + 1]; t++) {
            put_int(vtk, of_body ? scene->shapes[s].body : s);
        }
    }
    end_array(vtk);
}

// Numbers of the row of the frame's map on each point; nothing where it has none.
static void put_map(Vtk *vtk, const abFrame *frame, const char *name, int components,
                    size_t offset) {
    static const abMapRow none = {0};
    int row = 0;
    begin_array(vtk, "Float64", name, components);
    for (int s = 0; s < vtk->record->scene.shape_count; s++) {
        int points = vtk->first_point[s + 1] - vtk->first_point[s];
        for (int i = 0; i < points; i++) {
            while (row < frame->map_count &&
                   (frame->map[row].shape < s ||
                    (frame->map[row].shape == s && frame->map[row].vertex < i))) {
                row++;
            }
            bool is_here =
                row < frame->map_count && frame->map[row].shape == s && frame->map[row].vertex == i;
            const void *from = is_here ? &frame->map[row] : &none;
            for (int k = 0; k < components; k++) {
                put_double(vtk, ((const double *)(const void *)((const char *)from + offset))[k]);
            }
        }
    }
    end_array(vtk);
}

static void put_triangles(Vtk *vtk) {
    begin_array(vtk, "Int32", "connectivity", 1);
    for (int i = 0; i < 3 * vtk->mesh.triangle_count; i++) {
        put_int(vtk, vtk->mesh.triangles[i]);
    }
    end_array(vtk);
    put_counted(vtk, "offsets", 3, 3, vtk->mesh.triangle_count);
}

static abResult write_bodies(Vtk *vtk, const abFrame *frame, const char *path, abError *error) {
    begin_piece(vtk, vtk->mesh.point_count, 0, 0, vtk->mesh.triangle_count);
    begin_array(vtk, "Float64", "Points", 3);
    put_points(vtk, frame);
    end_array(vtk);
    ab_text_add(&vtk->text, "</Points>\n<PointData>\n");
    begin_array(vtk, "Float64", "velocity", 3);
    put_velocities(vtk, frame);
    end_array(vtk);
    if (vtk->has_maps) {
        put_map(vtk, frame, "contact_force", 3, offsetof(abMapRow, force));
        put_map(vtk, frame, "contact_area", 1, offsetof(abMapRow, area));
        put_map(vtk, frame, "pressure", 1, offsetof(abMapRow, pressure));
    }
    ab_text_add(&vtk->text, "</PointData>\n<CellData>\n");
    put_cell_index(vtk, "body", true);
    put_cell_index(vtk, "shape", false);
    ab_text_add(&vtk->text, "</CellData>\n<Polys>\n");
    put_triangles(vtk);
    return end_piece(vtk, "Polys", path, error);
}

// ---- contacts ----

// A column of rows of a record as numbers; a vector's first stands for all three.
static void put_column(Vtk *vtk, const abColumn *column, const void *rows, size_t size, int count) {
    const char *name = column->name;
    size_t length = strlen(name);
    char of[40];
    bool is_vector = length > 2 && strcmp(name + length - 2, "_x") == 0;
    bool is_other = length > 2 &&
                    (strcmp(name + length - 2, "_y") == 0 || strcmp(name + length - 2, "_z") == 0);
    if (is_other) {
        return;
    }
    snprintf(of, sizeof of, "%.*s", (int)(is_vector ? length - 2 : length), name);
    begin_array(vtk, "Float64", of, is_vector ? 3 : 1);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < (is_vector ? 3 : 1); k++) {
            const void *row = (const unsigned char *)rows + (size_t)i * size;
            put_double(vtk, ab_column_number(&column[k], row));
        }
    }
    end_array(vtk);
}

// Behind the fields of points: each is a vertex.
static abResult end_vertices(Vtk *vtk, int count, const char *path, abError *error) {
    ab_text_add(&vtk->text, "</PointData>\n<Verts>\n");
    put_counted(vtk, "connectivity", 0, 1, count);
    put_counted(vtk, "offsets", 1, 1, count);
    return end_piece(vtk, "Verts", path, error);
}

static void put_contact_bodies(Vtk *vtk, const abFrame *frame, const char *name, bool second) {
    begin_array(vtk, "Int32", name, 1);
    for (int i = 0; i < frame->contact_count; i++) {
        put_int(vtk, second ? frame->contacts[i].body_b : frame->contacts[i].body_a);
    }
    end_array(vtk);
}

static void put_contact_column(Vtk *vtk, const abFrame *frame, const char *name) {
    const abColumn *column = ab_contact_columns.columns;
    while (strcmp(column->name, name) != 0) {
        column++;
    }
    put_column(vtk, column, frame->contacts, sizeof *frame->contacts, frame->contact_count);
}

static abResult write_contacts(Vtk *vtk, const abFrame *frame, const char *path, abError *error) {
    static const char *const columns[] = {"force_x", "torque_x", "normal_x",    "slip_x",
                                          "depth",   "rate",     "normal_force"};
    begin_piece(vtk, frame->contact_count, frame->contact_count, 0, 0);
    const abVec3 *first = frame->contact_count > 0 ? &frame->contacts->point : NULL;
    put_points_of(vtk, first, sizeof *frame->contacts, frame->contact_count);
    ab_text_add(&vtk->text, "</Points>\n<PointData Vectors=\"force\">\n");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        put_contact_column(vtk, frame, columns[i]);
    }
    put_contact_bodies(vtk, frame, "body_a", false);
    put_contact_bodies(vtk, frame, "body_b", true);
    return end_vertices(vtk, frame->contact_count, path, error);
}

// ---- regions ----

static abResult write_regions(Vtk *vtk, const abFrame *frame, const char *path, abError *error) {
    begin_piece(vtk, frame->region_count, frame->region_count, 0, 0);
    const abVec3 *first = frame->region_count > 0 ? &frame->regions->center_of_pressure : NULL;
    put_points_of(vtk, first, sizeof *frame->regions, frame->region_count);
    ab_text_add(&vtk->text, "</Points>\n<PointData Vectors=\"force\">\n");
    for (int c = 0; c < ab_region_columns.count; c++) {
        put_column(vtk, &ab_region_columns.columns[c], frame->regions, sizeof *frame->regions,
                   frame->region_count);
    }
    return end_vertices(vtk, frame->region_count, path, error);
}

// ---- outlines ----

static void put_loops(Vtk *vtk, const abOutlines *outlines) {
    begin_array(vtk, "Int32", "connectivity", 1);
    for (int k = 0; k < outlines->loop_count; k++) {
        const abOutlineLoop *loop = &outlines->loops[k];
        for (int i = 0; i <= loop->count; i++) {
            put_int(vtk, loop->first + i % loop->count);
        }
    }
    end_array(vtk);
    begin_array(vtk, "Int32", "offsets", 1);
    for (int k = 0, end = 0; k < outlines->loop_count; k++) {
        end += outlines->loops[k].count + 1;
        put_int(vtk, end);
    }
    end_array(vtk);
}

static abResult write_outlines(Vtk *vtk, const abFrame *frame, const char *path, abError *error) {
    abOutlines outlines;
    AB_TRY(ab_record_outlines(vtk->record, frame, &outlines, error));
    begin_piece(vtk, outlines.point_count, 0, outlines.loop_count, 0);
    put_points_of(vtk, outlines.points, sizeof *outlines.points, outlines.point_count);
    ab_text_add(&vtk->text, "</Points>\n<CellData>\n");
    begin_array(vtk, "Int32", "region", 1);
    for (int k = 0; k < outlines.loop_count; k++) {
        put_int(vtk, outlines.loops[k].region);
    }
    end_array(vtk);
    ab_text_add(&vtk->text, "</CellData>\n<Lines>\n");
    put_loops(vtk, &outlines);
    return end_piece(vtk, "Lines", path, error);
}

// ---- ties ----

static int tie_count(const abScene *scene, const abFrame *frame) {
    int count = 0;
    abVec3 ends[2];
    for (int f = 0; f < scene->force_count; f++) {
        count += ab_scene_tie(scene, frame, f, ends);
    }
    return count;
}

// Springs and ropes as lines between their ends, with the number of the force, from 1.
static abResult write_ties(Vtk *vtk, const abFrame *frame, const char *path, abError *error) {
    const abScene *scene = &vtk->record->scene;
    int count = tie_count(scene, frame);
    abVec3 ends[2];
    begin_piece(vtk, 2 * count, 0, count, 0);
    begin_array(vtk, "Float64", "Points", 3);
    for (int f = 0; f < scene->force_count; f++) {
        for (int k = 0; k < 2 && ab_scene_tie(scene, frame, f, ends); k++) {
            put_vector(vtk, ends[k]);
        }
    }
    end_array(vtk);
    ab_text_add(&vtk->text, "</Points>\n<CellData>\n");
    begin_array(vtk, "Int32", "force", 1);
    for (int f = 0; f < scene->force_count; f++) {
        if (ab_scene_tie(scene, frame, f, ends)) {
            put_int(vtk, f + 1);
        }
    }
    end_array(vtk);
    ab_text_add(&vtk->text, "</CellData>\n<Lines>\n");
    put_counted(vtk, "connectivity", 0, 1, 2 * count);
    put_counted(vtk, "offsets", 2, 2, count);
    return end_piece(vtk, "Lines", path, error);
}

// ---- the whole ----

// A plane is shown as far as the bodies come around, so its patch must be found first.
static double patch_size(const abRecord *record, const abFrame *first, const abFrame *last) {
    double size = 0.0;
    const abFrame *frames[2] = {first, last};
    for (int s = 0; s < record->scene.shape_count; s++) {
        const abSceneShape *shape = &record->scene.shapes[s];
        for (int k = 0; k < 2 && isfinite(shape->shape.bound); k++) {
            abVec3 p = frames[k]->bodies[shape->body - 1].position;
            double far = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) + shape->shape.bound;
            size = fmax(size, far);
        }
    }
    return size > 0.0 ? 1.5 * size : 1.0;
}

static abResult build_mesh(Vtk *vtk, int64_t first, int64_t last, abError *error) {
    abRecord *record = vtk->record;
    size_t shapes = (size_t)record->scene.shape_count, bodies = (size_t)record->scene.body_count;
    abFrame a, b;
    AB_TRY(ab_record_frame(record, first, 0, &a, error));
    abBodyState *start = AB_ARENA_NEW(&vtk->arena, abBodyState, bodies + 1);
    vtk->first_point = AB_ARENA_NEW(&vtk->arena, int, shapes + 1);
    vtk->first_triangle = AB_ARENA_NEW(&vtk->arena, int, shapes + 1);
    if (start == NULL || vtk->first_point == NULL || vtk->first_triangle == NULL) {
        return ab_record_no_memory(record, error);
    }
    memcpy(start, a.bodies, bodies * sizeof *start);
    a.bodies = start;
    AB_TRY(ab_record_frame(record, last, 0, &b, error));
    double patch = patch_size(record, &a, &b);
    for (size_t s = 0; s < shapes; s++) {
        ab_surface_add(&vtk->mesh, &record->scene.shapes[s], patch);
        vtk->first_point[s + 1] = vtk->mesh.point_count;
        vtk->first_triangle[s + 1] = vtk->mesh.triangle_count;
    }
    return vtk->mesh.failed ? ab_record_no_memory(record, error) : AB_OK;
}

static abResult write_frames(Vtk *vtk, const abSampleRange *range, int64_t first, int64_t end,
                             abText *list, abError *error) {
    const char *name = ab_file_name(vtk->base);
    for (int64_t i = first; i < end; i += range->every) {
        static const char *const kinds[] = {"bodies", "contacts", "regions", "outlines", "ties"};
        static abResult (*const write[])(Vtk *, const abFrame *, const char *, abError *) = {
            write_bodies, write_contacts, write_regions, write_outlines, write_ties};
        enum { REGIONS = 2, TIES = 4, PARTS = 5 };
        unsigned parts = AB_FRAME_CONTACTS | AB_FRAME_MAPS | AB_FRAME_REGIONS;
        abFrame frame;
        AB_TRY(ab_record_frame(vtk->record, i, parts, &frame, error));
        bool has_ties = tie_count(&vtk->record->scene, &frame) > 0;
        for (int part = 0; part < PARTS; part++) {
            if ((part == TIES && !has_ties) ||
                (part >= REGIONS && part < TIES && !vtk->has_regions)) {
                continue;
            }
            char path[4400];
            snprintf(path, sizeof path, "%s.vtk/%s_%06lld.vtp", vtk->base, kinds[part],
                     (long long)i);
            AB_TRY(write[part](vtk, &frame, path, error));
            ab_text_add(list, "<DataSet timestep=\"%.17g\" part=\"%d\" file=\"", frame.time, part);
            for (const char *c = name; *c != '\0'; c++) {
                const char *safe = *c == '&'   ? "&amp;"
                                   : *c == '<' ? "&lt;"
                                   : *c == '"' ? "&quot;"
                                               : NULL;
                ab_text_write(list, safe != NULL ? safe : c, safe != NULL ? strlen(safe) : 1);
            }
            ab_text_add(list, ".vtk/%s_%06lld.vtp\"/>\n", kinds[part], (long long)i);
        }
    }
    return AB_OK;
}

static abResult export_all(Vtk *vtk, const abSampleRange *range, abText *list, abError *error) {
    int64_t first, end;
    char path[4400];
    AB_TRY(ab_sample_bounds(vtk->record, range, &first, &end, error));
    AB_TRY(build_mesh(vtk, first, end - 1, error));
    snprintf(path, sizeof path, "%s.vtk", vtk->base);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot make the folder: %s",
                            strerror(errno));
    }
    AB_TRY(write_frames(vtk, range, first, end, list, error));
    begin_file(vtk, "Collection");
    ab_text_write(&vtk->text, ab_text_string(list), list->size);
    end_file(vtk, "Collection");
    snprintf(path, sizeof path, "%s.pvd", vtk->base);
    return list->failed ? ab_record_no_memory(vtk->record, error) : save(vtk, path, error);
}

abResult ab_export_vtk(abRecord *record, const abSampleRange *range, const char *base,
                       double exaggeration, abError *error) {
    Vtk vtk = {.record = record,
               .base = base,
               .exaggeration = exaggeration,
               .has_maps = ab_record_has_maps(record),
               .has_regions = ab_record_has_regions(record)};
    abText list;
    ab_text_init(&list, record->allocator);
    ab_text_init(&vtk.text, record->allocator);
    ab_text_init(&vtk.bytes, record->allocator);
    ab_surface_init(&vtk.mesh, record->allocator);
    ab_arena_init(&vtk.arena, record->allocator, 16384);
    abResult result = export_all(&vtk, range, &list, error);
    ab_arena_done(&vtk.arena);
    ab_surface_done(&vtk.mesh);
    ab_text_done(&vtk.bytes);
    ab_text_done(&vtk.text);
    ab_text_done(&list);
    return result;
}
