// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_contacts.c - which law acts between which shapes.
//
// Shapes that have the same material and match the same selectors form a contact class, so rules
// are resolved once per pair of classes, not per pair of shapes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "collide/broad_phase.h"
#include "collide/patch.h"
#include "law/material.h"
#include "model/model.h"
#include "model/selectors.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while compiling the model");
}

bool ab_model_selects(const abModel *model, const char *selector, int shape) {
    return ab_selector_match(model, selector, &model->shapes[shape]) > 0;
}

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

// ---- classes ----

// How closely each selector names the shapes of each class. Selectors come in pairs: those of the
// rules, then those of the exclusions.
typedef struct Classes {
    abModel *model;
    size_t width;        // selectors
    bool *is_self;       // of each selector
    bool has_self;       // of any: classes are then of one group
    unsigned char *rows; // class after class; one more as room for the shape being looked at
    size_t capacity;
    int *first;       // of each class, its first shape
    uint64_t *hashes; // of its row and what else makes a class
} Classes;

static unsigned char *row_of(const Classes *classes, int number) {
    return classes->rows + (size_t)number * classes->width;
}

// Those of the rules, then those of the exclusions, two by two.
static const char *selector_at(const abModel *model, size_t i) {
    size_t pair = i / 2;
    return pair < model->rule_count ? model->rules[pair].between[i % 2]
                                    : model->exclusions[pair - model->rule_count].between[i % 2];
}

static uint64_t fill_row(const Classes *classes, const abBodyShape *shape, unsigned char *row) {
    const abModel *model = classes->model;
    for (size_t i = 0; i < classes->width; i++) {
        row[i] = (unsigned char)ab_selector_match(model, selector_at(model, i), shape);
    }
    const char *material = shape->material != NULL ? shape->material : "";
    const char *group = classes->has_self && shape->group != NULL ? shape->group : "";
    uint64_t hash = ab_hash_bytes(AB_HASH_START, row, classes->width);
    hash = ab_hash_bytes(hash, group, strlen(group));
    return ab_hash_bytes(hash, material, strlen(material)) + shape->collides;
}

// Of two texts that may both be NULL.
static bool same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

// Whether the shape that the last row describes belongs to a class.
static bool is_of_class(const Classes *classes, const abBodyShape *shape, uint64_t hash,
                        int number) {
    const abBodyShape *first = &classes->model->shapes[classes->first[number]];
    const unsigned char *row = row_of(classes, classes->model->class_count);
    return classes->hashes[number] == hash && shape->collides == first->collides &&
           same_text(shape->material, first->material) &&
           (!classes->has_self || same_text(shape->group, first->group)) &&
           memcmp(row, row_of(classes, number), classes->width) == 0;
}

static abResult number_classes(Classes *classes, abError *error) {
    abModel *model = classes->model;
    for (size_t s = 0; s < model->shape_count; s++) {
        abBodyShape *shape = &model->shapes[s];
        size_t rows = (size_t)model->class_count + 1;
        if (!AB_ARRAY_RESERVE(model->arena.allocator, classes->rows, classes->capacity,
                              rows * classes->width)) {
            return no_memory(error);
        }
        uint64_t hash = fill_row(classes, shape, row_of(classes, model->class_count));
        int k = 0;
        while (k < model->class_count && !is_of_class(classes, shape, hash, k)) {
            k++;
        }
        if (k == model->class_count) {
            classes->first[k] = (int)s;
            classes->hashes[k] = hash;
            model->class_count++;
        }
        shape->contact_class = k;
    }
    return AB_OK;
}

// The most specific rule for two classes, the later on a tie; NULL when none, not enabled or
// excluded.
static const abContactRuleDef *find_rule(const Classes *classes, int class_a, int class_b) {
    const abModel *model = classes->model;
    const unsigned char *a = row_of(classes, class_a), *b = row_of(classes, class_b);
    const bool *is_self = classes->is_self;
    const bool same_group = ab_selector_same_group(&model->shapes[classes->first[class_a]],
                                                   &model->shapes[classes->first[class_b]]);
    const abContactRuleDef *best = NULL;
    int best_match = 1;
    for (size_t r = 0; r < model->rule_count; r++, a += 2, b += 2, is_self += 2) {
        int match = ab_selectors_closeness(a, b, is_self, same_group);
        if (match >= best_match) {
            best = &model->rules[r];
            best_match = match;
        }
    }
    for (size_t e = 0; e < model->exclusion_count; e++, a += 2, b += 2, is_self += 2) {
        if (ab_selectors_closeness(a, b, is_self, same_group) > 0) {
            return NULL;
        }
    }
    return best != NULL && best->enabled ? best : NULL;
}

