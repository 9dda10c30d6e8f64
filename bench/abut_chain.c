// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut_chain.c - the chain of chain.h in Abut: one evaluation, and whole runs at tolerances from
// loose to tight.
//
//   abut_chain [LINKS TOLERANCE INTEGRATOR]     only that run, integrator by number
//
// Time is that of creating the simulation and running it to the end, without output.

#include <stdlib.h>

#include "abut/abut.h"
#include "abut/version.h"
#include "chain.h"
#include "core/simulation_state.h" // the derivative itself
#include "derivative/state/derivative.h"
#include "stopwatch.h"

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "abut_chain: %s\n", line);
        exit(result);
    }
}

static abModel *make_model(int links) {
    abModel *model;
    abBodyId body;
    char name[20], before[20] = "world";
    check(ab_model_create(ab_heap(), (abLog){0}, &model, &s_error));
    abGravityDef gravity = {.uniform = {0.0, 0.0, -chain_gravity}};
    ab_model_set_gravity(model, &gravity);
    for (int i = 0; i < links; i++) {
        snprintf(name, sizeof name, "rod%d", i + 1);
        abBodyDef rod = ab_body_def();
        rod.name = name;
        rod.position = (abVec3){chain_length * i, 0.0, 0.0};
        rod.mass = chain_mass;
        rod.center_of_mass = (abVec3){0.5 * chain_length, 0.0, 0.0};
        rod.inertia = (abMat3){{{chain_inertia_axis, 0.0, 0.0},
                                {0.0, chain_inertia_cross, 0.0},
                                {0.0, 0.0, chain_inertia_cross}}};
        check(ab_model_add_body(model, &rod, &body, &s_error));
        abJointDef hinge = ab_joint_def();
        hinge.type = ab_kind_find("joint", "revolute");
        hinge.between[0] = before;
        hinge.between[1] = name;
        hinge.position = (abVec3){i > 0 ? chain_length : 0.0, 0.0, 0.0};
        hinge.axis = (abVec3){0.0, 1.0, 0.0};
        check(ab_params_init(&hinge.params, "joint", hinge.type));
        check(ab_model_add_joint(model, &hinge, &s_error));
        snprintf(before, sizeof before, "%s", name);
    }
    check(ab_model_compile(model, &s_error));
    return model;
}

static void measure_evaluation(const abModel *model, int links) {
    abSimulation *simulation;
    abSimulationDef options = *ab_model_simulation(model);
    options.end_time = 0.3;
    options.output_interval = 0.3;
    check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &simulation, &s_error));
    check(ab_simulation_run(simulation, NULL, &s_error)); // away from the straight line
    int times = 200000 / links;
    double *ydot = malloc((size_t)model->state_count * sizeof *ydot);
    Stopwatch watch = {.budget = 0.2, .maximum = 20};
    while (ydot != NULL && stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < times; i++) {
            ab_derivative_evaluate(&simulation->dynamics, simulation->t, simulation->y, ydot);
        }
        stopwatch_stop(&watch);
    }
    chain_report_evaluation("Abut", links, watch.minimum / times);
    free(ydot);
    ab_simulation_destroy(simulation);
}

static void measure_run(const abModel *model, int links, double tolerance, int integrator) {
    abSimulationDef options = *ab_model_simulation(model);
    options.tolerance = tolerance;
    options.integrator = integrator;
    options.end_time = options.output_interval = chain_end;
    Stopwatch watch = {.budget = 0.1, .maximum = 20};
    abBodyState tip = {0};
    long evaluations = 0;
    while (stopwatch_again(&watch)) {
        abSimulation *simulation;
        stopwatch_start(&watch);
        check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &simulation, &s_error));
        check(ab_simulation_run(simulation, NULL, &s_error));
        stopwatch_stop(&watch);
        evaluations = (long)ab_simulation_statistics(simulation)->evaluations;
        tip = ab_simulation_body(simulation, (abBodyId){links});
        ab_simulation_destroy(simulation);
    }
    abQuat q = tip.orientation; // x axis of the rod
    double x = tip.position.x + chain_length * (1.0 - 2.0 * (q.y * q.y + q.z * q.z));
    double z = tip.position.z + chain_length * 2.0 * (q.x * q.z - q.w * q.y);
    chain_report("Abut", "events", links, tolerance, watch.minimum, evaluations, x, z);
}

int main(int argc, char **argv) {
    ab_error_clear(&s_error);
    if (argc == 4) {
        abModel *model = make_model(atoi(argv[1]));
        measure_run(model, atoi(argv[1]), atof(argv[2]), atoi(argv[3]));
        ab_model_destroy(model);
        return 0;
    }
    printf("about\tAbut\t" AB_VERSION "\n");
    for (int i = 0; i < CHAIN_SIZES; i++) {
        int links = chain_sizes[i];
        abModel *model = make_model(links);
        measure_evaluation(model, links);
        for (int digits = 1; digits <= (links > 100 ? 5 : 8); digits++) {
            measure_run(model, links, pow(10.0, -digits), 0);
        }
        ab_model_destroy(model);
    }
    return 0;
}
