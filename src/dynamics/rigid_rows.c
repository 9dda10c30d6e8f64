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
// less that to none.
//
// Cost    rows^2 for the matrix, with joints an answer of all of them per row.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "dynamics/joint_solver.h"
#include "dynamics/rigid_rows.h"
#include "math/dense.h"
#include "rigid/complementarity.h"

static const double s_rounding = 4e-12; // of a force: what its solution leaves over

enum { VECTORS = 7, KINDS = 2 };

static const int s_most_rounds = 40;   // for slip, whose force is a share of the normal one
static const double s_settled = 1e-12; // of what slip does
static const double s_rank = 1e-13;    // of the diagonal

static bool reserve_rows(abDynamics *d, size_t n) {
    abRigid *r = &d->rigid;
    size_t room = ab_complementarity_room(n);
    if (room > r->room_size) {
        void *more = d->allocator.resize(d->allocator.context, r->room, r->room_size, 2 * room);
        if (more == NULL) {
            return false;
        }
        r->room = more;
        r->room_size = 2 * room;
    }
    bool ok =
        AB_ARRAY_RESERVE(d->allocator, r->rows, r->row_capacity, n) &&
        AB_ARRAY_RESERVE(d->allocator, r->matrix, r->matrix_capacity, n * n) &&
        AB_ARRAY_RESERVE(d->allocator, r->drags, r->drag_capacity, n * r->count) &&
        AB_ARRAY_RESERVE(d->allocator, r->slipping, r->slip_capacity, n) &&
        AB_ARRAY_RESERVE(d->allocator, r->vectors, r->vector_capacity, VECTORS * n) &&
        AB_ARRAY_RESERVE(d->allocator, r->kinds, r->kind_capacity, KINDS * n) &&
        AB_ARRAY_RESERVE(d->allocator, r->base, r->base_capacity, d->model->body_count) &&
        AB_ARRAY_RESERVE(d->allocator, r->pressing, r->pressing_capacity, 2 * d->model->body_count);
    r->b = r->vectors, r->f = r->b + n, r->w = r->f + n, r->without = r->w + n;
    r->b_slip = r->without + n, r->lo = r->b_slip + n, r->hi = r->lo + n;
    r->kind = r->kinds, r->side = r->kinds + n;
    return ok;
}

void ab_rigid_done(abDynamics *d) {
    abRigid *r = &d->rigid;
    AB_ARRAY_FREE(d->allocator, r->points, r->capacity);
    AB_ARRAY_FREE(d->allocator, r->now, r->now_capacity);
    AB_ARRAY_FREE(d->allocator, r->next, r->next_capacity);
    AB_ARRAY_FREE(d->allocator, r->rows, r->row_capacity);
    AB_ARRAY_FREE(d->allocator, r->matrix, r->matrix_capacity);
    AB_ARRAY_FREE(d->allocator, r->drags, r->drag_capacity);
    AB_ARRAY_FREE(d->allocator, r->slipping, r->slip_capacity);
    AB_ARRAY_FREE(d->allocator, r->whole, r->whole_capacity);
    AB_ARRAY_FREE(d->allocator, r->square, r->square_capacity);
    AB_ARRAY_FREE(d->allocator, r->members, r->member_capacity);
    AB_ARRAY_FREE(d->allocator, r->vectors, r->vector_capacity);
    AB_ARRAY_FREE(d->allocator, r->kinds, r->kind_capacity);
    AB_ARRAY_FREE(d->allocator, r->base, r->base_capacity);
    AB_ARRAY_FREE(d->allocator, r->pressing, r->pressing_capacity);
    if (r->room != NULL) {
        d->allocator.resize(d->allocator.context, r->room, r->room_size, 0);
    }
}

// ---- answers to loads ----

void ab_rigid_open(abDynamics *d, double t, abSolveLevel level) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        abBodyNow *now = &d->bodies[b];
        if (body->mobility == AB_MOBILITY_FREE && !body->is_round && !ab_joint_holds(d, (int)b)) {
            abMat3 R = now->X.R;
            now->inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(R, body->inverse_inertia), R);
        }
    }
    if (d->joints != NULL) {
        ab_joint_tree_open(d, &d->joints->tree, t, level, false);
        ab_joint_tree_factor(d, &d->joints->tree);
    }
}

