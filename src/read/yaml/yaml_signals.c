// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_signals.c - markers, and the sections of what looks at the motion.

#include "read/yaml/yaml_signals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/kinds/tables.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_number.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

enum { WHAT = 100 };

// "marker tip"
static const char *what_named(const char *kind, const char *name, char *out) {
    char shown[60];
    snprintf(out, WHAT, "%s %s", kind, ab_text_shown(name, shown, sizeof shown));
    return out;
}

static void read_marker(abYamlReader *reader, const abNodeItem *item, abBodyId body) {
    int before = reader->context.problems;
    char what[WHAT];
    abMarkerDef def = ab_marker_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_marker_table, .object = &def};
    ab_yaml_fill(&reader->context, item->value, what_named("marker", item->key, what), &target, 1,
                 NULL);
    ab_yaml_exclusive(reader, item->value, "orientation", "rotation");
    ab_yaml_added(reader, ab_model_add_marker(reader->model, body, &def, reader->context.error));
    ab_yaml_taint(reader, def.place, before);
}

void ab_yaml_read_markers(abYamlReader *reader, const abNode *node, abBodyId body) {
    if (!ab_yaml_is_map(reader, node, "markers", "names to markers")) {
        reader->lost_names = true;
        return;
    }
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        read_marker(reader, item, body);
    }
}

// ---- variables ----

void ab_yaml_read_variable(abYamlReader *reader, const abNodeItem *item) {
    static const abKey key = {.kind = AB_KEY_EXPRESSION, .unit = "-"};
    char what[WHAT];
    abVariableDef def = ab_variable_def();
    def.name = item->key;
    def.place = item->key_place;
    def.expression = "0";
    reader->context.may_observe = true;
    ab_yaml_value(&reader->context, item->value, what_named("variable", item->key, what), &key,
                  &def.expression);
    reader->context.may_observe = false;
    ab_yaml_added(reader, ab_model_add_variable(reader->model, &def, reader->context.error));
}

// ---- splines ----

enum { NUMBERS_MAX = 1000000 }; // of a spline

// A list of finite numbers; false after a problem.
static bool read_numbers(abYamlReader *reader, const abNode *list, const char *name, double *out) {
    static const abKey key = {
        .kind = AB_KEY_NUMBER, .unit = "-", .low = -INFINITY, .high = INFINITY};
    if (list->kind != AB_NODE_LIST) {
        char found[100];
        ab_yaml_problem(&reader->context, list->place, "%s wants a list of numbers, found %s", name,
                        ab_node_describe(list, found, sizeof found));
        return false;
    }
    return ab_yaml_numbers(&reader->context, list, name, &key, false, out);
}

// Room for the numbers of a list; NULL after a problem.
static double *room_for(abYamlReader *reader, size_t count, abPlace place) {
    if (count > NUMBERS_MAX) {
        ab_yaml_problem(&reader->context, place, "a spline has at most %d numbers", NUMBERS_MAX);
        return NULL;
    }
    double *room = AB_ARENA_NEW(reader->context.arena, double, count + 1);
    reader->context.is_out_of_memory |= room == NULL;
    return room;
}

static bool read_axis(abYamlReader *reader, const abNode *node, const char *key, const double **out,
                      int *count) {
    const abNodeItem *item = ab_node_find(node, key);
    double *room = room_for(reader, (size_t)item->value->count, item->value->place);
    *count = item->value->count;
    *out = room;
    return room != NULL && read_numbers(reader, item->value, key, room);
}

static bool wrong_length(abYamlReader *reader, const abNode *node, const char *name, int count,
                         int wanted) {
    ab_yaml_problem(&reader->context, node->place, "%s has %d number%s, x has %d", name, count,
                    count == 1 ? "" : "s", wanted);
    return false;
}

// One list, or with z a list of lists.
static bool read_heights(abYamlReader *reader, const abNode *node, abSplineDef *def) {
    const abNode *y = ab_node_find(node, "y")->value;
    int rows = def->z != NULL ? def->z_count : 1;
    double *room = room_for(reader, (size_t)def->x_count * (size_t)rows, y->place);
    def->y = room;
    if (room == NULL) {
        return false;
    }
    if (def->z == NULL) {
        if (y->kind == AB_NODE_LIST && y->count != def->x_count) {
            return wrong_length(reader, y, "y", y->count, def->x_count);
        }
        return read_numbers(reader, y, "y", room);
    }
    if (y->kind != AB_NODE_LIST || y->count != rows) {
        char found[100];
        ab_yaml_problem(&reader->context, y->place,
                        "y wants a list of %d lists, one for each z, found %s", rows,
                        ab_node_describe(y, found, sizeof found));
        return false;
    }
    bool ok = true;
    int row = 0;
    for (const abNodeItem *item = y->first; item != NULL; item = item->next, row++) {
        char name[40];
        snprintf(name, sizeof name, "y[%d]", row);
        if (item->value->kind == AB_NODE_LIST && item->value->count != def->x_count) {
            ok = wrong_length(reader, item->value, name, item->value->count, def->x_count);
        } else {
            double *curve = room + (size_t)row * (size_t)def->x_count;
            ok = read_numbers(reader, item->value, name, curve) && ok;
        }
    }
    return ok;
}

