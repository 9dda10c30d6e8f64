// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model.c - collects definitions and finds them by name; compile.c turns them into the compiled
// model.

#include "model/model.h"

#include <string.h>

#include "base/array.h"
#include "law/material.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while building the model");
}

abResult ab_model_create(abAllocator allocator, abLog log, abModel **out, abError *error) {
    abModel *model = allocator.resize(allocator.context, NULL, 0, sizeof *model);
    if (model == NULL) {
        return no_memory(error);
    }
    memset(model, 0, sizeof *model);
    ab_arena_init(&model->arena, allocator, 16384);
    model->log = log;
    model->simulation = ab_simulation_def();
    model->material_names.arena = model->body_names.arena = model->marker_names.arena =
        model->joint_names.arena = &model->arena;
    model->force_names.arena = model->variable_names.arena = model->spline_names.arena =
        model->input_names.arena = model->sensor_names.arena = model->request_names.arena =
            model->field_names.arena = &model->arena;
    model->expression_units = (abExpressionUnits){1.0, 1.0, 1.0};
    *out = model;
    return AB_OK;
}

void ab_model_destroy(abModel *model) {
    if (model == NULL) {
        return;
    }
    abAllocator allocator = model->arena.allocator;
    AB_ARRAY_FREE(allocator, model->materials, model->material_capacity);
    AB_ARRAY_FREE(allocator, model->pairs, model->pair_capacity);
    AB_ARRAY_FREE(allocator, model->body_defs, model->body_capacity);
    AB_ARRAY_FREE(allocator, model->shape_defs, model->shape_capacity);
    AB_ARRAY_FREE(allocator, model->marker_defs, model->marker_capacity);
    AB_ARRAY_FREE(allocator, model->rules, model->rule_capacity);
    AB_ARRAY_FREE(allocator, model->exclusions, model->exclusion_capacity);
    AB_ARRAY_FREE(allocator, model->fields, model->field_capacity);
    AB_ARRAY_FREE(allocator, model->joint_defs, model->joint_capacity);
    AB_ARRAY_FREE(allocator, model->force_defs, model->force_capacity);
    AB_ARRAY_FREE(allocator, model->outputs, model->output_capacity);
    AB_ARRAY_FREE(allocator, model->variables, model->variable_capacity);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what the array holds
    AB_ARRAY_FREE(allocator, model->splines, model->spline_capacity);
    AB_ARRAY_FREE(allocator, model->inputs, model->input_capacity);
    AB_ARRAY_FREE(allocator, model->sensors, model->sensor_capacity);
    AB_ARRAY_FREE(allocator, model->requests, model->request_capacity);
    ab_arena_done(&model->arena);
    allocator.resize(allocator.context, model, sizeof *model, 0);
}

