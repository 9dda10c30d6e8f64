// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_steps.c - implicit steps through places that events do not get through.
//
// Located events need a motion between them. Where many points stick, slip and part by rounding,
// where the modes of friction are not unique or there are none, where contacts come one upon the
// other, no step gets anywhere, though the motion is simple at the scale of the bodies. There the
// run goes on by implicit steps (method/step), in which all contacts are rows of one solution that
// always exists. Their length follows the error of places by the size of the bodies, never by the
// depth of a contact. The longest is a tenth of a fall by the smallest body, and none in which a
// body goes a quarter of its size.
//
// A stretch begins where a step vanishes, no modes are found or impacts at one instant do not end.
// It hands over: contact pairs with what their laws remember, touches that were told, the energy book.
// It ends after `pause` steps in which no point changed its state, or rigid bodies hit each other
// visibly (progress.c): steps end at such hits as events do. The pause doubles with each stretch that
// begins soon after one, and halves after a long time without any.
//
// Laws: friction with states (bristles, Mindlin) is taken as the cone that limits it, which is said
// once. Code of users that gives friction is unknown to the step: the run ends as without this.
//
// Error   of second order where the motion is smooth, of first order at impacts; statistics tell the
//         time spent so.

#include "method/events/dense_steps.h"

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "core/energy_book.h"
#include "core/frames.h"
#include "core/sensors.h"
#include "core/turns.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/evaluate/unpaid_depth.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_project.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"
#include "method/events/after_event.h"
#include "method/events/choose_integrator.h"
#include "method/events/event_watch.h"
#include "method/events/progress.h"
#include "method/events/slips.h"
#include "method/events/tolerances.def"
#include "method/events/touch_events.h"
#include "method/step/step_energy.h"
#include "method/step/step_take.h"
#include "method/steps/steps.h"

enum { FIRST_PAUSE = 10, LARGEST_PAUSE = 1 << 20, FIRST_LEVEL = 4 };

// ---- whether ----

static bool has_states(const abInteraction *interaction) {
    const abTangentialLaw *law = interaction->friction->tangential;
    return law != NULL && !law->is_exact;
}

bool ab_dense_is_possible(const abSimulation *s) {
    const abModel *model = s->model;
    size_t touching = s->dynamics.contacts->count + s->dynamics.rigid.count; // bounces: apart
    bool is_near = touching > 0 || ((const abEvents *)s->own)->progress.invisible > 0;
    bool is_known = is_near && s->dynamics.mechanics.floating == NULL; // such steps know no modes
    for (int i = 0; i < model->interaction_count; i++) {
        is_known = is_known && model->interactions[i].friction->code.open == NULL;
    }
    return is_known && model->rate_level <= AB_LEVEL_MOTION;
}

static void warn_of_cones(abSimulation *s) {
    abDense *dense = &((abEvents *)s->own)->dense;
    for (int i = 0; i < s->model->interaction_count && !dense->was_warned; i++) {
        const abInteraction *interaction = &s->model->interactions[i];
        if (has_states(interaction)) {
            dense->was_warned = true;
            ab_log(&s->log, AB_LOG_WARNING,
                   "implicit steps begin at t = %.9g s; in them the friction law %s is Coulomb's "
                   "cone with its limit, without what its states remember",
                   s->t, interaction->friction->table->name);
        }
    }
}

// ---- how long ----

// A tenth of a fall by the smallest body; without weight a hundredth of the run.              [s]
static double longest_step(const abSimulation *s) {
    double run = s->options.end_time - s->options.start_time;
    double h = fmin(s_dense_fall * ab_progress_fall_time(s), s_dense_run * run);
    return fmin(h, s->options.max_step);
}

// The time in which the first body goes a share of its size.                                 [s]
static double time_to_travel(abSimulation *s) {
    double h = INFINITY;
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBodyNow *now = &s->dynamics.mechanics.bodies[b];
        double size = ab_body_size(&s->model->bodies[b]), speed = ab_norm(now->v);
        if (s->model->bodies[b].state >= 0 && speed > 0.0) {
            h = fmin(h, s_dense_travel * size / speed);
        }
    }
    return h;
}

