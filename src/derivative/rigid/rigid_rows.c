// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_rows.c - closed points as rows: what unit forces there do to each other, and the forces.
//
// A row presses B with u at p and A with -u. With M the masses of all bodies and their joints,
//
//   A = J M^-1 J',   row i of J v:  u_i . (v_B - v_A) at p_i                              (1)
//
// is the same for forces and accelerations, for impulses and velocities, for pushes and
// displacements; only what the joints ask for differs, and that is in b. Without joints a body
// answers for itself; with them a column of A is the answer of the tree of joints to one force
// less that to none. Where there are no joints the matrix is seldom needed: rigid_graph.c does with
// its entries that are not zero.
//
// Cost    rows^2 for the matrix, with joints an answer of all of them per row.

#include <math.h>

#include "base/array.h"
#include "derivative/rigid/rigid_friction.h"
#include "derivative/rigid/rigid_graph.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/joint/joint_solver.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/link/rigid_gap.h"
#include "solver/lcp/complementarity.h"

enum { VECTORS = 8, KINDS = 2 };

bool ab_rigid_reserve_workspace(abDerivative *d, size_t workspace) {
    return ab_arrays_reserve(d->mechanics.allocator, &d->rigid.arrays, &d->rigid.workspace,
                             workspace, 1);
}

static bool reserve_rows(abDerivative *d, size_t n) {
    abRigid *r = &d->rigid;
    n = n > 0 ? n : 1; // the parts of an array are places in one
    bool ok = AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->rows, n) &&
              AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->slipping, n) &&
              AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->vectors, VECTORS * n) &&
              AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->kinds, KINDS * n) &&
              AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->base,
                                d->mechanics.model->body_count) &&
              AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->pressing,
                                2 * d->mechanics.model->body_count);
    r->b = r->vectors, r->f = r->b + n, r->w = r->f + n, r->without = r->w + n;
    r->b_slip = r->without + n, r->lo = r->b_slip + n, r->hi = r->lo + n, r->diagonal = r->hi + n;
    r->kind = r->kinds, r->side = r->kinds + n;
    return ok;
}

static bool reserve_matrix(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    return ab_rigid_reserve_workspace(d, ab_complementarity_workspace(n)) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->matrix, n * n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->friction_ratios,
                             n * r->slip_count);
}

void ab_rigid_done(abDerivative *d) {
    ab_arrays_free(d->mechanics.allocator, &d->rigid.arrays);
}

// ---- answers to loads ----

void ab_rigid_open(abDerivative *d, double t, abSolveLevel level) {
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        abBodyNow *now = &d->mechanics.bodies[b];
        if (body->mobility == AB_MOBILITY_FREE && !body->is_round &&
            !ab_joint_holds(&d->mechanics, (int)b)) {
            abMat3 R = now->X.R;
            now->inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(R, body->inverse_inertia), R);
        }
    }
    if (d->mechanics.joints != NULL) {
        ab_joint_tree_open(&d->mechanics, &d->mechanics.joints->tree, t, level, false);
        ab_joint_tree_factor(&d->mechanics, &d->mechanics.joints->tree);
    }
}

void ab_rigid_clear_loads(abDerivative *d) {
    for (int b = -1; b < (int)d->mechanics.model->body_count; b++) {
        d->mechanics.bodies[b].force = d->mechanics.bodies[b].torque = ab_vec3(0.0, 0.0, 0.0);
    }
}

// The motions of all bodies under their loads, without gravity.
bool ab_rigid_motions(abDerivative *d, abSolveLevel level) {
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        abBodyNow *now = &d->mechanics.bodies[b];
        if (body->state >= 0 && !ab_joint_holds(&d->mechanics, (int)b)) {
            ab_apply_inverse_mass(body, now, now->force, now->torque, &now->a, &now->alpha);
        } else if (body->state < 0 && level != AB_SOLVE_ACCELERATION) {
            now->a = now->alpha = ab_vec3(0.0, 0.0, 0.0);
        }
    }
    return d->mechanics.joints == NULL || ab_joint_answer(&d->mechanics, level);
}

