// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// many_spheres.c - cost per evaluation and per whole step of 10 to 10 000 spheres.
//
//   apart   a cubic lattice, four radii from centre to centre, each sphere with its own velocity
//   layer   side by side on a plane, touching it and their neighbours
//   block   a cubic lattice of touching spheres
//
// All overlaps are 1e-5 of the radius, so that nothing touches or parts while it is measured. A
// step is one of the run: integrator, search for touches and releases, weights. Steps have a fixed
// length, in which a sphere of "apart" goes a hundredth of its radius.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/abut.h"
#include "integrate/run.h" // the derivative itself
#include "stopwatch.h"

static const double s_radius = 0.01; // [m]

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "many_spheres: %s\n", line);
        exit(result);
    }
}

typedef struct Scene {
    const char *name;
    double spacing; // from centre to centre, by the radius
    double speed;   // largest of each component                                        [m/s]
    double step;    // [s]
    bool is_layer;  // on a plane, one high
} Scene;

static const Scene s_scenes[] = {
    {"apart", 4.0, 1.0, 1e-4, false},
    {"layer", 2.0 - 1e-5, 0.0, 1e-7, true},
    {"block", 2.0 - 1e-5, 0.0, 1e-7, false},
};

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

static void add_steel(abModel *model) {
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
    check(ab_model_add_material_pair(model, &pair, &s_error));
}

// In [-1, 1], the same for the same number.
static double scattered(unsigned number) {
    unsigned mixed = (number + 1U) * 2654435761U;
    mixed = (mixed ^ (mixed >> 15)) * 2246822519U;
    return (double)((mixed ^ (mixed >> 13)) % 2001U) / 1000.0 - 1.0;
}

static void add_spheres(abModel *model, const Scene *scene, int count) {
    int side = 1;
    while ((scene->is_layer ? side * side : side * side * side) < count) {
        side++;
    }
    for (int i = 0; i < count; i++) {
        char name[20];
        snprintf(name, sizeof name, "ball%d", i);
        abBodyDef ball = ab_body_def();
        ball.name = name;
        double a = scene->spacing * s_radius;
        double floor = scene->is_layer ? s_radius * (1.0 - 1e-5) : 0.0;
        ball.position = (abVec3){a * (i % side), a * (i / side % side), floor + a * (i / side / side)};
        if (scene->is_layer) {
            ball.position.y = a * (i / side);
            ball.position.z = floor;
        }
        unsigned number = 3U * (unsigned)i;
        ball.velocity = (abVec3){scene->speed * scattered(number), scene->speed * scattered(number + 1),
                                 scene->speed * scattered(number + 2)};
        abBodyId body;
        check(ab_model_add_body(model, &ball, &body, &s_error));
        add_shape(model, body, "sphere", "radius", s_radius);
    }
}

static abModel *make_model(const Scene *scene, int count) {
    abModel *model;
    check(ab_model_create(ab_heap(), (abLog){0}, &model, &s_error));
    add_steel(model);
    if (scene->is_layer) {
        abBodyId body;
        abBodyDef ground = ab_body_def();
        ground.name = "ground";
        ground.mobility = AB_MOBILITY_FIXED;
        check(ab_model_add_body(model, &ground, &body, &s_error));
        add_shape(model, body, "plane", NULL, 0.0);
    }
    add_spheres(model, scene, count);
    check(ab_model_compile(model, &s_error));
    return model;
}

// Least time of one evaluation.  [s]
static double measure_evaluation(abSimulation *s, int count) {
    double *ydot = calloc((size_t)s->model->state_count, sizeof *ydot);
    if (ydot == NULL) {
        exit(AB_IO);
    }
    const int batch = 20000 / count + 1;
    Stopwatch watch = {.budget = 0.1, .most = 50};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < batch; i++) {
            ab_dynamics_evaluate(&s->dynamics, s->t, s->y, ydot);
        }
        stopwatch_stop(&watch);
    }
    free(ydot);
    return watch.least / batch;
}

enum { WARM = 5, STEPS = 25 };

typedef struct Steps {
    Stopwatch watch;
    int count;
} Steps;

// Times a few steps at a time; the least counts.
static abResult time_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation, (void)time, (void)error;
    Steps *steps = context;
    steps->count++;
    if (steps->count >= WARM && (steps->count - WARM) % WARM == 0) {
        if (steps->count > WARM) {
            stopwatch_stop(&steps->watch);
        }
        stopwatch_start(&steps->watch);
    }
    return AB_OK;
}

static void measure(const Scene *scene, int count) {
    double start = stopwatch_now();
    abModel *model = make_model(scene, count);
    double built = stopwatch_now() - start;
    abSimulationDef options = *ab_model_simulation(model);
    options.max_step = scene->step;
    options.end_time = STEPS * scene->step;
    options.output_interval = options.end_time;
    options.integrator = 1;     // explicit
    options.tolerance = 1e-3;   // so that max_step sets the steps
    abSimulation *s;
    check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &s, &s_error));
    Steps steps = {{0}, 0};
    abObserver observer = {.context = &steps, .step = time_step};
    check(ab_simulation_run(s, &observer, &s_error));
    const abStatistics *st = ab_simulation_statistics(s);
    double step = steps.watch.least / WARM, evaluation = measure_evaluation(s, count);
    size_t touches = s->dynamics.touch_count;
    printf("spheres\t%s\t%d\t%zu\t%.0f\t%.1f\t%.1f\t%.0f\t%.1f\t%.1f\t%.1f\t%.4f\n", scene->name,
           count, touches, 1e9 * evaluation, 1e9 * evaluation / count,
           touches > 0 ? 1e9 * evaluation / (double)touches : 0.0, 1e9 * step, 1e9 * step / count,
           touches > 0 ? 1e9 * step / (double)touches : 0.0,
           (double)st->evaluations / (double)st->steps, built);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

int main(void) {
    static const int counts[] = {10, 100, 1000, 10000};
    ab_error_clear(&s_error);
    for (size_t i = 0; i < sizeof s_scenes / sizeof s_scenes[0]; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            measure(&s_scenes[i], counts[k]);
        }
    }
    return 0;
}
