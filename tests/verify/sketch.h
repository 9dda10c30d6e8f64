// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sketch.h - models written down in a few lines, for families of many small cases.
//
//     Sketch s;
//     sketch_begin(&s, 9.81);
//     sketch_material(&s, "steel", 2e11, 0.3, 7850.0);
//     sketch_pair(&s, "steel", "steel", (Pair){.restitution = 1.0});
//     sketch_plane(&s, "steel");
//     sketch_ball(&s, &(Ball){.name = "ball", .material = "steel", .radius = 0.1, ...});
//     sketch_law(&s, "hertz", "damping", 0.05, NULL, 0.0);
//     sketch_run(&s, 3.0, 1e-8, 0.01, &run);
//
// The first error is kept; later calls do nothing and sketch_run hands it to the run.

#ifndef VERIFY_SKETCH_H
#define VERIFY_SKETCH_H

#include "verify_run.h"

typedef struct Sketch {
    abModel *model;
    abResult result;
    abError error;
} Sketch;

typedef struct Pair {
    double restitution, friction;
    double small_speed; // sliding regularisation, 0: the default        [m/s]
} Pair;

typedef struct Ball {
    const char *name, *material;
    double radius;
    abVec3 position, velocity, spin; // spin in world axes
    double mass;                     // 0: from the density
} Ball;

void sketch_begin(Sketch *sketch, double gravity); // downwards, along -z
void sketch_gravity(Sketch *sketch, abVec3 gravity);
void sketch_material(Sketch *sketch, const char *name, double youngs_modulus, double poissons_ratio,
                     double density);
void sketch_pair(Sketch *sketch, const char *a, const char *b, Pair pair);
// A fixed half-space below z = 0.
void sketch_plane(Sketch *sketch, const char *material);
void sketch_ball(Sketch *sketch, const Ball *ball);
// Begins with a fixed plane at z = 0, everything of the material "any".
void sketch_on_plane(Sketch *sketch, abVec3 gravity);
// A mass point: a ball named "ball", of the material "any", that cannot turn.
void sketch_point(Sketch *sketch, double mass, double radius, abVec3 position, abVec3 velocity);
// A box of the material "any"; mass 0: from the density.
void sketch_box(Sketch *sketch, const char *name, abMobility mobility, abVec3 position,
                abVec3 velocity, double mass, abVec3 size);
// The normal law of all contacts with up to two of its parameters; friction is regularized.
void sketch_law(Sketch *sketch, const char *law, const char *key1, double value1, const char *key2,
                double value2);
// Normal law and friction law of all contacts, each with one parameter.
void sketch_laws(Sketch *sketch, const char *law, const char *key, double value,
                 const char *friction, const char *friction_key, double friction_value);
// A rule in full. Values end with a key that is NULL.
typedef struct Rule {
    const char *between[2];        // NULL: all contacts
    const char *normal, *friction; // NULL: the default
    struct {
        const char *key;
        double value;
    } normal_values[6], friction_values[6];
    double ignore_deeper_than; // 0: no limit                          [m]
    int masters;               // abMasters
} Rule;
void sketch_rule(Sketch *sketch, const Rule *rule);
// General parts; ab_*_def() gives the definitions.
abBodyId sketch_body(Sketch *sketch, const abBodyDef *def);
void sketch_shape(Sketch *sketch, abBodyId body, const char *kind, abShapeDef def, const char *key1,
                  double value1, const char *key2, double value2);
void sketch_box_shape(Sketch *sketch, abBodyId body, abShapeDef def, abVec3 size);
// Compiles and runs.
void sketch_run(Sketch *sketch, double end, double tolerance, double interval, Run *run);

#endif
