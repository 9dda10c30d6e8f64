// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// box_surface.c - a sharp box as the twelve triangles of its sides, to meet meshes like one.

#include "shape/kinds/box_surface.h"

#include "math/core/vector_math.h"
#include "mesh/core/mesh_surface.h"

enum { CORNERS = 8, TRIANGLES = 12 };

// Corner i is at +x where its bit 0 is set, +y by bit 1, +z by bit 2.
static const int s_triangles[3 * TRIANGLES] = {
    0, 4, 6, 0, 6, 2, // -x
    1, 3, 7, 1, 7, 5, // +x
    0, 1, 5, 0, 5, 4, // -y
    2, 6, 7, 2, 7, 3, // +y
    0, 2, 3, 0, 3, 1, // -z
    4, 5, 7, 4, 7, 6, // +z
};

static void fill_mesh(const abShape *box, abTriangleMesh *mesh) {
    for (int i = 0; i < CORNERS; i++) {
        mesh->points[i] = ab_vec3((i & 1) != 0 ? box->size[0] : -box->size[0],
                                  (i & 2) != 0 ? box->size[1] : -box->size[1],
                                  (i & 4) != 0 ? box->size[2] : -box->size[2]);
        mesh->numbers[i] = i + 1;
    }
    for (int t = 0; t < TRIANGLES; t++) {
        mesh->faces[t] = t / 2 + 1;
        for (int i = 0; i < 3; i++) {
            mesh->triangles[3 * t + i] = s_triangles[3 * t + i];
        }
    }
}

bool ab_box_surface(const abShape *box, abArena *arena, const abShape **out) {
    abShape *shape = AB_ARENA_NEW(arena, abShape, 1);
    abMeshSurface *surface = AB_ARENA_NEW(arena, abMeshSurface, 1);
    abTriangleMesh *mesh = AB_ARENA_NEW(arena, abTriangleMesh, 1);
    abVec3 *points = AB_ARENA_NEW(arena, abVec3, CORNERS);
    int *numbers = AB_ARENA_NEW(arena, int, CORNERS), *faces = AB_ARENA_NEW(arena, int, TRIANGLES);
    int *triangles = AB_ARENA_NEW(arena, int, 3 * TRIANGLES);
    if (shape == NULL || surface == NULL || mesh == NULL || points == NULL || numbers == NULL ||
        faces == NULL || triangles == NULL) {
        return false;
    }
    *mesh = (abTriangleMesh){.points = points,
                             .numbers = numbers,
                             .triangles = triangles,
                             .faces = faces,
                             .point_count = CORNERS,
                             .triangle_count = TRIANGLES,
                             .face_count = TRIANGLES / 2};
    fill_mesh(box, mesh);
    if (!ab_mesh_surface_build(surface, mesh, arena)) {
        return false;
    }
    *shape = *box;
    shape->surface = surface;
    *out = shape;
    return true;
}
