// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_values.c - a value set while a run goes on makes a new model from the text, and the run goes
// on in it: so every check and everything derived from a value holds for values set as for given
// ones.

#include "abut/live.h"

#include <string.h>

#include "integrate/run.h"
#include "io/model_parameters.h"

static const abModelText *source_of(const abSimulation *s) {
    return s->model->source;
}

abResult ab_simulation_parameters(const abSimulation *s,
                                  void (*take)(void *context, const abParameter *parameter),
                                  void *context, abError *error) {
    const abModelText *source = source_of(s);
    return source == NULL
               ? AB_OK
               : ab_model_parameters(source->text, source->size, source->overrides,
                                     source->override_count, s->allocator, take, context, error);
}

// ---- code of users ----

static const char *text_of(const void *params, const abKey *key) {
    const char *text;
    memcpy(&text, (const unsigned char *)params + key->offset, sizeof text);
    return text != NULL ? text : "";
}

// Whether two sets of parameters name the same libraries, scripts and routines.
static bool names_same(const abTable *table, const void *a, const void *b) {
    bool same = true;
    for (int k = 0; k < table->key_count; k++) {
        const abKey *key = &table->keys[k];
        same = same && (key->kind != AB_KEY_TEXT || strcmp(text_of(a, key), text_of(b, key)) == 0);
    }
    return same;
}

static bool is_same_normal(const abContactRuleDef *a, const abContactRuleDef *b) {
    const abNormalLaw *law = ab_normal_law((abNormalLawKind)a->normal_law);
    return law->code.open == NULL || (a->normal_law == b->normal_law &&
                                      names_same(law->table, a->normal.data, b->normal.data));
}

static bool is_same_friction(const abContactRuleDef *a, const abContactRuleDef *b) {
    const abFrictionLaw *law = ab_friction_law((abFrictionLawKind)a->friction_law);
    return law->code.open == NULL || (a->friction_law == b->friction_law &&
                                      names_same(law->table, a->friction.data, b->friction.data));
}

// What was allowed to run is what the model named at the start.
static abResult check_code(const abModel *model, const abModel *old, abError *error) {
    bool same = true;
    for (size_t r = 0; r < model->rule_count && r < old->rule_count; r++) {
        const abContactRuleDef *a = &model->rules[r], *b = &old->rules[r];
        same = same && is_same_normal(a, b) && is_same_friction(a, b);
    }
    return same ? AB_OK
                : ab_error_add(error, AB_USAGE, (abPlace){0},
                               "code of users cannot be exchanged while a run goes on");
}

// ---- setting ----

typedef struct Setting {
    abSimulation *old, *next;
    abModel *model; // of the next
    char path[AB_PARAMETER_PATH];
    const char *value;
    abOverride *overrides; // those the old model was read with, and this
    int override_count;
} Setting;

// The new value last; an earlier one of the same path goes.
static abResult list_overrides(Setting *setting, abError *error) {
    const abModelText *source = source_of(setting->old);
    size_t room = (size_t)source->override_count + 1;
    abAllocator allocator = setting->old->allocator;
    setting->overrides =
        allocator.resize(allocator.context, NULL, 0, room * sizeof *setting->overrides);
    if (setting->overrides == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for a value");
    }
    int count = 0;
    for (int i = 0; i < source->override_count; i++) {
        if (strcmp(source->overrides[i].path, setting->path) != 0) {
            setting->overrides[count++] = source->overrides[i];
        }
    }
    setting->overrides[count++] = (abOverride){setting->path, setting->value};
    setting->override_count = count;
    return AB_OK;
}

static abResult make_next(Setting *setting, abError *error) {
    abSimulation *old = setting->old;
    const abModelText *source = source_of(old);
    AB_TRY(list_overrides(setting, error));
    AB_TRY(ab_model_read_text(source->text, source->size, source->name, setting->overrides,
                              setting->override_count, old->allocator, old->log, &setting->model,
                              error));
    AB_TRY(check_code(setting->model, old->model, error));
    AB_TRY(ab_simulation_create(setting->model, &old->options, old->allocator, old->log,
                                &setting->next, error));
    AB_TRY(ab_run_allow_code_as(setting->next, old, error));
    AB_TRY(ab_simulation_take_over(setting->next, old, error));
    return ab_run_note_change(setting->next, setting->path, setting->value, error);
}

static abResult set(Setting *setting, const char *path, abError *error) {
    const abModelText *source = source_of(setting->old);
    abAllocator allocator = setting->old->allocator;
    if (source == NULL) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "values are set by their paths in a YAML file, and this model was not "
                            "read from one");
    }
    AB_TRY(ab_model_find_parameter(source->text, source->size, source->overrides,
                                   source->override_count, allocator, path, setting->path, error));
    int count = source->override_count + 1;
    abResult result = make_next(setting, error);
    allocator.resize(allocator.context, setting->overrides,
                     (size_t)count * sizeof *setting->overrides, 0);
    return result;
}

abResult ab_simulation_set(abSimulation **simulation, const char *path, const char *value,
                           abError *error) {
    Setting setting = {.old = *simulation, .value = value};
    abResult result = set(&setting, path, error);
    if (result != AB_OK || setting.next == NULL) {
        ab_simulation_destroy(setting.next);
        ab_model_destroy(setting.model);
        return result;
    }
    setting.next->own_model = setting.model;
    *simulation = setting.next;
    ab_simulation_destroy(setting.old);
    return AB_OK;
}