void ab_yaml_read_spline(abYamlReader *reader, const abNodeItem *item) {
    static const char *const others[] = {"x", "y", "z", NULL};
    int before = reader->context.problems;
    const abNode *node = item->value;
    char what[WHAT];
    abSplineDef def = ab_spline_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_spline_table, .object = &def};
    ab_yaml_fill(&reader->context, node, what_named("spline", item->key, what), &target, 1, others);
    bool has_points = ab_node_find(node, "x") != NULL && ab_node_find(node, "y") != NULL;
    if (!has_points && reader->context.problems == before) {
        ab_yaml_problem(&reader->context, node->place, "%s needs the keys x and y", what);
    }
    bool ok =
        has_points && read_axis(reader, node, "x", &def.x, &def.x_count) &&
        (ab_node_find(node, "z") == NULL || read_axis(reader, node, "z", &def.z, &def.z_count)) &&
        read_heights(reader, node, &def);
    if (ok && reader->context.problems == before) {
        ab_yaml_added(reader, ab_model_add_spline(reader->model, &def, reader->context.error));
    }
    reader->lost_splines |= reader->context.problems != before;
}

// ---- sensors, states and outputs ----

// A mapping into a definition whose expression may look at the state.
static void fill_observing(abYamlReader *reader, const abNode *node, const char *what,
                           const abTable *table, void *def) {
    abYamlTarget target = {.table = table, .object = def};
    reader->context.may_observe = true;
    ab_yaml_fill(&reader->context, node, what, &target, 1, NULL);
    reader->context.may_observe = false;
}

void ab_yaml_read_sensor(abYamlReader *reader, const abNodeItem *item) {
    char what[WHAT];
    abSensorDef def = ab_sensor_def();
    def.name = item->key;
    def.place = item->key_place;
    fill_observing(reader, item->value, what_named("sensor", item->key, what), &ab_sensor_table,
                   &def);
    def.expression = def.expression != NULL ? def.expression : "0";
    ab_yaml_added(reader, ab_model_add_sensor(reader->model, &def, reader->context.error));
}

void ab_yaml_read_change(abYamlReader *reader, const abNodeItem *item) {
    abChangeDef def = ab_change_def();
    abYamlTarget target = {.table = &ab_change_table, .object = &def};
    def.place = item->value->place;
    if (ab_yaml_fill(&reader->context, item->value, "change", &target, 1, NULL)) {
        ab_yaml_added(reader, ab_model_add_change(reader->model, &def, reader->context.error));
    }
}

void ab_yaml_read_state(abYamlReader *reader, const abNodeItem *item) {
    char what[WHAT];
    abStateDef def = ab_state_def();
    def.name = item->key;
    def.place = item->key_place;
    fill_observing(reader, item->value, what_named("state", item->key, what), &ab_state_table,
                   &def);
    def.rate = def.rate != NULL ? def.rate : "0";
    ab_yaml_added(reader, ab_model_add_state(reader->model, &def, reader->context.error));
}

// {name: ..., expression: ...}
static void read_request(abYamlReader *reader, const abNode *node) {
    int before = reader->context.problems;
    abRequestDef def = ab_request_def();
    def.place = node->place;
    fill_observing(reader, node, "output", &ab_request_table, &def);
    if (reader->context.problems == before) {
        ab_yaml_added(reader, ab_model_add_request(reader->model, &def, reader->context.error));
    }
}

void ab_yaml_read_output(abYamlReader *reader, const abNodeItem *item) {
    if (item->value->kind == AB_NODE_MAP) {
        read_request(reader, item->value);
        return;
    }
    const char *series = ab_yaml_text(&reader->context, item->value, "outputs");
    int open = series != NULL ? ab_yaml_open_brackets(series) : 0;
    bool is_cut = open > 0 && !item->value->is_quoted && strchr(series, ',') == NULL;
    if (is_cut) {
        char shown[60];
        ab_yaml_problem(&reader->context, item->value->place,
                        "outputs: a comma ends a value, so a series with one stands in quotes: "
                        "\"%s, ...\"",
                        ab_text_shown(series, shown, sizeof shown));
        return;
    }
    bool is_rest = open < 0 && reader->context.problems > 0; // of one that was told
    if (series != NULL && !is_rest) {
        ab_yaml_added(reader, ab_model_add_output(reader->model, series, item->value->place,
                                                  reader->context.error));
    }
}

// ---- expressions ----

void ab_yaml_read_expression_units(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL) {
        ab_table_defaults(&ab_expression_units_table, &reader->expression_units);
        abYamlTarget target = {.table = &ab_expression_units_table,
                               .object = &reader->expression_units};
        ab_yaml_fill(&reader->context, node, "expression_units", &target, 1, NULL);
        reader->has_expression_units = true;
    }
}

void ab_yaml_check_expressions(abYamlReader *reader) {
    abYamlContext *context = &reader->context;
    abUnitFactor length, time, force;
    if (reader->has_expression_units) {
        ab_model_set_expression_units(reader->model, &reader->expression_units);
    } else if (ab_unit_factor(&context->units, "m", &length) &&
               ab_unit_factor(&context->units, "s", &time) &&
               ab_unit_factor(&context->units, "N", &force)) {
        abExpressionUnits units = {ab_unit_to_si(length, 1.0), ab_unit_to_si(time, 1.0),
                                   ab_unit_to_si(force, 1.0)};
        ab_model_set_expression_units(reader->model, &units);
    }
    if (reader->lost_names || reader->lost_splines) {
        return; // what they name may be among what was lost
    }
    for (const abYamlExpression *e = context->expressions; e != NULL; e = e->next) {
        int before = context->problems;
        ab_yaml_added(reader, ab_model_check_expression(reader->model, e->text, e->place,
                                                        e->is_of_time, context->error));
        if (e->has_owner) {
            ab_yaml_taint(reader, e->owner, before);
        }
    }
}
