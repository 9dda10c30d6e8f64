// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_repair_test.c - each repair does what it says and nothing else.

#include "mesh/check/mesh_repair.h"

#include "base/check.h"
#include "mesh/check/mesh_report.h"
#include "mesh/core/mesh_fixture.h"
#include "mesh/core/mesh_moments.h"

static size_t s_done[AB_REPAIR_COUNT];

static abMeshReport repaired(MeshFixture *f, unsigned wanted) {
    abMeshReport report;
    CHECK(ab_mesh_repair(&f->mesh, wanted, s_done, ab_heap()));
    CHECK(ab_mesh_report(&f->mesh, ab_heap(), &report));
    return report;
}

static void a_good_mesh_stays_as_it_is(void) {
    MeshFixture *f = mesh_new(), *same = mesh_new();
    mesh_ball(f, 3);
    mesh_ball(same, 3);
    repaired(f, ~0U);
    for (int i = 0; i < AB_REPAIR_COUNT; i++) {
        CHECK(s_done[i] == 0);
    }
    CHECK(memcmp(f->triangles, same->triangles, sizeof f->triangles) == 0);
    CHECK(memcmp(f->points, same->points, sizeof f->points) == 0);
    free(f);
    free(same);
}

// Every triangle with corners of its own, rounded to single precision in turn up and down.
static void near_points_are_merged(void) {
    MeshFixture *cube = unit_cube(), *f = mesh_new();
    for (size_t t = 0; t < 12; t++) {
        for (int i = 0; i < 3; i++) {
            abVec3 p = ab_mesh_corner(&cube->mesh, t, i);
            double off = (double)((3 * t + (size_t)i) % 3) * 2e-8;
            mesh_point(f, p.x + off, p.y - off, p.z);
        }
        mesh_triangle(f, 3 * (int)t, 3 * (int)t + 1, 3 * (int)t + 2);
    }
    abMeshReport before = repaired(f, 0);
    CHECK(before.found[AB_MESH_OPEN_EDGES].count > 0 && !before.is_solid);
    abMeshReport after = repaired(f, 1U << AB_REPAIR_MERGE_POINTS);
    CHECK(f->mesh.point_count == 8 && s_done[AB_REPAIR_MERGE_POINTS] == 28);
    CHECK(after.is_solid);
    CHECK_NEAR(after.volume, 1.0, 1e-6, 1.0);
    free(f);
    free(cube);
}

static void degenerate_and_double_triangles_go(void) {
    MeshFixture *f = unit_cube();
    mesh_triangle(f, 1, 1, 4);
    mesh_triangle(f, f->triangles[1], f->triangles[2], f->triangles[0]);
    mesh_triangle(f, f->triangles[4], f->triangles[3], f->triangles[5]); // the other way: stays
    abMeshReport report =
        repaired(f, 1U << AB_REPAIR_DROP_DEGENERATE | 1U << AB_REPAIR_DROP_DUPLICATES);
    CHECK(s_done[AB_REPAIR_DROP_DEGENERATE] == 1 && s_done[AB_REPAIR_DROP_DUPLICATES] == 1);
    CHECK(f->mesh.triangle_count == 13 && report.found[AB_MESH_DUPLICATES].count == 1);
    CHECK(f->faces[12] == 15); // numbers are those of the file
    free(f);
}

// Any half of the triangles turned around: all come back, and the volume with them.
static void orientation_comes_back(void) {
    for (unsigned seed = 1; seed < 20; seed++) {
        MeshFixture *f = mesh_new();
        unsigned state = seed;
        mesh_ball(f, 3);
        double volume = ab_mesh_solid(&f->mesh).mass;
        for (size_t t = 0; t < f->mesh.triangle_count; t++) {
            state = state * 1664525u + 1013904223u;
            if (state >> 31 != 0) {
                mesh_flip(f, t);
            }
        }
        abMeshReport report = repaired(f, 1U << AB_REPAIR_ORIENT);
        CHECK(report.is_solid && s_done[AB_REPAIR_ORIENT] > 0);
        CHECK_NEAR(report.volume, volume, 1e-14, volume);
        free(f);
    }
}

static void a_cavity_is_turned_inward(void) {
    MeshFixture *f = unit_cube();
    mesh_box(f, ab_vec3(-1, -1, -1), ab_vec3(2, 2, 2));
    abMeshReport report = repaired(f, 1U << AB_REPAIR_ORIENT);
    CHECK(report.is_solid && s_done[AB_REPAIR_ORIENT] == 12);
    CHECK_NEAR(report.volume, 26.0, 1e-14, 26.0);
    free(f);
}

// A band of n quads turned over once has no two sides and is left alone.
static void a_moebius_strip_is_left_alone(void) {
    enum { N = 12 };
    MeshFixture *f = mesh_new();
    for (int i = 0; i < N; i++) {
        mesh_point(f, i, 0, i % 3);
        mesh_point(f, i, 1, i % 3);
    }
    for (int i = 0; i < N; i++) {
        int a = 2 * i, b = 2 * i + 1, c = 2 * ((i + 1) % N), d = c + 1;
        if (i == N - 1) {
            c = 1, d = 0;
        }
        mesh_triangle(f, a, c, b);
        mesh_triangle(f, b, c, d);
    }
    abMeshReport before = repaired(f, 0), after = repaired(f, 1U << AB_REPAIR_ORIENT);
    CHECK(before.found[AB_MESH_TURNED_EDGES].count == 1 && s_done[AB_REPAIR_ORIENT] == 0);
    CHECK(after.found[AB_MESH_TURNED_EDGES].count == 1);
    free(f);
}

static void unused_points_go_and_numbers_stay(void) {
    MeshFixture *f = mesh_new();
    mesh_point(f, 9, 9, 9);
    mesh_box(f, ab_vec3(0, 0, 0), ab_vec3(1, 1, 1));
    abMeshReport report = repaired(f, 1U << AB_REPAIR_DROP_UNUSED);
    CHECK(f->mesh.point_count == 8 && s_done[AB_REPAIR_DROP_UNUSED] == 1);
    CHECK(f->numbers[0] == 2 && report.is_solid);
    free(f);
}

AB_TESTS(AB_TEST(a_good_mesh_stays_as_it_is), AB_TEST(near_points_are_merged),
         AB_TEST(degenerate_and_double_triangles_go), AB_TEST(orientation_comes_back),
         AB_TEST(a_cavity_is_turned_inward), AB_TEST(a_moebius_strip_is_left_alone),
         AB_TEST(unused_points_go_and_numbers_stay))
