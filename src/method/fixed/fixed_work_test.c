// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/random_fixture.h"
#include "core/run_fixture.h"

static abError s_error;

// ---- a run ----

typedef struct Run {
    EnergyOfRun energy;
    double first, lowest; // potential energy                                              [J]
    double most_lost;     // in contacts
    double given;         // most that they lost less than before                          [J]
    abStatistics statistics;
    char said[400]; // of what contacts give
} Run;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Run *run = context;
    const abEnergyBook *book = &frame->energy;
    if (frame->index == 0) {
        run->first = run->lowest = book->gravity;
    }
    follow_energy(&run->energy, book);
    run->lowest = fmin(run->lowest, book->gravity);
    run->most_lost = fmax(run->most_lost, book->contact_damping);
    run->given = fmax(run->given, run->most_lost - book->contact_damping);
    return AB_OK;
}

static void note_warning(void *context, abLogLevel level, const char *text) {
    Run *run = context;
    if (level == AB_LOG_WARNING && run->said[0] == '\0') {
        snprintf(run->said, sizeof run->said, "%s", text);
    }
}

static abResult follow(const char *text, Run *run) {
    *run = (Run){0};
    const abObserver observer = {.context = run, .frame = note_frame};
    abLog log = {.write = note_warning, .context = run};
    abModel *model;
    abSimulation *simulation;
    abResult result = open_fixture(text, log, &model, &simulation, &s_error);
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &s_error);
        run->statistics = *ab_simulation_statistics(simulation);
    }
    close_fixture(model, simulation);
    return result;
}

static double turned_over(const Run *run) {
    return fmax(run->energy.most, run->first - run->lowest);
}

// ---- random scenes ----

static uint32_t s_random;

static const char *const s_integrators[] = {"auto", "rk4", "heun", "adaptive"};
static const char *const s_modes[] = {"none", "velocity", "velocity_and_distance"};
static const char *const s_impacts[] = {"order_free", "simultaneous", "hybrid", "serial_grouped",
                                        "serial_separate"};

enum { BODIES = 5 };

// Bodies of random forms, turned at random, that fall on each other and on the ground.
static void write_scene(unsigned seed, const char *integrator, const char *mode, char *text,
                        size_t size) {
    s_random = seed;
    double restitution = (int)random_between(&s_random, 0.0, 3.0) * 0.5;
    int n = snprintf(text, size,
                     "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 1000}}\n"
                     "pairs: [{materials: [m, m], restitution: %.3g, sliding_friction: 0}]\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, position: [0, -0.1, 0],"
                     " shapes: [{outline: {form: wall, width: 20, height: 0.2}, material: m}]}\n",
                     restitution);
    for (int i = 0; i < BODIES; i++) {
        char form[80];
        switch ((int)random_between(&s_random, 0.0, 4.0)) {
        case 0:
            snprintf(form, sizeof form, "block, width: %.4f, height: %.4f",
                     random_between(&s_random, 0.05, 0.2), random_between(&s_random, 0.05, 0.2));
            break;
        case 1:
            snprintf(form, sizeof form, "ball, radius: 0.1");
            break;
        case 2:
            snprintf(form, sizeof form, "polygon, radius: 0.1, sides: %d",
                     3 + (int)random_between(&s_random, 0.0, 5.0));
            break;
        default:
            snprintf(form, sizeof form, "round_block, width: 0.08, height: 0.2");
        }
        n += snprintf(text + n, size - (size_t)n,
                      "  b%d: {mobility: planar, position: [%.17g, %.17g, 0],"
                      " rotation: [0, 0, %.17g], velocity: [%.17g, %.17g, 0],"
                      " shapes: [{outline: {form: %s}, material: m}]}\n",
                      i, (i % 3 - 1) * 0.3, 0.18 + 0.3 * (i / 3),
                      random_between(&s_random, -3.0, 3.0), random_between(&s_random, -1.0, 1.0),
                      random_between(&s_random, -1.0, 0.0), form);
    }
    snprintf(text + n, size - (size_t)n,
             "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
             "simulation: {method: fixed, step: 0.01, end_time: 0.6, contact_distance: 0.005,"
             " output_interval: 0.01, integrator: %s, stabilization: %s, impacts: %s}\n",
             integrator, mode, s_impacts[seed % 5]);
}

