// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_vertices.c - rule `vertices`: a point at each vertex inside.
//
// The area of a vertex with the sum S of its triangles' areas as vectors is |S . n|/3, n the
// direction to the nearest surface: side walls drop out, and the areas of a flat face sum to its
// true one. By region: the wet area of the triangles that hang together over wet vertices, shared
// alike.
//
// Source  area seen along the normal: docs/theory/surface_contact.md.

#include "base/array.h"
#include "collide/query.h"
#include "collide/surface_parts.h"

static double whole_area(const abMeshSurface *surface, int triangle) {
    abVec3 a = ab_mesh_corner(surface->mesh, (size_t)triangle, 0);
    abVec3 u = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 1), a);
    abVec3 v = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 2), a);
    return 0.5 * ab_norm(ab_cross(u, v));
}

// Where the side from a wet corner to a dry one leaves, 0 to 1.
static double wet_share(double wet, double dry) {
    return wet / (wet - dry);
}

// Of three depths, the share of the triangle where it is above zero.
static double wet_part(const double depth[3]) {
    int wet = (depth[0] > 0.0) + (depth[1] > 0.0) + (depth[2] > 0.0);
    for (int i = 0; i < 3; i++) {
        double a = depth[i], b = depth[(i + 1) % 3], c = depth[(i + 2) % 3];
        if (wet == 1 && a > 0.0) {
            return wet_share(a, b) * wet_share(a, c);
        }
        if (wet == 2 && a <= 0.0) {
            return 1.0 - wet_share(a, b) * wet_share(a, c);
        }
    }
    return wet == 3 ? 1.0 : 0.0;
}

// ---- regions ----

static int root_of(abSurfaceRoom *room, int i) {
    while (room->parents[i] != i) {
        i = room->parents[i] = room->parents[room->parents[i]];
    }
    return i;
}

static void join(abSurfaceRoom *room, int i, int j) {
    int a = root_of(room, i), b = root_of(room, j);
    room->parents[a > b ? a : b] = a > b ? b : a;
}

static bool make_room(abSurfaceRoom *room, size_t count) {
    if (!AB_ARRAY_RESERVE(room->allocator, room->parents, room->parent_capacity, count) ||
        !AB_ARRAY_RESERVE(room->allocator, room->wet, room->wet_capacity, count) ||
        !AB_ARRAY_RESERVE(room->allocator, room->members, room->member_capacity, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        room->parents[i] = (int)i;
        room->wet[i] = 0.0;
        room->members[i] = 0;
    }
    return true;
}

// Joins the wet corners of a triangle; its area goes to the first of them, to the root later.
static void join_corners(abSurfaceWork *work, size_t face) {
    abSurfaceRoom *room = work->room;
    const abSurfaceTrack *track = work->track;
    const int *c = &track->corners[3 * face];
    const double depth[3] = {track->points[c[0]].depth, track->points[c[1]].depth,
                             track->points[c[2]].depth};
    int first = -1;
    for (int i = 0; i < 3; i++) {
        if (depth[i] > 0.0 && first < 0) {
            first = i;
            room->wet[c[i]] += wet_part(depth) * whole_area(work->surface, track->faces[face]);
        } else if (depth[i] > 0.0) {
            join(room, c[first], c[i]);
        }
    }
}

static bool find_regions(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    const abSurfaceTrack *track = work->track;
    if (!make_room(room, track->point_count)) {
        return false;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        join_corners(work, i);
    }
    for (int i = 0; i < (int)track->point_count; i++) {
        int root = root_of(room, i);
        room->members[root] += track->points[i].depth > 0.0;
        if (root != i) {
            room->wet[root] += room->wet[i];
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
    const abSurfaceRoom *room = work->room;
    const abNearPoint *near = &work->track->points[number];
    abMeshClosest at = nearest_of(work, near);
    abSurfacePoint *point = ab_surface_note(work, &at, near->x);
    if (point == NULL) {
        return;
    }
    abVec3 area = ab_mul(work->X_WS->R, work->surface->point_areas[near->vertex]);
    double seen = ab_dot(area, point->n_AB_W);
    point->depth = near->depth;
    point->vertex = near->vertex;
    point->m_AB_W = point->n_AB_W;
    point->seen = 1.0;
    if (work->wish.by_region) {
        int root = root_of(work->room, number);
        point->area = work->share * room->wet[root] / room->members[root];
    } else {
        point->area = work->share * fabs(seen);
        point->area_W = ab_scale(seen < 0.0 ? -work->share : work->share, area);
    }
}

void ab_surface_take_vertices(abSurfaceWork *work) {
    if (work->wish.by_region && !find_regions(work)) {
        work->is_full = true;
    }
    for (int i = 0; i < (int)work->track->point_count && !work->is_full; i++) {
        if (work->track->points[i].depth > 0.0) {
            add_vertex(work, i);
        }
    }
}
