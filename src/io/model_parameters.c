// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_parameters.c - walks the tree of a model file beside the key tables.

#include "io/model_parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/model_read.h"
#include "io/units.h"
#include "io/yaml_override.h"
#include "io/yaml_tree.h"
#include "model/tables.h"

enum { PATH = 200, GROUP = 120 };

typedef struct Walk {
    abUnits units;
    void (*take)(void *context, const abModelParameter *parameter);
    void *context;
    int count;
} Walk;

// ---- one key ----

static bool read_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out);
}

// The number given, or the default; false when there is none.
static bool find_value(const abNode *map, const abKey *key, abUnitFactor factor, double *out) {
    const abNodeItem *item = ab_node_find(map, key->name);
    if (item != NULL) {
        return item->value->kind == AB_NODE_SCALAR && read_number(item->value->text, out);
    }
    *out = ab_unit_from_si(factor, key->fallback);
    return isfinite(*out) && !key->is_required && ab_key_word(key, key->fallback) == NULL;
}

static void take_key(Walk *walk, const abNode *map, const abKey *key, const char *path,
                     const char *group) {
    char full[PATH + 64], label[64], unit[64];
    abUnitFactor factor;
    double value;
    if (key->kind != AB_KEY_NUMBER || walk->count == AB_PARAMETERS_MAX ||
        !ab_unit_factor(&walk->units, key->unit, &factor) ||
        !find_value(map, key, factor, &value)) {
        return;
    }
    snprintf(full, sizeof full, "%s.%s", path, key->name);
    snprintf(label, sizeof label, "%s", key->name);
    for (char *c = strchr(label, '_'); c != NULL; c = strchr(c, '_')) {
        *c = ' ';
    }
    ab_unit_text(&walk->units, key->unit, unit, sizeof unit);
    abModelParameter parameter = {.path = full,
                                  .group = group,
                                  .label = label,
                                  .unit = unit,
                                  .text = key->text,
                                  .value = value,
                                  .low = ab_unit_from_si(factor, key->low),
                                  .high = ab_unit_from_si(factor, key->high)};
    walk->take(walk->context, &parameter);
    walk->count++;
}

static void take_table(Walk *walk, const abNode *map, const abTable *table, const char *path,
                       const char *group) {
    for (int k = 0; map->kind == AB_NODE_MAP && k < table->key_count; k++) {
        take_key(walk, map, &table->keys[k], path, group);
    }
}

// ---- the sections ----

static const char *word(const abNode *map, const char *key) {
    const abNodeItem *item = ab_node_find(map, key);
    return item != NULL && item->value->kind == AB_NODE_SCALAR ? item->value->text : NULL;
}

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
    static const char *const axes[3] = {"x", "y", "z"};
    const abKey *uniform = ab_table_find(&ab_gravity_table, "uniform");
    const char *path = node->kind == AB_NODE_MAP ? "gravity.uniform" : "gravity";
    if (node->kind == AB_NODE_MAP) {
        const abNodeItem *item = ab_node_find(node, "uniform");
        if (item == NULL) {
            return;
        }
        node = item->value;
    }
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL && i < 3; item = item->next, i++) {
        char full[40], unit[64];
        double value;
        if (item->value->kind != AB_NODE_SCALAR || !read_number(item->value->text, &value)) {
            return;
        }
        snprintf(full, sizeof full, "%s.%d", path, i);
        ab_unit_text(&walk->units, uniform->unit, unit, sizeof unit);
        abModelParameter parameter = {.path = full,
                                      .group = "gravity",
                                      .label = axes[i],
                                      .unit = unit,
                                      .text = uniform->text,
                                      .value = value,
                                      .low = -INFINITY,
                                      .high = INFINITY};
        walk->take(walk->context, &parameter);
        walk->count++;
    }
}

static void take_materials(Walk *walk, const abNode *node) {
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        char path[PATH], group[GROUP];
        if (item->key == NULL || strchr(item->key, '.') != NULL ||
            snprintf(path, sizeof path, "materials.%s", item->key) >= PATH) {
            continue;
        }
        snprintf(group, sizeof group, "material %s", item->key);
        take_table(walk, item->value, &ab_material_table, path, group);
    }
}

static void take_pairs(Walk *walk, const abNode *node) {
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        char path[PATH], group[GROUP];
        snprintf(path, sizeof path, "pairs.%d", i);
        join_key(item->value, "materials", "pair", group, sizeof group);
        take_table(walk, item->value, &ab_material_pair_table, path, group);
    }
}

static void take_law(Walk *walk, const abNode *rule, int index, const char *key, const char *list) {
    const abNodeItem *item = ab_node_find(rule, key);
    const char *law = item != NULL ? word(item->value, "law") : NULL;
    const abChoice *choice = ab_choice_find(list);
    int kind = law != NULL ? ab_choice_kind(choice, law) : -1;
    if (kind >= 0) {
        char path[PATH], group[GROUP], between[GROUP];
        snprintf(path, sizeof path, "contacts.%d.%s", index, key);
        snprintf(between, sizeof between, "%s on", law);
        join_key(rule, "between", between, group, sizeof group);
        take_table(walk, item->value, choice->table(kind), path, group);
    }
}

static void take_contacts(Walk *walk, const abNode *node) {
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        take_law(walk, item->value, i, "normal", "normal law");
        take_law(walk, item->value, i, "friction", "friction law");
    }
}

static void take_forces(Walk *walk, const abNode *node) {
    const abChoice *choice = ab_choice_find("force");
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        const char *type = word(item->value, "type"), *name = word(item->value, "name");
        int kind = type != NULL ? ab_choice_kind(choice, type) : -1;
        char path[PATH], group[GROUP], number[20];
        if (kind >= 0) {
            snprintf(number, sizeof number, "%d", i);
            snprintf(path, sizeof path, "forces.%d", i);
            snprintf(group, sizeof group, "%s %s", type, name != NULL ? name : number);
            take_table(walk, item->value, choice->table(kind), path, group);
        }
    }
}

static const struct Section {
    const char *key;
    abNodeKind kind;
    void (*take)(Walk *walk, const abNode *node);
} s_sections[] = {{"pairs", AB_NODE_LIST, take_pairs},
                  {"contacts", AB_NODE_LIST, take_contacts},
                  {"materials", AB_NODE_MAP, take_materials},
                  {"forces", AB_NODE_LIST, take_forces}};

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

static abResult walk_tree(Walk *walk, const char *text, size_t size, const abOverride *overrides,
                          int override_count, abArena *arena, abError *error) {
    abNode *root = NULL;
    AB_TRY(ab_yaml_parse(text, size, "model", false, arena, &root, error));
    for (int i = 0; root != NULL && i < override_count; i++) {
        AB_TRY(ab_yaml_override(&root, &overrides[i], arena, error));
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

abResult ab_model_parameters(const char *text, size_t size, const abOverride *overrides,
                             int override_count, abAllocator allocator,
                             void (*take)(void *context, const abModelParameter *parameter),
                             void *context, abError *error) {
    if (ab_model_is_xml(text, size)) {
        return AB_OK;
    }
    Walk walk = {.take = take, .context = context};
    abArena arena;
    ab_arena_init(&arena, allocator, 65536);
    abResult result = walk_tree(&walk, text, size, overrides, override_count, &arena, error);
    ab_arena_done(&arena);
    return result;
}
