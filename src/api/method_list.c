// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method_list.c - the list of methods, and what each refuses.

#include "api/method_list.h"

#include <stdio.h>

#include "api/method_keys.h"
#include "collide/region/region.h"
#include "method/fixed/fixed.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/compile_flexible.h"
#include "model/compile/contour_rule.h"
#include "model/compile/may_touch.h"
#include "model/compile/surface_rule.h"

typedef struct Row {
    const char *name;
    const abMethod *method;
    bool can_rigid;
} Row;

// extern const abMethod ab_method_events;
#define AB_METHOD(KIND, symbol, rigid, text) extern const abMethod ab_method_##symbol;
#include "model/core/methods.def"
#undef AB_METHOD

// {"events", &ab_method_events, true},
static const Row s_rows[] = {
#define AB_METHOD(KIND, symbol, rigid, text) {#symbol, &ab_method_##symbol, rigid},
#include "model/core/methods.def"
#undef AB_METHOD
};

const abMethod *ab_method(int method) {
    return s_rows[method].method;
}

const char *ab_method_name(int method) {
    return s_rows[method].name;
}

// The names of the methods that can run conditions, or "" when there is none.
static void names_of_able(char *out, size_t size) {
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof s_rows / sizeof s_rows[0] && length < size; i++) {
        if (s_rows[i].can_rigid) {
            length += (size_t)snprintf(out + length, size - length, "%s%s",
                                       length > 0 ? " or " : "method: ", s_rows[i].name);
        }
    }
}

// What a method cannot do with the law of an interaction: adds a problem for it.
typedef abResult CheckLaw(const abInteraction *interaction, const Row *row, abError *error);

static abResult check_each(const abModel *model, const Row *row, CheckLaw *check, abError *error) {
    abResult result = AB_OK;
    for (int i = 0; i < model->interaction_count; i++) {
        result = ab_worse(result, check(&model->interactions[i], row, error));
    }
    return result;
}

static abResult check_law(const abInteraction *interaction, const Row *row, abError *error) {
    char able[80];
    if (row->can_rigid || !ab_interaction_is_rigid(interaction)) {
        return AB_OK;
    }
    names_of_able(able, sizeof able);
    return ab_error_add(
        error, AB_BAD_MODEL, interaction->rule->place,
        "contact between %s and %s: the normal law %s is a condition, not a force, and "
        "method %s cannot run it; use %s%sa law with a force, as compliant with a "
        "compliance above 0",
        interaction->rule->between[0], interaction->rule->between[1],
        interaction->normal->table->name, row->name, able, able[0] != '\0' ? ", or " : "");
}

// Rigid bodies that do not overlap have no contours; only stepping looks at them a little deeper.
static abResult check_contours(const abInteraction *interaction, const Row *row, abError *error) {
    const abContactRuleDef *rule = interaction->rule;
    if (row->method == &ab_method_stepping || rule->manifold != AB_MANIFOLD_CONTOURS ||
        !ab_interaction_is_rigid(interaction)) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, rule->place,
                        "contact between %s and %s: manifold: contours with the "
                        "condition %s needs method: stepping; method %s rests rigid "
                        "meshes on their nearest points, which manifold: full says",
                        rule->between[0], rule->between[1], interaction->normal->table->name,
                        row->name);
}

static bool has_exact_friction(const abInteraction *interaction) {
    const abTangentialLaw *tangential = interaction->friction->tangential;
    return tangential != NULL && tangential->is_exact;
}

// A history of stretched springs.
static bool has_springs(const abInteraction *interaction) {
    return interaction->friction->tangential != NULL && !has_exact_friction(interaction);
}

// "contact between A and B: WHAT LAW WHY".
static abResult refuse_friction(const abInteraction *interaction, const char *what, const char *why,
                                abError *error) {
    const abContactRuleDef *rule = interaction->rule;
    return ab_error_add(error, AB_BAD_MODEL, rule->place, "contact between %s and %s: %s %s %s",
                        rule->between[0], rule->between[1], what,
                        interaction->friction->table->name, why);
}

// What events cannot do with conditions: friction that needs a depth.
static abResult check_condition(const abInteraction *interaction, const Row *row, abError *error) {
    (void)row;
    bool fits = !ab_interaction_is_rigid(interaction) || !has_springs(interaction);
    return fits ? AB_OK
                : refuse_friction(interaction, "the friction law",
                                  "stretches with the depth of a contact, and rigid bodies have "
                                  "none; use coulomb, or regularized",
                                  error);
}

// The steps of `stepping` know friction as a cone with a coefficient, and nothing else of it.
static abResult check_cone(const abInteraction *interaction, const Row *row, abError *error) {
    (void)row;
    bool fits = !has_springs(interaction) && interaction->friction->code.open == NULL;
    return fits ? AB_OK
                : refuse_friction(interaction,
                                  "method stepping has exact Coulomb friction, which the friction "
                                  "law",
                                  "is not; use coulomb, regularized or none", error);
}

static abResult check_events(const abModel *model, const abSimulationDef *options, abError *error) {
    (void)options;
    return check_each(model, NULL, check_condition, error);
}