abResult ab_model_keep_source(abModel *model, const abModelText *source, abError *error) {
    abModelText *copy = AB_ARENA_NEW(&model->arena, abModelText, 1);
    char *text = ab_arena_take(&model->arena, source->size + 1, 1);
    abOverride *overrides =
        AB_ARENA_NEW(&model->arena, abOverride, (size_t)source->override_count + 1);
    if (copy == NULL || text == NULL || overrides == NULL) {
        return no_memory(error);
    }
    memcpy(text, source->text, source->size);
    *copy = (abModelText){text, source->size, source->name, overrides, source->override_count};
    bool ok = ab_model_own(model, &copy->name);
    for (int i = 0; i < source->override_count; i++) {
        overrides[i] = source->overrides[i];
        ok = ok && ab_model_own(model, &overrides[i].path) &&
             ab_model_own(model, &overrides[i].value);
    }
    model->source = copy;
    return ok ? AB_OK : no_memory(error);
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

// Likewise a NULL-terminated list of texts.
static bool own_list(abModel *model, const char *const **list) {
    size_t count = 0;
    while (*list != NULL && (*list)[count] != NULL) {
        count++;
    }
    const char **copy = AB_ARENA_NEW(&model->arena, const char *, count + 1);
    for (size_t i = 0; copy != NULL && i < count; i++) {
        copy[i] = (*list)[i];
        if (!ab_model_own(model, &copy[i])) {
            return false;
        }
    }
    *list = copy;
    return copy != NULL;
}

static bool own_points(abModel *model, const abPointList **list) {
    if (*list == NULL) {
        return true;
    }
    abPointList *copy = AB_ARENA_NEW(&model->arena, abPointList, 1);
    abVec3 *points = AB_ARENA_NEW(&model->arena, abVec3, (size_t)(*list)->count + 1);
    if (copy == NULL || points == NULL) {
        return false;
    }
    memcpy(points, (*list)->points, (size_t)(*list)->count * sizeof *points);
    *copy = (abPointList){(*list)->count, points};
    *list = copy;
    return true;
}

// Replaces the texts and lists that a table describes.
static bool own_texts(abModel *model, const abTable *table, unsigned char *object) {
    for (int i = 0; i < table->key_count; i++) {
        abKeyKind key = table->keys[i].kind;
        if (key == AB_KEY_TEXT || key == AB_KEY_EXPRESSION || key == AB_KEY_FREE) {
            const char *text;
            memcpy(&text, object + table->keys[i].offset, sizeof text);
            if (!ab_model_own(model, &text)) {
                return false;
            }
            memcpy(object + table->keys[i].offset, &text, sizeof text);
        } else if (key == AB_KEY_TEXTS) {
            const char *const *texts;
            memcpy(&texts, object + table->keys[i].offset, sizeof texts);
            if (!own_list(model, &texts)) {
                return false;
            }
            memcpy(object + table->keys[i].offset, &texts, sizeof texts);
        } else if (key == AB_KEY_POINTS) {
            void *field = object + table->keys[i].offset;
            if (!own_points(model, (const abPointList **)field)) {
                return false;
            }
        }
    }
    return true;
}

// Likewise inside parameters chosen by name.
static bool own_params(abModel *model, abParams *params, const char *list, int kind) {
    return own_texts(model, ab_choice_find(list)->table(kind), params->data);
}

static abResult check_name(const char *what, const char *name, abPlace place, abError *error) {
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
    AB_TRY(check_name(what, name, place, error));
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

// Which definition bears a name, or -1.
int ab_model_find_named(const abTextMap *names, const char *name) {
    const int *index = ab_text_map_find(names, name);
    return index != NULL ? *index : -1;
}

bool ab_model_note_name(abTextMap *names, const char *name, size_t index) {
    int *noted = AB_ARENA_NEW(names->arena, int, 1);
    if (noted == NULL) {
        return false;
    }
    *noted = (int)index;
    return ab_text_map_put(names, name, noted);
}

// Makes room for one more definition and copies it there.
#define ADD(model, array, count, capacity, def)                                                    \
    (AB_ARRAY_RESERVE((model)->arena.allocator, (model)->array, (model)->capacity,                 \
                      (model)->count + 1)                                                          \
         ? ((model)->array[(model)->count] = (def), &(model)->array[(model)->count++])             \
         : NULL)

abResult ab_model_add_material(abModel *model, const abMaterialDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(check_name("material", def->name, def->place, error));
    int existing = ab_model_find_named(&model->material_names, def->name);
    if (existing >= 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "the material %s is defined twice (first at line %d)", def->name,
                            model->materials[existing].place.line);
    }
    abMaterialDef *added = ADD(model, materials, material_count, material_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->name) &&
              ab_model_own(model, &added->place.file) &&
              ab_model_note_name(&model->material_names, added->name, model->material_count - 1);
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_material_pair(abModel *model, const abMaterialPairDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(check_name("material of a pair", def->materials[0], def->place, error));
    AB_TRY(check_name("material of a pair", def->materials[1], def->place, error));
    abMaterialPairDef *added = ADD(model, pairs, pair_count, pair_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->materials[0]) &&
              ab_model_own(model, &added->materials[1]) && ab_model_own(model, &added->place.file);
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_body(abModel *model, const abBodyDef *def, abBodyId *out, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_name("body", def->name, def->place, error));
    if (strcmp(def->name, "world") == 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "a body cannot be named %s; that word has a meaning of its own",
                            def->name);
    }
    abBodyId existing = ab_model_find_body(model, def->name);
    if (existing.index != 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "the body %s is defined twice (first at line %d)", def->name,
                            model->body_defs[existing.index - 1].place.line);
    }
    abBodyDef *added = ADD(model, body_defs, body_count, body_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->name) &&
              ab_model_own(model, &added->group) && ab_model_own(model, &added->place.file) &&
              ab_model_note_name(&model->body_names, added->name, model->body_count - 1);
    for (int i = 0; ok && i < 3; i++) {
        ok = ab_model_own(model, &added->motion_position[i]) &&
             ab_model_own(model, &added->motion_rotation[i]);
    }
    if (!ok) {
        return no_memory(error);
    }
    if (out != NULL) {
        out->index = (int)model->body_count;
    }
    return AB_OK;
}

