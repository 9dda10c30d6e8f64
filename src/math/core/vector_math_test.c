// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/vector_math.h"

#include <stdint.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "math/core/elementary.h"

// What a handful of operations on numbers of size one may lose.
#define EPS 1e-15

static uint64_t s_seed = 3;
static abVec3 random_vec3(void) {
    double x = next_random(&s_seed), y = next_random(&s_seed);
    return ab_vec3(x, y, next_random(&s_seed));
}
static abMat3 random_mat3(void) {
    abVec3 a = random_vec3(), b = random_vec3();
    return ab_mat3_from_columns(a, b, random_vec3());
}
static abQuat random_quat(void) {
    abVec3 v = random_vec3();
    return ab_quat_unit((abQuat){next_random(&s_seed), v.x, v.y, v.z});
}

static double difference(abMat3 A, abMat3 B) {
    double worst = 0.0;
    for (int i = 0; i < 9; i++) {
        worst = fmax(worst, fabs(A.m[i / 3][i % 3] - B.m[i / 3][i % 3]));
    }
    return worst;
}
static double distance(abVec3 a, abVec3 b) {
    return ab_norm(ab_sub(a, b));
}

static void cross_product_is_normal_to_both(void) {
    CHECK(ab_cross(ab_vec3(1, 0, 0), ab_vec3(0, 1, 0)).z == 1.0);
    for (int i = 0; i < 100; i++) {
        abVec3 a = random_vec3(), b = random_vec3(), c = ab_cross(a, b);
        CHECK_NEAR(ab_dot(a, c), 0.0, EPS, 1.0);
        CHECK_NEAR(ab_norm2(c), ab_norm2(a) * ab_norm2(b) - ab_dot(a, b) * ab_dot(a, b), 4 * EPS,
                   1.0);
        CHECK_NEAR(distance(ab_mul(ab_skew(a), b), c), 0.0, EPS, 1.0);
    }
}

static void the_zero_vector_has_no_direction_but_no_nan(void) {
    CHECK(ab_norm(ab_unit(ab_vec3(0, 0, 0))) == 0.0);
    CHECK_NEAR(ab_norm(ab_unit(ab_vec3(3e-150, 4e-150, 0))), 1.0, EPS, 1.0);
}

static void components_are_read_and_written_by_axis(void) {
    abVec3 a = {1, 2, 3};
    for (int axis = 0; axis < 3; axis++) {
        CHECK(ab_get(a, axis) == axis + 1);
        ab_set(&a, axis, 7.0);
        CHECK(ab_get(a, axis) == 7.0);
    }
    CHECK(ab_is_finite(a) && !ab_is_finite(ab_vec3(0, NAN, 0)) &&
          !ab_is_finite(ab_vec3(0, 0, INFINITY)));
}

static void the_perpendicular_is_a_unit_vector_at_right_angles(void) {
    abVec3 special[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 1000; i++) {
        abVec3 n = i < 4 ? special[i] : ab_unit(random_vec3());
        CHECK_NEAR(ab_dot(n, ab_perpendicular(n)), 0.0, EPS, 1.0);
        CHECK_NEAR(ab_norm(ab_perpendicular(n)), 1.0, EPS, 1.0);
    }
}

// Normals of what lies level or stands upright are the axes but for rounding.
static void the_perpendicular_does_not_change_with_rounding(void) {
    for (int axis = 0; axis < 3; axis++) {
        abVec3 n = {0.0, 0.0, 0.0};
        ab_set(&n, axis, 1.0);
        abVec3 there = ab_perpendicular(n), back = ab_perpendicular(ab_neg(n));
        for (int i = 0; i < 300; i++) {
            double little = i % 3 == 0 ? 1e-17 : i % 3 == 1 ? 1e-9 : 1e-3;
            abVec3 off = ab_unit(ab_add_scaled(n, little, random_vec3()));
            CHECK(distance(ab_perpendicular(off), there) <= 10.0 * little + EPS);
            CHECK(distance(ab_perpendicular(ab_neg(off)), back) <= 10.0 * little + EPS);
        }
    }
}

