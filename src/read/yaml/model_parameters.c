// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_parameters.c - walks the tree of a model file beside the key tables.

#include "read/yaml/model_parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "law/core/material.h"
#include "model/kinds/tables.h"
#include "model/values/slot.h"
#include "read/core/model_read.h"
#include "read/core/units.h"
#include "read/core/yaml_tree.h"
#include "read/yaml/yaml_override.h"

enum { PATH = 200, GROUP = 120, LAWS = 64, NUMBER = 32 };

typedef struct Walk {
    abUnits units;
    void (*take)(void *context, const abParameter *parameter);
    void *context;
    const char *wanted; // a path that is looked for; NULL: all are taken
    char found[AB_PARAMETER_PATH];
} Walk;

// A mapping with its path, and with another where its list names it.
typedef struct Group {
    char path[PATH], alias[PATH];
    char name[GROUP];
} Group;

// ---- one key ----

static bool read_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out);
}

static const char *word(const abNode *map, const char *key) {
    const abNodeItem *item = ab_node_find(map, key);
    return item != NULL && item->value->kind == AB_NODE_SCALAR ? item->value->text : NULL;
}

static void give(Walk *walk, const Group *group, const char *key, abParameter parameter) {
    char full[AB_PARAMETER_PATH], alias[AB_PARAMETER_PATH], label[64];
    const char *dot = key[0] != '\0' ? "." : "";
    snprintf(full, sizeof full, "%s%s%s", group->path, dot, key);
    snprintf(alias, sizeof alias, "%s%s%s", group->alias, dot, key);
    bool is_named = group->alias[0] != '\0';
    if (walk->wanted != NULL &&
        (strcmp(full, walk->wanted) == 0 || (is_named && strcmp(alias, walk->wanted) == 0))) {
        memcpy(walk->found, full, sizeof full);
    }
    snprintf(label, sizeof label, "%s", key);
    for (char *c = strchr(label, '_'); c != NULL; c = strchr(c, '_')) {
        *c = ' ';
    }
    parameter.path = full;
    parameter.group = group->name;
    parameter.label = label;
    if (walk->take != NULL) {
        walk->take(walk->context, &parameter);
    }
}

// The name of a key as the file has it.
static const char *spelling(const abNode *map, const abKey *key) {
    bool is_former = key->former != NULL && ab_node_find(map, key->former) != NULL;
    return is_former ? key->former : key->name;
}

// The number given, or the default; NAN when it is a word or there is none.
static void fill_number(const abKey *key, abUnitFactor factor, const abNode *map, abParameter *out,
                        char text[NUMBER]) {
    bool is_given = ab_node_find(map, spelling(map, key)) != NULL;
    out->choices = key->choices;
    out->low = ab_unit_from_si(factor, key->low);
    out->high = ab_unit_from_si(factor, key->high);
    if (is_given) {
        out->value = out->shown != NULL && read_number(out->shown, &out->value) ? out->value : NAN;
    } else if (!key->is_required && isfinite(key->fallback)) {
        out->shown = ab_key_word(key, key->fallback);
        out->value = out->shown == NULL ? ab_unit_from_si(factor, key->fallback) : NAN;
    }
    if (out->shown == NULL && isfinite(out->value)) {
        ab_number_text(out->value, text);
        out->shown = text;
    }
}

static abParameter text_parameter(const char *text, const char *shown) {
    return (abParameter){.kind = AB_PARAMETER_TEXT,
                         .unit = "-",
                         .text = text,
                         .shown = shown,
                         .is_given = shown != NULL,
                         .value = NAN,
                         .low = -INFINITY,
                         .high = INFINITY};
}

static void take_key(Walk *walk, const abNode *map, const abKey *key, const Group *group) {
    char unit[64], number[NUMBER];
    abUnitFactor factor;
    if (!ab_unit_factor(&walk->units, key->unit, &factor)) {
        return;
    }
    ab_unit_text(&walk->units, key->unit, unit, sizeof unit);
    abParameter out = text_parameter(key->text, word(map, spelling(map, key)));
    out.unit = unit;
    switch (key->kind) {
    case AB_KEY_NUMBER:
        out.kind = AB_PARAMETER_NUMBER;
        fill_number(key, factor, map, &out, number);
        break;
    case AB_KEY_CHOICE:
        out.kind = AB_PARAMETER_WORD;
        out.choices = key->choices;
        out.shown = out.shown != NULL ? out.shown : key->choices[(int)key->fallback];
        break;
    case AB_KEY_BOOLEAN:
        out.kind = AB_PARAMETER_SWITCH;
        out.shown = out.shown != NULL ? out.shown : key->fallback != 0.0 ? "true" : "false";
        break;
    default:
        break;
    }
    give(walk, group, spelling(map, key), out);
}

