// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// progress.c - whether located events get on, by counts and state, never by a clock.
//
// A change of contact is visible when bodies move otherwise for it before the next one:
//
//   |dv| x + |a| x^2 / 2 >= tolerance,   both by the size of the body, x the time to the next   (1)
//
// with the change dv of its velocity and its acceleration a after it. A hit changes the bodies whose
// velocity jumps, and x ends where one of them is hit again, whatever others do meanwhile. Where points
// stick, slip, part and touch by rounding, one change follows the other and none is visible. Some come
// together in any scene, as many as there are contacts; several times as many in a row are one crowd.
//
// Steps may also crawl without any change: a stiff contact that presses for long has its own period
// followed, though nothing of it is seen. So each run has an account of work, in the time of a fall
// by the smallest body as much as implicit steps of second order would do there: about
// tolerance^(-1/3) of them in a tenth of it. For each visible change as many again as its way asks for,
// (|a| x^2 / (2 tolerance))^(1/3), or (|dv| x / tolerance)^(1/2) as (2) has it, but no more than that: a
// body that flies is worth all of them, a face that claps by rounding a few. What is not spent is kept, up to that of a fall: points that begin to slide, for one, take many steps in a
// short time. An account that is overdrawn is a crawl.
//
// An impact is over soon, and its speed is what counts: places do not see by how much it errs, but
// what was hit flies on with it. With n implicit steps in a contact it errs by about dv/n^2, so for
// the same error of places after its flight, as long as a fall by the smallest body, there have to be
//
//   n = (|dv| flight/(tolerance size))^(1/2)   instead of  (|a| window^2/(tolerance size))^(1/3)  (2)
//
// (|dv| flight/size)^(1/2) tolerance^(-1/6) times as many; it flies no further than its size. Work
// counts so much less for a contact that is young, and by the square root of its age in windows as it
// grows old; where several touch, as for the one for which it counts most. Bodies that are set on each
// other meet by what rounding leaves of their places: so slowly that this is no impact, and nothing
// flies on.
//
// Work is counted in evaluations with one distance for each pair that touches. Where laws ask for
// more, as those of faces do for how a face turns, an evaluation counts as several. Looks at what is
// near at an event do not count: how many are spared by what is known of the last step, which a run
// that is resumed does not know.

#include "method/events/progress.h"

#include <math.h>

#include "math/core/elementary.h"
#include "method/events/tolerances.def"

enum { IN_A_ROW = 8 }; // changes that are not visible, for each contact

double ab_progress_fall_time(const abSimulation *s) {
    const abFlight *flight = &((const abEvents *)s->own)->flight;
    if (flight->is_open) { // as it was when the flights began
        return flight->fall_time;
    }
    double size = INFINITY, g = ab_norm(s->model->gravity.uniform);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        size = body->state >= 0 ? fmin(size, ab_body_size(body)) : size;
    }
    return g > 0.0 && isfinite(size) ? sqrt(size / g) : INFINITY;
}

// A tenth of a fall, no more than a hundredth of the run.                                   [s]
static double window_of(const abSimulation *s) {
    double run = s->options.end_time - s->options.start_time;
    return fmin(s_dense_fall * ab_progress_fall_time(s), s_dense_run * run);
}

void ab_progress_begin(abSimulation *s, abCredit credit) {
    abProgress *progress = &((abEvents *)s->own)->progress;
    *progress =
        (abProgress){.event_time = s->t, .changes = progress->changes, .looked = progress->looked};
    for (size_t b = 0; b < s->model->body_count; b++) { // the next is visible
        progress->changes[b] = (abBodyChange){s->t, 0.0, INFINITY};
    }
    progress->credit = credit == AB_CREDIT_OF_A_FALL ? 1.0 / s_dense_fall : 1.0;
    progress->credited = s->t;
}

// ---- changes ----

// Change of the velocities of a body between two states, by its size.                      [1/s]
static double speed_change(const abSimulation *s, const abBody *body, const double *before) {
    const abStateBlock *block = ab_state_block(body->mobility);
    double size = ab_body_size(body), sum = 0.0;
    int first = body->state + block->speed, turns = first + block->speed_count;
    for (int i = first; i < turns; i++) {
        double change = (s->y[i] - before[i]) / size;
        sum += change * change;
    }
    for (int i = turns; i < turns + block->spin_count; i++) {
        double change = s->y[i] - before[i];
        sum += change * change;
    }
    return sqrt(sum);
}

static bool any_jumps(const abSimulation *s, const double *before) {
    bool any = false;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count && !any; i++) {
        const abBody *body = &s->model->bodies[stepped->bodies[i]];
        any = body->state >= 0 && speed_change(s, body, before) > 0.0;
    }
    return any;
}

// (1) of a body that goes on since its last change until now.
static bool is_visible(const abSimulation *s, const abBodyChange *last) {
    double x = s->t - last->time;
    return last->jump * x + 0.5 * last->acceleration * x * x >= s->options.tolerance;
}

// How many implicit steps the way since a visible change asks for, by those of a window: by the
// acceleration, or by the speed that changed, as (2) counts them; no more than all.
static double share_of_way(const abSimulation *s, const abBodyChange *last) {
    double x = s->t - last->time;
    double bent = ab_cbrt(0.5 * last->acceleration * x * x);
    double struck = sqrt(last->jump * x) / ab_cbrt(sqrt(s->options.tolerance));
    return fmin(1.0, fmax(bent, struck));
}

