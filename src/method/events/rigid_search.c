// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_search.c - where in a step a closed point parts or leaves what it was closed on, or a further
// point or link closes.
//
// All is looked at on the polynomial of the step: gaps of points that are not closed, forces and
// accelerations of those that are. A closed point keeps the plane of its face, the line of its edge,
// the centre of its arc, which go on for ever: where the face ends, the step has to.

#include "method/events/rigid_search.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/state/derivative.h"
#include "math/core/bracket.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"

static void place_at(abSimulation *s, abStepper *stepper, double theta) {
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->frame.y);
    ab_mechanics_place(&s->dynamics.mechanics, stepper->t + theta * stepper->h, s->frame.y);
}

void ab_run_place_within(abSimulation *s, double t) {
    abStepper *stepper = ab_run_stepper(s);
    double theta = stepper->h > 0.0 ? (t - stepper->t) / stepper->h : -1.0;
    if (t < s->t && theta >= 0.0 && theta <= 1.0) {
        place_at(s, stepper, theta);
    } else {
        ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    }
}

static abRigidNow now_at(abSimulation *s, const abRigidPoint *point, double theta) {
    abRigidNow now;
    place_at(s, ab_run_stepper(s), theta);
    ab_rigid_gap(&s->dynamics.mechanics, point, &now);
    return now;
}

static const abBracketEnd s_narrow = {.width = 1e-12, .maximum = 80};

// What is asked of a point, or of one in the list, at an instant.
typedef struct Question {
    abSimulation *s;
    const abRigidPoint *point;
    size_t index;
    double allowed; // overlap                                                               [m]
} Question;

static double overlap(void *context, double theta) {
    const Question *question = context;
    return -now_at(question->s, question->point, theta).gap;
}

// Where in [from, end] a point that overlaps at the end begins to.
static double first_overlap(abSimulation *s, const abRigidPoint *point, double from, double end) {
    Question question = {.s = s, .point = point};
    return ab_bracket_rise(overlap, &question, from, end, s_narrow);
}

static bool evaluate_at(abSimulation *s, double theta) {
    const abEvents *own = s->own;
    abStepper *stepper = ab_run_stepper(s);
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->frame.y);
    return ab_derivative_evaluate(&s->dynamics, stepper->t + theta * stepper->h, s->frame.y,
                                  own->y_event);
}

static double parting(void *context, double theta) {
    const Question *question = context;
    return evaluate_at(question->s, theta)
               ? ab_rigid_parting(&question->s->dynamics, question->index)
               : NAN;
}

static double first_parting(abSimulation *s, size_t index, double end) {
    Question question = {.s = s, .index = index};
    return ab_bracket_rise(parting, &question, 0.0, end, s_narrow);
}

// Whether a gap that ends below zero has been open in the step. One that was never so is no other
// than those that are closed: it is looked at where the step ends. Of what bounces or rocks flights
// get short against the step, so the looks get closer towards its start.
static bool has_opened(abSimulation *s, const abRigidPoint *point, double end, double *from) {
    enum { LOOKS = 8, CLOSER = 24 };
    for (int i = 0; i < LOOKS + CLOSER; i++) {
        *from = i < LOOKS ? end * i / LOOKS : scalbn(end, LOOKS - 4 - i);
        if (now_at(s, point, *from).gap > ab_run_near(s)) {
            return true;
        }
    }
    return false;
}

// Where between two instants a gap that falls at the first and grows at the second is least; with
// the sign -1 where one that grows and falls is greatest.
static double turning(abSimulation *s, const abRigidPoint *point, double sign, double low,
                      double high) {
    for (int i = 0; i < 60 && high - low > 1e-12; i++) {
        double middle = 0.5 * (low + high);
        *(sign * now_at(s, point, middle).rate < 0.0 ? &low : &high) = middle;
    }
    return low;
}

