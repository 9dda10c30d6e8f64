// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed.c - method `fixed`: steps of equal length, cut into substeps where rigid bodies collide.
//
// A piece that ends in a collision is taken back and a shorter one is tried: to the time at which
// the gap is expected to be half the contact distance, or half as long. When a colliding gap is
// within its accuracy, all that touches takes part in an impact. Between collisions contacts have
// forces, and gaps are led back to the target by an added acceleration.
//
// Limits  A thin body that passes another within one piece is not seen; substeps are kept short
// enough
//         for thick ones. For motion of high accuracy, and
//         gaps of zero, there is method events; this one shows how methods of fixed order behave.
// Source  the scheme of myPhysicsLab's engine2D (E. Neumann), as its documents describe it.
// Differs from the source: a place that cannot be resolved by going back and forth is brought to
//         the target gap instead of ending the run.

#include "method/fixed/fixed.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/advance.h"
#include "core/checkpoint.h"
#include "core/energy_book.h"
#include "core/frames.h"
#include "core/kept_step.h"
#include "core/method.h"
#include "core/notify.h"
#include "core/sensors.h"
#include "core/simulation_state.h"
#include "core/turns.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/fixed/tolerances.def"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"

enum { HALVE_AFTER = 3, LEAD_AFTER = 30 }; // substeps taken back in a row
enum { MAX_CORRECTIONS = 3 };              // of an estimated time
enum { MAX_SLIDES = 100 };                 // that end in a step, each where it does

static abResult failed(abSimulation *s, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    int bad = ab_mechanics_first_bad_body(&s->dynamics.mechanics, s->y);
    if (bad >= 0) {
        return ab_error_add(error, AB_NUMERICS, s->options.place,
                            "cannot go on at t = %.12g s: the state of body %s is not a finite "
                            "number; a force or a motion grows without bound there",
                            s->t, ab_model_side_name(s->model, bad));
    }
    const abRigidPoint *point = r->worst_point < r->count ? &r->points[r->worst_point] : NULL;
    return ab_error_add(
        error, AB_NUMERICS, s->options.place,
        "cannot go on at t = %.12g s: there are no contact forces%s%s%s%s%s; are they pressed into "
        "each other by what is driven or fixed? a shorter step may help, or method: events",
        s->t, point != NULL ? " that keep " : "",
        point != NULL ? ab_model_side_name(s->model, point->body_a) : "",
        point != NULL ? " and " : "",
        point != NULL ? ab_model_side_name(s->model, point->body_b) : "",
        point != NULL ? " apart" : "");
}

// The pair that is nearest, or deepest, is what holds a step up.
static abResult cut_up(const abSimulation *s, double end, int substeps, abError *error) {
    const abFixed *own = s->own;
    const abFixedRecord *worst = NULL;
    for (size_t i = 0; i < own->record_count; i++) {
        worst = worst == NULL || own->records[i].gap < worst->gap ? &own->records[i] : worst;
    }
    return ab_error_add(
        error, AB_NUMERICS, s->options.place,
        "cannot go on at t = %.12g s: the step to %.9g s is cut into more than %d pieces by "
        "collisions%s%s%s%s%s",
        s->t, end, substeps, worst != NULL ? " of " : "",
        worst != NULL ? ab_model_side_name(s->model, worst->point.body_a) : "",
        worst != NULL ? " and " : "",
        worst != NULL ? ab_model_side_name(s->model, worst->point.body_b) : "",
        worst != NULL ? "; are they pressed into each other by what is driven or fixed?" : "");
}

// ---- going back ----

// Keeps what collides in the state of the end.
static bool keep_collisions(abSimulation *s, double t_end, bool *any) {
    abFixed *own = s->own;
    own->kept_count = 0;
    *any = false;
    for (size_t i = 0; i < own->record_count; i++) {
        abFixedRecord *record = &own->records[i];
        if (ab_fixed_is_colliding(s, record)) {
            if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->kept, own->kept_count + 1)) {
                return false;
            }
            record->must_handle = *any = true;
            record->late_rate = record->rate;
            record->meets = ab_fixed_seen_estimate(s, record, t_end);
            own->kept[own->kept_count++] = *record;
        }
    }
    return true;
}

static abFixedRecord *same_record(abSimulation *s, const abFixedRecord *like) {
    abFixed *own = s->own;
    for (size_t i = 0; i < own->record_count; i++) {
        if (ab_rigid_is_same(&s->dynamics, &own->records[i].point, &like->point)) {
            return &own->records[i];
        }
    }
    return NULL;
}

