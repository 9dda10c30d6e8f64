// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_impact.c - impulses at closed points: impacts, and slip that ends at once.
//
// The kinds of solver/impact/impact_kinds.def get the matrix of all closed points that bodies,
// points and joints connect with one that closes; joints are in the matrix, so they hold at every
// turn of every kind. What the kinds promise of the energy they promise for A and v; that the
// bodies keep it is looked at afterwards.
//
// Source  Painleve's case: [Brogliato1999] ch. 5.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/groups.h"
#include "derivative/rigid/rigid_friction.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/state/place.h"
#include "model/core/prescribed.h"
#include "solver/lcp/complementarity.h"

double ab_rigid_kinetic(const abDerivative *d) {
    double sum = 0.0;
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        if (body->state >= 0) {
            const abBodyNow *now = &d->mechanics.bodies[b];
            abVec3 w = ab_mul_t(now->X.R, now->w);
            sum += 0.5 * body->mass * ab_norm2(now->v) + 0.5 * ab_dot(w, ab_mul(body->inertia, w));
        }
    }
    return sum;
}

// ---- islands ----

static void join(const abDerivative *d, int *parent, int a, int b) {
    if (ab_is_moving(d->mechanics.model, a) && ab_is_moving(d->mechanics.model, b)) {
        ab_groups_join(parent, a, b);
    }
}

static int island_of(const abDerivative *d, int *parent, const abRigidPoint *point) {
    int body = ab_is_moving(d->mechanics.model, point->body_a) ? point->body_a : point->body_b;
    return ab_group_of(parent, body);
}

// Points are held where something closes, as their `now` says.
static bool hold_islands(abDerivative *d, abRigidHit *hit) {
    abRigid *r = &d->rigid;
    size_t bodies = d->mechanics.model->body_count;
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &hit->arrays, hit->islands, 2 * bodies)) {
        return false;
    }
    int *parent = hit->islands, *closes = parent + bodies;
    ab_groups_begin(parent, bodies);
    memset(closes, 0, bodies * sizeof *closes);
    for (size_t j = 0; j < d->mechanics.model->joint_count; j++) {
        join(d, parent, d->mechanics.model->joints[j].body_a, d->mechanics.model->joints[j].body_b);
    }
    for (size_t i = 0; i < r->count; i++) {
        join(d, parent, r->points[i].body_a, r->points[i].body_b);
    }
    for (size_t i = 0; i < r->count; i++) {
        abRigidNow now;
        ab_rigid_gap(&d->mechanics, &r->points[i], &now);
        if (now.rate < 0.0) {
            closes[island_of(d, parent, &r->points[i])] = 1;
        }
    }
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_held = closes[island_of(d, parent, &r->points[i])] != 0;
    }
    return true;
}

static void hold_all(abRigid *r) {
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_held = true;
    }
}

// ---- the problem ----

static bool reserve(abDerivative *d, abRigidHit *hit, size_t n) {
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &hit->arrays, hit->workspace,
                             ab_impacts_workspace(n)) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &hit->arrays, hit->bodies, n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &hit->arrays, hit->friction, n) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &hit->arrays, hit->laws, n);
}

// Rows along tangents follow that along the normal.
static size_t list_friction(abDerivative *d, abRigidHit *hit) {
    const abRigid *r = &d->rigid;
    const abContactPair *pair = d->contacts->pairs;
    size_t count = 0;
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidPoint *point = &r->points[r->rows[i].point];
        if (r->rows[i].axis != 0) {
            continue;
        }
        while (pair->shape_a != point->shape_a || pair->shape_b != point->shape_b) {
            pair++;
        }
        bool are_two = i + 1 < r->row_count && r->rows[i + 1].axis == 1;
        hit->friction[count++] = (abImpactFriction){
            .normal = i - 1,
            .tangent = {i, are_two ? i + 1 : AB_NO_ROW},
            .coefficient = ab_rigid_impact_friction(pair, &r->now[r->rows[i].point])};
    }
    return count;
}

static void fill(abDerivative *d, abRigidHit *hit, double *restitution, unsigned char *rests) {
    abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidPoint *point = &r->points[row->point];
        bool is_normal = row->axis < 0;
        r->b[i] = ab_rigid_speed_to_change(d, i);
        r->kind[i] = is_normal ? AB_ROW_UNILATERAL : AB_ROW_BOUNDED;
        restitution[i] = is_normal ? point->restitution : 0.0;
        hit->laws[i] = (unsigned char)point->restitution_kind;
        rests[i] = !point->is_new;
        hit->bodies[i] = (abImpactBodies){{(size_t)point->body_a, (size_t)point->body_b},
                                          {ab_is_moving(d->mechanics.model, point->body_a),
                                           ab_is_moving(d->mechanics.model, point->body_b)}};
    }
}

