// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// value_follow.c - by the class of a value, what is computed again: see abValueClass.

#include "model/values/value_follow.h"

#include <string.h>

#include "math/expression/expression_evaluate.h"
#include "model/compile/compile_bodies.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/compile_forces.h"
#include "model/compile/fields.h"
#include "model/compile/signals.h"
#include "model/kinds/joints.h"
#include "model/kinds/rule_said.h"
#include "model/rules/rule_inheritance.h"

// ---- writing ----

static size_t size_of(const abSlot *slot) {
    switch (slot->key->kind) {
    case AB_KEY_NUMBER:
        return sizeof(double);
    case AB_KEY_CHOICE:
        return sizeof(int);
    case AB_KEY_BOOLEAN:
        return sizeof(bool);
    case AB_KEY_VEC3:
        return slot->component >= 0 ? sizeof(double) : sizeof(abVec3);
    default:
        return sizeof(const char *);
    }
}

static const char *text_at(const void *field) {
    const char *text;
    memcpy(&text, field, sizeof text);
    return text;
}

static bool is_text(const abSlot *slot) {
    return slot->key->kind == AB_KEY_EXPRESSION || slot->key->kind == AB_KEY_FREE;
}

// What is set of a rule it says itself from then on.
static void note_said(abModel *model, const abSlot *slot) {
    bool is_keys = slot->owner == AB_OWNER_RULE, is_normal = slot->owner == AB_OWNER_NORMAL;
    if (is_keys || is_normal || slot->owner == AB_OWNER_FRICTION) {
        abRuleSaid *said = &model->rules[slot->item].said;
        uint64_t *keys = is_keys ? &said->keys : is_normal ? &said->normal : &said->friction;
        *keys |= ab_key_bit(slot->table, slot->key);
    }
}

// Texts become the model's own. False for want of memory.
static bool write(abModel *model, const abSlot *slot, const abValue *value) {
    abValue own = *value;
    if (is_text(slot) && !ab_model_own(model, &own.text)) {
        return false;
    }
    memcpy(ab_slot_field(model, slot), &own, size_of(slot));
    note_said(model, slot);
    return true;
}

// ---- programs ----

// Whether what was compiled around a probe fits another.
static bool is_alike(const abCompiledExpression *a, const abCompiledExpression *b) {
    return a->expression != NULL && b->expression != NULL && a->input_count == b->input_count &&
           (a->input_count == 0 ||
            memcmp(a->inputs, b->inputs, (size_t)a->input_count * sizeof *a->inputs) == 0) &&
           a->level == b->level && a->has_velocities == b->has_velocities &&
           ab_expression_uses_time(a->expression) == ab_expression_uses_time(b->expression);
}

// A text that looks at something new does not fit into a copy; what is wrong with it is found when
// the model is compiled anew.
static bool put_probe(abModel *model, const char *text, abPlace place, const char *what,
                      abObservedLevel maximum, abCompiledExpression *compiled) {
    abError problems = {.count = 0};
    abCompiledExpression next;
    bool fits =
        text != NULL &&
        ab_compile_expression(model, text, place, what, maximum, &next, &problems) == AB_OK &&
        is_alike(compiled, &next);
    *compiled = fits ? next : *compiled;
    return fits;
}

static bool follow_force_text(abModel *model, const abSlot *slot) {
    abForceElement *force = &model->forces[slot->item];
    int value = 0;
    for (const abKey *key = slot->table->keys; key < slot->key; key++) {
        value += key->kind == AB_KEY_EXPRESSION;
    }
    force->params = model->force_defs[slot->item].params;
    return put_probe(model, text_at(ab_slot_field(model, slot)), force->place, "a force",
                     AB_LEVEL_FORCES, &force->values[value]);
}

// One that stands in the programs of motions is not alone.
static bool follow_variable(abModel *model, const abSlot *slot) {
    abVariable *variable = &model->variables[slot->item];
    return variable->of_time == NULL && variable->input >= 0 &&
           put_probe(model, variable->def.expression, variable->def.place, "a variable",
                     AB_LEVEL_ALL, &model->inputs[variable->input].compiled);
}

// A motion in place of another. Where it puts bodies at the start counts for much else.
static bool put_motion(abModel *model, const char *text, abPlace place, bool sets_start,
                       abExpression **motion) {
    abError problems = {.count = 0};
    abExpression *next = NULL;
    const double start = model->simulation.start_time;
    if (text == NULL || *motion == NULL ||
        ab_compile_drive(model, text, place, &next, &problems) != AB_OK) {
        return false;
    }
    double before = ab_expression_evaluate(*motion, start).value;
    double after = ab_expression_evaluate(next, start).value;
    *motion = next;
    return !sets_start || before == after;
}

