// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pairs.c - the memory of the contacts: the list of contact pairs, how one begins and how it ends.
//
// Touches are kept sorted by their shapes, so results do not depend on how contacts were found.

#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_area.h"
#include "mechanics/contact/contact_curvature.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/contact/tolerances.def"
#include "mechanics/contact/user_site.h"
#include "model/compile/compile_contacts.h"

// ---- what it will be like ----

static abNormalForce at_rest(const abMechanics *m, const abContactPair *contact_pair,
                             const abProximity *at, abContact contact, double depth) {
    if (contact_pair->data->has_surface) {
        return ab_surface_at_rest(m, contact_pair, at, depth);
    }
    contact.depth = depth;
    return ab_contact_pair_normal(contact_pair, contact_pair->law_memory, &contact);
}

// A law that does not say what it stores is taken to store as a linear one does.
static double stored(abNormalForce at, double depth) {
    return at.energy > 0.0 ? at.energy : 0.5 * at.force * depth;
}

// The least depth, on a scale of factors of two, that stores `energy` and carries `force`.
static double depth_for(const abMechanics *m, const abContactPair *contact_pair,
                        const abProximity *at, abContact contact, double energy, double force,
                        double size) {
    double depth = 1e-15 * size;
    for (int i = 0; i < 50; i++, depth *= 2.0) {
        abNormalForce there = at_rest(m, contact_pair, at, contact, depth);
        if (stored(there, depth) >= energy && there.force >= force) {
            break;
        }
    }
    return depth;
}

// What friction with a history compares forces and speeds with, if it has one.
static void begin_tangential(abContactPair *pair, abTangentialStart start) {
    const abTangentialLaw *law = pair->data->interaction->friction->tangential;
    if (law != NULL) {
        double points = pair->data->has_surface ? AB_SURFACE_FRICTION_POINTS : 1.0;
        start.mass /= points;
        start.force /= points;
        start.stiffness /= points;
        start.share = 1.0 / points;
        pair->tangential_normal_force = start.force;
        pair->tangential_scale =
            law->begin(pair->data->friction_constants, &start, pair->friction_memory);
    }
}

// Of a rigid contact pair: what friction with modes compares speeds and forces with.
static void estimate_tangential(const abModel *model, abContactPair *contact_pair) {
    abPairProperties pair =
        ab_model_pair_properties(model, contact_pair->shape_a, contact_pair->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[contact_pair->data->body_a].bound,
                       model->bodies[contact_pair->data->body_b].bound);
    double g = fmax(ab_norm(model->gravity.uniform), 1e-2 * size);
    begin_tangential(contact_pair,
                     (abTangentialStart){
                         .mass = mass,
                         .force = mass * g,
                         .stiffness = mass * g / (s_short_way * size),
                         .speed = fmax(contact_pair->start_speed, s_slow_fall * sqrt(g * size))});
}

// How deep and how fast this contact will get: from the kinetic energy of the approach and the
// weight. Error weights are measured against it, so that a depth of a micrometre is resolved as
// well as a flight of a metre.
static void estimate_scales(const abMechanics *m, abContactPair *contact_pair,
                            const abProximity *at, abContact contact) {
    const abModel *model = m->model;
    if (contact_pair->data->is_rigid) {
        estimate_tangential(model, contact_pair);
        return; // it has no depth
    }
    abPairProperties pair =
        ab_model_pair_properties(model, contact_pair->shape_a, contact_pair->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[contact_pair->data->body_a].bound,
                       model->bodies[contact_pair->data->body_b].bound);
    double g = ab_norm(model->gravity.uniform);
    double v = contact_pair->start_speed;
    contact_pair->depth_scale =
        depth_for(m, contact_pair, at, contact, 0.5 * mass * v * v, mass * g, size);
    abNormalForce there = at_rest(m, contact_pair, at, contact, contact_pair->depth_scale);
    contact_pair->speed_scale = fmax(v, contact_pair->depth_scale * sqrt(there.stiffness / mass));
    begin_tangential(contact_pair, (abTangentialStart){.mass = mass,
                                                       .force = there.force,
                                                       .stiffness = there.stiffness,
                                                       .speed = contact_pair->speed_scale});
}

// The closing speed. A contact that begins with an overlap (at the start of a run) counts as
// reached by an impact that stored its energy, so that it does not start with the damping of a contact
// pair at rest.
static double impact_speed(const abMechanics *m, const abContactPair *contact_pair,
                           const abProximity *at, abContact contact) {
    abPairProperties pair =
        ab_model_pair_properties(m->model, contact_pair->shape_a, contact_pair->shape_b);
    double v =
        fmax(0.0, ab_closing_speed(m, contact_pair->data->body_a, contact_pair->data->body_b, at));
    double energy = stored(at_rest(m, contact_pair, at, contact, contact.depth), contact.depth);
    return isfinite(pair.reduced_mass) ? sqrt(v * v + 2.0 * energy / pair.reduced_mass) : v;
}

// ---- the list ----

