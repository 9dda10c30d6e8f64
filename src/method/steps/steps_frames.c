// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_frames.c - what a step says of contacts and joints in frames: the forces it used.

#include <string.h>

#include "base/array.h"
#include "core/simulation_state.h"
#include "mechanics/contact/contact_contours.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/contact_set.h"
#include "method/steps/steps.h"

// ---- the pairs that touch ----

// The caches of the pairs that are near; after a restore they wait until their pairs are found.
static size_t near_count(const abStep *step) {
    return step->waiting_count > 0 ? step->waiting_count : step->phase.pair_count;
}

static const abStepPairCache *near_cache(const abStep *step, size_t k) {
    return step->waiting_count > 0 ? &step->waiting[k] : &step->caches[step->phase.pairs[k].slot];
}

// The pairs listed, in order, with what holds their surfaces.
void ab_stepping_list_tangential(abSimulation *s) {
    abStepping *own = s->stepping;
    const abStep *step = &own->step;
    abContactSet *set = s->dynamics.mechanics.contacts;
    if (!AB_ARRAY_RESERVE(s->allocator, own->tangential_states, own->tangential_capacity,
                          set->count)) {
        return; // the friction law acts
    }
    size_t listed = 0;
    for (size_t k = 0; k < near_count(step) && listed < set->count; k++) {
        const abStepPairCache *cache = near_cache(step, k);
        if (cache->touches) {
            own->tangential_states[listed] = cache->tangential;
            set->pairs[listed].tangential =
                cache->tangential.is_set ? &own->tangential_states[listed] : NULL;
            listed++;
        }
    }
}

// By how much the law of a pair counts less than its depth at the end of the step, or more where this is
// below zero (step_begin.c): that of its deepest point. 0 where forces are the means of the step.  [m]
static double unpaid_of(const abStep *step, const abStepPairCache *cache) {
    const abStepPoint *deepest = NULL;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        deepest = deepest == NULL || point->depth > deepest->depth ? point : deepest;
    }
    return deepest != NULL && !ab_step_tells_mean(step, cache) ? deepest->carried : 0.0;
}

void ab_stepping_list_pairs(abSimulation *s) {
    abStepping *own = s->stepping;
    abMechanics *d = &s->dynamics.mechanics;
    abStep *step = &own->step;
    if (!own->pairs_are_old) {
        return;
    }
    own->pairs_are_old = false;
    ab_contacts_clear(d);
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (cache->touches && ab_contacts_reserve(d, d->contacts->count + 1)) {
            abContactPair *pair = &d->contacts->pairs[d->contacts->count++];
            *pair = cache->pair;
            pair->unpaid = unpaid_of(step, cache);
        }
    }
    ab_stepping_list_tangential(s);
}

// ---- their forces ----

static double per_time_of(const abStep *step, const abStepPairCache *cache) {
    return 1.0 / ab_step_length_of(step, cache->pair.data->body_a, cache->pair.data->body_b);
}

// Sticks: at least one point stays inside its cone.
static abContactHold holding(const abStepPairCache *cache, const abStepPoint *points) {
    for (int k = 0; k < cache->count; k++) {
        double f = ab_dot(points[k].impulse, points[k].n);
        double limit = cache->friction[points[k].slides ? 1 : 0];
        abVec3 rubbing = ab_add_scaled(points[k].impulse, -f, points[k].n);
        if (f > 0.0 && limit > 0.0 && ab_norm(rubbing) < (1.0 - 1e-6) * limit * f) {
            return AB_CONTACT_STICKS;
        }
    }
    return cache->friction[0] > 0.0 ? AB_CONTACT_SLIPS : AB_CONTACT_FREE;
}

// Of a rigid contact, and of one that its steps do not see: at the depth that its shapes have in passing,
// or at the speed that a damper left at the end, its law would press far more.
static void amend_contact(const abStep *step, const abStepPairCache *cache, abContactState *out) {
    double per_time = per_time_of(step, cache);
    abVec3 force = {0.0, 0.0, 0.0}, normal = force, offset = force, torque = force;
    double pressing = 0.0;
    const abStepPoint *first = &step->points[cache->first];
    for (int k = 0; k < cache->count; k++) {
        const abStepPoint *point = &first[k];
        double f = per_time * ab_dot(point->impulse, point->n);
        pressing += f;
        normal = ab_add_scaled(normal, f, point->n);
        force = ab_add_scaled(force, per_time, point->impulse);
        offset = ab_add_scaled(offset, f, ab_sub(point->p, first->p));
    }
    out->force = force;
    out->normal_force = pressing;
    if (!(pressing > 0.0)) {
        out->torque = torque;
        return;
    }
    out->point = ab_add_scaled(first->p, 1.0 / pressing, offset);
    for (int k = 0; k < cache->count; k++) {
        abVec3 arm = ab_sub(first[k].p, out->point);
        torque = ab_add(torque, ab_cross(arm, ab_scale(per_time, first[k].impulse)));
        torque = ab_add_scaled(torque, per_time, first[k].moment);
    }
    out->normal = ab_unit(normal);
    out->torque = torque;
    out->state = (int)holding(cache, first);
}