static bool is_immobile(const abModel *model, int body) {
    abMobility mobility = model->bodies[body].mobility;
    return mobility == AB_MOBILITY_FIXED || mobility == AB_MOBILITY_PRESCRIBED;
}

static int compare_pairs(const void *a, const void *b) {
    const int *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static bool are_separated(const abModel *model, int body_a, int body_b) {
    int key[2] = {body_a < body_b ? body_a : body_b, body_a < body_b ? body_b : body_a};
    return model->separated_count > 0 &&
           bsearch(key, model->separated, (size_t)model->separated_count, sizeof key,
                   compare_pairs) != NULL;
}

// Everything about two shapes but the law.
static bool could_touch(const abModel *model, const abBodyShape *a, const abBodyShape *b) {
    return model->bodies[a->body].rigid != model->bodies[b->body].rigid && a->collides &&
           b->collides && !(is_immobile(model, a->body) && is_immobile(model, b->body)) &&
           !are_separated(model, a->body, b->body);
}

bool ab_model_may_touch(const abModel *model, int shape_a, int shape_b) {
    return could_touch(model, &model->shapes[shape_a], &model->shapes[shape_b]) &&
           ab_model_interaction(model, shape_a, shape_b) != NULL;
}

const abInteraction *ab_model_interaction(const abModel *model, int shape_a, int shape_b) {
    int a = model->shapes[shape_a].contact_class, b = model->shapes[shape_b].contact_class;
    int index = model->class_pairs[a * model->class_count + b];
    return index >= 0 ? &model->interactions[index] : NULL;
}

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
    abSurfaceWish wish;
    abContourWish contours;
    double curvature_a = a->surface.is_flat ? 0.0 : 1.0 / a->surface.contact_radius;
    double curvature_b = b->surface.is_flat ? 0.0 : 1.0 / b->surface.contact_radius;
    return (abPairProperties){
        .surface = {a->surface, b->surface},
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
            ab_model_surface(model, a, b, interaction->rule, &wish) ||
            ab_model_contours(a, b, interaction->rule, &contours) ||
            (interaction->rule->manifold == AB_MANIFOLD_FULL && ab_has_patch(&a->shape, &b->shape)),
    };
}

abPairProperties ab_model_pair_properties(const abModel *model, int shape_a, int shape_b) {
    const abInteraction *interaction = ab_model_interaction(model, shape_a, shape_b);
    return pair_properties(model, &model->shapes[shape_a], &model->shapes[shape_b], interaction);
}

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

