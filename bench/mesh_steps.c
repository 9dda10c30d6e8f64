// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_steps.c - whole steps of 10, 100 and 1 000 balls of 320 triangles that settle side by side
// on a plate of triangles, all touching as they are.
//
// The balls stand in a square, turned each in its own way, so near each other that about half of
// the neighbours touch at the start and others come to touch. A step is one of the run:
// evaluations, integrator, boxes, search for touches and releases, events, weights.
//
// Lines for bench/run, separated by tabs: balls, touching pairs (mean over the steps), steps,
// events, evaluations per step, us per step, us per step and touching pair. Runs from the top of
// the tree.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "core/simulation_state.h" // the touches of a simulation
#include "mechanics/contact/contact_set.h"
#include "stopwatch.h"

static const double s_radius = 0.02; // of models/meshes/ball_320.obj                      [m]

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "mesh_steps: %s\n", line);
        exit(result);
    }
}

static const char s_head[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.1, sliding_friction: 0.3}]\n"
    "contacts: [{between: [\"*\", \"*\"], normal: {law: impact, stiffness: 1.0e+5, exponent: 1, "
    "damping: 50, full_damping_depth: 1.0e-5}}]\n"
    "gravity: [0, 0, -9.81]\n"
    "simulation: {end_time: 0.001, tolerance: 1.0e-3, integrator: explicit}\n"
    "bodies:\n"
    "  plate: {mobility: fixed, shapes: [{mesh: {file: meshes/plate.obj, scale: 10, "
    "collide: surface}, position: [0, 0, %.9g], material: steel}]}\n";

static double s_random = 0.5;

// From -1 to 1.
static double next(void) {
    s_random = 4.0 * s_random * (1.0 - s_random) * 0.9999;
    return 2.0 * s_random - 1.0;
}

static abModel *make_model(int balls, double top) {
    size_t capacity = 2000 + 250 * (size_t)balls;
    char *text = malloc(capacity);
    if (text == NULL) {
        exit(AB_IO);
    }
    int side = (int)ceil(sqrt(balls));
    s_random = 0.3;
    size_t used = (size_t)snprintf(text, capacity, s_head, -top);
    for (int i = 0; i < balls; i++) {
        double a = 0.995 * 2.0 * s_radius;
        used += (size_t)snprintf(
            text + used, capacity - used,
            "  b%d: {position: [%.9g, %.9g, %.9g], rotation: [%.6f, %.6f, %.6f], shapes: "
            "[{mesh: {file: meshes/ball_320.obj, collide: surface}, material: steel}]}\n",
            i, a * (i % side - 0.5 * side), a * (i / side - 0.5 * side),
            s_radius * (0.985 + 0.001 * next()), next(), next(), next());
    }
    abModel *model = NULL;
    check(ab_model_read_text(text, strlen(text), "models/bench.yaml", NULL, 0, ab_heap(),
                             (abLog){0}, &model, &s_error));
    free(text);
    return model;
}

static abResult count_pairs(void *context, abSimulation *simulation, double time, abError *error) {
    (void)time, (void)error;
    *(double *)context += (double)simulation->dynamics.contacts->count;
    return AB_OK;
}

static void measure(int balls) {
    abModel *model = make_model(balls, 0.2);
    double pairs = 0.0;
    abObserver observer = {.context = &pairs, .step = count_pairs};
    abSimulation *s;
    check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error));
    double start = ab_processor_clock();
    check(ab_simulation_run(s, &observer, &s_error));
    double spent = ab_processor_clock() - start;
    const abStatistics *st = ab_simulation_statistics(s);
    double steps = (double)st->steps, us = 1e6 * spent / steps;
    long long events = (long long)(st->events[AB_EVENT_TOUCH] + st->events[AB_EVENT_RELEASE]);
    pairs /= steps;
    printf("steps\t%d\t%.1f\t%.0f\t%lld\t%.1f\t%.1f\t%.2f\n", balls, pairs, steps, events,
           (double)st->evaluations / steps, us, us / pairs);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

int main(void) {
    static const int counts[] = {10, 100, 1000};
    ab_error_clear(&s_error);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        measure(counts[i]);
        fflush(stdout);
    }
    return 0;
}
