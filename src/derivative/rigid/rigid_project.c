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

#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/state/place.h"
#include "model/core/prescribed.h"
#include "solver/lcp/complementarity.h"

// Motions of all bodies for the impulses of the rows: into their a and alpha.
bool ab_rigid_answer_to_all(abDerivative *d, abSolveLevel level) {
    ab_rigid_clear_loads(d);
    for (size_t i = 0; i < d->rigid.row_count; i++) {
        ab_rigid_load(d, &d->rigid.rows[i], d->rigid.f[i]);
    }
    return ab_rigid_motions(d, level);
}

// The matrix, and what the rows are at before impulses: what joints need, added to `value`.
static bool prepare(abDerivative *d, double t, abSolveLevel level) {
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

static double scene_size(const abDerivative *d) {
    return fmax(d->mechanics.model->size, 1e-3);
}

static double shortened(const abDerivative *d) {
    double largest = 0.0;
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        largest = ab_is_moving(d->mechanics.model, (int)b)
                      ? fmax(largest, ab_norm(d->mechanics.bodies[b].alpha))
                      : largest;
    }
    return largest > s_largest_turn ? s_largest_turn / largest : 1.0;
}

static void move_all(const abDerivative *d, double *y) {
    double share = shortened(d);
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        if (ab_is_moving(d->mechanics.model, (int)b)) {
            ab_move_position(d->mechanics.model, (int)b, ab_scale(share, d->mechanics.bodies[b].a),
                             ab_scale(share, d->mechanics.bodies[b].alpha), y);
        }
    }
}

