// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sketch.c - the public interface of models, with one error for a whole model.

#include "sketch.h"

#include <math.h>
#include <stdio.h>

// Does the call unless something failed before, and keeps its result.
#define DO(sketch, call)                                                                           \
    do {                                                                                           \
        if ((sketch)->result == AB_OK) {                                                           \
            (sketch)->result = (call);                                                             \
        }                                                                                          \
    } while (0)

void sketch_begin(Sketch *sketch, double gravity) {
    *sketch = (Sketch){0};
    ab_error_clear(&sketch->error);
    DO(sketch, ab_model_create(ab_heap(), (abLog){0}, &sketch->model, &sketch->error));
    sketch_gravity(sketch, (abVec3){0.0, 0.0, -gravity});
}

void sketch_gravity(Sketch *sketch, abVec3 gravity) {
    if (sketch->result == AB_OK) {
        ab_model_set_gravity(sketch->model, &(abGravityDef){.uniform = gravity});
    }
}

void sketch_material(Sketch *sketch, const char *name, double youngs_modulus, double poissons_ratio,
                     double density) {
    abMaterialDef def = ab_material_def();
    def.name = name;
    def.youngs_modulus = youngs_modulus;
    def.poissons_ratio = poissons_ratio;
    def.density = density;
    DO(sketch, ab_model_add_material(sketch->model, &def, &sketch->error));
}

void sketch_pair(Sketch *sketch, const char *a, const char *b, Pair pair) {
    abMaterialPairDef def = ab_material_pair_def();
    def.materials[0] = a;
    def.materials[1] = b;
    def.restitution = pair.restitution;
    def.sliding_friction = pair.friction;
    def.rolling_resistance = 0.0;
    if (pair.small_speed > 0.0) {
        def.sliding_regularization = pair.small_speed;
    }
    DO(sketch, ab_model_add_material_pair(sketch->model, &def, &sketch->error));
}

abBodyId sketch_body(Sketch *sketch, const abBodyDef *def) {
    abBodyId body = {0};
    DO(sketch, ab_model_add_body(sketch->model, def, &body, &sketch->error));
    return body;
}

void sketch_shape(Sketch *sketch, abBodyId body, const char *kind, abShapeDef def, const char *key1,
                  double value1, const char *key2, double value2) {
    def.kind = ab_kind_find("shape", kind);
    DO(sketch, ab_params_init(&def.params, "shape", def.kind));
    if (key1 != NULL) {
        DO(sketch, ab_params_set(&def.params, "shape", def.kind, key1, value1, &sketch->error));
    }
    if (key2 != NULL) {
        DO(sketch, ab_params_set(&def.params, "shape", def.kind, key2, value2, &sketch->error));
    }
    DO(sketch, ab_model_add_shape(sketch->model, body, &def, NULL, &sketch->error));
}

void sketch_box_shape(Sketch *sketch, abBodyId body, abShapeDef def, abVec3 size) {
    def.kind = ab_kind_find("shape", "box");
    DO(sketch, ab_params_init(&def.params, "shape", def.kind));
    DO(sketch, ab_params_set_vector(&def.params, "shape", def.kind, "size", size, &sketch->error));
    DO(sketch, ab_model_add_shape(sketch->model, body, &def, NULL, &sketch->error));
}

void sketch_plane(Sketch *sketch, const char *material) {
    abBodyDef body = ab_body_def();
    body.name = "plane";
    body.mobility = AB_MOBILITY_FIXED;
    abShapeDef shape = ab_shape_def();
    shape.material = material;
    sketch_shape(sketch, sketch_body(sketch, &body), "plane", shape, NULL, 0.0, NULL, 0.0);
}

void sketch_ball(Sketch *sketch, const Ball *ball) {
    abBodyDef body = ab_body_def();
    body.name = ball->name;
    body.position = ball->position;
    body.velocity = ball->velocity;
    body.angular_velocity = ball->spin;
    if (ball->mass > 0.0) {
        double inertia = 0.4 * ball->mass * ball->radius * ball->radius;
        body.mass = ball->mass;
        body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
        body.inertia = (abMat3){{{inertia, 0.0, 0.0}, {0.0, inertia, 0.0}, {0.0, 0.0, inertia}}};
    }
    abShapeDef shape = ab_shape_def();
    shape.material = ball->material;
    sketch_shape(sketch, sketch_body(sketch, &body), "sphere", shape, "radius", ball->radius, NULL,
                 0.0);
}

