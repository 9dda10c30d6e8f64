// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_works_test.c - joints, drives and force elements in steps of any length: nothing of them
// gives energy that it has not stored, dampers only take, and the book closes.

#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

static EnergyOfRun s_run;
static double s_damped, s_fall; // in dampers: most so far, and by how much it was less again [J]
static double s_turned;         // most of the energy of motion and of what drives did           [J]
static abError s_error;
static double s_stop_at;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    const abEnergyBook *book = &frame->energy;
    follow_energy(&s_run, book);
    s_damped = fmax(s_damped, book->dampers);
    s_fall = fmax(s_fall, s_damped - book->dampers);
    s_turned = fmax(s_turned, fmax(book->kinetic, fabs(book->drive_work)));
    return AB_OK;
}

static const abObserver s_observer = {&s_stop_at, take_frame, NULL, stop_fixture};

static void run_text(const char *text) {
    s_run = (EnergyOfRun){0};
    s_damped = s_fall = s_turned = 0.0;
    s_stop_at = INFINITY;
    CHECK(run_and_say(text, &s_observer, NULL, &s_error) == AB_OK);
}

// ---- stops and stiff elements ----

static const char *const s_elements[4] = {
    "type: spring, between: [a, c], stiffness: %g",
    "type: spring, between: [a, c], stiffness: %g, damping: 0.01",
    ("type: bushing, between: [a.m, c], stiffness: [2e2, 3e2, %g], torsional_stiffness: [1e-4, "
     "1e-4, 1e-4]"),
    "type: rope, between: [a, c], stiffness: %g, length: 0.026"};
enum { ELEMENTS = 4, STIFF = 6, BOUNCES = 2 };

// A body of 0.13 g falls along a guide onto its stop and has another on an element, which falls onto the
// ground: the element swings by 0.1 to 100 rad in a step.
static void run_stop(int number) {
    static char text[1600], element[200];
    double wh = 0.1, step = 0.005, mass = 5e-5;
    for (int i = 0; i < number / ELEMENTS % STIFF; i++) {
        wh *= 4.0;
    }
    snprintf(element, sizeof element, s_elements[number % ELEMENTS],
             wh * wh / (step * step) * mass);
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 1100}}\n"
        "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0.3}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  a: {position: [0.005, 0, 0.03], shapes: [{box: {size: [0.005, 0.007, 0.0033]}, "
        "material: m}], markers: {m: {position: [0.02, 0, -0.015]}}}\n"
        "  c: {position: [0.025, 0, 0.015], orientation: [0.1, -0.7, -0.7, -0.1], shapes: [{box: "
        "{size: [0.004, 0.005, 0.003]}, material: m}]}\n"
        "joints:\n"
        "  - {type: prismatic, between: [world, a], position: [0.005, 0, 0.03], axis: [0, 0.2, 1], "
        "z_low: -0.01, z_high: 0.005, restitution: 0.2}\n"
        "forces: [{%s}]\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
        "simulation: {method: stepping, end_time: 0.4, output_interval: 0.005, step: %g}\n",
        number / ELEMENTS / STIFF % BOUNCES == 0 ? 0.4 : 1.0, element, step);
    run_text(text);
}

static void stops_give_no_energy_to_stiff_elements(void) {
    for (int i = 0; i < ELEMENTS * STIFF * BOUNCES; i++) {
        run_stop(i);
        // what dampers give back comes from places that err by the second order of a turn
        bool is_sound = s_run.rise <= 1e-3 * s_turned && s_fall <= 0.05 * s_turned &&
                        s_run.drift <= 1e-9 * s_turned;
        if (!is_sound) {
            printf("scene %d: rises %.2g, dampers fall %.2g, drifts %.2g of %.2g J\n", i,
                   s_run.rise, s_fall, s_run.drift, s_turned);
        }
        CHECK(is_sound && s_run.frames == 81);
    }
}

// ---- drives ----