abResult ab_model_add_shape(abModel *model, abBodyId body, const abShapeDef *def,
                            const char *folder, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    if (body.index < 1 || body.index > (int)model->body_count || def->kind < 0 ||
        def->kind >= AB_SHAPE_COUNT) {
        return ab_error_add(error, AB_USAGE, def->place, "no such body or kind of shape");
    }
    abShapeEntry entry = {.def = *def, .body = body.index - 1, .folder = folder};
    abShapeEntry *added = ADD(model, shape_defs, shape_count, shape_capacity, entry);
    if (added == NULL) {
        return no_memory(error);
    }
    if (added->def.name == NULL) {
        added->def.name = ab_shape_type((abShapeKind)def->kind)->table->name;
    }
    bool ok = ab_model_own(model, &added->def.name) && ab_model_own(model, &added->def.material) &&
              ab_model_own(model, &added->def.contact_material) &&
              ab_model_own(model, &added->def.group) && ab_model_own(model, &added->folder) &&
              ab_model_own(model, &added->def.place.file) &&
              own_params(model, &added->def.params, "shape", def->kind);
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_contact_rule(abModel *model, const abContactRuleDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(check_name("side of a contact", def->between[0], def->place, error));
    AB_TRY(check_name("side of a contact", def->between[1], def->place, error));
    abContactRuleDef *added = ADD(model, rules, rule_count, rule_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->between[0]) &&
              ab_model_own(model, &added->between[1]) && ab_model_own(model, &added->place.file) &&
              own_texts(model, &ab_contact_rule_table, (unsigned char *)added) &&
              own_params(model, &added->normal, "normal law", def->normal_law) &&
              own_params(model, &added->friction, "friction law", def->friction_law);
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_exclude(abModel *model, const char *a, const char *b, abPlace place,
                          abError *error) {
    AB_TRY(ab_model_check_open(model, place, error));
    AB_TRY(check_name("side of an exclusion", a, place, error));
    AB_TRY(check_name("side of an exclusion", b, place, error));
    abExclusion exclusion = {.place = place, .between = {a, b}};
    abExclusion *added = ADD(model, exclusions, exclusion_count, exclusion_capacity, exclusion);
    bool ok = added != NULL && ab_model_own(model, &added->between[0]) &&
              ab_model_own(model, &added->between[1]) && ab_model_own(model, &added->place.file);
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_joint(abModel *model, const abJointDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    if (def->name != NULL) {
        AB_TRY(ab_model_check_name("joint", def->name, def->place, error));
        int existing = ab_model_find_named(&model->joint_names, def->name);
        if (existing >= 0) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "the joint %s is defined twice (first at line %d)", def->name,
                                model->joint_defs[existing].place.line);
        }
    }
    AB_TRY(check_name("body of a joint", def->between[0], def->place, error));
    AB_TRY(check_name("body of a joint", def->between[1], def->place, error));
    abJointDef *added = ADD(model, joint_defs, joint_count, joint_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->name) &&
              ab_model_own(model, &added->between[0]) && ab_model_own(model, &added->between[1]) &&
              ab_model_own(model, &added->place.file) &&
              own_params(model, &added->params, "joint", def->type) &&
              (added->name == NULL ||
               ab_model_note_name(&model->joint_names, added->name, model->joint_count - 1));
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_force(abModel *model, const abForceDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    if (def->name != NULL) {
        AB_TRY(ab_model_check_name("force", def->name, def->place, error));
        int existing = ab_model_find_named(&model->force_names, def->name);
        if (existing >= 0) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "the force %s is defined twice (first at line %d)", def->name,
                                model->force_defs[existing].place.line);
        }
    }
    AB_TRY(check_name("body of a force", def->between[0], def->place, error));
    AB_TRY(check_name("body of a force", def->between[1], def->place, error));
    abForceDef *added = ADD(model, force_defs, force_count, force_capacity, *def);
    bool ok = added != NULL && ab_model_own(model, &added->name) &&
              ab_model_own(model, &added->between[0]) && ab_model_own(model, &added->between[1]) &&
              ab_model_own(model, &added->place.file) &&
              own_params(model, &added->params, "force", def->type) &&
              (added->name == NULL ||
               ab_model_note_name(&model->force_names, added->name, model->force_count - 1));
    return ok ? AB_OK : no_memory(error);
}

abResult ab_model_add_output(abModel *model, const char *series, abPlace place, abError *error) {
    AB_TRY(ab_model_check_open(model, place, error));
    abOutputEntry entry = {.series = series, .place = place};
    abOutputEntry *added = ADD(model, outputs, output_count, output_capacity, entry);
    bool ok = added != NULL && ab_model_own(model, &added->series) &&
              ab_model_own(model, &added->place.file);
    return ok ? AB_OK : no_memory(error);
}

void ab_model_set_gravity(abModel *model, const abGravityDef *gravity) {
    model->gravity = *gravity;
}

void ab_model_set_simulation(abModel *model, const abSimulationDef *simulation) {
    model->simulation = *simulation;
    ab_model_own(model, &model->simulation.place.file);
}

// ---- asking ----

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

int ab_model_output_count(const abModel *model) {
    return (int)model->output_count;
}

const char *ab_model_output(const abModel *model, int index, abPlace *place) {
    if (place != NULL) {
        *place = model->outputs[index].place;
    }
    return model->outputs[index].series;
}
