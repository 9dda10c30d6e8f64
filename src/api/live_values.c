// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_values.c - a value set while a run goes on.
//
//   set     what follows from most values is known (model/values): they are written into a copy of
//           the model's values that belongs to the simulation, and its state is looked at again
//   reread  from the others much follows: a model is made from the text, with the value as an
//           override, and the run goes on in it
//
// Both give the same bits. A value that is not allowed fails in both; the second says why.

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/live.h"
#include "api/live_values.h"
#include "api/method_list.h"
#include "base/array.h"
#include "base/no_memory.h"
#include "core/changes.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "core/take_over.h"
#include "law/user/user_code.h"
#include "mechanics/contact/pair_data.h"
#include "model/core/model_values.h"
#include "model/kinds/tables.h"
#include "model/values/value_follow.h"
#include "read/yaml/model_parameters.h"
#include "read/yaml/yaml_one.h"
#include "read/yaml/yaml_write.h"

// ---- the text of a model ----

// A model that was not read from YAML says itself what its text would be.
typedef struct Source {
    abModelText text;
    abText written;
} Source;

static abResult open_source(const abSimulation *s, Source *source, abError *error) {
    ab_text_init(&source->written, s->allocator);
    if (s->model->source != NULL) {
        source->text = *s->model->source;
        return AB_OK;
    }
    ab_yaml_write(s->model, NULL, NULL, &source->written);
    source->text =
        (abModelText){.text = ab_text_string(&source->written), .size = source->written.size};
    return source->written.failed ? ab_no_memory(error, (abPlace){0}, "for a value") : AB_OK;
}

static void close_source(Source *source) {
    ab_text_done(&source->written);
}

abResult ab_simulation_parameters(const abSimulation *s,
                                  void (*take)(void *context, const abParameter *parameter),
                                  void *context, abError *error) {
    Source source;
    abResult result = open_source(s, &source, error);
    if (result == AB_OK) {
        result = ab_yaml_parameters(&source.text, s->allocator, take, context, error);
    }
    close_source(&source);
    return result;
}

// The path as it is listed; AB_USAGE with those there are when it is none of them.
static abResult find_path(abSimulation *s, const char *path, char out[AB_SLOT_PATH],
                          abError *error) {
    Source source;
    abResult result = open_source(s, &source, error);
    if (result == AB_OK) {
        result = ab_yaml_find_parameter(&source.text, s->allocator, path, out, error);
    }
    close_source(&source);
    return result;
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
    assert(model != NULL);
    bool same = true;
    for (size_t r = 0; r < model->rule_count && r < old->rule_count; r++) {
        const abContactRuleDef *a = &model->rules[r], *b = &old->rules[r];
        same = same && is_same_normal(a, b) && is_same_friction(a, b);
    }
    return same ? AB_OK
                : ab_error_add(error, AB_USAGE, (abPlace){0},
                               "code of users cannot be exchanged while a run goes on");
}

// ---- a model from the text ----

typedef struct Setting {
    abSimulation *s;
    char path[AB_SLOT_PATH]; // as it is listed
    const char *value;       // as YAML
} Setting;

// The new value last; an earlier one of the same path goes.
static int list_overrides(const Setting *setting, const abModelText *source, abOverride *list) {
    int count = 0;
    for (int i = 0; i < source->override_count; i++) {
        if (strcmp(source->overrides[i].path, setting->path) != 0) {
            list[count++] = source->overrides[i];
        }
    }
    list[count++] = (abOverride){setting->path, setting->value};
    return count;
}

static abResult read_source(const Setting *setting, const abModelText *source, abModel **model,
                            abError *error) {
    abSimulation *s = setting->s;
    size_t room = ((size_t)source->override_count + 1) * sizeof(abOverride);
    abOverride *list = s->allocator.resize(s->allocator.context, NULL, 0, room);
    if (list == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a value");
    }
    int count = list_overrides(setting, source, list);
    abResult result =
        ab_model_read_text_with_laws(s->model, source->text, source->size, source->name, list,
                                     count, s->given, s->log, model, error);
    s->allocator.resize(s->allocator.context, list, room, 0);
    return result;
}

static abResult read_again(const Setting *setting, abModel **model, abError *error) {
    Source source;
    abResult result = open_source(setting->s, &source, error);
    if (result == AB_OK) {
        result = read_source(setting, &source.text, model, error);
    }
    close_source(&source);
    return result;
}