static double next_length(abSimulation *s) {
    abStepping *own = s->stepping;
    double travel = time_to_travel(s);
    own->longest = longest_step(s);
    while (ab_step_control_length(s) > travel && own->level < AB_STEPPING_LEVELS) {
        own->level++;
    }
    return fmin(ab_step_control_length(s), ab_run_stop(s) - s->t);
}

// ---- in ----

// What slept, stuck or was closed: the step finds this by itself. What tangential states store is
// lost by sliding.
static abResult drop_modes(abSimulation *s, abError *error) {
    abDerivative *d = &s->dynamics;
    memset(d->mechanics.sleeps, 0, s->model->body_count * sizeof *d->mechanics.sleeps);
    d->rigid.count = 0;
    d->rigid.is_unsettled = d->rigid.is_infeasible = false;
    d->contacts->count = 0;
    return ab_run_follow_tangential(s, error);
}

// A pair that was told of goes on in the step, with what its law remembers and stores and as sharp as
// it is: else the step would follow a spring that it cannot see.
static bool hand_over(abSimulation *s, const abContactPair *pairs, const abContactPairNow *now,
                      size_t count) {
    abStep *step = &s->stepping->step;
    abMechanics *d = &s->dynamics.mechanics;
    if (!ab_step_expect(step, count, 0, 0, 0)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        abStepPairCache *cache = &step->waiting[k];
        bool is_rigid = pairs[k].data->is_rigid;
        cache->pair = pairs[k];
        cache->pair.tangential = NULL;
        cache->pair.holds_data = false;
        cache->pair.tangential_count = 0;
        cache->pair.unpaid = 0.0; // the step knows by what is stored
        cache->pair.accumulation_end = INFINITY;
        cache->is_begun = !is_rigid;
        cache->sharpness = ab_step_sharpness(&pairs[k]);
        cache->touches = !is_rigid || pairs[k].is_told;
        cache->touched = cache->touches;
        bool has_surface = pairs[k].data->has_surface; // what it stores is not known
        cache->is_handed_over = !is_rigid && !has_surface;
        cache->stored = cache->is_handed_over ? now[k].normal.energy : has_surface ? -1.0 : 0.0;
        cache->pair.data = ab_pair_data_take(d, pairs[k].shape_a, pairs[k].shape_b);
        if (cache->pair.data == NULL) {
            return false;
        }
    }
    return true;
}

static abResult make_stepping(abSimulation *s, abError *error) {
    if (s->stepping == NULL) {
        AB_TRY(ab_stepping_create(s, true, longest_step(s), s_dense_solver * s->options.tolerance,
                                  error));
    }
    return ab_stepping_grow(s, error);
}

// Contacts, book and counts of a stretch that begins.
static abResult prepare(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    abContactSet *set = d->contacts;
    AB_TRY(make_stepping(s, error));
    abStepping *stepping = s->stepping;
    ab_derivative_energy(d, s->t, s->y);
    size_t count = set->count, room = 0;
    abContactPair *pairs = NULL;
    if (!AB_ARRAY_RESERVE(s->allocator, pairs, room, count)) {
        return ab_no_memory(error, (abPlace){0}, "for contacts");
    }
    if (count > 0) {
        memcpy(pairs, set->pairs, count * sizeof *pairs);
    }
    ab_stepping_begin(stepping);
    ab_pair_data_renew(&d->mechanics);
    set->keeps_patches = true;
    bool ok = hand_over(s, pairs, set->now, count);
    for (size_t k = 0; k < count; k++) {
        if (pairs[k].holds_data) {
            ab_pair_data_leave(&d->mechanics, pairs[k].data);
        }
    }
    AB_ARRAY_FREE(s->allocator, pairs, room);
    if (!ok) {
        return ab_no_memory(error, (abPlace){0}, "for contacts");
    }
    AB_TRY(drop_modes(s, error));
    stepping->step.is_fresh = false; // what does not touch stores nothing
    stepping->level = FIRST_LEVEL;
    stepping->pairs_are_old = true;
    stepping->t0 = s->t;
    memcpy(stepping->y0, s->y, d->mechanics.layout.count * sizeof *s->y);
    own->dense.is_on = true;
    own->dense.quiet = own->dense.followed = 0;
    own->dense.quiet_since = own->dense.followed_since = s->t;
    return AB_OK;
}

