// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cases_test.c - pairs whose answer is known by hand, degenerate ones above all.

#include "base/check.h"
#include "collide/collide.h"
#include "shape/shape_fixture.h"

static abArena s_arena;

static abShape shape(const char *text, double smoothing) {
    Fixture f;
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 12);
    }
    fixture_make(&f, &s_arena, text, smoothing);
    CHECK(f.result == AB_OK);
    return f.shape;
}

static abPose at(double x, double y, double z) {
    return (abPose){ab_mat3_identity(), {x, y, z}};
}

static abPose turned(abPose X, double rx, double ry, double rz) {
    X.R = ab_quat_to_matrix(ab_quat_from_xyz((abVec3){rx, ry, rz}));
    return X;
}

static abProximity near(abShape A, abPose X_WA, abShape B, abPose X_WB) {
    abProximity p;
    ab_proximity(&A, &X_WA, &B, &X_WB, &p);
    CHECK_NEAR(ab_norm(p.n_AB_W), 1.0, 1e-15, 1.0);
    return p;
}

static void check(abProximity p, double distance, abVec3 n, abVec3 p_A) {
    CHECK(p.is_exact);
    CHECK_NEAR(p.distance, distance, 2e-15, 1.0);
    CHECK_NEAR(ab_norm(ab_sub(p.n_AB_W, n)), 0.0, 1e-14, 1.0);
    CHECK_NEAR(ab_norm(ab_sub(p.p_A_W, p_A)), 0.0, 4e-15, 1.0);
}

static void ball_on_plane(void) {
    abShape plane = shape("plane normal=0,0,2", 0.0), ball = shape("sphere radius=0.5", 0.0);
    check(near(plane, at(0, 0, 0), ball, at(1, 2, 0.5)), 0.0, (abVec3){0, 0, 1}, (abVec3){1, 2, 0});
    abProximity p = near(plane, at(0, 0, 0), ball, at(1, 2, 0.25));
    check(p, -0.25, (abVec3){0, 0, 1}, (abVec3){1, 2, 0});
    CHECK(p.radius == 0.5);
    CHECK(near(plane, at(0, 0, 0), plane, at(0, 0, -1)).distance == INFINITY);
}

static void concentric_balls_have_a_fixed_normal(void) {
    abShape a = shape("sphere radius=1", 0.0), b = shape("sphere radius=0.5", 0.0);
    abProximity p = near(a, at(1, 1, 1), b, at(1, 1, 1));
    check(p, -1.5, (abVec3){1, 0, 0}, (abVec3){2, 1, 1});
    CHECK_NEAR(p.radius, 1.0 / 3.0, 1e-16, 1.0);
}

static void ball_meets_face_edge_corner_and_inside_of_a_box(void) {
    abShape ball = shape("sphere radius=0.5", 0.0), box = shape("box size=2,2,2", 0.0);
    double r2 = sqrt(0.5), r3 = 1.0 / sqrt(3.0);
    check(near(ball, at(0.2, 0.1, 1.4), box, at(0, 0, 0)), -0.1, (abVec3){0, 0, -1},
          (abVec3){0.2, 0.1, 0.9});
    check(near(ball, at(1.5, 1.5, 0), box, at(0, 0, 0)), r2 - 0.5, (abVec3){-r2, -r2, 0},
          (abVec3){1.5 - 0.5 * r2, 1.5 - 0.5 * r2, 0});
    check(near(ball, at(2, 2, 2), box, at(0, 0, 0)), 1.0 / r3 - 0.5, (abVec3){-r3, -r3, -r3},
          (abVec3){2 - 0.5 * r3, 2 - 0.5 * r3, 2 - 0.5 * r3});
    check(near(ball, at(0, 0.7, 0), box, at(0, 0, 0)), -0.8, (abVec3){0, -1, 0},
          (abVec3){0, 0.2, 0});
    // smoothing rounds the edge and leaves the face
    abShape round = shape("box size=2,2,2", 0.1);
    check(near(ball, at(0.2, 0.1, 1.4), round, at(0, 0, 0)), -0.1, (abVec3){0, 0, -1},
          (abVec3){0.2, 0.1, 0.9});
    CHECK_NEAR(near(ball, at(1.5, 1.5, 0), round, at(0, 0, 0)).distance, 0.6 / r2 - 0.6, 1e-15,
               1.0);
}

static void crossed_cylinders_touch_at_their_barrels(void) {
    abShape a = shape("cylinder radius=0.1 length=2 axis=0", 0.0);
    abShape b = shape("cylinder radius=0.3 length=2 axis=1", 0.0);
    for (int k = 0; k < 2; k++) {
        abProximity p = near(a, at(0, 0, 0), b, at(0.2, 0.1, 0.4 - 1e-6 * k));
        check(p, -1e-6 * k, (abVec3){0, 0, 1}, (abVec3){0.2, 0, 0.1});
    }
}

