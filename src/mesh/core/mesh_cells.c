// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_cells.c - which part of the space near a mesh belongs to which of its triangles.
//
// Between two triangles that meet at an edge the border is the plane that halves their angle. With
// the plane of a triangle these walls hold the points next to it; exactly so where the mesh is
// convex and no third triangle comes in.

#include "mesh/core/mesh_cells.h"

#include <math.h>

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_surface.h"
#include "mesh/core/tolerances.def"

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

// The solid angle of a triangle seen from p, divided by 4 pi; A. van Oosterom, J. Strackee, The
// solid angle of a plane triangle, IEEE Trans. Biomed. Eng. 30 (1983) 125-126.
static double share_of_sphere(const abMeshSurface *surface, size_t triangle, abVec3 p) {
    abVec3 r[3];
    double size[3];
    for (int i = 0; i < 3; i++) {
        r[i] = ab_sub(ab_mesh_corner(surface->mesh, triangle, i), p);
        size[i] = ab_norm(r[i]);
    }
    double below = size[0] * size[1] * size[2] + ab_dot(r[0], r[1]) * size[2] +
                   ab_dot(r[1], r[2]) * size[0] + ab_dot(r[2], r[0]) * size[1];
    return ab_atan2(ab_dot(r[0], ab_cross(r[1], r[2])), below) / (2.0 * AB_PI);
}

// No edge stands in, and from a point below all planes the surface is seen once all around: then it
// is a body's that is convex everywhere.
static bool is_convex(const abMeshSurface *surface) {
    size_t n = surface->mesh->triangle_count;
    abVec3 middle = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < surface->mesh->point_count; i++) {
        middle = ab_add_scaled(middle, 1.0 / (double)surface->mesh->point_count,
                               surface->mesh->points[i]);
    }
    double all = 0.0;
    for (size_t t = 0; t < n; t++) {
        const abMeshCell *cell = &surface->cells[t];
        double low = fmin(cell->lean[0], fmin(cell->lean[1], cell->lean[2]));
        if (!(low >= s_lean_rounding) ||
            !(ab_dot(cell->plane.normal, middle) < cell->plane.height)) {
            return false;
        }
        all += share_of_sphere(surface, t, middle);
    }
    return fabs(all - 1.0) < 0.5;
}

static void find_leans(const abMeshSurface *surface, double *minimum, double *maximum) {
    *minimum = INFINITY, *maximum = -INFINITY;
    for (size_t s = 0; s < 3 * surface->mesh->triangle_count; s++) {
        double lean = surface->cells[s / 3].lean[s % 3];
        *minimum = fmin(*minimum, lean);
        *maximum = fmax(*maximum, lean);
    }
}

// Whether every side lies within a flat face or is a sharp edge.
static bool is_all_sharp(const abMeshSurface *surface) {
    bool is_sharp = true;
    for (size_t s = 0; s < 3 * surface->mesh->triangle_count && is_sharp; s++) {
        double lean = fabs(surface->cells[s / 3].lean[s % 3]);
        is_sharp = lean < s_flat || lean > AB_SHARP_LEAN;
    }
    return is_sharp;
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
    double minimum, maximum;
    find_leans(surface, &minimum, &maximum);
    surface->is_round = surface->is_convex && minimum >= s_flat;
    surface->is_polyhedron = surface->is_convex && is_all_sharp(surface);
    surface->has_inlets = minimum < -AB_SHARP_LEAN;
    surface->has_layers = surface->has_inlets || maximum > AB_SHARP_LEAN;
    return true;
}
