// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_solve.c - forces at all closed points at one evaluation, with slip and stick.
//
// Normal forces and those that hold points are the least forces of one complementarity problem
// (rigid_rows.c), in which slip pulls with a share of the normal force. Which points stick and
// which slip is memory (rigid_modes.c), so that motion is smooth between events; what a point that
// sticks holds is compared with its limit afterwards. From the points that pressed last the
// solution is one factorisation (graph_forces.h). Where that does not serve, pressing and slip are
// found in turns: what slip does is part of b and that of the solution before.
//
// Limits  Much friction may leave no solution, or the turns may not settle: infeasible.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "derivative/rigid/link_loads.h"
#include "derivative/rigid/rigid_friction.h"
#include "derivative/rigid/rigid_graph.h"
#include "derivative/rigid/rigid_limits.h"
#include "derivative/rigid/rigid_rows.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "math/linear/dense.h"
#include "math/linear/row_sums.h"
#include "mechanics/joint/joint_tree.h"
#include "solver/lcp/complementarity.h"

// Forces of the points of each contact pair as one.
static void store_pairs(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t i = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        abContactPairNow *now = &d->contacts->now[k];
        size_t first = i;
        double sum = 0.0, minimum = INFINITY;
        abVec3 force = {0.0, 0.0, 0.0}, moment = force, middle = force, normal = force;
        while (i < r->count && r->points[i].shape_a == pair->shape_a &&
               r->points[i].shape_b == pair->shape_b) {
            i++;
        }
        for (size_t m = first; m < i; m++) {
            double f = r->now[m].force;
            sum += f;
            force = ab_add(force, r->now[m].total);
            normal = ab_add_scaled(normal, f > 0.0 ? f : 0.0, r->now[m].n);
            minimum = fmin(minimum, r->now[m].gap);
        }
        if (!pair->data->is_rigid || first == i) {
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
        }
        double length = ab_norm(normal);
        now->normal_W = length > 0.0 ? ab_scale(1.0 / length, normal) : r->now[first].n;
        now->point = middle;
        now->at = (abProximity){.distance = minimum,
                                .n_AB_W = now->normal_W,
                                .p_A_W = middle,
                                .p_B_W = middle,
                                .radius = INFINITY,
                                .is_exact = true};
        now->normal = (abNormalForce){.force = sum};
        now->force = force;
        now->torque = moment;
        abVec3 v = ab_sub(ab_velocity_at(&d->mechanics.bodies[pair->data->body_b], middle),
                          ab_velocity_at(&d->mechanics.bodies[pair->data->body_a], middle));
        now->rate = -ab_dot(v, now->normal_W);
        now->slip = ab_add_scaled(v, now->rate, now->normal_W);
    }
}

// Of the gaps of all points, held or not.
static void note_accelerations(abDerivative *d) {
    abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidRow row = ab_rigid_normal_row(r, i);
        r->now[i].acceleration = ab_rigid_along_row(d, &row) + r->now[i].bias;
    }
}

// How hard forces press and turn bodies: sums of their sizes.
static void sum_pressing(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t bodies = d->mechanics.model->body_count;
    double *pressing = r->pressing, *twisting = pressing + bodies;
    memset(pressing, 0, 2 * bodies * sizeof *pressing);
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        for (int side = 0; side < 2; side++) {
            int b = side == 0 ? row->body_a : row->body_b;
            if (b < 0) {
                continue; // the world
            }
            pressing[b] += fabs(r->f[i]);
            double arm =
                ab_norm(ab_sub(row->p, d->mechanics.bodies[b].X.p)) + ab_norm(row->rotation);
            twisting[b] += fabs(r->f[i]) * arm;
        }
    }
}

// Accelerations that the forces on a body would make if they did not cancel.
typedef struct Pushed {
    double a, alpha; // [m/s2], [1/s2]
} Pushed;

static Pushed pushed(const abDerivative *d, int b) {
    const abBody *body = &d->mechanics.model->bodies[b];
    const double *pressing = d->rigid.pressing,
                 *twisting = pressing + d->mechanics.model->body_count;
    double spin = fmax(body->inverse_inertia.m[0][0],
                       fmax(body->inverse_inertia.m[1][1], body->inverse_inertia.m[2][2]));
    spin = body->mobility == AB_MOBILITY_PLANAR ? 1.0 / body->inertia.m[2][2] : spin;
    return (Pushed){body->inverse_mass * pressing[b], spin * twisting[b]};
}