// Of a force law friction alone: what it presses with is known by the law at the instant of the
// frame, but what holds a point that sticks only by the step. Where all points slide, it is the
// limit at that instant.
static void amend_friction(const abStep *step, const abStepPairCache *cache, abContactState *out) {
    double per_time = per_time_of(step, cache);
    const abStepPoint *points = &step->points[cache->first];
    abVec3 friction = {0.0, 0.0, 0.0}, torque = friction;
    double pressing = 0.0;
    for (int k = 0; k < cache->count; k++) {
        const abStepPoint *point = &points[k];
        double normal = ab_dot(point->impulse, point->n);
        abVec3 across = ab_add_scaled(point->impulse, -normal, point->n);
        pressing += per_time * normal;
        friction = ab_add_scaled(friction, per_time, across);
        torque = ab_add_scaled(torque, per_time, ab_cross(ab_sub(point->p, out->point), across));
        torque = ab_add_scaled(torque, per_time, point->moment);
    }
    if (!(pressing > 0.0) || !(out->normal_force > 0.0)) {
        return;
    }
    out->state = (int)holding(cache, points);
    double share = out->state == AB_CONTACT_STICKS ? 1.0 : out->normal_force / pressing;
    double normal = ab_dot(out->force, out->normal);
    out->force = ab_add_scaled(ab_scale(normal, out->normal), share, friction);
    out->torque = ab_scale(share, torque);
}

// The regions of rigid contact k, with the forces of its points.
static void amend_regions(abMechanics *d, size_t k, const abStep *step,
                          const abStepPairCache *cache, abContactState *out) {
    abVec3 places[AB_PATCH_MAX], forces[AB_PATCH_MAX];
    int count = cache->count < AB_PATCH_MAX ? cache->count : AB_PATCH_MAX;
    for (int i = 0; i < count; i++) {
        const abStepPoint *point = &step->points[cache->first + i];
        places[i] = point->p;
        forces[i] = ab_scale(per_time_of(step, cache), point->impulse);
    }
    ab_contours_add_rigid(d, k, places, forces, count);
    out->area = 0.0;
    out->points = cache->count;
    for (size_t i = 0; i < d->report->region_row_count; i++) {
        out->area +=
            d->report->region_rows[i].contact == (int)k ? d->report->region_rows[i].area : 0.0;
    }
}

// The forces at the points of contact k, of which the step knows how the pair shares its load.
static void amend_points(abMechanics *m, size_t k, const abStep *step, const abStepPairCache *cache,
                         const abContactState *contact) {
    const abStepPoint *points = &step->points[cache->first];
    double per_time = per_time_of(step, cache), pressing = 0.0;
    for (int i = 0; i < cache->count; i++) {
        pressing += per_time * ab_dot(points[i].impulse, points[i].n);
    }
    double share = pressing > 0.0 ? contact->normal_force / pressing : 0.0;
    double rubs = contact->state == AB_CONTACT_STICKS ? 1.0 : share;
    for (int i = 0; i < cache->count; i++) {
        const abStepPoint *point = &points[i];
        double f = per_time * ab_dot(point->impulse, point->n);
        abVec3 across = ab_add_scaled(ab_scale(per_time, point->impulse), -f, point->n);
        ab_report_add_point(m, &(abContactPointForce){.contact = (int)k,
                                                      .id = point->id,
                                                      .point = point->p,
                                                      .normal = point->n,
                                                      .depth = point->depth,
                                                      .normal_force = share * f,
                                                      .force = ab_add_scaled(ab_scale(rubs, across),
                                                                             share * f, point->n)});
    }
}

static void amend_joints(const abStep *step, double *out) {
    const abModel *model = step->mechanics->model;
    size_t index = 0;
    memset(out, 0, 6 * model->joint_count * sizeof *out);
    for (size_t order = 0; order < model->joint_count; order++) {
        size_t j = (size_t)step->joint_order[order].index;
        for (int r = 0; r < model->joints[j].row_count && index < step->link_count; r++) {
            const abConeLink *link = &step->links[index++];
            double f = link->impulse / ab_step_length_of(step, link->body[0], link->body[1]);
            abVec3 rotation =
                ab_sub(link->angular[1], ab_cross(step->joints[j].arm_b, link->linear[1]));
            bool is_alone = true;
            while (index < step->link_count && step->links[index].goes_on) {
                is_alone = false;
                index++;
            }
            const double part[6] = {link->linear[1].x, link->linear[1].y, link->linear[1].z,
                                    rotation.x,        rotation.y,        rotation.z};
            for (int i = 0; is_alone && i < 6; i++) {
                out[6 * j + (size_t)i] += f * part[i];
            }
        }
    }
}

// For expressions that look at the contact.
static void note_contact(abContactPairNow *now, const abContactState *contact) {
    now->point = contact->point;
    now->force = contact->force;
    now->torque = contact->torque;
}

void ab_stepping_amend(abSimulation *s, abContactState *contacts, double *joint_forces) {
    abStepping *own = s->stepping;
    const abStep *step = &own->step;
    abMechanics *d = &s->dynamics.mechanics;
    if (own->taken == 0) {
        return;
    }
    size_t next = 0;
    ab_report_begin_points(d);
    for (size_t k = 0; k < step->phase.pair_count && next < d->contacts->count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        const abContactPair *pair = &d->contacts->pairs[next];
        if (cache->pair.shape_a == pair->shape_a && cache->pair.shape_b == pair->shape_b) {
            if (ab_step_tells_mean(step, cache)) {
                amend_contact(step, cache, &contacts[next]);
            } else if (!pair->data->has_surface) {
                amend_friction(step, cache, &contacts[next]);
            }
            if (!pair->data->has_surface) {
                amend_points(d, next, step, cache, &contacts[next]);
            }
            note_contact(&d->contacts->now[next], &contacts[next]);
            if (cache->is_rigid && pair->data->contours.is_set) {
                amend_regions(d, next, step, cache, &contacts[next]);
            }
            next++;
        }
    }
    if (s->model->joint_count > 0) {
        amend_joints(step, joint_forces);
        memcpy(d->observations->joint_loads, joint_forces,
               6 * s->model->joint_count * sizeof *joint_forces);
    }
    d->stamp++; // expressions look again
    d->observations->joint_stamp = d->stamp;
    ab_stepping_amend_links(s);
}
