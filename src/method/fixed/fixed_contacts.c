// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_contacts.c - where rigid shapes are near each other at one state, and which of these places
// are contacts.
//
// With tol the contact distance and speed V, the target gap g = tol / 2 and its accuracy a:
//   contact      0 < gap < tol and |rate| < V
//   colliding    gap < 0, or rate < -V and gap < g - a
//
// Two corners that have just run into each other are each over an edge of the other body: two
// places less than tol apart at the instant of the contact pair, but one contact pair. Back at the gap g neither
// need be over its edge yet.
// Of the two the one that closes first hits. Where both close at once the impulse of a contact pair of
// no length acts at the one where the bodies are heavier: there it makes the other part faster,
// A_ij >= A_ii, so it alone solves u + e v >= 0; the other one may lie outside of a body that has
// not come so far yet.

#include <math.h>

#include "base/array.h"
#include "core/simulation_state.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/fixed/fixed.h"
#include "method/fixed/tolerances.def"

// Of every shape once: a shape is in many pairs.
static void find_boxes(const abSimulation *s) {
    const abFixed *own = s->own;
    const abMechanics *m = &s->dynamics.mechanics;
    for (size_t shape = 0; shape < m->model->shape_count; shape++) {
        if (own->is_paired[shape]) {
            abPose storage;
            own->boxes[shape] = ab_shape_bounds(&m->model->shapes[shape].shape,
                                                ab_mechanics_shape_pose(m, (int)shape, &storage));
        }
    }
}

static bool are_apart(const abBox *a, const abBox *b, double margin) {
    return a->low.x > b->high.x + margin || b->low.x > a->high.x + margin ||
           a->low.y > b->high.y + margin || b->low.y > a->high.y + margin ||
           a->low.z > b->high.z + margin || b->low.z > a->high.z + margin;
}

// Two corners that are near. They rest on each other, but one that passes fast beside the other
// hits nothing before a corner is in the other body.
static bool passes(const abSimulation *s, const abRigidPoint *point, const abRigidNow *now) {
    return point->are_corners && (now->gap > s_corner_distance * s->options.contact_distance ||
                                  fabs(now->rate) >= s->options.contact_speed);
}

static bool find_links(abSimulation *s) {
    abFixed *own = s->own;
    for (size_t k = 0; k < ab_rigid_link_count(&s->dynamics.mechanics); k++) {
        abFixedRecord record = {.pair = AB_FIXED_LINK, .meets = NAN};
        abRigidNow now;
        if (!ab_rigid_link(&s->dynamics.mechanics, k, &record.point)) {
            continue;
        }
        ab_rigid_gap(&s->dynamics.mechanics, &record.point, &now);
        record.gap = now.gap;
        record.rate = now.rate;
        if (now.gap < s->options.contact_distance) {
            if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->records,
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
    abDerivative *d = &s->dynamics;
    ab_mechanics_place(&d->mechanics, t, y);
    own->record_count = 0;
    own->seen = t;
    find_boxes(s);
    for (size_t k = 0; k < own->pair_count; k++) {
        const abContactPair *pair = &own->pairs[k];
        abRigidPoint points[AB_RIGID_MAX];
        double gaps[AB_RIGID_MAX];
        if (are_apart(&own->boxes[pair->shape_a], &own->boxes[pair->shape_b],
                      s->options.contact_distance)) {
            continue;
        }
        int count = ab_rigid_points_of(d, pair, points, gaps);
        if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->records,
                               own->record_count + (size_t)count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            abRigidNow now;
            ab_rigid_gap(&d->mechanics, &points[i], &now);
            if (now.gap < s->options.contact_distance && !passes(s, &points[i], &now)) {
                points[i].is_held = true;
                own->records[own->record_count++] = (abFixedRecord){
                    .pair = k, .point = points[i], .gap = now.gap, .rate = now.rate, .meets = NAN};
            }
        }
    }
    return find_links(s);
}

bool ab_fixed_is_contact(const abSimulation *s, const abFixedRecord *record) {
    const abFixed *own = s->own;
    double opens = own->lets_go ? s_opening * s->options.contact_speed : s->options.contact_speed;
    return record->gap > 0.0 && record->gap < s->options.contact_distance &&
           record->rate > -s->options.contact_speed && record->rate < opens;
}

bool ab_fixed_is_colliding(const abSimulation *s, const abFixedRecord *record) {
    const abFixed *own = s->own;
    double early = 0.5 * s->options.contact_distance - own->accuracy;
    return record->gap < 0.0 || (record->rate < -s->options.contact_speed && record->gap < early);
}

// ---- ends of arcs ----

bool ab_fixed_store_arcs(abSimulation *s) {
    abFixed *own = s->own;
    own->arc_count = 0;
    if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->arcs, own->record_count)) {
        return false;
    }
    for (size_t i = 0; i < own->record_count; i++) {
        const abRigidPoint *point = &own->records[i].point;
        const abRigidSide *round = &point->side[point->a_is_flat ? 1 : 0];
        if (own->records[i].pair != AB_FIXED_LINK && point->kind == AB_RIGID_ROUND_FLAT &&
            round->radius > 0.0) {
            own->arcs[own->arc_count++] = own->records[i];
        }
    }
    return true;
}