void ab_progress_note_event(abSimulation *s, const double *before) {
    abProgress *progress = &((abEvents *)s->own)->progress;
    const bool jumps = any_jumps(s, before); // else a force begins or ends, and may move them all
    bool any_visible = false;
    double share = 0.0;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        int b = stepped->bodies[i];
        const abBody *body = &s->model->bodies[b];
        abBodyChange *last = &progress->changes[b];
        double jump = body->state >= 0 ? speed_change(s, body, before) : 0.0;
        if (body->state >= 0 && (jump > 0.0 || !jumps)) {
            const abBodyNow *now = &s->dynamics.mechanics.bodies[b];
            any_visible = any_visible || is_visible(s, last);
            share = is_visible(s, last) ? fmax(share, share_of_way(s, last)) : share;
            double a = ab_norm(now->a) / ab_body_size(body) + ab_norm(now->alpha);
            *last = (abBodyChange){s->t, jump, a};
        }
    }
    progress->credit += share;
    // soft touches far from each other are no crowd
    bool is_next = !any_visible && s->t - progress->event_time <= window_of(s) / IN_A_ROW;
    progress->invisible = is_next ? progress->invisible + 1 : 0;
    progress->event_time = s->t;
}

// The speed of a step changes by its forces, too; of what is hit, the hit is most of it.
bool ab_progress_note_hits(abSimulation *s, const double *before, const bool *is_struck) {
    abProgress *progress = &((abEvents *)s->own)->progress;
    bool any_visible = false;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        abBodyChange *last = &progress->changes[b];
        if (body->state >= 0 && is_struck[b]) {
            any_visible = any_visible || is_visible(s, last);
            *last = (abBodyChange){s->t, speed_change(s, body, before), 0.0};
        }
    }
    return any_visible;
}

// ---- work ----

abWork ab_progress_work(const abSimulation *s) {
    const abMechanics *d = &s->dynamics.mechanics;
    const abProgress *progress = &((const abEvents *)s->own)->progress;
    return (abWork){(double)d->evaluations, (double)(d->proximity_calls - progress->looked)};
}

// By what work counts less for a contact: by (2) with the speed that it began with, until it is old.
static double share_of_contact(const abSimulation *s, const abContactPair *pair, double window) {
    const abBody *A = &s->model->bodies[pair->data->body_a];
    const abBody *B = &s->model->bodies[pair->data->body_b];
    double size = fmin(A->state >= 0 ? ab_body_size(A) : INFINITY,
                       B->state >= 0 ? ab_body_size(B) : INFINITY);
    double flight = window / s_dense_fall;
    double way = fmin(pair->start_speed * flight, size);
    double dearer = way > 0.0 ? sqrt(way / size) / ab_cbrt(sqrt(s->options.tolerance)) : 0.0;
    double least = 1.0 / fmax(1.0, dearer);
    return fmin(1.0, fmax(least, sqrt((s->t - pair->start_time) / window)));
}

// One that is old or gentle is no impact, whatever others are.
static double share_of_impact(const abSimulation *s) {
    double share = 0.0, window = window_of(s);
    for (size_t k = 0; k < s->dynamics.contacts->count && share < 1.0; k++) {
        share = fmax(share, share_of_contact(s, &s->dynamics.contacts->pairs[k], window));
    }
    return share;
}

void ab_progress_spend(abSimulation *s, abWork since) {
    abEvents *own = s->own;
    abProgress *progress = &own->progress;
    abWork now = ab_progress_work(s);
    own->pace.work += fmax(now.evaluations - since.evaluations, now.distances - since.distances);
    size_t contacts = s->dynamics.contacts->count;
    if (contacts > 0) { // implicit steps could not do what flies for less
        double spent = fmax(now.evaluations - since.evaluations,
                            (now.distances - since.distances) / (double)contacts);
        progress->spent += share_of_impact(s) * spent;
    }
}

static bool is_overdrawn(abSimulation *s) {
    abProgress *progress = &((abEvents *)s->own)->progress;
    double worth = s_step_price / ab_cbrt(s->options.tolerance);
    progress->credit += (s->t - progress->credited) / window_of(s) - progress->spent / worth;
    progress->credit = fmin(progress->credit, 1.0 / s_dense_fall);
    progress->credited = s->t;
    progress->spent_since += progress->spent;
    progress->spent = 0.0;
    return progress->credit < 0.0;
}

bool ab_progress_has_ended(abSimulation *s) {
    const abProgress *progress = &((abEvents *)s->own)->progress;
    int64_t contacts = (int64_t)s->dynamics.contacts->count;
    return is_overdrawn(s) || progress->invisible > IN_A_ROW * (1 + contacts);
}

int64_t ab_progress_steps_for_work(const abSimulation *s) {
    const abProgress *progress = &((const abEvents *)s->own)->progress;
    double steps = progress->spent_since / s_step_price; // of a damaged checkpoint any number
    return (int64_t)fmin(fmax(0.0, steps), (double)INT32_MAX);
}
