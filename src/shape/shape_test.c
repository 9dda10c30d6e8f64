// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_test.c - support points, bounds, smoothing, mass properties of all shapes.

#include "shape/shape.h"

#include "base/check.h"
#include "shape/hull.h"
#include "shape/shape_fixture.h"

static const char *const s_texts[] = {
    "sphere radius=0.5",
    "ellipsoid semi_axes=0.5,0.3,0.8",
    "capsule radius=0.2 length=1",
    "capsule radius=0.2 length=1 axis=0",
    "box size=1,0.6,0.8",
    "beam length=1 width=0.4 thickness=0.2",
    "beam length=1 width=0.4 thickness=0.2 axis=0",
    "beam length=1 width=0.4 thickness=0.2 axis=1",
    "cylinder radius=0.4 length=1",
    "cylinder radius=0.4 length=1 axis=1",
    "cone radius=0.5 length=1",
    "cone radius=0.5 length=0.8 top_radius=0.3 axis=0",
    "cone radius=0.5 length=0.8 top_radius=0.01 axis=1",
};
enum { SHAPES = sizeof s_texts / sizeof s_texts[0] };

static abArena s_arena;

static Fixture make(const char *text, double smoothing) {
    Fixture f;
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    fixture_make(&f, &s_arena, text, smoothing);
    return f;
}

static void names_are_found(void) {
    CHECK(ab_shape_find("sphere") == AB_SHAPE_SPHERE);
    CHECK(ab_shape_find("hull") == AB_SHAPE_HULL);
    CHECK(ab_shape_find("ball") == AB_SHAPE_COUNT);
    for (int k = 0; k < AB_SHAPE_COUNT; k++) {
        CHECK(ab_shape_find(ab_shape_type((abShapeKind)k)->table->name) == (abShapeKind)k);
    }
}

// The support point is a point of its piece, of its feature, and no other piece lies farther.
static void support_points_are_farthest(void) {
    Random random = {.state = 1};
    for (int i = 0; i < SHAPES; i++) {
        Fixture f = make(s_texts[i], 0.01);
        const abShapeType *type = ab_shape_type(f.shape.kind);
        for (int k = 0; k < 300; k++) {
            abVec3 d = random_direction(&random), e = random_direction(&random);
            abVec3 p = type->support(&f.shape, d), q = type->support(&f.shape, e);
            CHECK(ab_dot(d, p) >= ab_dot(d, q) - 1e-15);
            abPiece piece = type->piece_at(&f.shape, type->piece(&f.shape, d));
            abVec3 s = {piece.semi_axes.x * d.x, piece.semi_axes.y * d.y, piece.semi_axes.z * d.z};
            CHECK_NEAR(ab_dot(d, piece.center) + ab_norm(s), ab_dot(d, p), 1e-15, 1.0);
            abVec3 corners[AB_FEATURE_MAX];
            CHECK(type->feature(&f.shape, d, corners) == 1);
            CHECK(ab_norm(ab_sub(corners[0], p)) < 1e-15);
        }
    }
}

static void bounds_hold_the_shape(void) {
    Random random = {.state = 2};
    for (int i = 0; i < SHAPES; i++) {
        Fixture f = make(s_texts[i], 0.02);
        abPose X = {random_rotation(&random), random_vector(&random)};
        abBox box = ab_shape_bounds(&f.shape, &X);
        double reach = 0.0;
        for (int k = 0; k < 20000; k++) {
            abVec3 p = ab_shape_support(&f.shape, random_direction(&random));
            reach = fmax(reach, ab_norm(ab_sub(p, f.shape.center)));
            abVec3 w = ab_pose_point(X, p);
            CHECK(w.x >= box.low.x - 1e-15 && w.x <= box.high.x + 1e-15);
            CHECK(w.y >= box.low.y - 1e-15 && w.y <= box.high.y + 1e-15);
            CHECK(w.z >= box.low.z - 1e-15 && w.z <= box.high.z + 1e-15);
        }
        CHECK(reach <= f.shape.bound * (1.0 + 1e-15));
        // not wasteful: sampled and smoothed, the reach falls short by less than 7 %
        CHECK(reach >= 0.93 * f.shape.bound);
    }
}