void ab_rigid_clear_loads(abDynamics *d) {
    for (int b = -1; b < (int)d->model->body_count; b++) {
        d->bodies[b].force = d->bodies[b].torque = ab_vec3(0.0, 0.0, 0.0);
    }
}

// The motions of all bodies under their loads, without gravity.
bool ab_rigid_motions(abDynamics *d, abSolveLevel level) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        abBodyNow *now = &d->bodies[b];
        if (body->state >= 0 && !ab_joint_holds(d, (int)b)) {
            ab_apply_inverse_mass(body, now, now->force, now->torque, &now->a, &now->alpha);
        } else if (body->state < 0 && level != AB_SOLVE_ACCELERATION) {
            now->a = now->alpha = ab_vec3(0.0, 0.0, 0.0);
        }
    }
    return d->joints == NULL || ab_joint_answer(d, level);
}

static abVec3 at_point(const abBodyNow *body, abVec3 p) {
    return ab_add(body->a, ab_cross(body->alpha, ab_sub(p, body->X.p)));
}

// J applied to the motions the bodies have.
static double along(const abDynamics *d, const abRigidRow *row) {
    return ab_dot(row->u, ab_sub(at_point(&d->bodies[row->body_b], row->p),
                                 at_point(&d->bodies[row->body_a], row->p)));
}

void ab_rigid_load(abDynamics *d, const abRigidRow *row, double size) {
    abVec3 force = ab_scale(size, row->u);
    ab_load(&d->bodies[row->body_b], force, row->p);
    ab_load(&d->bodies[row->body_a], ab_neg(force), row->p);
}

// ---- the matrix ----

static abRigidAnswer answer_of(const abDynamics *d, int body, abVec3 p, abVec3 u) {
    abRigidAnswer out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (body >= 0) {
        const abBodyNow *now = &d->bodies[body];
        ab_apply_inverse_mass(&d->model->bodies[body], now, u, ab_cross(ab_sub(p, now->X.p), u),
                              &out.a, &out.alpha);
    }
    return out;
}

// What the answer of a body to row j, `sign` of it, is along row i.
static double felt(const abDynamics *d, const abRigidRow *i, int body, double sign,
                   const abRigidAnswer *answer) {
    abVec3 a = ab_add(answer->a, ab_cross(answer->alpha, ab_sub(i->p, d->bodies[body].X.p)));
    double other = i->body_b == body ? 1.0 : i->body_a == body ? -1.0 : 0.0;
    return sign * other * ab_dot(i->u, a);
}

static void fill_without_joints(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    for (size_t j = 0; j < n; j++) {
        abRigidRow *row = &r->rows[j];
        row->on[0] = answer_of(d, row->body_a, row->p, row->u);
        row->on[1] = answer_of(d, row->body_b, row->p, row->u);
        for (size_t i = 0; i <= j; i++) {
            r->matrix[i * n + j] = r->matrix[j * n + i] =
                felt(d, &r->rows[i], row->body_a, -1.0, &row->on[0]) +
                felt(d, &r->rows[i], row->body_b, 1.0, &row->on[1]);
        }
    }
}

static double inverse_mass(const abDynamics *d, int body) {
    return ab_is_moving(d->model, body) ? d->model->bodies[body].inverse_mass : 0.0;
}

// A force of a size that moves the bodies by about 1, so that it shows beside what joints do.
static double fair_load(const abDynamics *d, const abRigidRow *row) {
    return 1.0 / (inverse_mass(d, row->body_a) + inverse_mass(d, row->body_b));
}

