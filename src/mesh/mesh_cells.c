// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_cells.c - which part of the space near a mesh belongs to which of its triangles.
//
// Between two triangles that meet at an edge the border is the plane that halves their angle. With
// the plane of a triangle these walls hold the points next to it; exactly so where the mesh is
// convex and no third triangle comes in.

#include <math.h>

#include "math/vector_math.h"
#include "mesh/mesh_surface.h"

static double lean_of(const abMeshSurface *surface, int triangle, int i) {
    int other = surface->beside[3 * triangle + i];
    abVec3 n = surface->normals[triangle], m = surface->normals[other];
    abVec3 p = ab_mesh_corner(surface->mesh, (size_t)triangle, i), sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        sum = ab_add(sum, ab_sub(ab_mesh_corner(surface->mesh, (size_t)other, k), p));
    }
    double half = ab_norm(ab_sub(m, n)) / ab_norm(ab_add(n, m));
    return ab_dot(n, sum) < 0.0 ? half : -half;
}

// Made from the point with the lower number, so that both sides come to the same numbers.
static abMeshPlane wall_of(const abMeshSurface *surface, int triangle, int i) {
    const int *c = &surface->mesh->triangles[3 * triangle];
    int a = c[i], b = c[(i + 1) % 3], low = a < b ? a : b;
    abVec3 p = surface->mesh->points[low], q = surface->mesh->points[a < b ? b : a];
    abVec3 normal =
        ab_unit(ab_cross(ab_unit(ab_sub(q, p)), surface->edge_normals[3 * triangle + i]));
    double height = ab_dot(normal, p);
    return a < b ? (abMeshPlane){normal, height} : (abMeshPlane){ab_neg(normal), -height};
}

static abMeshCell cell_of(const abMeshSurface *surface, int triangle) {
    abVec3 n = surface->normals[triangle];
    double height = ab_dot(n, ab_mesh_corner(surface->mesh, (size_t)triangle, 0));
    abMeshCell cell = {.plane = {n, height}};
    for (int i = 0; i < 3; i++) {
        cell.wall[i] = wall_of(surface, triangle, i);
        cell.beside[i] = surface->beside[3 * triangle + i];
        cell.lean[i] = lean_of(surface, triangle, i);
    }
    return cell;
}

// The most that n . x can be in a box.
static double top_of(const abMeshNode *node, abVec3 n) {
    return n.x * (n.x > 0.0 ? node->high.x : node->low.x) +
           n.y * (n.y > 0.0 ? node->high.y : node->low.y) +
           n.z * (n.z > 0.0 ? node->high.z : node->low.z);
}

static bool is_above(const abMeshSurface *surface, const abMeshNode *leaf, abVec3 n, double h) {
    for (int i = 3 * leaf->first; i < 3 * (leaf->first + leaf->count); i++) {
        if (ab_dot(n, surface->corners[i]) > h) {
            return true;
        }
    }
    return false;
}

// Whether a corner has n . x above h.
static bool reaches(const abMeshSurface *surface, abVec3 n, double h) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const abMeshNode *node = &surface->tree.nodes[stack[--top]];
        if (!(top_of(node, n) > h)) {
            continue;
        }
        if (node->count == 0) {
            stack[top++] = node->first;
            stack[top++] = node->first + 1;
        } else if (is_above(surface, node, n, h)) {
            return true;
        }
    }
    return false;
}

static bool is_convex(const abMeshSurface *surface) {
    const abMeshNode *root = &surface->tree.nodes[0];
    double slack = 1e-12 * (ab_norm(root->low) + ab_norm(root->high));
    for (size_t t = 0; t < surface->mesh->triangle_count; t++) {
        if (reaches(surface, surface->normals[t], surface->cells[t].plane.height + slack)) {
            return false;
        }
    }
    return true;
}

static bool has_flat_edge(const abMeshSurface *surface) {
    static const double least = 1e-6; // angle between two triangles
    for (size_t s = 0; s < 3 * surface->mesh->triangle_count; s++) {
        abVec3 n = surface->normals[s / 3], m = surface->normals[surface->beside[s]];
        if (ab_norm(ab_sub(n, m)) < least) {
            return true;
        }
    }
    return false;
}

bool ab_mesh_cells_build(abMeshSurface *surface, abArena *arena) {
    size_t n = surface->mesh->triangle_count;
    surface->cells = AB_ARENA_NEW(arena, abMeshCell, n);
    if (surface->cells == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        surface->cells[t] = cell_of(surface, (int)t);
    }
    surface->is_convex = is_convex(surface);
    surface->is_round = surface->is_convex && !has_flat_edge(surface);
    return true;
}