// How long the pause before the next try of events is. After one that failed, with the `work` of so
// many implicit steps, it is at least as many: what tries cost is at most half of all.
static void set_pause(abSimulation *s, int64_t work) {
    abDense *dense = &((abEvents *)s->own)->dense;
    bool was_long_ago = s->t - dense->left > 10.0 * dense->stretch;
    if (dense->pause == 0) {
        dense->pause = FIRST_PAUSE;
    } else if (!was_long_ago) {
        int64_t longer = 2 * dense->pause > work ? 2 * dense->pause : work;
        dense->pause = longer < LARGEST_PAUSE ? longer : LARGEST_PAUSE;
    } else {
        dense->pause = dense->pause > FIRST_PAUSE ? dense->pause / 2 : FIRST_PAUSE;
    }
}

// A rigid point that presses and is closed on all the same, faster than the solution errs: no
// impulses keep its bodies apart. NULL: there is none.
static const abStepPoint *pressed_point(const abStep *step) {
    const abStepPoint *worst = NULL;
    double fastest = s_unsolvable * step->scale;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        bool presses = point->is_rigid && ab_dot(point->impulse, point->n) > 0.0;
        double rate = presses && !point->is_frozen ? ab_step_rate(step->bodies, point) : 0.0;
        // what comes from afar and stops where it touches closes too, but does not overlap
        if (rate > fastest && ab_step_end_depth(step, point) > s_unsolvable * rate * step->h) {
            fastest = rate;
            worst = point;
        }
    }
    return worst;
}

// Whether a step can be solved from here; nothing moves.
static abResult try_step(abSimulation *s, bool *can, abError *error) {
    abStepping *own = s->stepping;
    abStepWish wish = {.t = s->t, .h = next_length(s), .tolerance = s->options.tolerance};
    abStepTaken taken;
    int said = ab_events_told(error);
    abResult result = ab_step_take(&own->step, &wish, s->y, own->y0, &taken, error);
    ab_step_forget(&own->step);
    memcpy(own->y0, s->y, s->dynamics.mechanics.layout.count * sizeof *s->y);
    *can = result == AB_OK ? pressed_point(&own->step) == NULL
                           : result == AB_NUMERICS && taken.gain > 0.0; // it was too long
    if (result == AB_NUMERICS) {
        ab_events_take_back(error, said);
        result = AB_OK;
    }
    return result;
}

abResult ab_dense_enter(abSimulation *s, bool *has_entered, abError *error) {
    abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    int n = (int)d->mechanics.layout.count;
    *has_entered = false;
    if (!ab_dense_is_possible(s) || !(ab_run_stop(s) > s->t)) {
        return AB_OK;
    }
    if (!ab_are_finite(s->y, n)) {
        if (own->dense.safe == NULL || !ab_are_finite(own->dense.safe, n)) {
            return AB_OK;
        }
        memcpy(s->y, own->dense.safe, (size_t)n * sizeof *s->y);
    }
    const int64_t work = ab_progress_steps_for_work(s);
    AB_TRY(prepare(s, error));
    ab_progress_begin(s, AB_CREDIT_OF_A_STEP);
    AB_TRY(try_step(s, has_entered, error));
    if (*has_entered) {
        set_pause(s, work);
        warn_of_cones(s);
        ab_step_wake_all(&s->stepping->step);
    }
    return AB_OK;
}

// ---- out ----

// A pair that touches, as events have it.
static bool take_back(abSimulation *s, abStepPairCache *cache) {
    abMechanics *d = &s->dynamics.mechanics;
    abContactPair pair = cache->pair;
    pair.data = ab_pair_data_take(d, pair.shape_a, pair.shape_b);
    if (pair.data == NULL) {
        return false;
    }
    pair.holds_data = true;
    pair.is_new = false;
    pair.is_told = true;
    pair.tangential = NULL;
    pair.accumulation_end = INFINITY;
    if (pair.data->is_rigid) { // what its friction compares with is not known to the step
        const double since = pair.start_time;
        abProximity at;
        ab_pair_proximity(d, pair.shape_a, pair.shape_b, &at);
        if (!ab_contact_pair_begin(d, &pair, s->t, &at)) {
            return false;
        }
        pair.start_time = since;
    }
    return ab_contact_pair_insert(d, &pair);
}

