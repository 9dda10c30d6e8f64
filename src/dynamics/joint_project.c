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
#include <string.h>

#include "dynamics/joint_solver.h"

// What rows may be off, in radians and in shares of the scene's size: rounding of the coordinates.
static const double s_close = 1e-14;
// From here a Newton step leaves rounding: its error is the square.
static const double s_near = 1e-8;
// Gaps at the start up to this are closed without asking: figures typed with five digits.
static const double s_small_gap = 1e-4;

// ---- how far rows are off ----

static bool is_angle(const abJointRow *row) {
    return row->kind == AB_ROW_RIGHT_ANGLE || row->kind == AB_ROW_SINE ||
           row->kind == AB_ROW_TURNED_B || row->kind == AB_ROW_ANGLE ||
           row->kind == AB_ROW_NO_TWIST;
}

// The scale of a row: lengths are judged by the scene.
static double row_scale(const abDynamics *d, const abJointRow *row) {
    return is_angle(row) ? 1.0 : d->joints->size;
}

// The couplers' rows are with the loops.
static double coupler_error(const abDynamics *d, int joint) {
    abRow entries[AB_ROW_ENTRIES];
    ab_joint_row(d, joint, 0, &d->joints->tree.now[joint], entries);
    return entries[0].c;
}

// What a row is off at position level; 0 where it is not held there, or follows from others.
static double row_error(const abDynamics *d, int joint, int i, bool at_start) {
    const abJointRow *row = &d->model->joints[joint].rows[i];
    bool is_dropped = d->joints->tree.now[joint].dropped & (1U << i);
    if (is_dropped || (row->level != AB_HOLD_POSITION && !at_start)) {
        return 0.0;
    }
    return row->kind == AB_ROW_COUPLER ? coupler_error(d, joint)
                                       : d->joints->tree.now[joint].rows[i].c;
}

// The largest, scaled.
static double largest_error(const abDynamics *d, bool at_start) {
    const abModel *model = d->model;
    double largest = 0.0;
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        for (int i = 0; i < joint->row_count; i++) {
            double error = fabs(row_error(d, (int)j, i, at_start));
            largest = fmax(largest, error / row_scale(d, &joint->rows[i]));
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
static void open_at(abDynamics *d, double t, const double *y, abSolveLevel level, bool at_start) {
    abJointTree *tree = &d->joints->tree;
    ab_dynamics_place(d, t, y);
    ab_joint_tree_open(d, tree, t, level, at_start);
    for (int l = 0; l < tree->link_count; l++) {
        tree->links[l].load = (abSpatial){0};
    }
}

// The largest step of Newton at the start turns no body by more than this.                [rad]
static const double s_turn = 0.5;

static double shortened(const abJointTree *tree) {
    double largest = 0.0;
    for (int l = 0; l < tree->link_count; l++) {
        largest = fmax(largest, ab_norm(tree->links[l].motion.angular));
    }
    return largest > s_turn ? s_turn / largest : 1.0;
}

static void move_all(const abDynamics *d, double *y) {
    const abJointTree *tree = &d->joints->tree;
    double share = shortened(tree);
    for (int l = 0; l < tree->link_count; l++) {
        abSpatial a = ab_link_motion(&tree->links[l]);
        ab_move_position(d->model, tree->links[l].body, ab_scale(share, a.linear),
                         ab_scale(share, a.angular), y);
    }
}

// Newton steps until all rows are close; returns what they are off then. `most` bounds the steps.
static double close_positions(abDynamics *d, double t, double *y, bool at_start, int most,
                              bool *changed) {
    double error = INFINITY;
    for (int i = 0;; i++) {
        open_at(d, t, y, AB_SOLVE_POSITION, at_start);
        double last = error;
        error = largest_error(d, at_start);
        // what rounding leaves cannot be bettered
        bool is_done = error <= s_close || (i > 1 && error < 100.0 * s_close && error >= last);
        if (!is_done || i == 0) { // velocities want the factors too
            ab_joint_tree_factor(d, &d->joints->tree);
        }
        if (is_done || i == most || !ab_joint_motions(d, AB_SOLVE_POSITION, at_start)) {
            return error;
        }
        move_all(d, y);
        *changed = true;
        if (error < s_near && !at_start) {
            return error * error;
        }
    }
}

// With the factors of positions a Newton step before: a change of velocities with the new rows
// still stops all gaps, and is least but for a share of that step.
static bool correct_velocities(abDynamics *d, double t, double *y, bool at_start) {
    const abJointTree *tree = &d->joints->tree;
    open_at(d, t, y, AB_SOLVE_SPEED, at_start);
    if (!ab_joint_motions(d, AB_SOLVE_SPEED, at_start)) {
        return false;
    }
    for (int l = 0; l < tree->link_count; l++) {
        abSpatial a = ab_link_motion(&tree->links[l]);
        ab_change_velocity(d->model, tree->links[l].body, a.linear, a.angular, y);
    }
    return true;
}

bool ab_dynamics_stop_joints(abDynamics *d, double t, double *y) {
    if (d->joints == NULL) {
        return true;
    }
    open_at(d, t, y, AB_SOLVE_SPEED, false);
    ab_joint_tree_factor(d, &d->joints->tree);
    return correct_velocities(d, t, y, false);
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

int ab_dynamics_singular_joint(const abDynamics *d) {
    return d->joints != NULL ? d->joints->singular : -1;
}

int ab_dynamics_weak_joint(const abDynamics *d) {
    static const double near = 1e-4; // squared sine: half a degree
    return d->joints != NULL && d->joints->loops.row_count > 0 && d->joints->loops.weakest < near
               ? d->joints->loops.weakest_joint
               : -1;
}

bool ab_joint_project(abDynamics *d, double t, double *y) {
    bool changed = false;
    close_positions(d, t, y, false, 4, &changed);
    changed = correct_velocities(d, t, y, false) || changed;
    note_rank(d->joints);
    return changed;
}

// ---- the start ----

// Adds the gaps of one joint, axis by axis, to the problems when one is not small.
static abResult check_gaps(const abDynamics *d, int index, abError *error) {
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
    return !is_open ? AB_OK
                    : ab_error_add(error, AB_BAD_MODEL, joint->place,
                                   "joint %s does not fit at the start: %s is off; move the "
                                   "bodies or frames, or write assemble: true under simulation:",
                                   joint->name, gaps);
}

// Says which bodies moved, and how far.
static void tell_moved(const abDynamics *d, const double *before, const double *y, const char *what,
                       const abLog *log) {
    enum { MOST = 8 };
    int told = 0;
    double size = d->joints != NULL ? d->joints->size : fmax(d->model->size, 1e-3);
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->state < 0) {
            continue;
        }
        const double *p = before + body->state, *q = y + body->state;
        bool planar = body->mobility == AB_MOBILITY_PLANAR;
        int first_turn = planar ? 2 : 3, last_turn = planar ? 3 : 7;
        double way = 0.0, turn = 0.0;
        for (int i = 0; i < last_turn; i++) {
            double *sum = i < first_turn ? &way : &turn;
            *sum += (q[i] - p[i]) * (q[i] - p[i]);
        }
        way = sqrt(way);
        turn = (planar ? 1.0 : 2.0) * sqrt(turn); // a small turn is twice that of the quaternion
        if ((way > 1e-9 * size || turn > 1e-9) && told++ < MOST) {
            ab_log(log, AB_LOG_INFO,
                   "%s moved by %.3g m and turned by %.3g rad to fit its %s at the start",
                   body->name, way, turn, what);
        }
    }
    if (told > MOST) {
        ab_log(log, AB_LOG_INFO, "%d more bodies moved to fit their %s at the start", told - MOST,
               what);
    }
}

// Names the rows of each joint that follow from others.
static void tell_redundant(const abDynamics *d, const abLog *log) {
    const abLoops *loops = &d->joints->loops;
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
                   d->model->joints[joint].name, names);
        }
    }
}

