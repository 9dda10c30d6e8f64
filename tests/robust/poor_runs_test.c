// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poor_runs_test.c - a simulation for which memory runs out at any allocation, while it is made or
// later: it says so, and nothing is left behind.

#include <stdlib.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "three_bodies.h"

#define HEAD                                                                                       \
    THREE_BODIES                                                                                   \
    "forces: [{type: spring, between: [g, c], point_a: [0, 1, 2], stiffness: 100}]\n"
#define RIGID "contacts: [{between: ['*', '*'], normal: rigid, friction: coulomb}]\n"

static const char *const s_models[] = {
    HEAD "simulation: {end_time: 1}\n",
    HEAD "simulation: {end_time: 1, integrator: bdf}\n",
    HEAD "simulation: {end_time: 1, integrator: adams}\n",
    HEAD RIGID "simulation: {end_time: 1}\n",
    HEAD RIGID "simulation: {end_time: 1, method: stepping, step: 1e-3}\n",
    HEAD "contacts: [{between: ['*', '*'], friction: bristle}]\nsimulation: {end_time: 1}\n",
};
enum { MODELS = sizeof s_models / sizeof s_models[0], STEPS = 12, ALLOCATIONS_MAX = 20000 };

// An allocator whose memory runs out for good.
typedef struct Heap {
    long live; // bytes
    long left; // allocations
} Heap;

static void *resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Heap *heap = context;
    if (new_size == 0) {
        free(pointer);
        heap->live -= pointer != NULL ? (long)old_size : 0;
        return NULL;
    }
    if (heap->left-- <= 0) {
        return NULL;
    }
    heap->live += (long)new_size - (pointer != NULL ? (long)old_size : 0);
    return realloc(pointer, new_size);
}

static abError s_error;

// Made, some steps, and gone.
static abResult live(const abModel *model, Heap *heap) {
    abAllocator allocator = {.resize = resize, .context = heap};
    abSimulation *simulation = NULL;
    ab_error_clear(&s_error);
    abResult result =
        ab_simulation_create(model, NULL, allocator, (abLog){0}, &simulation, &s_error);
    CHECK((result == AB_OK) == (simulation != NULL));
    for (int i = 0; i < STEPS && result == AB_OK; i++) {
        result = ab_simulation_step(simulation, &s_error);
    }
    ab_simulation_destroy(simulation);
    return result;
}

static void memory_may_run_out_at_any_allocation(void) {
    for (int m = 0; m < MODELS; m++) {
        abModel *model = NULL;
        ab_error_clear(&s_error);
        CHECK(ab_model_read_text(s_models[m], strlen(s_models[m]), NULL, NULL, 0, ab_heap(),
                                 (abLog){0}, &model, &s_error) == AB_OK);
        abResult result = AB_IO;
        long allocations = 0;
        for (; model != NULL && result != AB_OK && allocations < ALLOCATIONS_MAX &&
               s_failed_checks == 0;
             allocations++) {
            Heap heap = {.left = allocations};
            result = live(model, &heap);
            CHECK(heap.live == 0);
            CHECK(result == AB_OK || (result == AB_IO && s_error.count > 0));
        }
        CHECK(result == AB_OK);
        printf("model %d: %ld allocations%s%s\n", m, allocations - 1, result != AB_OK ? ", " : "",
               result != AB_OK ? s_error.problems[0].text : "");
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(memory_may_run_out_at_any_allocation))