void sketch_point(Sketch *s, double mass, double radius, abVec3 position, abVec3 velocity) {
    abBodyDef body = ab_body_def();
    double inertia = 1e12 * mass * radius * radius;
    body.name = "ball";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = (abMat3){{{inertia, 0.0, 0.0}, {0.0, inertia, 0.0}, {0.0, 0.0, inertia}}};
    body.position = position;
    body.velocity = velocity;
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_shape(s, sketch_body(s, &body), "sphere", shape, "radius", radius, NULL, 0.0);
}

void sketch_box(Sketch *s, const char *name, abMobility mobility, abVec3 position, abVec3 velocity,
                double mass, abVec3 size) {
    abBodyDef body = ab_body_def();
    body.name = name;
    body.mobility = mobility;
    body.position = position;
    body.velocity = velocity;
    body.mass = mass > 0.0 ? mass : NAN;
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_box_shape(s, sketch_body(s, &body), shape, size);
}

void sketch_on_plane(Sketch *s, abVec3 gravity) {
    sketch_begin(s, 0.0);
    sketch_gravity(s, gravity);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){.restitution = 1.0});
    sketch_plane(s, "any");
}

void sketch_law(Sketch *sketch, const char *law, const char *key1, double value1, const char *key2,
                double value2) {
    sketch_rule(sketch, &(Rule){.normal = law, .normal_values = {{key1, value1}, {key2, value2}}});
}

// One number, or the choice of that index.
static void set_value(Sketch *sketch, abParams *params, const char *list, int kind, const char *key,
                      double value) {
    DO(sketch, ab_params_set(params, list, kind, key, value, &sketch->error));
}

void sketch_rule(Sketch *sketch, const Rule *rule) {
    abContactRuleDef def = ab_contact_rule_def();
    def.masters = rule->masters;
    for (int side = 0; side < 2 && rule->between[side] != NULL; side++) {
        def.between[side] = rule->between[side];
    }
    if (rule->ignore_deeper_than > 0.0) {
        def.ignore_deeper_than = rule->ignore_deeper_than;
    }
    if (rule->normal != NULL) {
        def.normal_law = ab_kind_find("normal law", rule->normal);
        DO(sketch, ab_params_init(&def.normal, "normal law", def.normal_law));
        for (int i = 0; i < 6 && rule->normal_values[i].key != NULL; i++) {
            set_value(sketch, &def.normal, "normal law", def.normal_law, rule->normal_values[i].key,
                      rule->normal_values[i].value);
        }
    }
    if (rule->friction != NULL) {
        def.friction_law = ab_kind_find("friction law", rule->friction);
        DO(sketch, ab_params_init(&def.friction, "friction law", def.friction_law));
        for (int i = 0; i < 6 && rule->friction_values[i].key != NULL; i++) {
            set_value(sketch, &def.friction, "friction law", def.friction_law,
                      rule->friction_values[i].key, rule->friction_values[i].value);
        }
    }
    DO(sketch, ab_model_add_contact_rule(sketch->model, &def, &sketch->error));
}

void sketch_laws(Sketch *sketch, const char *law, const char *key, double value,
                 const char *friction, const char *friction_key, double friction_value) {
    sketch_rule(sketch, &(Rule){.normal = law,
                                .normal_values = {{key, value}},
                                .friction = friction,
                                .friction_values = {{friction_key, friction_value}}});
}

void sketch_run(Sketch *sketch, double end, double tolerance, double interval, Run *run) {
    if (sketch->result == AB_OK) {
        abSimulationDef simulation = ab_simulation_def();
        simulation.end_time = end;
        simulation.tolerance = tolerance;
        simulation.output_interval = interval;
        ab_model_set_simulation(sketch->model, &simulation);
    }
    DO(sketch, ab_model_compile(sketch->model, &sketch->error));
    if (sketch->result == AB_OK) {
        run_model(run, sketch->model);
        return;
    }
    *run = (Run){.model = sketch->model, .result = sketch->result};
    snprintf(run->message, sizeof run->message, "%s", ab_result_name(sketch->result));
    if (sketch->error.count > 0) {
        ab_error_format(&sketch->error, 0, run->message, sizeof run->message);
    }
}
