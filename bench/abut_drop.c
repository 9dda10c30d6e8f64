// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut_drop.c - the drop of drop.h in Abut: models/hertz_drop.yaml at tolerances 1e-5 to 1e-12.
//
//   abut_drop [MODEL]
//
// Time is that of creating the simulation and running it to the end, without output; reading and
// compiling the model is reported apart.

#include <stdlib.h>

#include "abut/abut.h"
#include "abut/version.h"
#include "drop.h"
#include "stopwatch.h"

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "abut_drop: %s\n", line);
        exit(result);
    }
}

// Reads the model repeatedly; returns the last one and tells the least time.
static abModel *read_model(const char *path) {
    Stopwatch watch = {.budget = 0.1, .maximum = 50};
    abModel *model = NULL;
    while (stopwatch_again(&watch)) {
        if (model != NULL) {
            ab_model_destroy(model);
        }
        stopwatch_start(&watch);
        check(ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &model, &s_error));
        stopwatch_stop(&watch);
    }
    printf("compile\tAbut\t%.4f\n", 1e3 * watch.minimum);
    return model;
}

static void measure(const abModel *model, const char *name, int integrator, double tolerance) {
    abSimulationDef options = *ab_model_simulation(model);
    options.integrator = integrator;
    options.tolerance = tolerance;
    options.output_interval = options.end_time - options.start_time;
    Stopwatch watch = {.budget = 0.1, .maximum = 200};
    double height = 0.0;
    long evaluations = 0;
    while (stopwatch_again(&watch)) {
        abSimulation *simulation;
        stopwatch_start(&watch);
        check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &simulation, &s_error));
        check(ab_simulation_run(simulation, NULL, &s_error));
        stopwatch_stop(&watch);
        evaluations = (long)ab_simulation_statistics(simulation)->evaluations;
        height = ab_simulation_body(simulation, ab_model_find_body(model, "ball")).position.z;
        ab_simulation_destroy(simulation);
    }
    drop_report("Abut", name, tolerance, watch.minimum, evaluations, height);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"auto", "explicit"}; // as abSimulationDef.integrator
    ab_error_clear(&s_error);
    printf("about\tAbut\t" AB_VERSION "\n");
    abModel *model = read_model(argc > 1 ? argv[1] : "models/hertz_drop.yaml");
    for (int integrator = 0; integrator < 2; integrator++) {
        for (int digits = 5; digits <= 12; digits++) {
            measure(model, names[integrator], integrator, pow(10.0, -digits));
        }
    }
    ab_model_destroy(model);
    return 0;
}
