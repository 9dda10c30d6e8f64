// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_oracle.c - every value of every example model set while it runs, in two ways.
//
//     live_oracle FILE [K/N]     each line of FILE, or part K of N; exit code 1 when they differ
//
// A line is `MODEL METHOD STEP END ...`, as model_hashes has it.
//
// A value is written into the model with what is known to follow from it; and the model is made
// again from its text. From there on both must have the same bits: after some steps their
// checkpoints are the same bytes. Values that are refused must be so in both ways.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/live_values.h"
#include "model/core/model_values.h"
#include "model/values/slot.h"

enum { BEFORE = 40, AFTER = 12, PATHS = 4000, VALUE = 300 };
static const double s_patience = 4.0; // of a run before the values are set                 [s]

static const char *const s_classes[] = {"plain", "force", "pair",  "material",
                                        "mass",  "text",  "field", "structure"};

typedef struct Setting {
    char path[AB_SLOT_PATH], value[VALUE];
} Setting;

typedef struct Scene {
    char name[200], method[20], step[40], end[40];
    abModel *model;
    abSimulation *simulation;
    void *bytes; // the state in which values are set
    size_t size;
    Setting *settings;
    int count;
    int quick[8], slow[8], failures; // by class
} Scene;

static void print_error(const char *what, const char *path, const abError *error) {
    printf("  %s %s: %s\n", what, path, error->count > 0 ? error->problems[0].text : "no reason");
}

// ---- other values ----

static double clamp(const abParameter *p, double value) {
    return fmax(p->low, fmin(p->high, value));
}

// Another number that is allowed, near the one there is.
static double other_number(const abParameter *p) {
    double value = isnan(p->value) ? 0.5 : p->value;
    double other = clamp(p, value != 0.0 ? 1.03 * value : 0.125);
    return other != p->value ? other : clamp(p, value != 0.0 ? 0.97 * value : -0.125);
}

static bool other_value(const abParameter *p, char value[VALUE]) {
    switch (p->kind) {
    case AB_PARAMETER_NUMBER:
        snprintf(value, VALUE, "%.6g", other_number(p));
        return true;
    case AB_PARAMETER_WORD:
        for (int i = 0; p->choices[i] != NULL; i++) {
            if (p->shown == NULL || strcmp(p->choices[i], p->shown) != 0) {
                snprintf(value, VALUE, "%s", p->choices[i]);
                return true;
            }
        }
        return false;
    case AB_PARAMETER_SWITCH:
        snprintf(value, VALUE, "%s", strcmp(p->shown, "true") == 0 ? "false" : "true");
        return true;
    case AB_PARAMETER_TEXT:
        return p->shown != NULL && snprintf(value, VALUE, "1.05*(%s)", p->shown) < VALUE;
    }
    return false;
}

static void add(Scene *scene, const char *path, const char *value) {
    abSlot slot;
    if (scene->count < PATHS && ab_slot_find(scene->model, path, &slot)) {
        Setting *setting = &scene->settings[scene->count++];
        snprintf(setting->path, sizeof setting->path, "%s", path);
        snprintf(setting->value, sizeof setting->value, "%s", value);
    }
}

static void take(void *context, const abParameter *p) {
    char value[VALUE];
    if (other_value(p, value)) {
        add(context, p->path, value);
    }
}

// Single values of fields are not listed, as there may be thousands.
static void add_fields(Scene *scene) {
    for (size_t i = 0; i < scene->model->field_count; i++) {
        const abFieldDef *def = &scene->model->fields[i].def;
        const double *values = def->vertices != NULL ? def->vertices : def->faces;
        char path[AB_SLOT_PATH], value[VALUE];
        if (values != NULL) {
            snprintf(path, sizeof path, "fields.%s.%s.3", def->name,
                     def->vertices != NULL ? "vertices" : "faces");
            snprintf(value, sizeof value, "%.6g", 0.9 * values[3]);
            add(scene, path, value);
        }
    }
}

// ---- runs ----

typedef struct Until {
    int steps;
    clock_t end;
} Until;

static abResult count_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation, (void)time, (void)error;
    Until *until = context;
    return --until->steps <= 0 || clock() > until->end ? AB_STOPPED : AB_OK;
}

static abResult run(abSimulation *s, int steps, double patience, abError *error) {
    Until until = {steps, clock() + (clock_t)(patience * CLOCKS_PER_SEC)};
    abObserver observer = {.context = &until, .step = count_step};
    abResult result = ab_simulation_run(s, &observer, error);
    return result == AB_STOPPED ? AB_OK : result;
}

// An integrator with a history can be saved where it starts anew, as after a pull by nothing.
static void start_anew(abSimulation *s) {
    abPull pull = {.body = {1}};
    while (ab_simulation_pull(s, &pull, NULL) != AB_OK &&
           pull.body.index < ab_model_body_count(ab_simulation_model(s))) {
        pull.body.index++;
    }
    ab_simulation_pull(s, NULL, NULL);
}

static void *save(abSimulation *s, size_t *size) {
    if (ab_simulation_save(s, NULL, 0) == 0) {
        start_anew(s);
    }
    *size = ab_simulation_save(s, NULL, 0);
    void *bytes = malloc(*size + 1);
    ab_simulation_save(s, bytes, *size);
    return bytes;
}

// ---- one value ----

static bool start(const Scene *scene, abSimulation **s, abError *error) {
    return ab_simulation_create(scene->model, NULL, ab_heap(), (abLog){0}, s, error) == AB_OK &&
           ab_simulation_restore(*s, scene->bytes, scene->size, error) == AB_OK;
}

