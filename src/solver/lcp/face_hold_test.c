// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// What the points of one face hold together.

#include <math.h>

#include "base/check.h"
#include "math/core/vector_math.h"
#include "solver/lcp/face_hold.h"

enum { CORNERS = 4 };

// Corners of a face of 0.4 m by 0.2 m in the plane z = 0, with limits of 1 N to 4 N; all of the load
// at the first.
static void corners(abHeldPoint out[CORNERS], abVec3 force, double moment) {
    static const abVec3 places[CORNERS] = {
        {0.2, 0.1, 0.0}, {-0.2, 0.1, 0.0}, {-0.2, -0.1, 0.0}, {0.2, -0.1, 0.0}};
    for (int i = 0; i < CORNERS; i++) {
        out[i] = (abHeldPoint){.body = {-1, 3},
                               .p = places[i],
                               .n = {0.0, 0.0, 1.0},
                               .limit = 1.0 + i,
                               .index = (size_t)i};
    }
    // a couple at the first and third beside the force at the first
    abVec3 arm = ab_sub(places[0], places[2]);
    double rest = moment - (places[0].x * force.y - places[0].y * force.x);
    abVec3 couple = ab_scale(rest / ab_norm2(arm), ab_vec3(-arm.y, arm.x, 0.0));
    out[0].hold = ab_add(force, couple);
    out[2].hold = ab_neg(couple);
}

static double moment_of(const abHeldPoint *points) {
    double sum = 0.0;
    for (int i = 0; i < CORNERS; i++) {
        sum += points[i].p.x * points[i].hold.y - points[i].p.y * points[i].hold.x;
    }
    return sum;
}

static abVec3 force_of(const abHeldPoint *points) {
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < CORNERS; i++) {
        sum = ab_add(sum, points[i].hold);
    }
    return sum;
}

static double largest_share(const abHeldPoint *points) {
    double share = 0.0;
    for (int i = 0; i < CORNERS; i++) {
        share = fmax(share, ab_norm(points[i].hold) / points[i].limit);
    }
    return share;
}

// Force and moment by what the limits resist, for the motion of all that resists least: by trying
// directions on a fine grid.
static double least_resistance(abVec3 force, double moment) {
    enum { TURNS = 720, TILTS = 720 };
    abHeldPoint points[CORNERS];
    corners(points, force, moment);
    double greatest = 0.0;
    for (int i = 0; i < TURNS; i++) {
        for (int k = 0; k <= TILTS; k++) {
            double a = 2.0 * 3.14159265358979 * i / TURNS, b = 3.14159265358979 * (k - 360) / TILTS;
            double w = 5.0 * sin(b), resisted = 0.0;
            abVec3 v = {cos(a) * cos(b), sin(a) * cos(b), 0.0};
            for (int m = 0; m < CORNERS; m++) {
                abVec3 moves = {v.x - w * points[m].p.y, v.y + w * points[m].p.x, 0.0};
                resisted += points[m].limit * ab_norm(moves);
            }
            greatest = fmax(greatest, (ab_dot(force, v) + moment * w) / resisted);
        }
    }
    return greatest;
}

static void pulled_straight_all_come_to_their_limits_together(void) {
    // limits of 1, 2, 3, 4 N carry 10 N where the moment is that of their own middle
    abHeldPoint points[CORNERS];
    double middle = 0.1 * (1.0 + 2.0 - 3.0 - 4.0) / 10.0;
    corners(points, ab_vec3(9.9, 0.0, 0.0), -middle * 9.9);
    ab_face_hold_share(points, CORNERS);
    for (int i = 0; i < CORNERS; i++) {
        CHECK(points[i].is_shared);
        CHECK_NEAR(ab_norm(points[i].hold), 0.99 * points[i].limit, 1e-12, 1.0);
    }
}

static void what_is_within_its_limits_stays(void) {
    abHeldPoint points[CORNERS];
    corners(points, ab_vec3(0.3, 0.2, 0.0), 0.01);
    ab_face_hold_share(points, CORNERS);
    CHECK(!points[0].is_shared && points[0].index == 0);
}

static void a_face_holds_as_long_as_any_forces_can(void) {
    static const double angles[] = {0.0, 0.7, 1.9, 3.5, 5.0};
    static const double moments[] = {-1.5, -0.4, 0.0, 0.3, 1.2};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
            abVec3 way = {cos(angles[i]), sin(angles[i]), 0.0};
            double ratio = least_resistance(way, moments[k]);
            for (int side = -1; side <= 1; side += 2) {
                // the grid misses the greatest by less than 1e-4 of it
                double size = (1.0 + 2e-3 * side) / ratio;
                abHeldPoint points[CORNERS];
                corners(points, ab_scale(size, way), size * moments[k]);
                ab_face_hold_share(points, CORNERS);
                CHECK(side < 0 ? largest_share(points) <= 1.0 : largest_share(points) > 1.0);
                CHECK_NEAR(ab_norm(ab_sub(force_of(points), ab_scale(size, way))), 0.0, 1e-9, size);
                CHECK_NEAR(moment_of(points), size * moments[k], 1e-9, size);
            }
        }
    }
}

// A body on two others that are fixed is held by both, whichever comes first.
static void fixed_bodies_hold_as_one(void) {
    abHeldPoint points[CORNERS];
    corners(points, ab_vec3(5.0, 0.0, 0.0), 0.0);
    points[1].body[0] = 3, points[1].body[1] = -1;
    points[1].hold = ab_neg(points[1].hold);
    ab_face_hold_share(points, CORNERS);
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < CORNERS; i++) {
        CHECK(ab_norm(points[i].hold) <= points[i].limit);
        sum = ab_add_scaled(sum, points[i].body[1] == 3 ? 1.0 : -1.0, points[i].hold);
    }
    CHECK_NEAR(sum.x, 5.0, 1e-9, 1.0);
    CHECK_NEAR(sum.y, 0.0, 1e-9, 1.0);
}

static void a_single_point_holds_what_it_must(void) {
    abHeldPoint points[CORNERS];
    corners(points, ab_vec3(5.0, 0.0, 0.0), 0.0);
    abVec3 hold = points[0].hold;
    ab_face_hold_share(points, 1);
    CHECK(!points[0].is_shared && ab_norm(ab_sub(points[0].hold, hold)) == 0.0);
}

AB_TESTS(AB_TEST(pulled_straight_all_come_to_their_limits_together),
         AB_TEST(what_is_within_its_limits_stays), AB_TEST(a_face_holds_as_long_as_any_forces_can),
         AB_TEST(fixed_bodies_hold_as_one), AB_TEST(a_single_point_holds_what_it_must))
