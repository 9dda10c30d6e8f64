// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_model.c - the sections of a model file, each from its node to definitions.
//
// A definition with a problem is still added, with defaults where values were wrong, so that names
// resolve and the rest of the file can be checked in the same go.

#include <stdio.h>
#include <string.h>

#include "io/yaml_reader.h"
#include "model/tables.h"

enum { WHAT = 100 };

// ---- shared ----

void ab_yaml_added(abYamlReader *reader, abResult result) {
    if (result == AB_BAD_MODEL) {
        reader->context.problems++;
    } else if (result != AB_OK) {
        reader->result = result;
    }
}

void ab_yaml_taint(abYamlReader *reader, abPlace place, int before) {
    abYamlContext *context = &reader->context;
    abYamlExpression *e =
        context->without_owner != NULL ? context->without_owner : context->expressions;
    for (; e != NULL; e = e->next) { // expressions since the last definition are of this one
        if (!e->has_owner) {
            e->has_owner = true;
            e->owner = place;
        }
        context->without_owner = e;
    }
    if (reader->context.problems == before) {
        return;
    }
    abTainted *tainted = AB_ARENA_NEW(reader->context.arena, abTainted, 1);
    if (tainted == NULL) {
        reader->context.is_out_of_memory = true;
        return;
    }
    *tainted = (abTainted){.next = reader->tainted, .place = place};
    reader->tainted = tainted;
}

bool ab_yaml_claim(abYamlReader *reader, abTextMap *known, const char *name, abPlace place,
                   const char *what) {
    const abPlace *first = ab_text_map_find(known, name);
    if (first != NULL) {
        if (strcmp(first->file, place.file) == 0) {
            ab_yaml_problem(&reader->context, place, "%s is given twice, first at line %d", what,
                            first->line);
        }
        return false;
    }
    abPlace *kept = AB_ARENA_NEW(reader->context.arena, abPlace, 1);
    if (kept != NULL) {
        *kept = place;
    }
    if (kept == NULL || !ab_text_map_put(known, name, kept)) {
        reader->context.is_out_of_memory = true;
        return false;
    }
    return true;
}

// Of a joint or force: two of one name could not be told apart in outputs. The second goes on
// without its name.
static void claim_name(abYamlReader *reader, abTextMap *known, const abNode *node,
                       const char **name, const char *of) {
    if (*name != NULL) {
        char what[100], shown[60];
        snprintf(what, sizeof what, "the name %s of a %s",
                 ab_text_shown(*name, shown, sizeof shown), of);
        abPlace place = ab_node_find(node, "name")->value->place;
        *name = ab_yaml_claim(reader, known, *name, place, what) ? *name : NULL;
    }
}

static bool wants(abYamlReader *reader, const abNode *node, const char *name, const char *wanted,
                  const char *of) {
    char found[100];
    ab_yaml_problem(&reader->context, node->place, "%s wants a %s of %s, found %s", name, wanted,
                    of, ab_node_describe(node, found, sizeof found));
    return false;
}

bool ab_yaml_is_map(abYamlReader *reader, const abNode *node, const char *name, const char *of) {
    return node->kind == AB_NODE_MAP || ab_node_is_empty(node) ||
           wants(reader, node, name, "mapping", of);
}

bool ab_yaml_is_list(abYamlReader *reader, const abNode *node, const char *name, const char *of) {
    return node->kind == AB_NODE_LIST || ab_node_is_empty(node) ||
           wants(reader, node, name, "list", of);
}

bool ab_yaml_two_texts(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                       const char *out[2]) {
    const abNodeItem *item = ab_node_find(map, key);
    if (item == NULL) {
        if (map->kind == AB_NODE_MAP) { // what it is else, is said by others
            ab_yaml_problem(&reader->context, map->place, "%s needs the key %s: [a, b]", what, key);
        }
        return false;
    }
    if (item->value->kind != AB_NODE_LIST || item->value->count != 2) {
        char found[100];
        ab_yaml_problem(&reader->context, item->value->place,
                        "%s wants a list of 2 names, found %s", key,
                        ab_node_describe(item->value, found, sizeof found));
        return false;
    }
    out[0] = ab_yaml_text(&reader->context, item->value->first->value, key);
    out[1] = ab_yaml_text(&reader->context, item->value->last->value, key);
    return out[0] != NULL && out[1] != NULL;
}

