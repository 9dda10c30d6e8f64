// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_cut_test.c - integrals over the penetrating surface of a mesh below a plane are those of the parts
// that rule `faces` finds there.

#include "collide/pressure/plane_cut.h"
#include "collide/pressure/plane_greatest.h"
#include "collide/pressure/surface_points.h"

#include <string.h>

#include "collide/pressure/surface_fixture.h"

static const abShape s_plane = {
    .kind = AB_SHAPE_PLANE, .size = {0.0, 0.0, 1.0}, .bound = INFINITY, .is_flat = true};

// Turned about (1, 2, 3) by an angle, then moved up.
static abPose turned(double angle, double z) {
    abVec3 axis = ab_unit(ab_vec3(1.0, 2.0, 3.0));
    double s = sin(0.5 * angle);
    abQuat q = {cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
    return (abPose){ab_quat_to_matrix(q), {0.2, -0.1, z}};
}

// The same from the parts, by their three points, which are exact for the square of the place.
static abPlaneCut cut_by_parts(const abShape *mesh, abPose X) {
    abPlaneCut cut = {.deepest = 0.0};
    const abPose at_rest = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    const abSurfacePart *parts;
    int counts[2];
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_B};
    ab_surface_find_parts(s_workspace, &s_plane, &at_rest, mesh, &X, spec, &parts, counts);
    cut.parts = counts[1];
    for (int i = 0; i < counts[1]; i++) {
        const abSurfacePart *part = &parts[i];
        abVec3 dA = ab_scale(1.0 / 3.0, ab_mul_t(X.R, part->area));
        double seen = fmax(0.0, -part->area.z) / 3.0;
        for (int j = 0; j < 3; j++) {
            abVec3 x = ab_pose_point_inverse(X, part->x[j]);
            double d = part->depth[j];
            cut.area = ab_add(cut.area, dA);
            cut.force = ab_add_scaled(cut.force, d, dA);
            cut.moment = ab_add_scaled(cut.moment, d, ab_cross(x, dA));
            cut.squares -= d * d * part->area.z / 3.0;
            cut.seen_area += seen;
            cut.seen_depth += seen * d;
            cut.seen_place = ab_add_scaled(cut.seen_place, seen * d, x);
            cut.deepest = fmax(cut.deepest, d);
            cut.seen_first = ab_add_scaled(cut.seen_first, seen, x);
            const double xx[6] = {x.x * x.x, x.x * x.y, x.x * x.z, x.y * x.y, x.y * x.z, x.z * x.z};
            for (int k = 0; k < 6; k++) {
                cut.seen_second[k] += seen * xx[k];
            }
        }
    }
    return cut;
}

static abPlaneCut cut_of(abSurfaceWorkspace *workspace, const abShape *mesh, abPose X) {
    abPlaneCut cut;
    abVec3 n = ab_mul_t(X.R, ab_vec3(0.0, 0.0, 1.0));
    CHECK(ab_plane_cut(workspace, mesh->surface, n, -X.p.z, AB_PLANE_SECOND, &cut));
    return cut;
}

static void check_vector(abVec3 actual, abVec3 expected, double scale) {
    CHECK_NEAR(actual.x, expected.x, 1e-12, scale);
    CHECK_NEAR(actual.y, expected.y, 1e-12, scale);
    CHECK_NEAR(actual.z, expected.z, 1e-12, scale);
}

static void compare(const abShape *mesh, abPose X) {
    abPlaneCut cut = cut_of(s_workspace, mesh, X), parts = cut_by_parts(mesh, X);
    CHECK(cut.parts == parts.parts);
    if (parts.parts == 0) {
        return;
    }
    // depths have the roundings of coordinates of 1
    double area = parts.seen_area + ab_norm(parts.area), d = parts.deepest + 1e-4;
    check_vector(cut.area, parts.area, area);
    check_vector(cut.force, parts.force, area * d);
    check_vector(cut.moment, parts.moment, area * d);
    check_vector(cut.seen_place, parts.seen_place, area * d);
    CHECK_NEAR(cut.squares, parts.squares, 1e-12, area * d * d);
    CHECK_NEAR(cut.seen_area, parts.seen_area, 1e-12, area);
    CHECK_NEAR(cut.seen_depth, parts.seen_depth, 1e-12, area * d);
    CHECK_NEAR(cut.deepest, parts.deepest, 1e-12, d);
    abVec3 x = ab_pose_point(X, cut.deepest_x);
    CHECK_NEAR(x.z, -cut.deepest, 1e-12, d);
    check_vector(cut.seen_first, parts.seen_first, area);
    for (int k = 0; k < 6; k++) {
        CHECK_NEAR(cut.seen_second[k], parts.seen_second[k], 1e-12, area);
    }
}

// The greatest of a linear function over the points of the parts.
static double greatest_by_parts(const abShape *mesh, abPose X, abVec3 slope) {
    const abPose at_rest = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    const abSurfacePart *parts;
    int counts[2];
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_B};
    ab_surface_find_parts(s_workspace, &s_plane, &at_rest, mesh, &X, spec, &parts, counts);
    double greatest = -INFINITY;
    for (int i = 0; i < 3 * counts[1]; i++) {
        abVec3 x = ab_pose_point_inverse(X, parts[i / 3].x[i % 3]);
        greatest = fmax(greatest, 0.3 + ab_dot(slope, x));
    }
    return greatest;
}

