// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_outlines.c - contours of a frame's meshes, each given to the region it is around.
//
// Which contour belongs to which row of the record is told by the areas and their centres. Where
// the areas are not those recorded, the contact is rigid: its bodies only touch, and the run pushed
// them together before it looked (ab_contours_add_rigid). Of both ways the one that fits is
// taken.

#include "record/file/record_outlines.h"

#include <math.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/region/contour.h"
#include "collide/region/region_mesh.h"
#include "collide/region/region_room.h"
#include "math/core/vector_math.h"
#include "mesh/check/mesh_report.h"
#include "mesh/core/mesh_surface.h"
#include "mesh/read/mesh_source.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"
#include "shape/kinds/hull.h"

struct abOutlineFinder {
    abArena arena;
    abShape *shapes; // of the scene, with their surfaces once they were asked for
    bool *is_made;
    abRegionWorkspace *workspace;
    abContours contours;
    abVec3 *points;
    abOutlineLoop *loops;
    size_t point_count, point_capacity, loop_count, loop_capacity;
};

// ---- meshes ----

static bool copy_mesh(const abSceneShape *from, abTriangleMesh *mesh, abArena *arena) {
    size_t points = (size_t)from->point_count, triangles = (size_t)from->triangle_count;
    mesh->points = AB_ARENA_NEW(arena, abVec3, points + 1);
    mesh->numbers = AB_ARENA_NEW(arena, int, points + 1);
    mesh->triangles = AB_ARENA_NEW(arena, int, 3 * triangles + 1);
    mesh->faces = AB_ARENA_NEW(arena, int, triangles + 1);
    if (mesh->points == NULL || mesh->numbers == NULL || mesh->triangles == NULL ||
        mesh->faces == NULL) {
        return false;
    }
    mesh->point_count = points;
    mesh->triangle_count = mesh->face_count = triangles;
    for (size_t i = 0; i < points; i++) {
        mesh->points[i] = from->points[i];
        mesh->numbers[i] = (int)i + 1;
    }
    for (size_t t = 0; t < triangles; t++) {
        mesh->faces[t] = (int)t + 1;
        for (size_t k = 3 * t; k < 3 * t + 3; k++) {
            mesh->triangles[k] = from->triangles[k];
        }
    }
    return true;
}

static bool is_finite_mesh(const abSceneShape *shape) {
    for (int i = 0; i < shape->point_count; i++) {
        abVec3 p = shape->points[i];
        if (!isfinite(p.x + p.y + p.z)) {
            return false;
        }
    }
    return shape->triangle_count > 0;
}

// The shape as it was compiled for the run. Without a surface when the mesh is not one that could
// have touched.
static bool make_shape(abOutlineFinder *finder, abAllocator allocator, const abSceneShape *from,
                       abShape *shape) {
    abMeshSource *source = AB_ARENA_NEW(&finder->arena, abMeshSource, 1);
    abMeshSurface *surface = AB_ARENA_NEW(&finder->arena, abMeshSurface, 1);
    abError reason;
    ab_error_clear(&reason);
    if (!is_finite_mesh(from)) {
        return true;
    }
    if (source == NULL || surface == NULL || !copy_mesh(from, &source->mesh, &finder->arena) ||
        !ab_mesh_report(&source->mesh, allocator, &source->report)) {
        return false;
    }
    if (ab_mesh_surface_fault(&source->report) != AB_MESH_CHECK_COUNT ||
        ab_hull_of_mesh(source, &finder->arena, shape, (abPlace){0}, &reason) != AB_OK) {
        return true;
    }
    shape->kind = AB_SHAPE_MESH;
    if (!ab_mesh_surface_build(surface, &source->mesh, &finder->arena)) {
        return false;
    }
    shape->surface = surface;
    return true;
}

static bool find_shape(abRecord *record, int index) {
    abOutlineFinder *finder = record->outlines;
    if (!finder->is_made[index]) {
        finder->is_made[index] = true;
        return make_shape(finder, record->allocator, &record->scene.shapes[index],
                          &finder->shapes[index]);
    }
    return true;
}

static bool open_finder(abRecord *record) {
    abOutlineFinder *finder = AB_ARENA_NEW(&record->arena, abOutlineFinder, 1);
    size_t shapes = (size_t)record->scene.shape_count + 1;
    if (finder == NULL) {
        return false;
    }
    record->outlines = finder;
    finder->contours.allocator = record->allocator;
    ab_arena_init(&finder->arena, record->allocator, 65536);
    finder->shapes = AB_ARENA_NEW(&finder->arena, abShape, shapes);
    finder->is_made = AB_ARENA_NEW(&finder->arena, bool, shapes);
    finder->workspace = ab_region_workspace_create(record->allocator, 1, 1);
    return true;
}

void ab_record_close_outlines(abRecord *record) {
    abOutlineFinder *finder = record->outlines;
    if (finder != NULL) {
        AB_ARRAY_FREE(record->allocator, finder->points, finder->point_capacity);
        AB_ARRAY_FREE(record->allocator, finder->loops, finder->loop_capacity);
        ab_contours_done(&finder->contours);
        ab_region_workspace_destroy(finder->workspace);
        ab_arena_done(&finder->arena);
    }
}

// ---- contours of a contact ----

// Rows `first` to `end` of a frame: those of one contact.
typedef struct Rows {
    const abFrame *frame;
    int first, end;
} Rows;

