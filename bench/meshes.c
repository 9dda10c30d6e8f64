// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// meshes.c - what it costs that a mesh touches as it is.
//
//   one     a cylinder that turns on a box: depth, normal and point of the analytic pair, of a
//   prism
//           of 32 sides on the box, and of the prism on a box of triangles; ns, least of many
//   two     meshes that touch and move by 1e-6 m from one evaluation to the next: depth and
//   regions;
//           ns, and by pairs of triangles that cross
//   many    prisms standing side by side on a slab, touching it and their neighbours: one
//   evaluation
//           of the derivative, and by touching pairs
//
// Lines for bench/run, separated by tabs. Runs from the top of the tree.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/region/region.h"
#include "collide/region/region_room.h"
#include "core/simulation_state.h" // the derivative itself
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/state/place.h"
#include "mesh/check/mesh_cross.h"
#include "method/events/touch_events.h"
#include "stopwatch.h"

static const double s_radius = 0.02, s_length = 0.08; // of models/meshes/pin.obj             [m]

static abError s_error;

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "meshes: %s\n", line);
        exit(result);
    }
}

static abModel *read_text(const char *text) {
    abModel *model = NULL;
    check(ab_model_read_text(text, strlen(text), "models/bench.yaml", NULL, 0, ab_heap(),
                             (abLog){0}, &model, &s_error));
    return model;
}

static const char s_head[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]\n"
    "simulation: {end_time: 1}\n"
    "bodies:\n";
static const char s_pin[] = "{mesh: {file: meshes/pin.obj, collide: surface}, material: steel}";
static const char s_cylinder[] = "{cylinder: {radius: 0.02, length: 0.08}, material: steel}";
static const char s_box[] = "{box: {size: [0.2, 0.2, 0.1]}, material: steel}";

// ---- one ----

static void time_one(const char *name, const char *lower, const char *upper) {
    enum { TURNS = 64 };
    char text[2000];
    snprintf(text, sizeof text,
             "%s  lower: {mobility: fixed, shapes: [%s]}\n  upper: {position: [0, 0, 1], shapes: "
             "[%s]}\n",
             s_head, lower, upper);
    abModel *model = read_text(text);
    const abShape *A = &model->shapes[0].shape, *B = &model->shapes[1].shape;
    abRegionWorkspace *room = ab_region_workspace_create(ab_heap(), 10000, 10000);
    Stopwatch watch = {.budget = 0.5, .maximum = 1000};
    double sum = 0.0;
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < TURNS; i++) {
            abMat3 lying = {{{1.0, 0.0, 0.0}, {0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}}};
            double c = 1.0 - 0.01 * i, s = sqrt(1.0 - c * c);
            abMat3 turned = {{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}};
            abPose X = {{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}}, {0.0, 0.0, -0.05}};
            abPose Y = {ab_mat3_mul(lying, turned), {0.01, 0.007, s_radius - 2e-4}};
            abProximity at;
            abPatchPoint points[AB_PATCH_MAX];
            ab_proximity(A, &X, B, &Y, &at);
            if (ab_has_regions(A, B)) {
                ab_regions(room, A, &X, B, &Y, &at, points);
            }
            sum += at.distance;
        }
        stopwatch_stop(&watch);
    }
    printf("one\t%s\t%.1f\t%g\n", name, 1e9 * watch.minimum / TURNS, sum / TURNS / watch.count);
    ab_region_workspace_destroy(room);
    ab_model_destroy(model);
}

// ---- two ----

static int count_crossing(const abShape *A, const abPose *X, const abShape *B, const abPose *Y) {
    const abTriangleMesh *a = A->surface->mesh, *b = B->surface->mesh;
    int count = 0;
    for (size_t i = 0; i < a->triangle_count; i++) {
        for (size_t j = 0; j < b->triangle_count; j++) {
            abVec3 p[3], q[3];
            for (int k = 0; k < 3; k++) {
                p[k] = ab_pose_point(*X, ab_mesh_corner(a, i, k));
                q[k] = ab_pose_point(*Y, ab_mesh_corner(b, j, k));
            }
            count += ab_triangles_cross(p, q);
        }
    }
    return count;
}