// J applied to the motions the bodies have.
double ab_rigid_along_row(const abDerivative *d, const abRigidRow *row) {
    const abBodyNow *A = &d->mechanics.bodies[row->body_a], *B = &d->mechanics.bodies[row->body_b];
    return ab_dot(row->u, ab_sub(ab_acceleration_at(B, row->p), ab_acceleration_at(A, row->p))) +
           ab_dot(row->rotation, ab_sub(B->alpha, A->alpha));
}

// `size` times a force at the point of a row and a torque.
static void load(abDerivative *d, const abRigidRow *row, double size, abVec3 u, abVec3 rotation) {
    abVec3 force = ab_scale(size, u);
    abBodyNow *A = &d->mechanics.bodies[row->body_a], *B = &d->mechanics.bodies[row->body_b];
    ab_load(B, force, row->p);
    ab_load(A, ab_neg(force), row->p);
    B->torque = ab_add_scaled(B->torque, size, rotation);
    A->torque = ab_add_scaled(A->torque, -size, rotation);
}

void ab_rigid_load(abDerivative *d, const abRigidRow *row, double size) {
    load(d, row, size, row->u, row->rotation);
}

void ab_rigid_load_friction_ratio(abDerivative *d, const abRigidRow *row, double size) {
    const abRigidNow *now = &d->rigid.now[row->point];
    load(d, row, size, now->friction_ratio, now->twist);
}

// ---- the matrix ----

abRigidAnswer ab_rigid_answer(const abDerivative *d, int body, abVec3 p, abVec3 u, abVec3 torque) {
    abRigidAnswer out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (body >= 0) {
        const abBodyNow *now = &d->mechanics.bodies[body];
        torque = ab_add(torque, ab_cross(ab_sub(p, now->X.p), u));
        ab_apply_inverse_mass(&d->mechanics.model->bodies[body], now, u, torque, &out.a,
                              &out.alpha);
    }
    return out;
}

// What the answer of a body to row j, `sign` of it, is along row i.
static double felt(const abDerivative *d, const abRigidRow *i, int body, double sign,
                   const abRigidAnswer *answer) {
    abVec3 a =
        ab_add(answer->a, ab_cross(answer->alpha, ab_sub(i->p, d->mechanics.bodies[body].X.p)));
    double other = i->body_b == body ? 1.0 : i->body_a == body ? -1.0 : 0.0;
    return sign * other * (ab_dot(i->u, a) + ab_dot(i->rotation, answer->alpha));
}

static void fill_without_joints(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    for (size_t j = 0; j < n; j++) {
        abRigidRow *row = &r->rows[j];
        row->on[0] = ab_rigid_answer(d, row->body_a, row->p, row->u, row->rotation);
        row->on[1] = ab_rigid_answer(d, row->body_b, row->p, row->u, row->rotation);
        for (size_t i = 0; i <= j; i++) {
            r->matrix[i * n + j] = r->matrix[j * n + i] =
                felt(d, &r->rows[i], row->body_a, -1.0, &row->on[0]) +
                felt(d, &r->rows[i], row->body_b, 1.0, &row->on[1]);
        }
    }
}

static double inverse_mass(const abDerivative *d, int body) {
    return ab_is_moving(d->mechanics.model, body) ? d->mechanics.model->bodies[body].inverse_mass
                                                  : 0.0;
}

// A force of a size that moves the bodies by about 1, so that it shows beside what joints do.
static double fair_load(const abDerivative *d, const abRigidRow *row) {
    return 1.0 / (inverse_mass(d, row->body_a) + inverse_mass(d, row->body_b));
}

