// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_joints.c - joints and forces: what acts between two bodies without contact.

#include "read/yaml/yaml_joints.h"

#include <stdio.h>

#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_kinds.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"

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

// Fills the keys of all joints (or forces) and those of the kind; `common` answers for the former.
static void fill(abYamlReader *reader, const abNode *node, const char *list, int kind,
                 abYamlTarget *common, abParams *params, const char *const *others) {
    const abTable *table = ab_choice_find(list)->table(kind);
    char what[WHAT];
    snprintf(what, sizeof what, "%s %s", list, table->name);
    ab_params_init(params, list, kind);
    abYamlTarget targets[] = {*common, {.table = table, .object = params->data}};
    ab_yaml_fill(&reader->context, node, what, targets, 2, others);
    *common = targets[0];
}

static const char *const s_type[] = {"type", NULL};
static const char *const s_type_between[] = {"type", "between", NULL};

void ab_yaml_read_joint(abYamlReader *reader, const abNodeItem *item) {
    const abNode *node = item->value;
    abJointDef def = ab_joint_def();
    def.place = node->place;
    int kind = ab_yaml_read_kind(reader, node, "type", "joint", ab_choice_find("joint"));
    bool is_coupler = kind == AB_JOINT_COUPLER; // between joints, not bodies
    def.between[0] = def.between[1] = "world";
    bool has_bodies =
        is_coupler || ab_yaml_two_texts(reader, node, "between", "joint", def.between);
    if (kind >= 0) {
        abYamlTarget common = {.table = &ab_joint_table, .object = &def};
        def.type = kind;
        fill(reader, node, "joint", kind, &common, &def.params,
             is_coupler ? s_type : s_type_between);
        ab_yaml_exclusive(reader, node, "orientation", "axis");
        check_axis(reader, node, &common, def.axis);
        claim_name(reader, &reader->joints, node, &def.name, "joint");
    }
    if (kind >= 0 && has_bodies) {
        ab_yaml_added(reader, ab_model_add_joint(reader->model, &def, reader->context.error));
    }
}

void ab_yaml_read_force(abYamlReader *reader, const abNodeItem *item) {
    const abNode *node = item->value;
    abForceDef def = ab_force_def();
    def.place = node->place;
    int kind = ab_yaml_read_kind(reader, node, "type", "force", ab_choice_find("force"));
    bool has_bodies = ab_yaml_two_texts(reader, node, "between", "force", def.between);
    if (kind >= 0) {
        abYamlTarget common = {.table = &ab_force_table, .object = &def};
        def.type = kind;
        reader->context.may_observe = true;
        fill(reader, node, "force", kind, &common, &def.params, s_type_between);
        reader->context.may_observe = false;
        claim_name(reader, &reader->forces, node, &def.name, "force");
    }
    if (kind >= 0 && has_bodies) {
        ab_yaml_added(reader, ab_model_add_force(reader->model, &def, reader->context.error));
    }
}
