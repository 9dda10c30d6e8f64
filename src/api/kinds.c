// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// kinds.c - definitions by kind, and their values by key: each definition is two tables, that of
// its kind and that of all its siblings, in which a key is looked up one after the other.

#include "abut/kinds.h"

#include <string.h>

#include "abut/model.h"
#include "model/kinds/key_values.h"
#include "model/kinds/rule_said.h"
#include "model/kinds/tables.h"

// ---- shapes ----

abShapeDef ab_shape_of(const char *kind) {
    abShapeDef def = ab_shape_def();
    def.kind = ab_kind_find("shape", kind);
    ab_params_init(&def.params, "shape", def.kind);
    return def;
}

// An argument goes to its key as it is; the range is checked when the model is compiled.
static void put(abShapeDef *def, const char *key, double value) {
    const abTable *table = ab_choice_find("shape")->table(def->kind);
    *(double *)(void *)(def->params.data + ab_table_find(table, key)->offset) = value;
}

static abShapeDef by_vector(const char *kind, const char *key, double x, double y, double z) {
    abShapeDef def = ab_shape_of(kind);
    const abTable *table = ab_choice_find("shape")->table(def.kind);
    *(abVec3 *)(void *)(def.params.data + ab_table_find(table, key)->offset) = (abVec3){x, y, z};
    return def;
}

abShapeDef ab_shape_sphere(double radius) {
    abShapeDef def = ab_shape_of("sphere");
    put(&def, "radius", radius);
    return def;
}

abShapeDef ab_shape_ellipsoid(double x, double y, double z) {
    return by_vector("ellipsoid", "semi_axes", x, y, z);
}

abShapeDef ab_shape_box(double x, double y, double z) {
    return by_vector("box", "size", x, y, z);
}

static abShapeDef round_bar(const char *kind, double radius, double length) {
    abShapeDef def = ab_shape_of(kind);
    put(&def, "radius", radius);
    put(&def, "length", length);
    return def;
}

abShapeDef ab_shape_capsule(double radius, double length) {
    return round_bar("capsule", radius, length);
}

abShapeDef ab_shape_cylinder(double radius, double length) {
    return round_bar("cylinder", radius, length);
}

abShapeDef ab_shape_cone(double radius, double length) {
    return round_bar("cone", radius, length);
}

abShapeDef ab_shape_torus(double ring_radius, double tube_radius) {
    abShapeDef def = ab_shape_of("torus");
    put(&def, "ring_radius", ring_radius);
    put(&def, "tube_radius", tube_radius);
    return def;
}

abShapeDef ab_shape_tube(double radius, double inner_radius, double length) {
    abShapeDef def = round_bar("tube", radius, length);
    put(&def, "inner_radius", inner_radius);
    return def;
}

abShapeDef ab_shape_plane(abVec3 normal) {
    return by_vector("plane", "normal", normal.x, normal.y, normal.z);
}

abShapeDef ab_shape_mesh_file(const char *file) {
    abShapeDef def = ab_shape_of("mesh");
    ab_params_set_text(&def.params, "shape", def.kind, "file", file, NULL);
    return def;
}

// ---- rules, joints, forces ----

// A law of the library by its name, else of the program, which ab_model_compile() looks for.
static void choose_law(const char *list, const char *name, int *kind, abParams *params) {
    *kind = ab_kind_find(list, name);
    bool is_of_program = *kind < 0;
    if (is_of_program) {
        *kind = ab_kind_find(list, "callback");
    }
    ab_params_init(params, list, *kind);
    if (is_of_program) {
        ab_params_set_text(params, list, *kind, "name", name, NULL);
    }
}

abContactRuleDef ab_contact_between(const char *a, const char *b, const char *normal_law,
                                    const char *friction_law) {
    abContactRuleDef def = ab_contact_rule_def();
    def.between[0] = a;
    def.between[1] = b;
    def.said.has_normal = def.said.has_friction = true;
    choose_law("normal law", normal_law, &def.normal_law, &def.normal);
    choose_law("friction law", friction_law, &def.friction_law, &def.friction);
    return def;
}

abJointDef ab_joint_of(const char *kind, const char *body_a, const char *body_b) {
    abJointDef def = ab_joint_def();
    def.type = ab_kind_find("joint", kind);
    ab_params_init(&def.params, "joint", def.type);
    def.between[0] = body_a;
    def.between[1] = body_b;
    return def;
}