static bool project_positions(abDerivative *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    double last = INFINITY;
    for (int round = 0; round < s_most_corrections; round++) {
        ab_mechanics_place(&d->mechanics, t, y);
        if (!ab_rigid_make_rows(d, AB_RIGID_NO_TANGENTS)) {
            return false;
        }
        double worst = 0.0;
        for (size_t i = 0; i < r->row_count; i++) {
            worst =
                fmax(worst, fabs(r->now[r->rows[i].point].gap - d->mechanics.stabilizer.target));
        }
        if (worst <= s_close * scene_size(d) || worst >= 0.5 * last) {
            return true;
        }
        last = worst;
        if (!prepare(d, t, AB_SOLVE_POSITION)) {
            return false;
        }
        for (size_t i = 0; i < r->row_count; i++) {
            r->b[i] += r->now[r->rows[i].point].gap - d->mechanics.stabilizer.target;
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

// What drives give with the impulses that bodies are loaded with: what all become faster by, less the
// work of the impulses on what they act on, by the mean of the speeds before and after.      [J]
static double driven(const abDerivative *d) {
    const abModel *model = d->mechanics.model;
    double more = 0.0, work = 0.0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBodyNow *now = &d->mechanics.bodies[b];
        abVec3 v = ab_add_scaled(now->v, 0.5, now->a), w = ab_add_scaled(now->w, 0.5, now->alpha);
        work += ab_dot(now->force, v) + ab_dot(now->torque, w);
        if (ab_is_moving(model, (int)b)) {
            abVec3 spin = ab_mul_t(now->X.R, w), change = ab_mul_t(now->X.R, now->alpha);
            more += model->bodies[b].mass * ab_dot(now->a, v) +
                    ab_dot(spin, ab_mul(model->bodies[b].inertia, change));
        }
    }
    return more - work;
}

void ab_rigid_change_velocities(abDerivative *d, double *y) {
    if (ab_has_drives(d->mechanics.model)) {
        d->hit.driven += driven(d);
    }
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        if (ab_is_moving(d->mechanics.model, (int)b)) {
            ab_change_velocity(d->mechanics.model, (int)b, d->mechanics.bodies[b].a,
                               d->mechanics.bodies[b].alpha, y);
        }
    }
}

static bool make_rows(abDerivative *d, double t, const double *y, abRigidTangents tangents) {
    ab_mechanics_place(&d->mechanics, t, y);
    return ab_rigid_make_rows(d, tangents);
}

bool ab_rigid_open_speeds(abDerivative *d, double t, const double *y, abRigidTangents tangents) {
    if (!make_rows(d, t, y, tangents)) {
        return false;
    }
    d->rigid.slip_count = 0; // slip does no impulse of its own
    return prepare(d, t, AB_SOLVE_SPEED);
}

double ab_rigid_speed_along(const abRigid *r, const abRigidRow *row) {
    const abRigidNow *now = &r->now[row->point];
    return row->axis < 0 ? now->rate : ab_dot(row->u, now->slip);
}

double ab_rigid_speed_to_change(const abDerivative *d, size_t row) {
    const abRigid *r = &d->rigid;
    const abModel *model = d->mechanics.model;
    bool is_driven = ab_has_drives(model);
    bool is_held = r->has_matrix && !(r->matrix[row * r->row_count + row] > 0.0);
    return is_held && !is_driven && r->rows[row].axis < 0
               ? 0.0
               : r->b[row] + ab_rigid_speed_along(r, &r->rows[row]);
}

static bool project_velocities(abDerivative *d, double t, double *y, bool *changed) {
    abRigid *r = &d->rigid;
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
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

bool ab_rigid_give_rates(abDerivative *d, double t, double *y) {
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

// Points that lie almost in one place could be stopped by forces without bound, some of which pull, and
// friction with those would push what slides on.
static bool are_bounded(const abRigid *r) {
    double alone = 0.0, largest = 0.0; // stopped one by one                           [N s]
    for (size_t i = 0; i < r->point_rows; i++) {
        if (r->rows[i].axis < 0 && r->diagonal[i] > 0.0) {
            alone += fabs(ab_rigid_speed_along(r, &r->rows[i])) / r->diagonal[i];
            largest = fmax(largest, fabs(r->f[i]));
        }
    }
    return largest <= s_most_together * alone;
}

bool ab_rigid_end_bounces(abDerivative *d, double t, double *y) {
    abRigid *r = &d->rigid;
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    if (!make_rows(d, t, y, AB_RIGID_SLIPPING) || r->slip_count == 0 ||
        !prepare(d, t, AB_SOLVE_SPEED)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        r->b[i] += ab_rigid_speed_along(r, &r->rows[i]);
        r->kind[i] = AB_ROW_BILATERAL;
    }
    if (!ab_rigid_find_forces(d) || r->is_infeasible || !are_bounded(r)) {
        r->is_infeasible = false;
        return false;
    }
    ab_rigid_clear_loads(d);
    for (size_t i = 0; i < r->row_count; i++) {
        ab_rigid_load(d, &r->rows[i], r->f[i]);
        if (r->rows[i].axis < 0) {
            ab_rigid_load_friction_ratio(d, &r->rows[i], r->f[i]);
        }
    }
    if (!ab_rigid_motions(d, AB_SOLVE_SPEED)) {
        return false;
    }
    ab_rigid_change_velocities(d, y);
    return true;
}

bool ab_rigid_project(abDerivative *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && project_velocities(d, t, y, &changed) && changed;
}

bool ab_rigid_stop_slip(abDerivative *d, double t, double *y) {
    bool changed = false;
    ab_mechanics_place(&d->mechanics, t, y);
    double before = ab_rigid_kinetic(d), *book = y + d->mechanics.layout.book;
    const double others = d->hit.driven;
    if (!project_velocities(d, t, y, &changed)) {
        return false;
    }
    ab_mechanics_place(&d->mechanics, t, y);
    double given = d->hit.driven - others;
    book[AB_BOOK_SLIDING] += before - ab_rigid_kinetic(d) + given;
    book[AB_BOOK_DRIVE] += given;
    d->hit.driven = others;
    return true;
}

bool ab_rigid_close_gaps(abDerivative *d, double t, double *y) {
    bool changed = false;
    return project_positions(d, t, y, &changed) && changed;
}