static void take_table(Walk *walk, const abNode *map, const abTable *table, const Group *group,
                       bool takes(const abKey *key)) {
    for (int k = 0; map->kind == AB_NODE_MAP && k < table->key_count; k++) {
        if (takes(&table->keys[k])) {
            take_key(walk, map, &table->keys[k], group);
        }
    }
}

// ---- the sections ----

// "steel, brass" from a list of texts.
static void join(const abNode *list, const char *before, char *out, size_t size) {
    size_t used = (size_t)snprintf(out, size, "%s", before);
    for (const abNodeItem *item = list != NULL ? list->first : NULL; item != NULL && used < size;
         item = item->next) {
        const char *text = item->value->kind == AB_NODE_SCALAR ? item->value->text : "...";
        used += (size_t)snprintf(out + used, size - used, "%s%s", item == list->first ? " " : ", ",
                                 text);
    }
}

static void join_key(const abNode *map, const char *key, const char *before, char *out,
                     size_t size) {
    const abNodeItem *item = ab_node_find(map, key);
    join(item != NULL && item->value->kind == AB_NODE_LIST ? item->value : NULL, before, out, size);
}

static void take_gravity(Walk *walk, const abNode *node) {
    static const char *const axes[3] = {"0", "1", "2"};
    const abKey *uniform = ab_table_find(&ab_gravity_table, "uniform");
    Group group = {.name = "gravity"};
    snprintf(group.path, sizeof group.path, "%s",
             node->kind == AB_NODE_MAP ? "gravity.uniform" : "gravity");
    if (node->kind == AB_NODE_MAP) {
        const abNodeItem *item = ab_node_find(node, "uniform");
        if (item == NULL) {
            return;
        }
        node = item->value;
    }
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL && i < 3; item = item->next, i++) {
        char unit[64];
        double value;
        if (!ab_node_number(item->value, &value)) {
            return;
        }
        ab_unit_text(&walk->units, uniform->unit, unit, sizeof unit);
        abParameter parameter = text_parameter(uniform->text, item->value->text);
        parameter.kind = AB_PARAMETER_NUMBER;
        parameter.unit = unit;
        parameter.value = value;
        give(walk, &group, axes[i], parameter);
    }
}

static bool may_be_path(const char *name) {
    return name != NULL && strchr(name, '.') == NULL && strlen(name) < 100;
}

// Of a section whose keys are names. False for a name that cannot stand in a path.
static bool name_group(const abNodeItem *item, const char *section, const char *what,
                       const char *part, Group *group) {
    if (!may_be_path(item->key)) {
        return false;
    }
    *group = (Group){.alias = ""};
    snprintf(group->path, sizeof group->path, "%s.%s%s", section, item->key, part);
    snprintf(group->name, sizeof group->name, "%s %s", what, item->key);
    return true;
}

static void take_materials(Walk *walk, const abNode *node) {
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        Group group;
        if (name_group(item, "materials", "material", "", &group)) {
            take_table(walk, item->value, &ab_material_table, &group, ab_key_is_value);
        }
    }
}

static void take_pairs(Walk *walk, const abNode *node) {
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        Group group = {.alias = ""};
        snprintf(group.path, sizeof group.path, "pairs.%d", i);
        join_key(item->value, "materials", "pair", group.name, sizeof group.name);
        take_table(walk, item->value, &ab_material_pair_table, &group, ab_key_is_value);
    }
}

// Of a rule, its law under a key, chosen from a list.
static void take_law(Walk *walk, const abNode *rule, int index, const char *key, const char *list) {
    const abNodeItem *item = ab_node_find(rule, key);
    const char *law = item != NULL ? word(item->value, "law") : NULL;
    const abChoice *choice = ab_choice_find(list);
    int kind = law != NULL ? ab_choice_kind(choice, law) : -1;
    const char *names[LAWS + 1] = {NULL};
    for (int i = 0; i < choice->count && i < LAWS; i++) {
        names[i] = choice->table(i)->name;
    }
    Group group = {.alias = ""};
    char between[GROUP];
    snprintf(group.path, sizeof group.path, "contacts.%d.%s", index, key);
    snprintf(between, sizeof between, "%s on", law != NULL ? law : list);
    join_key(rule, "between", between, group.name, sizeof group.name);
    abParameter parameter = text_parameter("which law; its other parameters stay", law);
    parameter.kind = AB_PARAMETER_WORD;
    parameter.choices = names;
    give(walk, &group, "law", parameter);
    if (kind >= 0) {
        take_table(walk, item->value, choice->table(kind), &group, ab_key_is_value);
    }
}