static bool fill_with_joints(abDerivative *d, abSolveLevel level) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    ab_rigid_clear_loads(d);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    double *without = r->without;
    for (size_t i = 0; i < n; i++) {
        without[i] = ab_rigid_along_row(d, &r->rows[i]);
    }
    for (size_t j = 0; j < n; j++) {
        double size = fair_load(d, &r->rows[j]);
        ab_rigid_clear_loads(d);
        ab_rigid_load(d, &r->rows[j], size);
        if (!ab_rigid_motions(d, level)) {
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            r->matrix[i * n + j] = (ab_rigid_along_row(d, &r->rows[i]) - without[i]) / size;
        }
    }
    for (size_t i = 0; i < n; i++) { // what joints let no force move is rounding
        if (r->matrix[i * n + i] * fair_load(d, &r->rows[i]) <= s_held) {
            for (size_t j = 0; j < n; j++) {
                r->matrix[i * n + j] = r->matrix[j * n + i] = 0.0;
            }
        }
    }
    for (size_t i = 0; i < n; i++) { // equal up to rounding
        for (size_t j = 0; j < i; j++) {
            double mean = 0.5 * (r->matrix[i * n + j] + r->matrix[j * n + i]);
            r->matrix[i * n + j] = r->matrix[j * n + i] = mean;
        }
    }
    return true;
}

abRigidRow ab_rigid_normal_row(const abRigid *r, size_t point) {
    return (abRigidRow){.body_a = r->points[point].body_a,
                        .body_b = r->points[point].body_b,
                        .point = point,
                        .axis = -1,
                        .p = r->now[point].p,
                        .u = r->now[point].n,
                        .rotation = r->now[point].rotation};
}

static void add_row(abRigid *r, size_t point, int axis, abVec3 u) {
    r->rows[r->row_count++] = (abRigidRow){.body_a = r->points[point].body_a,
                                           .body_b = r->points[point].body_b,
                                           .point = point,
                                           .axis = axis,
                                           .p = r->now[point].p,
                                           .u = u};
}

// Two tangents; of bodies that stay in the plane only the one in it.
static void add_tangents(const abDerivative *d, abRigid *r, size_t point) {
    const abRigidPoint *at = &r->points[point];
    abVec3 n = r->now[point].n, t = ab_perpendicular(n);
    bool is_planar = d->mechanics.model->bodies[at->body_a].mobility != AB_MOBILITY_FREE &&
                     d->mechanics.model->bodies[at->body_b].mobility != AB_MOBILITY_FREE &&
                     fabs(n.z) < 1e-12;
    if (is_planar) {
        add_row(r, point, 0, ab_vec3(-n.y, n.x, 0.0));
        return;
    }
    add_row(r, point, 0, t);
    add_row(r, point, 1, ab_cross(n, t));
}

bool ab_rigid_make_rows(abDerivative *d, abRigidTangents tangents) {
    abRigid *r = &d->rigid;
    if (!reserve_rows(d, 3 * r->count + (d->tangential_states.has_exact
                                             ? AB_STICK_ROWS * d->contacts->count
                                             : 0))) {
        return false;
    }
    r->row_count = r->slip_count = 0;
    r->has_tangents = tangents != AB_RIGID_NO_TANGENTS;
    const abContactPair *pair = d->contacts->pairs;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        abRigidNow *now = &r->now[i];
        ab_rigid_gap(&d->mechanics, point, now);
        if (!point->is_held) {
            continue;
        }
        if (ab_rigid_is_link(point)) {
            r->rows[r->row_count++] = ab_rigid_normal_row(r, i);
            continue;
        }
        while (pair->shape_a != point->shape_a || pair->shape_b != point->shape_b) {
            pair++;
        }
        ab_rigid_friction(d, pair, point, now);
        if (tangents == AB_RIGID_SLIPPING && !now->sticks && now->has_friction) {
            r->slipping[r->slip_count++] = r->row_count;
        }
        add_row(r, i, -1, now->n);
        bool all = tangents == AB_RIGID_ALL_TANGENTS && ab_rigid_impact_friction(pair, now) > 0.0;
        if (all || (tangents == AB_RIGID_SLIPPING && now->sticks)) {
            add_tangents(d, r, i);
        }
    }
    r->point_rows = r->row_count;
    return true;
}

