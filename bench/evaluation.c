// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluation.c - nanoseconds of one derivative evaluation: balls in flight, and on a plane with a
// contact each, elastic with friction.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/abut.h"
#include "core/simulation_state.h" // the derivative itself
#include "derivative/state/derivative.h"
#include "stopwatch.h"

static const double s_radius = 0.03; // [m]

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "evaluation: %s\n", line);
        exit(result);
    }
}

static void add_shape(abModel *model, abBodyId body, const char *kind, const char *key,
                      double value) {
    abShapeDef def = ab_shape_def();
    def.kind = ab_kind_find("shape", kind);
    def.material = "steel";
    check(ab_params_init(&def.params, "shape", def.kind));
    if (key != NULL) {
        check(ab_params_set(&def.params, "shape", def.kind, key, value, &s_error));
    }
    check(ab_model_add_shape(model, body, &def, NULL, &s_error));
}

// Balls in a row, each with its lowest point at `height` above the plane, rolling.
static abModel *make_model(int balls, double height) {
    abModel *model;
    abBodyId body;
    check(ab_model_create(ab_heap(), (abLog){0}, &model, &s_error));
    abMaterialDef steel = ab_material_def();
    steel.name = "steel";
    steel.youngs_modulus = 2e11;
    steel.poissons_ratio = 0.3;
    steel.density = 7850.0;
    check(ab_model_add_material(model, &steel, &s_error));
    abMaterialPairDef pair = ab_material_pair_def();
    pair.materials[0] = pair.materials[1] = "steel";
    pair.restitution = 0.7;
    pair.sliding_friction = 0.5;
    pair.rolling_resistance = 0.001;
    check(ab_model_add_material_pair(model, &pair, &s_error));
    abBodyDef ground = ab_body_def();
    ground.name = "ground";
    ground.mobility = AB_MOBILITY_FIXED;
    check(ab_model_add_body(model, &ground, &body, &s_error));
    add_shape(model, body, "plane", NULL, 0.0);
    for (int i = 0; i < balls; i++) {
        char name[20];
        snprintf(name, sizeof name, "ball%d", i);
        abBodyDef ball = ab_body_def();
        ball.name = name;
        ball.position = (abVec3){3.0 * s_radius * i, 0.0, height + s_radius};
        ball.velocity = (abVec3){0.1, 0.01, 0.0};
        ball.angular_velocity = (abVec3){0.0, 0.1 / s_radius, 0.2};
        check(ab_model_add_body(model, &ball, &body, &s_error));
        add_shape(model, body, "sphere", "radius", s_radius);
    }
    abContactRuleDef rule = ab_contact_rule_def();
    rule.between[0] = rule.between[1] = "*";
    rule.normal_law = ab_kind_find("normal law", "elastic");
    rule.friction_law = ab_kind_find("friction law", "regularized");
    check(ab_params_init(&rule.normal, "normal law", rule.normal_law));
    check(ab_params_init(&rule.friction, "friction law", rule.friction_law));
    check(ab_model_add_contact_rule(model, &rule, &s_error));
    check(ab_model_compile(model, &s_error));
    return model;
}

// Least time of one evaluation; `contacts` becomes how many there are.  [s]
static double measure(int balls, double height, int *contacts) {
    abModel *model = make_model(balls, height);
    abSimulationDef options = *ab_model_simulation(model);
    options.end_time = 1e-9; // long enough to find the contacts
    options.integrator = 1;
    abSimulation *s;
    check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &s, &s_error));
    check(ab_simulation_run(s, NULL, &s_error));
    *contacts = (int)s->dynamics.contacts->count;
    double *ydot = calloc((size_t)model->state_count, sizeof *ydot);
    if (ydot == NULL) {
        exit(AB_IO);
    }
    const int batch = 40000 / balls + 1;
    Stopwatch watch = {.budget = 0.3, .maximum = 100};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < batch; i++) {
            ab_derivative_evaluate(&s->dynamics, s->t, s->y, ydot);
        }
        stopwatch_stop(&watch);
    }
    free(ydot);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
    return watch.minimum / batch;
}

int main(void) {
    static const int counts[] = {1, 16, 256};
    ab_error_clear(&s_error);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        int n = counts[i], none, contacts;
        double flight = measure(n, 1.0, &none), rest = measure(n, -1e-7, &contacts);
        printf("evaluation\t%d\t%.0f\t%.1f\t%d\t%.0f\t%.1f\t%.1f\n", n, 1e9 * flight,
               1e9 * flight / n, contacts, 1e9 * rest, 1e9 * rest / n,
               1e9 * (rest - flight) / contacts);
    }
    return 0;
}
