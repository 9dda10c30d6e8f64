// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_search.c - where in a step a closed point parts, or a further point or link closes.
//
// All is looked at on the polynomial of the step: gaps of points that are not closed, forces and
// accelerations of those that are.

#include <math.h>

#include "dynamics/parts.h"
#include "integrate/run.h"

static void place_at(abSimulation *s, abStepper *stepper, double theta) {
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->y_frame);
    ab_dynamics_place(&s->dynamics, stepper->t + theta * stepper->h, s->y_frame);
}

void ab_run_place_within(abSimulation *s, double t) {
    abStepper *stepper = ab_run_stepper(s);
    double theta = stepper->h > 0.0 ? (t - stepper->t) / stepper->h : -1.0;
    if (t < s->t && theta >= 0.0 && theta <= 1.0) {
        place_at(s, stepper, theta);
    } else {
        ab_dynamics_place(&s->dynamics, s->t, s->y);
    }
}

static double gap_at(abSimulation *s, const abRigidPoint *point, double theta) {
    abRigidNow now;
    place_at(s, ab_run_stepper(s), theta);
    ab_rigid_gap(&s->dynamics, point, &now);
    return now.gap;
}

// A function of theta that an end of step found positive, where it begins to be.
typedef double Question(abSimulation *s, const abRigidPoint *point, size_t index, double theta);

static double first_above(abSimulation *s, const abRigidPoint *point, size_t index, Question *ask,
                          double low, double high) {
    double f_low = ask(s, point, index, low), f_high = ask(s, point, index, high);
    if (f_low > 0.0) {
        return low;
    }
    for (int i = 0; i < 80 && high - low > 1e-12; i++) {
        double theta = high - f_high * (high - low) / (f_high - f_low);
        if (!(theta > low && theta < high) || (i % 8) == 7) {
            theta = low + 0.5 * (high - low);
        }
        double f = ask(s, point, index, theta);
        if (f > 0.0) {
            high = theta, f_high = f, f_low *= 0.5;
        } else {
            low = theta, f_low = f, f_high *= 0.5;
        }
    }
    return high;
}

static double overlap(abSimulation *s, const abRigidPoint *point, size_t index, double theta) {
    (void)index;
    return -gap_at(s, point, theta);
}

static bool evaluate_at(abSimulation *s, double theta) {
    abStepper *stepper = ab_run_stepper(s);
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->y_frame);
    return ab_dynamics_evaluate(&s->dynamics, stepper->t + theta * stepper->h, s->y_frame,
                                s->y_event);
}

static double parting(abSimulation *s, const abRigidPoint *point, size_t index, double theta) {
    (void)point;
    return evaluate_at(s, theta) ? ab_rigid_parting(&s->dynamics, index) : NAN;
}

// Whether a gap that ends below zero has been open in the step. One that was never so is no other
// than those that are closed: it is looked at where the step ends. Of what bounces or rocks flights
// get short against the step, so the looks get closer towards its start.
static bool has_opened(abSimulation *s, const abRigidPoint *point, double end, double *from) {
    enum { LOOKS = 8, CLOSER = 24 };
    for (int i = 0; i < LOOKS + CLOSER; i++) {
        *from = i < LOOKS ? end * i / LOOKS : scalbn(end, LOOKS - 4 - i);
        if (gap_at(s, point, *from) > ab_run_near(s)) {
            return true;
        }
    }
    return false;
}

static double rate_at(abSimulation *s, const abRigidPoint *point, double theta) {
    abRigidNow now;
    place_at(s, ab_run_stepper(s), theta);
    ab_rigid_gap(&s->dynamics, point, &now);
    return now.rate;
}

// Where between two instants a gap that falls at the first and grows at the second is least; with
// the sign -1 where one that grows and falls is greatest.
static double turning(abSimulation *s, const abRigidPoint *point, double sign, double low,
                      double high) {
    for (int i = 0; i < 60 && high - low > 1e-12; i++) {
        double middle = 0.5 * (low + high);
        *(sign * rate_at(s, point, middle) < 0.0 ? &low : &high) = middle;
    }
    return low;
}

