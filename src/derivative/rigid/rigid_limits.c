// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_limits.c - forces within the limits of friction, by the conditions themselves (coulomb.h):
// what rigid_modes.c asks when exchanges of modes do not settle.
//
// Points that slip already do so along their way, with the share that their law gives now.

#include "derivative/rigid/rigid_limits.h"
#include "base/array.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_tree.h"

static void set_contacts(abDerivative *d, size_t *count) {
    abRigid *r = &d->rigid;
    *count = 0;
    for (size_t i = 0; i < r->point_rows; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidNow *now = &r->now[row->point];
        if (row->axis < 0) {
            r->contacts[(*count)++] = (abCoulombContact){
                .normal = i,
                .tangent = {AB_NO_ROW, AB_NO_ROW},
                .friction = now->sticks ? now->limit : ab_norm(now->friction_ratio),
                .slides = !now->sticks};
            continue;
        }
        abCoulombContact *contact = &r->contacts[*count - 1];
        contact->tangent[row->axis] = i;
        contact->slip[row->axis] = contact->friction > 0.0
                                       ? -ab_dot(now->friction_ratio, row->u) / contact->friction
                                       : 0.0;
    }
}

static void note_forces(abRigid *r) {
    for (size_t i = 0; i < r->point_rows; i++) {
        abRigidNow *now = &r->now[r->rows[i].point];
        if (r->rows[i].axis < 0) {
            now->force = r->f[i];
            now->hold = ab_vec3(0.0, 0.0, 0.0);
        } else {
            now->hold = ab_add_scaled(now->hold, r->f[i], r->rows[i].u);
        }
    }
}

bool ab_rigid_find_limits(abDerivative *d, double t) {
    abRigid *r = &d->rigid;
    ab_give_loads_back(&d->mechanics, r->base);
    if (!ab_rigid_make_rows(d, AB_RIGID_ALL_TANGENTS) || !ab_rigid_add_sticks(d) ||
        !ab_rigid_apply_loads(d, t) || !ab_rigid_fill(d, AB_SOLVE_ACCELERATION) ||
        !AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->contacts, r->count)) {
        return false;
    }
    abCoulomb problem = {.n = r->row_count,
                         .A = r->matrix,
                         .graph = r->has_matrix ? NULL : &r->graphs[r->has_tangents].plan,
                         .b = r->b,
                         .contact = r->contacts,
                         .regularisation = r->softness,
                         .f = r->f,
                         .w = r->w};
    set_contacts(d, &problem.contacts);
    size_t workspace =
        r->has_matrix ? ab_coulomb_workspace(problem.n) : ab_coulomb_graph_workspace(problem.graph);
    if (!ab_rigid_reserve_workspace(d, workspace)) {
        return false;
    }
    abCoulombStatus status = ab_coulomb_solve(&problem, r->workspace);
    r->softness = problem.regularisation;
    note_forces(r);
    r->is_infeasible = status == AB_COULOMB_INCONSISTENT;
    return status != AB_COULOMB_NOT_FINITE &&
           problem.residual <= (r->finds_modes ? s_forces : s_serves);
}
