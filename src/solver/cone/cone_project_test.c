// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_project_test.c - the projection is on the cone and nearest, and its slope is that of
// differences.

#include <math.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "solver/cone/cone_project.h"

static uint32_t s_seed;

// Friction, and every third one turning as a whole, rolling and spinning apart, or not at all.
static abConeContact random_contact(int i) {
    abConeContact c = {.friction = random_between(&s_seed, 0.0, 1.0), .spinning = -1.0};
    if (i % 3 > 0) {
        c.rolling = random_between(&s_seed, 0.01, 0.5);
        c.spinning = i % 3 == 1 ? -1.0 : random_between(&s_seed, 0.0, 0.3);
    }
    return c;
}

static void project(abConeCone *cone, const abConeContact *c, const double y[AB_CONE_ROWS]) {
    const abProximal at = {.r = {1.0, 1.0, 1.0}};
    double u[AB_CONE_ROWS];
    for (int k = 0; k < AB_CONE_ROWS; k++) {
        u[k] = -y[k];
    }
    ab_cone_project(cone, c, &at, u);
}

static double length(const double *z, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        sum += z[k] * z[k];
    }
    return sqrt(sum);
}

static void what_is_found_is_the_nearest_point_of_the_cone(void) {
    s_seed = 1;
    for (int i = 0; i < 3000; i++) {
        abConeContact c = random_contact(i);
        double y[AB_CONE_ROWS], along = 0.0;
        for (int k = 0; k < AB_CONE_ROWS; k++) {
            y[k] = random_between(&s_seed, -1.0, 1.0);
        }
        abConeCone cone;
        project(&cone, &c, y);
        for (int d = 0; d < cone.disc_count; d++) {
            const abConeDisc *disc = &cone.discs[d];
            CHECK(length(cone.z + disc->first, disc->count) <= disc->mu * cone.z[0] + 1e-15);
        }
        for (int k = 0; k < cone.rows; k++) {
            along += (y[k] - cone.z[k]) * cone.z[k];
        }
        CHECK_NEAR(along, 0.0, 1e-14, 1.0); // of a cone the rest is normal to the point
        for (int n = 0; n < 20; n++) {      // and no point of the cone is on its side
            double other[AB_CONE_ROWS] = {random_between(&s_seed, 0.0, 1.0)}, side = 0.0;
            for (int d = 0; d < cone.disc_count; d++) {
                const abConeDisc *disc = &cone.discs[d];
                double maximum = disc->mu * other[0] / sqrt(disc->count);
                for (int k = disc->first; k < disc->first + disc->count; k++) {
                    other[k] = random_between(&s_seed, -maximum, maximum);
                }
            }
            for (int k = 0; k < cone.rows; k++) {
                side += (y[k] - cone.z[k]) * other[k];
            }
            CHECK(side <= 1e-14);
        }
    }
}

static void the_slope_is_that_of_differences(void) {
    s_seed = 2;
    for (int i = 0; i < 300; i++) {
        abConeContact c = random_contact(i);
        double y[AB_CONE_ROWS], G[AB_CONE_ROWS][AB_CONE_ROWS], step = 1e-7;
        for (int k = 0; k < AB_CONE_ROWS; k++) {
            y[k] = random_between(&s_seed, -0.5, 1.0);
        }
        abConeCone cone, low, high;
        project(&cone, &c, y);
        ab_cone_slope(&cone, G);
        for (int k = 0; k < cone.rows; k++) {
            double at = y[k];
            y[k] = at - step;
            project(&low, &c, y);
            y[k] = at + step;
            project(&high, &c, y);
            y[k] = at;
            for (int r = 0; r < cone.rows && low.mode == high.mode; r++) {
                double slope = (high.z[r] - low.z[r]) / (2.0 * step);
                double own = cone.mode == AB_CONE_OPEN ? 0.0 : G[r][k];
                CHECK_NEAR(slope, own, 1e-7, 1.0); // curvature by the step squared, and rounding
            }
        }
    }
}

AB_TESTS(AB_TEST(what_is_found_is_the_nearest_point_of_the_cone),
         AB_TEST(the_slope_is_that_of_differences))
