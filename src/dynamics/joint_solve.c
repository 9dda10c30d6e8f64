// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_solve.c - joint forces from the KKT system, and projection back to the joints.
//
//   [ M  -J' ] [ a      ]   [ f     ]
//   [ J   0  ] [ lambda ] = [ gamma ]
//
// solved by the Schur complement  S lambda = gamma - J M^-1 f,  S = J M^-1 J'.  Redundant rows (a
// closed planar loop) make S singular; their multipliers are set to zero, which leaves the
// accelerations unchanged. The projections move positions and velocities by M^-1 J' times the
// solution of the same system, the smallest change in the sense of the kinetic energy.
// Cost    S is kept within its envelope, so a chain in the order of its joints costs O(rows), a
// loop
//         or a star up to rows^3/6.

#include <string.h>

#include "dynamics/joint_rows.h"
#include "math/dense.h"

struct abJointSolver {
    int count; // rows
    abRow *rows;
    abSkyline S;
    double *x;
    // per row: M^-1 J' on both bodies
    abVec3 *move_a, *turn_a, *move_b, *turn_b;
    double *forces; // 6 per joint
};

// a pivot this small against the largest diagonal entry is a redundant row
static const double s_redundant = 1e-12;

// Bodies of each row, and from them the envelope of S: row i meets row j where they share a body
// that can move.
static bool make_envelope(abDynamics *d, abJointSolver *s, size_t n) {
    const abModel *model = d->model;
    size_t *first = AB_ARENA_NEW(&d->arena, size_t, n);
    size_t *start = AB_ARENA_NEW(&d->arena, size_t, n + 1);
    size_t *meets = AB_ARENA_NEW(&d->arena, size_t, model->body_count); // first row of a body, + 1
    if (first == NULL || start == NULL || meets == NULL) {
        return false;
    }
    size_t row = 0;
    for (size_t j = 0; j < model->joint_count; j++) {
        const int bodies[2] = {model->joints[j].body_a, model->joints[j].body_b};
        for (int k = 0; k < model->joints[j].row_count; k++, row++) {
            first[row] = row;
            for (int side = 0; side < 2; side++) {
                if (!ab_is_moving(model, bodies[side])) {
                    continue;
                }
                size_t *seen = &meets[bodies[side]];
                *seen = *seen == 0 ? row + 1 : *seen;
                first[row] = *seen - 1 < first[row] ? *seen - 1 : first[row];
            }
            start[row + 1] = start[row] + (row - first[row] + 1);
        }
    }
    s->S = (abSkyline){.n = n, .first = first, .start = start};
    s->S.values = AB_ARENA_NEW(&d->arena, double, start[n]);
    return s->S.values != NULL;
}

abResult ab_joint_solver_create(abDynamics *d, abError *error) {
    size_t n = (size_t)d->model->row_count;
    abJointSolver *s = AB_ARENA_NEW(&d->arena, abJointSolver, 1);
    if (s != NULL) {
        s->rows = AB_ARENA_NEW(&d->arena, abRow, n + 6);
        s->x = AB_ARENA_NEW(&d->arena, double, n);
        s->move_a = AB_ARENA_NEW(&d->arena, abVec3, n);
        s->turn_a = AB_ARENA_NEW(&d->arena, abVec3, n);
        s->move_b = AB_ARENA_NEW(&d->arena, abVec3, n);
        s->turn_b = AB_ARENA_NEW(&d->arena, abVec3, n);
        s->forces = AB_ARENA_NEW(&d->arena, double, 6 * d->model->joint_count);
    }
    if (s == NULL || s->rows == NULL || s->x == NULL || s->move_a == NULL || s->turn_a == NULL ||
        s->move_b == NULL || s->turn_b == NULL || s->forces == NULL || !make_envelope(d, s, n)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu joints",
                            d->model->joint_count);
    }
    d->joints = s;
    return AB_OK;
}

static void inverse_mass(const abDynamics *d, int body, abVec3 force, abVec3 torque, abVec3 *move,
                         abVec3 *turn) {
    if (body >= 0) {
        ab_apply_inverse_mass(&d->model->bodies[body], &d->bodies[body], force, torque, move, turn);
    } else {
        *move = *turn = ab_vec3(0.0, 0.0, 0.0);
    }
}

// J of a row times the motion of one body.
static double row_times(const abRow *row, int body, abVec3 move, abVec3 turn) {
    double sum = 0.0;
    if (row->body_a == body) {
        sum += ab_dot(row->linear_a, move) + ab_dot(row->angular_a, turn);
    }
    if (row->body_b == body) {
        sum += ab_dot(row->linear_b, move) + ab_dot(row->angular_b, turn);
    }
    return sum;
}

// Rows of all joints and the factorised Schur complement.
static void assemble(abDynamics *d, double t) {
    abJointSolver *s = d->joints;
    s->count = 0;
    for (size_t j = 0; j < d->model->joint_count; j++) {
        s->count += ab_joint_rows(d, (int)j, t, s->rows + s->count);
    }
    for (int i = 0; i < s->count; i++) {
        const abRow *row = &s->rows[i];
        inverse_mass(d, row->body_a, row->linear_a, row->angular_a, &s->move_a[i], &s->turn_a[i]);
        inverse_mass(d, row->body_b, row->linear_b, row->angular_b, &s->move_b[i], &s->turn_b[i]);
    }
    size_t n = (size_t)s->count;
    for (size_t i = 0; i < n; i++) {
        double *entry = ab_skyline_row(&s->S, i);
        for (size_t j = s->S.first[i]; j <= i; j++) {
            *entry++ = row_times(&s->rows[i], s->rows[j].body_a, s->move_a[j], s->turn_a[j]) +
                       row_times(&s->rows[i], s->rows[j].body_b, s->move_b[j], s->turn_b[j]);
        }
    }
    ab_skyline_factor(&s->S, s_redundant);
}

