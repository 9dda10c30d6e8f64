// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_circle_test.c - what sits in a ring or in the mouth of a bore touches along a circle: pressed
// along the axis it is held along the axis, and a sideways move by next to nothing changes next to
// nothing. What touches at one point is carried there with the force of that point.

#include "base/check.h"
#include "collide/patch/patch_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static const abVec3 s_origin = {0.0, 0.0, 0.0};

static const char *const s_seats[] = {"torus ring_radius=0.12 tube_radius=0.04",
                                      "tube radius=0.2 inner_radius=0.09 length=0.1"};
typedef struct Seated {
    const char *text;
    double turn;     // about x
    bool in_a_mouth; // carried by the mouth of a bore, too
} Seated;
static const Seated s_seated[] = {{"sphere radius=0.1", 0.0, false},
                                  {"sphere radius=0.15", 0.0, false},
                                  {"ellipsoid semi_axes=0.1,0.1,0.13", 0.0, false},
                                  {"capsule radius=0.1 length=0.3", 0.0, true},
                                  {"cone radius=0.15 length=0.3", AB_PI, false},
                                  {"cone radius=0.15 top_radius=0.05 length=0.3", AB_PI, false}};
enum { SEATED = sizeof s_seated / sizeof *s_seated };

static abPose pose(double x, double y, double z, double turn) {
    return (abPose){ab_quat_to_matrix(ab_quat_from_xyz((abVec3){turn, 0, 0})), {x, y, z}};
}

// Lowers the body along the axis until it overlaps the seat by `depth`.
static bool lower(const abShape *seat, const abPose *X_WS, const abShape *body, abPose *X_WB,
                  double depth) {
    double high = 1.0, low = 0.0;
    for (int i = 0; i < 200; i++) {
        abProximity at;
        X_WB->p.z = 0.5 * (high + low);
        ab_proximity(seat, X_WS, body, X_WB, &at);
        *(at.distance > -depth ? &high : &low) = X_WB->p.z;
    }
    return low > 0.0;
}

static bool make(int seat, int body, abShape *A, abShape *B, abPose *X_WA, abPose *X_WB) {
    if (seat == 1 && !s_seated[body].in_a_mouth) {
        return false;
    }
    *A = fixture_shape(s_seats[seat]);
    *B = fixture_shape(s_seated[body].text);
    *X_WA = pose(0.0, 0.0, 0.0, 0.0);
    *X_WB = pose(0.0, 0.0, 0.0, s_seated[body].turn);
    CHECK(lower(A, X_WA, B, X_WB, 1e-5));
    return true;
}

static void what_sits_in_a_circle_is_held_along_its_axis(void) {
    for (int k = 0; k < 2 * SEATED; k++) {
        abShape A, B;
        abPose X_WA, X_WB;
        if (!make(k % 2, k / 2, &A, &B, &X_WA, &X_WB)) {
            continue;
        }
        Load f = fixture_load(&A, &X_WA, &B, &X_WB, s_origin),
             g = fixture_load(&B, &X_WB, &A, &X_WA, s_origin);
        CHECK(f.count == 4 && f.force.z > 1e-5);
        CHECK_NEAR(ab_norm((abVec3){f.force.x, f.force.y, 0.0}), 0.0, 1e-13, 1.0);
        CHECK_NEAR(ab_norm(f.torque), 0.0, 1e-13, 1.0);
        CHECK_NEAR(ab_norm(ab_add(f.force, g.force)), 0.0, 1e-15, 1.0);
        CHECK_NEAR(ab_norm(ab_add(f.torque, g.torque)), 0.0, 1e-15, 1.0);
    }
}

// Moved by x, a point changes its depth by no more than x and its normal by x/R, and so it does when
// the body turns about its lowest point by x/R.
static void a_move_of_rounding_does_not_jump(void) {
    const abVec3 ways[] = {{1, 0, 0}, {-0.6, 0.8, 0}, {0, -1, 0}};
    for (int k = 0; k < 2 * SEATED; k++) {
        abShape A, B;
        abPose X_WA, X_WB;
        if (!make(k % 2, k / 2, &A, &B, &X_WA, &X_WB)) {
            continue;
        }
        Load still = fixture_load(&A, &X_WA, &B, &X_WB, s_origin);
        for (int w = 0; w < 6; w++) {
            for (double x = 1e-17; x < 2e-5; x *= 10.0) {
                abPose X = X_WB;
                if (w < 3) {
                    X.p = ab_add_scaled(X.p, x, ways[w]);
                } else {
                    abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle(ways[w - 3], 5.0 * x));
                    X.R = ab_mat3_mul(R, X.R);
                }
                Load f = fixture_load(&A, &X_WA, &B, &X, s_origin);
                double change = ab_norm(ab_sub(f.force, still.force));
                double turned = ab_norm(ab_sub(f.torque, still.torque));
                CHECK(change <= 10.0 * x + 1e-14 && turned <= 3.0 * x + 1e-14);
            }
        }
    }
}

// A ball that rolls around in a ring that is too wide for it, or on its outside: the force of one
// point wherever it is.
static void one_point_is_as_strong_anywhere(void) {
    abShape ring = fixture_shape("torus ring_radius=0.12 tube_radius=0.04"),
            ball = fixture_shape("sphere radius=0.05");
    abPose X_WR = pose(0.0, 0.0, 0.0, 0.3);
    for (int i = 0; i < 200; i++) {
        double angle = 0.0314 * i, inside = i % 2 == 0 ? 1.0 : -1.0;
        abVec3 on = {0.12 * ab_cos(angle), 0.12 * ab_sin(angle), 0.0};
        abVec3 out = {-inside * 0.8 * ab_cos(angle), -inside * 0.8 * ab_sin(angle), 0.6};
        abPose X_WB = {ab_mat3_identity(), ab_pose_point(X_WR, ab_add_scaled(on, 0.08999, out))};
        Load f = fixture_load(&ring, &X_WR, &ball, &X_WB, s_origin);
        CHECK_NEAR(ab_norm(f.force), 1e-5, 1e-9, 1e-5);
        CHECK_NEAR(ab_norm(ab_sub(f.force, ab_scale(1e-5, ab_mul(X_WR.R, out)))), 0.0, 1e-9, 1e-5);
    }
}

AB_TESTS(AB_TEST(what_sits_in_a_circle_is_held_along_its_axis),
         AB_TEST(a_move_of_rounding_does_not_jump), AB_TEST(one_point_is_as_strong_anywhere))
