// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_force.c - a force law over a step, by the rate of a point at its end.
//
// With the depth d_m of a point at the predicted middle, its rates r_0 at the start and r_1 at the
// end (unknown), the depths at start, middle and end are
//
//   d_0 = d_m - h/2 r_0,   d = d_m + h/4 (r_1 - r_0),   d_1 = d_m + h/2 r_1              (1)
//
// A force law presses with the mean of its elastic force along the way and with its losses at the
// middle:
//
//   F = (U(d_1) - U(d_0)) / (d_1 - d_0) + L(d, (r_0 + r_1)/2),   L = F_law - F_elastic   (2)
//
// so what it stores is exact whatever the step, also over a contact or a release inside of it.
//
// Where the step cannot see the spring (w h above 1.5, w = speed by depth of the contact), (2) would
// ring. Such a point is stiff: it hits as a rigid one does (step_rows.c), and rests by the force at
// the depth that the middle of the next step would have,
//
//   F = F_law(d_m + h r_1, r_1)                                                          (3)
//
// This is the implicit Euler method for the depths of middles: what lands on a law far stiffer than
// the step sees is at rest, at its depth, two steps later, and nobody has to move it there. A point
// that has not pressed yet is not pressed before it touches: it counts no more than d_1. Surfaces
// change smoothly from (2) to the force at d_0 + h r_1: nothing moves them apart, so that is their depth
// at the end.
//
// Where an edge of a mesh is equally deep under two walls, its depth d grows slower than the way x
// along the normal, d = s x. Such a point has x as its depth, so that (1) holds, and
//
//   F = s F_law(s x, s x')                                                                (4)
//
// which is the slope of U(s x).
//
// A depth counts less what nothing has paid for (step_begin.c), which is taken away at the end.
//
// Source  (2): the discrete gradient of energy-momentum methods, [Gonzalez2000], for one variable.

#include "mechanics/contact/contact_curvature.h"
#include "mechanics/contact/user_site.h"
#include "method/step/step.h"

abNormalForce ab_step_law(const abStep *step, const abStepPoint *point, abContact contact,
                          double depth, double rate) {
    const abStepPairCache *cache = &step->caches[point->cache];
    const abContactPair *pair = &cache->pair;
    double slope = 1.0 - point->slower; // (4)
    depth *= slope;
    contact.depth = depth;
    contact.rate = slope * rate;
    if (pair->data->has_code) {
        ab_user_site(step->mechanics, pair, point->p, point->n, depth);
        contact.site = ab_user_site_for(step->mechanics, AB_USER_NORMAL);
    }
    abNormalForce out = ab_contact_pair_normal(pair, pair->law_memory, &contact);
    if (depth > pair->data->ignored_depth) {
        return (abNormalForce){0};
    }
    double w = point->weight, f = w * slope, k = f * slope;
    return (abNormalForce){f * out.force, k * out.stiffness, k * out.damping, f * out.elastic,
                           w * out.energy};
}

// d_m, as far as it was paid for.
static double middle_depth(const abStepPoint *point) {
    return point->depth - point->unpaid;
}

static abStepForce at_middle(const abStep *step, const abStepPoint *point, abContact contact,
                             double rate) {
    double h = step->h, depth = middle_depth(point) + 0.25 * h * (rate - point->start_rate);
    double mean = 0.5 * (rate + point->start_rate);
    abNormalForce f = ab_step_law(step, point, contact, depth, mean);
    return (abStepForce){f.force, 0.25 * h * f.stiffness + 0.5 * f.damping, f.elastic};
}

// (2)
static abStepForce along_the_way(const abStep *step, const abStepPoint *point, abContact contact,
                                 double rate) {
    double h = step->h, start = middle_depth(point) - 0.5 * h * point->start_rate;
    double end = middle_depth(point) + 0.5 * h * rate, displacement = end - start;
    double scale = fmax(fabs(start), fabs(end));
    if (fmax(start, end) <= 0.0) {
        return (abStepForce){0.0, 0.0, 0.0};
    }
    if (!(fabs(displacement) >
          1e-4 * scale)) { // differences would lose digits; the middle errs by 1e-9
        return at_middle(step, point, contact, rate);
    }
    abNormalForce at_start = ab_step_law(step, point, contact, start, 0.0);
    abNormalForce at_end = ab_step_law(step, point, contact, end, 0.0);
    double mean = (at_end.energy - at_start.energy) / displacement;
    double depth = 0.5 * (start + end), mean_rate = 0.5 * (rate + point->start_rate);
    abNormalForce still = ab_step_law(step, point, contact, depth, 0.0);
    abNormalForce moving = ab_step_law(step, point, contact, depth, mean_rate);
    abStepForce out = {
        .force = mean + moving.force - still.elastic,
        .slope = 0.5 * h * (at_end.elastic - mean) / displacement +
                 0.25 * h * (moving.stiffness - still.stiffness) + 0.5 * moving.damping,
        .elastic = mean,
    };
    return out;
}

