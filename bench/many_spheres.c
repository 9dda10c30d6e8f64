// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// many_spheres.c - cost per evaluation, per whole step and per event of 10 to 10 000 spheres.
//
//   apart   a cubic lattice, four radii from centre to centre, each sphere with its own velocity
//   layer   side by side on a plane, touching it and their neighbours
//   plate   the same on a box as large as the layer
//   block   a cubic lattice of touching spheres
//   rain    side by side above a plane, not touching; they land one after the other
//
// Overlaps are 1e-5 of the radius, so that nothing touches or parts while steps are measured. A
// step is one of the run: integrator, search for touches and releases, weights. Steps have a fixed
// length, in which a sphere of "apart" goes at most a hundredth of its radius. The cost of a landing
// is the time from the first to the last of 20, by their number less one, so it holds the steps between;
// what comes before the first is given beside it.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "core/simulation_state.h" // the derivative itself
#include "derivative/state/derivative.h"
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
    double spacing;     // from centre to centre, by the radius
    double speed;       // largest of each component                                        [m/s]
    double step;        // [s]
    const char *ground; // NULL: a cube without; else one layer of spheres
    double rain;        // between landings; 0: none                                     [s]
} Scene;

static const Scene s_scenes[] = {
    {"apart", 4.0, 1.0, 1e-4, NULL, 0.0},         {"layer", 2.0 - 1e-5, 0.0, 1e-7, "plane", 0.0},
    {"plate", 2.0 - 1e-5, 0.0, 1e-7, "box", 0.0}, {"block", 2.0 - 1e-5, 0.0, 1e-7, NULL, 0.0},
    {"rain", 2.5, 0.0, INFINITY, "plane", 1e-6},
};

static abShapeDef shape_of(const char *kind) {
    abShapeDef def = ab_shape_def();
    def.kind = ab_kind_find("shape", kind);
    def.material = "steel";
    check(ab_params_init(&def.params, "shape", def.kind));
    return def;
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

// Numbers of spheres along an edge.
static int edge(const Scene *scene, int count) {
    int side = 1;
    while ((scene->ground != NULL ? side * side : side * side * side) < count) {
        side++;
    }
    return side;
}

static abVec3 place(const Scene *scene, int index, int side) {
    double a = scene->spacing * s_radius;
    int row = index / side;
    if (scene->ground == NULL) {
        return (abVec3){a * (index % side), a * (row % side), a * (row / side)};
    }
    double height = scene->rain > 0.0 ? 0.1 * scene->rain * (index + 1) : -1e-5 * s_radius;
    return (abVec3){a * (index % side), a * row, s_radius + height};
}

static void add_spheres(abModel *model, const Scene *scene, int count) {
    int side = edge(scene, count);
    for (int i = 0; i < count; i++) {
        char name[20];
        snprintf(name, sizeof name, "ball%d", i);
        abBodyDef ball = ab_body_def();
        ball.name = name;
        ball.position = place(scene, i, side);
        unsigned number = 3U * (unsigned)i;
        double v = scene->speed;
        ball.velocity =
            (abVec3){v * scattered(number), v * scattered(number + 1), v * scattered(number + 2)};
        if (scene->rain > 0.0) {
            ball.velocity.z = -0.1;
        }
        abBodyId body;
        check(ab_model_add_body(model, &ball, &body, &s_error));
        abShapeDef sphere = shape_of("sphere");
        check(ab_params_set(&sphere.params, "shape", sphere.kind, "radius", s_radius, &s_error));
        check(ab_model_add_shape(model, body, &sphere, NULL, &s_error));
    }
}

static void add_ground(abModel *model, const Scene *scene, int count) {
    abBodyId body;
    abBodyDef ground = ab_body_def();
    ground.name = "ground";
    ground.mobility = AB_MOBILITY_FIXED;
    check(ab_model_add_body(model, &ground, &body, &s_error));
    abShapeDef shape = shape_of(scene->ground);
    if (strcmp(scene->ground, "box") == 0) {
        double width = scene->spacing * s_radius * (edge(scene, count) + 1);
        abVec3 size = {width, width, s_radius};
        check(ab_params_set_vector(&shape.params, "shape", shape.kind, "size", size, &s_error));
        shape.position =
            (abVec3){0.5 * width - 2.0 * s_radius, 0.5 * width - 2.0 * s_radius, -0.5 * s_radius};
    }
    check(ab_model_add_shape(model, body, &shape, NULL, &s_error));
}

static abModel *make_model(const Scene *scene, int count) {
    abModel *model;
    check(ab_model_create(ab_heap(), (abLog){0}, &model, &s_error));
    add_steel(model);
    if (scene->ground != NULL) {
        add_ground(model, scene, count);
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
    Stopwatch watch = {.budget = 0.1, .maximum = 50};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < batch; i++) {
            ab_derivative_evaluate(&s->dynamics, s->t, s->y, ydot);
        }
        stopwatch_stop(&watch);
    }
    free(ydot);
    return watch.minimum / batch;
}

