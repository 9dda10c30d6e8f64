// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_take.c - a step of a run: its length, what its end is and what it tells.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "core/watch.h"
#include "derivative/rigid/rigid_start.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/state/place.h"
#include "method/step/step_take.h"
#include "method/steps/steps.h"
#include "method/steps/steps_losses.h"

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for a step");
}

// ---- a step ----

// What sleeps is not looked for in each step, but once as it comes to rest, and in a run that is
// resumed, for its forces. As nothing answers, rows keep their impulses.
static abResult look_around_once(abSimulation *s, abError *error) {
    abStep *step = &s->stepping->step;
    if (s->stepping->has_looked) {
        return AB_OK;
    }
    s->stepping->has_looked = s->stepping->pairs_are_old = true;
    abMechanics *d = &s->dynamics.mechanics;
    const int64_t evaluations = d->evaluations, calls = d->proximity_calls;
    const double length = step->h, placed = step->placed;
    ab_step_predict(step, s->t, s->stepping->longest, s->y);
    bool is_found = ab_step_find(step) && ab_step_solve(step);
    step->h = length;
    step->placed = placed;
    d->evaluations = evaluations; // how often a run was resumed is no work of it
    d->proximity_calls = calls;
    return is_found ? AB_OK : no_memory(error);
}

abResult ab_stepping_take(abSimulation *s, double *h, abError *error) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    size_t n = s->dynamics.mechanics.layout.count;
    memcpy(own->y0, s->y, n * sizeof *s->y);
    own->t0 = s->t;
    if (ab_step_is_at_rest(step)) { // all is as it was
        memset(own->bend, 0, sizeof own->bend);
        own->passing = 0.0;
        own->has_struck = own->has_stretched = false;
        ab_step_states_at_rest(step, s->t, *h, s->y);
        return look_around_once(s, error);
    }
    own->has_looked = false;
    *h = ab_step_control_limit(own, *h);
    abStepWish wish = ab_step_control_wish(s, *h);
    abStepTaken taken;
    abResult result = ab_step_take(step, &wish, own->y0, s->y, &taken, error);
    AB_TRY(ab_run_code_fault(s, error));
    AB_TRY(result);
    *h = taken.h;
    ab_step_control_follow(s, &taken);
    ab_stepping_book(s);
    ab_step_settle(step);
    double stopped = s->options.sleep ? ab_step_fall_asleep(step, s->y) : 0.0;
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] += stopped;
    // what bringing points apart has lifted and stretched, came from nowhere: a negative loss
    double *book = s->y + s->dynamics.mechanics.layout.book;
    book[AB_BOOK_CONTACT_DAMPING] -= step->lifted + step->stretched;
    book[AB_BOOK_DAMPERS] += step->stretched - step->lifted_by_elements;
    book[AB_BOOK_DRIVE] += step->closing.driven;
    return AB_OK;
}

static double stored_at(abSimulation *s, double t, const double *y) {
    ab_mechanics_place(&s->dynamics.mechanics, t, y);
    return ab_spring_energy(&s->dynamics.mechanics);
}

// What force elements store more than at the start of the step is not lost; nor is what they store
// inside of it.
static void book_stored(abSimulation *s) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    if (s->model->force_count == 0) {
        return;
    }
    double middle = 0.5 * (own->t0 + s->t), start = step->elements.stored;
    ab_stepping_state_at(s, middle, step->y_middle);
    double inside = stored_at(s, middle, step->y_middle), end = stored_at(s, s->t, s->y);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_DAMPERS] -= end - start;
    own->has_stretched = true;
    own->stretched[0] = start, own->stretched[1] = end;
    own->stretched_bend = 4.0 * (inside - 0.5 * (start + end));
    own->bend[AB_BOOK_DAMPERS] -= own->stretched_bend;
}

// Inside the step; when all that it lost is in the book.
static void keep_losses_rising(abSimulation *s) {
    abStepping *own = s->stepping;
    const int book = s->dynamics.mechanics.layout.book;
    double lost[AB_BOOK_STATES];
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        lost[i] = s->y[book + i] - own->y0[book + i];
    }
    double stored[2];
    ab_stepping_stored(own, stored);
    own->passing = ab_steps_keep_contacts_rising(lost, stored, own->bend);
    own->stretched_bend += ab_steps_keep_dampers_rising(lost, own->bend);
}