static void take_contacts(Walk *walk, const abNode *node) {
    const abParameter whole = text_parameter("the law with all its parameters", NULL);
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        Group group = {.alias = ""};
        snprintf(group.path, sizeof group.path, "contacts.%d", i);
        join_key(item->value, "between", "contact of", group.name, sizeof group.name);
        take_table(walk, item->value, &ab_contact_rule_table, &group, ab_key_is_behaviour);
        give(walk, &group, "normal", whole);
        give(walk, &group, "friction", whole);
        take_law(walk, item->value, i, "normal", "normal law");
        take_law(walk, item->value, i, "friction", "friction law");
    }
}

// Of a list whose items choose their table by `type`: forces, joints.
static void take_typed(Walk *walk, const abNode *node, const char *section, const char *list,
                       bool takes(const abKey *key),
                       void beside(Walk *walk, const abNode *node, const Group *group)) {
    const abChoice *choice = ab_choice_find(list);
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        const char *type = word(item->value, "type"), *name = word(item->value, "name");
        int kind = type != NULL ? ab_choice_kind(choice, type) : -1;
        Group group = {.alias = ""};
        if (kind >= 0) {
            snprintf(group.path, sizeof group.path, "%s.%d", section, i);
            if (may_be_path(name)) {
                snprintf(group.alias, sizeof group.alias, "%s.%s", section, name);
            }
            snprintf(group.name, sizeof group.name, "%s %.60s", type,
                     name != NULL ? name : strchr(group.path, '.') + 1);
            take_table(walk, item->value, choice->table(kind), &group, takes);
            if (beside != NULL) {
                beside(walk, item->value, &group);
            }
        }
    }
}

static void take_forces(Walk *walk, const abNode *node) {
    take_typed(walk, node, "forces", "force", ab_key_is_value, NULL);
}

// Of joints that have one.
static void take_lock(Walk *walk, const abNode *joint, const Group *group) {
    const char *lock = word(joint, "lock");
    if (lock != NULL) {
        const abKey *key = ab_table_find(&ab_joint_table, "lock");
        abParameter parameter = text_parameter(key->text, lock);
        parameter.kind = AB_PARAMETER_WORD;
        parameter.choices = key->choices;
        give(walk, group, key->name, parameter);
    }
}

static void take_joints(Walk *walk, const abNode *node) {
    take_typed(walk, node, "joints", "joint", ab_key_is_drive, take_lock);
}

static void take_motions(Walk *walk, const abNode *node) {
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        const abNodeItem *motion = ab_node_find(item->value, "motion");
        Group group;
        if (motion != NULL && name_group(item, "bodies", "motion of", ".motion", &group)) {
            take_table(walk, motion->value, &ab_motion_table, &group, ab_key_is_drive);
        }
    }
}

static void take_variables(Walk *walk, const abNode *node) {
    const Group group = {.path = "variables", .name = "variables"};
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        abParameter parameter = text_parameter("an expression", word(node, item->key));
        if (may_be_path(item->key) && strlen(item->key) < 60) {
            give(walk, &group, item->key, parameter);
        }
    }
}

// Values of a field: all as one list, each also by its index. Only the list is shown, as there may
// be thousands.
static void take_values(Walk *walk, const abNode *field, const char *key, const char *text,
                        const Group *group) {
    const abNodeItem *item = ab_node_find(field, key);
    if (item == NULL) {
        return;
    }
    give(walk, group, key, text_parameter(text, word(field, key)));
    bool is_list = item->value->kind == AB_NODE_LIST && walk->take == NULL;
    int i = 0;
    for (const abNodeItem *at = is_list ? item->value->first : NULL; at != NULL; at = at->next) {
        char one[NUMBER];
        snprintf(one, sizeof one, "%s.%d", key, i++);
        give(walk, group, one, text_parameter(text, NULL));
    }
}

