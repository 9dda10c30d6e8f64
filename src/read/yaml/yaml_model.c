// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_model.c - the sections of a model file, each from its node to definitions.
//
// A definition with a problem is still added, with defaults where values were wrong, so that names
// resolve and the rest of the file can be checked in the same go.

#include "read/yaml/yaml_model.h"

#include <string.h>

#include "read/yaml/yaml_bodies.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_contacts.h"
#include "read/yaml/yaml_fields.h"
#include "read/yaml/yaml_joints.h"
#include "read/yaml/yaml_materials.h"
#include "read/yaml/yaml_signals.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

// ---- sections of a line or a mapping ----

void ab_yaml_check_version(abYamlReader *reader, const abNode *root) {
    const abNodeItem *item = ab_node_find(root, "abut");
    if (item == NULL) {
        ab_yaml_problem(&reader->context, root->place,
                        "the key abut: 1 (version of the format) is missing");
    } else if (item->value->kind != AB_NODE_SCALAR || strcmp(item->value->text, "1") != 0) {
        char found[100];
        ab_yaml_problem(&reader->context, item->value->place,
                        "abut wants the version of the format, which is 1; found %s",
                        ab_node_describe(item->value, found, sizeof found));
    }
}

static void read_version(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)node;
    ab_yaml_check_version(reader, root);
}

static void read_title(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && node->kind != AB_NODE_SCALAR) { // may have several lines
        ab_yaml_text(&reader->context, node, "title");
    }
}

void ab_yaml_read_units(abYamlReader *reader, const abNode *root) {
    abUnits units = {{0}};
    const abNodeItem *item = ab_node_find(root, "units");
    if (item != NULL) {
        abKey keys[AB_QUANTITY_COUNT];
        for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
            keys[q] = (abKey){.name = ab_quantity_names[q],
                              .kind = AB_KEY_CHOICE,
                              .unit = "-",
                              .choices = ab_unit_names((abQuantity)q),
                              .offset = offsetof(abUnits, choice) + (size_t)q * sizeof(int)};
        }
        abTable table = AB_TABLE("units", abUnits, keys, "");
        abYamlTarget target = {.table = &table, .object = &units};
        ab_yaml_fill(&reader->context, item->value, "units", &target, 1, NULL);
    }
    reader->context.units = units;
}

static void read_units(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)node;
    ab_yaml_read_units(reader, root);
}

static void read_materials(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)node;
    ab_yaml_read_materials(reader, root);
}

static void read_gravity(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node == NULL || node->kind != AB_NODE_LIST) {
        ab_yaml_close_path(reader, "gravity.list");
    }
    if (node == NULL || ab_node_find(node, "uniform") == NULL) {
        ab_yaml_close_path(reader, "gravity.uniform");
    }
    if (node == NULL || ab_node_is_empty(node)) {
        return;
    }
    abGravityDef gravity;
    ab_table_defaults(&ab_gravity_table, &gravity);
    if (node->kind == AB_NODE_MAP) {
        abYamlTarget target = {.table = &ab_gravity_table, .object = &gravity};
        ab_yaml_fill(&reader->context, node, "gravity", &target, 1, NULL);
    } else {
        const abKey *uniform = ab_table_find(&ab_gravity_table, "uniform");
        ab_yaml_value(&reader->context, node, "gravity", uniform, &gravity.uniform);
    }
    ab_model_set_gravity(reader->model, &gravity);
}

static void read_world_markers(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL) {
        ab_yaml_read_markers(reader, node, (abBodyId){0});
    }
}

static void read_simulation(abYamlReader *reader, const abNode *root, const abNode *node) {
    int before = reader->context.problems;
    abSimulationDef def = ab_simulation_def();
    def.place = root->place;
    if (node == NULL) {
        ab_model_set_simulation(reader->model, &def);
        return;
    }
    const abNodeItem *end = ab_node_find(node, "end_time");
    def.place = end != NULL ? end->value->place : node->place;
    abYamlTarget target = {.table = &ab_simulation_table, .object = &def};
    ab_yaml_fill(&reader->context, node, "simulation", &target, 1, NULL);
    ab_model_set_simulation(reader->model, &def);
    ab_yaml_taint(reader, def.place, before);
}

