// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_pairs.c - what a step says of contacts: events, the energy book.
//
// An impulse p does the work p (u_0 + u_1)/2 on the bodies, exactly. What a law does not store of
// it is lost. A pair touches when it pressed in the step, or overlaps at its end; touches are
// placed in the step by the gap and the closing speed, releases at its end.

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "core/notify.h"
#include "core/simulation_state.h"
#include "core/watch.h"
#include "derivative/evaluate/evaluate.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_set.h"
#include "method/step/step_energy.h"
#include "method/step/step_take.h"
#include "method/steps/steps.h"
#include "method/steps/steps_losses.h"

// ---- the energy book ----

static bool is_prescribed(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].mobility == AB_MOBILITY_PRESCRIBED;
}

// What drives do to hold prescribed bodies against an impulse on B.
static double drive_work(const abStep *step, const abStepPoint *point) {
    const abModel *model = step->mechanics->model;
    double work = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = point->body[side];
        if (is_prescribed(model, b)) {
            abVec3 arm = point->arm[side];
            abVec3 v = ab_scale(0.5, ab_add(step->v0[b], step->free[b].v));
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->free[b].w));
            double power = ab_dot(point->impulse, ab_add(v, ab_cross(w, arm)));
            power += ab_dot(point->moment, w);
            work += side == 0 ? power : -power;
        }
    }
    return work;
}

// Work of the impulses of joints, or of limits and ropes, on the bodies that can move.
static double link_work(const abStep *step, bool of_limits) {
    double work = 0.0, impulse = 0.0;
    size_t first = of_limits ? step->joint_link_count : 0;
    size_t end = of_limits ? ab_step_first_element_link(step) : step->joint_link_count;
    for (size_t k = first; k < end; k++) {
        const abConeLink *link = &step->links[k];
        impulse = link->goes_on ? impulse : link->impulse;
        for (int side = 0; side < 2; side++) {
            int b = link->body[side];
            if (b >= 0 && step->mechanics->model->bodies[b].state >= 0) {
                abVec3 v = ab_add(step->v0[b], step->bodies[b].v);
                abVec3 w = ab_add(step->w0[b], step->bodies[b].w);
                work += 0.5 * impulse *
                        (ab_dot(link->linear[side], v) + ab_dot(link->angular[side], w));
            }
        }
    }
    return work;
}

// Losses at one point but for what its law stores, and their bend within the step, as way and work
// there are quadratic.
static void book_point(const abStep *step, const abStepPoint *point, double *book, double *bend) {
    abStepMotion motion = ab_step_motion(step, point);
    double pressing = ab_dot(point->impulse, point->n);
    double normal = pressing * ab_dot(motion.mean, point->n);
    double bent = 0.5 * pressing * ab_dot(motion.change, point->n);
    book[AB_BOOK_CONTACT_DAMPING] -= normal;
    book[AB_BOOK_SLIDING] -= ab_dot(point->impulse, motion.mean) - normal;
    book[AB_BOOK_DRIVE] += drive_work(step, point);
    bend[AB_BOOK_CONTACT_DAMPING] += bent;
    bend[AB_BOOK_SLIDING] += 0.5 * ab_dot(point->impulse, motion.change) - bent;
    book[AB_BOOK_ROLLING] -= ab_dot(point->moment, motion.mean_turn);
    bend[AB_BOOK_ROLLING] += 0.5 * ab_dot(point->moment, motion.change_turn);
}

static void book_points(const abStep *step, double *book, double *bend) {
    double lost[AB_BOOK_STATES] = {0.0};
    for (size_t k = 0; k < step->point_count; k++) {
        if (!step->points[k].is_frozen && step->points[k].surface < 0) {
            book_point(step, &step->points[k], lost, bend);
        }
    }
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepStore store = ab_step_store(step, &step->caches[step->phase.pairs[k].slot]);
        lost[AB_BOOK_CONTACT_DAMPING] -= store.end - store.before;
    }
    ab_steps_join_losses(lost, bend);
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] += lost[i];
    }
}

// What surfaces stored that have come apart between two steps.
static double left_behind(const abStep *step) {
    double left = 0.0;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        bool has_none = cache->pair.data->has_surface && cache->surface < 0 && !cache->is_frozen;
        left += has_none && cache->touches ? fmax(0.0, cache->stored) : 0.0;
    }
    return left;
}

