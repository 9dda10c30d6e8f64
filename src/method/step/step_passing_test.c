// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_passing_test.c - a blade that turns fast does not pass through what lies in its way, however
// far it turns in a step.
//
// A blade of mass M and inertia I about its centre, free or on a hinge there, turns with w and hits a
// resting ball of mass m at l from the centre. Without loss or friction the ball gets the speed
//
//   (1/m) 2 w l / (1/m + 1/M + l^2/I),   without 1/M on a hinge,   l^2 = R^2 - (t/2 + r)^2
//
// for a ball of radius r at R and a blade of thickness t. Method events says what it is for another blade.

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"

static const double s_w = 400.0, s_t = 0.004, s_r = 0.003, s_R = 0.3, s_m = 0.01, s_I = 0.05;

static double speed_after(bool is_hinged) {
    double apart = 0.5 * s_t + s_r, l = sqrt(s_R * s_R - apart * apart);
    double inverse = 1.0 / s_m + (is_hinged ? 0.0 : 1.0) + l * l / s_I;
    return 2.0 * s_w * l / (inverse * s_m);
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    abVec3 v = frame->bodies[1].velocity;
    *(double *)context = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return AB_OK;
}

static double hit(const char *blade, bool is_hinged, double angle, const char *simulation) {
    static abError error;
    double speed = NAN;
    char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\n"
             "materials: {s: {density: 7850, youngs_modulus: 2.1e11, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [s, s], restitution: 1, sliding_friction: 0}]\nbodies:\n"
             "  blade: {mass: 1, inertia: [0.001, %g, %g], angular_velocity: [0, 0, %g], "
             "shapes: [{%s, material: s}]}\n"
             "  ball: {position: [%.17g, %.17g, 0], mass: %g, inertia: [1e-7, 1e-7, 1e-7], "
             "shapes: [{sphere: {radius: %g}, material: s}]}\n%s"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {end_time: %.17g, %s}\n",
             s_I, s_I, s_w, blade, s_R * ab_cos(angle), s_R * ab_sin(angle), s_m, s_r,
             is_hinged ? "joints: [{type: revolute, between: [world, blade]}]\n" : "",
             (angle + 0.4) / s_w, simulation);
    abObserver observer = {.context = &speed, .frame = take_frame};
    CHECK(run_and_say(text, &observer, NULL, &error) == AB_OK);
    return speed;
}

static const char *const s_blades[] = {"box: {size: [0.8, 0.004, 0.02]}",
                                       "capsule: {radius: 0.002, length: 0.796, axis: x}",
                                       "cylinder: {radius: 0.002, length: 0.8, axis: x}",
                                       "ellipsoid: {semi_axes: [0.4, 0.002, 0.01]}"};

static void nothing_passes_a_blade(void) {
    for (size_t k = 0; k < 4; k++) {
        for (double angle = 0.4; angle < 2.6; angle += 0.43) {
            for (double turn = 0.03; turn < 6.0; turn *= 2.0) {
                char simulation[100];
                bool is_hinged = (int)(10.0 * angle) % 2 == 0;
                double right = hit(s_blades[k], is_hinged, angle, "method: events");
                CHECK(k == 3 || fabs(right - speed_after(is_hinged)) < 1e-9 * right);
                snprintf(simulation, sizeof simulation, "method: stepping, step: %g", turn / s_w);
                CHECK_NEAR(hit(s_blades[k], is_hinged, angle, simulation), right, 1e-2, right);
                snprintf(simulation, sizeof simulation,
                         "method: stepping, step: %g, step_control: adaptive, tolerance: 1e-6",
                         turn / s_w);
                CHECK_NEAR(hit(s_blades[k], is_hinged, angle, simulation), right, 1e-4, right);
            }
        }
    }
}

AB_TESTS(AB_TEST(nothing_passes_a_blade))