// The smoothed shape is the sharp one with rounded edges: inside it, flush with its faces.
static void smoothing_stays_inside_and_keeps_faces(void) {
    Random random = {.state = 3};
    for (int i = 0; i < SHAPES; i++) {
        Fixture sharp = make(s_texts[i], 0.0), round = make(s_texts[i], 1e-3);
        for (int k = 0; k < 300; k++) {
            abVec3 d = random_direction(&random);
            double a = ab_dot(d, ab_shape_support(&sharp.shape, d));
            double b = ab_dot(d, ab_shape_support(&round.shape, d));
            CHECK(b <= a + 1e-15 && b >= a - 5e-3);
        }
        for (int axis = 0; axis < 6; axis++) {
            abVec3 d = {0.0, 0.0, 0.0};
            ab_set(&d, axis / 2, axis % 2 ? -1.0 : 1.0);
            double a = ab_dot(d, ab_shape_support(&sharp.shape, d));
            double b = ab_dot(d, ab_shape_support(&round.shape, d));
            // only tip and sharp rims lose height
            bool is_cone = sharp.shape.kind == AB_SHAPE_CONE;
            CHECK(is_cone || fabs(a - b) < 1e-15);
        }
    }
    Fixture cone = make("cone radius=0.5 length=1", 1e-3);
    abVec3 mantle = ab_unit((abVec3){1.0, 0.0, 0.5}); // flush with the mantle and the base
    CHECK_NEAR(ab_dot(mantle, ab_shape_support(&cone.shape, mantle)), 0.5 * mantle.x, 1e-15, 1.0);
    CHECK_NEAR(ab_shape_support(&cone.shape, (abVec3){0.0, 0.0, -1.0}).z, 0.0, 1e-15, 1.0);
}

static void smoothing_is_limited_to_a_tenth(void) {
    CHECK(make("box size=1,0.6,0.8", 0.06).shape.radius == 0.06);
    CHECK(make("cylinder radius=0.2 length=1", 0.04).shape.radius == 0.04);
    CHECK(make("cone radius=0.5 length=0.3", 0.03).shape.radius == 0.03);
    CHECK(make("tube radius=0.5 inner_radius=0.3 length=1", 0.02).shape.radius == 0.02);
    const char *const thin[] = {"box size=1,0.6,0.5",
                                "cylinder radius=0.25 length=1",
                                "cone radius=0.5 length=0.5",
                                "beam length=1 width=1 thickness=0.5",
                                "tube radius=0.8 inner_radius=0.3 length=1",
                                "box size=1,0,1"};
    for (size_t i = 0; i < sizeof thin / sizeof thin[0]; i++) {
        Fixture f = make(thin[i], 0.0501);
        CHECK(f.result == AB_BAD_MODEL && f.error.count == 1);
        CHECK(strstr(f.error.problems[0].text, "smoothing = 0.0501 m is too much") != NULL);
    }
    // these have no edges
    CHECK(make("capsule radius=0.5 length=0.3", 1.0).shape.radius == 0.5);
    CHECK(make("ellipsoid semi_axes=1,1,1", 1.0).shape.radius == 0.0);
    CHECK(make("torus ring_radius=1 tube_radius=0.1", 1.0).shape.radius == 0.1);
}

static void contact_radii_follow_the_table(void) {
    CHECK(make("sphere radius=0.5", 0.0).shape.contact_radius == 0.5);
    CHECK(make("ellipsoid semi_axes=0.5,0.3,0.8", 0.0).shape.contact_radius == 0.3);
    CHECK(make("cylinder radius=0.4 length=1", 0.0).shape.contact_radius == 0.4);
    CHECK(make("cylinder radius=0.4 length=0.5", 0.0).shape.contact_radius == 0.25);
    CHECK(make("cone radius=0.5 length=1 top_radius=0.25", 0.0).shape.contact_radius == 0.375);
    Fixture box = make("box size=1,0.5,0.75", 0.0);
    CHECK(box.shape.contact_radius == 0.25 && box.shape.is_flat);
}

static void wrong_values_are_refused(void) {
    const char *const wrong[] = {"sphere radius=-1",
                                 "sphere radius=nan",
                                 "sphere radius=inf",
                                 "box size=1,-1,1",
                                 "box size=1,nan,1",
                                 "ellipsoid semi_axes=1,0,1",
                                 "cone radius=0 length=1",
                                 "cone radius=1 top_radius=2 length=1",
                                 "cylinder radius=1 length=1 inner_radius=1",
                                 "plane normal=0,0,0",
                                 "capsule radius=1 length=-1",
                                 "beam length=1 width=nan thickness=1",
                                 "hull file=no_such_file.obj"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Fixture f = make(wrong[i], 0.0);
        CHECK(f.result != AB_OK && f.error.count == 1);
    }
    CHECK(make("box size=1,1,1", -1.0).result == AB_BAD_MODEL);
    CHECK(make("box size=1,1,1", NAN).result == AB_BAD_MODEL);
    CHECK(make("box size=0,0,0", 0.0).result == AB_OK);
    CHECK(make("sphere radius=0", 0.0).result == AB_OK);
}

static void check_mass(abMassProperties a, abMassProperties b, double tolerance) {
    CHECK_NEAR(a.mass, b.mass, tolerance, b.mass);
    CHECK_NEAR(ab_norm(ab_sub(a.center, b.center)), 0.0, tolerance, 1.0);
    double trace = b.inertia.m[0][0] + b.inertia.m[1][1] + b.inertia.m[2][2];
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(a.inertia.m[i / 3][i % 3], b.inertia.m[i / 3][i % 3], tolerance, trace);
    }
}