static bool follow_drive(abModel *model, const abSlot *slot) {
    abJoint *joint = &model->joints[slot->item];
    size_t first = offsetof(abJointKeys, drive);
    int number = (int)((slot->key->offset - first) / sizeof(const char *));
    return put_motion(model, text_at(ab_slot_field(model, slot)), joint->place, number < 6,
                      &joint->drive[number % 6]);
}

static bool follow_motion(abModel *model, const abSlot *slot) {
    abBody *body = &model->bodies[slot->item];
    size_t first = offsetof(abBodyDef, motion_position), size = sizeof(const char *);
    int number = (int)((slot->key->offset - first) / size);
    abExpression **motion = number < 3 ? &body->position[number] : &body->rotation[number - 3];
    return put_motion(model, text_at(ab_slot_field(model, slot)), body->place, true, motion);
}

static bool follow_text(abModel *model, const abSlot *slot) {
    switch (slot->owner) {
    case AB_OWNER_FORCE:
        return follow_force_text(model, slot);
    case AB_OWNER_VARIABLE:
        return follow_variable(model, slot);
    case AB_OWNER_JOINT:
        return follow_drive(model, slot);
    case AB_OWNER_MOTION:
        return follow_motion(model, slot);
    default:
        return false;
    }
}

// ---- rules ----

static bool is_condition(const abContactRuleDef *rule) {
    const abNormalLaw *law = ab_normal_law((abNormalLawKind)rule->normal_law);
    return law->is_condition != NULL && law->is_condition(rule->normal.data);
}

static bool is_same_kind(const abContactRuleDef *a, const abContactRuleDef *b) {
    return a->enabled == b->enabled && a->normal_law == b->normal_law &&
           a->friction_law == b->friction_law && a->manifold == b->manifold &&
           a->penetrating == b->penetrating && a->vertex_area == b->vertex_area &&
           a->contour_plane == b->contour_plane && is_condition(a) == is_condition(b);
}

bool ab_rules_are_alike(const abModel *a, const abModel *b) {
    bool alike = a->rule_count == b->rule_count;
    for (size_t r = 0; alike && r < a->rule_count; r++) {
        alike = is_same_kind(&a->rules[r], &b->rules[r]);
    }
    return alike;
}

// A value of a rule counts for those that take it from there.
static abResult follow_rules(abModel *model, const abSlot *slot, bool was_condition,
                             bool *is_enough, abError *error) {
    bool is_same =
        slot->owner != AB_OWNER_NORMAL || is_condition(&model->rules[slot->item]) == was_condition;
    *is_enough = ab_rules_follow(model) && is_same;
    return *is_enough ? ab_follow_interactions(model, error) : AB_OK;
}

// ---- masses ----

static abResult follow_masses(abModel *model, bool *is_enough, abError *error) {
    AB_TRY(ab_follow_masses(model, is_enough, error));
    for (size_t f = 0; f < model->force_count && *is_enough; f++) { // attraction goes by masses
        AB_TRY(ab_follow_force(model, (int)f, error));
    }
    return *is_enough ? ab_follow_interactions(model, error) : AB_OK;
}

// ---- the whole ----

abResult ab_value_follow(abModel *copy, const abSlot *slot, const abValue *value, bool *is_enough,
                         abError *error) {
    bool is_law = slot->owner == AB_OWNER_NORMAL;
    bool was_condition = is_law && is_condition(&copy->rules[slot->item]);
    *is_enough = slot->class != AB_VALUE_STRUCTURE;
    if (!*is_enough) {
        return AB_OK;
    }
    if (slot->class == AB_VALUE_FIELD) {
        return ab_follow_field(copy, slot->item, slot->component, value->number, error);
    }
    if (!write(copy, slot, value)) {
        return ab_compile_no_memory(error);
    }
    switch (slot->class) {
    case AB_VALUE_FORCE:
        return ab_follow_force(copy, slot->item, error);
    case AB_VALUE_MATERIAL:
        ab_follow_surfaces(copy);
        return ab_follow_interactions(copy, error);
    case AB_VALUE_PAIR:
        return follow_rules(copy, slot, was_condition, is_enough, error);
    case AB_VALUE_MASS:
        return follow_masses(copy, is_enough, error);
    case AB_VALUE_TEXT:
        *is_enough = follow_text(copy, slot);
        return AB_OK;
    default:
        return AB_OK;
    }
}
