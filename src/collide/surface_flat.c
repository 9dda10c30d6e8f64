// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_flat.c - depth below the faces of planes, boxes and hulls: the least of their planes'.
// A triangle is cut into the parts next to each of them.

#include "base/array.h"
#include "collide/query.h"
#include "collide/surface_parts.h"
#include "shape/hull.h"

static bool add_plane(abSurfaceRoom *room, abVec3 normal, double height) {
    if (!AB_ARRAY_RESERVE(room->allocator, room->planes, room->plane_capacity,
                          room->plane_count + 1)) {
        return false;
    }
    room->planes[room->plane_count++] = (abMeshPlane){normal, height};
    return true;
}

static bool add_box(abSurfaceRoom *room, const abShape *box) {
    bool is_done = true;
    for (int i = 0; i < 6; i++) {
        abVec3 n = {0.0, 0.0, 0.0};
        ab_set(&n, i / 2, i % 2 == 0 ? 1.0 : -1.0);
        is_done = is_done && add_plane(room, n, box->size[i / 2]);
    }
    return is_done;
}

static bool add_hull(abSurfaceRoom *room, const abHull *hull) {
    bool is_done = true;
    for (int i = 0; i < hull->face_count && is_done; i++) {
        is_done = add_plane(room, hull->normals[i], hull->offsets[i]);
    }
    return is_done;
}

bool ab_surface_find_planes(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    const abShape *other = work->other;
    room->plane_count = 0;
    work->is_flat = other->surface == NULL && other->radius == 0.0 &&
                    (other->kind == AB_SHAPE_PLANE || other->kind == AB_SHAPE_BOX ||
                     (other->hull != NULL && other->hull->face_count > 0));
    if (!work->is_flat) {
        return true;
    }
    if (other->kind == AB_SHAPE_PLANE) {
        abClosest at = ab_shape_closest_point(other, ab_vec3(0.0, 0.0, 0.0));
        return add_plane(room, at.normal, ab_dot(at.normal, at.point));
    }
    return other->kind == AB_SHAPE_BOX ? add_box(room, other) : add_hull(room, other->hull);
}

double ab_surface_depth_in_planes(const abSurfaceRoom *room, abVec3 x, int *nearest) {
    double least = INFINITY;
    *nearest = -1;
    for (size_t i = 0; i < room->plane_count; i++) {
        double depth = room->planes[i].height - ab_dot(room->planes[i].normal, x);
        if (depth < least) {
            least = depth;
            *nearest = (int)i;
        }
    }
    return least;
}

// Whether plane i is nowhere on the triangle nearer than j, or the same and later.
static bool is_behind(const double i[3], const double j[3], double slack, bool is_later) {
    double room = is_later ? -slack : slack;
    return i[0] >= j[0] + room && i[1] >= j[1] + room && i[2] >= j[2] + room;
}

static bool add_cell(abSurfaceRoom *room, int plane, const double depth[3]) {
    if (!AB_ARRAY_RESERVE(room->allocator, room->cells, room->cell_capacity,
                          room->cell_count + 1)) {
        return false;
    }
    abSurfaceCell *cell = &room->cells[room->cell_count++];
    ab_cell_begin(cell, plane);
    for (int c = 0; c < 3; c++) {
        cell->depth[c] = depth[c];
    }
    return true;
}

// Those planes that may be nearest somewhere.
static bool find_candidates(abSurfaceRoom *room, const abNearPoint *const corner[3], double slack) {
    room->cell_count = 0;
    for (size_t i = 0; i < room->plane_count; i++) {
        double depth[3];
        bool is_hidden = false;
        for (int c = 0; c < 3; c++) {
            depth[c] = room->planes[i].height - ab_dot(room->planes[i].normal, corner[c]->x);
        }
        for (size_t j = 0; j < room->cell_count && !is_hidden; j++) {
            is_hidden = is_behind(depth, room->cells[j].depth, slack, true);
        }
        if (!is_hidden && !add_cell(room, (int)i, depth)) {
            return false;
        }
    }
    return true;
}

bool ab_surface_find_flat_cells(abSurfaceWork *work, const abNearPoint *const corner[3]) {
    abSurfaceRoom *room = work->room;
    double slack = 1e-14 * (fabs(corner[0]->depth) + ab_norm(corner[0]->x));
    if (!find_candidates(room, corner, slack)) {
        return false;
    }
    size_t count = room->cell_count, kept = 0;
    for (size_t i = 0; i < count; i++) {
        abSurfaceCell *cell = &room->cells[i];
        const double *own = cell->depth;
        ab_cell_cut(cell, own, -1);
        for (size_t j = 0; j < count && cell->count > 0; j++) {
            const double *d = room->cells[j].depth;
            if (j != i) {
                const double less[3] = {d[0] - own[0], d[1] - own[1], d[2] - own[2]};
                ab_cell_cut(cell, less, room->cells[j].triangle);
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (room->cells[i].count >= 3) {
            room->cells[kept++] = room->cells[i];
        }
    }
    room->cell_count = kept;
    return true;
}