// Whether a link overlaps in the step, and where it is seen to: no sweep looks for links, which may
// close and open again within a step.
static bool link_overlaps(abSimulation *s, const abRigidPoint *link, double end, double *where) {
    enum { LOOKS = 4 };
    double before = rate_at(s, link, 0.0);
    for (int i = 1; i <= LOOKS; i++) {
        double theta = end * i / LOOKS, rate = rate_at(s, link, theta);
        if (gap_at(s, link, theta) < -3.0 * s->eps) {
            *where = theta;
            return true;
        }
        if (before < 0.0 && rate > 0.0) {
            *where = turning(s, link, 1.0, end * (i - 1) / LOOKS, theta);
            if (gap_at(s, link, *where) < -3.0 * s->eps) {
                return true;
            }
        }
        before = rate;
    }
    return false;
}

// Whether a link that overlaps at `end` has been open, and where: it may have bounced off just
// before the step, and not far.
static bool link_has_opened(abSimulation *s, const abRigidPoint *link, double end, double *from) {
    if (has_opened(s, link, end, from)) {
        return true;
    }
    if (!(rate_at(s, link, 0.0) > 0.0)) {
        return false;
    }
    *from = turning(s, link, -1.0, 0.0, end);
    return gap_at(s, link, *from) > 0.0;
}

// A low bounce in a long step is a small part of it: the end is brought near to where it closes.
static double narrowed(abSimulation *s, const abRigidPoint *link, double from, double end) {
    static const double share = 1.0 / 16.0;
    double nearer = from + share * (end - from);
    while (nearer > from && gap_at(s, link, nearer) < 0.0) {
        end = nearer;
        nearer = from + share * (end - from);
    }
    return end;
}

// Further points of pairs that touch.
static double find_closing(abSimulation *s, double end, abRigidPoint *found) {
    abDynamics *d = &s->dynamics;
    abStepper *stepper = ab_run_stepper(s);
    double first = INFINITY;
    for (size_t k = 0; k < d->touch_count; k++) {
        abRigidPoint points[AB_RIGID_MOST];
        double gaps[AB_RIGID_MOST];
        if (!d->touches[k].is_rigid) {
            continue;
        }
        place_at(s, stepper, end);
        int count = ab_rigid_points_of(d, &d->touches[k], points, gaps);
        for (int i = 0; i < count; i++) {
            double last = fmin(end, first), from;
            if (gaps[i] < -3.0 * s->eps && ab_rigid_find(d, &points[i]) == NULL &&
                has_opened(s, &points[i], last, &from) && gap_at(s, &points[i], last) < 0.0) {
                double theta = first_above(s, &points[i], 0, overlap, from, last);
                if (theta < first) {
                    first = theta;
                    *found = points[i];
                }
            }
        }
    }
    for (size_t k = 0; k < ab_rigid_link_count(d); k++) {
        abRigidPoint link;
        double last, from;
        if (!ab_rigid_link(d, k, &link) || ab_rigid_find(d, &link) != NULL) {
            continue;
        }
        if (link_overlaps(s, &link, fmin(end, first), &last) &&
            link_has_opened(s, &link, last, &from)) {
            last = narrowed(s, &link, from, last);
            double theta = first_above(s, &link, 0, overlap, from, last);
            if (theta < first) {
                first = theta;
                *found = link;
            }
        }
    }
    return first;
}

static double find_parting(abSimulation *s, double end) {
    abDynamics *d = &s->dynamics;
    double first = INFINITY;
    for (size_t i = 0; i < d->rigid.count; i++) {
        d->rigid.points[i].is_opening = false;
    }
    bool is_known = false; // the evaluation at `last` stands
    for (size_t i = 0; i < d->rigid.count; i++) {
        double last = fmin(end, first);
        if (!is_known && !evaluate_at(s, last)) {
            continue;
        }
        is_known = true;
        if (!(ab_rigid_parting(d, i) > 0.0)) {
            continue;
        }
        double theta = first_above(s, NULL, i, parting, 0.0, last);
        is_known = false;
        for (size_t k = 0; k < i && theta < first; k++) {
            d->rigid.points[k].is_opening = false;
        }
        d->rigid.points[i].is_opening = theta <= first;
        first = fmin(first, theta);
    }
    return first;
}

abRigidEvent ab_run_find_rigid(abSimulation *s, double end) {
    abRigidEvent out = {.theta = INFINITY};
    if (s->dynamics.rigid.count > 0 || ab_rigid_has_links(&s->dynamics)) {
        double parts = find_parting(s, end);
        double closes = find_closing(s, fmin(end, parts), &out.point);
        out.is_closing = closes < parts;
        out.theta = fmin(parts, closes);
        for (size_t i = 0; i < s->dynamics.rigid.count && out.is_closing; i++) {
            s->dynamics.rigid.points[i].is_opening = false;
        }
    }
    return out;
}
