// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cases_test.c - pairs whose answer is known by hand, degenerate ones above all.

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "math/core/pose_fixture.h"
#include "shape/core/shape_fixture.h"

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
    abShape plane = lasting_shape("plane normal=0,0,2", 0.0),
            ball = lasting_shape("sphere radius=0.5", 0.0);
    check(near(plane, at(0, 0, 0), ball, at(1, 2, 0.5)), 0.0, (abVec3){0, 0, 1}, (abVec3){1, 2, 0});
    abProximity p = near(plane, at(0, 0, 0), ball, at(1, 2, 0.25));
    check(p, -0.25, (abVec3){0, 0, 1}, (abVec3){1, 2, 0});
    CHECK(p.radius == 0.5);
    CHECK(near(plane, at(0, 0, 0), plane, at(0, 0, -1)).distance == INFINITY);
}

static void concentric_balls_have_a_fixed_normal(void) {
    abShape a = lasting_shape("sphere radius=1", 0.0), b = lasting_shape("sphere radius=0.5", 0.0);
    abProximity p = near(a, at(1, 1, 1), b, at(1, 1, 1));
    check(p, -1.5, (abVec3){1, 0, 0}, (abVec3){2, 1, 1});
    CHECK_NEAR(p.radius, 1.0 / 3.0, 1e-16, 1.0);
}

static void ball_meets_face_edge_corner_and_inside_of_a_box(void) {
    abShape ball = lasting_shape("sphere radius=0.5", 0.0),
            box = lasting_shape("box size=2,2,2", 0.0);
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
    abShape round = lasting_shape("box size=2,2,2", 0.1);
    check(near(ball, at(0.2, 0.1, 1.4), round, at(0, 0, 0)), -0.1, (abVec3){0, 0, -1},
          (abVec3){0.2, 0.1, 0.9});
    CHECK_NEAR(near(ball, at(1.5, 1.5, 0), round, at(0, 0, 0)).distance, 0.6 / r2 - 0.6, 1e-15,
               1.0);
}

static void crossed_cylinders_touch_at_their_barrels(void) {
    abShape a = lasting_shape("cylinder radius=0.1 length=2 axis=0", 0.0);
    abShape b = lasting_shape("cylinder radius=0.3 length=2 axis=1", 0.0);
    for (int k = 0; k < 2; k++) {
        abProximity p = near(a, at(0, 0, 0), b, at(0.2, 0.1, 0.4 - 1e-6 * k));
        check(p, -1e-6 * k, (abVec3){0, 0, 1}, (abVec3){0.2, 0, 0.1});
    }
}

