// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// touches.c - the memory of the contacts: the list of touches, how one begins and how it ends.
//
// Touches are kept sorted by their shapes, so results do not depend on how contacts were found.

#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"

// ---- what a touch is ----

void ab_touch_prepare(const abModel *model, abTouch *touch) {
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    touch->body_a = model->shapes[touch->shape_a].body;
    touch->body_b = model->shapes[touch->shape_b].body;
    touch->interaction = ab_model_interaction(model, touch->shape_a, touch->shape_b);
    const abContactRuleDef *rule = touch->interaction->rule;
    touch->interaction->normal->prepare(rule->normal.data, &pair, touch->normal_constants);
    touch->has_code = touch->interaction->normal->code.open != NULL ||
                      touch->interaction->friction->code.open != NULL;
    touch->has_surface = ab_model_surface(model, &model->shapes[touch->shape_a],
                                          &model->shapes[touch->shape_b], rule, &touch->surface);
    touch->wants_area = pair.wants_area && !touch->has_surface;
    touch->passes = rule->masters == AB_MASTERS_SUM ? 2.0 : 1.0;
    touch->ignored_depth = isnan(rule->ignore_deeper_than) ? INFINITY : rule->ignore_deeper_than;
    // a law that looks at curvatures treats a whole line as one contact
    const abShape *A = &model->shapes[touch->shape_a].shape;
    const abShape *B = &model->shapes[touch->shape_b].shape;
    bool is_full = rule->manifold != AB_MANIFOLD_SINGLE;
    touch->at_centroids =
        rule->manifold == AB_MANIFOLD_CENTROID && A->curve != NULL && B->curve != NULL;
    touch->wants_curvature = pair.wants_curvature && !touch->has_surface;
    touch->has_regions = ab_has_regions(A, B) && !touch->has_surface;
    ab_model_contours(&model->shapes[touch->shape_a], &model->shapes[touch->shape_b],
                      touch->interaction, &touch->contours);
    touch->is_rigid = ab_interaction_is_rigid(touch->interaction);
    touch->has_patch = touch->has_regions ||
                       (!touch->has_surface && is_full &&
                        (touch->wants_area || !touch->wants_curvature) && ab_has_patch(A, B));
    touch->interaction->friction->prepare(rule->friction.data, &pair, touch->friction_constants);
}

void ab_touch_rest_on_points(abTouch *touch) {
    if (touch->is_rigid) {
        touch->has_patch = touch->has_regions = touch->contours.is_set = false;
    }
}

// ---- what it will be like ----

static abNormalForce at_rest(const abDynamics *d, const abTouch *touch, const abProximity *at,
                             abContact contact, double depth) {
    if (touch->has_surface) {
        return ab_surface_at_rest(d, touch, at, depth);
    }
    contact.depth = depth;
    return ab_touch_normal(touch, touch->law_memory, &contact);
}

// A law that does not say what it stores is taken to store as a linear one does.
static double stored(abNormalForce at, double depth) {
    return at.energy > 0.0 ? at.energy : 0.5 * at.force * depth;
}

// The least depth, on a scale of factors of two, that stores `energy` and carries `force`.
static double depth_for(const abDynamics *d, const abTouch *touch, const abProximity *at,
                        abContact contact, double energy, double force, double size) {
    double depth = 1e-15 * size;
    for (int i = 0; i < 50; i++, depth *= 2.0) {
        abNormalForce there = at_rest(d, touch, at, contact, depth);
        if (stored(there, depth) >= energy && there.force >= force) {
            break;
        }
    }
    return depth;
}

// Of a rigid touch: what friction with modes compares speeds and forces with.
static void estimate_grips(const abModel *model, abTouch *touch) {
    static const double slow = 0.1, short_way = 1e-6; // of the speed of a fall by the size; of it
    if (touch->interaction->friction->grip == NULL) {
        return;
    }
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[touch->body_a].bound, model->bodies[touch->body_b].bound);
    double g = fmax(ab_norm(model->gravity.uniform), 1e-2 * size);
    abGripStart start = {.mass = mass,
                         .force = mass * g,
                         .stiffness = mass * g / (short_way * size),
                         .speed = fmax(touch->start_speed, slow * sqrt(g * size))};
    touch->grip_force = start.force;
    touch->grip_scale = touch->interaction->friction->grip->begin(touch->friction_constants, &start,
                                                                  touch->friction_memory);
}

