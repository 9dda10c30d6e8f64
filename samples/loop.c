// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// loop.c - a control loop in the hands of the program: every millisecond a controller reads the
// height of a ball and kicks it, so that it hovers.

#include <abut/abut.h>
#include <math.h>
#include <stdio.h>

static abResult build(abModel *model, abBodyId *ball, abError *error) {
    abShapeDef sphere = ab_shape_sphere(0.05);
    sphere.mass = 0.5, sphere.collides = false;
    abBodyDef def = ab_body_def();
    def.name = "ball";
    AB_TRY(ab_model_add_body(model, &def, ball, error));
    AB_TRY(ab_model_add_shape(model, *ball, &sphere, NULL, error));
    ab_model_set_gravity(model, &(abGravityDef){.uniform = {0.0, 0.0, -9.81}});
    abSimulationDef simulation = ab_simulation_def();
    simulation.end_time = 3.0;
    ab_model_set_simulation(model, &simulation);
    return ab_model_compile(model, error);
}

static abResult hover(abSimulation *simulation, abBodyId ball, abError *error) {
    const double dt = 1e-3, goal = 0.5, mass = 0.5;
    for (int i = 1; i <= 3000; i++) {
        abBodyState now = ab_simulation_body(simulation, ball);
        double force = mass * (9.81 + 20.0 * (goal - now.position.z) - 9.0 * now.velocity.z);
        abVec3 kick = {0.0, 0.0, force * dt};
        AB_TRY(ab_simulation_push(simulation, ball, (abVec3){0.0, 0.0, 0.0}, kick, error));
        AB_TRY(ab_simulation_advance(simulation, i * dt, error));
        if (i % 500 == 0) {
            printf("t = %.1f s  z = %.4f m\n", i * dt, now.position.z);
        }
    }
    return AB_OK;
}

int main(void) {
    static abError error;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    abBodyId ball = {0};
    abResult result = ab_model_create(ab_heap(), (abLog){0}, &model, &error);
    result = result == AB_OK ? build(model, &ball, &error) : result;
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
    }
    result = result == AB_OK ? hover(simulation, ball, &error) : result;
    bool hovers =
        result == AB_OK && fabs(ab_simulation_body(simulation, ball).position.z - 0.5) < 0.01;
    printf("the ball %s\n", hovers ? "hovers at 0.5 m" : "does not hover");
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return hovers ? 0 : 1;
}
