// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_points.c - the penetrating surface of a pair as a list of points, in the world.

#include "collide/pressure/surface_points.h"

#include <string.h>

#include "base/array.h"
#include "collide/pairs/collide.h"
#include "collide/pressure/surface_add_point.h"
#include "collide/pressure/surface_faces.h"
#include "collide/pressure/surface_flat.h"
#include "collide/pressure/surface_room.h"
#include "collide/pressure/surface_track.h"
#include "collide/pressure/surface_vertices.h"
#include "mesh/core/mesh_closest.h"

abSurfaceWorkspace *ab_surface_workspace_create(abAllocator allocator) {
    abSurfaceWorkspace *workspace = allocator.resize(allocator.context, NULL, 0, sizeof *workspace);
    if (workspace != NULL) {
        memset(workspace, 0, sizeof *workspace);
        workspace->allocator = allocator;
    }
    return workspace;
}

void ab_surface_workspace_destroy(abSurfaceWorkspace *workspace) {
    if (workspace == NULL) {
        return;
    }
    abAllocator a = workspace->allocator;
    for (size_t i = 0; i < workspace->track_count; i++) {
        ab_surface_track_done(a, &workspace->tracks[i]);
    }
    for (size_t i = 0; i < workspace->table_count; i++) {
        ab_plane_table_done(&workspace->tables[i], a);
    }
    ab_arrays_free(a, &workspace->arrays);
    a.resize(a.context, workspace, sizeof *workspace, 0);
}

bool ab_has_surface(const abShape *A, const abShape *B) {
    return (A->surface != NULL || B->surface != NULL) && !ab_never_touch(A, B);
}

int ab_surface_finer(const abShape *A, const abShape *B) {
    if (A->surface == NULL || B->surface == NULL) {
        return A->surface != NULL ? AB_SURFACE_OF_A : AB_SURFACE_OF_B;
    }
    return B->surface->mean_edge < A->surface->mean_edge ? AB_SURFACE_OF_B : AB_SURFACE_OF_A;
}

// ---- one surface ----

static bool begin(abSurfaceWork *work, const abShape *own) {
    abSurfaceWorkspace *workspace = work->workspace;
    const abShape *other = work->other;
    work->X_OS = (abPose){ab_mat3_t_mul(work->X_WO->R, work->X_WS->R),
                          ab_pose_point_inverse(*work->X_WO, work->X_WS->p)};
    if (other->surface != NULL &&
        !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->stamps,
                           other->surface->mesh->triangle_count)) {
        return false;
    }
    return ab_surface_find_planes(work) && ab_surface_find_near(work, own);
}

// Of a side without surface, or not asked for: no list, but true.
static bool look_at(abSurfaceWork *work, abSurfaceWorkspace *workspace, const abShape *A,
                    const abPose *X_WA, const abShape *B, const abPose *X_WB, abSurfaceSpec spec,
                    int side) {
    *work = (abSurfaceWork){.workspace = workspace,
                            .surface = side == 0 ? A->surface : B->surface,
                            .other = side == 0 ? B : A,
                            .X_WS = side == 0 ? X_WA : X_WB,
                            .X_WO = side == 0 ? X_WB : X_WA,
                            .spec = spec,
                            .side = side,
                            .share = spec.sides == AB_SURFACE_OF_BOTH ? 0.5 : 1.0};
    bool is_wanted = (spec.sides & (side == 0 ? AB_SURFACE_OF_A : AB_SURFACE_OF_B)) != 0;
    if (!is_wanted || work->surface == NULL) {
        return true;
    }
    return begin(work, side == 0 ? A : B);
}

bool ab_surface_find_parts(abSurfaceWorkspace *workspace, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, abSurfaceSpec spec,
                           const abSurfacePart **parts, int counts[2]) {
    workspace->part_count = 0;
    for (int side = 0; side < 2; side++) {
        abSurfaceWork work;
        size_t before = workspace->part_count;
        if (!look_at(&work, workspace, A, X_WA, B, X_WB, spec, side)) {
            return false;
        }
        if (work.track != NULL) {
            ab_surface_take_faces(&work);
        }
        if (work.is_full) {
            return false;
        }
        counts[side] = (int)(workspace->part_count - before);
    }
    *parts = workspace->parts;
    return true;
}

// ---- points ----

static void add_part(abSurfaceWork *work, const abSurfacePart *part) {
    abVec3 area = ab_mul(work->X_WO->R, part->area);
    area = work->side == 0 ? area : ab_neg(area);
    for (int j = 0; j < 3; j++) {
        abMeshClosest at = {.distance = -part->depth[j],
                            .point = ab_add_scaled(part->x[j], part->depth[j], part->normal),
                            .normal = part->normal,
                            .triangle = part->other[j]};
        abSurfacePoint *point = ab_surface_store(work, &at, part->x[j]);
        if (point != NULL) {
            point->area_W = ab_scale(1.0 / 3.0, area);
            point->area = ab_norm(point->area_W);
            point->m_AB_W = ab_scale(1.0 / point->area, point->area_W);
            point->seen = ab_dot(point->m_AB_W, point->n_AB_W);
            abVec3 x_S = ab_pose_point_inverse(work->X_OS, part->x[j]);
            point->own.triangle = part->triangle;
            ab_mesh_weights(work->surface, part->triangle, x_S, 0, point->own.weight);
        }
    }
}

static void take_points(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    if (work->spec.rule == AB_SURFACE_VERTICES) {
        ab_surface_take_vertices(work);
        return;
    }
    workspace->part_count = 0;
    work->spec.places = true;
    ab_surface_take_faces(work);
    for (size_t i = 0; i < workspace->part_count && !work->is_full; i++) {
        add_part(work, &workspace->parts[i]);
    }
}

int ab_surface_points(abSurfaceWorkspace *workspace, const abShape *A, const abPose *X_WA,
                      const abShape *B, const abPose *X_WB, abSurfaceSpec spec,
                      const abSurfacePoint **points) {
    workspace->count = 0;
    for (int side = 0; side < 2; side++) {
        abSurfaceWork work;
        if (!look_at(&work, workspace, A, X_WA, B, X_WB, spec, side)) {
            return -1;
        }
        if (work.track != NULL) {
            take_points(&work);
        }
        if (work.is_full) {
            return -1;
        }
    }
    *points = workspace->points;
    return (int)workspace->count;
}