// What contacts do is known from their impulses, by any integrator: the book is closed to rounding
// of some hundred steps, though rates end within one; and what contacts give from nothing is small
// or told.
static void the_book_closes_whatever_contacts_do(void) {
    static char text[4000];
    for (unsigned k = 0; k < 48; k++) {
        Run run;
        write_scene(k, s_integrators[k % 4], s_modes[k / 4 % 3], text, sizeof text);
        CHECK(follow(text, &run) == AB_OK);
        CHECK(run.energy.drift <= 1e-12 * turned_over(&run));
        bool is_told = strstr(run.said, "within each other") != NULL;
        // a body of 31 kg at most, and its weight over half of the contact distance
        CHECK(is_told ||
              run.given <= fmax(1e-3 * turned_over(&run), BODIES * 31.0 * 9.81 * 2.5e-3));
    }
}

// ---- what contacts give ----

static abResult run_block(const char *mode, double gap, double rate, Run *run) {
    char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, -10, 0]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, position: [0, -0.1, 0],"
             " shapes: [{outline: {form: wall, width: 20, height: 0.2}, material: m}]}\n"
             "  b: {mobility: planar, mass: 2, inertia: [1, 1, 1], position: [0, %.17g, 0],"
             " velocity: [0, %.17g, 0],"
             " shapes: [{outline: {form: block, width: 0.4, height: 0.2}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
             "simulation: {method: fixed, step: 1.0e-4, end_time: 0.4, contact_distance: 0.01,"
             " output_interval: 1.0e-3, stabilization: %s}\n",
             0.1 + gap, rate, mode);
    return follow(text, run);
}

// Without stabilization a contact keeps the rate of its gap, also of one that opens: the ground would
// lift the block by its weight over the way to the contact distance, 0.18 J. Its gap is let go, and
// nothing is left to say.
static void what_opens_under_load_is_let_go(void) {
    Run run;
    CHECK(run_block("none", 1e-3, 0.3, &run) == AB_OK);
    CHECK(run.given <= 20.0 * 3e-4);
    CHECK(run.said[0] == '\0');
}

// Likewise under exact friction, which ends with the force: polygons that tumble to rest.
static void friction_ends_with_what_is_let_go(void) {
    double worst = 0.0;
    for (int k = 0; k < 6; k++) {
        static char text[1200];
        Run run;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 1100}}\n"
                 "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0.6}]\nbodies:\n"
                 "  ground: {mobility: fixed, position: [0, -0.03, 0], shapes: [{outline: {form: "
                 "wall, width: 1.8, height: 0.06}, material: m}]}\n"
                 "  b: {mobility: planar, position: [0, 0.051, 0], rotation: [0, 0, %g], velocity: "
                 "[0.04, -0.07, 0], shapes: [{outline: {form: random_polygon, radius: 0.03, sides: "
                 "5, seed: 95, thickness: 0.03}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
                 "simulation: {method: fixed, step: 0.0016, end_time: 0.9, contact_distance: "
                 "0.0015, output_interval: 0.01, stabilization: none, integrator: rk4}\n",
                 0.8 - 0.1 * k, -2.6 + 0.7 * k);
        CHECK(follow(text, &run) == AB_OK);
        worst = fmax(worst, run.given / turned_over(&run));
    }
    printf("  polygons: contacts give %.1e of what is turned over\n", worst);
    CHECK(worst < 1e-4); // 6e-2 where what opens goes on to press
}

// What is led to the target gap is not, and steps that are short for the contact distance do not
// throw it: in 0.4 s, forty times the pace of contacts, what is left is e^-40.
static void what_is_set_down_is_lifted_without_a_word(void) {
    static const double gaps[] = {1e-5, 1e-3, 4e-3, 5e-3, 8e-3};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        Run run;
        CHECK(run_block("velocity_and_distance", gaps[i], 0.0, &run) == AB_OK);
        CHECK_NEAR(run.given, 20.0 * fmax(0.0, 5e-3 - gaps[i]), 1e-9, 1.0);
        CHECK(run.said[0] == '\0');
    }
}

// ---- parts ----

// Where contacts begin within a step only the parts of it are divided in which they do: with five
// in each and five levels a step is at most 3906 parts of four evaluations; these are some tens.
static void contacts_that_begin_cost_few_parts(void) {
    static char text[4000];
    for (unsigned k = 0; k < 3; k++) {
        Run run;
        write_scene(100 + k, "adaptive", s_modes[k % 3], text, sizeof text);
        CHECK(follow(text, &run) == AB_OK);
        CHECK(run.statistics.evaluations < 800 * run.statistics.steps);
    }
}

AB_TESTS(AB_TEST(the_book_closes_whatever_contacts_do), AB_TEST(what_opens_under_load_is_let_go),
         AB_TEST(friction_ends_with_what_is_let_go),
         AB_TEST(what_is_set_down_is_lifted_without_a_word),
         AB_TEST(contacts_that_begin_cost_few_parts))
