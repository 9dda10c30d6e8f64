// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check_laws.c - whether the laws can work with the shapes they act between.
//
// Shapes of one contact class have the same law, but a law may work for some of them and not for
// others: Hertz has a stiffness for a ball on a plane and none for a box on it. So shapes are told
// apart by class and by what laws ask of a surface, and for each two sorts one pair of shapes that
// could touch is looked at. That is a few pairs, however many shapes there are.

#include "model/compile/check_laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/contour_rule.h"
#include "model/compile/fields.h"
#include "model/compile/may_touch.h"
#include "model/compile/surface_rule.h"

// ---- sorts of shapes ----

// Shapes that no law tells apart, as a list.
typedef struct Sort {
    int first; // shape
    int body;  // the only one, from 1; -1: several
    bool moves;
} Sort;

typedef struct Sorts {
    const abModel *model;
    Sort *list;
    int count;
    int *last, *next; // the last shape of a sort, the one after a shape; -1: none
} Sorts;

static bool is_positive(double value) {
    return value > 0.0 && isfinite(value);
}

static bool are_alike(const abModel *model, int a, int b) {
    const abBodyShape *A = &model->shapes[a], *B = &model->shapes[b];
    const abSurface *of_a = &model->surfaces[a], *of_b = &model->surfaces[b];
    return A->contact_class == B->contact_class && A->shape.kind == B->shape.kind &&
           (A->pressed->surface != NULL) == (B->pressed->surface != NULL) &&
           of_a->is_flat == of_b->is_flat && of_a->is_sphere == of_b->is_sphere &&
           is_positive(of_a->contact_radius) == is_positive(of_b->contact_radius);
}

static void sort_shape(Sorts *sorts, int shape) {
    const abModel *model = sorts->model;
    int body = model->shapes[shape].body, k = 0;
    while (k < sorts->count && !are_alike(model, sorts->list[k].first, shape)) {
        k++;
    }
    Sort *sort = &sorts->list[k];
    sorts->next[shape] = -1;
    if (k == sorts->count) {
        sorts->count++;
        *sort = (Sort){.first = shape, .body = body + 1};
    } else {
        sorts->next[sorts->last[k]] = shape;
        sort->body = sort->body == body + 1 ? sort->body : -1;
    }
    sorts->last[k] = shape;
    sort->moves = sort->moves || !ab_is_immobile(model, body);
}

// The first pair of shapes of two sorts that could touch; false when there is none.
static bool find_pair(const Sorts *sorts, int of_a, int of_b, abLawPair *pair) {
    const Sort *A = &sorts->list[of_a], *B = &sorts->list[of_b];
    const abModel *model = sorts->model;
    bool is_one_body = A->body > 0 && A->body == B->body;
    if (is_one_body || !(A->moves || B->moves)) {
        return false;
    }
    for (int a = A->first; a >= 0; a = sorts->next[a]) {
        for (int b = of_a == of_b ? sorts->next[a] : B->first; b >= 0; b = sorts->next[b]) {
            if (ab_model_may_touch(model, a, b)) {
                pair->shape_a = a < b ? a : b;
                pair->shape_b = a < b ? b : a;
                return true;
            }
        }
    }
    return false;
}

// By interactions, in the order they were found.
static void collect_pairs(abModel *model, const Sorts *sorts) {
    for (int a = 0; a < sorts->count; a++) {
        for (int b = a; b < sorts->count; b++) {
            abLawPair *pair = &model->law_pairs[model->law_pair_count];
            const abInteraction *interaction =
                ab_model_interaction(model, sorts->list[a].first, sorts->list[b].first);
            if (interaction != NULL && find_pair(sorts, a, b, pair)) {
                pair->interaction = (int)(interaction - model->interactions);
                model->law_pair_count++;
            }
        }
    }
    qsort(model->law_pairs, (size_t)model->law_pair_count, sizeof *model->law_pairs,
          ab_by_three_ints);
}

abResult ab_find_law_pairs(abModel *model, abError *error) {
    size_t n = model->shape_count;
    Sorts sorts = {.model = model,
                   .list = AB_ARENA_NEW(&model->arena, Sort, n + 1),
                   .last = AB_ARENA_NEW(&model->arena, int, n + 1),
                   .next = AB_ARENA_NEW(&model->arena, int, n + 1)};
    if (sorts.list == NULL || sorts.last == NULL || sorts.next == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t s = 0; s < n; s++) {
        if (model->shapes[s].collides) {
            sort_shape(&sorts, (int)s);
        }
    }
    size_t room = (size_t)sorts.count * ((size_t)sorts.count + 1) / 2 + 1;
    model->law_pairs = AB_ARENA_NEW(&model->arena, abLawPair, room);
    if (model->law_pairs == NULL) {
        return ab_compile_no_memory(error);
    }
    collect_pairs(model, &sorts);
    return AB_OK;
}