// Whether a rule says all that a pair must.
static bool is_enough(const abContactRuleDef *rule) {
    return !isnan(rule->restitution) && !isnan(rule->sliding_friction);
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
    if (is_enough(rule)) {
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
    return ab_error_add(
        error, AB_BAD_MODEL, place,
        "%s and %s may touch, but there are no contact coefficients for the "
        "materials %s and %s; add {materials: [%s, %s], restitution: ..., "
        "sliding_friction: ...} to pairs:, or both pairs of each with itself, or both "
        "numbers to the contact rule",
        a->name, b->name, a->material, b->material, a->material, b->material);
}

// Resolves the law between the classes of two shapes.
static abResult add_interaction(const Classes *classes, const abBodyShape *a, const abBodyShape *b,
                                abError *error) {
    abModel *model = classes->model;
    int *there = &model->class_pairs[a->contact_class * model->class_count + b->contact_class];
    int *back = &model->class_pairs[b->contact_class * model->class_count + a->contact_class];
    *there = *back = -1;
    const abContactRuleDef *rule = find_rule(classes, a->contact_class, b->contact_class);
    if (rule == NULL) {
        return AB_OK;
    }
    abInteraction *added = &model->interactions[model->interaction_count];
    added->rule = rule;
    added->normal = ab_normal_law((abNormalLawKind)rule->normal_law);
    added->friction = ab_friction_law((abFrictionLawKind)rule->friction_law);
    ab_model_bind_fields(model, added);
    AB_TRY(coefficients(model, a, b, rule, &added->coefficients, error));
    *there = *back = model->interaction_count++;
    return AB_OK;
}

// Puts the pair before what a law said of it, since a law does not know bodies.
static void name_pair(abError *error, int from, const abBodyShape *a, const abBodyShape *b) {
    for (int i = from; i < error->count; i++) {
        abProblem *problem = &error->problems[i];
        char text[sizeof problem->text];
        int length = snprintf(text, sizeof text, "%s (%s) on %s (%s): %s", a->name, a->material,
                              b->name, b->material, problem->text);
        (void)length; // a longer text is cut
        memcpy(problem->text, text, sizeof text);
    }
}

static abResult check_laws(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                           const abInteraction *interaction, abError *error) {
    abPairProperties pair = pair_properties(model, a, b, interaction);
    const abContactRuleDef *rule = interaction->rule;
    abPlace place = rule->place.line > 0 ? rule->place : model->bodies[b->body].place;
    int before = error->count;
    abResult result = ab_model_check_surface(model, a, b, rule, place, error);
    result = ab_worse(result, ab_model_check_contours(a, b, rule, place, error));
    result = ab_worse(result, ab_model_check_fields(model, a, b, interaction, error));
    if (result == AB_OK && interaction->normal->check != NULL) {
        result = interaction->normal->check(rule->normal.data, &pair, place, error);
    }
    if (result == AB_OK && interaction->friction->check != NULL) {
        result = interaction->friction->check(rule->friction.data, &pair, place, error);
    }
    name_pair(error, before, a, b);
    return result;
}

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
        own->moves = own->moves || !is_immobile(model, shape->body);
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
static abResult resolve(const Classes *classes, abError *error) {
    enum { UNSEEN = -2 };
    abModel *model = classes->model;
    int n = model->class_count;
    ClassTraits *traits = AB_ARENA_NEW(&model->arena, ClassTraits, n);
    if (traits == NULL) {
        return no_memory(error);
    }
    find_traits(model, traits);
    int open = open_pairs(model, traits, UNSEEN);
    abResult result = AB_OK;
    for (size_t i = 0; i < model->shape_count && open > 0; i++) {
        for (size_t j = i + 1; j < model->shape_count && open > 0; j++) {
            const abBodyShape *a = &model->shapes[i], *b = &model->shapes[j];
            int *known = &model->class_pairs[a->contact_class * n + b->contact_class];
            if (*known != UNSEEN || !could_touch(model, a, b)) {
                continue;
            }
            open--;
            if (add_interaction(classes, a, b, error) != AB_OK ||
                (*known >= 0 &&
                 check_laws(model, a, b, &model->interactions[*known], error) != AB_OK)) {
                result = AB_BAD_MODEL;
            }
        }
    }
    for (int k = 0; k < n * n; k++) {
        model->class_pairs[k] = model->class_pairs[k] == UNSEEN ? -1 : model->class_pairs[k];
    }
    return result;
}

// Says once for each tube that something may touch it which does not see its bore.
static void warn_of_closed_bores(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *tube = &model->shapes[i], *other = NULL;
        for (size_t j = 0; j < model->shape_count && other == NULL; j++) {
            bool is_closed = tube->shape.kind == AB_SHAPE_TUBE && j != i &&
                             ab_closes_bore(&tube->shape, &model->shapes[j].shape) &&
                             ab_model_may_touch(model, (int)i, (int)j);
            other = is_closed ? &model->shapes[j] : NULL;
        }
        if (other != NULL) {
            ab_log(&model->log, AB_LOG_WARNING,
                   "%s meets %s (a %s) as a full cylinder; only balls, capsules and tori enter the "
                   "bore of a tube",
                   tube->name, other->name, ab_shape_type(other->shape.kind)->table->name);
        }
    }
}

// Says once for each curve and outline that it never touches a shape that it could meet.
static void warn_of_lonely_curves(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *curve = &model->shapes[i], *other = NULL;
        for (size_t j = 0; j < model->shape_count && other == NULL; j++) {
            bool is_flat = curve->shape.curve != NULL || curve->shape.outline != NULL;
            bool is_blind = is_flat && j != i &&
                            ab_never_touch(&curve->shape, &model->shapes[j].shape) &&
                            ab_model_may_touch(model, (int)i, (int)j);
            other = is_blind ? &model->shapes[j] : NULL;
        }
        if (other != NULL) {
            ab_log(&model->log, AB_LOG_WARNING, "%s %s; %s (a %s) goes through it", curve->name,
                   curve->shape.curve != NULL
                       ? "is a curve and touches only curves"
                       : "is an outline and touches only outlines, balls and planes",
                   other->name, ab_shape_type(other->shape.kind)->table->name);
        }
    }
}

