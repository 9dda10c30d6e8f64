// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_bodies.c - bodies with their shapes, motion and markers.

#include "read/yaml/yaml_bodies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/core/inertia.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_kinds.h"
#include "read/yaml/yaml_signals.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"

enum { WHAT = 100 };

// ---- shapes ----

// {type: sphere, radius: 0.1} where {sphere: {radius: 0.1}} is meant; false when it is not so.
static bool report_kind_as_value(abYamlReader *reader, const abNode *node, const abChoice *choice) {
    static const char *const keys[] = {"type", "kind", "shape", "geometry", NULL};
    for (const char *const *key = keys; *key != NULL; key++) {
        const abNodeItem *item = ab_node_find(node, *key);
        if (item == NULL || item->value->kind != AB_NODE_SCALAR) {
            continue;
        }
        const char *name = item->value->text;
        int kind = ab_choice_kind(choice, name);
        const char *near = kind >= 0 ? name : ab_choice_nearest(choice, name);
        if (near != NULL) {
            char shown[44];
            ab_yaml_problem(&reader->context, item->key_place,
                            "the kind of a shape is its key, not a value: in place of %s: %s write "
                            "{%s: {...}, material: ...}, with the keys of the %s within",
                            *key, ab_text_shown(name, shown, sizeof shown), near, near);
            return true;
        }
    }
    return false;
}

static void report_no_kind(abYamlReader *reader, const abNode *node, const abChoice *choice) {
    char words[260];
    if (report_kind_as_value(reader, node, choice)) {
        return;
    }
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        if (ab_table_find(&ab_shape_table, item->key) == NULL) {
            const char *near = ab_nearest_key(item->key, &ab_shape_table);
            if (near == NULL || ab_choice_nearest(choice, item->key) != NULL) {
                ab_yaml_unknown_kind(reader, item->key_place, choice, item->key);
                return;
            }
        }
    }
    ab_yaml_problem(&reader->context, node->place, "a shape needs a kind as key: one of %s",
                    ab_yaml_choice_words(choice, words, sizeof words));
}

// The item whose key names the kind of shape; NULL after a problem.
static const abNodeItem *find_shape_kind(abYamlReader *reader, const abNode *node, int *kind) {
    const abChoice *choice = ab_choice_find("shape");
    const abNodeItem *found = NULL;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        int this_kind = ab_choice_kind(choice, item->key);
        if (this_kind >= 0 && found != NULL) {
            ab_yaml_problem(&reader->context, item->key_place,
                            "a shape is one kind: %s or %s; write two items of the list",
                            found->key, item->key);
            return NULL;
        }
        if (this_kind >= 0) {
            found = item;
            *kind = this_kind;
        }
    }
    if (found == NULL) {
        report_no_kind(reader, node, choice);
    }
    return found;
}

// In place of a shape whose kind is not known: bears its name and group, touches nothing.
static void add_stand_in(abYamlReader *reader, const abNode *node, abBodyId body) {
    abYamlContext quiet = reader->context;
    quiet.error = NULL;
    abShapeDef def = ab_shape_def();
    def.place = node->place;
    abYamlTarget target = {.table = &ab_shape_table, .object = &def};
    ab_yaml_fill(&quiet, node, "shape", &target, 1, NULL);
    def.collides = false;
    def.kind = ab_kind_find("shape", "sphere");
    ab_params_init(&def.params, "shape", def.kind);
    ab_params_set(&def.params, "shape", def.kind, "radius", 1.0, NULL);
    if (body.index != 0) {
        ab_model_add_shape(reader->model, body, &def, reader->context.folder, NULL);
    }
    ab_yaml_taint(reader, def.place, -1);
}

// Where the value of a key stands; no line: it is not there.
static abPlace place_of(const abNode *node, const char *key) {
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        if (strcmp(item->key, key) == 0) {
            return item->value->place;
        }
    }
    return (abPlace){0};
}

// `before` counts the problems before the body.
static void read_shape(abYamlReader *reader, const abNode *node, abBodyId body, int before) {
    abYamlContext *context = &reader->context;
    if (node->kind != AB_NODE_MAP) {
        ab_yaml_wants(reader, node, "shapes", "list", "shapes such as {sphere: {radius: 1}}");
        return;
    }
    abShapeDef def = ab_shape_def();
    def.place = node->place;
    const abNodeItem *kind = find_shape_kind(reader, node, &def.kind);
    if (kind == NULL) {
        add_stand_in(reader, node, body);
        return;
    }
    const char *const others[] = {kind->key, NULL};
    char what[WHAT];
    snprintf(what, sizeof what, "shape %s", kind->key);
    abYamlTarget common = {.table = &ab_shape_table, .object = &def};
    ab_yaml_fill(context, node, what, &common, 1, others);
    ab_yaml_exclusive(reader, node, "orientation", "rotation");
    def.material_place = place_of(node, "material");
    def.contact_material_place = place_of(node, "contact_material");
    ab_params_init(&def.params, "shape", def.kind);
    abYamlTarget own = {.table = ab_choice_find("shape")->table(def.kind),
                        .object = def.params.data};
    ab_yaml_fill(context, kind->value, kind->key, &own, 1, NULL);
    def.collides = def.collides && context->problems == before; // no news from a wrong place
    if (body.index != 0) {
        ab_yaml_added(reader, ab_model_add_shape(reader->model, body, &def, reader->context.folder,
                                                 context->error));
    }
    ab_yaml_taint(reader, def.place, before);
}