// The steps move bodies apart, and so know of depths that no work has paid for.
static void leave_unpaid(abSimulation *s, const abStepPairCache *caches, size_t count) {
    for (size_t k = 0; k < count; k++) {
        int index = ab_contacts_find(&s->dynamics.mechanics, caches[k].pair.shape_a,
                                     caches[k].pair.shape_b);
        if (index >= 0 && ab_step_carries(&caches[k]) && !caches[k].is_handed_over) {
            ab_unpaid_set(&s->dynamics, s->t, s->y, (size_t)index, caches[k].stored);
        }
    }
}

// Pairs that touch go on; of others the law ends. The step then knows nothing any more.
static abResult take_pairs_back(abSimulation *s, abError *error) {
    abMechanics *d = &s->dynamics.mechanics;
    abStep *step = &s->stepping->step;
    size_t count = 0, room = 0;
    abStepPairCache *touching = NULL;
    if (!AB_ARRAY_RESERVE(s->allocator, touching, room, step->phase.pair_count)) {
        return ab_no_memory(error, (abPlace){0}, "for contacts");
    }
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (cache->touches) {
            touching[count++] = *cache;
        } else {
            ab_step_end_law(step, cache);
        }
    }
    ab_contacts_clear(d);
    ab_step_clear(step);
    ab_pair_data_renew(d);
    d->contacts->keeps_patches = false;
    ab_mechanics_place(d, s->t, s->y);
    bool ok = true;
    for (size_t k = 0; k < count && ok; k++) {
        ok = take_back(s, &touching[k]);
    }
    if (ok) {
        leave_unpaid(s, touching, count);
    }
    AB_ARRAY_FREE(s->allocator, touching, room);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for contacts");
}

// Rigid points that the steps leave a little apart or overlapping, and hardly moving, are closed. What
// that takes or gives is in the book.
static abResult close_points(abSimulation *s, double before, abError *error) {
    abDerivative *d = &s->dynamics;
    double last_h = ((const abEvents *)s->own)->dense.last_h;
    double unseen = 2.0 * last_h * ab_norm(s->model->gravity.uniform);
    double smallest = INFINITY;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        smallest = body->state >= 0 ? fmin(smallest, ab_body_size(body)) : smallest;
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    if (!ab_rigid_find_closed(d, s_dense_gap * smallest, unseen)) {
        return ab_no_memory(error, (abPlace){0}, "for points of contact");
    }
    ab_rigid_take(d);
    for (size_t i = 0; i < d->rigid.count; i++) {
        d->rigid.points[i].carries = true;
        d->rigid.points[i].accumulation_end = INFINITY;
    }
    ab_run_begin_impact(s);
    if (d->rigid.count > 0) {
        ab_rigid_close_gaps(d, s->t, s->y);
        ab_rigid_stop_closing(d, s->t, s->y, INFINITY);
    }
    ab_run_book_lost(s, before);
    return AB_OK;
}

static abResult go_on_by_events(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_look_around(s, error));
    AB_TRY(ab_run_after_event(s, observer, error));
    return ab_run_restart(s, 0.0, error);
}

abResult ab_dense_leave(abSimulation *s, const abObserver *observer, abError *error) {
    abDense *dense = &((abEvents *)s->own)->dense;
    ab_stepping_list_pairs(s);
    double before = ab_run_balance(s, s->t, s->y);
    int said = ab_events_told(error);
    AB_TRY(ab_dense_note(s, error));
    AB_TRY(take_pairs_back(s, error));
    dense->is_on = false;
    dense->left = s->t;
    dense->last_h = s->stepping->step.h;
    bool was_quiet = dense->quiet >= FIRST_PAUSE;
    dense->stretch = s->t - (was_quiet ? dense->quiet_since : dense->followed_since);
    AB_TRY(close_points(s, before, error));
    ab_progress_begin(s, AB_CREDIT_OF_A_STEP);
    abResult result = go_on_by_events(s, observer, error);
    if (result == AB_NUMERICS) { // not yet
        bool has_entered;
        ab_events_take_back(error, said);
        memcpy(s->y, dense->safe, s->dynamics.mechanics.layout.count * sizeof *s->y);
        AB_TRY(ab_dense_enter(s, &has_entered, error));
        result = has_entered ? AB_OK : ab_run_no_step(s, AB_STEP_TOO_SMALL, error);
    }
    return result;
}

