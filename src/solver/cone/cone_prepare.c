// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_prepare.c - axes and constants of each contact and link, and the guess brought into its
// cone.

#include "solver/cone/cone_prepare.h"

#include "solver/cone/cone_local.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_patches.h"

// ---- the contact alone ----

// What a unit impulse along an axis of a contact does to its bodies.
typedef struct Pushed {
    abVec3 v, turn[2], w[2]; // v: of both together; turn: the moment
} Pushed;

static Pushed push_along(const abConeProblem *problem, const abConeContact *c, abVec3 axis) {
    Pushed out = {.v = {0.0, 0.0, 0.0}};
    for (int side = 0; side < 2; side++) {
        const abConeBody *body = &problem->bodies[c->body[side]];
        out.v = ab_add(out.v, ab_cone_by_mass(body, axis));
        out.turn[side] = ab_cross(c->arm[side], axis);
        out.w[side] = ab_mul(body->inverse_inertia, out.turn[side]);
        if (c->modes[side].count > 0) {
            out.v = ab_add(out.v, ab_cone_modes_answer(&c->modes[side], axis));
        }
    }
    return out;
}

// W between an axis and that.
static double coupling(abVec3 axis, const Pushed *own, const Pushed *other) {
    return ab_dot(axis, other->v) + ab_dot(own->turn[0], other->w[0]) +
           ab_dot(own->turn[1], other->w[1]);
}

// Turns them to the principal axes of their part of W.
static void prepare_tangents(const abConeProblem *problem, abConeContact *c, const Pushed *n) {
    abVec3 s = ab_perpendicular(c->normal), t = ab_cross(c->normal, s);
    Pushed by_s = push_along(problem, c, s), by_t = push_along(problem, c, t);
    double values[2], x, y, ns = coupling(s, &by_s, n), nt = coupling(t, &by_t, n);
    ab_eigen_2(coupling(s, &by_s, &by_s), coupling(s, &by_s, &by_t), coupling(t, &by_t, &by_t),
               values, &x, &y);
    c->axis[1] = ab_add(ab_scale(x, s), ab_scale(y, t));
    c->axis[2] = ab_sub(ab_scale(x, t), ab_scale(y, s));
    c->local.tt[0] = values[0];
    c->local.tt[1] = fmax(values[1], 1e-12 * values[0]);
    c->local.nt[0] = x * ns + y * nt;
    c->local.nt[1] = x * nt - y * ns;
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

// Shortens the `count` numbers from p on to `maximum`.
static void shorten(double *p, int count, double maximum) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += p[i] * p[i];
    }
    if (sum > maximum * maximum) {
        double by = maximum / sqrt(sum);
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

// Of a body whose inertia is the same about all axes, or that does not answer.
static bool is_round(const abConeBody *body) {
    const abMat3 *I = &body->inverse_inertia;
    const double *m = body->inverse_mass;
    return m[0] == m[1] && m[0] == m[2] && I->m[0][0] == I->m[1][1] && I->m[0][0] == I->m[2][2] &&
           I->m[0][1] == 0.0 && I->m[0][2] == 0.0 && I->m[1][2] == 0.0 && I->m[1][0] == 0.0 &&
           I->m[2][0] == 0.0 && I->m[2][1] == 0.0;
}

// The normal goes through both centres of mass, as far as rounding tells, and all tangents are
// alike.
static bool prepare_balls(const abConeProblem *problem, abConeContact *c) {
    double n = 0.0, t = 0.0;
    if (ab_cone_has_modes(c)) {
        return false;
    }
    for (int side = 0; side < 2; side++) {
        const abConeBody *body = &problem->bodies[c->body[side]];
        if (!(body->inverse_mass[0] > 0.0)) {
            continue;
        }
        double r2 = ab_norm2(c->arm[side]);
        if (!is_round(body) || ab_norm2(ab_cross(c->arm[side], c->normal)) > 1e-28 * r2) {
            return false;
        }
        n += body->inverse_mass[0];
        t += body->inverse_mass[0] + r2 * body->inverse_inertia.m[0][0];
    }
    c->local.nn = n + c->compliance;
    if (c->friction > 0.0 || ab_cone_turns(c)) {
        c->axis[1] = ab_perpendicular(c->normal);
        c->axis[2] = ab_cross(c->normal, c->axis[1]);
        c->local.tt[0] = c->local.tt[1] = t;
    }
    return true;
}

static void prepare_any(const abConeProblem *problem, abConeContact *c) {
    Pushed n = push_along(problem, c, c->normal);
    c->local.nn = coupling(c->normal, &n, &n) + c->compliance;
    if (c->friction > 0.0 || ab_cone_turns(c)) {
        prepare_tangents(problem, c, &n);
    }
}

static void prepare_contact(const abConeProblem *problem, abConeContact *c) {
    c->axis[0] = c->normal;
    c->local = (abConeLocal){.friction = c->friction};
    c->turn = c->reach = 0.0;
    if (!prepare_balls(problem, c)) {
        prepare_any(problem, c);
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
    problem->links[index].share = 1.0;
}

void ab_cone_prepare_compliant(const abConeProblem *problem, int index) {
    abConeLink *link = &problem->links[index];
    double w = 0.0;
    for (int side = 0; side < 2; side++) {
        if (link->body[side] >= 0) {
            const abConeBody *body = &problem->bodies[link->body[side]];
            w += ab_dot(link->linear[side], ab_cone_by_mass(body, link->linear[side])) +
                 ab_dot(link->angular[side], ab_mul(body->inverse_inertia, link->angular[side]));
        }
    }
    link->inverse = w > 0.0 ? 1.0 / (w + link->compliance) : 0.0;
    link->share = w > 0.0 ? w / (w + link->compliance) : 0.0;
}

double ab_cone_link_scale(const abConeProblem *problem, int index) {
    const abConeLink *link = &problem->links[index];
    double u = ab_cone_link_rate(problem, index) + link->bias;
    if (!(link->compliance > 0.0)) {
        u = ab_cone_link_speed(problem, index);
    }
    u *= link->share;
    return link->is_one_sided ? -u : fabs(u);
}

void ab_cone_prepare(abConeProblem *problem) {
    double fastest = ab_cone_patches_prepare(problem);
    problem->width = problem->contact_count < AB_CONE_MANY ? 3 : 1;
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on) {
            if (problem->links[k].compliance > 0.0) {
                ab_cone_prepare_compliant(problem, k);
            } else {
                prepare_link(problem, k);
            }
            fastest = fmax(fastest, ab_cone_link_scale(problem, k));
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        prepare_contact(problem, c);
        int rows = ab_cone_rows(c);
        problem->width = rows > problem->width ? rows : problem->width;
        double u[AB_CONE_ROWS];
        ab_cone_speeds(problem, c, u);
        for (int i = 0; i < rows; i++) {
            fastest = fmax(fastest, fabs(u[i]) * (i < 3 ? 1.0 : c->reach));
        }
    }
    if (!(problem->speed > 0.0)) {
        problem->speed = fastest;
    }
    ab_cone_apply(problem);
}
