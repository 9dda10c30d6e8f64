// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model.c - collects definitions and finds them by name; compile.c turns them into the compiled
// model.

#include "model/core/model_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

abResult ab_model_create(abAllocator allocator, abLog log, abModel **out, abError *error) {
    abModel *model = allocator.resize(allocator.context, NULL, 0, sizeof *model);
    if (model == NULL) {
        return ab_model_no_memory(error);
    }
    memset(model, 0, sizeof *model);
    ab_arena_init(&model->arena, allocator, 16384);
    model->log = log;
    model->simulation = ab_simulation_def();
    model->material_names.arena = model->body_names.arena = model->marker_names.arena =
        model->joint_names.arena = &model->arena;
    model->force_names.arena = model->variable_names.arena = model->spline_names.arena =
        model->input_names.arena = model->state_names.arena = model->sensor_names.arena =
            model->request_names.arena = model->field_names.arena = model->closed_paths.arena =
                &model->arena;
    model->expression_units = (abExpressionUnits){1.0, 1.0, 1.0};
    model->users = AB_ARENA_NEW(&model->arena, atomic_int, 1);
    if (model->users == NULL) {
        ab_arena_done(&model->arena);
        allocator.resize(allocator.context, model, sizeof *model, 0);
        return ab_model_no_memory(error);
    }
    atomic_init(model->users, 1);
    *out = model;
    return AB_OK;
}

void ab_model_destroy(abModel *model) {
    if (model == NULL || atomic_fetch_sub(model->users, 1) > 1) {
        return;
    }
    abAllocator allocator = model->arena.allocator;
    abModel *base = model->base;
    if (base != NULL) {
        ab_model_values_done(model);
    } else {
        ab_arrays_free(allocator, &model->arrays);
    }
    ab_arena_done(&model->arena);
    allocator.resize(allocator.context, model, sizeof *model, 0);
    ab_model_destroy(base);
}

abResult ab_model_keep_source(abModel *model, const abModelText *source, abError *error) {
    abModelText *copy = AB_ARENA_NEW(&model->arena, abModelText, 1);
    char *text = ab_arena_take(&model->arena, source->size + 1, 1);
    abOverride *overrides =
        AB_ARENA_NEW(&model->arena, abOverride, (size_t)source->override_count + 1);
    if (copy == NULL || text == NULL || overrides == NULL) {
        return ab_model_no_memory(error);
    }
    memcpy(text, source->text, source->size);
    *copy = *source;
    copy->text = text;
    copy->overrides = overrides;
    bool ok = ab_model_own(model, &copy->name);
    for (int i = 0; i < source->override_count; i++) {
        overrides[i] = source->overrides[i];
        ok = ok && ab_model_own(model, &overrides[i].path) &&
             ab_model_own(model, &overrides[i].value);
    }
    model->source = copy;
    return ok ? AB_OK : ab_model_no_memory(error);
}

// ---- adding: copy the struct, then its texts ----

abResult ab_model_check_open(const abModel *model, abPlace place, abError *error) {
    return model->is_compiled ? ab_error_add(error, AB_USAGE, place,
                                             "the model is compiled and cannot be added to")
                              : AB_OK;
}

// Replaces a text by a copy that the model owns. False for want of memory.
bool ab_model_own(abModel *model, const char **text) {
    if (*text == NULL) {
        return true;
    }
    *text = ab_arena_text(&model->arena, *text);
    return *text != NULL;
}

const double *ab_model_copy_numbers(abModel *model, const double *values, size_t count) {
    double *copy = AB_ARENA_NEW(&model->arena, double, count);
    return copy != NULL ? memcpy(copy, values, count * sizeof *copy) : NULL;
}

bool ab_model_own_all(abModel *model, const char **const *texts) {
    while (*texts != NULL && ab_model_own(model, *texts)) {
        texts++;
    }
    return *texts == NULL;
}

abResult ab_model_check_given(const char *what, const char *name, abPlace place, abError *error) {
    if (name == NULL || name[0] == '\0') {
        return ab_error_add(error, AB_BAD_MODEL, place, "a %s needs a name", what);
    }
    if (strlen(name) > 100) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the name of a %s has %zu characters; at most 100 are allowed", what,
                            strlen(name));
    }
    return AB_OK;
}