// Of the run, with the key of `simulation` that is set.
static abSimulationDef options_with(const Setting *setting, const abModel *model) {
    static const char section[] = "simulation.";
    abSimulationDef options = setting->s->options, given = model->simulation;
    bool is_option = strncmp(setting->path, section, strlen(section)) == 0;
    const abKey *key =
        is_option ? ab_table_find(&ab_simulation_table, setting->path + strlen(section)) : NULL;
    given.tolerance = ab_simulation_tolerance(&given);
    if (key != NULL) {
        memcpy((char *)&options + key->offset, (const char *)&given + key->offset,
               ab_key_size(key));
    }
    return options;
}

static abResult go_on_in(const Setting *setting, abModel *model, abError *error) {
    abSimulation *s = setting->s;
    const abSimulationDef options = options_with(setting, model);
    abPack pack;
    AB_TRY(check_code(model, s->model, error));
    AB_TRY(ab_method_check(model, &options, error));
    abResult result = ab_run_pack(s, &pack, error);
    if (result == AB_OK) {
        ab_method_warn(model, &options, &s->log);
        result = ab_run_remake(s, model, &options, &pack, error);
    }
    ab_run_unpack_done(s, &pack);
    return result;
}

static abResult reread(const Setting *setting, abError *error) {
    abModel *model = NULL;
    AB_TRY(read_again(setting, &model, error));
    assert(model != NULL);
    abResult result = go_on_in(setting, model, error);
    if (result != AB_OK) {
        ab_model_destroy(model);
    }
    return result;
}

// ---- a value in the model ----

// Of a try, in a copy of the values: the simulation's own, or one made for it.
typedef struct Try {
    abModel *copy;
    bool is_own, is_enough;
} Try;

static abResult open_copy(const abSimulation *s, Try *try, abError *error) {
    try->is_own = s->own_model != NULL && ab_model_is_copy(s->own_model);
    try->copy = s->own_model;
    return try->is_own ? AB_OK : ab_model_copy_values(s->model, &try->copy, error);
}

static void close_copy(const Try *try) {
    if (!try->is_own) {
        ab_model_destroy(try->copy);
    }
}

static abResult write_value(const Setting *setting, const abSlot *slot, Try *try, abError *error) {
    abSimulation *s = setting->s;
    abArena arena;
    abValue value;
    ab_arena_init(&arena, s->allocator, 4096);
    abResult result = ab_yaml_one_value(s->model, slot, setting->value, &arena, &value, error);
    if (result == AB_OK) {
        result = ab_value_follow(try->copy, slot, &value, &try->is_enough, error);
    }
    if (result == AB_OK && try->is_enough) {
        result = ab_method_check(try->copy, &s->options, error);
    }
    ab_arena_done(&arena);
    return result;
}

// Whether the state can be looked at again where it stands: steps of controlled error keep nothing
// else of a value. A drive must fit the start, so the start is made again.
static bool may_stay(const abSimulation *s, const abSlot *slot) {
    return s->clock.is_started && s->method == ab_method(AB_METHOD_EVENTS) &&
           !s->dynamics.contacts->keeps_patches && slot->owner != AB_OWNER_JOINT &&
           slot->owner != AB_OWNER_MOTION;
}

static void use_model(abSimulation *s, const abModel *model) {
    s->model = s->dynamics.mechanics.model = model;
    ab_pair_data_renew(&s->dynamics.mechanics);
}

// In place; on failure as it was.
static abResult stay(abSimulation *s, const Try *try, const abPack *pack, abError *error) {
    const abModel *old = s->model;
    use_model(s, try->copy);
    abResult result = ab_run_put_back(s, pack, error);
    if (result == AB_OK && !try->is_own) {
        ab_model_destroy(s->own_model);
        s->own_model = try->copy;
    } else if (result != AB_OK) {
        if (try->is_own) {
            ab_model_swap_values(try->copy);
        }
        use_model(s, old);
        ab_run_put_back(s, pack, NULL);
        if (try->is_own) {
            ab_model_swap_values(try->copy);
        }
    }
    return result;
}

// The state is packed by the old values.
static abResult pack_old(abSimulation *s, const Try *try, abPack *pack, abError *error) {
    if (try->is_own) {
        ab_model_swap_values(try->copy);
    }
    abResult result = ab_run_pack(s, pack, error);
    if (try->is_own) {
        ab_model_swap_values(try->copy);
    }
    return result;
}

