// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_model.c - the sections of a model file, each from its node to definitions.
//
// A definition with a problem is still added, with defaults where values were wrong, so that names
// resolve and the rest of the file can be checked in the same go.

#include <string.h>

#include "io/yaml_reader.h"

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

typedef struct Section {
    const char *key;
    // `node` is NULL when the key is not given.
    void (*read)(abYamlReader *reader, const abNode *root, const abNode *node);
} Section;

static const Section s_sections[] = {
    {"abut", read_version},
    {"title", read_title},
    {"units", read_units},
    {"expression_units", ab_yaml_read_expression_units},
    {"include", NULL}, // read by read_materials
    {"materials", read_materials},
    {"pairs", NULL}, // likewise
    {"gravity", read_gravity},
    {"markers", read_world_markers},
    {"bodies", ab_yaml_read_bodies},
    {"fields", ab_yaml_read_fields},
    {"contacts", ab_yaml_read_contacts},
    {"exclude", ab_yaml_read_exclude},
    {"joints", ab_yaml_read_joints},
    {"splines", ab_yaml_read_splines},
    {"variables", ab_yaml_read_variables},
    {"forces", ab_yaml_read_forces},
    {"simulation", read_simulation},
    {"outputs", ab_yaml_read_outputs},
    {"sensors", ab_yaml_read_sensors},
};
enum { SECTION_COUNT = sizeof s_sections / sizeof s_sections[0] };

void ab_yaml_read_model(abYamlReader *reader, const abNode *root) {
    const char *keys[SECTION_COUNT + 1] = {NULL};
    for (int i = 0; i < SECTION_COUNT; i++) {
        keys[i] = s_sections[i].key;
    }
    reader->lost_names = !ab_yaml_fill(&reader->context, root, "a model", NULL, 0, keys);
    for (int i = 0; i < SECTION_COUNT && root->kind == AB_NODE_MAP; i++) {
        const abNodeItem *item = ab_node_find(root, s_sections[i].key);
        if (s_sections[i].read != NULL) {
            s_sections[i].read(reader, root, item != NULL ? item->value : NULL);
        }
    }
    ab_yaml_check_expressions(reader);
}