// What a drive does is the energy of what it moves, to the second order of the step: a swinging arm
// with a load, and a crank with a rod and a slider.
static const char *const s_driven[2] = {
    "bodies:\n"
    "  arm: {position: [0.2, 0, 0], velocity: [0, 0, -2], angular_velocity: [0, 10, 0], mass: 1, "
    "inertia: [1e-3, 0.01, 0.01]}\n"
    "  load: {position: [0.4, 0, 0], velocity: [0, 0, -4], angular_velocity: [0, 10, 0], mass: 1, "
    "inertia: [1e-3, 1e-3, 1e-3]}\n"
    "joints:\n"
    "  - {type: revolute, between: [world, arm], axis: [0, 1, 0], rz: \"sin(10 * t)\"}\n"
    "  - {type: fixed, between: [arm, load], position: [0.2, 0, 0]}\n",
    "bodies:\n"
    "  crank: {position: [0.05, 0, 0], velocity: [0, 0, -0.5], angular_velocity: [0, 10, 0], mass: "
    "0.2, "
    "inertia: [1e-4, 2e-4, 2e-4]}\n"
    "  rod: {position: [0.25, 0, 0], velocity: [0, 0, -0.5], angular_velocity: [0, "
    "-3.3333333333333335, 0], mass: 0.5, inertia: [1e-4, 4e-3, 4e-3]}\n"
    "  slider: {position: [0.4, 0, 0], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}\n"
    "joints:\n"
    "  - {type: revolute, between: [world, crank], axis: [0, 1, 0], rz: \"10 * t\"}\n"
    "  - {type: revolute, between: [crank, rod], position: [0.05, 0, 0], axis: [0, 1, 0]}\n"
    "  - {type: revolute, between: [rod, slider], position: [0.15, 0, 0], axis: [0, 1, 0]}\n"
    "  - {type: prismatic, between: [world, slider], position: [0.4, 0, 0], axis: [1, 0, 0]}\n"};

static double drift_of_driven(int scene, double step) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n%scontacts: []\n"
             "simulation: {method: stepping, end_time: 1.3, output_interval: 0.1, step: %g}\n",
             s_driven[scene], step);
    run_text(text);
    return s_run.drift / s_turned;
}

static void drives_do_the_work_of_what_they_move(void) {
    for (int scene = 0; scene < 2; scene++) {
        double coarse = drift_of_driven(scene, 0.004), fine = drift_of_driven(scene, 0.002);
        if (!(coarse < 1e-3 && fine < 0.3 * coarse)) {
            printf("drive %d: %.3g, %.3g\n", scene, coarse, fine);
        }
        CHECK(coarse < 1e-3);
        CHECK(fine < 0.3 * coarse || fine < 1e-9);
    }
}

// ---- chains ----

// Chains of slender links that swing down onto the ground or past it: after an impact, and where
// the last link whips round, they turn far in a step.
static void run_chain(int number) {
    static char text[4000];
    static const char *const laws[3] = {
        "law: rigid", "law: compliant, compliance: 1e-6, damping: 10", "law: hunt_crossley"};
    static const double steps[3] = {0.002, 0.005, 0.01};
    int links = 2 + number % 3;
    double height = number % 2 == 0 ? 0.1 : 0.06 * links, step = steps[number / 9 % 3];
    int length =
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\n"
                 "materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 700}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
                 "bodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int i = 0; i < links; i++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     "  b%d: {position: [%g, 0, %g], shapes: [{capsule: {radius: 0.005, length: "
                     "0.03, axis: x}, material: m}]}\n",
                     i, 0.025 + 0.05 * i, height);
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "joints:\n");
    for (int i = 0; i < links; i++) {
        char first[30] = "world", at[60];
        snprintf(at, sizeof at, "[0, 0, %g]", height);
        if (i > 0) {
            snprintf(first, sizeof first, "b%d", i - 1);
            snprintf(at, sizeof at, "[0.025, 0, 0]");
        }
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     "  - {type: universal, between: [%s, b%d], position: %s}\n", first, i, at);
    }
    snprintf(text + length, sizeof text - (size_t)length,
             "contacts: [{between: [all, all], normal: {%s}, friction: {law: coulomb}}]\n"
             "simulation: {method: stepping, end_time: 1, output_interval: 0.02, step: %g}\n",
             laws[number / 3 % 3], step);
    run_text(text);
}

static void chains_keep_their_books(void) {
    for (int i = 0; i < 27; i++) {
        run_chain(i);
        bool is_sound = s_run.rise <= 1e-3 * s_turned && s_run.drift <= 0.01 * s_turned;
        if (!is_sound) {
            printf("chain %d: rises %.2g, drifts %.2g of %.2g J\n", i, s_run.rise, s_run.drift,
                   s_turned);
        }
        CHECK(is_sound && s_run.frames == 51);
    }
}

AB_TESTS(AB_TEST(stops_give_no_energy_to_stiff_elements),
         AB_TEST(drives_do_the_work_of_what_they_move), AB_TEST(chains_keep_their_books))
