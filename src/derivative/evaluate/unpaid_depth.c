// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unpaid_depth.c - where the depth of a contact jumps: what no work has paid for presses nothing.
//
// Where the deepest place of two shapes goes over from one feature to another - from an edge of a hull
// to a face, from one wall of a mesh to the next - its depth may jump, and so does what the law of the
// pair stores. No work was done, so the motion would gain that energy, or lose it. A step of length h
// over a jump is known by what the pair stores at its ends, U, and the power P of its elastic force:
//
//   J = U_1 - U_0 - h (P_0 + P_1)/2                                                       (1)
//
// is what was stored without work, as the integrator has made h short there. In a smooth step (1) is an
// error of third order, and then the balance of all energies is not off. Where it is, by the sum of J,
//
//   depth that counts = depth - unpaid,   U(depth - unpaid) = U_1 - J,   unpaid >= 0      (2)
//
// until the contact ends, or its depth jumps back. So neither force nor energy jump upwards. After a
// jump to a lesser depth the force of the law is that of the depth: what was stored beyond it is lost,
// and in the book.
//
// Limits  Bodies then overlap by more than the load explains. A contact that begins by a jump carries
//         nothing until it gets deeper. Regions of meshes are left as they are: their depth may jump to and
//         fro within rounding, and each jump that is taken out costs as much as an event.

#include "derivative/evaluate/unpaid_depth.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/evaluate/tolerances.def"

// ---- which pairs ----

static bool is_even(const abModel *model, int shape) {
    const abShape *s = &model->shapes[shape].shape;
    return s->is_sphere || s->kind == AB_SHAPE_PLANE;
}

static bool may_jump(const abDerivative *d, const abContactPair *pair) {
    const abModel *model = d->mechanics.model;
    const abPairData *data = pair->data;
    return !data->is_rigid && !data->has_surface && !data->has_regions && !data->has_skin &&
           !is_even(model, pair->shape_a) && !is_even(model, pair->shape_b);
}

bool ab_unpaid_is_possible_in(const abModel *model) {
    size_t uneven = 0;
    for (size_t i = 0; i < model->shape_count && uneven < 2; i++) {
        uneven += !is_even(model, (int)i);
    }
    return uneven == 2;
}

bool ab_unpaid_is_possible(const abDerivative *d) {
    bool any = false;
    for (size_t k = 0; k < d->contacts->count && !any; k++) {
        any = may_jump(d, &d->contacts->pairs[k]);
    }
    return any;
}

// ---- what they store ----

void ab_unpaid_go_on(abDerivative *d) {
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        if (may_jump(d, pair)) {
            pair->stored = d->contacts->now[k].normal.energy;
            pair->stored_power = d->contacts->now[k].storing;
        }
    }
}

void ab_unpaid_begin(abDerivative *d, double t, const double *y) {
    ab_derivative_energy(d, t, y);
    ab_unpaid_go_on(d);
}

// (1), and 0 where it may be the error of a smooth step.
static double jump_of(const abContactPair *pair, const abContactPairNow *now, double h,
                      double seen) {
    double at_end = now->storing;
    double jump = now->normal.energy - pair->stored - 0.5 * h * (pair->stored_power + at_end);
    double work = h * fmax(fabs(pair->stored_power), fabs(at_end));
    return fabs(jump) > fmax(seen, s_jump_work * work) ? jump : 0.0;
}

static double balance(abDerivative *d, double t, const double *y) {
    abEnergyBook book = ab_derivative_energy(d, t, y);
    return ab_energy_balance(&book);
}

bool ab_unpaid_find(abDerivative *d, double t0, const double *y0, double t1, const double *y1,
                    bool is_evaluated, double energy) {
    if (!is_evaluated) {
        ab_derivative_energy(d, t1, y1);
    }
    double sum = 0.0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        pair->jump = may_jump(d, pair)
                         ? jump_of(pair, &d->contacts->now[k], t1 - t0, s_jump_seen * energy)
                         : 0.0;
        sum += pair->jump;
    }
    if (sum == 0.0) {
        return false;
    }
    double off = -balance(d, t0, y0);
    off += balance(d, t1, y1);
    bool has_jumped = fabs(off - sum) < s_jump_agrees * fabs(sum);
    for (size_t k = 0; k < d->contacts->count; k++) {
        d->contacts->pairs[k].jump *= has_jumped ? off / sum : 0.0;
    }
    return has_jumped;
}

// ---- (2) ----

static double stored_without(abDerivative *d, double t, const double *y, size_t k, double unpaid) {
    d->contacts->pairs[k].unpaid = unpaid;
    ab_derivative_energy(d, t, y);
    return d->contacts->now[k].normal.energy;
}

void ab_unpaid_set(abDerivative *d, double t, const double *y, size_t k, double stored) {
    if (stored_without(d, t, y, k, 0.0) <= stored) {
        return;
    }
    double low = 0.0, high = fmax(-d->contacts->now[k].at.distance, 0.0);
    enum { HALVINGS = 50 };
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        *(stored_without(d, t, y, k, middle) > stored ? &low : &high) = middle;
    }
    stored_without(d, t, y, k, high);
}

void ab_unpaid_take(abDerivative *d, double t, double *y) {
    double *lost = &y[d->mechanics.layout.book + AB_BOOK_CONTACT_DAMPING];
    ab_derivative_energy(d, t, y);
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        if (pair->jump == 0.0) {
            continue;
        }
        double paid = fmax(0.0, d->contacts->now[k].normal.energy - pair->jump);
        pair->jump = 0.0;
        ab_unpaid_set(d, t, y, k, paid);
        *lost += fmax(0.0, paid - d->contacts->now[k].normal.energy);
    }
}
