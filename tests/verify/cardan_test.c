// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "cardan.h"

#include "base/check.h"
#include "math/core/vector_math.h"

static double largest_difference(abMat3 A, abMat3 B) {
    double maximum = 0.0;
    for (int i = 0; i < 9; i++) {
        maximum = fmax(maximum, fabs(A.m[i / 3][i % 3] - B.m[i / 3][i % 3]));
    }
    return maximum;
}

static const abVec3 s_samples[] = {
    {0.0, 0.0, 0.0}, {0.3, -0.2, 1.1}, {-2.9, 1.4, 3.0}, {60.2, 2.5, -55.1}, {1.0, -9.0, 0.1}};
enum { SAMPLES = sizeof s_samples / sizeof s_samples[0] };

static void matrix_and_angles_agree(void) {
    for (int i = 0; i < SAMPLES; i++) {
        for (int is_xzy = 0; is_xzy < 2; is_xzy++) {
            abMat3 R = cardan_to_matrix(s_samples[i], is_xzy);
            abVec3 angles = cardan_from_matrix(R, is_xzy);
            // sines of angles up to 60 rad carry 60 ulp
            CHECK(largest_difference(cardan_to_matrix(angles, is_xzy), R) < 2e-14);
        }
    }
}

static void the_nearest_angles_are_the_ones_we_began_with(void) {
    for (int i = 0; i < SAMPLES; i++) {
        for (int is_xzy = 0; is_xzy < 2; is_xzy++) {
            abMat3 R = cardan_to_matrix(s_samples[i], is_xzy);
            abVec3 reference = s_samples[i];
            reference.x += 0.1, reference.y -= 0.05;
            abVec3 angles = cardan_nearest(cardan_from_matrix(R, is_xzy), reference);
            CHECK_NEAR(angles.x, s_samples[i].x, 1e-12, 1.0);
            CHECK_NEAR(angles.y, s_samples[i].y, 1e-12, 1.0);
            CHECK_NEAR(angles.z, s_samples[i].z, 1e-12, 1.0);
        }
    }
}

static void sequences_turn_about_the_axes_they_name(void) {
    abVec3 x = {1.0, 0.0, 0.0};
    abVec3 about_y = ab_mul(cardan_to_matrix((abVec3){0.0, 0.5, 0.0}, false), x);
    CHECK_NEAR(about_y.z, -sin(0.5), 1e-15, 1.0);
    abVec3 about_z = ab_mul(cardan_to_matrix((abVec3){0.0, 0.5, 0.0}, true), x);
    CHECK_NEAR(about_z.y, sin(0.5), 1e-15, 1.0);
}

AB_TESTS(AB_TEST(matrix_and_angles_agree), AB_TEST(the_nearest_angles_are_the_ones_we_began_with),
         AB_TEST(sequences_turn_about_the_axes_they_name))
