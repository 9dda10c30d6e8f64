// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// add_definitions.c - definitions are copied into the model, with all texts and lists that their
// tables describe.

#include "model/core/model.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "model/kinds/rule_said.h"
#include "model/kinds/tables.h"

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

static abResult check_kind(const char *list, int kind, abPlace place, abError *error) {
    return kind >= 0 && kind < ab_choice_find(list)->count
               ? AB_OK
               : ab_error_add(error, AB_USAGE, place, "there is no %s of kind %d", list, kind);
}

abResult ab_model_add_material(abModel *model, const abMaterialDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_given("material", def->name, def->place, error));
    AB_TRY(ab_model_check_new(&model->material_names, "material", def->name, def->place, error));
    abMaterialDef *added = AB_MODEL_ADD(model, materials, material_count, *def);
    bool ok = added != NULL && AB_MODEL_OWN(model, &added->name, &added->place.file) &&
              ab_model_store_name(&model->material_names, added->name, model->material_count - 1,
                                  def->place);
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_material_pair(abModel *model, const abMaterialPairDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_given("material of a pair", def->materials[0], def->place, error));
    AB_TRY(ab_model_check_given("material of a pair", def->materials[1], def->place, error));
    abMaterialPairDef *added = AB_MODEL_ADD(model, pairs, pair_count, *def);
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->materials[0], &added->materials[1], &added->place.file);
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_body(abModel *model, const abBodyDef *def, abBodyId *out, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_name("body", def->name, def->place, error));
    if (strcmp(def->name, "world") == 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "a body cannot be named %s; that word has a meaning of its own",
                            def->name);
    }
    AB_TRY(ab_model_check_new(&model->body_names, "body", def->name, def->place, error));
    abBodyDef *added = AB_MODEL_ADD(model, body_defs, body_count, *def);
    bool ok =
        added != NULL && AB_MODEL_OWN(model, &added->name, &added->place.file) &&
        own_texts(model, &ab_body_table, (unsigned char *)added) &&
        own_texts(model, &ab_motion_table, (unsigned char *)added) &&
        own_texts(model, &ab_flexible_table, (unsigned char *)&added->flexible) &&
        AB_MODEL_OWN(model, &added->flexible.folder, &added->flexible.place.file) &&
        ab_model_store_name(&model->body_names, added->name, model->body_count - 1, def->place);
    if (!ok) {
        return ab_model_no_memory(error);
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
    abShapeEntry *added = AB_MODEL_ADD(model, shape_defs, shape_count, entry);
    if (added == NULL) {
        return ab_model_no_memory(error);
    }
    if (added->def.name == NULL) {
        added->def.name = ab_shape_type((abShapeKind)def->kind)->table->name;
    }
    bool ok = own_texts(model, &ab_shape_table, (unsigned char *)&added->def) &&
              AB_MODEL_OWN(model, &added->folder, &added->def.place.file) &&
              own_params(model, &added->def.params, "shape", def->kind);
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_contact_rule(abModel *model, const abContactRuleDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_given("side of a contact", def->between[0], def->place, error));
    AB_TRY(ab_model_check_given("side of a contact", def->between[1], def->place, error));
    AB_TRY(check_kind("normal law", def->normal_law, def->place, error));
    AB_TRY(check_kind("friction law", def->friction_law, def->place, error));
    abContactRuleDef *added = AB_MODEL_ADD(model, rules, rule_count, *def);
    if (added != NULL) {
        ab_rule_note_said(added);
    }
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->between[0], &added->between[1], &added->place.file) &&
              own_texts(model, &ab_contact_rule_table, (unsigned char *)added) &&
              own_params(model, &added->normal, "normal law", def->normal_law) &&
              own_params(model, &added->friction, "friction law", def->friction_law);
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_exclude(abModel *model, const char *a, const char *b, abPlace place,
                          abError *error) {
    AB_TRY(ab_model_check_open(model, place, error));
    AB_TRY(ab_model_check_given("side of an exclusion", a, place, error));
    AB_TRY(ab_model_check_given("side of an exclusion", b, place, error));
    abExclusion exclusion = {.place = place, .between = {a, b}};
    abExclusion *added = AB_MODEL_ADD(model, exclusions, exclusion_count, exclusion);
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->between[0], &added->between[1], &added->place.file);
    return ok ? AB_OK : ab_model_no_memory(error);
}

// What joints and forces have in common.
typedef struct Element {
    const char *what; // a list of kinds
    abTextMap *names;
    size_t index;
    const char **name, **between;
    abPlace *place;
    int type;
    abParams *params;
} Element;

#define ELEMENT(what, names, index, def)                                                           \
    (&(Element){what, names, index, &(def)->name, (def)->between, &(def)->place, (def)->type,      \
                &(def)->params})

static abResult check_element(const abModel *model, const Element *e, abError *error) {
    char body[40];
    snprintf(body, sizeof body, "body of a %s", e->what);
    AB_TRY(ab_model_check_open(model, *e->place, error));
    if (*e->name != NULL) {
        AB_TRY(ab_model_check_name(e->what, *e->name, *e->place, error));
        AB_TRY(ab_model_check_new(e->names, e->what, *e->name, *e->place, error));
    }
    AB_TRY(ab_model_check_given(body, e->between[0], *e->place, error));
    AB_TRY(ab_model_check_given(body, e->between[1], *e->place, error));
    return check_kind(e->what, e->type, *e->place, error);
}

static abResult own_element(abModel *model, const Element *e, abError *error) {
    AB_TRY(check_element(model, e, error));
    bool ok = AB_MODEL_OWN(model, e->name, &e->between[0], &e->between[1], &e->place->file) &&
              own_params(model, e->params, e->what, e->type) &&
              (*e->name == NULL || ab_model_store_name(e->names, *e->name, e->index, *e->place));
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_joint(abModel *model, const abJointDef *def, abError *error) {
    abJointDef own = *def;
    AB_TRY(
        own_element(model, ELEMENT("joint", &model->joint_names, model->joint_count, &own), error));
    bool ok = AB_MODEL_ADD(model, joint_defs, joint_count, own) != NULL;
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_force(abModel *model, const abForceDef *def, abError *error) {
    abForceDef own = *def;
    AB_TRY(
        own_element(model, ELEMENT("force", &model->force_names, model->force_count, &own), error));
    bool ok = AB_MODEL_ADD(model, force_defs, force_count, own) != NULL;
    return ok ? AB_OK : ab_model_no_memory(error);
}

abResult ab_model_add_output(abModel *model, const char *series, abPlace place, abError *error) {
    AB_TRY(ab_model_check_open(model, place, error));
    abOutputEntry entry = {.series = series, .place = place};
    abOutputEntry *added = AB_MODEL_ADD(model, outputs, output_count, entry);
    bool ok = added != NULL && AB_MODEL_OWN(model, &added->series, &added->place.file);
    return ok ? AB_OK : ab_model_no_memory(error);
}