static bool fill_with_joints(abDynamics *d, abSolveLevel level) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    ab_rigid_clear_loads(d);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    double *without = r->without;
    for (size_t i = 0; i < n; i++) {
        without[i] = along(d, &r->rows[i]);
    }
    for (size_t j = 0; j < n; j++) {
        double size = fair_load(d, &r->rows[j]);
        ab_rigid_clear_loads(d);
        ab_rigid_load(d, &r->rows[j], size);
        if (!ab_rigid_motions(d, level)) {
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            r->matrix[i * n + j] = (along(d, &r->rows[i]) - without[i]) / size;
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

static void add_row(abRigid *r, size_t point, int axis, abVec3 u) {
    r->rows[r->row_count++] = (abRigidRow){.body_a = r->points[point].body_a,
                                           .body_b = r->points[point].body_b,
                                           .point = point,
                                           .axis = axis,
                                           .p = r->now[point].p,
                                           .u = u};
}

// Two tangents; of bodies that stay in the plane only the one in it.
static void add_tangents(const abDynamics *d, abRigid *r, size_t point) {
    const abRigidPoint *at = &r->points[point];
    abVec3 n = r->now[point].n, t = ab_perpendicular(n);
    bool is_planar = d->model->bodies[at->body_a].mobility != AB_MOBILITY_FREE &&
                     d->model->bodies[at->body_b].mobility != AB_MOBILITY_FREE &&
                     d->joints == NULL && fabs(n.z) < 1e-12;
    if (is_planar) {
        add_row(r, point, 0, ab_vec3(-n.y, n.x, 0.0));
        return;
    }
    add_row(r, point, 0, t);
    add_row(r, point, 1, ab_cross(n, t));
}

bool ab_rigid_make_rows(abDynamics *d, abRigidTangents tangents) {
    abRigid *r = &d->rigid;
    if (!reserve_rows(d, 3 * r->count)) {
        return false;
    }
    r->row_count = r->slip_count = 0;
    const abTouch *touch = d->touches;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        abRigidNow *now = &r->now[i];
        ab_rigid_gap(d, point, now);
        if (!point->is_held) {
            continue;
        }
        while (touch->shape_a != point->shape_a || touch->shape_b != point->shape_b) {
            touch++;
        }
        ab_rigid_friction(d, touch, point, now);
        if (tangents == AB_RIGID_SLIPPING && !now->sticks && now->has_friction) {
            r->slipping[r->slip_count++] = r->row_count;
        }
        add_row(r, i, -1, now->n);
        bool all = tangents == AB_RIGID_ALL_TANGENTS && ab_rigid_impact_friction(touch, now) > 0.0;
        if (all || (tangents == AB_RIGID_SLIPPING && now->sticks)) {
            add_tangents(d, r, i);
        }
    }
    return true;
}

// What the force and torque by slip of one normal force of one do, along all rows.
static void drag_column(abDynamics *d, size_t k) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    const abRigidRow *row = &r->rows[r->slipping[k]];
    const abRigidNow *now = &r->now[row->point];
    abRigidAnswer on[2];
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? row->body_a : row->body_b;
        on[side] = answer_of(d, body, row->p, now->drag);
        abVec3 a, alpha;
        ab_apply_inverse_mass(&d->model->bodies[body], &d->bodies[body], ab_vec3(0.0, 0.0, 0.0),
                              now->twist, &a, &alpha);
        on[side].alpha = ab_add(on[side].alpha, alpha);
    }
    for (size_t i = 0; i < n; i++) {
        r->drags[k * n + i] = felt(d, &r->rows[i], row->body_a, -1.0, &on[0]) +
                              felt(d, &r->rows[i], row->body_b, 1.0, &on[1]);
    }
}

static void load_drag(abDynamics *d, const abRigidRow *row, double size) {
    const abRigidNow *now = &d->rigid.now[row->point];
    abVec3 force = ab_scale(size, now->drag), twist = ab_scale(size, now->twist);
    abBodyNow *A = &d->bodies[row->body_a], *B = &d->bodies[row->body_b];
    ab_load(B, force, row->p);
    ab_load(A, ab_neg(force), row->p);
    B->torque = ab_add(B->torque, twist);
    A->torque = ab_sub(A->torque, twist);
}

static bool joined_drag_column(abDynamics *d, size_t k, abSolveLevel level) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    const abRigidRow *row = &r->rows[r->slipping[k]];
    double size = fair_load(d, row);
    ab_rigid_clear_loads(d);
    load_drag(d, row, size);
    if (!ab_rigid_motions(d, level)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        r->drags[k * n + i] = (along(d, &r->rows[i]) - r->without[i]) / size;
    }
    return true;
}

static bool fill_drags(abDynamics *d, abSolveLevel level) {
    bool ok = true;
    for (size_t k = 0; k < d->rigid.slip_count && ok; k++) {
        if (d->joints == NULL) {
            drag_column(d, k);
        } else {
            ok = joined_drag_column(d, k, level);
        }
    }
    return ok;
}

bool ab_rigid_fill(abDynamics *d, abSolveLevel level) {
    if (d->joints == NULL) {
        fill_without_joints(d);
    } else if (!fill_with_joints(d, level)) {
        return false;
    }
    return fill_drags(d, level);
}

