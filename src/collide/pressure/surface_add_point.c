// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_add_point.c - a point of a surface contact: where it is, and how its direction turns.

#include "collide/pressure/surface_add_point.h"

#include "base/array.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_closest.h"

// How the direction turns: away from an edge or a corner of a mesh, and from the middle of a ball.
static void find_bend(const abSurfaceWork *work, const abMeshClosest *at, abSurfacePoint *point) {
    const abMeshSurface *other = work->other->surface;
    if (work->other->is_sphere) {
        point->bend = AB_SURFACE_BEND_CORNER;
        point->curvature = 1.0 / (work->other->bound - point->depth);
    } else if (at->feature > 0) {
        point->bend = at->feature <= 3 ? AB_SURFACE_BEND_EDGE : AB_SURFACE_BEND_CORNER;
        point->curvature = -1.0 / point->depth;
    }
    if (point->bend == AB_SURFACE_BEND_EDGE) {
        int side = at->feature - 1;
        abVec3 p = ab_mesh_corner(other->mesh, (size_t)at->triangle, side);
        abVec3 q = ab_mesh_corner(other->mesh, (size_t)at->triangle, (side + 1) % 3);
        point->edge_W = ab_mul(work->X_WO->R, ab_unit(ab_sub(q, p)));
    }
}

abSurfacePoint *ab_surface_store(abSurfaceWork *work, const abMeshClosest *at, abVec3 x_O) {
    abSurfaceWorkspace *workspace = work->workspace;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->points,
                           workspace->count + 1)) {
        work->is_full = true;
        return NULL;
    }
    abSurfacePoint *point = &workspace->points[workspace->count++];
    *point = (abSurfacePoint){.p_W = ab_pose_point(*work->X_WO, x_O),
                              .depth = -at->distance,
                              .side = work->side,
                              .vertex = -1,
                              .p_other = at->point};
    abVec3 outward = ab_mul(work->X_WO->R, at->normal); // of the other
    point->n_AB_W = work->side == 0 ? ab_neg(outward) : outward;
    point->own = (abSurfacePlace){-1, {1.0, 0.0, 0.0}};
    point->other.triangle = at->triangle;
    if (at->triangle >= 0) {
        ab_mesh_weights(work->other->surface, at->triangle, at->point, at->feature,
                        point->other.weight);
    }
    find_bend(work, at, point);
    return point;
}