// ---- bodies ----

static void read_motion(abYamlReader *reader, const abNodeItem *motion, abBodyDef *def) {
    if (def->mobility != AB_MOBILITY_PRESCRIBED) {
        ab_yaml_problem(&reader->context, motion->key_place,
                        "motion is for a body with mobility: prescribed");
        return;
    }
    abYamlTarget target = {.table = &ab_motion_table, .object = def};
    ab_yaml_fill(&reader->context, motion->value, "motion", &target, 1, NULL);
}

// Where it stands; the compiled model knows only where the body is.
static void check_inertia(abYamlContext *context, const abNode *node, const abBodyDef *def) {
    bool moves = def->mobility == AB_MOBILITY_FREE || def->mobility == AB_MOBILITY_PLANAR;
    const abNodeItem *item = ab_node_find(node, "inertia");
    char fault[200];
    if (moves && item != NULL && !isnan(def->inertia.m[0][0]) &&
        ab_inertia_fault(def->inertia, fault, sizeof fault)) {
        ab_yaml_problem(context, item->value->place, "inertia of body %s %s", def->name, fault);
    }
}

// A single number where a list is meant, or `all`.
static bool has_all_modes(const abNode *node) {
    const abNodeItem *modes = ab_node_find(node, "modes");
    return modes != NULL && modes->value->kind == AB_NODE_SCALAR &&
           strcmp(modes->value->text, "all") == 0;
}

static void read_flexible(abYamlReader *reader, const abNodeItem *item, abBodyDef *def) {
    static const char *const modes[] = {"modes", NULL};
    abYamlTarget target = {.table = &ab_flexible_table, .object = &def->flexible};
    ab_yaml_fill(&reader->context, item->value, "flexible", &target, 1,
                 has_all_modes(item->value) ? modes : NULL);
    def->flexible.place = item->value->place;
    def->flexible.folder = reader->context.folder;
    const char *const *given = def->flexible.modes;
    if (given != NULL && given[0] == NULL) { // no mode may move
        def->flexible.modes = NULL;
        def->flexible.rigid = true;
    }
}

static const char *const s_others[] = {"shapes", "markers", "motion", "flexible", NULL};

// Whether a key of a body stands where bodies do, as not far enough to the right; it is then told.
static bool is_beside(abYamlReader *reader, const abNodeItem *item) {
    bool is_key = ab_table_find(&ab_body_table, item->key) != NULL;
    for (int i = 0; s_others[i] != NULL; i++) {
        is_key = is_key || strcmp(s_others[i], item->key) == 0;
    }
    if (item->value->kind == AB_NODE_MAP || !is_key) {
        return false;
    }
    ab_yaml_problem(&reader->context, item->key_place,
                    "%s stands where the names of bodies do; indent it further than the name of "
                    "the body it belongs to",
                    item->key);
    return true;
}

void ab_yaml_read_body(abYamlReader *reader, const abNodeItem *item) {
    abYamlContext *context = &reader->context;
    const abNode *node = item->value;
    int before = context->problems;
    if (is_beside(reader, item)) {
        return;
    }
    char what[WHAT], shown[60];
    snprintf(what, sizeof what, "body %s", ab_text_shown(item->key, shown, sizeof shown));

    abBodyDef def = ab_body_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_body_table, .object = &def};
    ab_yaml_fill(context, node, what, &target, 1, s_others);
    check_inertia(context, node, &def);
    ab_yaml_exclusive(reader, node, "orientation", "rotation");
    const abNodeItem *motion = ab_node_find(node, "motion");
    if (motion != NULL) {
        read_motion(reader, motion, &def);
    }
    const abNodeItem *flexible = ab_node_find(node, "flexible");
    if (flexible != NULL) {
        read_flexible(reader, flexible, &def);
    }
    abBodyId body = {0};
    ab_yaml_added(reader, ab_model_add_body(reader->model, &def, &body, context->error));

    const abNodeItem *markers = ab_node_find(node, "markers");
    if (markers != NULL && (body.index != 0 || context->problems == before)) {
        ab_yaml_read_markers(reader, markers->value, body);
    }
    ab_yaml_taint(reader, def.place, before); // takes the motion's expressions
    const abNodeItem *shapes = ab_node_find(node, "shapes");
    if (shapes != NULL && ab_yaml_is_list(reader, shapes->value, "shapes", "shapes")) {
        for (const abNodeItem *shape = shapes->value->first; shape != NULL; shape = shape->next) {
            read_shape(reader, shape->value, body, before);
        }
    }
}
