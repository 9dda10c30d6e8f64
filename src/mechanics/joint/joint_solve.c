// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_solve.c - accelerations and joint forces, and projection back to the joints.
//
//   [ M  -J' ] [ a      ]   [ f     ]
//   [ J   0  ] [ lambda ] = [ gamma ]
//
// The trees among the joints are eliminated from the leaves to the roots (joint_tree.c), the rows
// left over meet in a small system (joint_loops.c). The projections move positions and velocities
// by the answer of the same system without loads (joint_project.c).

#include <string.h>

#include "mechanics/joint/joint_loops.h"
#include "mechanics/joint/joint_modes.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/joint/joint_solver.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/state/attachments.h"

static abResult no_memory(const abMechanics *m, abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu joints",
                        m->model->joint_count);
}

static bool is_prescribed(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].mobility == AB_MOBILITY_PRESCRIBED &&
           !ab_is_attachment(model, body);
}

static bool is_driven(const abJoint *joint) {
    for (int i = 0; i < 6; i++) {
        if (joint->drive[i] != NULL) {
            return true;
        }
    }
    return false;
}

static double scene_size(const abModel *model) {
    double size = model->size;
    for (size_t b = 0; b < model->body_count; b++) {
        size = fmax(size, ab_norm(model->bodies[b].p_WC));
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        size = fmax(size, fmax(ab_norm(joint->X_AJ.p), ab_norm(joint->X_BJ.p)));
    }
    return size > 0.0 ? size : 1.0;
}

abResult ab_joint_solver_create(abMechanics *m, abError *error) {
    const abModel *model = m->model;
    abJointSolver *s = AB_ARENA_NEW(&m->arena, abJointSolver, 1);
    if (s == NULL || !ab_joint_tree_create(m, &s->tree) ||
        !ab_loops_create(m, &s->tree, &s->loops)) {
        return no_memory(m, error);
    }
    s->forces = AB_ARENA_NEW(&m->arena, double, 6 * model->joint_count);
    if (s->forces == NULL) {
        return no_memory(m, error);
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        s->needs_forces = s->needs_forces || is_driven(joint) ||
                          is_prescribed(model, joint->body_a) ||
                          is_prescribed(model, joint->body_b);
    }
    s->singular = -1;
    s->size = scene_size(model);
    m->joints = s;
    return AB_OK;
}

void ab_joint_solver_done(abMechanics *m) {
    if (m->joints != NULL) {
        ab_loops_done(m, &m->joints->loops);
    }
}

// ---- one solution ----

bool ab_joint_motions(abMechanics *m, abSolveLevel level, bool at_start) {
    abJointSolver *s = m->joints;
    ab_joint_tree_solve(m, &s->tree, level);
    if (!ab_loops_solve(m, &s->tree, &s->loops, level, at_start)) {
        return false;
    }
    if (s->loops.row_count > 0) {
        ab_joint_tree_solve(m, &s->tree, level);
    }
    return true;
}

// ---- accelerations ----

// Loads, gravity and the gyroscopic torque, at the link's point.
static void load_links(abMechanics *m) {
    abJointTree *tree = &m->joints->tree;
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        const abBody *body = &m->model->bodies[link->body];
        const abBodyNow *now = &m->bodies[link->body];
        abVec3 g = ab_gravity_at(&m->model->gravity, now->X.p);
        abVec3 force = ab_add_scaled(now->force, body->mass, g), torque = now->torque;
        if (link->is_planar) {
            force.z = torque.x = torque.y = 0.0;
        } else if (!body->is_round) {
            torque = ab_sub(torque, ab_cross(now->w, ab_mul(now->inertia, now->w)));
        }
        link->load = (abSpatial){force, ab_add(torque, ab_cross(link->c, force))};
    }
}

// Motions of the bodies under the loads of their links, for the tree as opened.
static bool move(abMechanics *m, abSolveLevel level) {
    const abJointTree *tree = &m->joints->tree;
    if (!ab_joint_motions(m, level, false)) {
        return false;
    }
    for (int l = 0; l < tree->link_count; l++) {
        abSpatial a = ab_link_motion(&tree->links[l]);
        abBodyNow *now = &m->bodies[tree->links[l].body];
        now->a = a.linear;
        now->alpha = a.angular;
    }
    return true;
}

bool ab_joint_solve(abMechanics *m, double t) {
    abJointSolver *s = m->joints;
    ab_joint_tree_open(m, &s->tree, t, AB_SOLVE_ACCELERATION, false);
    ab_joint_tree_factor(m, &s->tree);
    return ab_joint_solve_again(m, true);
}

bool ab_joint_solve_again(abMechanics *m, bool with_forces) {
    load_links(m);
    if (!move(m, AB_SOLVE_ACCELERATION)) {
        return false;
    }
    ab_joint_modes_accelerate(m);
    if (with_forces && m->joints->needs_forces) {
        ab_joint_find_forces(m);
    }
    return true;
}