void ab_yaml_exclusive(abYamlReader *reader, const abNode *map, const char *a, const char *b) {
    const abNodeItem *item = ab_node_find(map, a), *other = ab_node_find(map, b);
    if (item != NULL && other != NULL) {
        ab_yaml_problem(&reader->context, other->key_place, "give %s or %s, not both", a, b);
    }
}

// ---- things chosen by name from a list ----

static const char *choice_words(const abChoice *choice, char *out, size_t size) {
    const char *words[64] = {NULL};
    for (int kind = 0; kind < choice->count && kind < 63; kind++) {
        words[kind] = choice->table(kind)->name;
    }
    return ab_words_joined(words, out, size);
}

// "; rope is a force" or "; did you mean revolute?"; nothing when no name is near.
static const char *kind_hint(const abChoice *choice, const char *name, char *out, size_t size) {
    const char *near = ab_choice_nearest(choice, name);
    out[0] = '\0';
    if (near != NULL) {
        snprintf(out, size, "; did you mean %s?", near);
        return out;
    }
    for (const char *const *list = ab_choice_lists; *list != NULL; list++) {
        if (ab_kind_find(*list, name) >= 0) {
            snprintf(out, size, "; %s is a %s", name, *list);
            return out;
        }
    }
    return out;
}

static void unknown_kind(abYamlReader *reader, abPlace place, const abChoice *choice,
                         const char *name) {
    char words[260], shown[44], hint[80];
    ab_yaml_problem(&reader->context, place, "there is no %s \"%s\"%s; known: %s", choice->list,
                    ab_text_shown(name, shown, sizeof shown),
                    kind_hint(choice, name, hint, sizeof hint),
                    choice_words(choice, words, sizeof words));
}

// The kind of a name; -1 after a problem.
static int named_kind(abYamlReader *reader, const abNode *node, const char *key,
                      const abChoice *choice) {
    const char *name = ab_yaml_text(&reader->context, node, key);
    if (name == NULL) {
        return -1;
    }
    int kind = ab_choice_kind(choice, name);
    if (kind < 0) {
        unknown_kind(reader, node->place, choice, name);
    }
    return kind;
}

// The kind that `map` names under `key`; -1 after a problem.
static int read_kind(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                     const abChoice *choice) {
    char words[260];
    if (map->kind != AB_NODE_MAP) {
        char found[100];
        ab_yaml_problem(&reader->context, map->place, "%s wants a mapping with %s, found %s", what,
                        key, ab_node_describe(map, found, sizeof found));
        return -1;
    }
    const abNodeItem *item = ab_node_find(map, key);
    if (item == NULL) {
        ab_yaml_problem(&reader->context, map->place, "%s needs the key %s: one of %s", what, key,
                        choice_words(choice, words, sizeof words));
        return -1;
    }
    return named_kind(reader, item->value, key, choice);
}

// ---- head ----

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

// ---- bodies ----

static void report_no_kind(abYamlReader *reader, const abNode *node, const abChoice *choice) {
    char words[260];
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        if (ab_table_find(&ab_shape_table, item->key) == NULL) {
            const char *near = ab_nearest_key(item->key, &ab_shape_table);
            if (near == NULL || ab_choice_nearest(choice, item->key) != NULL) {
                unknown_kind(reader, item->key_place, choice, item->key);
                return;
            }
        }
    }
    ab_yaml_problem(&reader->context, node->place, "a shape needs a kind as key: one of %s",
                    choice_words(choice, words, sizeof words));
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
        ab_model_add_shape(reader->model, body, &def, reader->folder, NULL);
    }
    ab_yaml_taint(reader, def.place, -1);
}

