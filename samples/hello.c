// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hello.c - a steel ball falls on the ground; the events and the end are printed.

#include <abut/abut.h>
#include <stdio.h>

static abResult build(abModel *model, abError *error) {
    abMaterialDef steel = ab_material_def();
    steel.name = "steel";
    steel.youngs_modulus = 2.1e11, steel.poissons_ratio = 0.3, steel.density = 7850.0;
    AB_TRY(ab_model_add_material(model, &steel, error));

    abShapeDef plane = ab_shape_plane((abVec3){0.0, 0.0, 1.0}), sphere = ab_shape_sphere(0.1);
    plane.material = sphere.material = "steel";
    abBodyDef ground = ab_body_def(), ball = ab_body_def();
    ground.name = "ground", ground.mobility = AB_MOBILITY_FIXED;
    ball.name = "ball", ball.position.z = 1.0, ball.velocity.x = 0.5;
    abBodyId id;
    AB_TRY(ab_model_add_body(model, &ground, &id, error));
    AB_TRY(ab_model_add_shape(model, id, &plane, NULL, error));
    AB_TRY(ab_model_add_body(model, &ball, &id, error));
    AB_TRY(ab_model_add_shape(model, id, &sphere, NULL, error));

    abContactRuleDef rule = ab_contact_between("ground", "ball", "elastic", "regularized");
    rule.restitution = 0.7, rule.sliding_friction = 0.3;
    AB_TRY(ab_model_add_contact_rule(model, &rule, error));
    ab_model_set_gravity(model, &(abGravityDef){.uniform = {0.0, 0.0, -9.81}});
    return ab_model_compile(model, error);
}

static abResult tell(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    printf("%-8s at %.6f s\n", ab_event_name(event->kind), event->time);
    return AB_OK;
}

static abResult run(const abModel *model, abError *error) {
    abSimulation *simulation;
    abObserver observer = {.event = tell};
    AB_TRY(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error));
    abResult result = ab_simulation_run(simulation, &observer, error);
    abVec3 at = ab_simulation_body(simulation, ab_model_find_body(model, "ball")).position;
    printf("after %g s the ball is at x = %.4f m, z = %.4f m\n", ab_simulation_time(simulation),
           at.x, at.z);
    ab_simulation_destroy(simulation);
    return result;
}

int main(void) {
    abModel *model = NULL;
    static abError error;
    abResult result = ab_model_create(ab_heap(), (abLog){0}, &model, &error);
    result = result == AB_OK ? build(model, &error) : result;
    result = result == AB_OK ? run(model, &error) : result;
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_model_destroy(model);
    return (int)result;
}
