// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_contacts.c - which law acts between which shapes, and with which coefficients.
//
// Shapes that have the same material and match the same selectors form a contact class, so rules
// are resolved once per pair of classes, not per pair of shapes.

#include "model/compile/compile_contacts.h"

#include "collide/patch/patch.h"
#include "collide/pressure/surface_points.h"
#include "law/core/law_kinds.h"
#include "law/core/material.h"
#include "model/compile/check_laws.h"
#include "model/compile/contour_rule.h"
#include "model/compile/fields.h"
#include "model/compile/may_touch.h"
#include "model/compile/surface_rule.h"
#include "model/kinds/key_values.h"
#include "model/rules/contact_classes.h"
#include "model/rules/rule_inheritance.h"
#include "model/rules/selectors.h"

// ---- selectors ----

static abResult check_selectors(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t r = 0; r < model->rule_count; r++) {
        const abContactRuleDef *rule = &model->rules[r];
        if (ab_selectors_check(model, "contact between", rule->between, rule->place, error) !=
            AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    for (size_t e = 0; e < model->exclusion_count; e++) {
        const abExclusion *pair = &model->exclusions[e];
        if (ab_selectors_check(model, "exclude", pair->between, pair->place, error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    return result;
}

// ---- what is known of a pair ----

bool ab_interaction_is_rigid(const abInteraction *interaction) {
    return interaction->normal->is_condition != NULL &&
           interaction->normal->is_condition(interaction->rule->normal.data);
}

static double reduced(double a, double b) {
    double sum = a + b; // of the inverses
    return sum > 0.0 ? 1.0 / sum : INFINITY;
}

// Properties of two shapes under their rule, before any law has seen them.
static abPairProperties pair_properties(const abModel *model, const abBodyShape *a,
                                        const abBodyShape *b, const abInteraction *interaction) {
    const abMaterialPairDef *c = &interaction->coefficients;
    abSurfaceSpec spec;
    abContourSpec contours;
    const abSurface *of_a = &model->surfaces[a - model->shapes];
    const abSurface *of_b = &model->surfaces[b - model->shapes];
    double curvature_a = of_a->is_flat ? 0.0 : 1.0 / of_a->contact_radius;
    double curvature_b = of_b->is_flat ? 0.0 : 1.0 / of_b->contact_radius;
    return (abPairProperties){
        .surface = {*of_a, *of_b},
        .radius = reduced(curvature_a, curvature_b),
        .reduced_mass =
            reduced(model->bodies[a->body].inverse_mass, model->bodies[b->body].inverse_mass),
        .restitution = c->restitution,
        .sliding_friction = c->sliding_friction,
        .static_friction = c->static_friction,
        .rolling_resistance = c->rolling_resistance,
        .sliding_regularization = c->sliding_regularization,
        .rolling_regularization = c->rolling_regularization,
        .has_thickness_field = interaction->rule->thickness_field != NULL,
        .has_modulus_field = interaction->rule->youngs_modulus_field != NULL,
        .has_area =
            ab_model_surface(model, a, b, interaction->rule, &spec) ||
            ab_model_contours(a, b, interaction, &contours) ||
            (interaction->rule->manifold == AB_MANIFOLD_FULL && ab_has_patch(&a->shape, &b->shape)),
    };
}

abPairProperties ab_model_pair_properties(const abModel *model, int shape_a, int shape_b) {
    const abInteraction *interaction = ab_model_interaction(model, shape_a, shape_b);
    return pair_properties(model, &model->shapes[shape_a], &model->shapes[shape_b], interaction);
}

// ---- coefficients ----

// What a rule says itself goes before the materials.
static void take_from_rule(const abContactRuleDef *rule, abMaterialPairDef *out) {
    if (!isnan(rule->sliding_friction)) {
        out->sliding_friction = rule->sliding_friction;
        out->static_friction = NAN;
    }
    out->static_friction =
        isnan(rule->static_friction) ? out->static_friction : rule->static_friction;
    out->restitution = isnan(rule->restitution) ? out->restitution : rule->restitution;
    out->rolling_resistance =
        isnan(rule->rolling_resistance) ? out->rolling_resistance : rule->rolling_resistance;
}

// A number of a rule's normal law; NAN when it has none of that name, or none is given.
static double number_of_law(const abContactRuleDef *rule, const char *name) {
    const abTable *table = ab_normal_law((abNormalLawKind)rule->normal_law)->table;
    return ab_key_number(table, rule->normal.data, name);
}

static bool is_restored(const abContactRuleDef *rule) {
    return !ab_normal_law((abNormalLawKind)rule->normal_law)->has_own_losses;
}

static bool can_slide(const abContactRuleDef *rule) {
    return (abFrictionLawKind)rule->friction_law != AB_FRICTION_NONE;
}

// Whether a rule and its laws say all that a pair must; puts what the laws say into `out`.
static bool is_enough(const abContactRuleDef *rule, abMaterialPairDef *out) {
    double restitution = isnan(rule->restitution) ? number_of_law(rule, "restitution") : NAN;
    if ((is_restored(rule) && isnan(rule->restitution) && isnan(restitution)) ||
        (can_slide(rule) && isnan(rule->sliding_friction))) {
        return false;
    }
    out->restitution = isnan(restitution) ? out->restitution : restitution;
    return true;
}

// The coefficients of two shapes' materials, saying in the log when they are a mean.
static abResult coefficients(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                             const abContactRuleDef *rule, abMaterialPairDef *out, abError *error) {
    const abPlace place = model->bodies[b->body].place;
    for (int side = 0; side < 2; side++) {
        const abBodyShape *shape = side == 0 ? a : b;
        if (shape->material == NULL) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "%s and %s may touch, but %s has no material; give it one, or "
                                "collides: false",
                                a->name, b->name, shape->name);
        }
    }
    *out = ab_material_pair_def();
    abPairOrigin origin =
        ab_material_pair_find(model->pairs, model->pair_count, a->material, b->material, out);
    out->materials[0] = a->material;
    out->materials[1] = b->material;
    take_from_rule(rule, out);
    if (origin == AB_PAIR_EXACT) {
        return AB_OK;
    }
    if (is_enough(rule, out)) {
        bool is_said = is_restored(rule) || !isnan(rule->restitution) || origin == AB_PAIR_MEAN;
        out->restitution = is_said ? out->restitution : NAN; // nobody asks for it
        return AB_OK;
    }
    switch (origin) {
    case AB_PAIR_EXACT:
        return AB_OK;
    case AB_PAIR_MEAN:
        ab_log(&model->log, AB_LOG_INFO,
               "no contact coefficients for %s on %s: the mean of %s on %s and %s on %s is used "
               "(restitution %.6g, sliding friction %.6g, rolling resistance %.6g)",
               a->material, b->material, a->material, a->material, b->material, b->material,
               out->restitution, out->sliding_friction, out->rolling_resistance);
        return AB_OK;
    case AB_PAIR_MISSING:
        break;
    }
    bool both = is_restored(rule) && can_slide(rule);
    return ab_error_add(
        error, AB_BAD_MODEL, place,
        "%s and %s may touch, but there are no contact coefficients for the materials %s and %s; "
        "add {materials: [%s, %s], restitution: ..., sliding_friction: ...} to pairs:, or both "
        "pairs of each with itself, or %s%s%s to the contact rule, which needs no more",
        a->name, b->name, a->material, b->material, a->material, b->material,
        is_restored(rule) ? "restitution: ..." : "", both ? ", " : "",
        can_slide(rule) ? "sliding_friction: ..." : "");
}

// ---- the law of a pair of classes ----

// Resolves the law between the classes of two shapes.
static abResult add_interaction(const abContactClasses *classes, const abBodyShape *a,
                                const abBodyShape *b, abError *error) {
    abModel *model = classes->model;
    int *there = &model->class_pairs[a->contact_class * model->class_count + b->contact_class];
    int *back = &model->class_pairs[b->contact_class * model->class_count + a->contact_class];
    *there = *back = -1;
    const abContactRuleDef *rule =
        ab_contact_classes_rule(classes, a->contact_class, b->contact_class);
    if (rule == NULL) {
        return AB_OK;
    }
    AB_TRY(ab_rule_complete(classes, a->contact_class, b->contact_class, rule, error));
    abInteraction *added = &model->interactions[model->interaction_count];
    added->rule = rule;
    added->shapes[0] = (int)(a - model->shapes);
    added->shapes[1] = (int)(b - model->shapes);
    added->normal = ab_normal_law((abNormalLawKind)rule->normal_law);
    added->friction = ab_friction_law((abFrictionLawKind)rule->friction_law);
    ab_model_bind_fields(model, added);
    AB_TRY(coefficients(model, a, b, rule, &added->coefficients, error));
    *there = *back = model->interaction_count++;
    return AB_OK;
}

abResult ab_follow_interactions(abModel *model, abError *error) {
    for (int i = 0; i < model->interaction_count; i++) {
        abInteraction *interaction = &model->interactions[i];
        const abBodyShape *a = &model->shapes[interaction->shapes[0]];
        const abBodyShape *b = &model->shapes[interaction->shapes[1]];
        AB_TRY(coefficients(model, a, b, interaction->rule, &interaction->coefficients, error));
    }
    return ab_check_laws(model, error);
}

// ---- all pairs of classes ----

// What all shapes of a class have in common.
typedef struct ClassTraits {
    int body; // the only one, from 1; -1: several
    bool moves, collides;
} ClassTraits;

static void find_traits(const abModel *model, ClassTraits *traits) {
    for (size_t s = 0; s < model->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        ClassTraits *own = &traits[shape->contact_class];
        bool is_same = own->body == 0 || own->body == shape->body + 1;
        own->body = is_same ? shape->body + 1 : -1;
        own->moves = own->moves || !ab_is_immobile(model, shape->body);
        own->collides = own->collides || shape->collides;
    }
}

// False when surely no shape of one class could touch one of the other.
static bool classes_could_touch(const ClassTraits *a, const ClassTraits *b) {
    bool one_body = a->body > 0 && a->body == b->body;
    return a->collides && b->collides && (a->moves || b->moves) && !one_body;
}

// Marks the pairs of classes that are to be resolved; how many.
static int open_pairs(abModel *model, const ClassTraits *traits, int unseen) {
    int n = model->class_count, open = 0;
    for (int a = 0; a < n; a++) {
        for (int b = a; b < n; b++) {
            bool is_open = classes_could_touch(&traits[a], &traits[b]);
            open += is_open;
            model->class_pairs[a * n + b] = model->class_pairs[b * n + a] = is_open ? unseen : -1;
        }
    }
    return open;
}

// Visits every pair of shapes that could touch until each pair of classes is resolved.
static abResult resolve(const abContactClasses *classes, abError *error) {
    enum { UNSEEN = -2 };
    abModel *model = classes->model;
    int n = model->class_count;
    ClassTraits *traits = AB_ARENA_NEW(&model->arena, ClassTraits, n);
    if (traits == NULL) {
        return ab_compile_no_memory(error);
    }
    find_traits(model, traits);
    int open = open_pairs(model, traits, UNSEEN);
    abResult result = AB_OK;
    for (size_t i = 0; i < model->shape_count && open > 0; i++) {
        for (size_t j = i + 1; j < model->shape_count && open > 0; j++) {
            const abBodyShape *a = &model->shapes[i], *b = &model->shapes[j];
            int *known = &model->class_pairs[a->contact_class * n + b->contact_class];
            if (*known != UNSEEN || !ab_may_touch_at_all(model, a, b)) {
                continue;
            }
            open--;
            result = ab_worse(result, add_interaction(classes, a, b, error));
        }
    }
    for (int k = 0; k < n * n; k++) {
        model->class_pairs[k] = model->class_pairs[k] == UNSEEN ? -1 : model->class_pairs[k];
    }
    AB_TRY(ab_find_law_pairs(model, error));
    return ab_worse(result, ab_check_laws(model, error));
}

static abResult compile_interactions(const abContactClasses *classes, abError *error) {
    abModel *model = classes->model;
    size_t n = (size_t)model->class_count;
    AB_TRY(ab_rules_prepare(model, error));
    model->class_pairs = AB_ARENA_NEW(&model->arena, int, n *n);
    model->interactions = AB_ARENA_NEW(&model->arena, abInteraction, n * (n + 1) / 2);
    if (model->class_pairs == NULL || model->interactions == NULL) {
        return ab_compile_no_memory(error);
    }
    return resolve(classes, error);
}

abResult ab_compile_contacts(abModel *model, bool *are_known, abError *error) {
    AB_TRY(ab_may_touch_prepare(model, error));
    AB_TRY(ab_model_find_faces(model, error));
    abResult selectors = check_selectors(model, error);
    AB_TRY(ab_model_find_pressed(model, error));
    abContactClasses classes;
    abResult compiled = ab_contact_classes_find(model, &classes, error);
    if (compiled == AB_OK) {
        compiled = compile_interactions(&classes, error);
    }
    ab_contact_classes_done(&classes);
    *are_known = compiled == AB_OK;
    if (compiled == AB_OK) {
        compiled = ab_worse(ab_model_check_surface_keys(model, error),
                            ab_model_check_inherited_fields(model, error));
    }
    return selectors != AB_OK ? selectors : compiled;
}
