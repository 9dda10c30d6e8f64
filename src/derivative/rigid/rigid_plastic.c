// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_plastic.c - impulses after which no closed point closes further: without restitution, with
// Coulomb friction by the velocities afterwards, at all points at once (coulomb.h).
//
// An impact by impact_kinds.def spends its energy point by point, in which some part that others
// would have held. This is the condition of a step in time, see method/step.

#include "base/array.h"
#include "derivative/rigid/rigid_friction.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_tree.h"

// How far a row may close.                                                                   [m]
static double room_of(const abRigid *r, size_t i) {
    return r->rows[i].axis < 0 ? fmax(0.0, r->now[r->rows[i].point].gap) : 0.0;
}

// Tangents follow the normal of their point.
static size_t list_contacts(const abDerivative *d) {
    const abRigid *r = &d->rigid;
    const abContactPair *pair = d->contacts->pairs;
    size_t count = 0;
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidPoint *point = &r->points[row->point];
        if (row->axis < 0) {
            r->contacts[count++] =
                (abCoulombContact){.normal = i, .tangent = {AB_NO_ROW, AB_NO_ROW}};
            continue;
        }
        while (pair->shape_a != point->shape_a || pair->shape_b != point->shape_b) {
            pair++;
        }
        abCoulombContact *contact = &r->contacts[count - 1];
        contact->tangent[row->axis] = i;
        contact->friction = ab_rigid_impact_friction(pair, &r->now[row->point]);
    }
    return count;
}

// What the impulses add to the kinetic energy: their work with the mean of the speeds before and
// after. Without drives none is added by what is solved.                                     [J]
static double work_of(const abRigid *r, double h) {
    double work = 0.0;
    for (size_t i = 0; i < r->row_count; i++) {
        work += r->f[i] * (0.5 * (r->b[i] + r->w[i]) - room_of(r, i) / h);
    }
    return work;
}

static double turned_over(const abRigid *r) {
    double sum = 0.0;
    for (size_t i = 0; i < r->row_count; i++) {
        sum += fabs(r->f[i] * r->b[i]);
    }
    return sum;
}

bool ab_rigid_stop_closing(abDerivative *d, double t, double *y, double h) {
    abRigid *r = &d->rigid;
    if (!ab_rigid_open_speeds(d, t, y, AB_RIGID_ALL_TANGENTS) ||
        !AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->contacts, r->count)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        r->b[i] = ab_rigid_speed_to_change(d, i) + room_of(r, i) / h;
    }
    abCoulomb problem = {.n = r->row_count,
                         .A = r->matrix,
                         .graph = r->has_matrix ? NULL : &r->graphs[r->has_tangents].plan,
                         .b = r->b,
                         .contacts = list_contacts(d),
                         .contact = r->contacts,
                         .enough = s_solved,
                         .f = r->f,
                         .w = r->w};
    size_t workspace =
        r->has_matrix ? ab_coulomb_workspace(problem.n) : ab_coulomb_graph_workspace(problem.graph);
    if (!ab_rigid_reserve_workspace(d, workspace) ||
        ab_coulomb_solve(&problem, r->workspace) == AB_COULOMB_NOT_FINITE ||
        !(problem.residual <= s_serves) || !(work_of(r, h) <= s_serves * turned_over(r)) ||
        !ab_rigid_answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        r->now[i].push = ab_vec3(0.0, 0.0, 0.0);
    }
    for (size_t i = 0; i < r->row_count; i++) {
        abRigidNow *now = &r->now[r->rows[i].point];
        now->push = ab_add_scaled(now->push, r->f[i], r->rows[i].u);
    }
    ab_rigid_change_velocities(d, y);
    return true;
}
