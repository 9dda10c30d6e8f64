// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_bounces_test.c - bodies that tumble and roll over contacts of force laws without losses,
// by steps that are long for them: the energy does not rise.

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

static EnergyOfRun s_run;
static abError s_error;

// Of a material that gives back everything.
static void run(const char *bodies, const char *law, const char *simulation) {
    char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials: {plastic: {youngs_modulus: 2e9, poissons_ratio: 0.35, density: 1200}}\n"
             "pairs: [{materials: [plastic, plastic], restitution: 1, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: plastic}]}\n"
             "%s"
             "contacts: [{between: [all, all], normal: {law: %s}, friction: {law: none}}]\n"
             "simulation: {method: stepping, output_interval: 0.01, %s}\n",
             bodies, law, simulation);
    s_run = (EnergyOfRun){0};
    const abObserver observer = energy_observer(&s_run);
    CHECK(run_and_say(text, &observer, NULL, &s_error) == AB_OK);
}

static void check_rise(double allowed, const char *scene, int number) {
    if (!(s_run.rise <= allowed * s_run.most)) {
        printf("%s %d: rises by %.2g of %.4g J\n", scene, number, s_run.rise, s_run.most);
    }
    CHECK(s_run.rise <= allowed * s_run.most);
}

static const char *const s_orientations[] = {
    "[0.68994794815, -0.1141581554, -0.2807946917, -0.6573386121]", "[0.8, 0.4, 0.2, 0.4]",
    "[0.1, -0.7, 0.5, 0.5]"};
static const char *const s_shapes[] = {"cylinder: {radius: 0.17, length: 0.69, axis: x}",
                                       "box: {size: [0.3, 0.2, 0.5]}",
                                       "ellipsoid: {semi_axes: [0.1, 0.25, 0.4]}"};

// An impact takes three to thirty steps, in which the place that presses moves on along the shape: a
// law begins each step with what the last one left in it.
static void what_tumbles_over_springs_gains_nothing(void) {
    static const char *const laws[] = {"hertz", "hertz, stiffness: 1e7",
                                       "compliant, compliance: 1e-6, damping: 0"};
    static const char *const steps[] = {"step: 0.0005, end_time: 1", "step: 0.001, end_time: 1",
                                        "step: 0.005, step_control: adaptive, end_time: 1"};
    for (int i = 0; i < 27; i++) {
        char body[500];
        snprintf(body, sizeof body,
                 "  a: {position: [0, 0, 1.4], orientation: %s, velocity: [0.4, 0.9, -2.2], "
                 "angular_velocity: [12.9, -18.7, -7.4], shapes: [{%s, material: plastic}]}\n",
                 s_orientations[i % 3], s_shapes[i / 3 % 3]);
        run(body, laws[i / 9], steps[(i + i / 3) % 3]);
        check_rise(1e-7, "tumbling",
                   i); // moved out of an overlap found when a place begins to press
        CHECK_NEAR(s_run.drift, 0.0, 1e-11, s_run.most);
    }
}

// Two boxes whose corners press by turns; their vibration is small beside their weight.
static void what_rattles_gains_nothing(void) {
    run("  a: {position: [-0.0004, 0.0022, 0.028735], shapes: [{box: {size: [0.1, 0.1, 0.05746]}, "
        "material: plastic}]}\n"
        "  b: {position: [0.0011, 0.0011, 0.0804], shapes: [{box: {size: [0.1, 0.1, 0.045856]}, "
        "material: plastic}]}\n",
        "hertz, stiffness: 1e6", "step: 0.005, end_time: 4");
    check_rise(1e-6, "rattling", 0);
}

// They go by a third of their size to all of it in each step, along the ground.
static void what_rolls_fast_gains_nothing(void) {
    static const char *const shapes[] = {"ellipsoid: {semi_axes: [0.00468, 0.004, 0.00446]}",
                                         "cylinder: {radius: 0.00465, length: 0.00405, axis: x}",
                                         "torus: {ring_radius: 0.003, tube_radius: 0.0012}"};
    static const char *const laws[] = {"rigid", "hunt_crossley"};
    static const char *const steps[] = {"step: 0.001, end_time: 2", "step: 0.002, end_time: 2",
                                        "step: 0.003, end_time: 2"};
    for (int i = 0; i < 18; i++) {
        char body[500];
        snprintf(body, sizeof body,
                 "  a: {position: [0, 0, 0.0054], orientation: %s, velocity: [-0.31, 1.6, 0], "
                 "angular_velocity: [-19.6, 35.6, -8.4], shapes: [{%s, material: plastic}]}\n",
                 s_orientations[i % 3], shapes[i / 3 % 3]);
        run(body, laws[i / 9], steps[(i + i / 3) % 3]);
        check_rise(1e-6, "rolling", i);
    }
}

AB_TESTS(AB_TEST(what_tumbles_over_springs_gains_nothing), AB_TEST(what_rattles_gains_nothing),
         AB_TEST(what_rolls_fast_gains_nothing))