static void note_impulses(abRigid *r, abRigidHit *hit) {
    hit->largest = 0.0;
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        abRigidNow *now = &r->now[row->point];
        now->push = ab_add_scaled(now->push, r->f[i], row->u);
        if (row->axis < 0) {
            now->impulse = r->f[i];
            hit->largest = fmax(hit->largest, r->f[i]);
        }
    }
}

// Moves the bodies by the impulses in `f`, and looks at what that did to their energy.
static bool apply(abDerivative *d, double t, double *y, abRigidHit *hit) {
    double before = ab_rigid_kinetic(d);
    if (!ab_rigid_answer_to_all(d, AB_SOLVE_SPEED)) {
        return false;
    }
    note_impulses(&d->rigid, hit);
    ab_rigid_change_velocities(d, y);
    ab_mechanics_place(&d->mechanics, t, y);
    hit->gained = ab_has_drives(d->mechanics.model) ? 0.0 : ab_rigid_kinetic(d) - before;
    return true;
}

// Drives may close on a body from two sides, which no impulse prevents: whether a point closes all
// the same, and which does so fastest. In kinds that leave some closing nothing is unsolved.
static bool is_squeezed(abDerivative *d, const double *after) {
    abRigid *r = &d->rigid;
    double fastest = 0.0, left = 0.0;
    for (size_t i = 0; i < r->row_count; i++) {
        if (r->rows[i].axis < 0) {
            fastest = fmax(fastest, -r->b[i]);
            if (-after[i] > left) {
                left = -after[i];
                r->worst_point = r->rows[i].point;
            }
        }
    }
    return ab_has_drives(d->mechanics.model) && left > s_left_closing * fastest;
}

// The rows of what is hit, into the rigid points. False when they are too many.
static bool open_hit(abDerivative *d, double t, double *y) {
    abRigidHit *hit = &d->hit;
    ab_mechanics_place(&d->mechanics, t, y);
    bool is_local = hit->kind == AB_IMPACT_ORDER_FREE; // others draw from all, or solve for all
    return (!is_local || hold_islands(d, hit)) &&
           ab_rigid_open_speeds(d, t, y, AB_RIGID_ALL_TANGENTS) &&
           (hit->most == 0 || d->rigid.row_count <= hit->most);
}

bool ab_rigid_hit(abDerivative *d, double t, double *y) {
    abRigidHit *hit = &d->hit;
    abRigid *r = &d->rigid;
    if (!open_hit(d, t, y) || (!r->has_matrix && !ab_rigid_fill_matrix(d, AB_SOLVE_SPEED)) ||
        !reserve(d, hit, r->row_count)) {
        hold_all(r);
        return false;
    }
    double *restitution = r->without;
    unsigned char *rests = r->side;
    fill(d, hit, restitution, rests);
    abImpacts impacts = {.n = r->row_count,
                         .A = r->matrix,
                         .velocity = r->b,
                         .restitution = restitution,
                         .kind = r->kind,
                         .restitution_kind = hit->laws,
                         .rests = hit->kind == AB_IMPACT_SIMULTANEOUS ? rests : NULL,
                         .friction = hit->friction,
                         .frictions = list_friction(d, hit),
                         .bodies = hit->bodies,
                         .seed = &hit->seed,
                         .impulse = r->f,
                         .after = r->w};
    abComplementarityStatus status = ab_impacts_solve(hit->kind, &impacts, hit->workspace);
    bool is_solved = status == AB_COMPLEMENTARITY_SOLVED ||
                     (status != AB_COMPLEMENTARITY_NOT_FINITE && !is_squeezed(d, r->w));
    bool ok = is_solved && apply(d, t, y, hit);
    hold_all(r);
    return ok;
}

void ab_rigid_hit_done(abDerivative *d) {
    ab_arrays_free(d->mechanics.allocator, &d->hit.arrays);
}

// Where slip has no force at all (Painleve), the tip digs in: the impulse grows until slip has
// ended, with no time for anything else.
bool ab_rigid_capture(abDerivative *d, double t, double *y) {
    abRigidHit *hit = &d->hit;
    abRigid *r = &d->rigid;
    if (!ab_rigid_open_speeds(d, t, y, AB_RIGID_ALL_TANGENTS)) {
        return false;
    }
    for (size_t i = 0; i < r->row_count; i++) {
        r->b[i] += ab_rigid_speed_along(r, &r->rows[i]);
        r->kind[i] = r->rows[i].axis < 0 ? AB_ROW_UNILATERAL : AB_ROW_BILATERAL;
    }
    return ab_rigid_complement(d, false) && apply(d, t, y, hit);
}