static void take_fields(Walk *walk, const abNode *node) {
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        Group group;
        if (name_group(item, "fields", "field", "", &group)) {
            take_values(walk, item->value, "expression", "of x, y and z", &group);
            take_values(walk, item->value, "vertices", "a number for each point of the mesh",
                        &group);
            take_values(walk, item->value, "faces", "a number for each face of the mesh", &group);
        }
    }
}

// Keys of `simulation` that can be set as it runs, by the method that looks at them.
static bool is_live_option(const abKey *key, const char *method) {
    static const struct {
        const char *method, *keys;
    } live[] = {{"events", " tolerance impacts impact_seed "},
                {"fixed", " integrator step impacts impact_seed stabilization stabilization_time "
                          "contact_distance contact_speed collision_accuracy hold_joints "},
                {"stepping", " step tolerance allowed_overlap "}};
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s ", key->name);
    bool any = false;
    for (size_t i = 0; i < sizeof live / sizeof live[0]; i++) {
        any = any || (strcmp(method, live[i].method) == 0 && strstr(live[i].keys, wanted) != NULL);
    }
    return any;
}

static void take_simulation(Walk *walk, const abNode *node) {
    const Group group = {.path = "simulation", .name = "simulation"};
    const char *given = word(node, "method"), *method = given != NULL ? given : "events";
    for (int i = 0; i < ab_simulation_table.key_count; i++) {
        const abKey *key = &ab_simulation_table.keys[i];
        if (is_live_option(key, method)) {
            take_key(walk, node, key, &group);
        }
    }
}

static const struct Section {
    const char *key;
    abNodeKind kind;
    void (*take)(Walk *walk, const abNode *node);
} s_sections[] = {
    {"pairs", AB_NODE_LIST, take_pairs},         {"contacts", AB_NODE_LIST, take_contacts},
    {"materials", AB_NODE_MAP, take_materials},  {"forces", AB_NODE_LIST, take_forces},
    {"joints", AB_NODE_LIST, take_joints},       {"bodies", AB_NODE_MAP, take_motions},
    {"variables", AB_NODE_MAP, take_variables},  {"fields", AB_NODE_MAP, take_fields},
    {"simulation", AB_NODE_MAP, take_simulation}};

// ---- the whole ----

static void find_units(const abNode *root, abUnits *units) {
    const abNodeItem *item = ab_node_find(root, "units");
    for (int q = 0; item != NULL && q < AB_QUANTITY_COUNT; q++) {
        const char *given = word(item->value, ab_quantity_names[q]);
        const char *const *names = ab_unit_names((abQuantity)q);
        for (int i = 0; given != NULL && names[i] != NULL; i++) {
            if (strcmp(names[i], given) == 0) {
                units->choice[q] = i;
            }
        }
    }
}

static abResult walk_tree(Walk *walk, const abModelText *source, abArena *arena, abError *error) {
    abNode *root = NULL;
    AB_TRY(ab_yaml_parse(source->text, source->size, "model", false, arena, &root, error));
    for (int i = 0; root != NULL && i < source->override_count; i++) {
        AB_TRY(ab_yaml_override(&root, &source->overrides[i], arena, error));
    }
    if (root == NULL || root->kind != AB_NODE_MAP) {
        return AB_OK;
    }
    find_units(root, &walk->units);
    for (size_t i = 0; i < sizeof s_sections / sizeof s_sections[0]; i++) {
        const abNodeItem *item = ab_node_find(root, s_sections[i].key);
        if (item != NULL && item->value->kind == s_sections[i].kind) {
            s_sections[i].take(walk, item->value);
        }
    }
    const abNodeItem *gravity = ab_node_find(root, "gravity");
    if (gravity != NULL) {
        take_gravity(walk, gravity->value);
    }
    return AB_OK;
}

static abResult walk_text(Walk *walk, const abModelText *source, abAllocator allocator,
                          abError *error) {
    if (ab_model_format(source->text, source->size) != AB_MODEL_FORMAT_YAML) {
        return AB_OK;
    }
    abArena arena;
    ab_arena_init(&arena, allocator, 65536);
    abResult result = walk_tree(walk, source, &arena, error);
    ab_arena_done(&arena);
    return result;
}

abResult ab_yaml_parameters(const abModelText *source, abAllocator allocator,
                            void (*take)(void *context, const abParameter *parameter),
                            void *context, abError *error) {
    Walk walk = {.take = take, .context = context};
    return walk_text(&walk, source, allocator, error);
}

