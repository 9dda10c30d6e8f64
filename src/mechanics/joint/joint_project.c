// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_project.c - back to the joints: after steps, and at the start.
//
//   dq' M dq -> min with J dq = -c,   dv' M dv -> min with J dv = rate - J v             (1)
//
// have the same elimination as the accelerations, without loads. Positions take Newton steps by
// (1) until what a row is off is rounding; velocities are linear and take one.

#include <stdio.h>

#include "mechanics/joint/joint_locks.h"
#include "mechanics/joint/joint_loops.h"
#include "mechanics/joint/joint_modes.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_solver.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/joint/tolerances.def"
#include "mechanics/state/place.h"
#include "model/core/model.h"

// ---- how far rows are off ----

static bool is_angle(const abJointRow *row) {
    return row->kind == AB_ROW_RIGHT_ANGLE || row->kind == AB_ROW_SINE ||
           row->kind == AB_ROW_TURNED_B || row->kind == AB_ROW_ANGLE ||
           row->kind == AB_ROW_NO_TWIST;
}

// The scale of a row: lengths are judged by the scene.
static double row_scale(const abMechanics *m, const abJointRow *row) {
    return is_angle(row) ? 1.0 : m->joints->size;
}

// The couplers' rows are with the loops.
static double coupler_error(const abMechanics *m, int joint) {
    abRow entries[AB_ROW_ENTRIES];
    ab_joint_row(m, joint, 0, &m->joints->tree.now[joint], entries);
    return entries[0].c;
}

// What a row is off at position level; 0 where it is not held there, or follows from others.
static double row_error(const abMechanics *m, int joint, int i, bool at_start) {
    const abJointRow *row = &m->model->joints[joint].rows[i];
    bool is_dropped = m->joints->tree.now[joint].dropped & (1U << i);
    if (is_dropped || (row->level != AB_HOLD_POSITION && !at_start)) {
        return 0.0;
    }
    return row->kind == AB_ROW_COUPLER ? coupler_error(m, joint)
                                       : m->joints->tree.now[joint].rows[i].c;
}

// The largest, scaled.
static double largest_error(const abMechanics *m, bool at_start) {
    const abModel *model = m->model;
    double largest = 0.0;
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        for (int i = 0; i < joint->row_count; i++) {
            double error = fabs(row_error(m, (int)j, i, at_start));
            largest = fmax(largest, error / row_scale(m, &joint->rows[i]));
        }
    }
    return largest;
}

// ---- moving the state ----

static void add_vec3(double *y, abVec3 v) {
    y[0] += v.x;
    y[1] += v.y;
    y[2] += v.z;
}

void ab_move_position(const abModel *model, int body, abVec3 move, abVec3 turn, double *y) {
    double *s = y + model->bodies[body].state;
    if (model->bodies[body].mobility == AB_MOBILITY_PLANAR) {
        s[0] += move.x;
        s[1] += move.y;
        s[2] += turn.z;
        return;
    }
    add_vec3(s, move);
    abQuat half = {0.0, 0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z};
    abQuat dq = ab_quat_mul(half, (abQuat){s[3], s[4], s[5], s[6]});
    s[3] += dq.w;
    s[4] += dq.x;
    s[5] += dq.y;
    s[6] += dq.z;
}

void ab_change_velocity(const abModel *model, int body, abVec3 move, abVec3 turn, double *y) {
    double *s = y + model->bodies[body].state;
    if (model->bodies[body].mobility == AB_MOBILITY_PLANAR) {
        s[3] += move.x;
        s[4] += move.y;
        s[5] += turn.z;
        return;
    }
    add_vec3(s + 7, move);
    add_vec3(s + 10, turn);
}

// Rows and no loads for state y.
static void open_at(abMechanics *m, double t, const double *y, abSolveLevel level, bool at_start) {
    abJointTree *tree = &m->joints->tree;
    ab_mechanics_place(m, t, y);
    ab_joint_tree_open(m, tree, t, level, at_start);
    for (int l = 0; l < tree->link_count; l++) {
        tree->links[l].load = (abSpatial){0};
    }
}

static double shortened(const abMechanics *m) {
    const abJointTree *tree = &m->joints->tree;
    double largest = 0.0;
    for (int l = 0; l < tree->link_count; l++) {
        largest = fmax(largest, ab_norm(tree->links[l].motion.angular));
    }
    largest = fmax(largest, ab_joint_modes_turn(m));
    return largest > s_largest_turn ? s_largest_turn / largest : 1.0;
}