// What is left of accelerations where forces cancel is rounding. It would tilt a tower that stands;
// so it is none.
static void round_off(abDerivative *d) {
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        abBodyNow *now = &d->mechanics.bodies[b];
        if (d->mechanics.model->bodies[b].state < 0) {
            continue;
        }
        Pushed maximum = pushed(d, (int)b);
        if (ab_norm(now->a) <= s_rounding * maximum.a) {
            now->a = ab_vec3(0.0, 0.0, 0.0);
        }
        if (ab_norm(now->alpha) <= s_rounding * maximum.alpha) {
            now->alpha = ab_vec3(0.0, 0.0, 0.0);
        }
    }
}

// Rounding adds up along a tower: its top feels that of its foot. Bodies that stand still together
// go on standing when none of them is driven by more than that.
static void keep_standing(abDerivative *d, const size_t *row, size_t count) {
    const abRigid *r = &d->rigid;
    Pushed maximum = {0.0, 0.0};
    double a = 0.0, alpha = 0.0, speed = 0.0;
    for (size_t k = 0; k < 2 * count; k++) {
        int b = k % 2 == 0 ? r->rows[row[k / 2]].body_a : r->rows[row[k / 2]].body_b;
        const abBodyNow *now = &d->mechanics.bodies[b];
        speed = fmax(speed, fmax(ab_norm2(now->v), ab_norm2(now->w)));
        if (ab_is_moving(d->mechanics.model, b)) {
            Pushed here = pushed(d, b);
            maximum = (Pushed){fmax(maximum.a, here.a), fmax(maximum.alpha, here.alpha)};
            a = fmax(a, ab_norm(now->a));
            alpha = fmax(alpha, ab_norm(now->alpha));
        }
    }
    if (speed > 0.0 || !(a <= s_tower * maximum.a) || !(alpha <= s_tower * maximum.alpha)) {
        return;
    }
    for (size_t k = 0; k < 2 * count; k++) {
        int b = k % 2 == 0 ? r->rows[row[k / 2]].body_a : r->rows[row[k / 2]].body_b;
        if (ab_is_moving(d->mechanics.model, b)) {
            d->mechanics.bodies[b].a = d->mechanics.bodies[b].alpha = ab_vec3(0.0, 0.0, 0.0);
        }
    }
}

static void keep_all_standing(abDerivative *d) {
    const abContactGraph *plan = &d->rigid.graphs[d->rigid.has_tangents].plan;
    for (size_t s = 0; d->mechanics.joints == NULL && s < plan->subsets; s++) {
        keep_standing(d, plan->order + plan->subset[s], plan->subset[s + 1] - plan->subset[s]);
    }
}

// t . (the velocity terms of (a_B - a_A) at the moving point), so that V . t stays zero.
double ab_rigid_tangent_bias(const abDerivative *d, const abRigidRow *row) {
    const abRigidNow *now = &d->rigid.now[row->point];
    const abBodyNow *A = &d->mechanics.bodies[row->body_a], *B = &d->mechanics.bodies[row->body_b];
    abVec3 g =
        ab_sub(ab_cross(B->w, ab_sub(now->p_dot, B->v)), ab_cross(A->w, ab_sub(now->p_dot, A->v)));
    return ab_dot(row->u, g) - now->rate * ab_dot(row->u, now->n_dot);
}

