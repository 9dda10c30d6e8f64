// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_classes.c - classes of shapes that are alike to all rules, and the rule for two of them.

#include "model/rules/contact_classes.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "model/rules/selectors.h"

static unsigned char *row_of(const abContactClasses *classes, int number) {
    return classes->rows + (size_t)number * classes->width;
}

// Those of the rules, then those of the exclusions, two by two.
static const char *selector_at(const abModel *model, size_t i) {
    size_t pair = i / 2;
    return pair < model->rule_count ? model->rules[pair].between[i % 2]
                                    : model->exclusions[pair - model->rule_count].between[i % 2];
}

static uint64_t fill_row(const abContactClasses *classes, const abBodyShape *shape,
                         unsigned char *row) {
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
static bool is_of_class(const abContactClasses *classes, const abBodyShape *shape, uint64_t hash,
                        int number) {
    const abBodyShape *first = &classes->model->shapes[classes->first[number]];
    const unsigned char *row = row_of(classes, classes->model->class_count);
    return classes->hashes[number] == hash && shape->collides == first->collides &&
           same_text(shape->material, first->material) &&
           (!classes->has_self || same_text(shape->group, first->group)) &&
           memcmp(row, row_of(classes, number), classes->width) == 0;
}

static abResult number_classes(abContactClasses *classes, abError *error) {
    abModel *model = classes->model;
    for (size_t s = 0; s < model->shape_count; s++) {
        abBodyShape *shape = &model->shapes[s];
        size_t rows = (size_t)model->class_count + 1;
        if (!AB_ARRAY_RESERVE(model->arena.allocator, classes->rows, classes->capacity,
                              rows * classes->width)) {
            return ab_compile_no_memory(error);
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

abResult ab_contact_classes_find(abModel *model, abContactClasses *classes, abError *error) {
    *classes = (abContactClasses){
        .model = model,
        .width = 2 * (model->rule_count + model->exclusion_count),
        .first = AB_ARENA_NEW(&model->arena, int, model->shape_count),
        .hashes = AB_ARENA_NEW(&model->arena, uint64_t, model->shape_count),
    };
    classes->is_self = AB_ARENA_NEW(&model->arena, bool, classes->width + 1);
    if (classes->first == NULL || classes->hashes == NULL || classes->is_self == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t i = 0; i < classes->width; i++) {
        classes->is_self[i] = ab_selector_is_self(model, selector_at(model, i));
        classes->has_self = classes->has_self || classes->is_self[i];
    }
    return number_classes(classes, error);
}

void ab_contact_classes_done(abContactClasses *classes) {
    AB_ARRAY_FREE(classes->model->arena.allocator, classes->rows, classes->capacity);
}

// How closely both classes are named by each pair of selectors, one after the other.
typedef struct Closeness {
    const unsigned char *a, *b;
    const bool *is_self;
    bool same_group;
} Closeness;

static Closeness closeness_of(const abContactClasses *classes, int class_a, int class_b) {
    const abModel *model = classes->model;
    return (Closeness){.a = row_of(classes, class_a),
                       .b = row_of(classes, class_b),
                       .is_self = classes->is_self,
                       .same_group =
                           ab_selector_same_group(&model->shapes[classes->first[class_a]],
                                                  &model->shapes[classes->first[class_b]])};
}

static int match_of(const Closeness *c, size_t pair) {
    return ab_selectors_closeness(c->a + 2 * pair, c->b + 2 * pair, c->is_self + 2 * pair,
                                  c->same_group);
}

static bool is_excluded(const abModel *model, const Closeness *c) {
    bool any = false;
    for (size_t e = 0; e < model->exclusion_count && !any; e++) {
        any = match_of(c, model->rule_count + e) > 0;
    }
    return any;
}

const abContactRuleDef *ab_contact_classes_rule(const abContactClasses *classes, int class_a,
                                                int class_b) {
    const abModel *model = classes->model;
    const Closeness c = closeness_of(classes, class_a, class_b);
    const abContactRuleDef *best = NULL;
    int best_match = 1;
    for (size_t r = 0; r < model->rule_count; r++) {
        int match = match_of(&c, r);
        if (match >= best_match) {
            best = &model->rules[r];
            best_match = match;
        }
    }
    return best != NULL && best->enabled && !is_excluded(model, &c) ? best : NULL;
}

const abContactRuleDef *ab_contact_classes_less_close(const abContactClasses *classes, int class_a,
                                                      int class_b, const abContactRuleDef *rule) {
    const abModel *model = classes->model;
    const Closeness c = closeness_of(classes, class_a, class_b);
    const int below = match_of(&c, (size_t)(rule - model->rules));
    const abContactRuleDef *best = NULL;
    int best_match = 1;
    for (size_t r = 0; r < model->rule_count; r++) {
        int match = match_of(&c, r);
        if (match >= best_match && match < below && model->rules[r].enabled) {
            best = &model->rules[r];
            best_match = match;
        }
    }
    return best;
}