static bool any_presses(const abStep *step) {
    bool any = false;
    for (size_t k = 0; k < step->point_count; k++) {
        any = any || ab_dot(step->points[k].impulse, step->points[k].n) > 0.0;
    }
    return any;
}

// After a while without changes, or of steps from one visible hit of rigid bodies to the next, with
// contacts that events can follow in time. What flies needs no implicit steps, however much was tried
// in vain before.
static bool may_leave(const abSimulation *s) {
    const abDense *dense = &((const abEvents *)s->own)->dense;
    const abStep *step = &s->stepping->step;
    bool has_paused = dense->followed >= dense->pause || // what is quiet is followed as well
                      (dense->quiet >= FIRST_PAUSE && !any_presses(step));
    bool all = has_paused && !ab_step_is_at_rest(step);
    for (size_t k = 0; k < step->point_count && all; k++) {
        const abStepPoint *point = &step->points[k];
        const abStepPairCache *cache = &step->caches[point->cache];
        bool presses = ab_dot(point->impulse, point->n) > 0.0 && !point->is_rigid;
        all = !presses || !(cache->sharpness * step->h > 1.0);
    }
    return all;
}

// ---- a step ----

static abResult look_for_pressed(const abSimulation *s, abError *error) {
    const abStep *step = &s->stepping->step;
    const abStepPoint *point = pressed_point(step);
    const abBody *bodies = s->model->bodies;
    if (point == NULL || !(ab_step_end_depth(step, point) >
                           s_pressed_depth * fmin(ab_body_size(&bodies[point->body[0]]),
                                                  ab_body_size(&bodies[point->body[1]])))) {
        return AB_OK;
    }
    return ab_error_add(error, AB_NUMERICS, s->options.place,
                        "rigid contact cannot be solved at t = %.9g s: no forces keep %s and %s "
                        "apart; are they pressed into each other by what is driven or fixed?",
                        s->t, bodies[point->body[0]].name, bodies[point->body[1]].name);
}

// Whether one was hit by a law too stiff for the step, which for events takes time.
static bool any_law_hits(const abStep *step) {
    bool any = false;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        any =
            any || (point->is_impact && !point->is_rigid && ab_dot(point->impulse, point->n) > 0.0);
    }
    return any;
}

// Whether no point changed its state: touches, releases, impacts, sticking. Where bodies move visibly
// from hit to hit, each step ends at one, and does no more than events would.
static void count_quiet(abSimulation *s, int64_t events) {
    abDense *dense = &((abEvents *)s->own)->dense;
    const abStepping *own = s->stepping;
    bool is_quiet = s->clock.event_index == events;
    bool is_seen = ab_progress_note_hits(s, own->y0, own->step.history.is_struck);
    bool is_followed = is_quiet || (is_seen && !any_law_hits(&own->step));
    dense->quiet = is_quiet ? dense->quiet + 1 : 0;
    dense->quiet_since = is_quiet ? dense->quiet_since : s->t;
    dense->followed = is_followed ? dense->followed + 1 : 0;
    dense->followed_since = is_followed ? dense->followed_since : s->t;
}

