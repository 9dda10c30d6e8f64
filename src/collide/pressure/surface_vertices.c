// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_vertices.c - rule `vertices`: a point at each vertex inside.
//
// The area of a vertex with the sum S of its triangles' areas as vectors is |S . n|/3, n the
// direction to the nearest surface: side walls drop out, and the areas of a flat face sum to its
// true one. Where S faces away from the nearest surface, as that of a vertex past the middle of a
// wall, the pressure acts against n, as it does on a face there: it pushes back where the vertex came
// from. By region: the penetrating area of the triangles that hang together over wet vertices, shared
// alike.
//
// Source  area seen along the normal: docs/theory/surface_contact.md.

#include "collide/pressure/surface_vertices.h"

#include "base/array.h"
#include "base/groups.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/closest_point.h"
#include "collide/pressure/surface_add_point.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "mesh/core/mesh_closest.h"

static double whole_area(const abMeshSurface *surface, int triangle) {
    abVec3 a = ab_mesh_corner(surface->mesh, (size_t)triangle, 0);
    abVec3 u = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 1), a);
    abVec3 v = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 2), a);
    return 0.5 * ab_norm(ab_cross(u, v));
}

// Where the side from a penetrating corner to a dry one leaves, 0 to 1.
static double penetrating_share(double penetrating, double dry) {
    return penetrating / (penetrating - dry);
}

// Of three depths, the share of the triangle where it is above zero.
static double penetrating_part(const double depth[3]) {
    int penetrating = (depth[0] > 0.0) + (depth[1] > 0.0) + (depth[2] > 0.0);
    for (int i = 0; i < 3; i++) {
        double a = depth[i], b = depth[(i + 1) % 3], c = depth[(i + 2) % 3];
        if (penetrating == 1 && a > 0.0) {
            return penetrating_share(a, b) * penetrating_share(a, c);
        }
        if (penetrating == 2 && a <= 0.0) {
            return 1.0 - penetrating_share(a, b) * penetrating_share(a, c);
        }
    }
    return penetrating == 3 ? 1.0 : 0.0;
}

// ---- regions ----

static bool make_room(abSurfaceWorkspace *workspace, size_t count) {
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->parents, count) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->penetrating,
                           count) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->members, count)) {
        return false;
    }
    ab_groups_begin(workspace->parents, count);
    for (size_t i = 0; i < count; i++) {
        workspace->penetrating[i] = 0.0;
        workspace->members[i] = 0;
    }
    return true;
}

// Joins the wet corners of a triangle; its area goes to the first of them, to the root later.
static void join_corners(abSurfaceWork *work, size_t face) {
    abSurfaceWorkspace *workspace = work->workspace;
    const abSurfaceTrack *track = work->track;
    const int *c = &track->corners[3 * face];
    const double depth[3] = {track->points[c[0]].depth, track->points[c[1]].depth,
                             track->points[c[2]].depth};
    int first = -1;
    for (int i = 0; i < 3; i++) {
        if (depth[i] > 0.0 && first < 0) {
            first = i;
            workspace->penetrating[c[i]] +=
                penetrating_part(depth) * whole_area(work->surface, track->faces[face]);
        } else if (depth[i] > 0.0) {
            ab_groups_join(workspace->parents, c[first], c[i]);
        }
    }
}

static bool find_regions(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    const abSurfaceTrack *track = work->track;
    if (!make_room(workspace, track->point_count)) {
        return false;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        join_corners(work, i);
    }
    for (int i = 0; i < (int)track->point_count; i++) {
        int root = ab_group_of(workspace->parents, i);
        workspace->members[root] += track->points[i].depth > 0.0;
        if (root != i) {
            workspace->penetrating[root] += workspace->penetrating[i];
        }
    }
    return true;
}

// ---- points ----

static abMeshClosest nearest_of(const abSurfaceWork *work, const abNearPoint *near) {
    if (work->other->surface != NULL) {
        return ab_mesh_closest_on(work->other->surface, near->triangle, near->x);
    }
    abClosest at = ab_shape_closest_point(work->other, near->x);
    return (abMeshClosest){
        .distance = at.distance, .point = at.point, .normal = at.normal, .triangle = -1};
}

static void add_vertex(abSurfaceWork *work, int number) {
    const abSurfaceWorkspace *workspace = work->workspace;
    const abNearPoint *near = &work->track->points[number];
    abMeshClosest at = nearest_of(work, near);
    abSurfacePoint *point = ab_surface_store(work, &at, near->x);
    if (point == NULL) {
        return;
    }
    abVec3 area = ab_mul(work->X_WS->R, work->surface->point_areas[near->vertex]);
    area = work->side == 0 ? area : ab_neg(area); // from A into B
    double seen = ab_dot(area, point->n_AB_W);
    point->depth = near->depth;
    point->vertex = near->vertex;
    if (work->spec.by_point) { // led back the shortest way, wherever its triangles face
        point->by_itself = true;
        point->seen = 1.0;
        point->m_AB_W = point->n_AB_W;
        point->area = fabs(seen);
        return;
    }
    point->seen = seen < 0.0 ? -1.0 : 1.0;
    point->m_AB_W = ab_scale(point->seen, point->n_AB_W);
    if (work->spec.by_region) {
        int root = ab_group_of(work->workspace->parents, number);
        point->area = work->share * workspace->penetrating[root] / workspace->members[root];
    } else {
        point->area = work->share * fabs(seen);
        point->area_W = ab_scale(work->share, area);
    }
}

void ab_surface_take_vertices(abSurfaceWork *work) {
    if (work->spec.by_region && !find_regions(work)) {
        work->is_full = true;
    }
    for (int i = 0; i < (int)work->track->point_count && !work->is_full; i++) {
        if (work->track->points[i].depth > 0.0) {
            add_vertex(work, i);
        }
    }
}
