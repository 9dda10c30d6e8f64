// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// crowd.c - where events of rigid contact crowd, and how long the bridges over them are (bridge.c).
//
// Steps crowd where more than `s_most` of them are taken within `s_window` of a fall by the size of
// the smallest body, or no modes are found. Then one bridge of a window's length goes over the
// place, and events are tried again. Where they crowd again at once, bridges get longer, up to
// `s_longest`, and then more of them follow each other before events are tried again. Soon after a
// bridge a few steps are a crowd, the more the longer ago it was: what crowds for long would spend
// nearly all of its steps on finding out.
//
// What stands is bridged by steps that double without limit, up to where something reaches it.

#include "integrate/run.h"

static const double s_window = 1e-3;
static const double s_most = 300.0, s_most_again = 6.0;
static const double s_longest = 8.0; // windows, of what moves
enum { CHAIN_MOST = 32 };            // bridges in a row

double ab_crowd_fall_time(const abSimulation *s) {
    double size = INFINITY, g = ab_norm(s->model->gravity.uniform);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        size = body->state >= 0 ? fmin(size, ab_body_size(body)) : size;
    }
    return g > 0.0 && isfinite(size) ? sqrt(size / g) : INFINITY;
}

bool ab_crowd_is_possible(const abSimulation *s) {
    const abDynamics *d = &s->dynamics;
    bool all = d->rigid.count > 0 && d->grips.has_exact;
    for (size_t k = 0; k < d->touch_count; k++) {
        all = all && d->touches[k].is_rigid;
    }
    return all;
}

// How long ago the last bridge was, in parts of what counts as just before; infinite: none yet.
static double since_bridge(const abSimulation *s, double window) {
    const abCrowd *crowd = &s->crowd;
    return crowd->h > 0.0 ? (s->t - crowd->bridged) / (2.0 * fmax(crowd->h, window)) : INFINITY;
}

// Bridges from here on: one, or twice as many as the last time where that was just before.
static void begin_chain(abSimulation *s, double window) {
    abCrowd *crowd = &s->crowd;
    bool goes_on = since_bridge(s, window) <= 1.0 && crowd->h >= s_longest * window;
    crowd->chain = !goes_on ? 1 : 2 * crowd->chain < CHAIN_MOST ? 2 * crowd->chain : CHAIN_MOST;
    crowd->left = crowd->chain;
}

bool ab_run_is_crowded(abSimulation *s) {
    abCrowd *crowd = &s->crowd;
    if (!ab_crowd_is_possible(s)) {
        crowd->steps = crowd->left = 0;
        crowd->is_still = false;
        return false;
    }
    if (crowd->is_still || crowd->left > 0) {
        return true;
    }
    double window = s_window * ab_crowd_fall_time(s);
    if (!isfinite(window)) {
        return false;
    }
    if (crowd->steps == 0 || !(s->t - crowd->start <= window)) {
        crowd->most = (int64_t)fmin(s_most, s_most_again * fmax(1.0, since_bridge(s, window)));
        crowd->start = s->t;
        crowd->steps = 0;
    }
    bool is_crowded = s->dynamics.rigid.is_unsettled || crowd->steps >= crowd->most;
    s->dynamics.rigid.is_unsettled = false;
    crowd->steps++;
    if (is_crowded) {
        begin_chain(s, window);
    }
    return is_crowded;
}

double ab_crowd_next_length(abSimulation *s) {
    abCrowd *crowd = &s->crowd;
    double window = s_window * ab_crowd_fall_time(s);
    bool goes_on = crowd->is_still || since_bridge(s, window) <= 1.0;
    crowd->h = goes_on ? 2.0 * fmax(crowd->h, 0.5 * window) : window;
    crowd->h = crowd->is_still ? crowd->h : fmin(crowd->h, s_longest * window);
    crowd->h = fmin(crowd->h, s->options.max_step);
    return fmin(crowd->h, s->options.end_time - s->t);
}
