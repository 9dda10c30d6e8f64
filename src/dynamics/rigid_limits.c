// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_limits.c - forces within the limits of friction, by the conditions themselves (coulomb.h):
// what rigid_modes.c asks when exchanges of modes do not settle.
//
// Points that slip already do so along their way, with the share that their law gives now.

#include "base/array.h"
#include "dynamics/rigid_rows.h"

static const double s_rough = 1e-3; // residual with which forces still tell modes,
static const double s_fine = 1e-4;  // with which they are forces; all but few have 1e-11

static void set_contacts(abDynamics *d, size_t *count) {
    abRigid *r = &d->rigid;
    *count = 0;
    for (size_t i = 0; i < r->point_rows; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidNow *now = &r->now[row->point];
        if (row->axis < 0) {
            r->contacts[(*count)++] =
                (abCoulombContact){.normal = i,
                                   .tangent = {AB_NO_ROW, AB_NO_ROW},
                                   .friction = now->sticks ? now->limit : ab_norm(now->drag),
                                   .slides = !now->sticks};
            continue;
        }
        abCoulombContact *contact = &r->contacts[*count - 1];
        contact->tangent[row->axis] = i;
        contact->slip[row->axis] =
            contact->friction > 0.0 ? -ab_dot(now->drag, row->u) / contact->friction : 0.0;
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

bool ab_rigid_find_limits(abDynamics *d, double t) {
    abRigid *r = &d->rigid;
    ab_rigid_take_loads_back(d);
    if (!ab_rigid_make_rows(d, AB_RIGID_ALL_TANGENTS) || !ab_rigid_add_sticks(d) ||
        !ab_rigid_feel_loads(d, t) || !ab_rigid_fill(d, AB_SOLVE_ACCELERATION) ||
        !AB_ARRAY_RESERVE(d->allocator, r->contacts, r->contact_capacity, r->count)) {
        return false;
    }
    abCoulomb problem = {.n = r->row_count,
                         .A = r->matrix,
                         .graph = r->has_matrix ? NULL : &r->graphs[r->has_tangents].plan,
                         .b = r->b,
                         .contact = r->contacts,
                         .ridge = r->softness,
                         .f = r->f,
                         .w = r->w};
    set_contacts(d, &problem.contacts);
    size_t room = r->has_matrix ? ab_coulomb_room(problem.n) : ab_coulomb_graph_room(problem.graph);
    if (!ab_rigid_reserve_room(d, room)) {
        return false;
    }
    abCoulombStatus status = ab_coulomb_solve(&problem, r->room);
    r->softness = problem.ridge;
    note_forces(r);
    r->is_infeasible = status == AB_COULOMB_INCONSISTENT;
    return status != AB_COULOMB_NOT_FINITE &&
           problem.residual <= (r->finds_modes ? s_fine : s_rough);
}
