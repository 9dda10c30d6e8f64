// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scenes.c - the table of scenes, and the one that is built through the C interface.

#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/kinds/forces.h"

// clang-format off
const Scene scenes[] = {
    // name               model                                               integrator   end
    {"hello",             "models/hello.yaml",                                NULL,        0.0},
    {"hello_bdf",         "models/hello.yaml",                                "bdf",       1.2},
    {"hello_adams",       "models/hello.yaml",                                "adams",     1.2},
    {"bouncing_ball",     "models/bouncing_ball.yaml",                        NULL,        0.0},
    {"billiard_4",        "models/billiard_4.yaml",                           NULL,        1.0},
    {"rattleback",        "models/rattleback.yaml",                           NULL,        1.0},
    {"tippe_top",         "models/tippe_top.yaml",                            NULL,        0.5},
    {"pendulum_on_rail",  "models/pendulum_on_rail.yaml",                     NULL,        1.0},
    {"capsules",          "tests/verify/modia3d/bouncing_capsules.yaml",      NULL,        0.0},
    {"ellipsoid",         "tests/verify/modia3d/bouncing_ellipsoid.yaml",     NULL,        0.0},
    {"cylinders",         "tests/verify/modia3d/colliding_cylinders.yaml",    NULL,        0.0},
    {"beams",             "tests/verify/modia3d/bouncing_beams.yaml",         NULL,        0.0},
    {"frustums",          "tests/verify/modia3d/bouncing_frustums.yaml",      NULL,        0.0},
    {"boxes",             "tests/verify/modia3d/two_colliding_boxes.yaml",    NULL,        0.505},
    {"slide_with_ball",   "tests/verify/modia3d/bouncing_sphere_prismatic.yaml", NULL,     0.0},
    {"pile",              "tests/golden/pile.yaml",                           NULL,        0.0},
    {"grips",             "tests/golden/grips.yaml",                          NULL,        0.0},
    {"surfaces",          "tests/golden/surfaces.yaml",                       NULL,        0.0},
    {"steps",             "tests/golden/steps.yaml",                          NULL,        0.0},
    {"surface_steps",     "tests/golden/surface_steps.yaml",                  NULL,        0.0},
    {"adaptive_steps",    "tests/golden/adaptive_steps.yaml",                 NULL,        0.0},
    {"fixed",             "tests/golden/fixed.yaml",                          NULL,        0.0},
    {"rigid",             "tests/golden/rigid.yaml",                          NULL,        0.0},
    {"breathing_masses",  "models/breathing_masses.yaml",                     NULL,        0.0},
    {"soft_cube",         "models/soft_cube.yaml",                            NULL,        0.0},
    {"soft_cube_bdf",     "models/soft_cube.yaml",                            "bdf",       0.25},
    {"flexible_crank",    "models/flexible_slider_crank.yaml",                NULL,        0.0},
    {"soft_cube_steps",   "models/soft_cube_at_rest.yaml",                    NULL,        0.9},
    {"workshop",          NULL,                                               NULL,        1.2},
};
// clang-format on
const int scene_count = sizeof scenes / sizeof scenes[0];

const Scene *scene_find(const char *name) {
    for (int i = 0; i < scene_count; i++) {
        if (strcmp(scenes[i].name, name) == 0) {
            return &scenes[i];
        }
    }
    return NULL;
}

void scene_problems(const char *name, const abError *error) {
    for (int i = 0; i < error->count; i++) {
        char text[600];
        ab_error_format(error, i, text, sizeof text);
        fprintf(stderr, "%s: %s\n", name, text);
    }
}

// ---- the workshop: a shaking table, a ball, a planar puck, a sprung box with a driven wheel ----

static abResult start_shape(abShapeDef *def, const char *kind) {
    def->kind = ab_kind_find("shape", kind);
    def->material = "any";
    return ab_params_init(&def->params, "shape", def->kind);
}

static abResult add_ball(abModel *model, abBodyId body, double radius, abError *error) {
    abShapeDef def = ab_shape_def();
    AB_TRY(start_shape(&def, "sphere"));
    AB_TRY(ab_params_set(&def.params, "shape", def.kind, "radius", radius, error));
    return ab_model_add_shape(model, body, &def, NULL, error);
}

// NAN: no contact radius.
static abResult add_box(abModel *model, abBodyId body, abVec3 size, double contact_radius,
                        abError *error) {
    abShapeDef def = ab_shape_def();
    AB_TRY(start_shape(&def, "box"));
    memcpy(def.params.data, &size, sizeof size); // what a box begins with
    def.contact_radius = contact_radius;
    return ab_model_add_shape(model, body, &def, NULL, error);
}