// Whether the corner of a record is on the circle of an arc, against the same edge.
static bool is_end_of(const abFixedRecord *record, const abFixedRecord *arc) {
    const abRigidPoint *c = &record->point, *a = &arc->point;
    int flat = a->a_is_flat ? 0 : 1;
    if (record->pair != arc->pair || c->kind != AB_RIGID_ROUND_FLAT ||
        c->a_is_flat != a->a_is_flat || c->side[1 - flat].radius != 0.0) {
        return false;
    }
    const abRigidSide *round = &a->side[1 - flat];
    double off = ab_norm(ab_sub(c->side[1 - flat].p, round->p)) - round->radius;
    return fabs(off) <= s_on_arc * round->radius &&
           ab_dot(c->side[flat].n, a->side[flat].n) > 1.0 - s_on_arc;
}

void ab_fixed_stay_on_arcs(abSimulation *s) {
    abFixed *own = s->own;
    for (size_t i = 0; i < own->record_count; i++) {
        abFixedRecord *record = &own->records[i];
        for (size_t k = 0; k < own->arc_count; k++) {
            if (!is_end_of(record, &own->arcs[k])) {
                continue;
            }
            abRigidNow now;
            ab_rigid_gap(&s->dynamics.mechanics, &own->arcs[k].point, &now);
            if (fabs(now.gap - record->gap) <= s_same_end * s->options.contact_distance) {
                record->point = own->arcs[k].point;
                record->gap = now.gap;
                record->rate = now.rate;
            }
        }
    }
}

// ---- two corners, one contact pair ----

// A place when its gap is 0, with even motion.
static abVec3 place_of_pair(const abRigidNow *now) {
    return now->rate < 0.0 ? ab_add_scaled(now->p, -now->gap / now->rate, now->p_dot) : now->p;
}

// Whether what closes at b is a of the other body.
static bool are_one_touch(const abFixedRecord *a, const abRigidNow *now_a, const abFixedRecord *b,
                          const abRigidNow *now_b, double near) {
    bool are_seen_from_both =
        a->pair == b->pair && a->pair != AB_FIXED_LINK && a->point.kind == AB_RIGID_ROUND_FLAT &&
        b->point.kind == AB_RIGID_ROUND_FLAT && a->point.a_is_flat != b->point.a_is_flat;
    return are_seen_from_both && ab_dot(now_a->n, now_b->n) > s_one_touch &&
           ab_norm(ab_sub(place_of_pair(now_a), place_of_pair(now_b))) < near;
}

// Acceleration along the normal by a unit force there.                                    [1/kg]
static double lightness(const abDerivative *d, const abRigidPoint *point, const abRigidNow *now) {
    const int bodies[2] = {point->body_a, point->body_b};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        abVec3 arm = ab_sub(now->p, d->mechanics.bodies[bodies[i]].X.p), a, alpha;
        ab_apply_inverse_mass(&d->mechanics.model->bodies[bodies[i]],
                              &d->mechanics.bodies[bodies[i]], now->n, ab_cross(arm, now->n), &a,
                              &alpha);
        sum += ab_dot(now->n, ab_add(a, ab_cross(alpha, arm)));
    }
    return sum;
}

// Whether a is the one of two that hits.
static bool hits_first(const abSimulation *s, const abFixedRecord *a, const abRigidNow *now_a,
                       const abFixedRecord *b, const abRigidNow *now_b) {
    if (fabs(a->gap - b->gap) > s_same_gap * s->options.contact_distance) {
        return a->gap < b->gap;
    }
    return lightness(&s->dynamics, &a->point, now_a) <= lightness(&s->dynamics, &b->point, now_b);
}

void ab_fixed_join_corners(abSimulation *s) {
    abFixed *own = s->own;
    size_t kept = 0;
    for (size_t i = 0; i < own->record_count; i++) {
        abFixedRecord record = own->records[i];
        abRigidNow now, before;
        ab_rigid_gap(&s->dynamics.mechanics, &record.point, &now);
        bool closes = record.rate < 0.0 && !ab_fixed_is_contact(s, &record), is_more = true;
        for (size_t k = 0; k < kept && closes && is_more; k++) {
            abFixedRecord *other = &own->records[k];
            ab_rigid_gap(&s->dynamics.mechanics, &other->point, &before);
            if (are_one_touch(&record, &now, other, &before, s->options.contact_distance)) {
                *other = hits_first(s, &record, &now, other, &before) ? record : *other;
                is_more = false;
            }
        }
        if (is_more) {
            own->records[kept++] = record;
        }
    }
    own->record_count = kept;
}

bool ab_fixed_list(abSimulation *s, bool takes(const abSimulation *s, const abFixedRecord *)) {
    abFixed *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!ab_contacts_reserve(&d->mechanics, own->pair_count) ||
        !ab_rigid_reserve(d, own->record_count)) {
        return false;
    }
    ab_contacts_clear(&d->mechanics);
    d->rigid.count = 0;
    size_t last = (size_t)-1;
    for (size_t i = 0; i < own->record_count; i++) {
        const abFixedRecord *record = &own->records[i];
        if (!takes(s, record)) {
            continue;
        }
        if (record->pair != last && record->pair != AB_FIXED_LINK) {
            d->contacts->pairs[d->contacts->count++] = own->pairs[record->pair];
            last = record->pair;
        }
        abRigidPoint *point = &d->rigid.points[d->rigid.count++];
        *point = record->point;
        point->is_new = !ab_fixed_is_contact(s, record);
        point->carries = true;
    }
    return ab_fixed_set_tangential(s);
}
