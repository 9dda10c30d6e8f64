// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_fields.c - the section of fields.

#include "read/yaml/yaml_fields.h"

#include <math.h>
#include <stdio.h>

#include "model/kinds/tables.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_field_grid.h"
#include "read/yaml/yaml_number.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"

enum { WHAT = 100, VALUES_MAX = 10000000 };

// The unit of its values.
static const char *unit_of(int quantity) {
    static const char *const units[] = {
        [AB_FIELD_NUMBER] = "-", [AB_FIELD_LENGTH] = "m", [AB_FIELD_PRESSURE] = "Pa"};
    return units[quantity];
}

// A list of numbers; NULL after a problem or when it is not there.
static const double *read_values(abYamlReader *reader, const abNode *node, const char *name,
                                 const char *unit, int *count) {
    const abNodeItem *item = ab_node_find(node, name);
    if (item == NULL) {
        return NULL;
    }
    const abNode *list = item->value;
    if (list->kind != AB_NODE_LIST || list->count > VALUES_MAX) {
        char found[100];
        ab_yaml_problem(&reader->context, list->place,
                        "%s wants a list of at most %d numbers, found %s", name, VALUES_MAX,
                        ab_node_describe(list, found, sizeof found));
        return NULL;
    }
    const abKey key = {.kind = AB_KEY_NUMBER, .unit = unit, .low = -INFINITY, .high = INFINITY};
    double *values = AB_ARENA_NEW(reader->context.arena, double, (size_t)list->count + 1);
    reader->context.is_out_of_memory |= values == NULL;
    *count = values != NULL ? list->count : 0;
    if (values != NULL) {
        ab_yaml_numbers(&reader->context, list, name, &key, true, values);
    }
    return values;
}

void ab_yaml_read_field(abYamlReader *reader, const abNodeItem *item) {
    static const char *const others[] = {"vertices", "faces", "grid", NULL};
    int before = reader->context.problems;
    char what[WHAT], shown[60];
    snprintf(what, sizeof what, "field %s", ab_text_shown(item->key, shown, sizeof shown));
    abFieldDef def = ab_field_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_field_table, .object = &def};
    ab_yaml_fill(&reader->context, item->value, what, &target, 1, others);
    if (item->value->kind == AB_NODE_MAP) {
        const char *unit = unit_of(def.quantity);
        def.vertices = read_values(reader, item->value, "vertices", unit, &def.vertex_count);
        def.faces = read_values(reader, item->value, "faces", unit, &def.face_count);
        const abNodeItem *grid = ab_node_find(item->value, "grid");
        if (grid != NULL) {
            ab_yaml_read_field_grid(reader, grid->value, unit, &def.grid);
        }
    }
    bool is_right = reader->context.problems == before;
    if (is_right) {
        abResult added = ab_model_add_field(reader->model, &def, reader->context.error);
        ab_yaml_added(reader, added);
        is_right = added == AB_OK;
    }
    if (!is_right) { // a name all the same, so that who uses it is not told as well
        abFieldDef any = ab_field_def();
        any.name = def.name;
        any.place = def.place;
        any.expression = "1";
        ab_model_add_field(reader->model, &any, NULL);
    }
}
