// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sizes.c - what a simulated second costs, from 10 to 10 000 bodies, in ten families of scenes.
//
//     sizes                  a line for each family
//     sizes FOLDER           also writes FOLDER/sizes.csv and FOLDER/sizes.svg
//
// Each family has places side by side on a square, and what stands at one of them: a ball, a stack, a
// chain. Times are of the processor, of the run alone: reading and compiling a model is not in them.
// The exponent is that of the straight line through all sizes, on logarithmic axes, by least squares: 1
// is a cost in proportion to the bodies.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/accuracy/figure.h"
#include "abut/abut.h"
#include "base/random_fixture.h"
#include "base/text.h"
#include "stopwatch.h"

enum { SIZES = 7 };

static const int s_sizes[SIZES] = {10, 30, 100, 300, 1000, 3000, 10000};

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "sizes: %s\n", line);
        exit(result);
    }
}

// ---- what stands at a place ----

typedef struct Place {
    abText *text;
    int number, bodies; // the first body, and how many
    double x, y;
    uint32_t *seed;
} Place;

static void add_body(const Place *at, int k, double dx, double z, const char *motion,
                     const char *shape) {
    ab_text_add(at->text, "  b%d: {position: [%.9g, %.9g, %.9g], %sshapes: [{%s, material: m}]}\n",
                at->number + k, at->x + dx, at->y, z, motion, shape);
}

static void add_ball_in_flight(const Place *at) {
    char motion[200];
    snprintf(motion, sizeof motion, "velocity: [%.6g, %.6g, %.6g], angular_velocity: [1, 2, 3], ",
             random_between(at->seed, -0.1, 0.1), random_between(at->seed, -0.1, 0.1),
             random_between(at->seed, 4.0, 5.0));
    add_body(at, 0, 0.0, 0.2, motion, "sphere: {radius: 0.05}");
}

static void add_ball_at_rest(const Place *at) {
    add_body(at, 0, 0.0, 0.05 - 1e-7, "", "sphere: {radius: 0.05}");
}

static void add_ball_that_lands(const Place *at) {
    add_body(at, 0, 0.0, 0.0501 + random_between(at->seed, 0.0, 0.1), "", "sphere: {radius: 0.05}");
}

static void add_ball_that_rolls(const Place *at) {
    add_body(at, 0, 0.0, 0.05 - 1e-7, "velocity: [0.1, 0, 0], angular_velocity: [0, 2, 0], ",
             "sphere: {radius: 0.05}");
}

static void add_stack(const Place *at) {
    for (int k = 0; k < at->bodies; k++) {
        add_body(at, k, 0.0, 0.05 + 0.1 * k, "", "box: {size: [0.1, 0.1, 0.1]}");
    }
}

static void add_mixed(const Place *at) {
    static const char *const shapes[] = {
        "sphere: {radius: 0.05}", "box: {size: [0.08, 0.09, 0.07]}",
        "capsule: {radius: 0.03, length: 0.05}", "cylinder: {radius: 0.04, length: 0.08}",
        "ellipsoid: {semi_axes: [0.05, 0.04, 0.03]}"};
    char motion[200];
    double q[4], norm = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_between(at->seed, -1.0, 1.0);
        norm += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) {
        q[i] /= sqrt(norm);
    }
    snprintf(motion, sizeof motion, "orientation: [%.12g, %.12g, %.12g, %.12g], ", q[0], q[1], q[2],
             q[3]);
    add_body(at, 0, 0.0, 0.08, motion, shapes[at->number % 5]);
}

static void add_capsule(const Place *at) {
    add_body(at, 0, 0.0, 0.03, "velocity: [0.1, 0, 0], angular_velocity: [0, 3.3333, 0], ",
             "capsule: {radius: 0.03, length: 0.05, axis: y}");
}

static void add_chain(const Place *at) {
    for (int k = 0; k < at->bodies; k++) {
        add_body(at, k, 0.03 * k, 1.0, "", "capsule: {radius: 0.004, length: 0.02, axis: x}");
    }
}

static void add_column(const Place *at) {
    for (int k = 0; k < at->bodies; k++) {
        add_body(at, k, 0.0, 0.05 + 0.0999999 * k, "", "sphere: {radius: 0.05}");
    }
}

// ---- families ----

typedef struct Family {
    const char *name, *simulation;
    double time, apart; // run for; between places [s, m]
    int together;       // bodies at a place
    void (*add)(const Place *at);
} Family;

static const char s_stepping[] = "method: stepping, step: 0.005";