static void compare_greatest(const abShape *mesh, abPose X, double displacement) {
    abVec3 slope = {cos(displacement), sin(displacement), 0.5 * sin(3.0 * displacement)};
    abVec3 n = ab_mul_t(X.R, ab_vec3(0.0, 0.0, 1.0));
    double parts = greatest_by_parts(mesh, X, slope);
    double found = ab_plane_greatest(s_workspace, mesh->surface, n, -X.p.z, slope, 0.3);
    CHECK(isinf(parts) ? found == parts : fabs(found - parts) < 1e-12);
}

// A block with a notch from below: two feet, and walls that face away from the ground.
static void mesh_arch(MeshFixture *f) {
    static const double profile[8][2] = {{-1, 0},    {-0.5, 0.1}, {-0.6, 0.4}, {0.5, 0.5},
                                         {0.4, 0.1}, {1, -0.05},  {1, 1},      {-1, 1}};
    static const int cap[6][3] = {{0, 1, 2}, {0, 2, 7}, {2, 3, 7}, {3, 6, 7}, {3, 4, 5}, {3, 5, 6}};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 8; i++) {
            mesh_point(f, profile[i][0], side == 0 ? -0.5 : 0.5, profile[i][1]);
        }
    }
    for (int i = 0; i < 6; i++) {
        mesh_triangle(f, cap[i][0], cap[i][1], cap[i][2]);
        mesh_triangle(f, 8 + cap[i][0], 8 + cap[i][2], 8 + cap[i][1]);
    }
    for (int i = 0; i < 8; i++) {
        int next = (i + 1) % 8;
        mesh_triangle(f, i, 8 + i, next);
        mesh_triangle(f, next, 8 + i, 8 + next);
    }
}

static void sums_are_those_of_the_parts(void) {
    begin();
    enum { MESHES = 5 };
    MeshFixture *meshes[MESHES];
    for (int m = 0; m < MESHES; m++) {
        meshes[m] = mesh_new();
    }
    mesh_ball(meshes[0], 3);
    mesh_ball(meshes[1], 0);
    mesh_box(meshes[2], ab_vec3(-1.0, -0.5, -0.2), ab_vec3(1.0, 0.5, 0.2));
    mesh_arch(meshes[3]);
    mesh_point(meshes[4], 1.0, 0.0, 0.0), mesh_point(meshes[4], 0.0, 1.0, 0.0);
    mesh_point(meshes[4], -1.0, -1.0, 0.0), mesh_point(meshes[4], 0.0, 0.0, -1.0);
    mesh_triangle(meshes[4], 0, 1, 2), mesh_triangle(meshes[4], 1, 0, 3);
    mesh_triangle(meshes[4], 2, 1, 3), mesh_triangle(meshes[4], 0, 2, 3);
    for (int m = 0; m < MESHES; m++) {
        abShape mesh = mesh_shape(meshes[m], &s_arena);
        for (int i = 0; i < 40; i++) {
            for (int j = -11; j < 12; j++) {
                compare(&mesh, turned(0.37 * i, 0.1 * j));
                compare_greatest(&mesh, turned(0.37 * i, 0.1 * j), 0.7 * i + j);
            }
        }
        free(meshes[m]);
    }
    end();
}

static void a_flat_face_keeps_its_digits_when_it_is_hardly_in(void) {
    // 1e-9 deep: force = depth * area, squares = depth^2 * area, but for roundings of the depth
    begin();
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-0.5, -0.5, 0.0), ab_vec3(0.5, 0.5, 1.0));
    abShape box = mesh_shape(f, &s_arena);
    abPose X = {ab_mat3_identity(), {3.0, 2.0, -1e-9}};
    abPlaneCut cut = cut_of(s_workspace, &box, X);
    CHECK_NEAR(cut.seen_depth, 1e-9, 1e-14, 1e-9);
    CHECK_NEAR(cut.squares, 1e-18, 1e-14, 1e-18);
    CHECK_NEAR(cut.force.z, -1e-9, 1e-14, 1e-9);
    free(f);
    end();
}

static void the_past_leaves_no_trace(void) {
    begin();
    MeshFixture *f = mesh_new();
    mesh_ball(f, 3);
    abShape ball = mesh_shape(f, &s_arena);
    for (int i = 0; i < 60; i++) {
        abPose X = turned(0.01 * i, 1.0 - 0.004 * i);
        abSurfaceWorkspace *workspace = ab_surface_workspace_create(ab_heap());
        abPlaneCut past = cut_of(s_workspace, &ball, X), fresh = cut_of(workspace, &ball, X);
        const double a[] = {past.force.x,   past.force.y, past.moment.z,     past.squares,
                            past.seen_area, past.deepest, past.seen_place.y, past.deepest_x.x};
        const double b[] = {fresh.force.x,   fresh.force.y, fresh.moment.z,     fresh.squares,
                            fresh.seen_area, fresh.deepest, fresh.seen_place.y, fresh.deepest_x.x};
        ab_surface_workspace_destroy(workspace);
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    free(f);
    end();
}

AB_TESTS(AB_TEST(sums_are_those_of_the_parts),
         AB_TEST(a_flat_face_keeps_its_digits_when_it_is_hardly_in),
         AB_TEST(the_past_leaves_no_trace))
