// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_prepare.c - axes and constants of each contact and link, and the guess brought into its
// cone.

#include "rigid/cone_parts.h"

// ---- the contact alone ----

// W between two axes of a contact.
static double coupling(const abConeProblem *problem, const abConeContact *c, int i, int k) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        const abConeBody *body = &problem->bodies[c->body[side]];
        abVec3 turn = ab_cross(c->arm[side], c->axis[i]);
        abVec3 spin = ab_mul(body->inverse_inertia, ab_cross(c->arm[side], c->axis[k]));
        sum += ab_dot(c->axis[i], ab_cone_by_mass(body, c->axis[k])) + ab_dot(turn, spin);
    }
    return sum;
}

static void turn_tangents(const abConeProblem *problem, abConeContact *c) {
    double values[2], x, y;
    ab_eigen_2(coupling(problem, c, 1, 1), coupling(problem, c, 1, 2), coupling(problem, c, 2, 2),
               values, &x, &y);
    abVec3 s = c->axis[1], t = c->axis[2];
    c->axis[1] = ab_add(ab_scale(x, s), ab_scale(y, t));
    c->axis[2] = ab_sub(ab_scale(x, t), ab_scale(y, s));
    c->local.tt[0] = values[0];
    c->local.tt[1] = fmax(values[1], 1e-12 * values[0]);
}

// A bound of the eigenvalues by the sums of rows; of two balls it is what both of them have.
static void prepare_turning(const abConeProblem *problem, abConeContact *c) {
    const abMat3 *A = &problem->bodies[c->body[0]].inverse_inertia;
    const abMat3 *B = &problem->bodies[c->body[1]].inverse_inertia;
    c->turn = 0.0;
    for (int i = 0; i < 3; i++) {
        double sum = 0.0;
        for (int k = 0; k < 3; k++) {
            sum += fabs(A->m[i][k] + B->m[i][k]);
        }
        c->turn = fmax(c->turn, sum);
    }
    c->reach = 0.0;
    for (int side = 0; side < 2; side++) {
        bool answers = problem->bodies[c->body[side]].inverse_mass[0] > 0.0;
        c->reach = fmax(c->reach, answers ? ab_norm(c->arm[side]) : 0.0);
    }
}

// ---- the guess ----

// Shortens the `count` numbers from p on to `most`.
static void shorten(double *p, int count, double most) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += p[i] * p[i];
    }
    if (sum > most * most) {
        double by = most / sqrt(sum);
        for (int i = 0; i < count; i++) {
            p[i] *= by;
        }
    }
}

static void take_guess(abConeContact *c) {
    int rows = ab_cone_rows(c);
    c->p[0] = fmax(0.0, ab_dot(c->impulse, c->normal));
    for (int i = 1; i < AB_CONE_ROWS; i++) {
        c->p[i] = i >= rows ? 0.0 : ab_dot(i < 3 ? c->impulse : c->moment, c->axis[i % 3]);
    }
    shorten(c->p + 1, 2, c->friction * c->p[0]);
    if (c->spinning < 0.0) {
        shorten(c->p + 3, 3, c->rolling * c->p[0]);
    } else {
        shorten(c->p + 3, 1, c->spinning * c->p[0]);
        shorten(c->p + 4, 2, c->rolling * c->p[0]);
    }
}

static void prepare_contact(const abConeProblem *problem, abConeContact *c) {
    c->axis[0] = c->normal;
    c->local = (abConeLocal){.friction = c->friction};
    c->local.nn = coupling(problem, c, 0, 0) + c->compliance;
    c->turn = c->reach = 0.0;
    if (c->friction > 0.0 || ab_cone_turns(c)) {
        abVec3 tangent = ab_perpendicular(c->normal);
        c->axis[1] = tangent;
        c->axis[2] = ab_cross(c->normal, tangent);
        turn_tangents(problem, c);
        c->local.nt[0] = coupling(problem, c, 0, 1);
        c->local.nt[1] = coupling(problem, c, 0, 2);
    }
    if (ab_cone_turns(c)) {
        prepare_turning(problem, c);
    }
    take_guess(c);
    if (!ab_cone_local_prepare(&c->local)) {
        c->local.nn = 0.0;
        for (int i = 0; i < AB_CONE_ROWS; i++) {
            c->p[i] = 0.0;
        }
    }
}

// ---- links ----

// J M^-1 J' of a row, found by what an impulse of one does to its speed.
static void prepare_link(const abConeProblem *problem, int index) {
    double before = ab_cone_link_speed(problem, index);
    ab_cone_move_link(problem, index, 1.0);
    double w = ab_cone_link_speed(problem, index) - before;
    ab_cone_move_link(problem, index, -1.0);
    problem->links[index].inverse = w > 0.0 ? 1.0 / w : 0.0;
}

void ab_cone_prepare(abConeProblem *problem) {
    double fastest = ab_cone_patches_prepare(problem);
    problem->width = 3;
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on) {
            prepare_link(problem, k);
            fastest = fmax(fastest, fabs(ab_cone_link_speed(problem, k)));
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        prepare_contact(problem, c);
        problem->width = ab_cone_turns(c) ? AB_CONE_ROWS : problem->width;
        double u[AB_CONE_ROWS];
        ab_cone_speeds(problem, c, u);
        for (int i = 0, rows = ab_cone_rows(c); i < rows; i++) {
            fastest = fmax(fastest, fabs(u[i]) * (i < 3 ? 1.0 : c->reach));
        }
    }
    if (!(problem->speed > 0.0)) {
        problem->speed = fastest;
    }
    ab_cone_apply(problem);
}