void ab_stepping_book(abSimulation *s) {
    abStepping *own = s->stepping;
    const abStep *step = &own->step;
    double *book = s->y + s->dynamics.mechanics.layout.book;
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] += step->h * s->dynamics.mechanics.book_rates[i];
        own->bend[i] = 0.0;
    }
    book_points(step, book, own->bend);
    for (size_t k = 0; k < step->surface_count; k++) {
        ab_step_book_surface(step, &step->surfaces[k], book, own->bend);
    }
    book[AB_BOOK_CONTACT_DAMPING] += left_behind(step);
    own->bend[AB_BOOK_CONTACT_DAMPING] += ab_stepping_mark_struck(own);
    for (int i = 0; i < step->modal.count; i++) {
        own->bend[AB_BOOK_CONTACT_DAMPING] += step->modal.at[i].bend;
    }
    ab_step_book_elements(step, book, own->bend);
    book[AB_BOOK_DRIVE] += link_work(step, false);
    book[AB_BOOK_CONTACT_DAMPING] -= link_work(step, true);
}

// ---- events ----

// Of all points of a pair that met in the step; 0 when none did.
static double impact_of(const abStep *step, const abStepPairCache *cache) {
    double sum = 0.0;
    bool any = false;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double pressing = ab_dot(point->impulse, point->n);
        any = any || (point->is_impact && pressing > 0.0);
        sum += pressing;
    }
    return any ? sum : 0.0;
}

// Of a surface when the depth of its point vanishes; else the end of the step.
static double release_time(const abSimulation *s, const abStepPoint *point) {
    const abStep *step = &s->stepping->step;
    double start = point->depth - 0.5 * step->h * point->start_rate;
    double end = ab_step_end_depth(step, point);
    bool is_seen = point->surface >= 0 && start > 0.0 && end < 0.0;
    return is_seen ? step->t + step->h * start / (start - end) : s->t;
}

static abResult notify(abSimulation *s, abStepPairCache *cache, const abStepPoint *point,
                       abEventKind kind, const abObserver *observer, abError *error) {
    const abStep *step = &s->stepping->step;
    double gap = 0.5 * step->h * point->start_rate - point->depth;
    double later = point->start_rate > 0.0 ? fmax(0.0, gap) / point->start_rate : 0.0;
    abEvent event = {
        .time = kind == AB_EVENT_RELEASE ? release_time(s, point) : fmin(step->t + later, s->t),
        .kind = kind,
        .body_a = cache->pair.data->body_a + 1,
        .body_b = cache->pair.data->body_b + 1,
        .shape_a = cache->pair.shape_a,
        .shape_b = cache->pair.shape_b,
        .distance = kind == AB_EVENT_RELEASE ? -ab_step_end_depth(step, point) : 0.0,
        .speed = kind == AB_EVENT_RELEASE ? point->rate : point->start_rate,
        .normal = point->n,
        .point = point->p,
    };
    ab_contact_pair_tell_law(&cache->pair, &event);
    if (kind == AB_EVENT_TOUCH) {
        cache->pair.start_time = event.time;
        cache->pair.start_speed = fmax(0.0, point->start_rate);
        cache->pair.deepest = 0.0;
    } else if (kind == AB_EVENT_IMPACT) {
        event.impulse = impact_of(step, cache);
    } else {
        event.depth = cache->pair.deepest;
        event.duration = event.time - cache->pair.start_time;
        ab_step_end_law(&s->stepping->step, cache);
    }
    return ab_run_notify(s, &event, observer, error);
}

// What came apart between two steps.
static abResult notify_parting(abSimulation *s, abStepPairCache *cache, const abObserver *observer,
                               abError *error) {
    const abVec3 p = ab_proximity_middle(&cache->at);
    abStepPoint point = {.n = cache->at.n_AB_W, .p = p, .surface = -1};
    return notify(s, cache, &point, AB_EVENT_RELEASE, observer, error);
}

// The point of a pair that presses most, or is deepest.
static const abStepPoint *foremost(const abStep *step, const abStepPairCache *cache,
                                   bool *touches) {
    const abStepPoint *best = NULL;
    double maximum = 0.0, deepest = -INFINITY;
    *touches = false;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double pressing = ab_dot(point->impulse, point->n), depth = ab_step_end_depth(step, point);
        if (point->surface >= 0) { // released as soon as it is apart
            depth = step->surfaces[point->surface].end_depth;
            bool stores = step->surfaces[point->surface].stored > 0.0; // maybe in other places
            *touches = depth > 0.0 || stores || (pressing > 0.0 && !cache->touches);
        } else {
            *touches = *touches || pressing > 0.0 || (!point->is_rigid && depth > 0.0);
        }
        if (best == NULL || pressing > maximum || (pressing == maximum && depth > deepest)) {
            best = point;
            maximum = pressing;
            deepest = depth;
        }
    }
    return best;
}

