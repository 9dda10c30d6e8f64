// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_shape_fixture.h - for tests: a shape that touches as the mesh it is.

#ifndef AB_MESH_SHAPE_FIXTURE_H
#define AB_MESH_SHAPE_FIXTURE_H

#include "mesh/core/mesh_fixture.h"
#include "mesh/core/mesh_surface.h"
#include "shape/kinds/hull.h"

static inline abShape mesh_shape(const MeshFixture *f, abArena *arena) {
    abHull *hull = NULL;
    abError error;
    ab_error_clear(&error);
    abMeshSurface *surface = AB_ARENA_NEW(arena, abMeshSurface, 1);
    abPlace nowhere = {0};
    ab_hull_build(f->points, f->mesh.point_count, arena, &hull, nowhere, &error);
    ab_mesh_surface_build(surface, &f->mesh, arena);
    abShape shape = {.kind = AB_SHAPE_MESH,
                     .hull = hull,
                     .surface = surface,
                     .center = hull->mass.center,
                     .contact_radius = 1.0};
    for (int i = 0; i < hull->corner_count; i++) {
        shape.bound = fmax(shape.bound, ab_norm(ab_sub(hull->corners[i], shape.center)));
    }
    return shape;
}

// A box about its middle, given by half its edges.
static inline abShape mesh_box_shape(double x, double y, double z, abArena *arena) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-x, -y, -z), ab_vec3(x, y, z));
    return mesh_shape(f, arena);
}

static inline abShape mesh_ball_shape(double radius, int levels, abArena *arena) {
    MeshFixture *f = mesh_new();
    mesh_ball(f, levels);
    for (size_t i = 0; i < f->mesh.point_count; i++) {
        f->points[i] = ab_scale(radius, f->points[i]);
    }
    return mesh_shape(f, arena);
}

#endif
