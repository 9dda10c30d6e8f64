// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// threads_test.c - one model run by 1, 2 and 4 threads at once: every run has the same bits.
//
// A run is computed by the thread that asks for it. What could make it depend on others is state
// they share: the model, which is constant, and nothing else.

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "base/check.h"
#include "scenes.h"
#include "tape.h"

enum { THREADS_MAX = 4 };

// Every method and kind of contact, as far as it is interesting.
static const Scene s_runs[] = {
    {"hello", "models/hello.yaml", NULL, 0.8},
    {"grips", "tests/golden/grips.yaml", NULL, 0.1},
    {"surfaces", "tests/golden/surfaces.yaml", NULL, 0.05},
    {"steps", "tests/golden/steps.yaml", NULL, 0.15},
    {"surface_steps", "tests/golden/surface_steps.yaml", NULL, 0.1},
    {"fixed", "tests/golden/fixed.yaml", NULL, 1.0},
    {"rigid", "tests/golden/rigid.yaml", NULL, 0.4},
};

typedef struct Run {
    const abModel *model;
    uint64_t hash;
    abResult result;
} Run;

static void *run(void *argument) {
    Run *run = argument;
    abError error;
    ab_error_clear(&error);
    abSimulation *simulation = NULL;
    Tape tape = {0};
    abObserver observer = {.context = &tape, .frame = tape_frame, .event = tape_event};
    run->result =
        ab_simulation_create(run->model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
    if (run->result == AB_OK) {
        run->result = ab_simulation_run(simulation, &observer, &error);
    }
    run->hash = tape_hash(&tape);
    ab_simulation_destroy(simulation);
    tape_done(&tape);
    return NULL;
}

// So many runs at once; whether all have the hash.
static bool agree(const abModel *model, int threads, uint64_t hash) {
    pthread_t ids[THREADS_MAX];
    Run runs[THREADS_MAX];
    bool same = true;
    for (int i = 0; i < threads; i++) {
        runs[i] = (Run){.model = model};
        CHECK(pthread_create(&ids[i], NULL, run, &runs[i]) == 0);
    }
    for (int i = 0; i < threads; i++) {
        CHECK(pthread_join(ids[i], NULL) == 0);
        same = same && runs[i].result == AB_OK && runs[i].hash == hash;
    }
    return same;
}

static void runs_at_once_have_the_bits_of_one(void) {
    for (size_t i = 0; i < sizeof s_runs / sizeof s_runs[0]; i++) {
        abModel *model = scene_model(&s_runs[i], ab_heap());
        CHECK(model != NULL);
        if (model == NULL) {
            continue;
        }
        Run alone = {.model = model};
        run(&alone);
        CHECK(alone.result == AB_OK);
        for (int threads = 1; threads <= THREADS_MAX; threads *= 2) {
            bool same = agree(model, threads, alone.hash);
            CHECK(same);
            if (!same) {
                printf("%s: other bits with %d threads\n", s_runs[i].name, threads);
            }
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(runs_at_once_have_the_bits_of_one))