static bool same_bytes(abSimulation *a, abSimulation *b) {
    size_t size_a, size_b;
    void *of_a = save(a, &size_a), *of_b = save(b, &size_b);
    bool same = size_a == size_b && size_a > 0 && memcmp(of_a, of_b, size_a) == 0;
    free(of_a);
    free(of_b);
    return same;
}

// Sets the value both ways. False when what follows is not the same.
static bool agree(Scene *scene, const Setting *setting, const abSlot *slot, abSimulation *quick,
                  abSimulation *slow) {
    abError first, second;
    ab_error_clear(&first);
    ab_error_clear(&second);
    abResult a = ab_simulation_set_value(quick, setting->path, setting->value, &first);
    abResult b = ab_live_reread(slow, setting->path, setting->value, &second);
    if (a != b) {
        print_error("set", setting->path, &first);
        print_error("read again", setting->path, &second);
        return false;
    }
    if (a != AB_OK) {
        return first.count == second.count &&
               strcmp(first.problems[0].text, second.problems[0].text) == 0;
    }
    bool is_quick = ab_model_is_copy(ab_simulation_model(quick));
    (is_quick ? scene->quick : scene->slow)[slot->class]++;
    a = run(quick, AFTER, 1e9, &first);
    b = run(slow, AFTER, 1e9, &second);
    return a == b && (a != AB_OK || same_bytes(quick, slow));
}

static void try_value(Scene *scene, const Setting *setting) {
    abSimulation *quick = NULL, *slow = NULL;
    abError error;
    abSlot slot;
    ab_error_clear(&error);
    ab_slot_find(scene->model, setting->path, &slot);
    bool ok = start(scene, &quick, &error) && start(scene, &slow, &error) &&
              agree(scene, setting, &slot, quick, slow);
    if (!ok) {
        scene->failures++;
        printf("DIFFERENT  %s by %s: %s = %s (%s)\n", scene->name, scene->method, setting->path,
               setting->value, s_classes[slot.class]);
        print_error("at", setting->path, &error);
    }
    ab_simulation_destroy(quick);
    ab_simulation_destroy(slow);
}

// ---- one model ----

static abResult open_scene(Scene *scene, abError *error) {
    const abOverride overrides[] = {{"simulation.method", scene->method},
                                    {"simulation.end_time", scene->end},
                                    {"simulation.step", scene->step}};
    int count = strcmp(scene->step, "-") == 0 ? 2 : 3;
    AB_TRY(
        ab_model_read(scene->name, overrides, count, ab_heap(), (abLog){0}, &scene->model, error));
    AB_TRY(
        ab_simulation_create(scene->model, NULL, ab_heap(), (abLog){0}, &scene->simulation, error));
    AB_TRY(run(scene->simulation, BEFORE, s_patience, error));
    scene->bytes = save(scene->simulation, &scene->size);
    scene->settings = malloc(PATHS * sizeof *scene->settings);
    AB_TRY(ab_simulation_parameters(scene->simulation, take, scene, error));
    add_fields(scene);
    return AB_OK;
}

static void close_scene(Scene *scene) {
    free(scene->bytes);
    free(scene->settings);
    ab_simulation_destroy(scene->simulation);
    ab_model_destroy(scene->model);
}

static void print_scene(const Scene *scene, double seconds) {
    printf("%s by %s:", scene->name, scene->method);
    for (int c = 0; c < 8; c++) {
        if (scene->quick[c] + scene->slow[c] > 0) {
            printf(" %s %d/%d", s_classes[c], scene->quick[c], scene->quick[c] + scene->slow[c]);
        }
    }
    printf(", %d failed (%.1f s)\n", scene->failures, seconds);
    fflush(stdout);
}

// Numbers never need the text, but where they are part of the structure.
static bool all_are_quick(const Scene *scene) {
    return scene->slow[AB_VALUE_PLAIN] + scene->slow[AB_VALUE_FORCE] + scene->slow[AB_VALUE_PAIR] +
               scene->slow[AB_VALUE_MATERIAL] + scene->slow[AB_VALUE_FIELD] ==
           0;
}

static bool try_scene(Scene *scene) {
    abError error;
    ab_error_clear(&error);
    clock_t begin = clock();
    abResult result = open_scene(scene, &error);
    for (int i = 0; i < scene->count && result == AB_OK; i++) {
        abSlot slot;
        if (ab_slot_find(scene->model, scene->settings[i].path, &slot) &&
            slot.class != AB_VALUE_STRUCTURE) {
            try_value(scene, &scene->settings[i]);
        }
    }
    if (result != AB_OK) {
        print_error("model", scene->name, &error);
    }
    print_scene(scene, (double)(clock() - begin) / CLOCKS_PER_SEC);
    bool ok = result == AB_OK && scene->failures == 0 && all_are_quick(scene);
    close_scene(scene);
    return ok;
}

int main(int argc, char **argv) {
    int part = 1, parts = 1, count = 0, tried = 0, failed = 0;
    FILE *file = argc >= 2 ? fopen(argv[1], "r") : NULL;
    bool is_part = argc < 3 || sscanf(argv[2], "%d/%d", &part, &parts) == 2;
    if (file == NULL || !is_part || parts < 1) {
        fprintf(stderr, "usage: live_oracle FILE [K/N]\n");
        return 2;
    }
    char text[400];
    while (fgets(text, sizeof text, file) != NULL) {
        Scene scene = {.count = 0};
        if (sscanf(text, "%199s %19s %39s %39s", scene.name, scene.method, scene.step, scene.end) ==
                4 &&
            count++ % parts == part - 1) {
            tried++;
            failed += !try_scene(&scene);
        }
    }
    fclose(file);
    printf("%d of %d runs have the same bits both ways\n", tried - failed, tried);
    return failed > 0 || tried == 0;
}