// The spin goes with the body: left as it is in space it would be another one for the body, and a slim
// one that spins fast would gain or lose energy by being moved.
void ab_turn_spin(const abModel *model, int body, abVec3 turn, double *y) {
    double *w = y + model->bodies[body].state + 10;
    if (model->bodies[body].mobility == AB_MOBILITY_FREE) {
        abQuat dq = ab_quat_unit((abQuat){1.0, 0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z});
        abVec3 turned = ab_mul(ab_quat_to_matrix(dq), ab_vec3(w[0], w[1], w[2]));
        w[0] = turned.x;
        w[1] = turned.y;
        w[2] = turned.z;
    }
}

static void move_all(abMechanics *m, double *y, bool at_start) {
    const abJointTree *tree = &m->joints->tree;
    double share = shortened(m);
    for (int l = 0; l < tree->link_count; l++) {
        abSpatial a = ab_link_motion(&tree->links[l]);
        abVec3 turn = ab_scale(share, a.angular);
        ab_move_position(m->model, tree->links[l].body, ab_scale(share, a.linear), turn, y);
        if (!at_start) {
            ab_turn_spin(m->model, tree->links[l].body, turn, y);
        }
    }
    ab_joint_modes_move(m, share, at_start, y);
}

// Newton steps until all rows are close; returns what they are off then. `maximum` bounds the steps.
static double close_positions(abMechanics *m, double t, double *y, bool at_start, int maximum,
                              bool *changed) {
    double error = INFINITY;
    for (int i = 0;; i++) {
        open_at(m, t, y, AB_SOLVE_POSITION, at_start);
        double last = error;
        error = largest_error(m, at_start);
        // what rounding leaves cannot be bettered
        bool is_done = error <= s_close || (i > 1 && error < 100.0 * s_close && error >= last);
        if (!is_done || i == 0) { // velocities want the factors too
            ab_joint_tree_factor(m, &m->joints->tree);
        }
        if (is_done || i == maximum || !ab_joint_motions(m, AB_SOLVE_POSITION, at_start)) {
            return error;
        }
        move_all(m, y, at_start);
        *changed = true;
        if (error < s_near && !at_start) {
            return error * error;
        }
    }
}

// With the factors of positions a Newton step before: a change of velocities with the new rows
// still stops all gaps, and is least but for a share of that step.
static bool correct_velocities(abMechanics *m, double t, double *y, bool at_start) {
    const abJointTree *tree = &m->joints->tree;
    open_at(m, t, y, AB_SOLVE_SPEED, at_start);
    if (!ab_joint_motions(m, AB_SOLVE_SPEED, at_start)) {
        return false;
    }
    for (int l = 0; l < tree->link_count; l++) {
        abSpatial a = ab_link_motion(&tree->links[l]);
        ab_change_velocity(m->model, tree->links[l].body, a.linear, a.angular, y);
    }
    ab_joint_modes_change(m, y);
    return true;
}

bool ab_joint_stop_gaps(abMechanics *m, double t, double *y) {
    if (m->joints == NULL) {
        return true;
    }
    open_at(m, t, y, AB_SOLVE_SPEED, false);
    ab_joint_tree_factor(m, &m->joints->tree);
    return correct_velocities(m, t, y, false);
}

// ---- singular positions ----

static void note_rank(abJointSolver *s) {
    for (size_t i = 0; i < s->loops.row_count && s->loops.rank < s->start_rank; i++) {
        const abLoopRow *row = &s->loops.rows[i];
        if (row->is_redundant) {
            s->singular = s->loops.entries[row->first].joint;
        }
    }
}

int ab_joint_singular(const abMechanics *m) {
    return m->joints != NULL ? m->joints->singular : -1;
}

int ab_joint_weak(const abMechanics *m) {
    return m->joints != NULL && m->joints->loops.row_count > 0 && m->joints->loops.weakest < s_weak
               ? m->joints->loops.weakest_joint
               : -1;
}

static bool project(abMechanics *m, double t, double *y) {
    bool changed = false;
    close_positions(m, t, y, false, 4, &changed);
    changed = correct_velocities(m, t, y, false) || changed;
    note_rank(m->joints);
    return changed;
}

bool ab_mechanics_project(abMechanics *m, double t, double *y) {
    const abModel *model = m->model;
    bool changed = false;
    for (size_t i = 0; i < m->stepped.count; i++) {
        int b = m->stepped.bodies[i];
        if (model->bodies[b].mobility != AB_MOBILITY_FREE) {
            continue;
        }
        double *q = y + model->bodies[b].state + 3;
        double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        // rotations do not depend on the length, so a small drift may stay: y keeps its bits and
        // the last stage of a step can serve the next
        if (fabs(length2 - 1.0) > 1e-4) {
            double s = 1.0 / sqrt(length2);
            for (int k = 0; k < 4; k++) {
                q[k] *= s;
            }
            changed = true;
        }
    }
    if (m->joints != NULL && !m->stabilizer.joints_drift && project(m, t, y)) {
        changed = true;
    }
    return changed;
}

