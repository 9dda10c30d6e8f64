// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_forest.c - which joints make the trees, and the links in the order of elimination.

#include "base/groups.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/state/attachments.h"

static bool is_planar(const abModel *model, int body) {
    return ab_is_moving(model, body) && model->bodies[body].mobility == AB_MOBILITY_PLANAR;
}

static bool is_attachment(const abModel *model, int body) {
    return body >= 0 && ab_is_attachment(model, body);
}

// Bodies with modes are in no tree, so their joints close loops. Planar bodies have no place for the rows out of their plane, so they form trees of their own.
static bool fits_tree(const abModel *model, const abJoint *joint) {
    bool a = ab_is_moving(model, joint->body_a), b = ab_is_moving(model, joint->body_b);
    bool same = !a || !b || is_planar(model, joint->body_a) == is_planar(model, joint->body_b);
    return joint->plain_count > 0 && (a || b) && same && !is_attachment(model, joint->body_a) &&
           !is_attachment(model, joint->body_b);
}

// Marks the joints of the forest. The world and all that does not move is one node, number 0.
static bool choose_joints(const abModel *model, abArena *scratch, bool *is_tree_joint) {
    int *node = AB_ARENA_NEW(scratch, int, model->body_count + 1);
    if (node == NULL) {
        return false;
    }
    for (size_t b = 0; b <= model->body_count; b++) {
        node[b] = b > 0 && ab_is_moving(model, (int)b - 1) ? (int)b : 0;
    }
    for (int rows = 6; rows > 0; rows--) {
        for (size_t j = 0; j < model->joint_count; j++) {
            const abJoint *joint = &model->joints[j];
            if (joint->plain_count != rows || !fits_tree(model, joint)) {
                continue;
            }
            int a = joint->body_a + 1, b = joint->body_b + 1;
            if (ab_group_of(node, a) != ab_group_of(node, b)) {
                ab_groups_join(node, a, b); // the world stays a root
                is_tree_joint[j] = true;
            }
        }
    }
    return true;
}

// Joints of each body as lists: first[b + 1] of body b, then next[2 j + side].
typedef struct Incidence {
    int *first, *next;
} Incidence;

static bool make_incidence(const abModel *model, const bool *is_tree_joint, abArena *scratch,
                           Incidence *out) {
    out->first = AB_ARENA_NEW(scratch, int, model->body_count + 1);
    out->next = AB_ARENA_NEW(scratch, int, 2 * model->joint_count);
    if (out->first == NULL || out->next == NULL) {
        return false;
    }
    for (size_t b = 0; b <= model->body_count; b++) {
        out->first[b] = -1;
    }
    for (int j = (int)model->joint_count - 1; j >= 0; j--) { // backwards, so that each list rises
        const int bodies[2] = {model->joints[j].body_a, model->joints[j].body_b};
        for (int side = 0; side < 2 && is_tree_joint[j]; side++) {
            if (ab_is_moving(model, bodies[side])) {
                out->next[2 * j + side] = out->first[bodies[side] + 1];
                out->first[bodies[side] + 1] = 2 * j + side;
            }
        }
    }
    return true;
}

static int add_link(const abMechanics *m, abJointTree *tree, int body, int parent, int joint) {
    const abModel *model = m->model;
    abTreeLink *link = &tree->links[tree->link_count];
    *link = (abTreeLink){.body = body, .parent = parent, .joint = joint, .parent_body = -1};
    link->is_planar = is_planar(model, body);
    link->is_flat = link->is_planar && (parent < 0 || tree->links[parent].is_flat);
    if (joint >= 0) {
        link->child_is_a = model->joints[joint].body_a == body;
        link->parent_body =
            link->child_is_a ? model->joints[joint].body_b : model->joints[joint].body_a;
    }
    link->tree = parent >= 0 ? tree->links[parent].tree : tree->tree_count++;
    tree->link_of[body] = tree->link_count;
    return tree->link_count++;
}

// Adds all links that hang on link `from`, in breadth: those added are the queue.
static void grow(const abMechanics *m, abJointTree *tree, const Incidence *incidence, int from) {
    const abModel *model = m->model;
    for (int l = from; l < tree->link_count; l++) {
        int body = tree->links[l].body;
        for (int k = incidence->first[body + 1]; k >= 0; k = incidence->next[k]) {
            const abJoint *joint = &model->joints[k / 2];
            int other = k % 2 == 0 ? joint->body_b : joint->body_a;
            if (k / 2 != tree->links[l].joint && ab_is_moving(model, other)) {
                add_link(m, tree, other, l, k / 2);
            }
        }
    }
}

bool ab_joint_tree_create(abMechanics *m, abJointTree *tree) {
    const abModel *model = m->model;
    abArena *arena = &m->arena;
    Incidence incidence;
    size_t bodies = model->body_count + model->attachment_count;
    *tree = (abJointTree){
        .links = AB_ARENA_NEW(arena, abTreeLink, model->body_count + 1),
        .link_of = AB_ARENA_NEW(arena, int, bodies + 1),
        .is_tree_joint = AB_ARENA_NEW(arena, bool, model->joint_count + 1),
        .now = AB_ARENA_NEW(arena, abJointNow, model->joint_count + 1),
    };
    bool *is_held = AB_ARENA_NEW(arena, bool, bodies + 1);
    if (tree->links == NULL || tree->link_of == NULL || tree->is_tree_joint == NULL ||
        tree->now == NULL || is_held == NULL || !choose_joints(model, arena, tree->is_tree_joint) ||
        !make_incidence(model, tree->is_tree_joint, arena, &incidence)) {
        return false;
    }
    for (size_t b = 0; b < bodies; b++) {
        tree->link_of[b] = -1;
    }
    // trees that hang on what does not move
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        is_held[joint->body_a + 1] = is_held[joint->body_b + 1] = true;
        bool a = ab_is_moving(model, joint->body_a), b = ab_is_moving(model, joint->body_b);
        if (tree->is_tree_joint[j] && a != b) {
            grow(m, tree, &incidence,
                 add_link(m, tree, a ? joint->body_a : joint->body_b, -1, (int)j));
        }
    }
    // trees that float
    for (size_t b = 0; b < model->body_count; b++) {
        if (is_held[b + 1] && ab_is_moving(model, (int)b) && tree->link_of[b] < 0) {
            grow(m, tree, &incidence, add_link(m, tree, (int)b, -1, -1));
        }
    }
    return true;
}