// ---- by a path ----

// "pairs[0].restitution" as "pairs.0.restitution". False when it does not fit.
static bool plain_path(const char *path, char out[AB_PARAMETER_PATH]) {
    size_t used = 0;
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == ']') {
            continue;
        }
        if (used + 1 >= AB_PARAMETER_PATH) {
            return false;
        }
        out[used++] = *c == '[' ? '.' : *c;
    }
    out[used] = '\0';
    return true;
}

// What can be set, for a message: beside the path, else the mappings.
typedef struct Others {
    const char *path;
    size_t parent; // length of the path without its last part
    bool is_of_parent;
    char last[AB_PARAMETER_PATH]; // mapping listed last
    char list[260];
    size_t used;
    char nearest[2][AB_PARAMETER_PATH]; // of all; beside it
} Others;

static size_t parent_length(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL ? (size_t)(dot - path) : 0;
}

static bool is_in_parent(const Others *others, const char *path) {
    return others->parent > 0 && parent_length(path) == others->parent &&
           strncmp(path, others->path, others->parent) == 0;
}

static void look_for_parent(void *context, const abParameter *parameter) {
    Others *others = context;
    bool is_beside = is_in_parent(others, parameter->path);
    size_t skipped = is_beside ? others->parent + 1 : 0;
    const char *near[2] = {parameter->path + skipped, NULL};
    others->is_of_parent |= is_beside;
    char *nearest = others->nearest[is_beside ? 1 : 0];
    if (nearest[0] == '\0' && ab_nearest_word(others->path + skipped, near) != NULL) {
        snprintf(nearest, AB_PARAMETER_PATH, "%s", parameter->path);
    }
}

static void add_word(Others *others, const char *text, size_t length) {
    if (others->used + length + 8 < sizeof others->list) {
        others->used +=
            (size_t)snprintf(others->list + others->used, sizeof others->list - others->used,
                             "%s%.*s", others->used > 0 ? ", " : "", (int)length, text);
    } else if (strncmp(others->list + others->used - 3, "...", 3) != 0) {
        others->used += (size_t)snprintf(others->list + others->used,
                                         sizeof others->list - others->used, ", ...");
    }
}

static void list_others(void *context, const abParameter *parameter) {
    Others *others = context;
    size_t parent = parent_length(parameter->path);
    bool is_new =
        strncmp(others->last, parameter->path, parent) != 0 || others->last[parent] != '\0';
    if (others->is_of_parent && is_in_parent(others, parameter->path)) {
        const char *key = parameter->path + parent + 1;
        add_word(others, key, strlen(key));
    } else if (!others->is_of_parent && is_new) {
        snprintf(others->last, sizeof others->last, "%.*s", (int)parent, parameter->path);
        add_word(others, parameter->path, parent);
    }
}

static abResult no_such_path(Walk *walk, const abModelText *source, abAllocator allocator,
                             abError *error) {
    Others others = {.path = walk->wanted, .parent = parent_length(walk->wanted)};
    Walk again = {.take = look_for_parent, .context = &others};
    AB_TRY(walk_text(&again, source, allocator, error));
    again = (Walk){.take = list_others, .context = &others};
    AB_TRY(walk_text(&again, source, allocator, error));
    const char *nearest = others.nearest[others.is_of_parent ? 1 : 0];
    bool is_near = nearest[0] != '\0';
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "%.100s cannot be set%s%.100s%s; %s: %s",
                        walk->wanted, is_near ? " (did you mean " : "", nearest,
                        is_near ? "?)" : "",
                        others.is_of_parent ? "beside it one can set" : "one can set values of",
                        others.used > 0 ? others.list : "nothing in this model");
}

abResult ab_yaml_find_parameter(const abModelText *source, abAllocator allocator, const char *path,
                                char out[AB_PARAMETER_PATH], abError *error) {
    char plain[AB_PARAMETER_PATH];
    if (!plain_path(path, plain)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "the path of a value is too long");
    }
    Walk walk = {.wanted = plain};
    AB_TRY(walk_text(&walk, source, allocator, error));
    if (walk.found[0] == '\0') {
        return no_such_path(&walk, source, allocator, error);
    }
    memcpy(out, walk.found, AB_PARAMETER_PATH);
    return AB_OK;
}