static void flat_on_flat_touches_in_the_middle(void) {
    const char *const flat[] = {"box size=1,1,0.5", "cylinder radius=0.5 length=0.5",
                                "beam length=0.6 width=0.4 thickness=0.5 axis=0",
                                "cone radius=0.5 length=0.5 top_radius=0.25"};
    abShape plane = shape("plane", 0.0);
    for (int sharp = 0; sharp < 2; sharp++) {
        abShape table = shape("box size=4,4,2", 0.01 * sharp);
        for (int i = 0; i < 4; i++) {
            abShape b = shape(flat[i], 0.001 * sharp);
            double half = b.kind == AB_SHAPE_CONE ? 0.0 : 0.25;
            for (double tilt = 0.0; tilt < 3e-12; tilt += 1e-12) {
                abPose X = turned(at(0.3, -0.2, 1.0 + half - 1e-6), tilt, -tilt, 0.3);
                abProximity p = near(table, at(0, 0, 0), b, X);
                CHECK(p.is_exact);
                CHECK_NEAR(p.distance, -1e-6, 4e-12, 1.0); // the tilt
                CHECK_NEAR(p.p_A_W.x, 0.3, 1e-11, 1.0);
                CHECK_NEAR(p.p_A_W.y, -0.2, 1e-11, 1.0);
                p = near(plane, at(0, 0, 1), b, X);
                CHECK_NEAR(p.p_A_W.x, 0.3, 1e-11, 1.0);
                CHECK_NEAR(p.p_A_W.y, -0.2, 1e-11, 1.0);
            }
        }
    }
}

static void overhanging_box_touches_in_the_middle_of_the_overlap(void) {
    abShape box = shape("box size=2,2,2", 0.0);
    abProximity p = near(box, at(0, 0, 0), box, at(1.5, 0.5, 2.0 - 1e-3));
    check(p, -1e-3, (abVec3){0, 0, 1}, (abVec3){0.75, 0.25, 1});
    p = near(box, at(0, 0, 0), box, at(1.5, 0.5, 2.25));
    check(p, 0.25, (abVec3){0, 0, 1}, (abVec3){0.75, 0.25, 1});
}

static void parallel_bars_touch_in_the_middle(void) {
    abShape capsule = shape("capsule radius=0.1 length=2 axis=0", 0.0);
    abShape cylinder = shape("cylinder radius=0.1 length=2 axis=0", 0.0);
    abVec3 n = {0, 0, 1}, middle = {0.25, 0, 0.1};
    check(near(capsule, at(0, 0, 0), capsule, at(0.5, 0, 0.2)), 0.0, n, middle);
    check(near(cylinder, at(0, 0, 0), cylinder, at(0.5, 0, 0.2 - 1e-6)), -1e-6, n, middle);
    check(near(capsule, at(0, 0, 0), cylinder, at(0.5, 0, 0.25)), 0.05, n, middle);
}

// Plates, lines and points, coplanar and coincident: a value and a unit normal, always.
static void thin_shapes_are_no_error(void) {
    const char *const thin[] = {"box size=1,1,0",
                                "box size=1,0,0",
                                "box size=0,0,0",
                                "sphere radius=0",
                                "capsule radius=0 length=1",
                                "cylinder radius=0.5 length=0",
                                "beam length=1 width=1 thickness=0 axis=0"};
    static const double shift[][3] = {
        {0, 0, 0}, {0.25, 0, 0}, {0, 0.1, 0}, {0.5, 0.5, 0}, {1, 0, 0}};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            abShape a = shape(thin[i], 0.0), b = shape(thin[j], 0.0);
            for (int k = 0; k < 5; k++) {
                // a line through the middle of a disc: all ways out are equal, none is found best
                bool is_ring = k == 0 && i + j == 9 && (i == 4 || i == 5);
                abPose X = at(shift[k][0], shift[k][1], shift[k][2]);
                abProximity p = near(a, at(0, 0, 0), b, X);
                CHECK(p.distance >= -1e-14 - 0.51 && p.distance <= ab_norm(X.p));
                CHECK(p.is_exact || is_ring);
                // lifted by a height, plates show it
                X.p.z += 1e-3;
                p = near(a, at(0, 0, 0), b, X);
                CHECK(p.is_exact || is_ring);
                bool is_plate = (i == 0 || i == 5 || i == 6) && (j == 0 || j == 5 || j == 6);
                if (is_plate && k < 3) {
                    check(p, 1e-3, (abVec3){0, 0, 1}, p.p_A_W);
                }
            }
        }
    }
}

static void flat_shapes_count_as_infinite_radius(void) {
    abShape box = shape("box size=1,2,3", 0.0), ball = shape("sphere radius=0.25", 0.0);
    abShape cone = shape("cone radius=0.5 length=1", 0.0);
    CHECK(near(box, at(0, 0, 0), box, at(9, 0, 0)).radius == INFINITY);
    CHECK(near(box, at(0, 0, 0), ball, at(9, 0, 0)).radius == 0.25);
    CHECK_NEAR(near(cone, at(0, 0, 0), ball, at(9, 0, 0)).radius, 0.125, 1e-16, 1.0);
}

AB_TESTS(AB_TEST(ball_on_plane), AB_TEST(concentric_balls_have_a_fixed_normal),
         AB_TEST(ball_meets_face_edge_corner_and_inside_of_a_box),
         AB_TEST(crossed_cylinders_touch_at_their_barrels),
         AB_TEST(flat_on_flat_touches_in_the_middle),
         AB_TEST(overhanging_box_touches_in_the_middle_of_the_overlap),
         AB_TEST(parallel_bars_touch_in_the_middle), AB_TEST(thin_shapes_are_no_error),
         AB_TEST(flat_shapes_count_as_infinite_radius))
