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
// so what it stores is exact whatever the step, also over a touch or a release inside of it. Where
// the step cannot see the spring (w h well above 1, w = speed by depth of the contact), (2) would
// ring, and the force at the end is taken instead, F_law(d_0 + h r_1, r_1), with a smooth change
// between the two.
//
// Source  (2): the discrete gradient of energy-momentum methods, [Gonzalez2000], for one variable.

#include "dynamics/step.h"

static abNormalForce law_at(const abStep *step, const abStepPoint *point, abContact contact,
                            double depth, double rate) {
    const abStepNote *note = &step->notes[point->note];
    const abTouch *touch = &note->touch;
    contact.depth = depth;
    contact.rate = rate;
    if (touch->has_code) {
        ab_user_site(step->dynamics, touch, point->p, point->n, depth);
        contact.site = ab_user_site_for(step->dynamics, AB_USER_NORMAL);
    }
    abNormalForce out = ab_touch_normal(touch, touch->law_memory, &contact);
    if (depth > touch->ignored_depth) {
        return (abNormalForce){0};
    }
    double w = point->weight;
    return (abNormalForce){w * out.force, w * out.stiffness, w * out.damping, w * out.elastic,
                           w * out.energy};
}

static abStepForce at_middle(const abStep *step, const abStepPoint *point, abContact contact,
                             double rate) {
    double h = step->h, depth = point->depth + 0.25 * h * (rate - point->start_rate);
    double mean = 0.5 * (rate + point->start_rate);
    abNormalForce f = law_at(step, point, contact, depth, mean);
    return (abStepForce){f.force, 0.25 * h * f.stiffness + 0.5 * f.damping, f.elastic};
}

// (2)
static abStepForce along_the_way(const abStep *step, const abStepPoint *point, abContact contact,
                                 double rate) {
    double h = step->h, start = point->depth - 0.5 * h * point->start_rate;
    double end = point->depth + 0.5 * h * rate, way = end - start;
    double scale = fmax(fabs(start), fabs(end));
    if (fmax(start, end) <= 0.0) {
        return (abStepForce){0.0, 0.0, 0.0};
    }
    if (!(fabs(way) > 1e-4 * scale)) { // differences would lose digits; the middle errs by 1e-9
        return at_middle(step, point, contact, rate);
    }
    abNormalForce at_start = law_at(step, point, contact, start, 0.0);
    abNormalForce at_end = law_at(step, point, contact, end, 0.0);
    double mean = (at_end.energy - at_start.energy) / way;
    double depth = 0.5 * (start + end), mean_rate = 0.5 * (rate + point->start_rate);
    abNormalForce still = law_at(step, point, contact, depth, 0.0);
    abNormalForce moving = law_at(step, point, contact, depth, mean_rate);
    abStepForce out = {
        .force = mean + moving.force - still.elastic,
        .slope = 0.5 * h * (at_end.elastic - mean) / way +
                 0.25 * h * (moving.stiffness - still.stiffness) + 0.5 * moving.damping,
        .elastic = mean,
    };
    return out;
}

static abStepForce at_end(const abStep *step, const abStepPoint *point, abContact contact,
                          double rate) {
    double h = step->h, depth = point->depth + h * (rate - 0.5 * point->start_rate);
    abNormalForce f = law_at(step, point, contact, depth, rate);
    return (abStepForce){f.force, h * f.stiffness + f.damping, f.elastic};
}

// How much of the force is taken at the end.
static double blindness(const abStep *step, const abStepNote *note) {
    double x = note->sharpness * step->h;
    double u = fmin(1.0, fmax(0.0, (x - 1.0) / 2.0));
    return u * u * (3.0 - 2.0 * u);
}

// Where the step sees the spring.
static abStepForce seen_force(const abStep *step, const abStepPoint *point,
                              const abContact *contact, double rate) {
    const abTouch *touch = &step->notes[point->note].touch;
    bool stores = !touch->wants_area && !touch->has_code;
    return stores ? along_the_way(step, point, *contact, rate)
                  : at_middle(step, point, *contact, rate);
}

double ab_step_kept_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate) {
    return seen_force(step, point, contact, rate).elastic;
}

abStepForce ab_step_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate) {
    const abStepNote *note = &step->notes[point->note];
    double share = blindness(step, note);
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
