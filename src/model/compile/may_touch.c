// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// may_touch.c - which shapes could touch, whatever the law: their bodies can move against each
// other and no joint keeps them apart.

#include "model/compile/may_touch.h"

#include <stdlib.h>

#include "base/sort.h"
#include "model/core/markers.h"
#include "model/kinds/tables.h"

bool ab_is_immobile(const abModel *model, int body) {
    abMobility mobility = model->bodies[body].mobility;
    bool is_held = mobility == AB_MOBILITY_FIXED || mobility == AB_MOBILITY_PRESCRIBED;
    return is_held && model->bodies[body].flexible == NULL; // its modes move
}

static bool are_separated(const abModel *model, int body_a, int body_b) {
    int key[2] = {body_a < body_b ? body_a : body_b, body_a < body_b ? body_b : body_a};
    return model->separated_count > 0 &&
           bsearch(key, model->separated, (size_t)model->separated_count, sizeof key,
                   ab_by_two_ints) != NULL;
}

bool ab_may_touch_at_all(const abModel *model, const abBodyShape *a, const abBodyShape *b) {
    return model->bodies[a->body].rigid != model->bodies[b->body].rigid && a->collides &&
           b->collides && !(ab_is_immobile(model, a->body) && ab_is_immobile(model, b->body)) &&
           !are_separated(model, a->body, b->body);
}

const abInteraction *ab_model_interaction(const abModel *model, int shape_a, int shape_b) {
    int a = model->shapes[shape_a].contact_class, b = model->shapes[shape_b].contact_class;
    int index = model->class_pairs[a * model->class_count + b];
    return index >= 0 ? &model->interactions[index] : NULL;
}

bool ab_model_may_touch(const abModel *model, int shape_a, int shape_b) {
    return ab_may_touch_at_all(model, &model->shapes[shape_a], &model->shapes[shape_b]) &&
           ab_model_interaction(model, shape_a, shape_b) != NULL;
}

bool ab_may_touch_in(const void *model, int a, int b) {
    return ab_model_may_touch(model, a, b);
}

// ---- how many ----
//
// Pairs by their classes, less those of one body, of bodies held together, and of neighbours by a
// joint.

typedef struct ClassCount {
    long all, immobile; // shapes that collide; those on bodies that do not move
} ClassCount;

static long pairs_of(long count) {
    return count * (count - 1) / 2;
}

static long pairs_by_class(const abModel *model, const ClassCount *counts) {
    long sum = 0;
    for (int a = 0; a < model->class_count; a++) {
        for (int b = a; b < model->class_count; b++) {
            const ClassCount *A = &counts[a], *B = &counts[b];
            if (model->class_pairs[a * model->class_count + b] >= 0) {
                sum += a == b ? pairs_of(A->all) - pairs_of(A->immobile)
                              : A->all * B->all - A->immobile * B->immobile;
            }
        }
    }
    return sum;
}

// Whether two shapes count by their classes alone.
static bool is_counted(const abModel *model, const abBodyShape *a, const abBodyShape *b) {
    return a->collides && b->collides &&
           !(ab_is_immobile(model, a->body) && ab_is_immobile(model, b->body)) &&
           model->class_pairs[a->contact_class * model->class_count + b->contact_class] >= 0;
}

// Those of two bodies; of one, each once.
static long pairs_of_bodies(const abModel *model, int body_a, int body_b) {
    const abBody *A = &model->bodies[body_a], *B = &model->bodies[body_b];
    long sum = 0;
    for (int i = A->first_shape; i < A->first_shape + A->shape_count; i++) {
        int first = body_a == body_b ? i + 1 : B->first_shape;
        for (int j = first; j < B->first_shape + B->shape_count; j++) {
            sum += is_counted(model, &model->shapes[i], &model->shapes[j]);
        }
    }
    return sum;
}

// The pairs within each set of bodies that are held together: `next` lists a set from its root on.
static long pairs_held(const abModel *model, int *next) {
    long sum = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        next[b] = -1;
    }
    for (int b = (int)model->body_count - 1; b >= 0; b--) {
        int root = model->bodies[b].rigid;
        if (root != b) {
            next[b] = next[root];
            next[root] = b;
        }
    }
    for (int a = 0; a < (int)model->body_count; a++) {
        for (int b = a; b >= 0; b = next[b]) {
            sum += pairs_of_bodies(model, a, b);
        }
    }
    return sum;
}

static long pairs_of_neighbours(const abModel *model) {
    long sum = 0;
    for (int i = 0; i < model->separated_count; i++) {
        const int *pair = model->separated[i];
        bool is_again = i > 0 && ab_by_two_ints(pair, pair - 2) == 0;
        bool is_held = model->bodies[pair[0]].rigid == model->bodies[pair[1]].rigid;
        sum += is_again || is_held ? 0 : pairs_of_bodies(model, pair[0], pair[1]);
    }
    return sum;
}

long ab_model_count_pairs(const abModel *model) {
    abArena arena;
    ab_arena_init(&arena, model->arena.allocator, 0);
    ClassCount *counts = AB_ARENA_NEW(&arena, ClassCount, (size_t)model->class_count + 1);
    int *next = AB_ARENA_NEW(&arena, int, model->body_count + 1);
    long sum = -1;
    if (counts != NULL && next != NULL) {
        for (size_t s = 0; s < model->shape_count; s++) {
            const abBodyShape *shape = &model->shapes[s];
            counts[shape->contact_class].all += shape->collides;
            counts[shape->contact_class].immobile +=
                shape->collides && ab_is_immobile(model, shape->body);
        }
        sum = pairs_by_class(model, counts) - pairs_held(model, next) - pairs_of_neighbours(model);
    }
    ab_arena_done(&arena);
    return sum;
}

// ---- bodies that joints hold ----

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
        bool holds = def->type == AB_JOINT_FIXED && def->lock != AB_LOCK_OPEN;
        if (holds && !def->collide && a >= 0 && b >= 0) {
            model->bodies[rigid_root(model, a)].rigid = rigid_root(model, b);
        }
    }
    for (size_t b = 0; b < model->body_count; b++) {
        model->bodies[b].rigid = rigid_root(model, (int)b);
    }
}

// The body that a joint names, also by a marker; -1: none that could touch.
static int joined_body(const abModel *model, const char *name) {
    int marker = ab_model_find_marker(model, name) - 1 - (int)model->body_count;
    return marker >= 0 ? model->marker_defs[marker].body
                       : ab_model_find_body(model, name).index - 1;
}

// Bodies that a joint keeps from touching.
static abResult separate_neighbours(abModel *model, abError *error) {
    model->separated =
        (int(*)[2])ab_arena_take(&model->arena, model->joint_count + 1, sizeof *model->separated);
    if (model->separated == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJointDef *def = &model->joint_defs[j];
        int a = joined_body(model, def->between[0]);
        int b = joined_body(model, def->between[1]);
        if (def->collide || def->lock == AB_LOCK_OPEN || a < 0 || b < 0) {
            continue;
        }
        int *pair = model->separated[model->separated_count++];
        pair[0] = a < b ? a : b;
        pair[1] = a < b ? b : a;
    }
    qsort(model->separated, (size_t)model->separated_count, sizeof *model->separated,
          ab_by_two_ints);
    return AB_OK;
}

abResult ab_may_touch_prepare(abModel *model, abError *error) {
    find_rigid(model);
    return separate_neighbours(model, error);
}