static const Family s_families[] = {
    {"balls in flight by events", "tolerance: 1e-6", 0.5, 0.4, 1, add_ball_in_flight},
    {"balls at rest by events", "tolerance: 1e-6", 0.02, 0.2, 1, add_ball_at_rest},
    {"balls that roll by events", "tolerance: 1e-6", 0.02, 0.4, 1, add_ball_that_rolls},
    {"balls that land by events", "tolerance: 1e-6", 0.02, 0.4, 1, add_ball_that_lands},
    {"chains of 5 by events", "tolerance: 1e-6", 0.2, 0.4, 5, add_chain},
    {"balls that roll by stepping", s_stepping, 0.2, 0.4, 1, add_ball_that_rolls},
    {"capsules that roll by stepping", s_stepping, 0.2, 0.4, 1, add_capsule},
    {"shapes that fall by stepping", s_stepping, 0.3, 0.2, 1, add_mixed},
    {"stacks of 5 boxes by stepping", s_stepping, 0.2, 0.2, 5, add_stack},
    {"block of balls by stepping", s_stepping, 0.2, 0.0999999, 10, add_column},
};

enum { FAMILIES = sizeof s_families / sizeof s_families[0] };

// The first of each chain hangs at the world, where its place is.
static void add_joints(abText *text, const Family *family, int count, int side) {
    ab_text_add(text, "joints:\n");
    for (int k = 0; k < count; k++) {
        int place = k / family->together;
        if (k % family->together == 0) {
            ab_text_add(text,
                        "  - {type: spherical, between: [world, b%d], position: [%.9g, %.9g, 1], "
                        "position_b: [-0.015, 0, 0]}\n",
                        k, family->apart * (place % side) - 0.015, family->apart * (place / side));
        } else {
            ab_text_add(text,
                        "  - {type: spherical, between: [b%d, b%d], position: [0.015, 0, 0], "
                        "position_b: [-0.015, 0, 0]}\n",
                        k - 1, k);
        }
    }
}

static abModel *make_model(const Family *family, int count) {
    abText text;
    ab_text_init(&text, ab_heap());
    ab_text_add(&text,
                "abut: 1\ngravity: [0, 0, -9.81]\n"
                "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
                "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.5}]\n"
                "contacts: [{between: ['*', '*'], normal: {law: %s}, friction: %s}]\n"
                "simulation: {%s, end_time: %g, output_interval: %g}\n"
                "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                family->simulation == s_stepping ? "rigid" : "elastic",
                family->simulation == s_stepping ? "coulomb" : "regularized", family->simulation,
                family->time, family->time);
    int places = (count + family->together - 1) / family->together, side = (int)ceil(sqrt(places));
    uint32_t seed = 7;
    for (int i = 0; i < places; i++) {
        const Place at = {&text,
                          i * family->together,
                          family->together,
                          family->apart * (i % side),
                          family->apart * (i / side),
                          &seed};
        family->add(&at);
    }
    if (family->add == add_chain) {
        add_joints(&text, family, places * family->together, side);
    }
    abModel *model;
    check(ab_model_read_text(text.data, text.size, "sizes.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &s_error));
    ab_text_done(&text);
    return model;
}

// Of the processor for a simulated second, when a quarter of the time is over: the first steps ask for
// memory.                                                                                      [s]
static double cost_of(const Family *family, int count) {
    abModel *model = make_model(family, count);
    Stopwatch watch = {.budget = 0.5, .maximum = 20};
    while (stopwatch_again(&watch)) {
        abSimulation *simulation;
        check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error));
        check(ab_simulation_advance(simulation, 0.25 * family->time, &s_error));
        stopwatch_start(&watch);
        check(ab_simulation_advance(simulation, family->time, &s_error));
        stopwatch_stop(&watch);
        ab_simulation_destroy(simulation);
    }
    ab_model_destroy(model);
    return watch.minimum / (0.75 * family->time);
}

static double exponent_of(const double *x, const double *y, int count) {
    double sx = 0.0, sy = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < count; i++) {
        double a = log(x[i]), b = log(y[i]);
        sx += a, sy += b, xx += a * a, xy += a * b;
    }
    return (count * xy - sx * sy) / (count * xx - sx * sx);
}

int main(int argc, char **argv) {
    static double x[SIZES], y[FAMILIES][SIZES];
    Curve curves[FAMILIES];
    ab_error_clear(&s_error);
    for (int i = 0; i < FAMILIES; i++) {
        printf("%-34s", s_families[i].name);
        for (int k = 0; k < SIZES; k++) {
            x[k] = s_sizes[k];
            y[i][k] = cost_of(&s_families[i], s_sizes[k]);
            printf(" %9.3g", y[i][k]);
            fflush(stdout);
        }
        printf("  exponent %.2f\n", exponent_of(x, y[i], SIZES));
        curves[i] = (Curve){s_families[i].name, x, y[i], SIZES};
    }
    return argc > 1 &&
           !figure_write_with_numbers(argv[1], "sizes", "bodies", "Cost of a simulated second",
                                      "bodies", "time of the processor [s]", curves, FAMILIES);
}
