// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_flat.c - depth below the faces of planes, boxes and hulls: the least of their planes'.
// A triangle is cut into the parts next to each of them.

#include "collide/pressure/surface_flat.h"

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/closest_point.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "shape/kinds/hull.h"

static bool add_plane(abSurfaceWorkspace *workspace, abVec3 normal, double height) {
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->planes,
                           workspace->plane_count + 1)) {
        return false;
    }
    workspace->planes[workspace->plane_count++] = (abMeshPlane){normal, height};
    return true;
}

static bool add_box(abSurfaceWorkspace *workspace, const abShape *box) {
    bool is_done = true;
    for (int i = 0; i < 6; i++) {
        abVec3 n = {0.0, 0.0, 0.0};
        ab_set(&n, i / 2, i % 2 == 0 ? 1.0 : -1.0);
        is_done = is_done && add_plane(workspace, n, box->size[i / 2]);
    }
    return is_done;
}

static bool add_hull(abSurfaceWorkspace *workspace, const abHull *hull) {
    bool is_done = true;
    for (int i = 0; i < hull->face_count && is_done; i++) {
        is_done = add_plane(workspace, hull->normals[i], hull->offsets[i]);
    }
    return is_done;
}

bool ab_surface_find_planes(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    const abShape *other = work->other;
    workspace->plane_count = 0;
    work->is_flat = other->surface == NULL && other->radius == 0.0 &&
                    (other->kind == AB_SHAPE_PLANE || other->kind == AB_SHAPE_BOX ||
                     (other->hull != NULL && other->hull->face_count > 0));
    if (!work->is_flat) {
        return true;
    }
    if (other->kind == AB_SHAPE_PLANE) {
        abClosest at = ab_shape_closest_point(other, ab_vec3(0.0, 0.0, 0.0));
        return add_plane(workspace, at.normal, ab_dot(at.normal, at.point));
    }
    return other->kind == AB_SHAPE_BOX ? add_box(workspace, other)
                                       : add_hull(workspace, other->hull);
}

double ab_surface_depth_in_planes(const abSurfaceWorkspace *workspace, abVec3 x, int *nearest) {
    double minimum = INFINITY;
    *nearest = -1;
    for (size_t i = 0; i < workspace->plane_count; i++) {
        double depth = workspace->planes[i].height - ab_dot(workspace->planes[i].normal, x);
        if (depth < minimum) {
            minimum = depth;
            *nearest = (int)i;
        }
    }
    return minimum;
}

// Whether plane i is nowhere on the triangle nearer than j, or the same and later.
static bool is_behind(const double i[3], const double j[3], double slack, bool is_later) {
    double workspace = is_later ? -slack : slack;
    return i[0] >= j[0] + workspace && i[1] >= j[1] + workspace && i[2] >= j[2] + workspace;
}

static bool add_cell(abSurfaceWorkspace *workspace, int plane, const double depth[3]) {
    abSurfaceCell *cell = ab_cells_add(workspace);
    if (cell == NULL) {
        return false;
    }
    ab_cell_begin(cell, plane);
    for (int c = 0; c < 3; c++) {
        cell->depth[c] = depth[c];
    }
    return true;
}

// Those planes that may be nearest somewhere.
static bool find_candidates(abSurfaceWorkspace *workspace, const abNearPoint *const corner[3],
                            double slack) {
    workspace->cell_count = 0;
    for (size_t i = 0; i < workspace->plane_count; i++) {
        double depth[3];
        bool is_hidden = false;
        for (int c = 0; c < 3; c++) {
            depth[c] =
                workspace->planes[i].height - ab_dot(workspace->planes[i].normal, corner[c]->x);
        }
        for (size_t j = 0; j < workspace->cell_count && !is_hidden; j++) {
            is_hidden = is_behind(depth, workspace->cells[j].depth, slack, true);
        }
        if (!is_hidden && !add_cell(workspace, (int)i, depth)) {
            return false;
        }
    }
    return true;
}

bool ab_surface_find_flat_cells(abSurfaceWork *work, const abNearPoint *const corner[3]) {
    abSurfaceWorkspace *workspace = work->workspace;
    double slack = 1e-14 * (fabs(corner[0]->depth) + ab_norm(corner[0]->x));
    if (!find_candidates(workspace, corner, slack)) {
        return false;
    }
    size_t count = workspace->cell_count;
    for (size_t i = 0; i < count; i++) {
        abSurfaceCell *cell = &workspace->cells[i];
        const double *own = cell->depth;
        ab_cell_cut(cell, own, -1);
        for (size_t j = 0; j < count && cell->count > 0; j++) {
            const double *d = workspace->cells[j].depth;
            if (j != i) {
                const double less[3] = {d[0] - own[0], d[1] - own[1], d[2] - own[2]};
                ab_cell_cut(cell, less, workspace->cells[j].triangle);
            }
        }
    }
    ab_cells_keep(workspace, 0, 0.0);
    return true;
}