static void products_with_transposes_agree(void) {
    for (int i = 0; i < 100; i++) {
        abMat3 A = random_mat3(), B = random_mat3();
        abVec3 v = random_vec3();
        CHECK(difference(ab_mat3_mul_t(A, B), ab_mat3_mul(A, ab_mat3_transpose(B))) <= 2 * EPS);
        CHECK(difference(ab_mat3_t_mul(A, B), ab_mat3_mul(ab_mat3_transpose(A), B)) <= 2 * EPS);
        CHECK_NEAR(distance(ab_mul_t(A, v), ab_mul(ab_mat3_transpose(A), v)), 0.0, EPS, 1.0);
        CHECK_NEAR(distance(ab_mul(ab_mat3_mul(A, B), v), ab_mul(A, ab_mul(B, v))), 0.0, 4 * EPS,
                   1.0);
    }
}

static void the_inverse_inverts(void) {
    for (int i = 0; i < 1000; i++) {
        abMat3 A = random_mat3(), inverse;
        CHECK(ab_mat3_inverse(A, &inverse));
        double size = difference(inverse, ab_mat3_scale(0.0, A));
        CHECK_NEAR(difference(ab_mat3_mul(A, inverse), ab_mat3_identity()), 0.0, 10 * EPS,
                   size * size + 1.0); // cofactors: condition squared
    }
    abMat3 untouched = ab_mat3_identity();
    CHECK(!ab_mat3_inverse(ab_mat3_diagonal(1, 0, 1), &untouched));
    CHECK(!ab_mat3_inverse(ab_mat3_diagonal(1, NAN, 1), &untouched));
    CHECK(difference(untouched, ab_mat3_identity()) == 0.0);
}

static void check_eigen(abMat3 S, double size) {
    double values[3];
    abMat3 V;
    ab_mat3_eigen(S, values, &V);
    CHECK(values[0] <= values[1] && values[1] <= values[2]);
    CHECK(difference(ab_mat3_t_mul(V, V), ab_mat3_identity()) <= 10 * EPS);
    CHECK(ab_mat3_determinant(V) > 0.0);
    abMat3 D = ab_mat3_diagonal(values[0], values[1], values[2]);
    CHECK(difference(ab_mat3_mul_t(ab_mat3_mul(V, D), V), S) <= 10 * EPS * size);
}

static void eigenvectors_rebuild_the_matrix(void) {
    for (int i = 0; i < 1000; i++) {
        abMat3 A = random_mat3();
        double size = i % 3 == 0 ? 1e-30 : i % 3 == 1 ? 1.0 : 1e30;
        check_eigen(ab_mat3_scale(size, ab_mat3_add(A, ab_mat3_transpose(A))), 4.0 * size);
    }
    check_eigen(ab_mat3_identity(), 1.0);
    check_eigen(ab_mat3_diagonal(3, 3, 1), 3.0);
    check_eigen(ab_mat3_diagonal(0, 0, 0), 1.0);
    check_eigen((abMat3){{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}, 3.0);
}

static void quaternion_and_matrix_are_the_same_rotation(void) {
    for (int i = 0; i < 1000; i++) {
        abQuat p = random_quat(), q = random_quat();
        abMat3 R = ab_quat_to_matrix(q);
        CHECK(difference(ab_mat3_t_mul(R, R), ab_mat3_identity()) <= 4 * EPS);
        CHECK_NEAR(ab_mat3_determinant(R), 1.0, 4 * EPS, 1.0);
        CHECK(difference(ab_quat_to_matrix(ab_quat_from_matrix(R)), R) <= 4 * EPS);
        CHECK(difference(ab_quat_to_matrix(ab_quat_mul(p, q)),
                         ab_mat3_mul(ab_quat_to_matrix(p), R)) <= 6 * EPS);
        CHECK(difference(ab_quat_to_matrix(ab_quat_conjugate(q)), ab_mat3_transpose(R)) <= EPS);
        abQuat longer = {3 * q.w, 3 * q.x, 3 * q.y, 3 * q.z};
        CHECK(difference(ab_quat_to_matrix(longer), R) <= 2 * EPS);
    }
}

static void half_turns_survive_the_way_through_a_matrix(void) {
    abVec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}, {0, -0.6, 0.8}};
    for (int i = 0; i < 5; i++) {
        abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle(axes[i], AB_PI));
        CHECK(difference(ab_quat_to_matrix(ab_quat_from_matrix(R)), R) <= 4 * EPS);
    }
}