bool ab_joint_answer(abMechanics *m, abSolveLevel level) {
    abJointTree *tree = &m->joints->tree;
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        const abBodyNow *now = &m->bodies[link->body];
        abVec3 force = now->force, torque = now->torque;
        if (link->is_planar) {
            force.z = torque.x = torque.y = 0.0;
        }
        link->load = (abSpatial){force, ab_add(torque, ab_cross(link->c, force))};
    }
    return move(m, level);
}

// ---- joint forces ----

// Force each tree joint passes to its child, at the child's point: what the child and all beyond
// need for their accelerations less their loads. Written into the links' biases.
static void find_tree_forces(const abMechanics *d, abJointTree *tree) {
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        const abBody *body = &d->model->bodies[link->body];
        const abBodyNow *now = &d->bodies[link->body];
        abVec3 force = ab_scale(body->mass, now->a);
        abVec3 torque = link->is_planar ? ab_vec3(0.0, 0.0, body->inertia.m[2][2] * now->alpha.z)
                                        : ab_mul(now->inertia, now->alpha);
        torque = ab_add(torque, ab_cross(link->c, force));
        link->bias =
            (abSpatial){ab_sub(force, link->load.linear), ab_sub(torque, link->load.angular)};
    }
    for (int l = tree->link_count - 1; l >= 0; l--) {
        const abTreeLink *link = &tree->links[l];
        if (link->parent >= 0) {
            abSpatial *bias = &tree->links[link->parent].bias;
            bias->linear = ab_add(bias->linear, link->bias.linear);
            bias->angular = ab_add(
                bias->angular, ab_add(link->bias.angular, ab_cross(link->r, link->bias.linear)));
        }
    }
}

static void add_force(double *to, double factor, const abSpatial *force) {
    const double part[6] = {force->linear.x,  force->linear.y,  force->linear.z,
                            force->angular.x, force->angular.y, force->angular.z};
    for (int k = 0; k < 6; k++) {
        to[k] += factor * part[k];
    }
}

// The work of a joint's drives, and its force on bodies that are held by theirs.
static void note_force(abMechanics *d, size_t j) {
    const abJoint *joint = &d->model->joints[j];
    const abJointNow *now = &d->joints->tree.now[j];
    const double *f = d->joints->forces + 6 * j;
    abVec3 force = {f[0], f[1], f[2]}, torque = {f[3], f[4], f[5]};
    abBodyNow *A = &d->bodies[joint->body_a], *B = &d->bodies[joint->body_b];
    if (is_driven(joint)) {
        abVec3 u = ab_sub(ab_add(B->v, ab_cross(B->w, now->arm_b)),
                          ab_add(A->v, ab_cross(A->w, now->arm_a)));
        d->book_rates[AB_BOOK_DRIVE] += ab_dot(force, u) + ab_dot(torque, ab_sub(B->w, A->w));
    }
    if (is_prescribed(d->model, joint->body_b)) {
        B->force = ab_add(B->force, force);
        B->torque = ab_add(B->torque, ab_add(torque, ab_cross(now->arm_b, force)));
    }
    if (is_prescribed(d->model, joint->body_a)) {
        A->force = ab_sub(A->force, force);
        A->torque = ab_sub(A->torque, ab_add(torque, ab_cross(now->arm_a, force)));
    }
}

void ab_joint_find_forces(abMechanics *m) {
    abJointSolver *s = m->joints;
    memset(s->forces, 0, 6 * m->model->joint_count * sizeof *s->forces);
    find_tree_forces(m, &s->tree);
    for (int l = 0; l < s->tree.link_count; l++) {
        const abTreeLink *link = &s->tree.links[l];
        if (link->joint >= 0) {
            add_force(s->forces + 6 * link->joint, link->child_is_a ? -1.0 : 1.0, &link->bias);
        }
    }
    for (size_t i = 0; i < s->loops.row_count; i++) {
        const abLoopRow *row = &s->loops.rows[i];
        const abRow *entry = &s->loops.entries[row->first];
        if (row->entry_count == 1) {
            abVec3 arm = s->tree.now[entry->joint].arm_b;
            abSpatial part = {entry->linear_b,
                              ab_sub(entry->angular_b, ab_cross(arm, entry->linear_b))};
            add_force(s->forces + 6 * entry->joint, row->force, &part);
        }
    }
    for (size_t j = 0; j < m->model->joint_count; j++) {
        note_force(m, j);
    }
}

// Both are taken at the joint's point on the second body.
void ab_joint_forces(abMechanics *m, double *out) {
    if (!m->joints->needs_forces) {
        ab_joint_find_forces(m);
    }
    memcpy(out, m->joints->forces, 6 * m->model->joint_count * sizeof *out);
}
