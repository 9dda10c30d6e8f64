// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_control.c - the lengths of the steps of a run.
//
// Lengths are `step` by powers of two, so that what the solver knows of the last step is of use. A
// step that errs too much is halved (step_take.c); the next is twice as long when the error would
// then be small enough with room to spare. After one that was halved because of a surface,
// which would have made energy, the next are at most twice as long, each as the one before. Where points
// make energy in long steps again and again, more and more short ones come between the tries.

#include "core/checkpoint.h"
#include "core/simulation_state.h"
#include "method/steps/steps.h"
#include "method/steps/tolerances.def"

enum { HALVINGS = 16, LONGEST_PAUSE = 64 };

double ab_step_control_length(const abSimulation *s) {
    const abStepping *own = s->stepping;
    double h = own->longest;
    for (int i = 0; i < own->level; i++) {
        h *= 0.5;
    }
    return h;
}

abStepWish ab_step_control_wish(const abSimulation *s, double h) {
    const abStepping *own = s->stepping;
    abStepWish wish = {.t = s->t, .h = h, .halvings_by_energy = HALVINGS};
    if (own->is_adaptive) {
        wish.tolerance = s->options.tolerance;
        wish.ends_at_hits = true;
        wish.halvings_by_error = AB_STEPPING_LEVELS - own->level;
    }
    return wish;
}

// What presses by a surface is followed through its contact by steps that see it; a point that is too
// stiff hits in one of any length.
static bool is_cut_by_surface(const abStepping *own, const abStepTaken *taken) {
    bool is_cut = taken->cut == AB_STEP_CUT_BY_ENERGY && taken->pair >= 0;
    return is_cut && own->step.caches[taken->pair].pair.data->has_surface;
}

// A step that ended before a hit is followed by one of the length `around` with the hit in it; where
// it is not there, by longer ones. Where hits follow closely on each other, lengths adapt to that:
// what a long step tells of a hit far away is of little use.
static void follow_hits(abStepping *own, const abStepTaken *taken, double length) {
    if (taken->around > 0.0) {
        own->around = taken->around;
        own->level += taken->h < 0.5 * length && own->level < AB_STEPPING_LEVELS ? 1 : 0;
    } else {
        own->around = taken->is_hit || own->around >= length ? 0.0 : s_farther * own->around;
    }
}

// A step that ended earlier, or was to be short, says nothing of longer ones.
static void follow_error(abStepping *own, const abStepTaken *taken, double length) {
    bool is_whole = taken->h >= s_whole * length;
    if (is_whole && taken->error < s_level_room && own->level > 0) {
        own->level--;
    }
}

// A tower may stand in steps of one length and shake in those of another: where a longer step is tried
// in vain soon after the last one, the pause before the next try is twice as long.
static void follow_cuts(abStepPause *pause, const abStepTaken *taken, bool is_cut) {
    pause->left -= pause->left > 0 ? 1 : 0;
    if (!is_cut) {
        pause->since += pause->since < 2 * LONGEST_PAUSE ? 1 : 0;
        return;
    }
    bool is_soon = pause->length > 0 && pause->since <= 2 * pause->length;
    int longer = 2 * pause->length < LONGEST_PAUSE ? 2 * pause->length : LONGEST_PAUSE;
    pause->length = is_soon ? longer : 1;
    pause->left = is_soon ? longer : 0;
    pause->since = 0;
    pause->h = taken->h;
}

double ab_step_control_limit(const abStepping *own, double h) {
    h = own->pause.left > 0 ? fmin(own->pause.h, h) : h;
    h = own->trial > 0.0 ? fmin(own->trial, h) : h;
    return own->around > 0.0 ? fmin(own->around, h) : h;
}

void ab_step_control_follow(abSimulation *s, const abStepTaken *taken) {
    abStepping *own = s->stepping;
    const bool by_surface = is_cut_by_surface(own, taken);
    if (by_surface || (own->trial > 0.0 && taken->h >= own->trial)) {
        own->trial = 2.0 * taken->h;
    }
    own->trial = own->trial < own->longest ? own->trial : 0.0;
    follow_cuts(&own->pause, taken, taken->cut == AB_STEP_CUT_BY_ENERGY && !by_surface);
    own->rejected += taken->solved - 1;
    own->level += taken->halved;
    if (own->is_adaptive) {
        follow_hits(own, taken, ab_step_control_length(s));
        follow_error(own, taken, ab_step_control_length(s));
    }
}

bool ab_step_control_pass(abSimulation *s, abStream *stream) {
    abStepping *own = s->stepping;
    abStepHistory *history = &own->step.history;
    AB_PASS(stream, own->level);
    AB_PASS(stream, own->pause.length);
    AB_PASS(stream, own->pause.left);
    AB_PASS(stream, own->pause.since);
    AB_PASS(stream, own->pause.h);
    AB_PASS(stream, own->trial);
    AB_PASS(stream, own->around);
    AB_PASS(stream, history->h);
    AB_PASS(stream, own->step.placed);
    AB_PASS(stream, own->rejected);
    for (size_t i = 0; i < s->model->body_count; i++) {
        AB_PASS(stream, history->was_struck[i]);
    }
    for (size_t i = 0; i < 2 * s->model->body_count; i++) {
        AB_PASS(stream, history->last[i].x);
        AB_PASS(stream, history->last[i].y);
        AB_PASS(stream, history->last[i].z);
    }
    const abStepPause *pause = &own->pause;
    bool is_sound = pause->length >= 0 && pause->length <= LONGEST_PAUSE && pause->left >= 0 &&
                    pause->left <= LONGEST_PAUSE && pause->since >= 0 &&
                    pause->since <= 2 * LONGEST_PAUSE && (pause->left == 0 || pause->h > 0.0);
    return is_sound && own->level >= 0 && own->level <= AB_STEPPING_LEVELS;
}
