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

#include "collide/broad_phase.h"
#include "collide/collide.h"
#include "law/material.h"
#include "model/model.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while compiling the model");
}

// How closely a selector names a shape: 0 not at all, 1 "*", 2 material, 3 group, 4 body, 5 shape.
static int match(const abModel *model, const char *selector, const abBodyShape *shape) {
    if (strcmp(selector, "*") == 0) {
        return 1;
    }
    if (strncmp(selector, "material:", 9) == 0) {
        return shape->material != NULL && strcmp(selector + 9, shape->material) == 0 ? 2 : 0;
    }
    if (strncmp(selector, "group:", 6) == 0) {
        return shape->group != NULL && strcmp(selector + 6, shape->group) == 0 ? 3 : 0;
    }
    if (strcmp(selector, model->bodies[shape->body].name) == 0) {
        return 4;
    }
    return strcmp(selector, shape->name) == 0 ? 5 : 0;
}

static abResult check_selectors(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t r = 0; r < model->rule_count; r++) {
        for (int side = 0; side < 2; side++) {
            const char *selector = model->rules[r].between[side];
            bool found = strcmp(selector, "*") == 0;
            for (size_t s = 0; s < model->shape_count && !found; s++) {
                found = match(model, selector, &model->shapes[s]) > 0;
            }
            if (found) {
                continue;
            }
            const char *words[65] = {NULL};
            for (size_t b = 0; b < model->body_count && b < 64; b++) {
                words[b] = model->bodies[b].name;
            }
            const char *near = ab_nearest_word(selector, words);
            result = ab_error_add(error, AB_BAD_MODEL, model->rules[r].place,
                                  "contact between %s and %s: no shape is named by %s%s%s%s; a "
                                  "selector is *, BODY, BODY.SHAPE, group:NAME or material:NAME",
                                  model->rules[r].between[0], model->rules[r].between[1], selector,
                                  near != NULL ? " (did you mean " : "", near != NULL ? near : "",
                                  near != NULL ? "?)" : "");
        }
    }
    return result;
}

static bool same_class(const abModel *model, const abBodyShape *a, const abBodyShape *b) {
    bool same_material =
        a->material == b->material ||
        (a->material != NULL && b->material != NULL && strcmp(a->material, b->material) == 0);
    if (!same_material || a->collides != b->collides) {
        return false;
    }
    for (size_t r = 0; r < model->rule_count; r++) {
        for (int side = 0; side < 2; side++) {
            const char *selector = model->rules[r].between[side];
            if (match(model, selector, a) != match(model, selector, b)) {
                return false;
            }
        }
    }
    return true;
}

// Numbers the classes; first[k] becomes the first shape of class k.
static abResult number_classes(abModel *model, int *first) {
    for (size_t s = 0; s < model->shape_count; s++) {
        int k = 0;
        while (k < model->class_count &&
               !same_class(model, &model->shapes[first[k]], &model->shapes[s])) {
            k++;
        }
        if (k == model->class_count) {
            first[model->class_count++] = (int)s;
        }
        model->shapes[s].contact_class = k;
    }
    return AB_OK;
}

