// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_graph.c - rows of closed points as a graph of bodies, where no joints are: the cost of a
// solution then grows with the number of bodies, and the matrix is never made.
//
// The order of the rows depends only on the bodies they join; it is kept while these stay.

#include <string.h>

#include "base/array.h"
#include "derivative/rigid/rigid_graph.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/state/derivative.h"
#include "solver/lcp/contact_graph_plan.h"

static void set_speeds(double out[AB_GRAPH_SPEEDS], double sign, abVec3 v, abVec3 w) {
    const double all[AB_GRAPH_SPEEDS] = {v.x, v.y, v.z, w.x, w.y, w.z};
    for (int k = 0; k < AB_GRAPH_SPEEDS; k++) {
        out[k] = sign * all[k];
    }
}

static void set_row(abDerivative *d, size_t i) {
    abRigid *r = &d->rigid;
    abRigidRow *row = &r->rows[i];
    abGraphRow *out = &r->graph_rows[i];
    r->diagonal[i] = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? row->body_a : row->body_b;
        double sign = side == 0 ? -1.0 : 1.0;
        abVec3 arm =
            ab_add(ab_cross(ab_sub(row->p, d->mechanics.bodies[body].X.p), row->u), row->rotation);
        abRigidAnswer answer = ab_rigid_answer(d, body, row->p, row->u, row->rotation);
        out->body[side] = ab_is_moving(d->mechanics.model, body) ? (size_t)body : AB_GRAPH_FIXED;
        set_speeds(out->J[side], sign, row->u, arm);
        set_speeds(out->Y[side], sign, answer.a, answer.alpha);
        for (int k = 0; k < AB_GRAPH_SPEEDS && out->body[side] != AB_GRAPH_FIXED; k++) {
            r->diagonal[i] += out->J[side][k] * out->Y[side][k];
        }
    }
}

static void set_pull(abDerivative *d, size_t i) {
    abRigid *r = &d->rigid;
    const abRigidRow *row = &r->rows[i];
    const abRigidNow *now = &r->now[row->point];
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? row->body_a : row->body_b;
        const abBodyNow *at = &d->mechanics.bodies[body];
        abVec3 torque = ab_add(ab_cross(ab_sub(row->p, at->X.p), now->friction_ratio), now->twist),
               a, alpha;
        ab_apply_inverse_mass(&d->mechanics.model->bodies[body], at, now->friction_ratio, torque,
                              &a, &alpha);
        set_speeds(r->pulls[i].Y[side], side == 0 ? -1.0 : 1.0, a, alpha);
    }
}

static bool is_planned(const abRigidGraph *graph, const abRigid *r) {
    bool same = graph->plan.n == r->row_count && graph->workspace != NULL;
    for (size_t i = 0; i < r->row_count && same; i++) {
        same = graph->joined[i][0] == r->graph_rows[i].body[0] &&
               graph->joined[i][1] == r->graph_rows[i].body[1];
    }
    return same;
}

static bool make_plan(abDerivative *d, abRigidGraph *graph) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count,
           workspace = ab_contact_graph_plan_workspace(n, d->mechanics.model->body_count);
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, graph->joined, n) ||
        !ab_arrays_reserve(d->mechanics.allocator, &r->arrays, &graph->workspace, workspace, 1)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(graph->joined[i], r->graph_rows[i].body, sizeof graph->joined[i]);
    }
    graph->plan =
        (abContactGraph){.n = n, .bodies = d->mechanics.model->body_count, .rows = r->graph_rows};
    ab_contact_graph_plan(&graph->plan, graph->workspace);
    return true;
}

bool ab_rigid_make_graph(abDerivative *d) {
    abRigid *r = &d->rigid;
    abRigidGraph *graph = &r->graphs[r->has_tangents];
    size_t n = r->row_count;
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->graph_rows, n) ||
        !AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->pulls, n)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        set_row(d, i);
    }
    if (r->slip_count > 0) {
        memset(r->pulls, 0, n * sizeof *r->pulls);
    }
    for (size_t k = 0; k < r->slip_count; k++) {
        set_pull(d, r->slipping[k]);
    }
    if (!is_planned(graph, r) && !make_plan(d, graph)) {
        return false;
    }
    graph->plan.rows = r->graph_rows;
    return true;
}

bool ab_rigid_graph_forces(abDerivative *d) {
    abRigid *r = &d->rigid;
    const abContactGraph *plan = &r->graphs[r->has_tangents].plan;
    if (!ab_rigid_reserve_workspace(d, ab_graph_forces_workspace(plan))) {
        return false;
    }
    abGraphForces problem = {.graph = plan,
                             .pull = r->slip_count > 0 ? r->pulls : NULL,
                             .b = r->b,
                             .kind = r->kind,
                             .regularisation = r->softness,
                             .side = r->side,
                             .f = r->f,
                             .w = r->w};
    return ab_graph_forces_solve(&problem, r->workspace);
}