abResult ab_dense_step(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *stepping = s->stepping;
    bool rests = ab_step_is_at_rest(&stepping->step);
    double stop = ab_run_stop(s), h = rests ? fmin(longest_step(s), stop - s->t) : next_length(s);
    // no sliver of a step at the end
    h = s->t + h > stop - 1e-6 * h ? stop - s->t : h;
    const double whole = h, start = s->t;
    const int64_t events = s->clock.event_index;
    const double factored = stepping->step.factored;
    AB_TRY(ab_stepping_take(s, &h, error));
    stepping->taken++;
    ab_run_note_dense_work(s, rests, stepping->step.factored - factored);
    s->t = h < whole || start + whole < stop - 1e-6 * whole ? start + h : stop;
    s->statistics.steps++;
    s->statistics.dense_steps++;
    s->statistics.dense_time += s->t - start;
    s->statistics.smallest_step = fmin(s->statistics.smallest_step, s->t - start);
    if (!rests) {
        AB_TRY(ab_stepping_finish(s, observer, error));
    }
    AB_TRY(look_for_pressed(s, error));
    count_quiet(s, events);
    AB_TRY(ab_run_notify_frames(s, s->t, observer, error));
    ab_run_count_turns(s);
    AB_TRY(ab_sensors_notify(s, false, observer, error));
    return may_leave(s) ? ab_dense_leave(s, observer, error) : AB_OK;
}

// ---- for the method ----

abResult ab_dense_note(abSimulation *s, abError *error) {
    abDense *dense = &((abEvents *)s->own)->dense;
    size_t n = s->dynamics.mechanics.layout.count;
    if (!AB_ARRAY_RESERVE(s->allocator, dense->safe, dense->safe_capacity, n)) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    ab_set_copy(&s->dynamics.mechanics.stepped, n, dense->safe, s->y);
    return AB_OK;
}

void ab_dense_disturb(abSimulation *s) {
    ab_step_wake_all(&s->stepping->step);
    s->stepping->step.is_fresh = true;
    s->stepping->step.history.h = 0.0;
}

// The pairs that a checkpoint lists, as implicit steps or events see them.
static bool prepare_pairs_for(abSimulation *s, bool steps) {
    abContactSet *set = s->dynamics.contacts;
    for (size_t k = 0; k < set->count; k++) {
        ab_pair_data_leave(&s->dynamics.mechanics, set->pairs[k].data);
    }
    ab_pair_data_renew(&s->dynamics.mechanics);
    set->keeps_patches = steps;
    bool all = true;
    for (size_t k = 0; k < set->count; k++) {
        abContactPair *pair = &set->pairs[k];
        pair->data = ab_pair_data_take(&s->dynamics.mechanics, pair->shape_a, pair->shape_b);
        all = all && pair->data != NULL;
    }
    return all;
}

bool ab_dense_pass(abSimulation *s, abStream *stream) {
    abDense *dense = &((abEvents *)s->own)->dense;
    const bool was_on = dense->is_on;
    AB_PASS(stream, dense->is_on);
    if (stream->is_reading && !stream->is_short && dense->is_on != was_on &&
        !prepare_pairs_for(s, dense->is_on)) {
        return false;
    }
    AB_PASS(stream, dense->was_warned);
    AB_PASS(stream, dense->quiet);
    AB_PASS(stream, dense->pause);
    AB_PASS(stream, dense->quiet_since);
    AB_PASS(stream, dense->followed);
    AB_PASS(stream, dense->followed_since);
    AB_PASS(stream, dense->last_h);
    AB_PASS(stream, dense->left);
    AB_PASS(stream, dense->stretch);
    bool has_stepped = s->stepping != NULL;
    AB_PASS(stream, has_stepped);
    if (!has_stepped || (stream->is_reading && stream->is_short)) {
        return has_stepped == dense->is_on && !stream->is_short;
    }
    if (stream->is_reading) {
        abError error;
        ab_error_clear(&error);
        if (make_stepping(s, &error) != AB_OK) {
            return false;
        }
        ab_step_clear(&s->stepping->step);
        s->stepping->pairs_are_old = false;
    }
    if (!dense->is_on) {
        ab_stepping_pass_said(s->stepping, stream);
        return !stream->is_short;
    }
    return ab_stepping_pass(s, stream);
}

void ab_dense_done(abSimulation *s) {
    abDense *dense = &((abEvents *)s->own)->dense;
    AB_ARRAY_FREE(s->allocator, dense->safe, dense->safe_capacity);
    ab_stepping_destroy(s);
}
