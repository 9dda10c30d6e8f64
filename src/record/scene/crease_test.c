// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "record/scene/crease.h"

#include "base/check.h"
#include "math/core/vector_math.h"

static void turned(abSceneShape shape, void (*test)(const abSurfaceMesh *, const abVec3 *)) {
    static abVec3 normals[20000];
    abSurfaceMesh mesh;
    ab_surface_init(&mesh, ab_heap());
    ab_surface_add(&mesh, &shape, 1.0);
    int before = mesh.point_count;
    CHECK(3 * mesh.triangle_count < (int)(sizeof normals / sizeof normals[0]));
    CHECK(ab_crease(&mesh, 0, normals));
    CHECK(mesh.point_count == before + 3 * mesh.triangle_count);
    for (int i = 0; i < 3 * mesh.triangle_count; i++) {
        CHECK(mesh.triangles[i] == before + i);
        CHECK_NEAR(ab_norm(normals[i]), 1.0, 1e-14, 1.0);
    }
    test(&mesh, normals);
    ab_surface_done(&mesh);
}

static void check_ball(const abSurfaceMesh *mesh, const abVec3 *normals) {
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
        abVec3 p = mesh->points[mesh->triangles[i]];
        // faces of 11 degrees around a corner: their mean is within a few of the true normal
        CHECK(ab_dot(normals[i], ab_unit(p)) > 0.99);
    }
}

static void round_parts_are_smooth(void) {
    turned((abSceneShape){.shape = {.kind = AB_SHAPE_SPHERE, .radius = 2.0}}, check_ball);
}

static void check_box(const abSurfaceMesh *mesh, const abVec3 *normals) {
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
        abVec3 n = normals[i];
        CHECK_NEAR(fmax(fabs(n.x), fmax(fabs(n.y), fabs(n.z))), 1.0, 1e-14, 1.0);
        CHECK(ab_dot(n, mesh->points[mesh->triangles[i]]) > 0.0);
    }
}

static void edges_are_sharp(void) {
    turned((abSceneShape){.shape = {.kind = AB_SHAPE_BOX, .size = {1.0, 2.0, 3.0}}}, check_box);
}

static void nothing_is_left_alone(void) {
    abSurfaceMesh mesh;
    ab_surface_init(&mesh, ab_heap());
    CHECK(ab_crease(&mesh, 0, NULL) && mesh.point_count == 0);
    ab_surface_done(&mesh);
}

AB_TESTS(AB_TEST(round_parts_are_smooth), AB_TEST(edges_are_sharp), AB_TEST(nothing_is_left_alone))