// The forces of the rows in the set, which is those with `side` free:  (A + C) f = -b there. A row
// that joints let move nothing has no force.
static bool solve_set(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count, m = 0;
    size_t *member = r->members;
    for (size_t i = 0; i < n; i++) {
        r->f[i] = 0.0;
        if (r->side[i] == AB_SIDE_FREE && r->whole[i * n + i] != 0.0) {
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
        r->w[i] = r->b[i] + ab_row_dot(r->whole + i * n, r->f, n);
    }
}

// As many as do not take more than some seconds.
static double max_iterations(size_t n) {
    return 50.0 + 1e9 / ((double)n * (double)n * (double)n);
}

// Where the turns between pressing and slip do not settle: the row with the least number that
// contradicts its side changes it, until none does. With much friction there may be no solution
// (Painleve): the rows are then infeasible.
// Source  K. G. Murty, Opsearch 11 (1974) 189: finite where all principal minors are positive.
static bool pivot_with_slip(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t n = r->row_count, maximum = (size_t)fmin(50.0 + 20.0 * (double)n, max_iterations(n));
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->whole, n * n) ||
        !AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->square, n * n) ||
        !AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->members, 2 * n)) {
        return false;
    }
    memcpy(r->whole, r->matrix, n * n * sizeof *r->whole);
    for (size_t k = 0; k < r->slip_count; k++) {
        for (size_t i = 0; i < n; i++) {
            r->whole[i * n + r->slipping[k]] += r->friction_ratios[k * n + i];
        }
    }
    for (size_t round = 0; round < maximum; round++) {
        if (!solve_set(d)) {
            break;
        }
        find_w(r);
        double largest = ab_row_largest(r->f, n);
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

// What slip does by the forces of the solution before; how much that has changed.
static double add_slip(abRigid *r) {
    size_t n = r->row_count;
    double change = 0.0, largest = 0.0;
    memcpy(r->without, r->b_slip, n * sizeof *r->b);
    memcpy(r->b_slip, r->b, n * sizeof *r->b);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < r->slip_count; k++) {
            r->b_slip[i] += r->friction_ratios[k * n + i] * r->f[r->slipping[k]];
        }
        change = fmax(change, fabs(r->b_slip[i] - r->without[i]));
        largest = fmax(largest, fabs(r->b_slip[i]));
    }
    return largest > 0.0 ? change / largest : 0.0;
}

static bool settle_slip(abDerivative *d) {
    abRigid *r = &d->rigid;
    if (r->slip_count == 0) {
        return ab_rigid_complement(d, true);
    }
    memset(r->f, 0, r->row_count * sizeof *r->f);
    for (int round = 0; round < s_max_iterations; round++) {
        if (add_slip(r) <= s_settled && round > 0) {
            return true;
        }
        if (!ab_rigid_complement(d, true) || r->is_infeasible) {
            return r->is_infeasible;
        }
    }
    return pivot_with_slip(d);
}

// Loads bodies with the forces of the rows, and notes them.
static void apply_forces(abDerivative *d) {
    abRigid *r = &d->rigid;
    if (r->row_count > r->point_rows) {
        for (size_t g = 0; g < d->stick.group_count; g++) {
            ab_stick_hold(d, &d->stick.groups[g], r->f + r->point_rows);
        }
        ab_stick_share(d);
    }
    for (size_t i = 0; i < r->point_rows; i++) {
        const abRigidRow *row = &r->rows[i];
        abRigidNow *now = &r->now[row->point];
        abVec3 force = ab_scale(r->f[i], row->u);
        ab_rigid_load(d, row, r->f[i]);
        if (row->axis >= 0) {
            now->hold = ab_add(now->hold, force);
        } else {
            now->force = r->f[i];
            if (d->mechanics.stabilizer.pace > 0.0) { // else gaps do not change
                d->mechanics.book_rates[AB_BOOK_CONTACT_DAMPING] -= r->f[i] * now->rate;
            }
            now->pressing = r->diagonal[i] * r->f[i];
            force = ab_add_scaled(force, r->f[i], now->friction_ratio);
            ab_rigid_load_friction_ratio(d, row, r->f[i]);
        }
        now->total = ab_add(now->total, force);
    }
}

// What is added to the second derivative of a gap. Where contacts that are open contradict each
// other, as with play on both sides, each may close by its gap within a step.
static double stabilizing(const abDerivative *d, const abRigidNow *now) {
    const abStabilizer *by = &d->mechanics.stabilizer;
    if (d->rigid.may_close && now->gap > 0.0) {
        return ab_stabilizing(AB_STABILIZE_VELOCITY_AND_DISTANCE, AB_STABILIZED_CONTACT, by->pace,
                              now->gap, now->rate);
    }
    return ab_stabilizing(by->contact_mode, AB_STABILIZED_CONTACT, by->contact_pace,
                          now->gap - by->target, now->rate);
}