// Names of bodies and joints stand in selectors, series and paths, which give these a meaning.
abResult ab_model_check_name(const char *what, const char *name, abPlace place, abError *error) {
    AB_TRY(ab_model_check_given(what, name, place, error));
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c <= ' ' || strchr(".,:()*=\"'\x7f", *c) != NULL) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "the name %s of a %s holds a character that names cannot have: "
                                "space and . , : ( ) * = and quotes have a meaning elsewhere",
                                name, what);
        }
    }
    return AB_OK;
}

// What a name stands for.
typedef struct Named {
    int index, line; // of the definition; where it is
} Named;

// Which definition bears a name, or -1.
int ab_model_find_named(const abTextMap *names, const char *name) {
    const Named *named = ab_text_map_find(names, name);
    return named != NULL ? named->index : -1;
}

bool ab_model_store_name(abTextMap *names, const char *name, size_t index, abPlace place) {
    Named *named = AB_ARENA_NEW(names->arena, Named, 1);
    if (named == NULL) {
        return false;
    }
    *named = (Named){(int)index, place.line};
    return ab_text_map_put(names, name, named);
}

abResult ab_model_check_new(const abTextMap *names, const char *what, const char *name,
                            abPlace place, abError *error) {
    const Named *first = ab_text_map_find(names, name);
    return first == NULL ? AB_OK
                         : ab_error_add(error, AB_BAD_MODEL, place,
                                        "the %s %s is defined twice (first at line %d)", what, name,
                                        first->line);
}

abResult ab_model_check_named(const abModel *model, const abTextMap *names, const char *what,
                              const char *name, abPlace place, abError *error) {
    AB_TRY(ab_model_check_open(model, place, error));
    AB_TRY(ab_model_check_name(what, name, place, error));
    return ab_model_check_new(names, what, name, place, error);
}

void ab_model_set_gravity(abModel *model, const abGravityDef *gravity) {
    model->gravity = *gravity;
}

void ab_model_set_simulation(abModel *model, const abSimulationDef *simulation) {
    model->simulation = *simulation;
    ab_model_own(model, &model->simulation.place.file);
}

// ---- asking ----

// Implicit steps are of second order: a hundredth of the error costs about five times as many steps,
// those of events about twice as many.
double ab_simulation_tolerance(const abSimulationDef *simulation) {
    bool is_adaptive = simulation->method == AB_METHOD_STEPPING &&
                       simulation->step_control == AB_STEP_CONTROL_ADAPTIVE;
    return !isnan(simulation->tolerance) ? simulation->tolerance : is_adaptive ? 1e-5 : 1e-8;
}

const abSimulationDef *ab_model_simulation(const abModel *model) {
    return &model->simulation;
}

int ab_model_body_count(const abModel *model) {
    return (int)model->body_count;
}

abBodyId ab_model_find_body(const abModel *model, const char *name) {
    return (abBodyId){ab_model_find_named(&model->body_names, name) + 1};
}

const char *ab_model_body_name(const abModel *model, abBodyId body) {
    return body.index >= 1 && body.index <= (int)model->body_count
               ? model->body_defs[body.index - 1].name
               : "world";
}

const char *ab_model_side_name(const abModel *model, int body) {
    return body >= 0 ? model->bodies[body].name : "the world";
}

// "force2" of a definition without a name is its place in the list.
static int find_element(const abTextMap *names, const char *word, const char *name, int count) {
    int named = ab_model_find_named(names, name), number = 0, end = 0;
    size_t length = strlen(word);
    if (named >= 0 || strncmp(name, word, length) != 0 ||
        sscanf(name + length, "%9d%n", &number, &end) != 1 || name[length + (size_t)end] != '\0') {
        return named;
    }
    return number >= 1 && number <= count ? number - 1 : -1;
}

int ab_model_find_force(const abModel *model, const char *name) {
    int found = find_element(&model->force_names, "force", name, (int)model->force_count);
    return found >= 0 && (model->force_defs[found].name == NULL ||
                          strcmp(model->force_defs[found].name, name) == 0)
               ? found
               : -1;
}

int ab_model_find_joint(const abModel *model, const char *name) {
    int found = find_element(&model->joint_names, "joint", name, (int)model->joint_count);
    return found >= 0 && (model->joint_defs[found].name == NULL ||
                          strcmp(model->joint_defs[found].name, name) == 0)
               ? found
               : -1;
}

int ab_model_output_count(const abModel *model) {
    return (int)model->output_count;
}

const char *ab_model_output(const abModel *model, int index, abPlace *place) {
    if (place != NULL) {
        *place = model->outputs[index].place;
    }
    return model->outputs[index].series;
}
