// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// may_touch.c - which shapes could touch, whatever the law: their bodies can move against each
// other and no joint keeps them apart.

#include "model/may_touch.h"

#include <stdlib.h>

bool ab_is_immobile(const abModel *model, int body) {
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
        return ab_compile_no_memory(error);
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

abResult ab_may_touch_prepare(abModel *model, abError *error) {
    find_rigid(model);
    return separate_neighbours(model, error);
}