static abResult add_bodies(abModel *model, abError *error) {
    abBodyId id;
    abBodyDef table = ab_body_def();
    table.name = "table";
    table.mobility = AB_MOBILITY_PRESCRIBED;
    table.motion_position[2] = "0.01*sin(25*t) - 0.1";
    table.motion_rotation[1] = "0.02*sin(4*t)";
    AB_TRY(ab_model_add_body(model, &table, &id, error));
    AB_TRY(add_box(model, id, (abVec3){2.0, 2.0, 0.2}, NAN, error));

    abBodyDef ball = ab_body_def();
    ball.name = "ball";
    ball.position = (abVec3){0.3, 0.1, 0.25};
    ball.angular_velocity = (abVec3){1.0, -20.0, 3.0};
    AB_TRY(ab_model_add_body(model, &ball, &id, error));
    AB_TRY(add_ball(model, id, 0.05, error));

    abBodyDef puck = ab_body_def();
    puck.name = "puck";
    puck.mobility = AB_MOBILITY_PLANAR;
    puck.position = (abVec3){0.0, 0.5, 0.2};
    puck.velocity = (abVec3){0.4, -0.1, 0.0};
    puck.angular_velocity = (abVec3){0.0, 0.0, 2.0};
    AB_TRY(ab_model_add_body(model, &puck, &id, error));
    AB_TRY(add_ball(model, id, 0.04, error));

    abBodyDef box = ab_body_def();
    box.name = "box";
    box.position = (abVec3){-0.4, 0.0, 0.6};
    box.rotation = (abVec3){0.2, 0.1, 0.3};
    AB_TRY(ab_model_add_body(model, &box, &id, error));
    AB_TRY(add_box(model, id, (abVec3){0.2, 0.1, 0.05}, 0.025, error));

    abBodyDef wheel = ab_body_def();
    wheel.name = "wheel";
    wheel.position = (abVec3){-0.4, 0.0, 0.6};
    wheel.rotation = box.rotation;
    AB_TRY(ab_model_add_body(model, &wheel, &id, error));
    return add_ball(model, id, 0.03, error);
}

static abResult add_loads(abModel *model, abError *error) {
    abForceDef spring = ab_force_def();
    spring.type = ab_kind_find("force", "spring");
    spring.between[0] = "world";
    spring.between[1] = "box";
    AB_TRY(ab_params_init(&spring.params, "force", spring.type));
    abSpringKeys *keys = (abSpringKeys *)&spring.params;
    keys->point_a = (abVec3){-0.4, 0.0, 1.2};
    keys->point_b = (abVec3){0.1, 0.02, 0.0};
    AB_TRY(ab_params_set(&spring.params, "force", spring.type, "stiffness", 200.0, error));
    AB_TRY(ab_params_set(&spring.params, "force", spring.type, "damping", 1.5, error));
    AB_TRY(ab_model_add_force(model, &spring, error));

    abForceDef push = ab_force_def();
    push.type = ab_kind_find("force", "applied");
    push.between[0] = "world";
    push.between[1] = "box";
    AB_TRY(ab_params_init(&push.params, "force", push.type));
    abAppliedKeys *applied = (abAppliedKeys *)&push.params;
    applied->fx = "3*cos(7*t)*exp(-t)";
    applied->ty = "0.05*step(t, 0.2, 0, 0.4, 1)";
    AB_TRY(ab_model_add_force(model, &push, error));

    abJointDef axle = ab_joint_def();
    axle.type = ab_kind_find("joint", "revolute");
    axle.between[0] = "box";
    axle.between[1] = "wheel";
    axle.axis = (abVec3){0.0, 1.0, 0.0};
    AB_TRY(ab_params_init(&axle.params, "joint", axle.type));
    return ab_model_add_joint(model, &axle, error);
}

static abResult add_contacts(abModel *model, abError *error) {
    abMaterialDef any = ab_material_def();
    any.name = "any";
    any.youngs_modulus = 1e8;
    any.poissons_ratio = 0.3;
    any.density = 1200.0;
    AB_TRY(ab_model_add_material(model, &any, error));
    abMaterialPairDef pair = ab_material_pair_def();
    pair.materials[0] = pair.materials[1] = "any";
    pair.restitution = 0.6;
    pair.sliding_friction = 0.3;
    pair.rolling_resistance = 0.001;
    AB_TRY(ab_model_add_material_pair(model, &pair, error));
    abContactRuleDef rule = ab_contact_rule_def();
    rule.between[0] = rule.between[1] = "*";
    rule.normal_law = ab_kind_find("normal law", "hunt_crossley");
    AB_TRY(ab_params_init(&rule.normal, "normal law", rule.normal_law));
    rule.friction_law = ab_kind_find("friction law", "regularized");
    AB_TRY(ab_params_init(&rule.friction, "friction law", rule.friction_law));
    return ab_model_add_contact_rule(model, &rule, error);
}

static abResult build_workshop(abModel *model, int integrator, double end, abError *error) {
    ab_model_set_gravity(model, &(abGravityDef){.uniform = {0.0, 0.0, -9.81}});
    AB_TRY(add_contacts(model, error));
    AB_TRY(add_bodies(model, error));
    AB_TRY(add_loads(model, error));
    abSimulationDef simulation = ab_simulation_def();
    simulation.integrator = integrator;
    simulation.end_time = end;
    simulation.tolerance = 1e-7;
    simulation.output_interval = 0.005;
    ab_model_set_simulation(model, &simulation);
    return ab_model_compile(model, error);
}

abModel *scene_model(const Scene *scene, abAllocator allocator) {
    abError error;
    ab_error_clear(&error);
    abModel *model = NULL;
    abResult result;
    if (scene->path == NULL) {
        result = ab_model_create(allocator, (abLog){0}, &model, &error);
        if (result == AB_OK) {
            bool is_bdf = scene->integrator != NULL; // 2, see abSimulationDef
            result = build_workshop(model, is_bdf ? 2 : 0, scene->end, &error);
        }
        if (result != AB_OK) {
            ab_model_destroy(model);
            model = NULL;
        }
    } else {
        abOverride overrides[2];
        int count = 0;
        char end[40];
        if (scene->integrator != NULL) {
            overrides[count++] = (abOverride){"simulation.integrator", scene->integrator};
        }
        if (scene->end > 0.0) {
            snprintf(end, sizeof end, "%.17g", scene->end);
            overrides[count++] = (abOverride){"simulation.end_time", end};
        }
        result =
            ab_model_read(scene->path, overrides, count, allocator, (abLog){0}, &model, &error);
    }
    if (result != AB_OK) {
        scene_problems(scene->name, &error);
    }
    return model;
}