double ab_rigid_along(const abDynamics *d, size_t row) {
    return along(d, &d->rigid.rows[row]);
}

bool ab_rigid_complement(abDynamics *d, bool warm) {
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
    abComplementarityStatus status = ab_complementarity_solve(&problem, r->room);
    r->is_infeasible = status == AB_COMPLEMENTARITY_INFEASIBLE;
    r->worst_point = r->row_count > 0 ? r->rows[problem.worst].point : 0;
    return status == AB_COMPLEMENTARITY_SOLVED || r->is_infeasible;
}

// ---- forces at an evaluation ----

static void put_loads_aside(abDynamics *d) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        d->rigid.base[b] = (abRigidAnswer){d->bodies[b].force, d->bodies[b].torque};
    }
}

static void take_loads_back(abDynamics *d) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        d->bodies[b].force = d->rigid.base[b].a;
        d->bodies[b].torque = d->rigid.base[b].alpha;
    }
}

// Forces of the points of each touch as one.
static void note_touches(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t i = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        abTouchNow *now = &d->now[k];
        size_t first = i;
        double sum = 0.0, least = INFINITY;
        abVec3 force = {0.0, 0.0, 0.0}, moment = force, middle = force, normal = force;
        while (i < r->count && r->points[i].shape_a == touch->shape_a &&
               r->points[i].shape_b == touch->shape_b) {
            i++;
        }
        for (size_t m = first; m < i; m++) {
            double f = r->now[m].force;
            sum += f;
            force = ab_add(force, r->now[m].total);
            normal = ab_add_scaled(normal, f > 0.0 ? f : 0.0, r->now[m].n);
            least = fmin(least, r->now[m].gap);
        }
        if (!touch->is_rigid || first == i) {
            continue;
        }
        for (size_t m = first; m < i; m++) {
            double share = sum > 0.0 ? r->now[m].force / sum : 1.0 / (double)(i - first);
            middle = ab_add_scaled(middle, share, r->now[m].p);
        }
        for (size_t m = first; m < i; m++) {
            abVec3 arm = ab_sub(r->now[m].p, middle);
            moment = ab_add(moment, ab_add(ab_cross(arm, r->now[m].total),
                                           ab_scale(r->now[m].force, r->now[m].twist)));
            ab_rigid_note_friction(d, touch, &r->points[m], &r->now[m]);
        }
        double length = ab_norm(normal);
        now->normal_W = length > 0.0 ? ab_scale(1.0 / length, normal) : r->now[first].n;
        now->point = middle;
        now->at = (abProximity){.distance = least,
                                .n_AB_W = now->normal_W,
                                .p_A_W = middle,
                                .p_B_W = middle,
                                .radius = INFINITY,
                                .is_exact = true};
        now->normal = (abNormalForce){.force = sum};
        now->force = force;
        now->torque = moment;
        abVec3 v = ab_sub(ab_velocity_at(&d->bodies[touch->body_b], middle),
                          ab_velocity_at(&d->bodies[touch->body_a], middle));
        now->rate = -ab_dot(v, now->normal_W);
        now->slip = ab_add_scaled(v, now->rate, now->normal_W);
    }
}

// Of the gaps of all points, held or not.
static void note_accelerations(abDynamics *d) {
    abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidRow row = {.body_a = r->points[i].body_a,
                                .body_b = r->points[i].body_b,
                                .p = r->now[i].p,
                                .u = r->now[i].n};
        r->now[i].acceleration = along(d, &row) + r->now[i].bias;
    }
}

// What is left of accelerations where forces cancel is rounding. It would tilt a tower that stands;
// so it is none.
static void round_off(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t bodies = d->model->body_count;
    double *pressing = r->pressing, *twisting = pressing + bodies;
    memset(pressing, 0, 2 * bodies * sizeof *pressing);
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        for (int side = 0; side < 2; side++) {
            int b = side == 0 ? row->body_a : row->body_b;
            pressing[b] += fabs(r->f[i]);
            twisting[b] += fabs(r->f[i]) * ab_norm(ab_sub(row->p, d->bodies[b].X.p));
        }
    }
    for (size_t b = 0; b < bodies; b++) {
        const abBody *body = &d->model->bodies[b];
        abBodyNow *now = &d->bodies[b];
        if (body->state < 0) {
            continue;
        }
        double spin = fmax(body->inverse_inertia.m[0][0],
                           fmax(body->inverse_inertia.m[1][1], body->inverse_inertia.m[2][2]));
        spin = body->mobility == AB_MOBILITY_PLANAR ? 1.0 / body->inertia.m[2][2] : spin;
        if (ab_norm(now->a) <= s_rounding * body->inverse_mass * pressing[b]) {
            now->a = ab_vec3(0.0, 0.0, 0.0);
        }
        if (ab_norm(now->alpha) <= s_rounding * spin * twisting[b]) {
            now->alpha = ab_vec3(0.0, 0.0, 0.0);
        }
    }
}

