// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_values.c - how long it takes to set a value of a model while it runs: one of each class.
//
//     live_values [ROUNDS] [MODEL...]     default: 20 rounds, models/gear_train_meshes.yaml
//
// Prints a row per class, with the least time of all rounds, and that of making the model from its
// text again. Exit code 1 when a number took a millisecond.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/live_values.h"
#include "base/clock.h"
#include "model/values/slot.h"

enum { STEPS = 20, CLASSES = 8 };
static const double s_limit = 1e-3; // [s]

static const char *const s_classes[CLASSES] = {"plain", "force", "pair",  "material",
                                               "mass",  "text",  "field", "structure"};

// A number of each class, the first there is, of pairs the last friction.
typedef struct Bench {
    abModel *model;
    abSimulation *simulation;
    char paths[CLASSES][AB_SLOT_PATH];
    double values[CLASSES];
} Bench;

static void take(void *context, const abParameter *p) {
    Bench *bench = context;
    abSlot slot;
    bool is_number = p->kind == AB_PARAMETER_NUMBER && isfinite(p->value) && p->value != 0.0;
    if (!is_number || !ab_slot_find(bench->model, p->path, &slot) ||
        slot.class == AB_VALUE_STRUCTURE ||
        (bench->paths[slot.class][0] != '\0' && strstr(p->path, ".sliding_friction") == NULL)) {
        return;
    }
    snprintf(bench->paths[slot.class], AB_SLOT_PATH, "%s", p->path);
    bench->values[slot.class] = p->value;
}

static abResult stop(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation, (void)time, (void)error;
    return --*(int *)context <= 0 ? AB_STOPPED : AB_OK;
}

typedef abResult Set(abSimulation *simulation, const char *path, const char *value, abError *error);

// The least time of setting a value a little up and down again; INFINITY when it is refused.
static double time_of(const Bench *bench, int class, int rounds, Set *set) {
    double minimum = INFINITY;
    for (int i = 0; i < rounds; i++) {
        char value[40];
        snprintf(value, sizeof value, "%.9g", bench->values[class] * (i % 2 == 0 ? 0.99 : 1.0));
        double start = ab_clock();
        if (set(bench->simulation, bench->paths[class], value, NULL) != AB_OK) {
            return INFINITY;
        }
        minimum = fmin(minimum, ab_clock() - start);
    }
    return minimum;
}

static bool open_bench(Bench *bench, const char *path) {
    abError error;
    ab_error_clear(&error);
    int steps = STEPS;
    abObserver observer = {.context = &steps, .step = stop};
    abResult result = ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &bench->model, &error);
    if (result == AB_OK) {
        result = ab_simulation_create(bench->model, NULL, ab_heap(), (abLog){0}, &bench->simulation,
                                      &error);
    }
    if (result == AB_OK) {
        result = ab_simulation_run(bench->simulation, &observer, &error);
    }
    if (result == AB_OK || result == AB_STOPPED) {
        result = ab_simulation_parameters(bench->simulation, take, bench, &error);
    }
    if (result != AB_OK) {
        printf("%s: %s\n", path, error.count > 0 ? error.problems[0].text : "cannot be run");
    }
    return result == AB_OK;
}

static bool measure(const char *path, int rounds) {
    Bench bench = {.model = NULL};
    bool ok = open_bench(&bench, path);
    for (int c = 0; c < CLASSES && ok; c++) {
        if (bench.paths[c][0] != '\0') {
            double quick = time_of(&bench, c, rounds, ab_simulation_set_value);
            double slow = time_of(&bench, c, 1, ab_live_reread);
            printf("%-32s %-9s %-40s %9.3f ms, from the text %9.2f ms\n", path, s_classes[c],
                   bench.paths[c], 1e3 * quick, 1e3 * slow);
            ok = quick < s_limit;
        }
    }
    ab_simulation_destroy(bench.simulation);
    ab_model_destroy(bench.model);
    return ok;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    bool ok = rounds > 0;
    for (int i = 2; i < argc; i++) {
        ok = measure(argv[i], rounds) && ok;
    }
    if (argc <= 2) {
        ok = measure("models/gear_train_meshes.yaml", rounds);
    }
    return ok ? 0 : 1;
}