// Whether a link overlaps in the step, and where it is seen to: no sweep looks for links, which may
// close and open again within a step.
static bool link_overlaps(abSimulation *s, const abRigidPoint *link, double end, double *where) {
    const abEvents *own = s->own;
    enum { LOOKS = 4 };
    double before = now_at(s, link, 0.0).rate;
    for (int i = 1; i <= LOOKS; i++) {
        double theta = end * i / LOOKS, rate = now_at(s, link, theta).rate;
        if (now_at(s, link, theta).gap < -3.0 * own->eps) {
            *where = theta;
            return true;
        }
        if (before < 0.0 && rate > 0.0) {
            *where = turning(s, link, 1.0, end * (i - 1) / LOOKS, theta);
            if (now_at(s, link, *where).gap < -3.0 * own->eps) {
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
    if (!(now_at(s, link, 0.0).rate > 0.0)) {
        return false;
    }
    *from = turning(s, link, -1.0, 0.0, end);
    return now_at(s, link, *from).gap > 0.0;
}

// A low bounce in a long step is a small part of it: the end is brought near to where it closes.
static double narrowed(abSimulation *s, const abRigidPoint *link, double from, double end) {
    double nearer = from + s_nearer * (end - from);
    while (nearer > from && now_at(s, link, nearer).gap < 0.0) {
        end = nearer;
        nearer = from + s_nearer * (end - from);
    }
    return end;
}

static bool has_left(abSimulation *s, size_t pair, double theta, bool is_sharp) {
    abDerivative *d = &s->dynamics;
    place_at(s, ab_run_stepper(s), theta);
    return ab_rigid_has_left(d, &d->contacts->pairs[pair], is_sharp);
}

static double beyond(void *context, double theta) {
    const Question *question = context;
    return has_left(question->s, question->index, theta, true) ? 1.0 : -1.0;
}

// Where in (0, end] a closed point of a pair leaves its face, edge or arc; the bodies are placed at
// the end, and `are_listed` says whether all are found there. Beyond a slot the face may go on, so no
// point goes far between two looks.
static double find_leaving(abSimulation *s, size_t pair, bool are_listed, double end) {
    abDerivative *d = &s->dynamics;
    double way = ab_rigid_travel(d, &d->contacts->pairs[pair]) * end * ab_run_stepper(s)->h;
    int looks = (int)fmin(fmax(1.0, ceil(way / s_look)), s_most_looks);
    for (int i = 1; i <= looks; i++) {
        double theta = end * i / looks;
        bool is_asked = i < looks || !are_listed;
        if (is_asked && has_left(s, pair, theta, false)) {
            Question question = {.s = s, .index = pair};
            return ab_bracket_rise(beyond, &question, end * (i - 1) / looks, theta, s_narrow);
        }
    }
    return INFINITY;
}

void ab_run_land_past_end(abSimulation *s, size_t pair, double h) {
    enum { MOST = 12 };
    abStepper *stepper = ab_run_stepper(s);
    abDerivative *d = &s->dynamics;
    double longest = stepper->h;
    double further = s_past_end / ab_rigid_travel(d, &d->contacts->pairs[pair]);
    for (int i = 0; i < MOST && h < longest; i++) {
        h = fmin(h + further, longest);
        if (!stepper->type->again(stepper, h)) {
            break;
        }
        ab_mechanics_place(&d->mechanics, stepper->t + stepper->h, stepper->y1);
        if (ab_rigid_has_left(d, &d->contacts->pairs[pair], true)) {
            break;
        }
        further *= 4.0;
    }
}

static double overlap_of_pair(void *context, double theta) {
    const Question *question = context;
    abSimulation *s = question->s;
    const abContactPair *pair = &s->dynamics.contacts->pairs[question->index];
    place_at(s, ab_run_stepper(s), theta);
    abProximity at;
    ab_pair_proximity(&s->dynamics.mechanics, pair->shape_a, pair->shape_b, &at);
    return -at.distance - question->allowed;
}

// Where in (0, end] the surfaces of a pair begin to overlap by more than the closed points tell:
// between two that carry, a rim bends out. `gaps`: of the points at the end of the step or later.
static double find_overlap(abSimulation *s, size_t pair, const double *gaps, int count,
                           double end) {
    abDerivative *d = &s->dynamics;
    place_at(s, ab_run_stepper(s), end);
    Question question = {.s = s,
                         .index = pair,
                         .allowed = ab_rigid_told_overlap(d, &d->contacts->pairs[pair]) +
                                    s_past_end * ab_rigid_size(d, &d->contacts->pairs[pair])};
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, gaps[i]);
    }
    bool overlaps = -least > question.allowed && overlap_of_pair(&question, end) > 0.0 &&
                    overlap_of_pair(&question, 0.0) < 0.0;
    return overlaps ? ab_bracket_rise(overlap_of_pair, &question, 0.0, end, s_narrow) : INFINITY;
}

static void note_first(abRigidEvent *first, const abRigidEvent *event) {
    if (event->theta < first->theta) {
        *first = *event;
    }
}

// What else happens at the surfaces of a touching pair: points that leave, close, are overlooked.
static void look_at_pair(abSimulation *s, size_t k, double end, abRigidEvent *first) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    const abContactPair *pair = &d->contacts->pairs[k];
    abRigidPoint points[AB_RIGID_MAX];
    double gaps[AB_RIGID_MAX];
    place_at(s, ab_run_stepper(s), end);
    int count = ab_rigid_points_of(d, pair, points, gaps);
    double leaves = find_leaving(s, k, ab_rigid_are_listed(d, pair, points, count), end);
    note_first(first, &(abRigidEvent){.theta = leaves, .kind = AB_RIGID_LEAVES, .pair = k});
    for (int i = 0; i < count; i++) {
        double last = fmin(end, first->theta), from;
        if (gaps[i] < -3.0 * own->eps && ab_rigid_find(d, &points[i]) == NULL &&
            has_opened(s, &points[i], last, &from) && now_at(s, &points[i], last).gap < 0.0) {
            note_first(first, &(abRigidEvent){.theta = first_overlap(s, &points[i], from, last),
                                              .kind = AB_RIGID_CLOSES,
                                              .point = points[i]});
        }
    }
    double overlaps = find_overlap(s, k, gaps, count, fmin(end, first->theta));
    note_first(first, &(abRigidEvent){.theta = overlaps, .kind = AB_RIGID_OVERLAPS, .pair = k});
}