bool ab_contacts_reserve(abMechanics *m, size_t pairs) {
    return AB_ARRAY_RESERVE(m->allocator, m->contacts->pairs, m->contacts->capacity, pairs) &&
           AB_ARRAY_RESERVE(m->allocator, m->contacts->now, m->contacts->now_capacity, pairs);
}

static int compare_shapes(const abContactPair *contact_pair, int shape_a, int shape_b) {
    return contact_pair->shape_a != shape_a ? contact_pair->shape_a - shape_a
                                            : contact_pair->shape_b - shape_b;
}

int ab_contacts_find(const abMechanics *m, int shape_a, int shape_b) {
    size_t low = 0, high = m->contacts->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_shapes(&m->contacts->pairs[middle], shape_a, shape_b) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found =
        low < m->contacts->count && compare_shapes(&m->contacts->pairs[low], shape_a, shape_b) == 0;
    return found ? (int)low : -1;
}

bool ab_contact_pair_insert(abMechanics *m, const abContactPair *contact_pair) {
    if (!ab_contacts_reserve(m, m->contacts->count + 1)) {
        return false;
    }
    size_t place = m->contacts->count;
    while (place > 0 && compare_shapes(&m->contacts->pairs[place - 1], contact_pair->shape_a,
                                       contact_pair->shape_b) > 0) {
        m->contacts->pairs[place] = m->contacts->pairs[place - 1];
        place--;
    }
    m->contacts->pairs[place] = *contact_pair;
    m->contacts->count++;
    return true;
}

// ---- its beginning and end ----

bool ab_contact_pair_begin(abMechanics *m, abContactPair *contact_pair, double t,
                           const abProximity *at) {
    contact_pair->start_time = t;
    abContact contact = ab_contact_at(m, contact_pair, at);
    if (contact_pair->data->has_code) {
        m->t = t;
        ab_user_site(m, contact_pair, ab_proximity_middle(at), at->n_AB_W, -at->distance);
        contact.site = ab_user_site_for(m, AB_USER_NORMAL);
    }
    contact.area =
        contact_pair->data->wants_area ? ab_contact_area_ahead(m, contact_pair, at) : 0.0;
    if (contact_pair->data->has_regions && !ab_regions_open(m, contact_pair)) {
        return false;
    }
    abProximity site = ab_contact_pair_site(m, contact_pair, at);
    contact_pair->start_speed = impact_speed(m, contact_pair, &site, contact);
    ab_normal_begin(contact_pair->data->interaction->normal, contact_pair->data->normal_constants,
                    contact_pair->start_speed, contact_pair->law_memory);
    if (contact_pair->data->has_regions) {
        ab_contact_pair_stage_regions(m, contact_pair, at);
        ab_regions_keep(m, contact_pair);
    }
    contact_pair->last_rate = contact_pair->start_speed;
    estimate_scales(m, contact_pair, at, contact);
    return true;
}

bool ab_contacts_begin(abMechanics *m, int shape_a, int shape_b, double t, const abProximity *at) {
    abContactPair contact_pair = {
        .shape_a = shape_a, .shape_b = shape_b, .accumulation_end = INFINITY};
    contact_pair.data = ab_pair_data_take(m, shape_a, shape_b);
    contact_pair.holds_data = true;
    contact_pair.is_new = contact_pair.data != NULL && contact_pair.data->is_rigid;
    return contact_pair.data != NULL && ab_contacts_reserve(m, m->contacts->count + 1) &&
           ab_contact_pair_begin(m, &contact_pair, t, at) &&
           ab_contact_pair_insert(m, &contact_pair);
}

static void leave_data(abMechanics *m, const abContactPair *contact_pair) {
    if (contact_pair->holds_data) {
        ab_pair_data_leave(m, contact_pair->data);
    }
}

void ab_contacts_clear(abMechanics *m) {
    for (size_t k = 0; k < m->contacts->count; k++) {
        leave_data(m, &m->contacts->pairs[k]);
    }
    m->contacts->count = 0;
}

void ab_contacts_end(abMechanics *m, size_t contact_pair) {
    leave_data(m, &m->contacts->pairs[contact_pair]);
    if (m->contacts->pairs[contact_pair].data->has_regions) {
        ab_regions_close(m, &m->contacts->pairs[contact_pair]);
    }
    memmove(&m->contacts->pairs[contact_pair], &m->contacts->pairs[contact_pair + 1],
            (m->contacts->count - contact_pair - 1) * sizeof *m->contacts->pairs);
    m->contacts->count--;
}

void ab_contact_pair_tell_law(const abContactPair *pair, abEvent *event) {
    const abInteraction *interaction = pair->data->interaction;
    const abLawNumber *told = interaction->normal->told;
    event->normal_law = interaction->rule->normal_law + 1;
    if (interaction->normal->memory != NULL) {
        memcpy(event->law, pair->law_memory, sizeof event->law);
    }
    for (int i = 0; told != NULL && told[i].name != NULL; i++) {
        event->constants[i] = pair->data->normal_constants[told[i].place];
    }
}