// ---- the start ----

// Where each of its bodies has the joint, if these places differ.
static void write_places(const abMechanics *m, const abJoint *joint, char *out, size_t size) {
    int bodies[2] = {joint->body_a, joint->body_b}; // -1: the world, which has a place, too
    const char *names[2];
    abVec3 p[2];
    for (int i = 0; i < 2; i++) {
        abPose X = m->bodies[bodies[i]].X;
        names[i] = ab_model_side_name(m->model, bodies[i]);
        p[i] = ab_add(X.p, ab_mul(X.R, i == 0 ? joint->X_AJ.p : ab_joint_frame_b(m, joint)->p));
    }
    *out = '\0';
    if (joint->coupled_count == 0 && ab_norm(ab_sub(p[0], p[1])) > s_small_gap * m->joints->size) {
        snprintf(out, size, "; %s has it at (%.4g, %.4g, %.4g), %s at (%.4g, %.4g, %.4g)", names[0],
                 p[0].x, p[0].y, p[0].z, names[1], p[1].x, p[1].y, p[1].z);
    }
}

// Adds the gaps of one joint, axis by axis, to the problems when one is not small.
static abResult check_gaps(const abMechanics *d, int index, abError *error) {
    const abJoint *joint = &d->model->joints[index];
    char gaps[260] = "";
    size_t length = 0;
    bool is_open = false;
    for (int i = 0; i < joint->row_count && length < sizeof gaps - 1; i++) {
        double scale = row_scale(d, &joint->rows[i]);
        double gap = row_error(d, index, i, true);
        if (fabs(gap) > s_small_gap * scale) {
            int more = snprintf(gaps + length, sizeof gaps - length, "%s%s by %.6g %s",
                                is_open ? ", " : "", joint->rows[i].name, gap,
                                is_angle(&joint->rows[i]) ? "rad" : "m");
            length += more > 0 ? (size_t)more : 0;
            is_open = true;
        }
    }
    if (!is_open) {
        return AB_OK;
    }
    char places[260];
    write_places(d, joint, places, sizeof places);
    return ab_error_add(error, AB_BAD_MODEL, joint->place,
                        "joint %s does not fit at the start: along its own axes %s is off%s; move "
                        "the bodies, or position: and position_b: of the joint, or write "
                        "assemble: true under simulation:",
                        joint->name, gaps, places);
}

// Names the rows of each joint that follow from others.
static void tell_redundant(const abMechanics *m, const abLog *log) {
    const abLoops *loops = &m->joints->loops;
    for (size_t i = 0; i < loops->row_count;) {
        int joint = loops->entries[loops->rows[i].first].joint;
        char names[120] = "";
        size_t length = 0;
        for (; i < loops->row_count && loops->entries[loops->rows[i].first].joint == joint; i++) {
            const abLoopRow *row = &loops->rows[i];
            if (row->is_redundant && !row->is_idle && length < sizeof names - 1) {
                int more = snprintf(names + length, sizeof names - length, "%s%s",
                                    length > 0 ? ", " : "", loops->entries[row->first].name);
                length += more > 0 ? (size_t)more : 0;
            }
        }
        if (length > 0) {
            ab_log(log, AB_LOG_WARNING,
                   "joint %s closes a loop whose other joints hold %s of it already; the motion is "
                   "right, and of the forces that would do it takes the least",
                   m->model->joints[joint].name, names);
        }
    }
}

double ab_joint_close(abMechanics *m, double t, double *y) {
    bool changed = false;
    return m->joints != NULL && !m->stabilizer.joints_drift
               ? close_positions(m, t, y, true, 60, &changed)
               : 0.0;
}

abResult ab_joint_check_gaps(abMechanics *m, double t, const double *y, abError *error) {
    abResult result = AB_OK;
    open_at(m, t, y, AB_SOLVE_POSITION, true);
    for (size_t j = 0; j < m->model->joint_count; j++) {
        result = ab_worse(result, check_gaps(m, (int)j, error));
    }
    return result;
}

bool ab_joint_begin(abMechanics *m, double t, double *y, const abLog *log) {
    if (!correct_velocities(m, t, y, true)) {
        return false;
    }
    m->joints->start_rank = m->joints->loops.rank;
    tell_redundant(m, log);
    return true;
}
