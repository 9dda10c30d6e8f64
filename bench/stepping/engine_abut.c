// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_abut.c - a pile by method stepping.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../stopwatch.h"
#include "abut/abut.h"
#include "base/text.h"
#include "piles.h"

static void add_walls(abText *text, double half) {
    static const struct {
        const char *name, *turn;
        double x, y;
    } walls[] = {{"left", "[0.7071067811865476, 0, 0.7071067811865476, 0]", -1, 0},
                 {"right", "[0.7071067811865476, 0, -0.7071067811865476, 0]", 1, 0},
                 {"front", "[0.7071067811865476, -0.7071067811865476, 0, 0]", 0, -1},
                 {"back", "[0.7071067811865476, 0.7071067811865476, 0, 0]", 0, 1}};
    for (int k = 0; k < 4; k++) {
        ab_text_add(text,
                    "  %s: {mobility: fixed, position: [%.17g, %.17g, 0], orientation: %s, "
                    "shapes: [{plane: {}, material: m}]}\n",
                    walls[k].name, walls[k].x * half, walls[k].y * half, walls[k].turn);
    }
}

static void add_body(abText *text, const Pile *pile, int k) {
    const double *p = pile->places[k], *h = pile->half;
    if (pile->is_planar) { // two corners of each four are in the same place for it
        ab_text_add(text,
                    "  b%d: {mobility: planar, position: [%.17g, %.17g, 0], shapes: [{box: {size: "
                    "[%.17g, %.17g, %.17g]}",
                    k, p[0], p[2], 2.0 * h[0], 2.0 * h[2], 2.0 * h[1]);
    } else {
        ab_text_add(text, "  b%d: {position: [%.17g, %.17g, %.17g], shapes: [{", k, p[0], p[1],
                    p[2]);
        if (pile->are_bricks) {
            ab_text_add(text, "box: {size: [%.17g, %.17g, %.17g]}", 2.0 * h[0], 2.0 * h[1],
                        2.0 * h[2]);
        } else {
            ab_text_add(text, "sphere: {radius: %.17g}", pile->radius);
        }
    }
    ab_text_add(text, ", material: m}]}\n");
}

static void write_model(abText *text, const Pile *pile, const PileRun *run) {
    ab_text_add(text,
                "abut: 1\ngravity: %s\nmaterials: {m: {density: %.17g}}\n"
                "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\n"
                "contacts: [{between: ['*', '*'], normal: {law: rigid}}]\n"
                "simulation: {method: stepping, step: %.17g, end_time: %.17g, tolerance: %.17g, "
                "output_interval: %.17g, allowed_overlap: %.17g, sleep: %s}\n"
                "bodies:\n  floor: {mobility: fixed, %s, material: m}]}\n",
                pile->is_planar ? "[0, -9.81, 0]" : "[0, 0, -9.81]", pile->density, pile->friction,
                run->step, run->time, run->tolerance, run->time, run->overlap,
                run->may_sleep ? "true" : "false",
                pile->is_planar ? "shapes: [{plane: {normal: [0, 1, 0]}" : "shapes: [{plane: {}");
    if (pile->half_width > 0.0) {
        add_walls(text, pile->half_width);
    }
    for (int k = 0; k < pile->count; k++) {
        add_body(text, pile, k);
    }
}

static double clock_of(int threads) {
    struct timespec now;
    if (threads == 0) {
        return ab_processor_clock();
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double run_model(abModel *model, const Pile *pile, int threads, double (*places)[3],
                        double *fastest) {
    static abError error;
    abSimulation *simulation = NULL;
    ab_error_clear(&error);
    double seconds = NAN;
    int used = threads > 0 ? threads : 1;
    if (ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error) == AB_OK &&
        ab_simulation_set_threads(simulation, used, &error) == AB_OK) {
        double start = clock_of(threads);
        abResult result = ab_simulation_run(simulation, NULL, &error);
        seconds = result == AB_OK ? clock_of(threads) - start : NAN;
        int first = pile->half_width > 0.0 ? 6 : 2; // the fixed bodies come before
        *fastest = 0.0;
        for (int k = 0; k < pile->count; k++) {
            abBodyState state = ab_simulation_body(simulation, (abBodyId){first + k});
            abVec3 p = state.position, v = state.velocity;
            double z = pile->is_planar ? p.y : p.z;
            memcpy(places[k], (double[3]){p.x, pile->is_planar ? 0.0 : p.y, z}, sizeof places[k]);
            *fastest = fmax(*fastest, sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
        }
    }
    ab_simulation_destroy(simulation);
    return seconds;
}

double pile_abut(const Pile *pile, const PileRun *run, double (*places)[3], double *fastest) {
    static abError error;
    ab_error_clear(&error);
    abText text;
    ab_text_init(&text, ab_heap());
    write_model(&text, pile, run);
    abModel *model = NULL;
    const char *words = ab_text_string(&text);
    abResult result = ab_model_read_text(words, strlen(words), "pile", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    double seconds = result == AB_OK ? run_model(model, pile, run->threads, places, fastest) : NAN;
    if (!(seconds >= 0.0) && error.count > 0) {
        fprintf(stderr, "%s\n", error.problems[0].text);
    }
    ab_model_destroy(model);
    ab_text_done(&text);
    return seconds;
}
