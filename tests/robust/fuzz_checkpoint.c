// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_checkpoint.c - a damaged checkpoint is refused with a word, or the run goes on from what it
// says: by some steps, or by a failure with a word. The first byte chooses the model.

#include <stddef.h>
#include <stdlib.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "fuzz_damage.h"
#include "three_bodies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const s_models[] = {
    THREE_BODIES "simulation: {end_time: 1}\n",
    THREE_BODIES
    "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: coulomb}}]\n"
    "simulation: {end_time: 1}\n",
    THREE_BODIES
    "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: coulomb}}]\n"
    "simulation: {end_time: 1, method: stepping, step: 1e-3}\n",
    THREE_BODIES "contacts: [{between: ['*', '*'], friction: {law: bristle}}]\n"
                 "simulation: {end_time: 1, integrator: bdf}\n",
};
enum { MODELS = sizeof s_models / sizeof s_models[0], STEPS_BEFORE = 40, STEPS_AFTER = 3 };

typedef struct Sound {
    abModel *model;
    unsigned char *bytes; // of a checkpoint in mid-course
    size_t size;
} Sound;

static void check(bool condition) {
    if (!condition) {
        abort();
    }
}

static abSimulation *create(const Sound *sound, abError *error) {
    abSimulation *simulation;
    check(ab_simulation_create(sound->model, NULL, ab_heap(), (abLog){0}, &simulation, error) ==
          AB_OK);
    return simulation;
}

static void make(Sound *sound, const char *text, abError *error) {
    ab_error_clear(error);
    check(ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0},
                             &sound->model, error) == AB_OK);
    abSimulation *simulation = create(sound, error);
    for (int i = 0; i < 1000 * STEPS_BEFORE && (i < STEPS_BEFORE || sound->size == 0); i++) {
        check(ab_simulation_step(simulation, error) == AB_OK);
        sound->size = ab_simulation_save(simulation, NULL, 0);
    }
    sound->bytes = malloc(sound->size);
    check(sound->size > 0 && sound->bytes != NULL &&
          ab_simulation_save(simulation, sound->bytes, sound->size) == sound->size);
    ab_simulation_destroy(simulation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Sound all[MODELS];
    static abError error;
    if (size == 0) {
        return 0;
    }
    Sound *sound = &all[data[0] % MODELS];
    if (sound->model == NULL) {
        make(sound, s_models[data[0] % MODELS], &error);
    }
    unsigned char *bytes = malloc(sound->size); // so that a read beyond them is seen
    check(bytes != NULL);
    memcpy(bytes, sound->bytes, sound->size);
    size_t left = fuzz_damage(bytes, sound->size, data + 1, size - 1);
    unsigned char *exact = realloc(bytes, left > 0 ? left : 1);
    check(exact != NULL);
    ab_error_clear(&error);
    abSimulation *simulation = create(sound, &error);
    abResult result = ab_simulation_restore(simulation, exact, left, &error);
    for (int i = 0; i < STEPS_AFTER && result == AB_OK; i++) {
        result = ab_simulation_step(simulation, &error);
    }
    check(result == AB_OK || error.count > 0);
    ab_simulation_destroy(simulation);
    free(exact);
    return 0;
}