// ---- the table of contents ----

// A section is read as a whole, by `read`, or each of its items is, by `read_item`; `read` is then
// for one without items. The node is NULL when the key is not given.
typedef struct Section {
    const char *key;
    void (*read)(abYamlReader *reader, const abNode *root, const abNode *node);
    abNodeKind kind; // of items: a mapping or a list of what `of` says
    const char *of;
    void (*read_item)(abYamlReader *reader, const abNodeItem *item);
} Section;

static const Section s_sections[] = {
    {"abut", .read = read_version},
    {"title", .read = read_title},
    {"units", .read = read_units},
    {"expression_units", .read = ab_yaml_read_expression_units},
    {.key = "include"}, // read by read_materials
    {"materials", .read = read_materials},
    {.key = "pairs"}, // likewise
    {"gravity", .read = read_gravity},
    {"markers", .read = read_world_markers},
    {"bodies", NULL, AB_NODE_MAP, "names to bodies", ab_yaml_read_body},
    {"fields", NULL, AB_NODE_MAP, "names to fields", ab_yaml_read_field},
    {"contacts", ab_yaml_read_no_contacts, AB_NODE_LIST, "rules", ab_yaml_read_contact},
    {"exclude", NULL, AB_NODE_LIST, "pairs of selectors", ab_yaml_read_exclusion},
    {"joints", NULL, AB_NODE_LIST, "joints", ab_yaml_read_joint},
    {"splines", NULL, AB_NODE_MAP, "names to splines", ab_yaml_read_spline},
    {"variables", NULL, AB_NODE_MAP, "names to expressions", ab_yaml_read_variable},
    {"states", NULL, AB_NODE_MAP, "names to states", ab_yaml_read_state},
    {"forces", NULL, AB_NODE_LIST, "forces", ab_yaml_read_force},
    {"simulation", .read = read_simulation},
    {"changes", NULL, AB_NODE_LIST, "changes", ab_yaml_read_change},
    {"outputs", NULL, AB_NODE_LIST, "names of series", ab_yaml_read_output},
    {"sensors", NULL, AB_NODE_MAP, "names to sensors", ab_yaml_read_sensor},
};
enum { SECTION_COUNT = sizeof s_sections / sizeof s_sections[0] };

// False when the node is none that has such items.
static bool read_items(abYamlReader *reader, const Section *section, const abNode *node) {
    bool is_right = section->kind == AB_NODE_MAP
                        ? ab_yaml_is_map(reader, node, section->key, section->of)
                        : ab_yaml_is_list(reader, node, section->key, section->of);
    for (const abNodeItem *item = is_right ? node->first : NULL; item != NULL; item = item->next) {
        int before = reader->context.problems;
        section->read_item(reader, item);
        bool has_key = section->kind == AB_NODE_MAP;
        ab_yaml_taint(reader, has_key ? item->key_place : item->value->place, before);
    }
    return is_right;
}

static void read_section(abYamlReader *reader, const Section *section, const abNode *root) {
    const abNodeItem *item = ab_node_find(root, section->key);
    const abNode *node = item != NULL ? item->value : NULL;
    bool is_right = true;
    if (section->read_item != NULL && node != NULL) {
        is_right = read_items(reader, section, node);
        reader->lost_names |= !is_right && section->read_item == ab_yaml_read_body; // and theirs
    }
    bool has_items = section->read_item != NULL && node != NULL && node->count > 0;
    if (section->read != NULL && is_right && !has_items) {
        section->read(reader, root, node);
    }
}

void ab_yaml_read_model(abYamlReader *reader, const abNode *root) {
    const char *keys[SECTION_COUNT + 1] = {NULL};
    for (int i = 0; i < SECTION_COUNT; i++) {
        keys[i] = s_sections[i].key;
    }
    reader->lost_names = !ab_yaml_fill(&reader->context, root, "a model", NULL, 0, keys);
    for (int i = 0; i < SECTION_COUNT && root->kind == AB_NODE_MAP; i++) {
        read_section(reader, &s_sections[i], root);
    }
    ab_yaml_check_expressions(reader);
}