void ab_joint_solve(abDynamics *d, double t) {
    abJointSolver *s = d->joints;
    assemble(d, t);
    size_t n = (size_t)s->count;
    for (size_t i = 0; i < n; i++) {
        const abRow *r = &s->rows[i];
        const abBodyNow *A = &d->bodies[r->body_a], *B = &d->bodies[r->body_b];
        s->x[i] = r->gamma - ab_dot(r->linear_a, A->a) - ab_dot(r->angular_a, A->alpha) -
                  ab_dot(r->linear_b, B->a) - ab_dot(r->angular_b, B->alpha);
    }
    ab_skyline_apply(&s->S, s->x);
    memset(s->forces, 0, 6 * d->model->joint_count * sizeof *s->forces);
    for (size_t i = 0; i < n; i++) {
        const abRow *r = &s->rows[i];
        abBodyNow *A = &d->bodies[r->body_a], *B = &d->bodies[r->body_b];
        double x = s->x[i];
        A->a = ab_add_scaled(A->a, x, s->move_a[i]);
        A->alpha = ab_add_scaled(A->alpha, x, s->turn_a[i]);
        B->a = ab_add_scaled(B->a, x, s->move_b[i]);
        B->alpha = ab_add_scaled(B->alpha, x, s->turn_b[i]);
        A->force = ab_add_scaled(A->force, x, r->linear_a);
        A->torque = ab_add_scaled(A->torque, x, r->angular_a);
        B->force = ab_add_scaled(B->force, x, r->linear_b);
        B->torque = ab_add_scaled(B->torque, x, r->angular_b);
        d->book_rates[AB_BOOK_DRIVE] += x * r->rate;
        double *force = s->forces + 6 * r->joint;
        const double part[6] = {r->linear_b.x,  r->linear_b.y,  r->linear_b.z,
                                r->angular_b.x, r->angular_b.y, r->angular_b.z};
        for (int k = 0; k < 6; k++) {
            force[k] += x * part[k];
        }
    }
}

// ---- projection ----

static void add_vec3(double *y, abVec3 v) {
    y[0] += v.x;
    y[1] += v.y;
    y[2] += v.z;
}

static void move_position(const abModel *model, int body, abVec3 move, abVec3 turn, double *y) {
    if (!ab_is_moving(model, body)) {
        return;
    }
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

static void change_velocity(const abModel *model, int body, abVec3 move, abVec3 turn, double *y) {
    if (!ab_is_moving(model, body)) {
        return;
    }
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

// Inverse inertias in the world, which the solver of accelerations finds already there.
static void place_for_projection(abDynamics *d, double t, const double *y) {
    ab_dynamics_place(d, t, y);
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->mobility == AB_MOBILITY_FREE && !body->is_round) {
            abMat3 R = d->bodies[b].X.R;
            d->bodies[b].inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(R, body->inverse_inertia), R);
        }
    }
}

bool ab_joint_project(abDynamics *d, double t, double *y) {
    abJointSolver *s = d->joints;
    // two Newton steps on the positions: the drift of one step is small, so the second only
    // polishes
    for (int iteration = 0; iteration < 2; iteration++) {
        place_for_projection(d, t, y);
        assemble(d, t);
        for (int i = 0; i < s->count; i++) {
            s->x[i] = -s->rows[i].c;
        }
        ab_skyline_apply(&s->S, s->x);
        for (int i = 0; i < s->count; i++) {
            const abRow *r = &s->rows[i];
            double x = s->x[i];
            move_position(d->model, r->body_a, ab_scale(x, s->move_a[i]), ab_scale(x, s->turn_a[i]),
                          y);
            move_position(d->model, r->body_b, ab_scale(x, s->move_b[i]), ab_scale(x, s->turn_b[i]),
                          y);
        }
    }
    place_for_projection(d, t, y);
    assemble(d, t);
    for (int i = 0; i < s->count; i++) {
        const abRow *r = &s->rows[i];
        const abBodyNow *A = &d->bodies[r->body_a], *B = &d->bodies[r->body_b];
        s->x[i] = r->rate - ab_dot(r->linear_a, A->v) - ab_dot(r->angular_a, A->w) -
                  ab_dot(r->linear_b, B->v) - ab_dot(r->angular_b, B->w);
    }
    ab_skyline_apply(&s->S, s->x);
    for (int i = 0; i < s->count; i++) {
        const abRow *r = &s->rows[i];
        double x = s->x[i];
        change_velocity(d->model, r->body_a, ab_scale(x, s->move_a[i]), ab_scale(x, s->turn_a[i]),
                        y);
        change_velocity(d->model, r->body_b, ab_scale(x, s->move_b[i]), ab_scale(x, s->turn_b[i]),
                        y);
    }
    return true;
}

// The torque reported is about the joint's point on the second body.
void ab_dynamics_joint_forces(const abDynamics *d, double *out) {
    for (size_t j = 0; j < d->model->joint_count; j++) {
        const double *f = d->joints->forces + 6 * j;
        const abJoint *joint = &d->model->joints[j];
        const abBodyNow *B = &d->bodies[joint->body_b];
        abVec3 force = {f[0], f[1], f[2]}, torque = {f[3], f[4], f[5]};
        abVec3 r = ab_mul(B->X.R, joint->X_BJ.p);
        torque = ab_sub(torque, ab_cross(r, force));
        const double values[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
        memcpy(out + 6 * j, values, sizeof values);
    }
}
