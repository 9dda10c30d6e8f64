// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_surface.c - what contact needs to know of a closed mesh.

#include "mesh/core/mesh_surface.h"

#include <math.h>

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_cells.h"
#include "mesh/core/mesh_edges.h"
#include "mesh/core/mesh_ray.h"

static int side_from(const abTriangleMesh *mesh, int triangle, int point, int other) {
    const int *c = &mesh->triangles[3 * (size_t)triangle];
    for (int i = 0; i < 3; i++) {
        int a = c[i], b = c[(i + 1) % 3];
        if ((a == point && b == other) || (a == other && b == point)) {
            return 3 * triangle + i;
        }
    }
    return 3 * triangle;
}

static void join_edges(abMeshSurface *surface, const abMeshEdges *edges) {
    for (size_t i = 0; i + 1 < edges->count; i += 2) {
        const abMeshSide *s = &edges->sides[i], *t = &edges->sides[i + 1];
        int a = side_from(surface->mesh, s->triangle, s->a, s->b);
        int b = side_from(surface->mesh, t->triangle, t->a, t->b);
        abVec3 sum = ab_add(surface->normals[s->triangle], surface->normals[t->triangle]);
        surface->beside[a] = t->triangle;
        surface->beside[b] = s->triangle;
        surface->edge_normals[a] = surface->edge_normals[b] = sum;
    }
}

static void add_triangle(abMeshSurface *surface, size_t t) {
    abVec3 corner[3];
    for (int i = 0; i < 3; i++) {
        corner[i] = ab_mesh_corner(surface->mesh, t, i);
    }
    abVec3 across = ab_cross(ab_sub(corner[1], corner[0]), ab_sub(corner[2], corner[0]));
    abVec3 n = surface->normals[t] = ab_unit(across);
    for (int i = 0; i < 3; i++) {
        abVec3 u = ab_sub(corner[(i + 1) % 3], corner[i]),
               v = ab_sub(corner[(i + 2) % 3], corner[i]);
        double angle = ab_atan2(ab_norm(ab_cross(u, v)), ab_dot(u, v));
        abVec3 *sum = &surface->point_normals[surface->mesh->triangles[3 * t + (size_t)i]];
        *sum = ab_add_scaled(*sum, angle, n);
        abVec3 *area = &surface->point_areas[surface->mesh->triangles[3 * t + (size_t)i]];
        *area = ab_add_scaled(*area, 1.0 / 6.0, across);
        surface->edge = fmax(surface->edge, ab_norm(u));
    }
    surface->mean_edge += ab_norm(across); // twice the area, until all are there
}

// From the middle of each triangle inward to the other wall, if that faces away. Walls that meet at
// an edge are none.
static void find_wall(abMeshSurface *surface) {
    surface->wall = INFINITY;
    for (size_t t = 0; t < surface->mesh->triangle_count; t++) {
        abVec3 sum = ab_add(
            ab_mesh_corner(surface->mesh, t, 0),
            ab_add(ab_mesh_corner(surface->mesh, t, 1), ab_mesh_corner(surface->mesh, t, 2)));
        abVec3 middle = ab_scale(1.0 / 3.0, sum), n = surface->normals[t];
        double start = 1e-9 * surface->edge;
        abMeshHit hit;
        abVec3 from = ab_add_scaled(middle, -start, n);
        if (ab_mesh_ray(surface, from, ab_neg(n), surface->wall, &hit) && hit.triangle != (int)t &&
            ab_dot(n, surface->normals[hit.triangle]) < -0.9 && start + hit.t < surface->wall) {
            surface->wall = start + hit.t;
            surface->wall_face = surface->mesh->faces[t];
        }
    }
}

// The places in the tree's order below a node go from what is returned to *end.
static int find_slab(abMeshSurface *surface, int number, int *end) {
    const abMeshNode *node = &surface->tree.nodes[number];
    int begin = node->first;
    *end = node->first + node->count;
    if (node->count == 0) {
        begin = find_slab(surface, node->first, end);
        find_slab(surface, node->first + 1, end);
    }
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = begin; i < *end; i++) {
        const abVec3 *c = &surface->corners[3 * i];
        sum = ab_add(sum, ab_cross(ab_sub(c[1], c[0]), ab_sub(c[2], c[0])));
    }
    double size = ab_norm(sum);
    abMeshSlab slab = {.normal = size > 0.0 ? ab_scale(1.0 / size, sum) : ab_vec3(0.0, 0.0, 1.0),
                       .low = INFINITY,
                       .high = -INFINITY};
    for (int i = 3 * begin; i < 3 * *end; i++) {
        double height = ab_dot(slab.normal, surface->corners[i]);
        slab.low = fmin(slab.low, height);
        slab.high = fmax(slab.high, height);
    }
    surface->slabs[number] = slab;
    return begin;
}

bool ab_mesh_surface_build(abMeshSurface *surface, const abTriangleMesh *mesh, abArena *arena) {
    size_t n = mesh->triangle_count;
    abMeshEdges edges;
    *surface = (abMeshSurface){.mesh = mesh};
    surface->normals = AB_ARENA_NEW(arena, abVec3, n);
    surface->beside = AB_ARENA_NEW(arena, int, 3 * n);
    surface->edge_normals = AB_ARENA_NEW(arena, abVec3, 3 * n);
    surface->point_normals = AB_ARENA_NEW(arena, abVec3, mesh->point_count);
    surface->point_areas = AB_ARENA_NEW(arena, abVec3, mesh->point_count);
    surface->corners = AB_ARENA_NEW(arena, abVec3, 3 * n);
    if (surface->normals == NULL || surface->beside == NULL || surface->edge_normals == NULL ||
        surface->point_normals == NULL || surface->point_areas == NULL ||
        surface->corners == NULL || !ab_mesh_edges_find(&edges, mesh, arena) ||
        !ab_mesh_tree_build(&surface->tree, mesh, arena)) {
        return false;
    }
    surface->slabs = AB_ARENA_NEW(arena, abMeshSlab, (size_t)surface->tree.node_count);
    if (surface->slabs == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        add_triangle(surface, t);
    }
    for (size_t i = 0; i < 3 * n; i++) {
        surface->corners[i] =
            ab_mesh_corner(mesh, (size_t)surface->tree.order[i / 3], (int)(i % 3));
    }
    int end;
    find_slab(surface, 0, &end);
    surface->mean_edge = sqrt(2.0 / sqrt(3.0) * surface->mean_edge / (double)n);
    join_edges(surface, &edges);
    find_wall(surface);
    return ab_mesh_cells_build(surface, arena);
}
