// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_forces.c - forces at points of contacts that follow from those of all others: of rigid
// contact, and what holds points that stick by an exact law. They are looked at after an evaluation,
// for frames alone.

#include "derivative/evaluate/point_forces.h"

#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/contact_set.h"

// The closed points are in the order of the contact pairs; links come after them.
static void note_rigid(abDerivative *d) {
    const abRigid *r = &d->rigid;
    size_t k = 0;
    for (size_t i = 0; i < r->count && !ab_rigid_is_link(&r->points[i]); i++) {
        const abRigidPoint *point = &r->points[i];
        const abRigidNow *now = &r->now[i];
        while (k < d->contacts->count && (d->contacts->pairs[k].shape_a != point->shape_a ||
                                          d->contacts->pairs[k].shape_b != point->shape_b)) {
            k++;
        }
        if (k == d->contacts->count) {
            return;
        }
        ab_report_add_point(&d->mechanics,
                            &(abContactPointForce){.contact = (int)k,
                                                   .id = point->name,
                                                   .point = now->p,
                                                   .normal = now->n,
                                                   .depth = 0.0 - now->gap, // 0 has no sign
                                                   .normal_force = now->force,
                                                   .force = now->total});
    }
}

// The row that the contact pass noted for a point; NULL: its contact has no others.
static abContactPointForce *noted_row(abDerivative *d, int contact, int id) {
    const abContactReport *report = d->mechanics.report;
    size_t low = 0, high = report->point_row_count; // by contact
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (report->point_rows[middle].contact < contact) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < report->point_row_count && report->point_rows[low].contact == contact; low++) {
        if (report->point_rows[low].id == id) {
            return &report->point_rows[low];
        }
    }
    return NULL;
}

static void note_held(abDerivative *d) {
    for (size_t i = 0; i < d->tangential_states.count; i++) {
        const abTangentialState *state = &d->tangential_states.list[i];
        const abTangentialNow *now = &d->tangential_states.now[i];
        int k = state->is_exact && now->is_there
                    ? ab_contacts_find(&d->mechanics, state->shape_a, state->shape_b)
                    : -1;
        if (k < 0 || d->contacts->pairs[k].data->is_rigid) {
            continue;
        }
        abContactPointForce *row = noted_row(d, k, state->id);
        if (row != NULL) {
            row->force = ab_add(row->force, now->hold);
        }
    }
}

void ab_derivative_note_points(abDerivative *d) {
    if (d->mechanics.report->wants_points) {
        note_held(d);
        note_rigid(d);
    }
}