static abResult go_on_with(abSimulation *s, const abSlot *slot, const Try *try, abError *error) {
    abPack pack;
    abResult result = pack_old(s, try, &pack, error);
    if (result == AB_OK && may_stay(s, slot)) {
        result = stay(s, try, &pack, error);
    } else if (result == AB_OK) {
        ab_method_warn(try->copy, &s->options, &s->log);
        result = ab_run_remake(s, try->copy, &s->options, &pack, error);
    }
    ab_run_unpack_done(s, &pack);
    return result;
}

// `try->is_enough` is false, and nothing has changed, where the model must be read again.
static abResult set_value(const Setting *setting, const abSlot *slot, Try *try, abError *error) {
    abSimulation *s = setting->s;
    abError problems = {.count = 0};
    AB_TRY(open_copy(s, try, error));
    ab_model_keep_values(try->copy);
    try->is_enough = write_value(setting, slot, try, &problems) == AB_OK && try->is_enough;
    abResult result = try->is_enough ? go_on_with(s, slot, try, error) : AB_OK;
    if (!try->is_enough || result != AB_OK) {
        ab_model_swap_values(try->copy);
        close_copy(try);
        return result;
    }
    return s->model->source == NULL
               ? AB_OK
               : ab_model_note_override(try->copy, setting->path, setting->value, error);
}

// ---- the whole ----

// Code of users is opened with a model, and may have kept what it was told then.
static bool is_quick(const abSimulation *s, const abSlot *slot) {
    return slot->class != AB_VALUE_STRUCTURE && !ab_model_has_code(s->model);
}

static abResult set(Setting *setting, const abSlot *slot, abError *error) {
    Try try = {.is_enough = false};
    if (slot != NULL && is_quick(setting->s, slot)) {
        AB_TRY(set_value(setting, slot, &try, error));
    }
    if (!try.is_enough) {
        AB_TRY(reread(setting, error));
    }
    return ab_run_store_change(setting->s, setting->path, setting->value, error);
}

// What a path adds to the model: `bodies.` and a name that none has, `contacts.` and the number behind
// the last rule.
static bool adds_body(const abModel *model, const char *path) {
    static const char list[] = "bodies.";
    const char *name = path + strlen(list);
    return strncmp(path, list, strlen(list)) == 0 && name[strcspn(name, ".[")] == '\0' &&
           ab_model_find_body(model, name).index == 0;
}

static bool adds_rule(const abModel *model, const char *path) {
    static const char list[] = "contacts.";
    const char *number = path + strlen(list);
    return strncmp(path, list, strlen(list)) == 0 && number[0] != '\0' &&
           number[strspn(number, "0123456789")] == '\0' && strlen(number) < 9 &&
           strtoul(number, NULL, 10) == model->rule_count;
}

static bool adds_part(const abModel *model, const char *path) {
    return strlen(path) < AB_SLOT_PATH && (adds_body(model, path) || adds_rule(model, path));
}

abResult ab_simulation_set_value(abSimulation *s, const char *path, const char *value,
                                 abError *error) {
    Setting setting = {.s = s, .value = value};
    abSlot slot;
    bool is_slot =
        ab_slot_find(s->model, path, &slot) && ab_slot_path(s->model, &slot, setting.path);
    if (!is_slot && adds_part(s->model, path)) {
        memcpy(setting.path, path, strlen(path) + 1);
    } else if (!is_slot) {
        AB_TRY(find_path(s, path, setting.path, error));
    }
    return set(&setting, is_slot ? &slot : NULL, error);
}

abResult ab_live_reread(abSimulation *s, const char *path, const char *value, abError *error) {
    Setting setting = {.s = s, .value = value};
    abSlot slot;
    if (!ab_slot_find(s->model, path, &slot) || !ab_slot_path(s->model, &slot, setting.path)) {
        AB_TRY(find_path(s, path, setting.path, error));
    }
    return set(&setting, NULL, error);
}

// ---- what a model says ----

static abResult listed_path(abSimulation *s, const char *path, char out[AB_SLOT_PATH],
                            abError *error) {
    abSlot slot;
    return ab_slot_find(s->model, path, &slot) && ab_slot_path(s->model, &slot, out)
               ? AB_OK
               : find_path(s, path, out, error);
}