enum { WARM = 5, STEPS = 25, EVENTS = 20 };

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
    double start = ab_processor_clock();
    abModel *model = make_model(scene, count);
    double built = ab_processor_clock() - start;
    abSimulationDef options = *ab_model_simulation(model);
    options.max_step = scene->step;
    options.end_time = STEPS * scene->step;
    options.output_interval = options.end_time;
    options.integrator = 1;   // explicit
    options.tolerance = 1e-3; // so that max_step sets the steps
    abSimulation *s;
    check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &s, &s_error));
    Steps steps = {{0}, 0};
    abObserver observer = {.context = &steps, .step = time_step};
    check(ab_simulation_run(s, &observer, &s_error));
    const abStatistics *st = ab_simulation_statistics(s);
    double step = steps.watch.minimum / WARM, evaluation = measure_evaluation(s, count);
    printf("spheres\t%s\t%d\t%zu\t%.0f\t%.0f\t%.1f\t%.2f\n", scene->name, count,
           s->dynamics.contacts->count, 1e9 * evaluation, 1e9 * step,
           (double)st->evaluations / (double)st->steps, 1e3 * built);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

// When the first and the last landing of a run were told.                                   [s]
typedef struct Landings {
    double first, last;
} Landings;

static abResult note_landing(void *context, const abEvent *event, abError *error) {
    (void)error;
    Landings *landings = context;
    if (event->kind == AB_EVENT_TOUCH) {
        landings->last = ab_processor_clock();
        landings->first = landings->first > 0.0 ? landings->first : landings->last;
    }
    return AB_OK;
}

// Least time from the first to the last landing, by those after the first.
static void measure_events(const Scene *scene, int count) {
    abModel *model = make_model(scene, count);
    abSimulationDef options = *ab_model_simulation(model);
    int events = count < EVENTS ? count : EVENTS;
    options.end_time = (events + 0.5) * scene->rain;
    options.output_interval = options.end_time;
    options.integrator = 1;
    options.tolerance = 1e-3;
    Stopwatch watch = {.budget = 0.2, .maximum = 20};
    abStatistics st = {0};
    double between = INFINITY, before = INFINITY;
    while (stopwatch_again(&watch)) {
        abSimulation *s;
        Landings landings = {0.0, 0.0};
        abObserver observer = {.context = &landings, .event = note_landing};
        check(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &s, &s_error));
        double start = ab_processor_clock();
        stopwatch_start(&watch);
        check(ab_simulation_run(s, &observer, &s_error));
        stopwatch_stop(&watch);
        between = fmin(between, landings.last - landings.first);
        before = fmin(before, landings.first - start);
        st = *ab_simulation_statistics(s);
        ab_simulation_destroy(s);
    }
    long long landed = st.events[AB_EVENT_TOUCH];
    double each = landed > 1 ? between / (double)(landed - 1) : 0.0;
    printf("landings\t%d\t%lld\t%.0f\t%.1f\t%.0f\n", count, landed, 1e9 * each,
           landed > 0 ? (double)st.evaluations / (double)landed : 0.0, 1e9 * before);
    ab_model_destroy(model);
}

int main(void) {
    static const int counts[] = {10, 100, 1000, 10000};
    ab_error_clear(&s_error);
    for (size_t i = 0; i < sizeof s_scenes / sizeof s_scenes[0]; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            (s_scenes[i].rain > 0.0 ? measure_events : measure)(&s_scenes[i], counts[k]);
        }
    }
    return 0;
}