static abResult check_stepping(const abModel *model, const abSimulationDef *options,
                               abError *error) {
    abResult result = check_each(model, NULL, check_cone, error);
    if (isnan(options->step)) {
        result = ab_error_add(error, AB_BAD_MODEL, options->place,
                              "simulation: method stepping needs the length of its steps; add "
                              "step: 0.001, or what suits the model");
    }
    return result;
}

// Whether a joint or a force acts on a body with modes, or at a point of one.
static bool is_flexible(const abModel *model, int body) {
    return body >= (int)model->body_count || (body >= 0 && model->bodies[body].flexible != NULL);
}

// Time steps have modes at contacts alone.
static abResult check_flexible_steps(const abModel *model, const abSimulationDef *options,
                                     abError *error) {
    abResult result = AB_OK;
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        if (is_flexible(model, joint->body_a) || is_flexible(model, joint->body_b)) {
            result = ab_error_add(error, AB_BAD_MODEL, joint->place,
                                  "joint %s is at a flexible body, which method stepping cannot "
                                  "hold by joints yet; use method: events, or mobility: fixed",
                                  joint->name);
        }
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceElement *force = &model->forces[f];
        if (is_flexible(model, force->body_a) || is_flexible(model, force->body_b)) {
            result = ab_error_add(error, AB_BAD_MODEL, force->place,
                                  "force %s is at a flexible body, where method stepping cannot "
                                  "have force elements yet; use method: events",
                                  force->name);
        }
    }
    if (options->step_control == AB_STEP_CONTROL_ADAPTIVE) {
        result = ab_error_add(error, AB_BAD_MODEL, options->place,
                              "step_control: adaptive does not see what modes of flexible bodies "
                              "err by; use step_control: fixed with a step well below a period "
                              "of the lowest mode, or method: events");
    }
    return result;
}

static abResult check_flexible(const abModel *model, const abSimulationDef *options,
                               abError *error) {
    abResult result = AB_OK;
    bool any = false;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        any = any || body->flexible != NULL;
        if (body->flexible != NULL && options->method == AB_METHOD_FIXED) {
            result = ab_error_add(error, AB_BAD_MODEL, body->place,
                                  "body %s is flexible, which method %s cannot integrate yet; use "
                                  "method: events or stepping, or write rigid: true under flexible",
                                  body->name, s_rows[options->method].name);
        }
    }
    if (any && options->method == AB_METHOD_EVENTS) {
        result = ab_worse(result, ab_check_flexible_conditions(model, error));
    }
    if (any && options->method == AB_METHOD_STEPPING) {
        result = ab_worse(result, check_flexible_steps(model, options, error));
    }
    return result;
}

abResult ab_method_check(const abModel *model, const abSimulationDef *options, abError *error) {
    static abResult (*const own[])(const abModel *, const abSimulationDef *, abError *) = {
        [AB_METHOD_EVENTS] = check_events,
        [AB_METHOD_FIXED] = ab_fixed_check,
        [AB_METHOD_STEPPING] = check_stepping,
    };
    const Row *row = &s_rows[options->method];
    abResult result = ab_worse(check_each(model, row, check_law, error),
                               check_each(model, row, check_contours, error));
    result = ab_worse(result, check_flexible(model, options, error));
    result = ab_worse(result, own[options->method](model, options, error));
    return ab_worse(result, ab_method_check_keys(options, error));
}

// A mesh as it is and what has faces of its own, where no contours are found.
static bool rest_on_one_point(const abModel *model, int method, int a, int b) {
    const abBodyShape *A = &model->shapes[a], *B = &model->shapes[b];
    bool are_meshes = A->faces != NULL && B->faces != NULL;
    const abShape *other = A->shape.surface != NULL ? &B->shape : &A->shape;
    if ((are_meshes && method == AB_METHOD_STEPPING) || other->is_sphere ||
        other->kind == AB_SHAPE_PLANE || !ab_has_regions(&A->shape, &B->shape)) {
        return false;
    }
    const abInteraction *interaction = ab_model_interaction(model, a, b);
    return interaction != NULL && ab_interaction_is_rigid(interaction) &&
           !ab_model_rests_on_hulls(A, B, interaction) && ab_model_may_touch(model, a, b);
}

void ab_method_warn(const abModel *model, const abSimulationDef *options, const abLog *log) {
    int count = (int)model->shape_count;
    for (int a = 0; a < count; a++) {
        int b = model->shapes[a].shape.surface == NULL ? count : 0;
        while (b < count && !rest_on_one_point(model, options->method, a, b)) {
            b++;
        }
        if (b < count) {
            ab_log(log, AB_LOG_WARNING,
                   "%s, a mesh as it is, and %s touch in one point by the rigid law, so that a "
                   "face does not rest on a face; %s, or give the mesh collide: hull or parts",
                   model->shapes[a].name, model->shapes[b].name,
                   model->shapes[b].faces != NULL
                       ? "use method: stepping"
                       : "give the other as a mesh too and use method: stepping");
        }
    }
}