// The records at the start of the substep: what is near there, and what collided later.
static bool merge_kept(abSimulation *s, double t1, double t2) {
    abFixed *own = s->own;
    for (size_t i = 0; i < own->kept_count; i++) {
        abFixedRecord kept = own->kept[i];
        abRigidNow now;
        ab_rigid_gap(&s->dynamics.mechanics, &kept.point, &now);
        kept.gap = now.gap;
        kept.rate = now.rate;
        ab_fixed_better_estimate(s, &kept, t1, t2);
        abFixedRecord *same = same_record(s, &kept);
        if (same != NULL) {
            *same = kept;
            continue;
        }
        if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->records, own->record_count + 1)) {
            return false;
        }
        size_t place = own->record_count++; // in the order of pairs
        while (place > 0 && own->records[place - 1].pair > kept.pair) {
            own->records[place] = own->records[place - 1];
            place--;
        }
        own->records[place] = kept;
    }
    return true;
}

// ---- impacts ----

static bool is_close_enough(const abSimulation *s, const abFixedRecord *record, bool went_back) {
    const abFixed *own = s->own;
    double high = ab_fixed_target(s) + own->accuracy, low = ab_fixed_target(s) - own->accuracy;
    return ab_fixed_is_contact(s, record) || (record->gap < high && record->gap > low) ||
           (went_back && record->gap > 0.0 && record->gap < high);
}

static bool any_close(const abSimulation *s, bool went_back) {
    const abFixed *own = s->own;
    bool any = false;
    for (size_t i = 0; i < own->record_count; i++) {
        const abFixedRecord *r = &own->records[i];
        bool counts = (r->must_handle || !ab_fixed_is_contact(s, r)) && r->rate < 0.0;
        any = any || (counts && is_close_enough(s, r, went_back));
    }
    return any;
}

static bool pairs(const abSimulation *s, const abFixedRecord *record) {
    return record->gap < s->options.contact_distance;
}

static abResult notify_impacts(abSimulation *s, const abObserver *observer, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        if (!(r->now[i].impulse > s_no_impulse)) {
            continue; // events are of shapes
        }
        abEvent event = {.time = s->t,
                         .kind = AB_EVENT_IMPACT,
                         .body_a = point->body_a + 1,
                         .body_b = point->body_b + 1,
                         .shape_a = point->shape_a,
                         .shape_b = point->shape_b,
                         .link = ab_rigid_link_name(&s->dynamics.mechanics, point),
                         .distance = r->now[i].gap,
                         .speed = -r->now[i].rate,
                         .normal = r->now[i].n,
                         .point = r->now[i].p,
                         .impulse = r->now[i].impulse,
                         .push = r->now[i].push};
        if (event.link == 0) {
            const abInteraction *between =
                ab_model_interaction(s->model, point->shape_a, point->shape_b);
            event.normal_law = between->rule->normal_law + 1;
        }
        AB_TRY(ab_run_notify(s, &event, observer, error));
    }
    return AB_OK;
}

