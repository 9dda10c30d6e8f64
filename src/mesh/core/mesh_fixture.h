// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_fixture.h - for tests: meshes from numbers, cubes and round bodies.

#ifndef AB_MESH_FIXTURE_H
#define AB_MESH_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"

enum { FIXTURE_POINTS = 12000, FIXTURE_TRIANGLES = 24000 };

typedef struct MeshFixture {
    abTriangleMesh mesh;
    abVec3 points[FIXTURE_POINTS];
    int numbers[FIXTURE_POINTS], triangles[3 * FIXTURE_TRIANGLES], faces[FIXTURE_TRIANGLES];
} MeshFixture;

static inline MeshFixture *mesh_new(void) {
    MeshFixture *f = calloc(1, sizeof *f);
    f->mesh = (abTriangleMesh){.points = f->points,
                               .numbers = f->numbers,
                               .triangles = f->triangles,
                               .faces = f->faces,
                               .format = "test"};
    return f;
}

static inline int mesh_point(MeshFixture *f, double x, double y, double z) {
    int n = (int)f->mesh.point_count++;
    f->points[n] = ab_vec3(x, y, z);
    f->numbers[n] = n + 1;
    return n;
}

static inline void mesh_triangle(MeshFixture *f, int a, int b, int c) {
    size_t n = f->mesh.triangle_count++;
    f->triangles[3 * n] = a, f->triangles[3 * n + 1] = b, f->triangles[3 * n + 2] = c;
    f->faces[n] = (int)n + 1;
    f->mesh.face_count = n + 1;
}

// A box of 12 triangles; corner k has x, y, z high by the bits 1, 2, 4 of k.
static inline void mesh_box(MeshFixture *f, abVec3 low, abVec3 high) {
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    int first = (int)f->mesh.point_count;
    for (int k = 0; k < 8; k++) {
        mesh_point(f, k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
    }
    for (int q = 0; q < 6; q++) {
        mesh_triangle(f, first + quads[q][0], first + quads[q][1], first + quads[q][2]);
        mesh_triangle(f, first + quads[q][0], first + quads[q][2], first + quads[q][3]);
    }
}

static inline int fixture_middle(MeshFixture *f, int a, int b) {
    abVec3 m = ab_unit(ab_add(f->points[a], f->points[b]));
    for (int i = (int)f->mesh.point_count - 1; i >= 0; i--) {
        if (f->points[i].x == m.x && f->points[i].y == m.y && f->points[i].z == m.z) {
            return i;
        }
    }
    return mesh_point(f, m.x, m.y, m.z);
}

// An octahedron on the unit sphere, its triangles split in four `levels` times.
static inline void mesh_ball(MeshFixture *f, int levels) {
    for (int axis = 0; axis < 3; axis++) {
        mesh_point(f, axis == 0, axis == 1, axis == 2);
        mesh_point(f, -(axis == 0), -(axis == 1), -(axis == 2));
    }
    for (int k = 0; k < 8; k++) {
        int x = k & 1, y = 2 + (k >> 1 & 1), z = 4 + (k >> 2 & 1);
        bool is_odd = ((k & 1) ^ (k >> 1 & 1) ^ (k >> 2 & 1)) != 0;
        mesh_triangle(f, x, is_odd ? z : y, is_odd ? y : z);
    }
    for (int level = 0; level < levels; level++) {
        size_t count = f->mesh.triangle_count;
        for (size_t t = 0; t < count; t++) {
            int *c = &f->triangles[3 * t], a = c[0], b = c[1], d = c[2];
            int ab = fixture_middle(f, a, b), bd = fixture_middle(f, b, d),
                da = fixture_middle(f, d, a);
            c[0] = ab, c[1] = bd, c[2] = da;
            mesh_triangle(f, a, ab, da);
            mesh_triangle(f, b, bd, ab);
            mesh_triangle(f, d, da, bd);
        }
    }
}

static inline void mesh_flip(MeshFixture *f, size_t t) {
    int swap = f->triangles[3 * t];
    f->triangles[3 * t] = f->triangles[3 * t + 1];
    f->triangles[3 * t + 1] = swap;
}

static inline MeshFixture *unit_cube(void) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(0, 0, 0), ab_vec3(1, 1, 1));
    return f;
}

#endif