bool ab_rigid_add_sticks(abDerivative *d) {
    abRigid *r = &d->rigid;
    if (!d->tangential_states.has_exact) {
        return true;
    }
    if (!ab_stick_prepare(d)) {
        return false;
    }
    for (size_t g = 0; g < d->stick.group_count; g++) {
        const abStickGroup *group = &d->stick.groups[g];
        for (size_t i = 0; i < group->rank; i++) {
            r->rows[r->row_count++] = (abRigidRow){.body_a = group->body_a,
                                                   .body_b = group->body_b,
                                                   .point = (size_t)-1,
                                                   .axis = 2,
                                                   .p = group->c,
                                                   .u = group->force[i],
                                                   .rotation = group->torque[i]};
        }
    }
    return true;
}

// What the force and torque by slip of one normal force of one do, along all rows.
static void friction_ratio_column(abDerivative *d, size_t k) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    const abRigidRow *row = &r->rows[r->slipping[k]];
    const abRigidNow *now = &r->now[row->point];
    abRigidAnswer on[2];
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? row->body_a : row->body_b;
        on[side] = ab_rigid_answer(d, body, row->p, now->friction_ratio, now->twist);
    }
    for (size_t i = 0; i < n; i++) {
        r->friction_ratios[k * n + i] = felt(d, &r->rows[i], row->body_a, -1.0, &on[0]) +
                                        felt(d, &r->rows[i], row->body_b, 1.0, &on[1]);
    }
}

static bool joined_friction_ratio_column(abDerivative *d, size_t k, abSolveLevel level) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    const abRigidRow *row = &r->rows[r->slipping[k]];
    double size = fair_load(d, row);
    ab_rigid_clear_loads(d);
    ab_rigid_load_friction_ratio(d, row, size);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        r->friction_ratios[k * n + i] = (ab_rigid_along_row(d, &r->rows[i]) - r->without[i]) / size;
    }
    return true;
}

static bool fill_friction_ratios(abDerivative *d, abSolveLevel level) {
    bool ok = true;
    for (size_t k = 0; k < d->rigid.slip_count && ok; k++) {
        if (d->mechanics.joints == NULL) {
            friction_ratio_column(d, k);
        } else {
            ok = joined_friction_ratio_column(d, k, level);
        }
    }
    return ok;
}

bool ab_rigid_fill_matrix(abDerivative *d, abSolveLevel level) {
    abRigid *r = &d->rigid;
    if (!reserve_matrix(d)) {
        return false;
    }
    r->has_matrix = true;
    if (d->mechanics.joints == NULL) {
        fill_without_joints(d);
    } else if (!fill_with_joints(d, level)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        r->diagonal[i] = r->matrix[i * r->row_count + i];
    }
    return fill_friction_ratios(d, level);
}

bool ab_rigid_fill(abDerivative *d, abSolveLevel level) {
    d->rigid.has_matrix = false;
    return d->mechanics.joints == NULL ? ab_rigid_make_graph(d) : ab_rigid_fill_matrix(d, level);
}

double ab_rigid_along(const abDerivative *d, size_t row) {
    return ab_rigid_along_row(d, &d->rigid.rows[row]);
}

bool ab_rigid_complement(abDerivative *d, bool warm) {
    abRigid *r = &d->rigid;
    abComplementarity problem = {.n = r->row_count,
                                 .A = r->matrix,
                                 .b = r->slip_count > 0 ? r->b_slip : r->b,
                                 .kind = r->kind,
                                 .lo = r->lo,
                                 .hi = r->hi,
                                 .warm = warm,
                                 .f = r->f,
                                 .w = r->w,
                                 .side = r->side};
    const abContactGraph *graph = &r->graphs[r->has_tangents].plan;
    if (!r->has_matrix && !ab_rigid_reserve_workspace(d, ab_contact_graph_solve_workspace(graph))) {
        return false;
    }
    abComplementarityStatus status = r->has_matrix
                                         ? ab_complementarity_solve(&problem, r->workspace)
                                         : ab_contact_graph_solve(graph, &problem, r->workspace);
    r->is_infeasible = status == AB_COMPLEMENTARITY_INFEASIBLE;
    r->worst_point = problem.worst < r->point_rows ? r->rows[problem.worst].point : 0;
    return status == AB_COMPLEMENTARITY_SOLVED || r->is_infeasible;
}
