// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/rotation_vector.h"

#include <math.h>

#include "base/check.h"

// A smooth way of r.
static abVec3 r_at(double size, double t) {
    return ab_vec3(size * sin(1.3 * t + 0.2), size * cos(0.7 * t), size * 0.5 * sin(2.1 * t));
}
static abVec3 rate_at(double size, double t) {
    return ab_vec3(size * 1.3 * cos(1.3 * t + 0.2), -size * 0.7 * sin(0.7 * t),
                   size * 1.05 * cos(2.1 * t));
}
static abVec3 second_at(double size, double t) {
    return ab_vec3(-size * 1.69 * sin(1.3 * t + 0.2), -size * 0.49 * cos(0.7 * t),
                   -size * 2.205 * sin(2.1 * t));
}

static abMat3 turn_at(double size, double t) {
    return ab_quat_to_matrix(ab_quat_from_vector(r_at(size, t)));
}

static const double s_sizes[] = {0.0, 1e-8, 1e-3, 0.3, 1.0, 2.0};

// R(t + h) R(t - h)^T turns by 2 h w; central differences are wrong by h^2 w'' / 6.
static void angular_velocity_is_that_of_the_rotation(void) {
    const double h = 1e-4;
    for (size_t i = 0; i < sizeof s_sizes / sizeof s_sizes[0]; i++) {
        double size = s_sizes[i], t = 0.4;
        abMat3 step = ab_mat3_mul_t(turn_at(size, t + h), turn_at(size, t - h));
        abVec3 w =
            ab_scale(0.25 / h, ab_vec3(step.m[2][1] - step.m[1][2], step.m[0][2] - step.m[2][0],
                                       step.m[1][0] - step.m[0][1]));
        abRotationVector v = ab_rotation_vector(r_at(size, t), rate_at(size, t));
        CHECK_NEAR(ab_norm(ab_sub(v.w, w)), 0.0, 2e-7, fmax(size, 1e-5));
    }
}

static void angular_acceleration_is_its_rate(void) {
    const double h = 1e-4;
    for (size_t i = 0; i < sizeof s_sizes / sizeof s_sizes[0]; i++) {
        double size = s_sizes[i], t = 0.4;
        abRotationVector before = ab_rotation_vector(r_at(size, t - h), rate_at(size, t - h));
        abRotationVector after = ab_rotation_vector(r_at(size, t + h), rate_at(size, t + h));
        abRotationVector v = ab_rotation_vector(r_at(size, t), rate_at(size, t));
        abVec3 slope = ab_scale(0.5 / h, ab_sub(after.w, before.w));
        abVec3 alpha = ab_add(ab_rotation_rate(&v, second_at(size, t)), v.bias);
        CHECK_NEAR(ab_norm(ab_sub(slope, alpha)), 0.0, 2e-7, fmax(size, 1e-5));
    }
}

static void transpose_gives_the_same_power(void) {
    abRotationVector v = ab_rotation_vector(ab_vec3(0.3, -0.8, 0.5), ab_vec3(1.0, 2.0, -0.4));
    abVec3 x = ab_vec3(0.2, -1.0, 3.0), y = ab_vec3(-2.0, 0.7, 1.1);
    CHECK_NEAR(ab_dot(x, ab_rotation_rate(&v, y)), ab_dot(ab_rotation_rate_t(&v, x), y), 1e-15,
               10.0);
}

AB_TESTS(AB_TEST(angular_velocity_is_that_of_the_rotation),
         AB_TEST(angular_acceleration_is_its_rate), AB_TEST(transpose_gives_the_same_power))