// A polyhedron with corners on the surface misses a part of order spacing^2 = 4 pi / N = 1.3 %.
static void mass_is_the_limit_of_polyhedra(void) {
    for (int i = 0; i < SHAPES; i++) {
        Fixture f = make(s_texts[i], 0.0);
        const abShapeType *type = ab_shape_type(f.shape.kind);
        abArena arena;
        ab_arena_init(&arena, ab_heap(), 1 << 16);
        enum { N = 1000 };
        abVec3 *points = AB_ARENA_NEW(&arena, abVec3, N);
        for (int k = 0; k < N; k++) { // Fibonacci's sphere of directions
            double z = 1.0 - (2.0 * k + 1.0) / N, r = sqrt(1.0 - z * z), a = 2.399963229728653 * k;
            abVec3 d = {r * ab_cos(a), r * ab_sin(a), z};
            points[k] = ab_add_scaled(type->support(&f.shape, d), f.shape.radius, d);
        }
        abHull *hull;
        abPlace nowhere = {0};
        CHECK(ab_hull_build(points, N, &arena, &hull, nowhere, &f.error) == AB_OK);
        check_mass(hull->mass, f.mass, 2e-2);
        ab_arena_done(&arena);
    }
}

static void mass_by_hand(void) {
    abMassProperties tube = make("cylinder radius=2 inner_radius=1 length=3", 0.0).mass;
    CHECK_NEAR(tube.mass, 9.0 * AB_PI, 1e-15, tube.mass);
    CHECK_NEAR(tube.inertia.m[2][2], tube.mass * 2.5, 1e-15, tube.inertia.m[2][2]);
    CHECK_NEAR(tube.inertia.m[0][0], tube.mass * (1.25 + 0.75), 1e-15, tube.inertia.m[0][0]);
    abMassProperties cone = make("cone radius=1 length=4", 0.0).mass;
    CHECK_NEAR(cone.mass, AB_PI * 4.0 / 3.0, 1e-15, cone.mass);
    CHECK_NEAR(cone.center.z, 1.0, 1e-15, 1.0);
    CHECK_NEAR(cone.inertia.m[2][2], 0.3 * cone.mass, 1e-15, 1.0);
    CHECK_NEAR(cone.inertia.m[0][0], cone.mass * (3.0 / 20.0 + 3.0 / 80.0 * 16.0), 2e-15, 1.0);
    // a frustum with equal radii is a cylinder
    abMassProperties pipe = make("cone radius=1 top_radius=1 length=4", 0.0).mass;
    abMassProperties rod = make("cylinder radius=1 length=4", 0.0).mass;
    rod.center.z += 2.0;
    check_mass(pipe, rod, 1e-15);
    // a capsule without length is a ball
    check_mass(make("capsule radius=0.7 length=0", 0.0).mass, make("sphere radius=0.7", 0.0).mass,
               1e-15);
    abMassProperties plane = make("plane normal=1,0,0", 0.0).mass;
    CHECK(plane.mass == 0.0);
}

// Two halves, turned and shifted into place, make the whole.
static void parts_add_up_to_the_whole(void) {
    abMassProperties half = make("box size=1,2,3", 0.0).mass;
    abMassProperties whole = make("box size=2,3,2", 0.0).mass;
    abQuat turn = ab_quat_from_axis_angle((abVec3){1.0, 0.0, 0.0}, 0.5 * AB_PI); // y -> z
    abPose left = {ab_quat_to_matrix(turn), {-0.5, 0.0, 0.0}}, right = left;
    right.p.x = 0.5;
    check_mass(ab_mass_add(ab_mass_move(half, left), ab_mass_move(half, right)), whole, 1e-15);
    // moving back and forth changes nothing
    Random random = {.state = 8};
    abPose X = {random_rotation(&random), random_vector(&random)};
    abPose back = {ab_mat3_transpose(X.R), ab_neg(ab_mul_t(X.R, X.p))};
    check_mass(ab_mass_move(ab_mass_move(half, X), back), half, 2e-15);
}

AB_TESTS(AB_TEST(names_are_found), AB_TEST(support_points_are_farthest),
         AB_TEST(bounds_hold_the_shape), AB_TEST(smoothing_stays_inside_and_keeps_faces),
         AB_TEST(smoothing_is_limited_to_a_tenth), AB_TEST(contact_radii_follow_the_table),
         AB_TEST(wrong_values_are_refused), AB_TEST(mass_is_the_limit_of_polyhedra),
         AB_TEST(mass_by_hand), AB_TEST(parts_add_up_to_the_whole))
