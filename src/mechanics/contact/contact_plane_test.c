// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_plane_test.c - a mesh on a plane under a linear pressure, by integrals of the depth, does
// what the same pressure does point by point when it is called a power with the exponent 1.

#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

// A block with a step below, turned; one corner is in the ground, or a side, or more.
static const char s_model[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.4, rolling_resistance: "
    "0.01}]\n"
    "bodies:\n"
    "  %s: {mobility: fixed, position: [0.1, 0, 0.02], shapes: [{plane: {}, material: m}]}\n"
    "  block:\n"
    "    position: [0.7, -0.6, %.17g]\n"
    "    rotation: [%.17g, %.17g, 0.3]\n"
    "    velocity: [0.1, 0.2, %.17g]\n"
    "    angular_velocity: [%.17g, %g, %g]\n"
    "    shapes: [{mesh: {collide: surface, points: [[-0.5,-0.5,-0.5],[0.5,-0.5,-0.4],"
    "[0.5,0.5,-0.5],[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],[0.5,-0.5,0.5],[0.5,0.5,0.5],"
    "[-0.5,0.5,0.5]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],"
    "[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}, material: m}]\n"
    "contacts: [{between: [block, %s], manifold: faces, normal: {law: foundation, "
    "%s, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.1, %s}, friction: {%s}}]\n"
    "simulation: {end_time: 1.0e-6, output_interval: 1.0e-6}\n";

typedef struct Pose {
    double height, about_x, about_y, speed, turning;
    bool is_even; // it does not turn at all
} Pose;

typedef struct Seen {
    abContactState contact;
    double stored, lost, slid; // the latter two after a microsecond [J]
    int contacts;
} Seen;

static abError s_error;

static abResult keep(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    if (frame->index == 0) {
        seen->contacts = frame->contact_count;
        seen->stored = frame->energy.contacts;
        seen->contact = frame->contact_count > 0 ? frame->contacts[0] : (abContactState){0};
    }
    seen->lost = frame->energy.contact_damping;
    seen->slid = frame->energy.sliding_friction + frame->energy.rolling_resistance;
    return AB_OK;
}

static Seen see(const char *ground, Pose pose, const char *pressure, const char *damping,
                const char *friction) {
    char text[4000];
    Seen seen = {.contacts = -1};
    snprintf(text, sizeof text, s_model, ground, pose.height, pose.about_x, pose.about_y,
             pose.speed, pose.is_even ? 0.0 : pose.turning, pose.is_even ? 0.0 : 0.2,
             pose.is_even ? 0.0 : 0.3, ground, pressure, damping, friction);
    abObserver observer = {.context = &seen, .frame = keep};
    must_be_ok(run_fixture(text, &observer, NULL, &s_error), &s_error);
    return seen;
}

static void check_vector(abVec3 a, abVec3 b, double scale) {
    CHECK_NEAR(a.x, b.x, 1e-11, scale);
    CHECK_NEAR(a.y, b.y, 1e-11, scale);
    CHECK_NEAR(a.z, b.z, 1e-11, scale);
}

static void compare(const char *ground, Pose pose, const char *damping, const char *friction) {
    Seen by_sums = see(ground, pose, "pressure: linear", damping, friction);
    Seen by_points = see(ground, pose, "pressure: power, exponent: 1", damping, friction);
    const abContactState *a = &by_sums.contact, *b = &by_points.contact;
    CHECK(by_sums.contacts == 1 && by_points.contacts == 1);
    CHECK(b->points > 0 && a->points == b->points);
    double scale = 1.0 + b->normal_force; // damping may cut it to nothing
    check_vector(a->force, b->force, scale);
    check_vector(a->torque, b->torque, scale);
    if (b->normal_force > 1e-6) { // else there is no centre of pressure
        check_vector(a->point, b->point, 1.0);
        check_vector(a->normal, b->normal, 1.0);
        check_vector(a->slip, b->slip, 1.0);
        CHECK_NEAR(a->rate, b->rate, 1e-11, 1.0);
    }
    CHECK_NEAR(a->normal_force, b->normal_force, 1e-11, scale);
    CHECK_NEAR(a->depth, b->depth, 1e-11, b->depth);
    CHECK_NEAR(a->area, b->area, 1e-11, b->area);
    CHECK_NEAR(a->pressure, b->pressure, 1e-11, b->pressure);
    CHECK_NEAR(by_sums.stored, by_points.stored, 1e-11, by_points.stored);
    CHECK_NEAR(by_sums.slid, by_points.slid, 1e-9, by_points.stored * 1e-6);
    CHECK_NEAR(by_sums.lost, by_points.lost, 1e-9, by_points.stored * 1e-6);
}

// On a face, an edge, a corner; coming and going.
static const Pose s_poses[] = {
    {0.48, 0.0, 0.0, -0.1, 0.0, false},     {0.6, 0.5, 0.3, -0.3, 0.4, false},
    {0.7055, -0.7, 1.8, -0.3, -0.1, false}, {0.75, 0.6, 0.6, 0.3, 0.7, false},
    {0.82, 0.2, 2.2, -0.5, 0.1, false},     {0.685, 2.0, 3.5, -2.0, 0.5, false},
    {0.53, 0.1, 0.03, -1.0, 0.01, false},   {0.75, 0.4, 1.3, 1.0, 0.1, false},
};
enum { POSES = sizeof s_poses / sizeof s_poses[0] };

static void integrals_do_what_points_do(void) {
    for (int i = 0; i < POSES; i++) {
        compare("ground", s_poses[i], "damping: 0", "law: none");
        compare("a_ground", s_poses[i], "damping: 0", "law: none"); // the other one first
    }
}

static void so_they_do_with_damping(void) {
    static const char *const dampings[] = {"damping: 300", "damping_by_area: 200",
                                           "damping_by_force: 0.3",
                                           "damping: 100, damping_by_area: 20"};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < POSES; i++) {
            compare(i % 2 == 0 ? "ground" : "a_ground", s_poses[i], dampings[k], "law: none");
        }
    }
}

static void friction_is_that_of_the_points(void) {
    static const char *const frictions[] = {"law: regularized", "law: static_dynamic",
                                            "law: regularized, spin_speed: 0.3"};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < POSES; i++) {
            const char *damping = i % 3 == 0 ? "damping: 0" : "damping_by_area: 20";
            compare(i % 2 == 0 ? "ground" : "a_ground", s_poses[i], damping, frictions[k]);
        }
    }
}

// Without turning the slip is the same everywhere, and no points are asked.
static void so_is_that_of_bodies_that_do_not_turn(void) {
    static const char *const frictions[] = {"law: regularized", "law: static_dynamic"};
    static const char *const dampings[] = {"damping: 0", "damping_by_area: 20",
                                           "damping_by_force: 0.3"};
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < POSES; i++) {
            Pose pose = s_poses[i];
            pose.is_even = true;
            compare(i % 2 == 0 ? "ground" : "a_ground", pose, dampings[k % 3], frictions[k / 3]);
        }
    }
}

AB_TESTS(AB_TEST(integrals_do_what_points_do), AB_TEST(so_they_do_with_damping),
         AB_TEST(friction_is_that_of_the_points), AB_TEST(so_is_that_of_bodies_that_do_not_turn))