// `before` counts the problems before the body.
static void read_shape(abYamlReader *reader, const abNode *node, abBodyId body, int before) {
    abYamlContext *context = &reader->context;
    if (node->kind != AB_NODE_MAP) {
        wants(reader, node, "shapes", "list", "shapes such as {sphere: {radius: 1}}");
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
    ab_params_init(&def.params, "shape", def.kind);
    abYamlTarget own = {.table = ab_choice_find("shape")->table(def.kind),
                        .object = def.params.data};
    ab_yaml_fill(context, kind->value, kind->key, &own, 1, NULL);
    def.collides = def.collides && context->problems == before; // no news from a wrong place
    if (body.index != 0) {
        ab_yaml_added(
            reader, ab_model_add_shape(reader->model, body, &def, reader->folder, context->error));
    }
    ab_yaml_taint(reader, def.place, before);
}

static void read_motion(abYamlReader *reader, const abNodeItem *motion, abBodyDef *def) {
    if (def->mobility != AB_MOBILITY_PRESCRIBED) {
        ab_yaml_problem(&reader->context, motion->key_place,
                        "motion is for a body with mobility: prescribed");
        return;
    }
    abYamlTarget target = {.table = &ab_motion_table, .object = def};
    ab_yaml_fill(&reader->context, motion->value, "motion", &target, 1, NULL);
}

static void read_body(abYamlReader *reader, const abNodeItem *item) {
    static const char *const others[] = {"shapes", "markers", "motion", NULL};
    abYamlContext *context = &reader->context;
    const abNode *node = item->value;
    int before = context->problems;
    char what[WHAT], shown[60];
    snprintf(what, sizeof what, "body %s", ab_text_shown(item->key, shown, sizeof shown));

    abBodyDef def = ab_body_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_body_table, .object = &def};
    ab_yaml_fill(context, node, what, &target, 1, others);
    ab_yaml_exclusive(reader, node, "orientation", "rotation");
    const abNodeItem *motion = ab_node_find(node, "motion");
    if (motion != NULL) {
        read_motion(reader, motion, &def);
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
    ab_yaml_taint(reader, def.place, before);
}

static void read_bodies(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node == NULL) {
        return;
    }
    if (!ab_yaml_is_map(reader, node, "bodies", "names to bodies")) {
        reader->lost_names = true;
    } else {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_body(reader, item);
        }
    }
}

static void read_world_markers(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL) {
        ab_yaml_read_markers(reader, node, (abBodyId){0});
    }
}

// ---- contacts ----

// `friction: {law: coulomb, ...}`, or `friction: coulomb` for a law as it is by default.
static void read_law(abYamlReader *reader, const abNode *rule, const char *key, const char *list,
                     int *kind, abParams *params) {
    static const char *const others[] = {"law", NULL};
    const abNodeItem *item = ab_node_find(rule, key);
    if (item == NULL) {
        return;
    }
    const abChoice *choice = ab_choice_find(list);
    const abNode *law = item->value;
    const abNode no_keys = {.kind = AB_NODE_MAP, .place = law->place};
    bool is_name = law->kind == AB_NODE_SCALAR && !ab_node_is_empty(law);
    int found =
        is_name ? named_kind(reader, law, key, choice) : read_kind(reader, law, "law", key, choice);
    if (found < 0) {
        return;
    }
    *kind = found;
    ab_params_init(params, list, found);
    char what[WHAT];
    snprintf(what, sizeof what, "law %s", choice->table(found)->name);
    abYamlTarget target = {.table = choice->table(found), .object = params->data};
    ab_yaml_fill(&reader->context, is_name ? &no_keys : law, what, &target, 1, others);
}

static void read_contact(abYamlReader *reader, const abNode *node) {
    static const char *const others[] = {"between", "normal", "friction", NULL};
    int before = reader->context.problems;
    abContactRuleDef def = ab_contact_rule_def();
    def.place = node->place;
    abYamlTarget target = {.table = &ab_contact_rule_table, .object = &def};
    ab_yaml_fill(&reader->context, node, "contact", &target, 1, others);
    bool has_sides = ab_yaml_two_texts(reader, node, "between", "contact", def.between);
    read_law(reader, node, "normal", "normal law", &def.normal_law, &def.normal);
    read_law(reader, node, "friction", "friction law", &def.friction_law, &def.friction);
    if (has_sides) {
        ab_yaml_added(reader,
                      ab_model_add_contact_rule(reader->model, &def, reader->context.error));
    }
    ab_yaml_taint(reader, def.place, before);
}

// Without the key everything may touch everything; with an empty list nothing touches.
static void read_contacts(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && !ab_yaml_is_list(reader, node, "contacts", "rules")) {
        return;
    }
    if (node == NULL || node->count == 0) {
        abContactRuleDef def = ab_contact_rule_def();
        def.place = node != NULL ? node->place : root->place;
        def.enabled = node == NULL;
        ab_yaml_added(reader,
                      ab_model_add_contact_rule(reader->model, &def, reader->context.error));
        return;
    }
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        read_contact(reader, item->value);
    }
}