// How deep and how fast this contact will get: from the kinetic energy of the approach and the
// weight. Error weights are measured against it, so that a depth of a micrometre is resolved as
// well as a flight of a metre.
static void estimate_scales(const abDynamics *d, abTouch *touch, const abProximity *at,
                            abContact contact) {
    const abModel *model = d->model;
    if (touch->is_rigid) {
        estimate_grips(model, touch);
        return; // it has no depth
    }
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[touch->body_a].bound, model->bodies[touch->body_b].bound);
    double g = ab_norm(model->gravity.uniform);
    double v = touch->start_speed;
    touch->depth_scale = depth_for(d, touch, at, contact, 0.5 * mass * v * v, mass * g, size);
    abNormalForce there = at_rest(d, touch, at, contact, touch->depth_scale);
    touch->speed_scale = fmax(v, touch->depth_scale * sqrt(there.stiffness / mass));
    if (touch->interaction->friction->grip != NULL) {
        abGripStart start = {.mass = mass,
                             .force = there.force,
                             .stiffness = there.stiffness,
                             .speed = touch->speed_scale};
        touch->grip_force = there.force;
        touch->grip_scale = touch->interaction->friction->grip->begin(
            touch->friction_constants, &start, touch->friction_memory);
    }
}

// The closing speed. A contact that begins with an overlap (at the start of a run) counts as
// reached by an impact that stored its energy, so that it does not start with the damping of a
// touch at rest.
static double impact_speed(const abDynamics *d, const abTouch *touch, const abProximity *at,
                           abContact contact) {
    abPairProperties pair = ab_model_pair_properties(d->model, touch->shape_a, touch->shape_b);
    double v = fmax(0.0, ab_dynamics_closing_speed(d, touch->body_a, touch->body_b, at));
    double energy = stored(at_rest(d, touch, at, contact, contact.depth), contact.depth);
    return isfinite(pair.reduced_mass) ? sqrt(v * v + 2.0 * energy / pair.reduced_mass) : v;
}

// ---- the list ----

bool ab_dynamics_reserve(abDynamics *d, size_t touches) {
    return AB_ARRAY_RESERVE(d->allocator, d->touches, d->touch_capacity, touches) &&
           AB_ARRAY_RESERVE(d->allocator, d->now, d->now_capacity, touches);
}

static int compare_shapes(const abTouch *touch, int shape_a, int shape_b) {
    return touch->shape_a != shape_a ? touch->shape_a - shape_a : touch->shape_b - shape_b;
}

int ab_dynamics_find(const abDynamics *d, int shape_a, int shape_b) {
    size_t low = 0, high = d->touch_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_shapes(&d->touches[middle], shape_a, shape_b) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < d->touch_count && compare_shapes(&d->touches[low], shape_a, shape_b) == 0;
    return found ? (int)low : -1;
}

bool ab_touch_insert(abDynamics *d, const abTouch *touch) {
    if (!ab_dynamics_reserve(d, d->touch_count + 1)) {
        return false;
    }
    size_t place = d->touch_count;
    while (place > 0 &&
           compare_shapes(&d->touches[place - 1], touch->shape_a, touch->shape_b) > 0) {
        d->touches[place] = d->touches[place - 1];
        place--;
    }
    d->touches[place] = *touch;
    d->touch_count++;
    return true;
}

// ---- its beginning and end ----

bool ab_touch_begin(abDynamics *d, abTouch *touch, double t, const abProximity *at) {
    touch->start_time = t;
    abContact contact = ab_contact_at(d, touch, at);
    if (touch->has_code) {
        d->t = t;
        ab_user_site(d, touch, ab_proximity_middle(at), at->n_AB_W, -at->distance);
        contact.site = ab_user_site_for(d, AB_USER_NORMAL);
    }
    contact.area = touch->wants_area ? ab_contact_area_ahead(d, touch, at) : 0.0;
    if (touch->has_regions && !ab_regions_open(d, touch)) {
        return false;
    }
    abProximity site = ab_dynamics_site(d, touch, at);
    touch->start_speed = impact_speed(d, touch, &site, contact);
    touch->interaction->normal->begin(touch->normal_constants, touch->start_speed,
                                      touch->law_memory);
    if (touch->has_regions) {
        ab_dynamics_stage_regions(d, touch, at);
        ab_regions_keep(d, touch);
    }
    touch->last_rate = touch->start_speed;
    estimate_scales(d, touch, at, contact);
    return true;
}

bool ab_dynamics_begin(abDynamics *d, int shape_a, int shape_b, double t, const abProximity *at) {
    abTouch touch = {.shape_a = shape_a, .shape_b = shape_b};
    ab_touch_prepare(d->model, &touch);
    ab_touch_rest_on_points(&touch);
    touch.is_new = touch.is_rigid;
    touch.rest_time = INFINITY;
    return ab_dynamics_reserve(d, d->touch_count + 1) && ab_touch_begin(d, &touch, t, at) &&
           ab_touch_insert(d, &touch);
}

void ab_dynamics_end(abDynamics *d, size_t touch) {
    if (d->touches[touch].has_regions) {
        ab_regions_close(d, &d->touches[touch]);
    }
    memmove(&d->touches[touch], &d->touches[touch + 1],
            (d->touch_count - touch - 1) * sizeof *d->touches);
    d->touch_count--;
}