// How far a region is from being that of a row.
static double unlikeness(const abContourRegion *region, const abContactRegion *row) {
    return fabs(region->flat_area - row->area) + ab_norm2(ab_sub(region->centre_W, row->center));
}

static int likest_region(const abContours *contours, const abContactRegion *row) {
    int likest = -1;
    for (int r = 0; r < (int)contours->region_count; r++) {
        if (likest < 0 ||
            unlikeness(&contours->regions[r], row) < unlikeness(&contours->regions[likest], row)) {
            likest = r;
        }
    }
    return likest;
}

// The areas that are off, by those of all rows.
static double misfit(const abContours *contours, const Rows *rows) {
    double off = 0.0, all = 0.0;
    for (int i = rows->first; i < rows->end; i++) {
        const abContactRegion *row = &rows->frame->regions[i];
        int likest = likest_region(contours, row);
        off += fabs(row->area - (likest >= 0 ? contours->regions[likest].flat_area : 0.0));
        all += row->area;
    }
    return all > 0.0 ? off / all : off;
}

typedef struct Pair {
    const abShape *A, *B;
    abPose X_WA, X_WB;
} Pair;

static bool find_contours(abOutlineFinder *finder, const Pair *pair) {
    return ab_mesh_contours(&finder->contours, finder->workspace, pair->A, &pair->X_WA, pair->B,
                            &pair->X_WB);
}

static Pair pushed(const abOutlineFinder *finder, const Pair *pair) {
    Pair out = *pair;
    abProximity at = {0};
    ab_meshes_proximity(finder->workspace, pair->A, &pair->X_WA, pair->B, &pair->X_WB, &at);
    double push = 1e-3 * fmin(pair->A->bound, pair->B->bound);
    out.X_WB.p = ab_add_scaled(out.X_WB.p, -push, at.n_AB_W);
    return out;
}

static bool find_fitting(abOutlineFinder *finder, const Pair *pair, const Rows *rows) {
    if (!find_contours(finder, pair)) {
        return false;
    }
    double found = misfit(&finder->contours, rows);
    if (found < 1e-6) { // of the same poses but for rounding
        return true;
    }
    Pair closer = pushed(finder, pair);
    return find_contours(finder, &closer) &&
           (misfit(&finder->contours, rows) < found || find_contours(finder, pair));
}

static bool add_loop(abOutlineFinder *finder, abAllocator allocator, const abContour *loop,
                     int region) {
    size_t first = finder->point_count, end = first + (size_t)loop->count;
    if (!AB_ARRAY_RESERVE(allocator, finder->points, finder->point_capacity, end) ||
        !AB_ARRAY_RESERVE(allocator, finder->loops, finder->loop_capacity,
                          finder->loop_count + 1)) {
        return false;
    }
    for (int i = 0; i < loop->count; i++) {
        finder->points[finder->point_count++] = finder->contours.points[loop->first + i];
    }
    finder->loops[finder->loop_count++] =
        (abOutlineLoop){.region = region, .first = (int)first, .count = loop->count};
    return true;
}

static bool add_contact(abRecord *record, const Rows *rows) {
    abOutlineFinder *finder = record->outlines;
    const abFrame *frame = rows->frame;
    const abContactState *contact = &frame->contacts[frame->regions[rows->first].contact];
    int a = contact->shape_a, b = contact->shape_b, shapes = record->scene.shape_count;
    if (a < 0 || b < 0 || a >= shapes || b >= shapes || a == b) {
        return true;
    }
    if (!find_shape(record, a) || !find_shape(record, b)) {
        return false;
    }
    Pair pair = {.A = &finder->shapes[a],
                 .B = &finder->shapes[b],
                 .X_WA = ab_scene_shape_pose(&record->scene, frame, a),
                 .X_WB = ab_scene_shape_pose(&record->scene, frame, b)};
    if (pair.A->surface == NULL || pair.B->surface == NULL) {
        return true;
    }
    bool is_done = find_fitting(finder, &pair, rows);
    for (int i = rows->first; i < rows->end && is_done; i++) {
        int region = likest_region(&finder->contours, &frame->regions[i]);
        for (size_t k = 0; k < finder->contours.loop_count && region >= 0 && is_done; k++) {
            const abContour *loop = &finder->contours.loops[k];
            is_done = loop->region != region || add_loop(finder, record->allocator, loop, i);
        }
    }
    return is_done;
}

abResult ab_record_outlines(abRecord *record, const abFrame *frame, abOutlines *out,
                            abError *error) {
    *out = (abOutlines){0};
    if (frame->region_count == 0) {
        return AB_OK;
    }
    if (record->outlines == NULL && !open_finder(record)) {
        return ab_record_no_memory(record, error);
    }
    abOutlineFinder *finder = record->outlines;
    if (finder->shapes == NULL || finder->is_made == NULL || finder->workspace == NULL) {
        return ab_record_no_memory(record, error);
    }
    finder->point_count = finder->loop_count = 0;
    for (int first = 0, end; first < frame->region_count; first = end) {
        int contact = frame->regions[first].contact;
        for (end = first + 1; end < frame->region_count && frame->regions[end].contact == contact;
             end++) {
        }
        if (!add_contact(record, &(Rows){frame, first, end})) {
            return ab_record_no_memory(record, error);
        }
    }
    *out = (abOutlines){.points = finder->points,
                        .loops = finder->loops,
                        .point_count = (int)finder->point_count,
                        .loop_count = (int)finder->loop_count};
    return AB_OK;
}