static int rigid_root(const abModel *model, int body) {
    while (model->bodies[body].rigid != body) {
        model->bodies[body].rigid = model->bodies[model->bodies[body].rigid].rigid;
        body = model->bodies[body].rigid;
    }
    return body;
}

// Gives bodies that fixed joints hold together one number.
static void find_rigid(abModel *model) {
    for (size_t b = 0; b < model->body_count; b++) {
        model->bodies[b].rigid = (int)b;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJointDef *def = &model->joint_defs[j];
        int a = ab_model_find_body(model, def->between[0]).index - 1;
        int b = ab_model_find_body(model, def->between[1]).index - 1;
        if (def->type == AB_JOINT_FIXED && !def->collide && a >= 0 && b >= 0) {
            model->bodies[rigid_root(model, a)].rigid = rigid_root(model, b);
        }
    }
    for (size_t b = 0; b < model->body_count; b++) {
        model->bodies[b].rigid = rigid_root(model, (int)b);
    }
}

// Bodies that a joint keeps from touching.
static abResult separate_neighbours(abModel *model, abError *error) {
    model->separated =
        (int(*)[2])ab_arena_take(&model->arena, model->joint_count + 1, sizeof *model->separated);
    if (model->separated == NULL) {
        return no_memory(error);
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJointDef *def = &model->joint_defs[j];
        int a = ab_model_find_body(model, def->between[0]).index - 1;
        int b = ab_model_find_body(model, def->between[1]).index - 1;
        if (def->collide || a < 0 || b < 0) {
            continue;
        }
        int *pair = model->separated[model->separated_count++];
        pair[0] = a < b ? a : b;
        pair[1] = a < b ? b : a;
    }
    qsort(model->separated, (size_t)model->separated_count, sizeof *model->separated,
          compare_pairs);
    return AB_OK;
}

static abResult compile_classes(Classes *classes, abError *error) {
    abModel *model = classes->model;
    classes->width = 2 * (model->rule_count + model->exclusion_count);
    classes->first = AB_ARENA_NEW(&model->arena, int, model->shape_count);
    classes->hashes = AB_ARENA_NEW(&model->arena, uint64_t, model->shape_count);
    classes->is_self = AB_ARENA_NEW(&model->arena, bool, classes->width + 1);
    if (classes->first == NULL || classes->hashes == NULL || classes->is_self == NULL) {
        return no_memory(error);
    }
    for (size_t i = 0; i < classes->width; i++) {
        classes->is_self[i] = ab_selector_is_self(model, selector_at(model, i));
        classes->has_self = classes->has_self || classes->is_self[i];
    }
    AB_TRY(number_classes(classes, error));
    size_t n = (size_t)model->class_count;
    model->class_pairs = AB_ARENA_NEW(&model->arena, int, n *n);
    model->interactions = AB_ARENA_NEW(&model->arena, abInteraction, n * (n + 1) / 2);
    if (model->class_pairs == NULL || model->interactions == NULL) {
        return no_memory(error);
    }
    return resolve(classes, error);
}

abResult ab_compile_contacts(abModel *model, abError *error) {
    find_rigid(model);
    AB_TRY(separate_neighbours(model, error));
    abResult selectors = check_selectors(model, error);
    Classes classes = {.model = model};
    abResult compiled = compile_classes(&classes, error);
    AB_ARRAY_FREE(model->arena.allocator, classes.rows, classes.capacity);
    if (compiled == AB_OK) {
        compiled = ab_model_check_surface_keys(model, error);
        warn_of_closed_bores(model);
        warn_of_lonely_curves(model);
    }
    return selectors != AB_OK ? selectors : compiled;
}

// ---- overlap at the start ----

static bool may_touch(const void *context, int a, int b) {
    return ab_model_may_touch(context, a, b);
}