// ---- asking ----

// Puts the pair before what a law said of it, since a law does not know bodies.
static void name_pair(abError *error, int from, const abBodyShape *a, const abBodyShape *b) {
    for (int i = from; error != NULL && i < error->count; i++) {
        abProblem *problem = &error->problems[i];
        char text[sizeof problem->text];
        int length = snprintf(text, sizeof text, "%s (%s) on %s (%s): %s", a->name, a->material,
                              b->name, b->material, problem->text);
        (void)length; // a longer text is cut
        memcpy(problem->text, text, sizeof text);
    }
}

// Overlaps of plane curves and outlines have a depth and no area.
static abResult check_area(const abBodyShape *a, const abBodyShape *b,
                           const abInteraction *interaction, abPairProperties pair, abPlace place,
                           abError *error) {
    bool is_planar = a->shape.curve != NULL || a->shape.outline != NULL || b->shape.curve != NULL ||
                     b->shape.outline != NULL;
    if (!is_planar || interaction->normal->code.open != NULL) {
        return AB_OK;
    }
    double constants[AB_LAW_CONSTANTS];
    interaction->normal->prepare(interaction->rule->normal.data, &pair, constants);
    if (!pair.wants_area) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "law %s presses over the area of an overlap, and plane curves and outlines "
                        "have none; choose a law of the depth, such as impact or hunt_crossley",
                        interaction->normal->table->name);
}

// A law may accept its parameters and yet have no force with them: it is asked for one, in a
// contact as shallow as contacts are. What code of users or fields of the model say is not known yet.
static abResult check_force(const abInteraction *interaction, abPairProperties *pair, abPlace place,
                            abError *error) {
    const abNormalLaw *law = interaction->normal;
    bool is_known = law->code.open == NULL && !ab_interaction_is_rigid(interaction) &&
                    !pair->has_thickness_field && !pair->has_modulus_field;
    if (!is_known) {
        return AB_OK;
    }
    double constants[AB_LAW_CONSTANTS] = {0.0}, memory[AB_LAW_MEMORY] = {0.0};
    const abContact contact = {.depth = 1e-6, .radius = pair->radius, .area = 1e-6};
    abNormalForce force;
    law->prepare(interaction->rule->normal.data, pair, constants);
    ab_normal_begin(law, constants, 1.0, memory);
    law->evaluate(constants, memory, &contact, &force);
    if (isfinite(force.force) && isfinite(force.energy)) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s: its force is not a finite number for these shapes (%g N at a depth of "
                        "%g m, radius of curvature %g m); a parameter is too large, or the law is "
                        "not for such shapes",
                        law->table->name, force.force, contact.depth, pair->radius);
}

static abResult check_pair(const abModel *model, const abLawPair *of, abError *error) {
    const abBodyShape *a = &model->shapes[of->shape_a], *b = &model->shapes[of->shape_b];
    const abInteraction *interaction = &model->interactions[of->interaction];
    abPairProperties pair = ab_model_pair_properties(model, of->shape_a, of->shape_b);
    const abContactRuleDef *rule = interaction->rule;
    abPlace place = rule->place.line > 0 ? rule->place : model->bodies[b->body].place;
    int before = error != NULL ? error->count : 0;
    abResult result = ab_model_check_surface(model, a, b, rule, place, error);
    result = ab_worse(result, ab_model_check_contours(a, b, rule, place, error));
    result = ab_worse(result, ab_model_check_fields(model, a, b, interaction, error));
    if (result == AB_OK && interaction->normal->check != NULL) {
        result = interaction->normal->check(rule->normal.data, &pair, place, error);
    }
    result = result == AB_OK ? check_area(a, b, interaction, pair, place, error) : result;
    if (result == AB_OK && interaction->friction->check != NULL) {
        result = interaction->friction->check(rule->friction.data, &pair, place, error);
    }
    result = result == AB_OK ? check_force(interaction, &pair, place, error) : result;
    name_pair(error, before, a, b);
    return result;
}

abResult ab_check_laws(const abModel *model, abError *error) {
    abResult result = AB_OK;
    int refused = -1; // the last interaction that was: said once
    for (int k = 0; k < model->law_pair_count; k++) {
        const abLawPair *pair = &model->law_pairs[k];
        if (pair->interaction != refused && check_pair(model, pair, error) != AB_OK) {
            refused = pair->interaction;
            result = AB_BAD_MODEL;
        }
    }
    return result;
}