// t . (the velocity terms of (a_B - a_A) at the moving point), so that V . t stays zero.
static double tangent_bias(const abDynamics *d, const abRigidRow *row) {
    const abRigidNow *now = &d->rigid.now[row->point];
    const abBodyNow *A = &d->bodies[row->body_a], *B = &d->bodies[row->body_b];
    abVec3 g =
        ab_sub(ab_cross(B->w, ab_sub(now->p_dot, B->v)), ab_cross(A->w, ab_sub(now->p_dot, A->v)));
    return ab_dot(row->u, g) - now->rate * ab_dot(row->u, now->n_dot);
}

// The forces of the rows in the set, which is those with `side` free:  (A + C) f = -b there.
static bool solve_set(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count, m = 0;
    size_t *member = r->members;
    for (size_t i = 0; i < n; i++) {
        r->f[i] = 0.0;
        if (r->side[i] == AB_SIDE_FREE) {
            member[m++] = i;
        }
    }
    double *M = r->square;
    for (size_t i = 0; i < m; i++) {
        r->without[i] = -r->b[member[i]];
        for (size_t j = 0; j < m; j++) {
            M[i * m + j] = r->whole[member[i] * n + member[j]];
        }
        M[i * m + i] *= 1.0 + s_rank; // rows that say the same share their force
    }
    if (!ab_lu_solve(m, M, r->members + n, r->without)) {
        return m == 0;
    }
    for (size_t i = 0; i < m; i++) {
        r->f[member[i]] = r->without[i];
    }
    return true;
}

// w = (A + C) f + b
static void find_w(abRigid *r) {
    size_t n = r->row_count;
    for (size_t i = 0; i < n; i++) {
        r->w[i] = r->b[i];
        for (size_t j = 0; j < n; j++) {
            r->w[i] += r->whole[i * n + j] * r->f[j];
        }
    }
}

// Where the turns between pressing and slip do not settle: the row with the least number that
// contradicts its side changes it, until none does. With much friction there may be no solution
// (Painleve): the rows are then infeasible.
// Source  K. G. Murty, Opsearch 11 (1974) 189: finite where all principal minors are positive.
static bool pivot_with_slip(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count, most = 50 + 20 * n;
    if (!AB_ARRAY_RESERVE(d->allocator, r->whole, r->whole_capacity, n * n) ||
        !AB_ARRAY_RESERVE(d->allocator, r->square, r->square_capacity, n * n) ||
        !AB_ARRAY_RESERVE(d->allocator, r->members, r->member_capacity, 2 * n)) {
        return false;
    }
    memcpy(r->whole, r->matrix, n * n * sizeof *r->whole);
    for (size_t k = 0; k < r->slip_count; k++) {
        for (size_t i = 0; i < n; i++) {
            r->whole[i * n + r->slipping[k]] += r->drags[k * n + i];
        }
    }
    for (size_t round = 0; round < most; round++) {
        if (!solve_set(d)) {
            break;
        }
        find_w(r);
        double largest = 0.0;
        for (size_t i = 0; i < n; i++) {
            largest = fmax(largest, fabs(r->f[i]));
        }
        size_t i = 0;
        while (i < n && (r->kind[i] == AB_ROW_BILATERAL ||
                         (r->side[i] == AB_SIDE_FREE ? r->f[i] >= -s_settled * largest
                                                     : r->w[i] >= -s_settled * r->scale))) {
            i++;
        }
        if (i == n) {
            return true;
        }
        r->side[i] = r->side[i] == AB_SIDE_FREE ? AB_SIDE_LOW : AB_SIDE_FREE;
    }
    r->is_infeasible = true;
    r->worst_point = r->rows[r->slipping[0]].point;
    return true;
}