// Says of a pair that overlaps at the start how deep it is; deep is an error, as no law is meant
// for it and the energy put in would be arbitrary.
static abResult report_overlap(const abModel *model, int a, int b, const abPose *X,
                               abError *error) {
    const abBodyShape *A = &model->shapes[a], *B = &model->shapes[b];
    abProximity p;
    ab_proximity(&A->shape, &X[a], &B->shape, &X[b], &p);
    double size = fmin(A->shape.bound, B->shape.bound);
    if (!(p.distance < -1e-9 * size)) {
        return AB_OK;
    }
    double ignored = ab_model_interaction(model, a, b)->rule->ignore_deeper_than;
    if (-p.distance > ignored) {
        ab_log(
            &model->log, AB_LOG_WARNING,
            "%s and %s overlap at the start by %.6g m, more than ignore_deeper_than = %.6g m, so "
            "the contact gives no force",
            A->name, B->name, -p.distance, ignored);
        return AB_OK;
    }
    if (-p.distance > 0.1 * size) {
        return ab_error_add(error, AB_BAD_MODEL, model->bodies[B->body].place,
                            "%s and %s overlap at the start by %.6g m, more than a tenth of the "
                            "smaller; move body %s by that much along [%.4g, %.4g, %.4g]",
                            A->name, B->name, -p.distance, model->bodies[B->body].name, p.n_AB_W.x,
                            p.n_AB_W.y, p.n_AB_W.z);
    }
    ab_log(&model->log, AB_LOG_WARNING, "%s and %s overlap at the start by %.6g m", A->name,
           B->name, -p.distance);
    return AB_OK;
}

// Curves are taken in one plane; says when those of a pair do not lie so at the start.
static void warn_of_planes(const abModel *model, const abPose *X) {
    for (size_t i = 0; i < model->shape_count; i++) {
        for (size_t j = i + 1; j < model->shape_count; j++) {
            const abBodyShape *A = &model->shapes[i], *B = &model->shapes[j];
            bool are_curves = A->shape.curve != NULL && B->shape.curve != NULL;
            bool are_outlines = A->shape.outline != NULL && B->shape.outline != NULL;
            if ((!are_curves && !are_outlines) || !ab_model_may_touch(model, (int)i, (int)j)) {
                continue;
            }
            abVec3 z_A = ab_mul(X[i].R, ab_vec3(0.0, 0.0, 1.0));
            abVec3 z_B = ab_mul(X[j].R, ab_vec3(0.0, 0.0, 1.0));
            double tilt = ab_norm(ab_sub(z_A, z_B)), off = ab_dot(z_A, ab_sub(X[j].p, X[i].p));
            if (tilt > 1e-9 || fabs(off) > 1e-9 * (A->shape.bound + B->shape.bound)) {
                ab_log(&model->log, AB_LOG_WARNING,
                       "the planes of %s and %s differ at the start by %.3g rad and "
                       "%.3g m; contact is found in the plane of the first",
                       A->name, B->name, tilt, off);
            }
        }
    }
}

abResult ab_compile_overlaps(abModel *model, abError *error) {
    int n = (int)model->shape_count;
    abPose *X = AB_ARENA_NEW(&model->arena, abPose, model->shape_count);
    abBox *boxes = AB_ARENA_NEW(&model->arena, abBox, model->shape_count);
    if (X == NULL || boxes == NULL) {
        return no_memory(error);
    }
    for (int s = 0; s < n; s++) {
        const abBody *body = &model->bodies[model->shapes[s].body];
        abPose X_WC = {ab_quat_to_matrix(body->q_WB), body->p_WC};
        if (body->mobility == AB_MOBILITY_PRESCRIBED) {
            X_WC = ab_body_prescribed(body, model->simulation.start_time).X_WC;
        }
        X[s] = ab_pose_mul(X_WC, model->shapes[s].X_CS);
        boxes[s] = ab_shape_bounds(&model->shapes[s].shape, &X[s]);
    }
    warn_of_planes(model, X);
    abBroadPhase phase;
    ab_broad_phase_init(&phase, model->arena.allocator);
    abResult result =
        ab_broad_phase_find(&phase, boxes, n, may_touch, model) ? AB_OK : no_memory(error);
    for (size_t i = 0; result != AB_IO && i < phase.pair_count; i++) {
        if (report_overlap(model, phase.pairs[i].a, phase.pairs[i].b, X, error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    ab_broad_phase_done(&phase);
    return result;
}
