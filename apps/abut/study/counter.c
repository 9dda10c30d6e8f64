// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// counter.c - touches, releases and impacts of a pair as events tell of them; slip from frames.

#include "study/counter.h"

#include <math.h>

PairTally pair_begin(int a, int b) {
    return (PairTally){.sides = {a, b}, .first = NAN, .last = NAN, .impact_time = NAN};
}

static bool is_side(int side, int body, int shape) {
    return side > 0 ? body == side : shape == -1 - side;
}

static bool is_pair(const PairTally *pair, int body_a, int shape_a, int body_b, int shape_b) {
    const int *s = pair->sides;
    return (is_side(s[0], body_a, shape_a) && is_side(s[1], body_b, shape_b)) ||
           (is_side(s[0], body_b, shape_b) && is_side(s[1], body_a, shape_a));
}

static void touch(PairTally *pair, double time) {
    if (pair->touching++ == 0) {
        pair->since = time;
    }
    pair->first = pair->has_touched ? pair->first : time;
    pair->has_touched = true;
}

// Bodies meet once at an instant, whatever events tell of it.
static void meet(PairTally *pair, double time) {
    pair->meetings += time != pair->impact_time;
    pair->impact_time = time;
    pair->first = pair->has_touched ? pair->first : time;
    pair->has_touched = true;
}

void pair_start(PairTally *pair, const abFrame *frame) {
    bool is_told = pair->touching > 0; // by events before the first frame
    for (int i = 0; i < frame->contact_count && !is_told; i++) {
        const abContactState *c = &frame->contacts[i];
        if (is_pair(pair, c->body_a, c->shape_a, c->body_b, c->shape_b)) {
            touch(pair, frame->time);
        }
    }
}

void pair_event(PairTally *pair, const abEvent *event) {
    if (event->link != 0 ||
        !is_pair(pair, event->body_a, event->shape_a, event->body_b, event->shape_b)) {
        return;
    }
    switch (event->kind) {
    case AB_EVENT_TOUCH:
        meet(pair, event->time);
        touch(pair, event->time);
        break;
    case AB_EVENT_IMPACT:
        meet(pair, event->time);
        break;
    case AB_EVENT_RELEASE:
        pair->last = event->time;
        if (pair->touching > 0 && --pair->touching == 0) {
            pair->together += event->time - pair->since;
        }
        break;
    default:
        break;
    }
}

void pair_slip(PairTally *pair, double weight, const abFrame *frame) {
    const abContactState *deepest = NULL;
    for (int i = 0; i < frame->contact_count; i++) {
        const abContactState *c = &frame->contacts[i];
        if (is_pair(pair, c->body_a, c->shape_a, c->body_b, c->shape_b) &&
            (deepest == NULL || c->depth > deepest->depth)) {
            deepest = c;
        }
    }
    if (deepest != NULL) {
        const abVec3 *v = &deepest->slip;
        pair->slip += weight * sqrt(v->x * v->x + v->y * v->y + v->z * v->z);
    }
}

// ---- results ----

static double first_touch_of(const PairTally *pair, double end) {
    (void)end;
    return pair->first;
}
static double last_release_of(const PairTally *pair, double end) {
    (void)end;
    return pair->last;
}
static double duration_of(const PairTally *pair, double end) {
    return pair->together + (pair->touching > 0 ? end - pair->since : 0.0);
}
static double impacts_of(const PairTally *pair, double end) {
    (void)end;
    return pair->meetings;
}
static double slip_distance_of(const PairTally *pair, double end) {
    (void)end;
    return pair->slip;
}

const Counter counters[] = {
// {"first_touch", "s", "the time ...", first_touch_of}, ...
#define COUNTER(symbol, unit, text) {#symbol, unit, text, symbol##_of},
#include "study/counters.def"
#undef COUNTER
};
const int counter_count = (int)(sizeof counters / sizeof counters[0]);