static void look_at_links(abSimulation *s, double end, abRigidEvent *first) {
    abDerivative *d = &s->dynamics;
    for (size_t k = 0; k < ab_rigid_link_count(&d->mechanics); k++) {
        abRigidPoint link;
        double last, from;
        if (!ab_rigid_link(&d->mechanics, k, &link) || ab_rigid_find(d, &link) != NULL) {
            continue;
        }
        if (link_overlaps(s, &link, fmin(end, first->theta), &last) &&
            link_has_opened(s, &link, last, &from)) {
            last = narrowed(s, &link, from, last);
            note_first(first, &(abRigidEvent){.theta = first_overlap(s, &link, from, last),
                                              .kind = AB_RIGID_CLOSES,
                                              .point = link});
        }
    }
}

static double find_parting(abSimulation *s, double end) {
    abDerivative *d = &s->dynamics;
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
        double theta = first_parting(s, i, last);
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
    abDerivative *d = &s->dynamics;
    abRigidEvent first = {.theta = INFINITY, .kind = AB_RIGID_PARTS};
    if (d->rigid.count == 0 && !ab_rigid_has_links(&d->mechanics)) {
        return first;
    }
    first.theta = find_parting(s, end);
    end = fmin(end, first.theta);
    for (size_t k = 0; k < d->contacts->count; k++) {
        if (d->contacts->pairs[k].data->is_rigid) {
            look_at_pair(s, k, end, &first);
        }
    }
    look_at_links(s, end, &first);
    for (size_t i = 0; i < d->rigid.count && first.kind != AB_RIGID_PARTS; i++) {
        d->rigid.points[i].is_opening = false;
    }
    return first;
}