// Slip pulls with a share of the normal force: its part of b is that of the solution before.
static bool complement_with_slip(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    if (r->slip_count == 0) {
        return ab_rigid_complement(d, true);
    }
    memset(r->f, 0, n * sizeof *r->f);
    for (int round = 0; round < s_most_rounds; round++) {
        double change = 0.0, largest = 0.0;
        memcpy(r->without, r->b_slip, n * sizeof *r->b);
        memcpy(r->b_slip, r->b, n * sizeof *r->b);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < r->slip_count; k++) {
                r->b_slip[i] += r->drags[k * n + i] * r->f[r->slipping[k]];
            }
            change = fmax(change, fabs(r->b_slip[i] - r->without[i]));
            largest = fmax(largest, fabs(r->b_slip[i]));
        }
        if (round > 0 && change <= s_settled * largest) {
            return true;
        }
        if (!ab_rigid_complement(d, true) || r->is_infeasible) {
            return r->is_infeasible;
        }
    }
    return pivot_with_slip(d);
}

// Loads bodies with the forces of the rows, and notes them.
static void apply_forces(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count;
    for (size_t i = 0; i < n; i++) {
        const abRigidRow *row = &r->rows[i];
        abRigidNow *now = &r->now[row->point];
        abVec3 force = ab_scale(r->f[i], row->u);
        ab_rigid_load(d, row, r->f[i]);
        if (row->axis >= 0) {
            now->hold = ab_add(now->hold, force);
        } else {
            now->force = r->f[i];
            now->pressing = r->matrix[i * n + i] * r->f[i];
            force = ab_add_scaled(force, r->f[i], now->drag);
            load_drag(d, row, r->f[i]);
        }
        now->total = ab_add(now->total, force);
    }
}

// Decay of the rate with 1/h, or a critically damped return of the gap to its target.
static double stabilizing(const abRigid *r, const abRigidNow *now) {
    double h = r->pace;
    switch (r->stabilization) {
    case AB_STABILIZE_VELOCITY:
    case AB_STABILIZE_VELOCITY_JOINTS:
        return now->rate / h;
    case AB_STABILIZE_VELOCITY_AND_DISTANCE:
    case AB_STABILIZE_VELOCITY_AND_DISTANCE_JOINTS:
        return (2.0 * now->rate * h + now->gap - r->target) / (h * h);
    default:
        return 0.0;
    }
}

bool ab_rigid_solve(abDynamics *d, double t) {
    abRigid *r = &d->rigid;
    double rates[AB_BOOK_STATES];
    memcpy(rates, d->book_rates, sizeof rates);
    if (!ab_rigid_make_rows(d, AB_RIGID_SLIPPING)) {
        return false;
    }
    put_loads_aside(d);
    if (!ab_accelerate(d, t)) {
        return false;
    }
    size_t n = r->row_count;
    r->scale = 0.0;
    for (size_t i = 0; i < n; i++) {
        const abRigidNow *now = &r->now[r->rows[i].point];
        bool is_normal = r->rows[i].axis < 0;
        double bias = is_normal ? now->bias : tangent_bias(d, &r->rows[i]);
        r->b[i] = along(d, &r->rows[i]) + bias + (is_normal ? stabilizing(r, now) : 0.0);
        r->kind[i] = is_normal ? AB_ROW_UNILATERAL : AB_ROW_BILATERAL;
        r->side[i] = !is_normal || r->points[r->rows[i].point].carries ? AB_SIDE_FREE : AB_SIDE_LOW;
        r->scale = fmax(r->scale, fabs(r->b[i]));
    }
    if (!ab_rigid_fill(d, AB_SOLVE_ACCELERATION) || !complement_with_slip(d) || r->is_infeasible) {
        return false;
    }
    take_loads_back(d);
    memcpy(d->book_rates, rates, sizeof rates);
    apply_forces(d);
    note_touches(d);
    if (!ab_accelerate(d, t)) {
        return false;
    }
    round_off(d);
    note_accelerations(d);
    return true;
}

void ab_rigid_note(abDynamics *d) {
    for (size_t i = 0; i < d->rigid.count; i++) {
        d->rigid.points[i].carries = d->rigid.now[i].force > 0.0;
    }
}

double ab_rigid_parting(const abDynamics *d, size_t point) {
    static const double band = 1e-8; // of the accelerations there are
    const abRigidNow *now = &d->rigid.now[point];
    return (now->force > 0.0 ? -now->pressing : now->acceleration) - band * d->rigid.scale;
}