static void a_turn_about_z_takes_x_to_y(void) {
    abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle(ab_vec3(0, 0, 5), 0.5 * AB_PI));
    CHECK_NEAR(distance(ab_mul(R, ab_vec3(1, 0, 0)), ab_vec3(0, 1, 0)), 0.0, EPS, 1.0);
    abQuat none = ab_quat_from_vector(ab_vec3(0, 0, 0));
    CHECK(none.w == 1.0 && none.x == 0.0 && none.y == 0.0 && none.z == 0.0);
    abQuat small = ab_quat_from_vector(ab_vec3(0, 2e-9, 0));
    CHECK_NEAR(small.y, 1e-9, EPS, 1e-9);
}

static void angles_turn_about_x_then_new_y_then_new_z(void) {
    abVec3 a = {0.3, -0.7, 1.9};
    abMat3 X = {{{1, 0, 0}, {0, ab_cos(a.x), -ab_sin(a.x)}, {0, ab_sin(a.x), ab_cos(a.x)}}};
    abMat3 Y = {{{ab_cos(a.y), 0, ab_sin(a.y)}, {0, 1, 0}, {-ab_sin(a.y), 0, ab_cos(a.y)}}};
    abMat3 Z = {{{ab_cos(a.z), -ab_sin(a.z), 0}, {ab_sin(a.z), ab_cos(a.z), 0}, {0, 0, 1}}};
    abMat3 R = ab_mat3_mul(ab_mat3_mul(X, Y), Z);
    CHECK(difference(ab_quat_to_matrix(ab_quat_from_xyz(a)), R) <= 4 * EPS);
}

static void poses_take_points_there_and_back(void) {
    for (int i = 0; i < 100; i++) {
        abPose A = {ab_quat_to_matrix(random_quat()), random_vec3()};
        abPose B = {ab_quat_to_matrix(random_quat()), random_vec3()};
        abVec3 p = random_vec3();
        CHECK_NEAR(distance(ab_pose_point_inverse(A, ab_pose_point(A, p)), p), 0.0, 4 * EPS, 1.0);
        CHECK_NEAR(
            distance(ab_pose_point(ab_pose_mul(A, B), p), ab_pose_point(A, ab_pose_point(B, p))),
            0.0, 4 * EPS, 1.0);
    }
    abVec3 p = {1, 2, 3};
    CHECK(distance(ab_pose_point(ab_pose_identity(), p), p) == 0.0);
}

AB_TESTS(AB_TEST(cross_product_is_normal_to_both),
         AB_TEST(the_zero_vector_has_no_direction_but_no_nan),
         AB_TEST(components_are_read_and_written_by_axis),
         AB_TEST(the_perpendicular_is_a_unit_vector_at_right_angles),
         AB_TEST(products_with_transposes_agree), AB_TEST(the_inverse_inverts),
         AB_TEST(eigenvectors_rebuild_the_matrix),
         AB_TEST(quaternion_and_matrix_are_the_same_rotation),
         AB_TEST(half_turns_survive_the_way_through_a_matrix), AB_TEST(a_turn_about_z_takes_x_to_y),
         AB_TEST(angles_turn_about_x_then_new_y_then_new_z),
         AB_TEST(poses_take_points_there_and_back),
         AB_TEST(the_perpendicular_does_not_change_with_rounding))