static void flat_on_flat_touches_in_the_middle(void) {
    const char *const flat[] = {"box size=1,1,0.5", "cylinder radius=0.5 length=0.5",
                                "beam length=0.6 width=0.4 thickness=0.5 axis=0",
                                "cone radius=0.5 length=0.5 top_radius=0.25"};
    abShape plane = lasting_shape("plane", 0.0);
    for (int sharp = 0; sharp < 2; sharp++) {
        abShape table = lasting_shape("box size=4,4,2", 0.01 * sharp);
        for (int i = 0; i < 4; i++) {
            abShape b = lasting_shape(flat[i], 0.001 * sharp);
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
    abShape box = lasting_shape("box size=2,2,2", 0.0);
    abProximity p = near(box, at(0, 0, 0), box, at(1.5, 0.5, 2.0 - 1e-3));
    check(p, -1e-3, (abVec3){0, 0, 1}, (abVec3){0.75, 0.25, 1});
    p = near(box, at(0, 0, 0), box, at(1.5, 0.5, 2.25));
    check(p, 0.25, (abVec3){0, 0, 1}, (abVec3){0.75, 0.25, 1});
}

static void parallel_bars_touch_in_the_middle(void) {
    abShape capsule = lasting_shape("capsule radius=0.1 length=2 axis=0", 0.0);
    abShape cylinder = lasting_shape("cylinder radius=0.1 length=2 axis=0", 0.0);
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
            abShape a = lasting_shape(thin[i], 0.0), b = lasting_shape(thin[j], 0.0);
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
    abShape box = lasting_shape("box size=1,2,3", 0.0),
            ball = lasting_shape("sphere radius=0.25", 0.0);
    abShape cone = lasting_shape("cone radius=0.5 length=1", 0.0);
    CHECK(near(box, at(0, 0, 0), box, at(9, 0, 0)).radius == INFINITY);
    CHECK(near(box, at(0, 0, 0), ball, at(9, 0, 0)).radius == 0.25);
    CHECK_NEAR(near(cone, at(0, 0, 0), ball, at(9, 0, 0)).radius, 0.125, 1e-16, 1.0);
}

static abPose pose(const double R[9], abVec3 p) {
    abPose X = {.p = p};
    for (int i = 0; i < 9; i++) {
        X.R.m[i / 3][i % 3] = R[i];
    }
    return X;
}

// A box in a frustum with two ways out that differ by 2e-4 of the depth; found by a search over all
// directions in quad precision.
static void the_shorter_of_two_ways_out_is_found(void) {
    static const double R_A[] = {
        -0x1.e707e969706c4p-2, 0x1.1eb505e16bb78p-1, 0x1.5b565e1d95883p-1,
        0x1.77a9a81593e4p-1,   0x1.5b1c525955ce8p-1, -0x1.7255534417ab8p-5,
        -0x1.f0e091dcffd4ap-2, 0x1.e7ad55d44c10bp-2, -0x1.7773fd6902a3ap-1};
    static const double R_B[] = {
        -0x1.7474b10d6424dp-1, 0x1.5f0d21c1eda9p-1,   0x1.b1a6504b094dp-6,
        0x1.06914a4784327p-1,  0x1.2348b632d5b24p-1,  -0x1.492cb0f48789cp-1,
        -0x1.d2d08311d32b6p-2, -0x1.d104ca7306324p-2, -0x1.87ec8e00b2f6cp-1};
    abShape box = lasting_shape("box size=1,1,1", 0.0);
    abShape cone = lasting_shape("cone radius=0.5 length=0.8 top_radius=0.3 axis=0", 0.0);
    abPose X_WA =
        pose(R_A, (abVec3){-0x1.0e5cba302b3ddp-1, -0x1.1259fdedd68dcp+0, -0x1.68e09b0335164p-1});
    abPose X_WB =
        pose(R_B, (abVec3){-0x1.148c6c0bef088p-2, -0x1.14430ea96fdeep+0, -0x1.2e2966decfbb5p-1});
    abProximity p = near(box, X_WA, cone, X_WB);
    CHECK(p.is_exact);
    CHECK_NEAR(p.distance, -0.81554897238159207, 4e-15, 1.0);
}

// Deep in a face of a box the end of a capsule touches: the points belong to that end, not to a
// corner of the triangle by which the depth was found.
static void a_deep_corner_keeps_its_point(void) {
    abShape box = lasting_shape("box size=2,2,2", 0.0),
            capsule = lasting_shape("capsule radius=0.1 length=2", 0.0);
    abPose X = turned(at(0.3, -0.2, 1.0), 0.4, 0.3, 0.0);
    abVec3 low = ab_pose_point(X, (abVec3){0, 0, capsule.axis == 2 ? -1.0 : 0.0});
    if (capsule.axis != 2) {
        low = ab_pose_point(X, capsule.axis == 0 ? (abVec3){-1, 0, 0} : (abVec3){0, -1, 0});
        low = low.z < X.p.z ? low : ab_sub(ab_scale(2.0, X.p), low);
    }
    abProximity p = near(box, at(0, 0, 0), capsule, X);
    CHECK(p.is_exact);
    CHECK_NEAR(p.distance, low.z - 0.1 - 1.0, 4e-15, 1.0);
    CHECK_NEAR(p.p_A_W.x, low.x, 4e-15, 1.0);
    CHECK_NEAR(p.p_A_W.y, low.y, 4e-15, 1.0);
}

// Axes that meet: moving one by the depth along the normal must part them.
static void crossing_capsules_have_a_normal_across_both(void) {
    static const double R_B[] = {
        -0x1.ba79008c18a18p-3, -0x1.bb7fb4575b59cp-3, 0x1.e775043174ab5p-1,
        -0x1.cb5905ac86d96p-2, -0x1.b02aba96fa5dcp-1, -0x1.2cd62fc9e8dbfp-2,
        0x1.bc06353668789p-1,  -0x1.f653288cf17ebp-2, 0x1.5d11f27e0409p-4};
    abShape a = lasting_shape("capsule radius=0 length=1 axis=2", 0.0);
    abShape b = lasting_shape("capsule radius=0.2 length=1 axis=2", 0.0);
    abPose X = pose(R_B, (abVec3){0, 0, 0.5});
    abProximity p = near(a, at(0, 0, 0), b, X);
    CHECK_NEAR(p.distance, -0.2, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.z, 0.0, 1e-15, 1.0);
    CHECK_NEAR(ab_dot(p.n_AB_W, ab_column(X.R, 2)), 0.0, 1e-15, 1.0);
}

// Every pose of boxes and rods tilted by less than what counts as flat, near each other.
static void almost_parallel_edges_are_no_error(void) {
    abShape box = lasting_shape("box size=1,1,1", 0.0);
    for (double tilt = 1e-13; tilt < 1e-5; tilt *= 10.0) {
        // an edge of B over a face of A: lowest at its lower end
        abProximity p = near(box, at(0, 0, 0), box, turned(at(0.2, 0.1, 1.0 + 1e-4), tilt, 0, 0));
        CHECK(p.is_exact);
        CHECK_NEAR(p.distance, 1e-4 - 0.5 * tilt + 0.25 * tilt * tilt, 4e-15, 1.0);
        p = near(box, at(0, 0, 0), box, turned(at(0.2, 0.1, 1.0 - 1e-4), tilt, 0, 0));
        CHECK(p.is_exact);
        CHECK_NEAR(p.distance, -1e-4 - 0.5 * tilt + 0.25 * tilt * tilt, 4e-15, 1.0);
    }
}

// Two plates across each other: the depth has a face, its points are where the edges cross.
static void crossed_plates_touch_where_their_edges_cross(void) {
    abShape plate = lasting_shape("box size=1,0,0.8", 0.0);
    abPose X = turned(at(0, 0, 0.4), 0, 0, acos(0.0));
    check(near(plate, at(0, 0, 0), plate, X), -0.4, (abVec3){0, 0, 1}, (abVec3){0, 0, 0.4});
}

static void almost_parallel_capsules_have_the_distance_of_their_ends(void) {
    abShape line = lasting_shape("capsule radius=0 length=1 axis=0", 0.0);
    for (double tilt = 1e-14; tilt < 1e-5; tilt *= 10.0) {
        abProximity p = near(line, at(0, 0, 0), line, turned(at(0.2, 0, 0.5), 0, tilt, 0));
        CHECK_NEAR(p.distance, 0.5 - 0.3 * tilt - 0.25 * tilt * tilt, 4e-15, 1.0);
        CHECK(fabs(p.p_A_W.x) <= 0.5 + 1e-15);
    }
}

// The end of one line on another: any normal across both will do, that of the rounding will not.
static void the_end_of_a_line_touches_across_both(void) {
    abShape line = lasting_shape("capsule radius=0 length=1 axis=2", 0.0);
    abPose X = turned(at(0, 0, 0), 0.3, 0.7, 0.1);
    abVec3 v = ab_column(X.R, 2);
    for (int i = 0; i < 8; i++) {
        X.p = ab_add((abVec3){0, 0, 0.07 * i - 0.2}, ab_scale(0.5, v));
        abProximity p = near(line, at(0, 0, 0), line, X);
        CHECK_NEAR(p.distance, 0.0, 1e-15, 1.0);
        CHECK_NEAR(p.n_AB_W.z, 0.0, 1e-14, 1.0);
        CHECK(ab_dot(p.n_AB_W, v) >= -1e-14);
    }
}

// A capsule along the flat of a beam, parallel but for 9e-12: the points lie on both.
static void points_of_almost_parallel_bodies_lie_on_both(void) {
    static const double R_B[] = {-0x1.18b219c71ef83p-35,
                                 -0x1p+0,
                                 -0x1.7e02498b00ebep-37,
                                 -0x1p+0,
                                 0x1.18b219c71b489p-35,
                                 0x1.3c2b4eae8992cp-37,
                                 -0x1.3c2b4eae55374p-37,
                                 0x1.7e02498b2c414p-37,
                                 -0x1p+0};
    abShape capsule = lasting_shape("capsule radius=0.05 length=2 axis=0", 0.0);
    abShape beam = lasting_shape("beam length=1 width=0.4 thickness=0.2 axis=0", 0.02);
    abPose X =
        pose(R_B, (abVec3){-0x1.26da532654555p-5, 0x1.7adac9bfaefc7p-2, -0x1.faa93efea5d62p-2});
    abProximity p = near(capsule, at(0, 0, 0), beam, X);
    CHECK_NEAR(p.distance, 0.34478624753370762, 4e-15, 1.0);
    CHECK(fabs(p.p_A_W.x) <= 1.0 + 1e-10);
    CHECK_NEAR(p.p_A_W.y, 0.0, 1e-10, 1.0);
    CHECK_NEAR(p.p_A_W.z, -0.05, 1e-10, 1.0);
    abVec3 b = ab_pose_point_inverse(X, p.p_B_W);
    double beyond = fmax(fabs(b.x) - 0.5, 0.0);
    CHECK(beyond * beyond + b.y * b.y <= 0.04 + 1e-10);
    CHECK_NEAR(fabs(b.z), 0.1, 1e-10, 1.0);
}

// Almost in the middle all ways out round the axis are nearly equal; the least is along the offset.
static void the_best_way_out_of_a_ring_is_found(void) {
    abShape drum = lasting_shape("cylinder radius=0.4 length=1 axis=2", 0.0);
    abShape ball = lasting_shape("ellipsoid semi_axes=0.4,0.4,0.4", 0.0);
    for (double far = 1e-6; far < 2e-3; far *= 10.0) {
        abVec3 offset = {0.6 * far, -0.8 * far, 0.0};
        for (int i = 0; i < 2; i++) {
            abProximity p = near(i == 0 ? drum : ball, at(0, 0, 0), drum,
                                 turned(at(offset.x, offset.y, 0.0), 0, 0, 0.4));
            CHECK_NEAR(p.distance, far - 0.8, 1e-12, 1.0);
            CHECK_NEAR(ab_dot(p.n_AB_W, offset), far, 1e-12, 1.0);
        }
    }
}

AB_TESTS(AB_TEST(ball_on_plane), AB_TEST(concentric_balls_have_a_fixed_normal),
         AB_TEST(ball_meets_face_edge_corner_and_inside_of_a_box),
         AB_TEST(crossed_cylinders_touch_at_their_barrels),
         AB_TEST(flat_on_flat_touches_in_the_middle),
         AB_TEST(overhanging_box_touches_in_the_middle_of_the_overlap),
         AB_TEST(parallel_bars_touch_in_the_middle), AB_TEST(thin_shapes_are_no_error),
         AB_TEST(flat_shapes_count_as_infinite_radius),
         AB_TEST(the_shorter_of_two_ways_out_is_found), AB_TEST(a_deep_corner_keeps_its_point),
         AB_TEST(crossing_capsules_have_a_normal_across_both),
         AB_TEST(almost_parallel_edges_are_no_error),
         AB_TEST(crossed_plates_touch_where_their_edges_cross),
         AB_TEST(almost_parallel_capsules_have_the_distance_of_their_ends),
         AB_TEST(the_end_of_a_line_touches_across_both),
         AB_TEST(points_of_almost_parallel_bodies_lie_on_both),
         AB_TEST(the_best_way_out_of_a_ring_is_found))