// `turn` is of the second mesh about z.
static void time_two(const char *name, const char *mesh, abVec3 place, double turn) {
    enum { MOVES = 200 };
    char text[2000];
    snprintf(text, sizeof text,
             "%s  a: {mobility: fixed, shapes: [%s]}\n  b: {position: [9, 9, 9], shapes: [%s]}\n",
             s_head, mesh, mesh);
    abModel *model = read_text(text);
    abSimulation *simulation;
    check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error));
    abDerivative *d = &simulation->dynamics;
    double c = cos(turn), s = sin(turn);
    abPose room, X = *ab_mechanics_shape_pose(&d->mechanics, 0, &room);
    abPose *Y = &d->mechanics.bodies[1].X;
    *Y = (abPose){{{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}}, place};
    const abShape *A = &model->shapes[0].shape, *B = &model->shapes[1].shape;
    abPose other;
    int crossing = count_crossing(A, &X, B, ab_mechanics_shape_pose(&d->mechanics, 1, &other));
    Stopwatch watch = {.budget = 1.0, .maximum = 1000};
    while (stopwatch_again(&watch)) {
        Y->p = place;
        stopwatch_start(&watch);
        for (int i = 0; i < MOVES; i++) {
            abProximity at;
            abPatchPoint points[AB_PATCH_MAX];
            Y->p.x += 1e-6 * (i < MOVES / 2 ? 1.0 : -1.0);
            ab_pair_proximity(&d->mechanics, 0, 1, &at);
            ab_regions(d->contacts->regions, A, &X, B,
                       ab_mechanics_shape_pose(&d->mechanics, 1, &other), &at, points);
        }
        stopwatch_stop(&watch);
    }
    double ns = 1e9 * watch.minimum / MOVES;
    printf("two\t%s\t%zu\t%d\t%.0f\t%.1f\n", name, A->surface->mesh->triangle_count, crossing, ns,
           ns / crossing);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
}

// ---- many ----

static void time_many(int side, int rows) {
    size_t room = 400 + 200 * (size_t)(side * rows);
    char *text = malloc(room);
    size_t used =
        (size_t)snprintf(text, room,
                         "%s  slab: {mobility: fixed, shapes: [{box: {size: [10, 10, 0.1]}, "
                         "position: [0, 0, -0.05], material: steel}]}\n",
                         s_head);
    for (int i = 0; i < side * rows; i++) {
        double a = 2.0 * s_radius - 1e-6;
        used += (size_t)snprintf(text + used, room - used,
                                 "  b%d: {position: [%.9g, %.9g, %.9g], shapes: [%s]}\n", i,
                                 a * (i % side), a * (i / side), 0.5 * s_length - 1e-6, s_pin);
    }
    abModel *model = read_text(text);
    abSimulation *simulation;
    const abObserver nobody = {0};
    check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error));
    check(ab_run_first_contacts(simulation, &nobody, &s_error)); // without a run
    double *ydot = calloc(simulation->dynamics.mechanics.layout.count, sizeof *ydot);
    Stopwatch watch = {.budget = 0.5, .maximum = 100};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        ab_derivative_evaluate(&simulation->dynamics, simulation->t, simulation->y, ydot);
        stopwatch_stop(&watch);
    }
    size_t pairs = simulation->dynamics.contacts->count;
    printf("many\t%d\t%zu\t%.0f\t%.0f\n", side * rows, pairs, 1e9 * watch.minimum,
           1e9 * watch.minimum / (double)pairs);
    free(ydot);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    free(text);
}

int main(void) {
    static const char slab[] =
        "{mesh: {file: meshes/plate.obj, scale: [0.2, 0.25, 2.5], collide: surface}, "
        "material: steel}";
    time_one("analytic", s_box, s_cylinder);
    time_one("prism", s_box, s_pin);
    time_one("meshes", slab, s_pin);
    time_two("gears", "{mesh: {file: meshes/gear16.obj, collide: surface}, material: steel}",
             ab_vec3(0.08, 0.0, 0.0), 0.194);
    time_two("pins", s_pin, ab_vec3(2.0 * s_radius - 1e-4, 1e-3, 2e-3), 0.1);
    time_two("bowls", "{mesh: {file: meshes/bowl.obj, collide: surface}, material: steel}",
             ab_vec3(0.002, 0.001, -0.0105), 0.3);
    time_many(5, 2);
    time_many(10, 10);
    time_many(40, 25);
    return 0;
}