static void note_friction(abDerivative *d) {
    abRigid *r = &d->rigid;
    size_t i = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        for (; i < r->count && r->points[i].shape_a == d->contacts->pairs[k].shape_a &&
               r->points[i].shape_b == d->contacts->pairs[k].shape_b;
             i++) {
            ab_rigid_store_friction(d, &d->contacts->pairs[k], &r->points[i], &r->now[i]);
        }
    }
}

// Normals of points that pressed last, all tangents of points that stick.
static void guess_sides(abRigid *r) {
    for (size_t i = 0; i < r->row_count; i++) {
        const abRigidRow *row = &r->rows[i];
        r->side[i] = row->axis >= 0 || r->points[row->point].carries ? AB_SIDE_FREE : AB_SIDE_LOW;
    }
}

// Where modes are being chosen, rows with slip that nearly say the same give way a little.
static bool by_graph(abDerivative *d) {
    abRigid *r = &d->rigid;
    if (ab_rigid_graph_forces(d)) {
        return true;
    }
    if (!r->may_soften || r->softness > 0.0 || r->slip_count == 0) {
        return false;
    }
    guess_sides(r);
    r->softness = s_softness;
    if (!ab_rigid_graph_forces(d)) {
        r->softness = 0.0;
    }
    return r->softness > 0.0;
}

// Whether all gaps open, or stay, by themselves.
static bool nothing_closes(const abRigid *r) {
    bool closes = false;
    for (size_t i = 0; i < r->row_count; i++) {
        closes = closes || !(r->kind[i] == AB_ROW_UNILATERAL ? r->b[i] >= 0.0 : r->b[i] == 0.0);
    }
    return !closes;
}

// By the graph where it serves; else by the matrix, which also tells what cannot be.
bool ab_rigid_find_forces(abDerivative *d) {
    abRigid *r = &d->rigid;
    r->is_infeasible = false;
    if (d->mechanics.joints == NULL && nothing_closes(r)) {
        memset(r->f, 0, r->row_count * sizeof *r->f);
        memcpy(r->w, r->b, r->row_count * sizeof *r->w);
        return true;
    }
    guess_sides(r);
    if (d->mechanics.joints == NULL && by_graph(d)) {
        return true;
    }
    guess_sides(r);
    if (d->mechanics.joints == NULL && !ab_rigid_fill_matrix(d, AB_SOLVE_ACCELERATION)) {
        return false;
    }
    return settle_slip(d) && !r->is_infeasible;
}

// Size of the terms that make up accelerations of points of a body.
static double size_of_terms(const abDerivative *d, int b) {
    const abBodyNow *now = &d->mechanics.bodies[b];
    double bound = ab_is_moving(d->mechanics.model, b) ? d->mechanics.model->bodies[b].bound : 0.0;
    return ab_norm(now->a) + bound * (ab_norm(now->alpha) + ab_norm2(now->w));
}

// Of bodies that fall together accelerations cancel; what rounding leaves of them asks for no
// force.
static double without_rounding(const abDerivative *d, const abRigidRow *row, double b) {
    double terms = size_of_terms(d, row->body_a) + size_of_terms(d, row->body_b);
    return fabs(b) <= s_cancelled * terms ? 0.0 : b;
}

bool ab_rigid_apply_loads(abDerivative *d, double t) {
    abRigid *r = &d->rigid;
    if (!ab_accelerate(d, t)) {
        return false;
    }
    r->scale = 0.0;
    for (size_t g = 0, i = r->point_rows; i < r->row_count; g++) {
        for (size_t k = 0; k < d->stick.groups[g].rank; k++, i++) {
            r->b[i] = ab_rigid_along(d, i) - ab_stick_wanted(d, &d->stick.groups[g], k);
            r->kind[i] = AB_ROW_BILATERAL;
            r->scale = fmax(r->scale, fabs(r->b[i]));
        }
    }
    for (size_t i = 0; i < r->point_rows; i++) {
        const abRigidNow *now = &r->now[r->rows[i].point];
        bool is_normal = r->rows[i].axis < 0;
        double bias = is_normal ? now->bias : ab_rigid_tangent_bias(d, &r->rows[i]);
        double b = ab_rigid_along_row(d, &r->rows[i]) + bias;
        r->b[i] = without_rounding(d, &r->rows[i], b) + (is_normal ? stabilizing(d, now) : 0.0);
        r->kind[i] = is_normal ? AB_ROW_UNILATERAL : AB_ROW_BILATERAL;
        r->scale = fmax(r->scale, fabs(r->b[i]));
    }
    return true;
}

