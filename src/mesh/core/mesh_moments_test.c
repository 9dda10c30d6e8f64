// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_moments_test.c - integrals against closed forms.

#include "mesh/core/mesh_moments.h"

#include "base/check.h"
#include "mesh/core/mesh_fixture.h"

// a sum of up to 4000 terms, each rounded a few times
#define SUM 1e-14

static double entry(abMassProperties m, int i, int j) {
    return m.inertia.m[i][j];
}

static void a_box_far_away_is_a_box(void) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(100.0, 200.0, 300.0), ab_vec3(101.0, 202.0, 303.0));
    abMassProperties solid = ab_mesh_solid(&f->mesh), shell = ab_mesh_shell(&f->mesh);
    CHECK_NEAR(solid.mass, 6.0, 1e-15, 6.0);
    CHECK_NEAR(ab_norm(ab_sub(solid.center, ab_vec3(100.5, 201.0, 301.5))), 0.0, 1e-15, 300.0);
    CHECK_NEAR(entry(solid, 0, 0), 6.0 / 12.0 * (4.0 + 9.0), 1e-14, 1.0);
    CHECK_NEAR(entry(solid, 1, 1), 6.0 / 12.0 * (1.0 + 9.0), 1e-14, 1.0);
    CHECK_NEAR(entry(solid, 0, 1), 0.0, 1e-14, 1.0);
    CHECK_NEAR(shell.mass, 2.0 * (2.0 + 3.0 + 6.0), 1e-15, 22.0);
    // faces normal to x at 1/2: area 6 each; to y at 1: 3 each; to z at 3/2: 2 each
    double xx = 2 * 6 * 0.25 + 2 * 3 / 12.0 + 2 * 2 / 12.0;
    double yy = 2 * 6 * 4 / 12.0 + 2 * 3 * 1.0 + 2 * 2 * 4 / 12.0;
    CHECK_NEAR(entry(shell, 2, 2), xx + yy, 1e-14, xx + yy);
    free(f);
}

// Corners 0 and 1 on each axis: V = 1/6, centre 1/4, J_xx = 3/40 V, J_xy = 1/80 V.
static void a_tetrahedron_by_hand(void) {
    MeshFixture *f = mesh_new();
    for (int k = 0; k < 4; k++) {
        mesh_point(f, k == 1, k == 2, k == 3);
    }
    mesh_triangle(f, 0, 2, 1);
    mesh_triangle(f, 0, 1, 3);
    mesh_triangle(f, 0, 3, 2);
    mesh_triangle(f, 1, 2, 3);
    abMassProperties solid = ab_mesh_solid(&f->mesh);
    CHECK_NEAR(solid.mass, 1.0 / 6.0, 1e-15, 1.0);
    CHECK_NEAR(ab_norm(ab_sub(solid.center, ab_vec3(0.25, 0.25, 0.25))), 0.0, 1e-15, 1.0);
    CHECK_NEAR(entry(solid, 0, 0), 3.0 / 40.0 / 6.0, 1e-16, 1.0);
    CHECK_NEAR(entry(solid, 0, 1), 1.0 / 80.0 / 6.0, 1e-16, 1.0);
    for (size_t t = 0; t < 4; t++) {
        mesh_flip(f, t);
    }
    CHECK_NEAR(ab_mesh_solid(&f->mesh).mass, -1.0 / 6.0, 1e-15, 1.0); // inside out
    free(f);
}

// A regular octahedron with corners at +-1: V = 4/3, J = 1/5 m r^2 about each axis; its surface
// A = 4 sqrt 3, and each face adds A/12 (1 + 1 + 1 + 1 + ...) = A/6 per axis squared.
static void an_octahedron_by_hand(void) {
    MeshFixture *f = mesh_new();
    mesh_ball(f, 0);
    abMassProperties solid = ab_mesh_solid(&f->mesh), shell = ab_mesh_shell(&f->mesh);
    CHECK_NEAR(solid.mass, 4.0 / 3.0, 1e-15, 1.0);
    CHECK_NEAR(entry(solid, 0, 0), 4.0 / 3.0 / 5.0, 1e-15, 1.0);
    CHECK_NEAR(shell.mass, 4.0 * sqrt(3.0), 1e-15, 7.0);
    CHECK_NEAR(entry(shell, 1, 1), 4.0 * sqrt(3.0) / 3.0, 1e-15, 3.0);
    free(f);
}

// The ball's polyhedra: errors fall by four with each level, and a hollow ball is the difference.
static void balls_converge_with_the_square_of_the_edge(void) {
    double last = 0.0;
    for (int level = 2; level <= 5; level++) {
        MeshFixture *f = mesh_new();
        mesh_ball(f, level);
        abMassProperties solid = ab_mesh_solid(&f->mesh);
        double error = 4.0 / 3.0 * 3.14159265358979323846 - solid.mass;
        CHECK(error > 0.0 && (level == 2 || (last / error > 3.8 && last / error < 4.2)));
        CHECK_NEAR(entry(solid, 0, 1), 0.0, 1e-15, 1.0);
        last = error;
        // the same ball of half the size inside, turned inside out: a cavity
        size_t points = f->mesh.point_count, triangles = f->mesh.triangle_count;
        if (level < 5) {
            for (size_t i = 0; i < points; i++) {
                abVec3 p = ab_scale(0.5, f->points[i]);
                mesh_point(f, p.x, p.y, p.z);
            }
            for (size_t t = 0; t < triangles; t++) {
                int *c = &f->triangles[3 * t], n = (int)points;
                mesh_triangle(f, n + c[0], n + c[2], n + c[1]);
            }
            CHECK_NEAR(ab_mesh_solid(&f->mesh).mass, 7.0 / 8.0 * solid.mass, SUM, 4.0);
            CHECK_NEAR(entry(ab_mesh_solid(&f->mesh), 0, 0), 31.0 / 32.0 * entry(solid, 0, 0),
                       1e-14, 1.0);
        }
        free(f);
    }
}

// Volume and inertia do not depend on how a face is cut, nor on where the mesh is.
static void moving_and_turning_changes_nothing_else(void) {
    MeshFixture *f = mesh_new();
    mesh_ball(f, 2);
    abMassProperties before = ab_mesh_solid(&f->mesh);
    abMat3 R = ab_quat_to_matrix(ab_quat_unit((abQuat){0.3, 0.5, -0.2, 0.7}));
    for (size_t i = 0; i < f->mesh.point_count; i++) {
        f->points[i].x *= 2.0;
        f->points[i] = ab_add(ab_mul(R, f->points[i]), ab_vec3(3.0, 4.0, 5.0));
    }
    abMassProperties after = ab_mesh_solid(&f->mesh);
    CHECK_NEAR(after.mass, 2.0 * before.mass, SUM, 10.0);
    abMat3 back = ab_mat3_mul(ab_mat3_t_mul(R, after.inertia), R);
    CHECK_NEAR(back.m[0][0], 2.0 * before.inertia.m[0][0], SUM, 10.0);
    CHECK_NEAR(back.m[1][1], 2.0 * before.inertia.m[0][0] * (0.5 + 0.5 * 4.0), SUM, 10.0);
    CHECK_NEAR(ab_norm(ab_sub(after.center, ab_vec3(3.0, 4.0, 5.0))), 0.0, SUM, 10.0);
    free(f);
}

AB_TESTS(AB_TEST(a_box_far_away_is_a_box), AB_TEST(a_tetrahedron_by_hand),
         AB_TEST(an_octahedron_by_hand), AB_TEST(balls_converge_with_the_square_of_the_edge),
         AB_TEST(moving_and_turning_changes_nothing_else))