// An impact of all that touches, in which joints take part.
static abResult strike(abSimulation *s, abError *error) {
    abDerivative *d = &s->dynamics;
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    ab_fixed_join_corners(s);
    if (!ab_fixed_list(s, pairs)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    double before = ab_run_begin_impact(s);
    if (!ab_rigid_hit(d, s->t, s->y)) {
        return failed(s, error);
    }
    ab_run_book_impact(s, before);
    return AB_OK;
}

static abResult hit(abSimulation *s, const abObserver *observer, bool *applied, abError *error) {
    AB_TRY(strike(s, error));
    *applied = s->dynamics.hit.largest > s_no_impulse;
    return notify_impacts(s, observer, error);
}

// Rates of joints that forces leave open end, and what then closes is in an impact with them; too
// small to be told as events.
static abResult end_rates(abSimulation *s, abError *error) {
    abDerivative *d = &s->dynamics;
    const abFixed *own = s->own;
    if (d->mechanics.joints == NULL) {
        return AB_OK;
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    double before = ab_run_begin_impact(s);
    if (!ab_joint_stop_gaps(&d->mechanics, s->t, s->y) || !ab_fixed_find(s, s->t, s->y)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    ab_run_book_impact(s, before);
    return own->record_count > 0 ? strike(s, error) : AB_OK;
}

// Also what is seen to collide only within the next piece, however short.
static bool is_stuck(const abSimulation *s, const abFixedRecord *record) {
    return record->must_handle || pairs(s, record);
}

// What going back does not resolve is brought to the target gap, and its approach ended; what that
// lifts or stretches is in the book.
static abResult push_out(abSimulation *s, abError *error) {
    abDerivative *d = &s->dynamics;
    if (!ab_fixed_list(s, is_stuck)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    abEnergyBook before = ab_derivative_energy(d, s->t, s->y);
    d->mechanics.stabilizer.target = ab_fixed_target(s);
    ab_rigid_close_gaps(d, s->t, s->y);
    d->mechanics.stabilizer.target = 0.0;
    abEnergyBook after = ab_derivative_energy(d, s->t, s->y);
    double lost = ab_energy_balance(&before) - ab_energy_balance(&after);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] += lost;
    ab_fixed_tell_push(s, lost);
    return AB_OK;
}

// ---- a step ----

typedef struct Advance {
    double end, substep;
    int stuck;         // substeps taken back in a row
    bool halves;       // the search by halving
    int good;          // substeps in it that were not taken back
    bool has_hit;      // impulses, which end rates of joints, too
    bool has_estimate; // the substep was to end at an estimate
    int corrections;   // of the estimate, by where the substep ended
    int cuts;          // of the substep, where slides end
    int slides;        // substeps that ended so
} Advance;

// The longest piece in which no body moves by more than half the size of the smallest that moves.
static double longest_piece(const abSimulation *s) {
    const abModel *model = s->model;
    double size = INFINITY, speed = 0.0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0 && isfinite(body->bound) && body->bound > 0.0) {
            const abStateBlock *block = ab_state_block(body->mobility);
            const double *v = s->y + body->state + block->speed;
            size = fmin(size, body->bound);
            speed = fmax(speed, sqrt(v[0] * v[0] + v[1] * v[1] +
                                     (block->speed_count > 2 ? v[2] * v[2] : 0.0)));
        }
    }
    return speed > 0.0 ? 0.5 * size / speed : INFINITY;
}

// Frames within the substep just taken, before what its end leads to.
static abResult notify_substep(abSimulation *s, double start, const abObserver *observer,
                               abError *error) {
    abFixed *own = s->own;
    memcpy(own->y0, own->saved, s->dynamics.mechanics.layout.count * sizeof *s->y);
    own->t0 = start;
    if (!ab_fixed_list(s, ab_fixed_is_contact)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    return ab_run_notify_frames(s, s->t, observer, error);
}

// One piece, and what follows from its end.
static abResult take_piece(abSimulation *s, Advance *a, const abObserver *observer,
                           abError *error) {
    abFixed *own = s->own;
    size_t n = s->dynamics.mechanics.layout.count;
    memcpy(own->saved, s->y, n * sizeof *s->y);
    double longest = a->corrections > 0 ? INFINITY : longest_piece(s);
    bool is_inside = a->has_estimate || a->corrections > 0 || a->substep > longest; // of the step
    a->substep = fmin(a->substep, longest);
    double t2 = s->t + a->substep;
    if (!ab_fixed_begin_friction(s)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    abFixedStep step = ab_fixed_integrate(s, s->t, a->substep);
    if (step == AB_FIXED_FAILED) {
        return failed(s, error);
    }
    bool collides = false;
    if (step == AB_FIXED_DONE) {
        s->dynamics.rigid.count = 0; // joints only
        ab_derivative_project(&s->dynamics, t2, s->y);
        if (!ab_fixed_find(s, t2, s->y)) {
            return ab_no_memory(error, (abPlace){0}, "for a step");
        }
    }
    double seen = own->seen; // within the substep when a stage of the step found an overlap
    if (!keep_collisions(s, seen, &collides)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    double later =
        !collides && is_inside && a->corrections < MAX_CORRECTIONS ? ab_fixed_later_by(s) : 0.0;
    if (later != 0.0 && a->substep + later > 0.0 && t2 + later < a->end) {
        memcpy(s->y, own->saved, n * sizeof *s->y);
        a->substep += later;
        a->corrections++;
        return AB_OK;
    }
    // where slides end in event accumulation, substeps get no shorter, and what they overshoot is ended
    bool is_accumulation = a->slides > MAX_SLIDES;
    double shortest = is_accumulation ? s->options.step / MAX_SLIDES : 0.0;
    double share = collides ? 1.0 : ab_fixed_slide_end(s, t2, a->cuts);
    if (share < 1.0 && a->substep > shortest) {
        memcpy(s->y, own->saved, n * sizeof *s->y);
        a->substep = fmax(share * a->substep, shortest);
        a->cuts++;
        return AB_OK;
    }
    if (!collides && ab_fixed_lets_go(s)) {
        memcpy(s->y, own->saved, n * sizeof *s->y);
        return AB_OK;
    }
    a->slides += a->cuts > 0 && !collides;
    a->corrections = a->cuts = 0;
    bool went_back = collides;
    if (went_back) {
        memcpy(s->y, own->saved, n * sizeof *s->y);
        if (!ab_fixed_find(s, s->t, s->y) || !merge_kept(s, s->t, seen)) {
            return ab_no_memory(error, (abPlace){0}, "for a step");
        }
        a->stuck++;
        a->good = 0;
        a->halves = a->halves || a->stuck >= HALVE_AFTER;
    } else {
        s->t = t2;
        own->lifted += own->lifting;
        if (!ab_fixed_end_friction(s, is_accumulation)) {
            return failed(s, error);
        }
        s->statistics.steps++;
        s->statistics.smallest_step = fmin(s->statistics.smallest_step, a->substep);
        a->stuck = a->substep > s_progress ? 0 : a->stuck;
        a->halves = a->halves && ++a->good < 2;
        a->halves = a->halves || a->has_estimate;
        for (size_t i = 0; i < own->record_count; i++) {
            own->records[i].meets = ab_fixed_seen_estimate(s, &own->records[i], s->t);
        }
        AB_TRY(notify_substep(s, t2 - a->substep, observer, error));
    }
    bool handled = false;
    if (any_close(s, went_back)) {
        AB_TRY(hit(s, observer, &handled, error));
        a->halves = !handled;
        a->has_hit = a->has_hit || handled;
    }
    if (a->stuck >= LEAD_AFTER) {
        AB_TRY(push_out(s, error));
        a->stuck = 0;
        a->halves = false;
    }
    double rest = a->end - s->t, meets = ab_fixed_earliest(own, s->t + s_time_rounding);
    a->has_estimate = false;
    if (handled) {
        a->substep = rest;
    } else if (a->halves) {
        a->substep = went_back ? 0.5 * a->substep : fmin(a->substep, rest);
    } else if (went_back && meets < t2) {
        a->substep = meets - s->t;
        a->has_estimate = true;
    } else if (went_back) {
        a->halves = true;
        a->substep *= 0.5;
    } else {
        a->substep = rest;
    }
    a->substep = fmin(a->substep, rest);
    return AB_OK;
}

static abResult advance(abSimulation *s, const abObserver *observer, abError *error) {
    double end = ab_run_planned_end(s);
    bool is_whole = end <= s->stop_time;
    end = is_whole ? end : s->stop_time; // a change from outside, the next step ends as planned
    Advance a = {.end = end, .substep = end - s->t};
    enum { MAX_COUNT = 20000 };
    for (int i = 0; end - s->t > s_time_rounding * fmax(1.0, fabs(end)) * 4.0; i++) {
        if (i == MAX_COUNT) {
            return cut_up(s, end, MAX_COUNT, error);
        }
        AB_TRY(take_piece(s, &a, observer, error));
    }
    s->t = end;
    ab_fixed_watch_work(s);
    if (s->options.hold_joints == AB_HOLD_SPEEDS && !a.has_hit) {
        AB_TRY(end_rates(s, error));
    }
    // a frame at the end of the step, if the substeps ended a rounding before it
    if (!ab_fixed_find(s, s->t, s->y) || !ab_fixed_list(s, ab_fixed_is_contact)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    AB_TRY(ab_run_notify_frames(s, s->t, observer, error));
    ab_run_count_turns(s);
    return ab_sensors_notify(s, false, observer, error);
}

// ---- begin and end ----

static abResult create(abSimulation *s, abError *error) {
    const abModel *model = s->model;
    abFixed *own = AB_ARENA_NEW(&s->arena, abFixed, 1);
    size_t n = s->dynamics.mechanics.layout.count, shapes = model->shape_count;
    if (own == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    s->own = own;
    double **arrays[] = {&own->y0,        &own->saved,     &own->trial,     &own->begin,
                         &own->k[0],      &own->k[1],      &own->k[2],      &own->k[3],
                         &own->levels[0], &own->levels[1], &own->levels[2], &own->levels[3],
                         &own->levels[4]};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = AB_ARENA_NEW(&s->arena, double, n);
        if (*arrays[i] == NULL) {
            return ab_no_memory(error, (abPlace){0}, "for a step");
        }
    }
    own->pairs = AB_ARENA_NEW(&s->arena, abContactPair, shapes * shapes / 2 + 1);
    own->is_paired = AB_ARENA_NEW(&s->arena, bool, shapes + 1);
    own->boxes = AB_ARENA_NEW(&s->arena, abBox, shapes + 1);
    if (own->pairs == NULL || own->is_paired == NULL || own->boxes == NULL ||
        !ab_fixed_create_work(s)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    for (int a = 0; a < (int)shapes; a++) {
        for (int b = a + 1; b < (int)shapes; b++) {
            const abInteraction *interaction = ab_model_interaction(model, a, b);
            if (ab_model_may_touch(model, a, b) && interaction != NULL &&
                ab_interaction_is_rigid(interaction)) {
                abContactPair *pair = &own->pairs[own->pair_count++];
                own->is_paired[a] = own->is_paired[b] = true;
                *pair = (abContactPair){.shape_a = a, .shape_b = b, .accumulation_end = INFINITY};
                pair->data = ab_pair_data_take(&s->dynamics.mechanics, a, b);
                if (pair->data == NULL) {
                    return ab_no_memory(error, (abPlace){0}, "for a step");
                }
            }
        }
    }
    own->accuracy = s->options.collision_accuracy * ab_fixed_target(s);
    s->dynamics.contacts->margin = s->options.contact_distance;
    s->dynamics.rigid.finds_modes = ab_fixed_has_friction(s);
    s->dynamics.mechanics.stabilizer.pace = ab_fixed_pace(s);
    s->dynamics.mechanics.stabilizer.joints_drift = s->options.hold_joints != AB_HOLD_PLACES;
    return AB_OK;
}

static void destroy(abSimulation *s) {
    abFixed *own = s->own;
    if (own != NULL) {
        ab_arrays_free(s->allocator, &own->arrays);
    }
}

static abResult start(abSimulation *s, const abObserver *observer, abError *error) {
    (void)observer;
    bool ok = ab_fixed_find(s, s->t, s->y) && ab_fixed_list(s, ab_fixed_is_contact);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for a step");
}

static abResult restart(abSimulation *s, abError *error) {
    (void)s, (void)error;
    return AB_OK;
}

static void follow(abSimulation *s, const abSimulation *old) {
    abFixed *own = s->own;
    (void)old;
    own->t0 = s->t;
}

// Velocities are linear in a substep, positions quadratic.
static void state_at(abSimulation *s, double t, double *y) {
    const abFixed *own = s->own;
    size_t n = s->dynamics.mechanics.layout.count;
    double h = s->t - own->t0, x = h > 0.0 ? fmin(1.0, (t - own->t0) / h) : 1.0;
    for (size_t i = 0; i < n; i++) {
        y[i] = x < 1.0 ? own->y0[i] + x * (s->y[i] - own->y0[i]) : s->y[i];
    }
    for (size_t b = 0; b < s->model->body_count && x < 1.0; b++) {
        const abBody *body = &s->model->bodies[b];
        int speed = body->state + ab_state_block(body->mobility)->speed;
        for (int i = 0; i < 3 && body->state >= 0; i++) { // of planar bodies also the angle
            int v = speed + i;
            y[body->state + i] -= 0.5 * x * (1.0 - x) * h * (s->y[v] - own->y0[v]);
        }
    }
}

static int polynomial(abSimulation *s, double *start, double *length, double *c) {
    const abFixed *own = s->own;
    *start = own->t0;
    *length = s->t - own->t0;
    return ab_kept_quadratic(s, *length, own->y0, s->y, 3, c);
}

static bool pass(abSimulation *s, abStream *stream) {
    abFixed *own = s->own;
    ab_stream_pass(stream, &own->t0, sizeof own->t0);
    ab_stream_pass(stream, own->y0, s->dynamics.mechanics.layout.count * sizeof *own->y0);
    AB_PASS(stream, own->most_lost);
    AB_PASS(stream, own->lets_go);
    AB_PASS(stream, own->lifted);
    AB_PASS(stream, own->is_told);
    AB_PASS(stream, own->is_told_of_push);
    return !stream->is_short;
}

static void finish(abSimulation *s) {
    static const char *const names[] = {[6] = "euler", [7] = "heun", [9] = "adaptive"};
    int integrator = s->options.integrator;
    bool is_named = integrator == 6 || integrator == 7 || integrator == 9;
    s->statistics.integrator = is_named ? names[integrator] : "rk4";
}

const abMethod ab_method_fixed = {.create = create,
                                  .destroy = destroy,
                                  .start = start,
                                  .restart = restart,
                                  .follow = follow,
                                  .step = advance,
                                  .state_at = state_at,
                                  .polynomial = polynomial,
                                  .pass = pass,
                                  .finish = finish};