static abResult set_scheduled(abSimulation *s, const abChangeDef *change, const char *value,
                              abError *error) {
    char path[AB_SLOT_PATH];
    AB_TRY(listed_path(s, change->path, path, error));
    for (size_t i = 0; i < s->changes.count; i++) {
        const abChange *done = &s->changes.list[i];
        if (done->time == s->t && strcmp(done->path, path) == 0 &&
            strcmp(done->value, value) == 0) {
            return AB_OK; // by `abut repeat`
        }
    }
    return ab_simulation_set_value(s, path, value, error);
}

// The change is of a model that goes where it must be read again: its value is kept beside.
abResult ab_live_scheduled(abSimulation *s, const abChangeDef *change, abError *error) {
    abAllocator allocator = s->allocator;
    size_t size = strlen(change->value) + 1, capacity = 0;
    char *value = NULL;
    if (!AB_ARRAY_RESERVE(allocator, value, capacity, size)) {
        return ab_no_memory(error, (abPlace){0}, "for a change");
    }
    memcpy(value, change->value, size);
    abResult result = set_scheduled(s, change, value, error);
    AB_ARRAY_FREE(allocator, value, capacity);
    return result;
}

static abResult check_value(abSimulation *s, const abChangeDef *change, abError *error) {
    abSlot slot;
    abArena arena;
    abValue value;
    if (!ab_slot_find(s->model, change->path, &slot)) {
        char path[AB_SLOT_PATH];
        return find_path(s, change->path, path, error);
    }
    ab_arena_init(&arena, s->allocator, 4096);
    abResult result = ab_yaml_one_value(s->model, &slot, change->value, &arena, &value, error);
    ab_arena_done(&arena);
    return result;
}

abResult ab_live_check_schedule(abSimulation *s, abError *error) {
    abResult result = AB_OK;
    for (size_t i = 0; i < s->model->change_count; i++) {
        const abChangeDef *change = &s->model->changes[i];
        abError problems = {.count = 0};
        if (change->time < s->options.start_time) {
            result = ab_error_add(error, AB_BAD_MODEL, change->place,
                                  "time = %.9g s of a change is before the start, %.9g s",
                                  change->time, s->options.start_time);
        } else if (check_value(s, change, &problems) != AB_OK) {
            result = ab_error_add(error, AB_BAD_MODEL, change->place, "a change: %s",
                                  problems.count > 0 ? problems.problems[0].text : "");
        }
    }
    return result;
}

abResult ab_simulation_set(abSimulation **simulation, const char *path, const char *value,
                           abError *error) {
    return ab_simulation_set_value(*simulation, path, value, error);
}

// ---- by number ----

abParameterId ab_model_find_parameter(const abModel *model, const char *path) {
    abSlot slot;
    return ab_slot_find(model, path, &slot) ? ab_slot_id(model, &slot) : (abParameterId){0};
}

static bool is_number(const abSlot *slot) {
    return slot->key->kind == AB_KEY_NUMBER || slot->component >= 0;
}

static abResult find_number(const abSimulation *s, abParameterId parameter, abSlot *slot,
                            abError *error) {
    return ab_slot_of(s->model, parameter, slot) && is_number(slot)
               ? AB_OK
               : ab_error_add(error, AB_USAGE, (abPlace){0},
                              "this is no number that can be set in this model");
}

abResult ab_simulation_set_number(abSimulation *s, abParameterId parameter, double value,
                                  abError *error) {
    abSlot slot;
    Setting setting = {.s = s};
    char text[AB_NUMBER_TEXT];
    AB_TRY(find_number(s, parameter, &slot, error));
    if (isnan(value) || !ab_yaml_one_number(s->model, &slot, value, text) ||
        !ab_slot_path(s->model, &slot, setting.path)) {
        return ab_error_add(error, AB_BAD_MODEL, (abPlace){0}, "%s = %g is no number for a model",
                            slot.key->name, value);
    }
    setting.value = text;
    return set(&setting, &slot, error);
}

abResult ab_simulation_get_number(const abSimulation *s, abParameterId parameter, double *value,
                                  abError *error) {
    abSlot slot;
    AB_TRY(find_number(s, parameter, &slot, error));
    memcpy(value, ab_slot_field(s->model, &slot), sizeof *value);
    *value = ab_key_word(slot.key, *value) == NULL ? *value : NAN;
    return AB_OK;
}