static abStepForce at_end(const abStep *step, const abStepPoint *point, abContact contact,
                          double rate) {
    double h = step->h, start = point->surface >= 0 ? 0.5 * h * point->start_rate : 0.0;
    double depth = middle_depth(point) - start + h * rate;
    if (point->surface < 0 && ab_step_is_met(step, point)) {
        depth = fmin(depth, middle_depth(point) + 0.5 * h * rate);
    }
    abNormalForce f = ab_step_law(step, point, contact, depth, rate);
    return (abStepForce){f.force, h * f.stiffness + f.damping, f.elastic};
}

// How much of the force is taken at the end.
static double blindness(const abStep *step, const abStepPairCache *cache) {
    double x = cache->sharpness * step->h;
    double u = fmin(1.0, fmax(0.0, (x - 1.0) / 2.0));
    return u * u * (3.0 - 2.0 * u);
}

bool ab_step_is_blind(const abStep *step, const abStepPairCache *cache) {
    return blindness(step, cache) > 0.0;
}

// Where the step sees the spring.
static abStepForce seen_force(const abStep *step, const abStepPoint *point,
                              const abContact *contact, double rate) {
    const abContactPair *pair = &step->caches[point->cache].pair;
    bool stores = !pair->data->wants_area && !pair->data->has_code;
    return stores ? along_the_way(step, point, *contact, rate)
                  : at_middle(step, point, *contact, rate);
}

double ab_step_kept_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate) {
    return seen_force(step, point, contact, rate).elastic;
}

abStepForce ab_step_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate) {
    const abStepPairCache *cache = &step->caches[point->cache];
    double share = blindness(step, cache);
    abStepForce sum = {0.0, 0.0, 0.0};
    if (share < 1.0) {
        abStepForce seen = seen_force(step, point, contact, rate);
        sum = (abStepForce){(1.0 - share) * seen.force, (1.0 - share) * seen.slope,
                            (1.0 - share) * seen.elastic};
    }
    if (share > 0.0) {
        abStepForce end = at_end(step, point, *contact, rate);
        sum = (abStepForce){sum.force + share * end.force, sum.slope + share * end.slope,
                            sum.elastic + share * end.elastic};
    }
    return sum.force > 0.0 ? sum : (abStepForce){0.0, 0.0, sum.elastic};
}

// ---- points ----

static abContact contact_of(const abStep *step, const abStepPoint *point) {
    const abStepPairCache *cache = &step->caches[point->cache];
    abContact contact = {.radius = cache->at.radius};
    if (!(cache->pair.data->wants_area && point->area > 0.0)) {
        contact = ab_contact_at(step->mechanics, &cache->pair, &cache->at);
    }
    contact.area = point->area;
    contact.area_slope = point->area_slope;
    contact.patch_area = point->patch_area;
    return contact;
}

abNormalForce ab_step_point_law(const abStep *step, const abStepPoint *point, double depth,
                                double rate) {
    return ab_step_law(step, point, contact_of(step, point), depth, rate);
}

abStepForce ab_step_point_force(const abStep *step, const abStepPoint *point, double rate) {
    abContact contact = contact_of(step, point);
    abStepForce out = point->is_stiff ? at_end(step, point, contact, rate)
                                      : seen_force(step, point, &contact, rate);
    return out.force > 0.0 ? out
                           : (abStepForce){out.force < 0.0 ? 0.0 : out.force, 0.0, out.elastic};
}

double ab_step_stored(const abStep *step, const abStepPoint *point, double depth) {
    const abStepPairCache *cache = &step->caches[point->cache];
    if (point->is_rigid || point->surface >= 0 || !cache->is_begun || !(depth > 0.0)) {
        return 0.0;
    }
    return ab_step_point_law(step, point, depth, 0.0).energy;
}