// Pressing and friction in one problem; all friction is then in the rows.
static bool find_all(abDerivative *d, double t) {
    abRigid *r = &d->rigid;
    if (!ab_rigid_find_limits(d, t)) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        r->now[i].friction_ratio = r->now[i].twist = r->now[i].hold = ab_vec3(0.0, 0.0, 0.0);
    }
    return true;
}

// Whether no gap closes faster and faster against what holds it. Bodies squeezed from both sides
// have no forces; where rows that nearly say the same give way a little, forces without bound that
// cancel come out instead.
static bool is_answered(abDerivative *d) {
    abRigid *r = &d->rigid;
    double worst = -s_squeezing * r->scale;
    bool is_answered = true;
    for (size_t i = 0; i < r->point_rows; i++) {
        const abRigidRow *row = &r->rows[i];
        const abRigidNow *now = &r->now[row->point];
        double w = now->acceleration + stabilizing(d, now);
        if (row->axis < 0 && w < worst) {
            worst = w;
            r->worst_point = row->point;
            is_answered = false;
        }
    }
    is_answered = is_answered || r->scale == 0.0; // nothing was asked; the rest is rounding
    r->is_infeasible = r->is_infeasible || !is_answered;
    return is_answered;
}

static bool solve_contacts(abDerivative *d, double t) {
    double rates[AB_BOOK_STATES];
    memcpy(rates, d->mechanics.book_rates, sizeof rates);
    if (!ab_rigid_make_rows(d, AB_RIGID_SLIPPING) || !ab_rigid_add_sticks(d)) {
        return false;
    }
    ab_keep_loads(&d->mechanics, d->rigid.base);
    if (d->rigid.finds_modes
            ? !find_all(d, t)
            : !ab_rigid_apply_loads(d, t) || !ab_rigid_fill(d, AB_SOLVE_ACCELERATION) ||
                  !ab_rigid_find_forces(d)) {
        return false;
    }
    ab_give_loads_back(&d->mechanics, d->rigid.base);
    memcpy(d->mechanics.book_rates, rates, sizeof rates);
    apply_forces(d);
    if (!d->rigid.finds_modes && !ab_rigid_share_holds(d)) {
        return false;
    }
    ab_rigid_store_links(d);
    store_pairs(d);
    if (!ab_accelerate(d, t)) {
        return false;
    }
    sum_pressing(d);
    round_off(d);
    keep_all_standing(d);
    note_accelerations(d);
    note_friction(d);
    return is_answered(d);
}

bool ab_rigid_solve(abDerivative *d, double t) {
    abRigid *r = &d->rigid;
    double rates[AB_BOOK_STATES];
    memcpy(rates, d->mechanics.book_rates, sizeof rates);
    bool ok = solve_contacts(d, t);
    if (!ok && r->is_infeasible && d->mechanics.stabilizer.pace > 0.0) {
        ab_give_loads_back(&d->mechanics, d->rigid.base);
        memcpy(d->mechanics.book_rates, rates, sizeof rates);
        r->may_close = true;
        ok = solve_contacts(d, t);
        r->may_close = false;
    }
    return ok;
}

void ab_rigid_store(abDerivative *d) {
    for (size_t i = 0; i < d->rigid.count; i++) {
        d->rigid.points[i].carries = d->rigid.now[i].force > 0.0;
    }
}

double ab_rigid_parting(const abDerivative *d, size_t point) {
    const abRigidNow *now = &d->rigid.now[point];
    return (now->force > 0.0 ? -now->pressing : now->acceleration) -
           s_parting_band * d->rigid.scale;
}
