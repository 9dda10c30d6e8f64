// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_contacts.c - where rigid shapes are near each other at one state, and which of these places
// are contacts.
//
// With tol the contact distance and speed V, the target gap g = tol / 2 and its accuracy a:
//   contact      0 < gap < tol and |rate| < V
//   colliding    gap < 0, or rate < -V and gap < g - a

#include <math.h>

#include "base/array.h"
#include "integrate/fixed.h"

static abBox box_of(const abDynamics *d, int shape) {
    abPose room;
    return ab_shape_bounds(&d->model->shapes[shape].shape, ab_dynamics_shape_pose(d, shape, &room));
}

static bool are_apart(abBox a, abBox b, double margin) {
    return a.low.x > b.high.x + margin || b.low.x > a.high.x + margin ||
           a.low.y > b.high.y + margin || b.low.y > a.high.y + margin ||
           a.low.z > b.high.z + margin || b.low.z > a.high.z + margin;
}

// Two corners that are near. They rest on each other, but one that passes fast beside the other
// hits nothing before a corner is in the other body.
static bool passes(const abSimulation *s, const abRigidPoint *point, const abRigidNow *now) {
    static const double near = 0.6; // of the contact distance, as in the source
    return point->are_corners && (now->gap > near * s->options.contact_distance ||
                                  fabs(now->rate) >= s->options.contact_speed);
}

static bool find_ropes(abSimulation *s) {
    abFixed *own = s->own;
    for (size_t f = 0; f < s->model->force_count; f++) {
        if (!ab_rope_is_rigid(&s->model->forces[f])) {
            continue;
        }
        abFixedRecord record = {
            .pair = AB_FIXED_ROPE, .point = ab_rigid_rope(&s->dynamics, f), .meets = NAN};
        abRigidNow now;
        ab_rigid_gap(&s->dynamics, &record.point, &now);
        record.gap = now.gap;
        record.rate = now.rate;
        if (now.gap < s->options.contact_distance) {
            if (!AB_ARRAY_RESERVE(s->allocator, own->records, own->record_capacity,
                                  own->record_count + 1)) {
                return false;
            }
            own->records[own->record_count++] = record;
        }
    }
    return true;
}

bool ab_fixed_find(abSimulation *s, double t, const double *y) {
    abFixed *own = s->own;
    abDynamics *d = &s->dynamics;
    ab_dynamics_place(d, t, y);
    own->record_count = 0;
    own->seen = t;
    for (size_t k = 0; k < own->pair_count; k++) {
        const abTouch *pair = &own->pairs[k];
        abRigidPoint points[AB_RIGID_MOST];
        double gaps[AB_RIGID_MOST];
        if (are_apart(box_of(d, pair->shape_a), box_of(d, pair->shape_b),
                      s->options.contact_distance)) {
            continue;
        }
        int count = ab_rigid_points_of(d, pair, points, gaps);
        if (!AB_ARRAY_RESERVE(s->allocator, own->records, own->record_capacity,
                              own->record_count + (size_t)count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            abRigidNow now;
            ab_rigid_gap(d, &points[i], &now);
            if (now.gap < s->options.contact_distance && !passes(s, &points[i], &now)) {
                points[i].is_held = true;
                own->records[own->record_count++] = (abFixedRecord){
                    .pair = k, .point = points[i], .gap = now.gap, .rate = now.rate, .meets = NAN};
            }
        }
    }
    return find_ropes(s);
}

bool ab_fixed_is_contact(const abSimulation *s, const abFixedRecord *record) {
    return record->gap > 0.0 && record->gap < s->options.contact_distance &&
           fabs(record->rate) < s->options.contact_speed;
}

bool ab_fixed_is_colliding(const abSimulation *s, const abFixedRecord *record) {
    const abFixed *own = s->own;
    double early = 0.5 * s->options.contact_distance - own->accuracy;
    return record->gap < 0.0 || (record->rate < -s->options.contact_speed && record->gap < early);
}

bool ab_fixed_list(abSimulation *s, bool takes(const abSimulation *s, const abFixedRecord *)) {
    abFixed *own = s->own;
    abDynamics *d = &s->dynamics;
    if (!ab_dynamics_reserve(d, own->pair_count) || !ab_rigid_reserve(d, own->record_count)) {
        return false;
    }
    d->touch_count = d->rigid.count = 0;
    size_t last = (size_t)-1;
    for (size_t i = 0; i < own->record_count; i++) {
        const abFixedRecord *record = &own->records[i];
        if (!takes(s, record)) {
            continue;
        }
        if (record->pair != last && record->pair != AB_FIXED_ROPE) {
            d->touches[d->touch_count++] = own->pairs[record->pair];
            last = record->pair;
        }
        abRigidPoint *point = &d->rigid.points[d->rigid.count++];
        *point = record->point;
        point->is_new = !ab_fixed_is_contact(s, record);
        point->carries = true;
    }
    return true;
}