static void read_exclusion(abYamlReader *reader, const abNode *node) {
    int before = reader->context.problems;
    if (node->kind != AB_NODE_LIST || node->count != 2) {
        wants(reader, node, "exclude", "list", "pairs such as [wheel, group:fenders]");
    } else {
        const char *a = ab_yaml_text(&reader->context, node->first->value, "exclude");
        const char *b = ab_yaml_text(&reader->context, node->last->value, "exclude");
        if (a != NULL && b != NULL) {
            ab_yaml_added(
                reader, ab_model_exclude(reader->model, a, b, node->place, reader->context.error));
        }
    }
    ab_yaml_taint(reader, node->place, before);
}

static void read_exclude(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "exclude", "pairs of selectors")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_exclusion(reader, item->value);
        }
    }
}

// ---- joints and forces ----

// A zero axis means "not given" to the model, so it must not come from a file.
static void check_axis(abYamlReader *reader, const abNode *node, const abYamlTarget *target,
                       abVec3 axis) {
    const abNodeItem *item = ab_node_find(node, "axis");
    if (ab_yaml_is_given(target, "axis") && item->value->kind == AB_NODE_LIST && axis.x == 0.0 &&
        axis.y == 0.0 && axis.z == 0.0) {
        ab_yaml_problem(&reader->context, item->value->place, "axis has no direction");
    }
}

static void read_joint(abYamlReader *reader, const abNode *node) {
    static const char *const others[] = {"type", "between", NULL}, *const alone[] = {"type", NULL};
    int before = reader->context.problems;
    const abChoice *choice = ab_choice_find("joint");
    abJointDef def = ab_joint_def();
    def.place = node->place;
    int kind = read_kind(reader, node, "type", "joint", choice);
    bool is_coupler = kind == AB_JOINT_COUPLER; // between joints, not bodies
    def.between[0] = def.between[1] = "world";
    bool has_bodies =
        is_coupler || ab_yaml_two_texts(reader, node, "between", "joint", def.between);
    if (kind >= 0) {
        def.type = kind;
        ab_params_init(&def.params, "joint", kind);
        char what[WHAT];
        snprintf(what, sizeof what, "joint %s", choice->table(kind)->name);
        abYamlTarget targets[] = {
            {.table = &ab_joint_table, .object = &def},
            {.table = choice->table(kind), .object = def.params.data},
        };
        ab_yaml_fill(&reader->context, node, what, targets, 2, is_coupler ? alone : others);
        ab_yaml_exclusive(reader, node, "orientation", "axis");
        check_axis(reader, node, &targets[0], def.axis);
        claim_name(reader, &reader->joints, node, &def.name, "joint");
    }
    if (kind >= 0 && has_bodies) {
        ab_yaml_added(reader, ab_model_add_joint(reader->model, &def, reader->context.error));
    }
    ab_yaml_taint(reader, def.place, before);
}

static void read_force(abYamlReader *reader, const abNode *node) {
    static const char *const others[] = {"type", "between", NULL};
    int before = reader->context.problems;
    const abChoice *choice = ab_choice_find("force");
    abForceDef def = ab_force_def();
    def.place = node->place;
    int kind = read_kind(reader, node, "type", "force", choice);
    bool has_bodies = ab_yaml_two_texts(reader, node, "between", "force", def.between);
    if (kind >= 0) {
        def.type = kind;
        ab_params_init(&def.params, "force", kind);
        char what[WHAT];
        snprintf(what, sizeof what, "force %s", choice->table(kind)->name);
        abYamlTarget targets[] = {
            {.table = &ab_force_table, .object = &def},
            {.table = choice->table(kind), .object = def.params.data},
        };
        reader->context.may_look = true;
        ab_yaml_fill(&reader->context, node, what, targets, 2, others);
        reader->context.may_look = false;
        claim_name(reader, &reader->forces, node, &def.name, "force");
    }
    if (kind >= 0 && has_bodies) {
        ab_yaml_added(reader, ab_model_add_force(reader->model, &def, reader->context.error));
    }
    ab_yaml_taint(reader, def.place, before);
}

static void read_joints(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "joints", "joints")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_joint(reader, item->value);
        }
    }
}

static void read_forces(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "forces", "forces")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_force(reader, item->value);
        }
    }
}

// ---- simulation and outputs ----

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
    {"bodies", read_bodies},
    {"fields", ab_yaml_read_fields},
    {"contacts", read_contacts},
    {"exclude", read_exclude},
    {"joints", read_joints},
    {"splines", ab_yaml_read_splines},
    {"variables", ab_yaml_read_variables},
    {"forces", read_forces},
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