abForceDef ab_force_of(const char *kind, const char *body_a, const char *body_b) {
    abForceDef def = ab_force_def();
    def.type = ab_kind_find("force", kind);
    ab_params_init(&def.params, "force", def.type);
    def.between[0] = body_a;
    def.between[1] = body_b;
    return def;
}

// ---- values by key ----

// A table with the object it describes; keys begin with `prefix`.
typedef struct Side {
    const char *prefix;
    const abTable *table; // NULL: of a kind that does not exist
    void *object;
    uint64_t *said; // where keys that are set are noted; NULL: nowhere
} Side;

typedef struct Target {
    const char *list, *kind; // for messages
    Side sides[3];
    int count;
    const abKey *key; // found
    const Side *side; // that has it
} Target;

static const abTable *table_of(const char *list, int kind) {
    const abChoice *choice = ab_choice_find(list);
    return kind >= 0 && kind < choice->count ? choice->table(kind) : NULL;
}

static Target siblings(const char *list, int kind, abParams *params, const abTable *common,
                       void *def) {
    const abTable *table = table_of(list, kind);
    return (Target){.list = list,
                    .kind = table != NULL ? table->name : "of that kind",
                    .sides = {{"", table, params->data, NULL}, {"", common, def, NULL}},
                    .count = 2};
}

static Target of_shape(abShapeDef *def) {
    return siblings("shape", def->kind, &def->params, &ab_shape_table, def);
}

static Target of_joint(abJointDef *def) {
    return siblings("joint", def->type, &def->params, &ab_joint_table, def);
}

static Target of_force(abForceDef *def) {
    return siblings("force", def->type, &def->params, &ab_force_table, def);
}

static Target of_rule(abContactRuleDef *def) {
    return (Target){.list = "contact",
                    .kind = "rule",
                    .sides = {{"normal.", table_of("normal law", def->normal_law), def->normal.data,
                               &def->said.normal},
                              {"friction.", table_of("friction law", def->friction_law),
                               def->friction.data, &def->said.friction},
                              {"", &ab_contact_rule_table, def, &def->said.keys}},
                    .count = 3};
}

static abResult find(Target *target, const char *name, abError *error) {
    for (int i = 0; i < target->count && target->key == NULL; i++) {
        const Side *side = &target->sides[i];
        size_t length = strlen(side->prefix);
        if (side->table != NULL && strncmp(name, side->prefix, length) == 0) {
            target->key = ab_table_find(side->table, name + length);
            target->side = side;
        }
    }
    if (target->key != NULL && target->side->said != NULL) {
        *target->side->said |= ab_key_bit(target->side->table, target->key);
    }
    return target->key != NULL ? AB_OK
                               : ab_error_add(error, AB_USAGE, (abPlace){0}, "%s %s has no key %s",
                                              target->list, target->kind, name);
}

// abResult ab_shape_set(abShapeDef *def, const char *key, double value, abError *error) ...
#define SETTER(what, Def, suffix, Value, set)                                                      \
    abResult ab_##what##_set##suffix(Def *def, const char *key, Value value, abError *error) {     \
        Target target = of_##what(def);                                                            \
        AB_TRY(find(&target, key, error));                                                         \
        return set(target.key, target.side->object, value, error);                                 \
    }
SETTER(shape, abShapeDef, , double, ab_key_set_number)
SETTER(shape, abShapeDef, _vector, abVec3, ab_key_set_vector)
SETTER(shape, abShapeDef, _text, const char *, ab_key_set_text)
SETTER(rule, abContactRuleDef, , double, ab_key_set_number)
SETTER(rule, abContactRuleDef, _text, const char *, ab_key_set_text)
SETTER(joint, abJointDef, , double, ab_key_set_number)
SETTER(joint, abJointDef, _vector, abVec3, ab_key_set_vector)
SETTER(joint, abJointDef, _text, const char *, ab_key_set_text)
SETTER(force, abForceDef, , double, ab_key_set_number)
SETTER(force, abForceDef, _vector, abVec3, ab_key_set_vector)
SETTER(force, abForceDef, _text, const char *, ab_key_set_text)