// The greatest depth within the step, which is quadratic in time; of other contacts that at its
// end.
static double greatest_depth(const abStep *step, const abStepPoint *point) {
    double start = point->start_rate, end = point->rate;
    if (point->surface < 0 || !(start > 0.0 && end < 0.0)) {
        return (1.0 - point->slower) * ab_step_end_depth(step, point);
    }
    double h = step->h;
    return point->depth - 0.5 * h * start + 0.5 * h * start * start / (start - end);
}

static void note_depth(abSimulation *s, abStepPairCache *cache, const abStepPoint *point) {
    const abStep *step = &s->stepping->step;
    double depth = fmax(greatest_depth(step, point), cache->overlap);
    ab_run_warn_of_ignored(s, &cache->pair, depth, s->t);
    cache->pair.deepest = fmax(cache->pair.deepest, depth);
    abStatistics *st = &s->statistics;
    if (depth > st->worst_depth && !cache->pair.data->interaction->normal->has_no_force) {
        st->worst_depth = depth;
        st->worst_depth_time = s->t;
        st->worst_depth_bodies[0] = cache->pair.data->body_a + 1;
        st->worst_depth_bodies[1] = cache->pair.data->body_b + 1;
    }
}

static abResult notify_parted(abSimulation *s, const abObserver *observer, abError *error) {
    abStep *step = &s->stepping->step;
    if (!ab_step_find_parted(step)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    abResult result = AB_OK;
    for (size_t k = 0; k < step->parted_count && result == AB_OK; k++) {
        result = notify_parting(s, &step->parted[k], observer, error);
    }
    ab_step_drop_parted(step);
    return result;
}

abResult ab_stepping_notify_pairs(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    AB_TRY(notify_parted(s, observer, error));
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        bool touches;
        const abStepPoint *point = foremost(step, cache, &touches);
        if (cache->is_frozen) {
            continue;
        }
        if (point == NULL) {
            if (cache->touches) {
                AB_TRY(notify_parting(s, cache, observer, error));
            }
            ab_step_end_law(&own->step, cache);
            cache->touches = cache->touched = false;
            continue;
        }
        cache->touched = cache->touches;
        cache->touches = touches;
        if (touches != cache->touched) {
            AB_TRY(notify(s, cache, point, touches ? AB_EVENT_TOUCH : AB_EVENT_RELEASE, observer,
                          error));
        }
        if (impact_of(step, cache) > 0.0) {
            AB_TRY(notify(s, cache, point, AB_EVENT_IMPACT, observer, error));
        }
        if (touches) {
            note_depth(s, cache, point);
        }
    }
    own->pairs_are_old = true;
    return AB_OK;
}

static bool knows_stored(const abStepPairCache *cache) {
    return cache->surface >= 0 ? cache->stored >= 0.0 : ab_step_carries(cache);
}

void ab_stepping_stored(const abStepping *own, double stored[2]) {
    const abStep *step = &own->step;
    stored[0] = stored[1] = 0.0;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (!cache->is_frozen && knows_stored(cache)) {
            stored[0] += fmax(0.0, cache->stored_before);
            stored[1] += fmax(0.0, cache->stored);
        }
    }
}

// What a pair stores belongs to it from step to step: a law that is too stiff for the steps would
// store far more at the depth that its shapes have in passing. A pair that comes apart in the step is
// not listed any more, and gives back what it stored until the step's end.
static double stored_by_contacts(abSimulation *s, double x) {
    abStepping *own = s->stepping;
    const abStep *step = &own->step;
    abContactSet *set = s->dynamics.mechanics.contacts;
    double beside = x * (1.0 - x) * own->passing;
    size_t next = 0;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        const abContactPair *pair = next < set->count ? &set->pairs[next] : NULL;
        bool is_listed = pair != NULL && cache->pair.shape_a == pair->shape_a &&
                         cache->pair.shape_b == pair->shape_b;
        bool is_known = knows_stored(cache);
        double stored = cache->stored_before + x * (cache->stored - cache->stored_before);
        if (is_listed) {
            double *energy = &set->now[next++].normal.energy;
            *energy = !step->is_fresh && is_known ? stored : *energy;
        } else if (!step->is_fresh && is_known && !cache->is_frozen && x < 1.0) {
            beside += stored;
        }
    }
    return beside + ab_derivative_contact_energy(&s->dynamics);
}

void ab_stepping_amend_stores(abSimulation *s, double t, abEnergyBook *book) {
    const abStepping *own = s->stepping;
    double x = s->t > own->t0 ? (t - own->t0) / (s->t - own->t0) : 1.0;
    book->contacts = stored_by_contacts(s, x);
    if (own->has_stretched && x < 1.0) { // (2) of steps_losses.c
        book->springs = own->stretched[0] + x * (own->stretched[1] - own->stretched[0]) +
                        x * (1.0 - x) * own->stretched_bend;
    }
}
