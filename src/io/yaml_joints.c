// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_joints.c - joints and forces: what acts between two bodies without contact.

#include <stdio.h>

#include "io/yaml_reader.h"

enum { WHAT = 100 };

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
    int kind = ab_yaml_read_kind(reader, node, "type", "joint", choice);
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
    int kind = ab_yaml_read_kind(reader, node, "type", "force", choice);
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

void ab_yaml_read_joints(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "joints", "joints")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_joint(reader, item->value);
        }
    }
}

void ab_yaml_read_forces(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "forces", "forces")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_force(reader, item->value);
        }
    }
}
