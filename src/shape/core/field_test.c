// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field_test.c - what fields on a mesh say inside faces, on edges, at points, and in space.

#include "shape/core/field.h"

#include "base/check.h"
#include "mesh/core/mesh_fixture.h"

static abArena s_arena;
static abMeshSurface s_surface;

// A box whose two triangles per side have the numbers 2 k and 2 k + 1.
static MeshFixture *begin(void) {
    MeshFixture *f = mesh_new();
    ab_arena_init(&s_arena, ab_heap(), 65536);
    mesh_box(f, ab_vec3(0.0, 0.0, 0.0), ab_vec3(1.0, 2.0, 3.0));
    CHECK(ab_mesh_surface_build(&s_surface, &f->mesh, &s_arena));
    return f;
}

static void end(MeshFixture *f) {
    ab_arena_done(&s_arena);
    free(f);
}

static void points_are_joined_by_straight_lines(void) {
    MeshFixture *f = begin();
    abField field;
    double values[8];
    for (int i = 0; i < 8; i++) {
        values[i] = 1.0 + 2.0 * f->points[i].x - f->points[i].y + 0.5 * f->points[i].z;
    }
    CHECK(ab_field_of_points(&field, &s_surface, values, &s_arena));
    for (int t = 0; t < 12; t++) {
        const double w[3] = {0.2, 0.3, 0.5};
        abVec3 p = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            p = ab_add_scaled(p, w[i], ab_mesh_corner(&f->mesh, (size_t)t, i));
        }
        double expected = 1.0 + 2.0 * p.x - p.y + 0.5 * p.z;
        CHECK_NEAR(ab_field_on_triangle(&field, t, w), expected, 1e-14, 4.0);
        CHECK_NEAR(ab_field_at_place(&field, p), expected, 1e-14, 4.0);
    }
    CHECK(ab_field_at_point(&field, 3) == values[3]);
    end(f);
}

static void faces_meet_in_means(void) {
    MeshFixture *f = begin();
    abField field;
    double values[12];
    for (int i = 0; i < 12; i++) {
        values[i] = 1.0 + i;
    }
    CHECK(ab_field_of_faces(&field, &s_surface, values, &s_arena));
    const double inside[3] = {0.2, 0.3, 0.5}, edge[3] = {0.4, 0.6, 0.0},
                 corner[3] = {1.0, 0.0, 0.0};
    for (int t = 0; t < 12; t++) {
        CHECK(ab_field_on_triangle(&field, t, inside) == values[t]);
        int beside = s_surface.beside[3 * t]; // across the side from corner 0 to 1
        CHECK(ab_field_on_triangle(&field, t, edge) == 0.5 * (values[t] + values[beside]));
        double sum = 0.0, whole = 0.0;
        int point = f->triangles[3 * t];
        for (int k = 0; k < 12; k++) {
            for (int i = 0; i < 3; i++) {
                abVec3 a = ab_mesh_corner(&f->mesh, (size_t)k, 0);
                double area = ab_norm(ab_cross(ab_sub(ab_mesh_corner(&f->mesh, (size_t)k, 1), a),
                                               ab_sub(ab_mesh_corner(&f->mesh, (size_t)k, 2), a)));
                bool is_here = f->triangles[3 * k + i] == point;
                sum += is_here ? area * values[k] : 0.0;
                whole += is_here ? area : 0.0;
            }
        }
        CHECK_NEAR(ab_field_on_triangle(&field, t, corner), sum / whole, 1e-14, 12.0);
        CHECK(ab_field_at_point(&field, point) == ab_field_on_triangle(&field, t, corner));
    }
    end(f);
}

AB_TESTS(AB_TEST(points_are_joined_by_straight_lines), AB_TEST(faces_meet_in_means))