double ab_joint_close(abDynamics *d, double t, double *y) {
    bool changed = false;
    return d->joints != NULL && !d->rigid.joints_drift
               ? close_positions(d, t, y, true, 60, &changed)
               : 0.0;
}

// Joints, then ropes and limits with them. Says whether these moved anything.
static abResult close_all(abDynamics *d, double t, double *y, bool *links_moved, abError *error) {
    double off = ab_joint_close(d, t, y);
    if (off > 1e-9) {
        return ab_error_add(error, AB_BAD_MODEL, d->model->joints[0].place,
                            "the joints cannot be closed at the start: after 60 corrections they "
                            "are off by %.3g of the model's size; are there two that contradict "
                            "each other?",
                            off);
    }
    return ab_rigid_fit_links(d, t, y, links_moved, error);
}

static abResult check_all_gaps(abDynamics *d, double t, const double *y, abError *error) {
    abResult result = AB_OK;
    open_at(d, t, y, AB_SOLVE_POSITION, true);
    for (size_t j = 0; j < d->model->joint_count; j++) {
        result = ab_worse(result, check_gaps(d, (int)j, error));
    }
    return result;
}

abResult ab_dynamics_assemble(abDynamics *d, double t, double *y, bool assemble, const abLog *log,
                              abError *error) {
    bool has_joints = d->joints != NULL && !d->rigid.joints_drift, links_moved = false;
    if (has_joints && !assemble) {
        AB_TRY(check_all_gaps(d, t, y, error));
    }
    size_t n = (size_t)d->model->state_count;
    abArenaMark mark = ab_arena_mark(&d->arena);
    double *before = AB_ARENA_NEW(&d->arena, double, n);
    if (before == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu states", n);
    }
    memcpy(before, y, n * sizeof *y);
    AB_TRY(close_all(d, t, y, &links_moved, error));
    if (has_joints) {
        if (!correct_velocities(d, t, y, true)) {
            return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for joints");
        }
        d->joints->start_rank = d->joints->loops.rank;
        tell_redundant(d, log);
    }
    tell_moved(d, before, y, links_moved ? "joints, limits and ropes" : "joints", log);
    ab_arena_reset(&d->arena, mark);
    return AB_OK;
}
