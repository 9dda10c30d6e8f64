// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_project.c - the way back to gaps of zero after a step.
//
//   dq' M dq -> min with J dq = -g,    dv' M dv -> min with J dv = -g'                   (1)
//
// for the held points and the joints together, as joints alone are projected (joint_project.c).
// Forces are found from the exact second derivatives of the gaps and know nothing of it, so none
// that stabilises is among them.
//
// Cost    one system of all held points each; positions take another when what is left is not
//         rounding.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"
#include "dynamics/rigid_rows.h"
#include "rigid/complementarity.h"

static const double s_close = 1e-15; // of the size: gaps that are rounding
static const int s_most = 6;         // Newton steps
static const double s_turn = 0.5;    // the most that one turns a body, which only a start asks for

// Motions of all bodies for the impulses of the rows: into their a and alpha.
bool ab_rigid_answer_to_all(abDynamics *d, abSolveLevel level) {
    ab_rigid_clear_loads(d);
    for (size_t i = 0; i < d->rigid.row_count; i++) {
        ab_rigid_load(d, &d->rigid.rows[i], d->rigid.f[i]);
    }
    return ab_rigid_motions(d, level);
}

// The matrix, and what the rows are at before impulses: what joints need, added to `value`.
static bool prepare(abDynamics *d, double t, abSolveLevel level) {
    ab_rigid_open(d, t, level);
    if (!ab_rigid_fill(d, level)) {
        return false;
    }
    ab_rigid_clear_loads(d);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    for (size_t i = 0; i < d->rigid.row_count; i++) {
        d->rigid.b[i] = ab_rigid_along(d, i);
    }
    return true;
}

static double scene_size(const abDynamics *d) {
    return fmax(d->model->size, 1e-3);
}

static double shortened(const abDynamics *d) {
    double largest = 0.0;
    for (size_t b = 0; b < d->model->body_count; b++) {
        largest =
            ab_is_moving(d->model, (int)b) ? fmax(largest, ab_norm(d->bodies[b].alpha)) : largest;
    }
    return largest > s_turn ? s_turn / largest : 1.0;
}

static void move_all(const abDynamics *d, double *y) {
    double share = shortened(d);
    for (size_t b = 0; b < d->model->body_count; b++) {
        if (ab_is_moving(d->model, (int)b)) {
            ab_move_position(d->model, (int)b, ab_scale(share, d->bodies[b].a),
                             ab_scale(share, d->bodies[b].alpha), y);
        }
    }
}

static bool project_positions(abDynamics *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    double last = INFINITY;
    for (int round = 0; round < s_most; round++) {
        ab_dynamics_place(d, t, y);
        if (!ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
            return false;
        }
        double worst = 0.0;
        for (size_t i = 0; i < r->row_count; i++) {
            worst = fmax(worst, fabs(r->now[r->rows[i].point].gap - r->target));
        }
        if (worst <= s_close * scene_size(d) || worst >= 0.5 * last) {
            return true;
        }
        last = worst;
        if (!prepare(d, t, AB_SOLVE_POSITION)) {
            return false;
        }
        for (size_t i = 0; i < r->row_count; i++) {
            r->b[i] += r->now[r->rows[i].point].gap - r->target;
            r->kind[i] = AB_ROW_BILATERAL;
        }
        if (!ab_rigid_complement(d, false) || !ab_rigid_answer_to_all(d, AB_SOLVE_POSITION)) {
            return false;
        }
        move_all(d, y);
        *changed = true;
    }
    return true;
}

void ab_rigid_change_velocities(abDynamics *d, double *y) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        if (ab_is_moving(d->model, (int)b)) {
            ab_change_velocity(d->model, (int)b, d->bodies[b].a, d->bodies[b].alpha, y);
        }
    }
}

bool ab_rigid_open_speeds(abDynamics *d, double t, const double *y, abRigidTangents tangents) {
    ab_dynamics_place(d, t, y);
    if (!ab_rigid_make_rows(d, tangents)) {
        return false;
    }
    d->rigid.slip_count = 0; // slip does no impulse of its own
    return prepare(d, t, AB_SOLVE_SPEED);
}

double ab_rigid_speed_along(const abRigid *r, const abRigidRow *row) {
    const abRigidNow *now = &r->now[row->point];
    return row->axis < 0 ? now->rate : ab_dot(row->u, now->slip);
}

static bool project_velocities(abDynamics *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    d->grips.state = y + d->model->state_count;
    if (!ab_rigid_open_speeds(d, t, y, AB_RIGID_SLIPPING)) {
        return false;
    }
    bool is_still = true;
    for (size_t i = 0; i < r->row_count; i++) {
        bool is_left = r->finds_modes && r->rows[i].axis < 0; // method fixed: gaps go their own way
        double rate = is_left ? 0.0 : ab_rigid_speed_along(r, &r->rows[i]);
        r->b[i] += rate;
        r->kind[i] = AB_ROW_BILATERAL;
        is_still = is_still && rate == 0.0;
    }
    if (is_still) {
        return true;
    }
    if (!ab_rigid_complement(d, false) || !ab_rigid_answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    ab_rigid_change_velocities(d, y);
    *changed = true;
    return true;
}

bool ab_rigid_give_rates(abDynamics *d, double t, double *y) {
    abRigid *r = &d->rigid;
    if (!ab_rigid_open_speeds(d, t, y, AB_RIGID_NO_TANGENTS)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        size_t point = r->rows[i].point;
        r->b[i] += r->now[point].rate - r->points[point].given;
        r->kind[i] = AB_ROW_BILATERAL;
    }
    if (!ab_rigid_complement(d, false) || !ab_rigid_answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    ab_rigid_change_velocities(d, y);
    return true;
}

bool ab_rigid_project(abDynamics *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && project_velocities(d, t, y, &changed) && changed;
}

bool ab_rigid_stop_slip(abDynamics *d, double t, double *y) {
    bool changed = false;
    ab_dynamics_place(d, t, y);
    double before = ab_rigid_kinetic(d);
    if (!project_velocities(d, t, y, &changed)) {
        return false;
    }
    ab_dynamics_place(d, t, y);
    y[d->model->state_count - AB_BOOK_STATES + AB_BOOK_SLIDING] += before - ab_rigid_kinetic(d);
    return true;
}

bool ab_rigid_close_gaps(abDynamics *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && changed;
}