// The most specific rule for two shapes, the later on a tie; NULL when none or not enabled.
static const abContactRuleDef *find_rule(const abModel *model, const abBodyShape *a,
                                         const abBodyShape *b) {
    const abContactRuleDef *best = NULL;
    int best_match = 0;
    for (size_t r = 0; r < model->rule_count; r++) {
        const abContactRuleDef *rule = &model->rules[r];
        int straight_a = match(model, rule->between[0], a),
            straight_b = match(model, rule->between[1], b);
        int crossed_a = match(model, rule->between[1], a),
            crossed_b = match(model, rule->between[0], b);
        int straight = straight_a > 0 && straight_b > 0 ? straight_a + straight_b : 0;
        int crossed = crossed_a > 0 && crossed_b > 0 ? crossed_a + crossed_b : 0;
        int closeness = straight > crossed ? straight : crossed;
        if (closeness > 0 && closeness >= best_match) {
            best = rule;
            best_match = closeness;
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
    return a->body != b->body && a->collides && b->collides &&
           !(is_immobile(model, a->body) && is_immobile(model, b->body)) &&
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

static double reduced(double a, double b) {
    double sum = a + b; // of the inverses
    return sum > 0.0 ? 1.0 / sum : INFINITY;
}

// Properties of two shapes under given coefficients, before any law has seen them.
static abPairProperties pair_properties(const abModel *model, const abBodyShape *a,
                                        const abBodyShape *b, const abMaterialPairDef *c) {
    double curvature_a = a->surface.is_flat ? 0.0 : 1.0 / a->surface.contact_radius;
    double curvature_b = b->surface.is_flat ? 0.0 : 1.0 / b->surface.contact_radius;
    return (abPairProperties){
        .surface = {a->surface, b->surface},
        .radius = reduced(curvature_a, curvature_b),
        .reduced_mass =
            reduced(model->bodies[a->body].inverse_mass, model->bodies[b->body].inverse_mass),
        .restitution = c->restitution,
        .sliding_friction = c->sliding_friction,
        .rolling_resistance = c->rolling_resistance,
        .sliding_regularization = c->sliding_regularization,
        .rolling_regularization = c->rolling_regularization,
    };
}

abPairProperties ab_model_pair_properties(const abModel *model, int shape_a, int shape_b) {
    const abInteraction *interaction = ab_model_interaction(model, shape_a, shape_b);
    return pair_properties(model, &model->shapes[shape_a], &model->shapes[shape_b],
                           &interaction->coefficients);
}

// The coefficients of two shapes' materials, saying in the log when they are a mean.
static abResult coefficients(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                             abMaterialPairDef *out, abError *error) {
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
    switch (ab_material_pair_find(model->pairs, model->pair_count, a->material, b->material, out)) {
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
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s and %s may touch, but there are no contact coefficients for the "
                        "materials %s and %s; add {materials: [%s, %s], restitution: ..., "
                        "sliding_friction: ...} to pairs:, or both pairs of each with itself",
                        a->name, b->name, a->material, b->material, a->material, b->material);
}

// Resolves the law between the classes of two shapes.
static abResult add_interaction(abModel *model, const abBodyShape *a, const abBodyShape *b,
                                abError *error) {
    int *there = &model->class_pairs[a->contact_class * model->class_count + b->contact_class];
    int *back = &model->class_pairs[b->contact_class * model->class_count + a->contact_class];
    *there = *back = -1;
    const abContactRuleDef *rule = find_rule(model, a, b);
    if (rule == NULL) {
        return AB_OK;
    }
    abInteraction *added = &model->interactions[model->interaction_count];
    added->rule = rule;
    added->normal = ab_normal_law((abNormalLawKind)rule->normal_law);
    added->friction = ab_friction_law((abFrictionLawKind)rule->friction_law);
    AB_TRY(coefficients(model, a, b, &added->coefficients, error));
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
    abPairProperties pair = pair_properties(model, a, b, &interaction->coefficients);
    const abContactRuleDef *rule = interaction->rule;
    abPlace place = rule->place.line > 0 ? rule->place : model->bodies[b->body].place;
    int before = error->count;
    abResult result = AB_OK;
    if (interaction->normal->check != NULL) {
        result = interaction->normal->check(rule->normal.data, &pair, place, error);
    }
    if (result == AB_OK && interaction->friction->check != NULL) {
        result = interaction->friction->check(rule->friction.data, &pair, place, error);
    }
    name_pair(error, before, a, b);
    return result;
}

// Visits every pair of shapes that could touch until each pair of classes is resolved.
static abResult resolve(abModel *model, abError *error) {
    enum { UNSEEN = -2 };
    int n = model->class_count, open = n * (n + 1) / 2;
    for (int k = 0; k < n * n; k++) {
        model->class_pairs[k] = UNSEEN;
    }
    abResult result = AB_OK;
    for (size_t i = 0; i < model->shape_count && open > 0; i++) {
        for (size_t j = i + 1; j < model->shape_count && open > 0; j++) {
            const abBodyShape *a = &model->shapes[i], *b = &model->shapes[j];
            int *known = &model->class_pairs[a->contact_class * n + b->contact_class];
            if (*known != UNSEEN || !could_touch(model, a, b)) {
                continue;
            }
            open--;
            if (add_interaction(model, a, b, error) != AB_OK ||
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

abResult ab_compile_contacts(abModel *model, abError *error) {
    AB_TRY(separate_neighbours(model, error));
    abResult selectors = check_selectors(model, error);
    int *first = AB_ARENA_NEW(&model->arena, int, model->shape_count);
    if (first == NULL) {
        return no_memory(error);
    }
    AB_TRY(number_classes(model, first));
    size_t n = (size_t)model->class_count;
    model->class_pairs = AB_ARENA_NEW(&model->arena, int, n *n);
    model->interactions = AB_ARENA_NEW(&model->arena, abInteraction, n * (n + 1) / 2);
    if (model->class_pairs == NULL || model->interactions == NULL) {
        return no_memory(error);
    }
    abResult resolved = resolve(model, error);
    if (resolved == AB_OK) {
        warn_of_closed_bores(model);
    }
    return selectors != AB_OK ? selectors : resolved;
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