// What moves a frame as told does the work that its body has more at the end, has lost, and has not from
// its contacts.
static void book_frames(abSimulation *s) {
    abMechanics *m = &s->dynamics.mechanics;
    const abModalSteps *modal = &s->stepping->step.modal;
    bool is_placed = false;
    for (int i = 0; i < modal->count; i++) {
        const abModalStep *own = &modal->at[i];
        if (s->model->bodies[own->body].mobility != AB_MOBILITY_PRESCRIBED) {
            continue;
        }
        if (!is_placed) {
            ab_mechanics_place(m, s->t, s->y);
            is_placed = true;
        }
        s->y[m->layout.book + AB_BOOK_DRIVE] +=
            ab_modal_step_energy(own, m) - own->energy + own->loss - own->by_contacts;
    }
}

// What brings limits back has lifted, came from nowhere: a negative loss.
static bool close_links(abSimulation *s) {
    double lifted;
    if (!ab_rigid_close_links(&s->dynamics, s->t, s->y, &lifted)) {
        return false;
    }
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] -= lifted;
    return true;
}

abResult ab_stepping_finish(abSimulation *s, const abObserver *observer, abError *error) {
    if (!close_links(s)) {
        return no_memory(error);
    }
    book_stored(s);
    book_frames(s);
    keep_losses_rising(s);
    ab_run_warn_of_singularity(s);
    ab_stepping_warn_of_sleep(s);
    ab_stepping_tell_of_stiff_forces(s);
    AB_TRY(ab_stepping_notify_pairs(s, observer, error));
    return ab_stepping_notify_links(s, observer, error);
}

// ---- begin and end ----

abResult ab_stepping_create(abSimulation *s, bool is_adaptive, double step, double tolerance,
                            abError *error) {
    abStepping *own = AB_ARENA_NEW(&s->arena, abStepping, 1);
    if (own == NULL) {
        return no_memory(error);
    }
    s->stepping = own;
    own->is_adaptive = is_adaptive;
    own->longest = step;
    own->states = s->dynamics.mechanics.layout.count;
    own->y0 = AB_ARENA_NEW(&s->arena, double, own->states);
    own->is_struck = AB_ARENA_NEW(&s->arena, bool, s->model->body_count);
    if (own->y0 == NULL || own->is_struck == NULL) {
        return no_memory(error);
    }
    AB_TRY(
        ab_step_init(&own->step, &s->dynamics.mechanics, fmax(tolerance, 1e-12), &s->arena, error));
    own->step.allowed = s->options.allowed_overlap;
    own->step.may_sleep = s->options.sleep;
    return AB_OK;
}

void ab_stepping_begin(abStepping *own) {
    own->taken = own->rejected = 0;
    own->level = 0;
    own->trial = own->around = 0.0;
    own->pause = (abStepPause){0};
    own->has_looked = false;
    memset(own->bend, 0, sizeof own->bend);
    own->passing = 0.0;
    own->has_struck = own->has_stretched = false;
    ab_step_clear(&own->step);
}

abResult ab_stepping_grow(abSimulation *s, abError *error) {
    abStepping *own = s->stepping;
    size_t states = s->dynamics.mechanics.layout.count;
    if (states > own->states) {
        own->y0 = AB_ARENA_NEW(&s->arena, double, states);
        own->step.y_middle = AB_ARENA_NEW(&s->arena, double, states);
        if (own->y0 == NULL || own->step.y_middle == NULL) {
            return no_memory(error);
        }
        own->states = states;
    }
    return AB_OK;
}

void ab_stepping_destroy(abSimulation *s) {
    abStepping *own = s->stepping;
    if (own != NULL) {
        ab_step_done(&own->step);
        AB_ARRAY_FREE(s->allocator, own->tangential_states, own->tangential_capacity);
    }
}
