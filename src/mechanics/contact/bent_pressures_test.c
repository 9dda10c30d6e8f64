// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bent_pressures_test.c - a cube of twelve triangles that falls on its corner into a layer keeps its
// energy, however the pressure bends with the depth: what pushes back is the slope of what is stored,
// at every instant. With three points for all that penetrates of a triangle 0.3 of it came or went;
// with three for each piece between two depths 0.003.

#include <math.h>
#include <stdio.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

#define CUBE                                                                                       \
    "mesh: {collide: surface, points: [[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-1,-1,1],"         \
    "[1,-1,1],[1,1,1],[-1,1,1]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],"         \
    "[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]], scale: "

static const char s_model[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {m: {density: 7850}}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{%s, material: m}]}\n"
    "  cube: {position: [0.1, 0.05, 0.875], rotation: [2.5, 0.5, 0.2], shapes: [{" CUBE
    "0.5}, material: m}]}\n"
    "contacts: [{between: [cube, ground], manifold: faces, friction: {law: none}, normal: {law: "
    "foundation, %s, youngs_modulus: 1.0e7, poissons_ratio: 0.4, thickness: 0.1}}]\n"
    "simulation: {end_time: 0.4, output_interval: 0.01, tolerance: 1.0e-7}\n";

static const char *const s_flat[] = {
    "plane: {}",
    "box: {size: [4, 4, 1]}, position: [0, 0, -0.5]",
    CUBE "[3, 3, 0.5]}, position: [0, 0, -0.5]",
};
static const char *const s_round[] = {
    "sphere: {radius: 1}, position: [0, 0, -1]",
    "cylinder: {radius: 1, length: 4, axis: x}, position: [0, 0, -1]",
};
static const char *const s_pressures[] = {
    "pressure: log",
    "pressure: neo_hookean",
    "pressure: power, exponent: 2",
    "pressure: power, exponent: 3",
    "pressure: hertz, radius: 0.5",
    "pressure: table, pressure_table: [[0, 0], [0.1, 0.05], [0.3, 1], [1, 2]]",
};
enum { PRESSURES = sizeof s_pressures / sizeof s_pressures[0] };

typedef struct Seen {
    double first, worst, stored; // [J]
} Seen;

static abError s_error;

static abResult keep(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    const abEnergyBook *e = &frame->energy;
    double total = e->kinetic + e->gravity + e->contacts;
    seen->first = frame->index == 0 ? total : seen->first;
    seen->worst = fmax(seen->worst, fabs(total - seen->first));
    seen->stored = fmax(seen->stored, e->contacts);
    return AB_OK;
}

static void fall_on(const char *ground, double allowed) {
    for (int i = 0; i < PRESSURES; i++) {
        char text[2400];
        Seen seen = {0};
        abObserver observer = {.context = &seen, .frame = keep};
        snprintf(text, sizeof text, s_model, ground, s_pressures[i]);
        must_be_ok(run_fixture(text, &observer, NULL, &s_error), &s_error);
        CHECK(seen.stored > 5000.0);
        CHECK_NEAR(seen.worst, 0.0, allowed, seen.stored);
    }
}

static void flat_ground_gives_back_what_it_took(void) {
    for (size_t i = 0; i < sizeof s_flat / sizeof s_flat[0]; i++) {
        fall_on(s_flat[i], 1e-5); // worst 5.1e-6, under `hertz`: a root is no power
    }
}

static void round_ground_does_nearly(void) {
    for (size_t i = 0; i < sizeof s_round / sizeof s_round[0]; i++) {
        fall_on(s_round[i], 1.5e-2);
    }
}

AB_TESTS(AB_TEST(flat_ground_gives_back_what_it_took), AB_TEST(round_ground_does_nearly))
