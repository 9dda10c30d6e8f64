// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live.c - a value is set while a run goes on: a block slides over ice, then the ice is sanded.

#include <abut/abut.h>
#include <math.h>
#include <stdio.h>

static const char text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {ice: {youngs_modulus: 1e8, poissons_ratio: 0.3, density: 900}}\n"
    "pairs: [{materials: [ice, ice], restitution: 0.1, sliding_friction: 0.02}]\n"
    "bodies:\n"
    "  lake: {mobility: fixed, shapes: [{plane: {}, material: ice}]}\n"
    "  block: {position: [0, 0, 0.05], velocity: [3, 0, 0],"
    " shapes: [{box: {size: [0.2, 0.2, 0.1]}, material: ice}]}\n"
    "simulation: {end_time: 4, tolerance: 1e-6}\n";

static abResult slide(abSimulation *simulation, const abModel *model, abError *error) {
    abBodyId block = ab_model_find_body(model, "block");
    abParameterId friction = ab_model_find_parameter(model, "pairs.0.sliding_friction");
    AB_TRY(ab_simulation_advance(simulation, 1.0, error));
    printf("on ice:  %.2f m/s after 1 s\n", ab_simulation_body(simulation, block).velocity.x);
    AB_TRY(ab_simulation_set_number(simulation, friction, 0.5, error));
    AB_TRY(ab_simulation_advance(simulation, 2.0, error));
    printf("on sand: %.2f m/s after 2 s\n",
           fabs(ab_simulation_body(simulation, block).velocity.x)); // of what is left, no sign
    return AB_OK;
}

int main(void) {
    static abError error;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    abResult result = ab_model_read_text(text, sizeof text - 1, "ice.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
    }
    result = result == AB_OK ? slide(simulation, model, &error) : result;
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return (int)result;
}
