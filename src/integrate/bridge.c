// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bridge.c - a short step of finite length where events of rigid contact crowd.
//
// With dry friction at several points of flat faces, stick, slip and parting can alternate without
// end: forces there are not unique, bodies rock by rounding, and each change is an event. When more
// steps than `s_most` have been taken within `s_window` of a fall by the size of the smallest body,
// one step h goes over it at the level of velocities [Moreau1988]; soon after one fewer are enough:
//
//   v* = v + h a(without contact), by the midpoint;   v+ = v* + M^-1 J' p,                     (1)
//   with the impulses p of a plastic impact with Coulomb friction at all points that close in h,
//   q+ = q + h v+ of bodies that points hit, q + h (v + v+)/2 of others                        (2)
//
// What would chatter is stopped; (2) never adds energy. Where it crowds again at once, h doubles.
// Bodies that stand stay where they are: their state does not change, and h doubles without limit,
// up to where something reaches them.
//
// Error   of bodies that are hit about g h^2/2: 5e-7 of the size at the first h, 3e-5 at the
// longest;
//         of others, flying or sliding, of the third order. The energy of it is in the book, as
//         lost by sliding.
// Source  [Moreau1988]; [AcaryBrogliato2008] ch. 10 for the change of methods.

#include <string.h>

#include "base/array.h"
#include "integrate/run.h"

static const double s_window = 1e-3;
static const double s_most = 300.0, s_most_again = 6.0;
static const double s_longest = 8.0; // windows, of what moves
static const double s_still = 1e-9;  // of the size, in the time of a fall by it: stands

// The time of a fall by the size of the smallest body that moves; infinite without gravity. [s]
static double fall_time(const abSimulation *s) {
    double size = INFINITY, g = ab_norm(s->model->gravity.uniform);
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        size = body->state >= 0 ? fmin(size, ab_body_size(body)) : size;
    }
    return g > 0.0 && isfinite(size) ? sqrt(size / g) : INFINITY;
}

static bool is_all_rigid(const abDynamics *d) {
    bool all = d->rigid.count > 0 && d->grips.has_exact;
    for (size_t k = 0; k < d->touch_count; k++) {
        all = all && d->touches[k].is_rigid;
    }
    return all;
}

// Few just after a bridge, the more the longer that is ago.
static double most_steps(const abCrowd *crowd, double t, double window) {
    double near = 2.0 * fmax(crowd->h, window);
    bool has_bridged = crowd->h > 0.0;
    return has_bridged ? fmin(s_most, s_most_again * fmax(1.0, (t - crowd->bridged) / near))
                       : s_most;
}

bool ab_run_is_crowded(abSimulation *s) {
    abCrowd *crowd = &s->crowd;
    if (!is_all_rigid(&s->dynamics)) {
        crowd->steps = 0;
        crowd->is_still = false;
        return false;
    }
    if (crowd->is_still) {
        return true;
    }
    double window = s_window * fall_time(s);
    if (s->dynamics.rigid.is_unsettled && isfinite(window)) {
        s->dynamics.rigid.is_unsettled = false;
        return true;
    }
    if (crowd->steps == 0 || !(s->t - crowd->start <= window)) {
        crowd->most = (int64_t)most_steps(crowd, s->t, window);
        crowd->start = s->t;
        crowd->steps = 0;
    }
    return isfinite(window) && crowd->steps++ >= crowd->most;
}

// Its length: the window, twice the last one where that was just before.
static double length_of(abSimulation *s) {
    abCrowd *crowd = &s->crowd;
    double window = s_window * fall_time(s);
    bool goes_on = crowd->is_still || s->t - crowd->bridged <= 2.0 * fmax(crowd->h, window);
    crowd->h = goes_on ? 2.0 * crowd->h : window;
    crowd->h = crowd->is_still ? crowd->h : fmin(crowd->h, s_longest * window);
    return fmin(crowd->h, s->options.end_time - s->t);
}

// ---- the step ----

static int velocity_offset(const abBody *body) {
    return body->mobility == AB_MOBILITY_PLANAR ? 3 : 7;
}

static int velocity_count(const abBody *body) {
    return body->mobility == AB_MOBILITY_PLANAR ? 3 : 6;
}

// The derivative without forces of rigid contact.
static bool free_motion(abDynamics *d, double t, const double *y, double *ydot) {
    size_t count = d->rigid.count;
    d->rigid.count = 0;
    bool ok = ab_dynamics_evaluate(d, t, y, ydot);
    d->rigid.count = count;
    return ok;
}

// y1 from y0 without rigid contact, by the midpoint.
static bool move_freely(abSimulation *s, double h, size_t n, const double *y0, double *y1) {
    abDynamics *d = &s->dynamics;
    double *rate = s->y_event;
    if (!free_motion(d, s->t, y0, rate)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        y1[i] = y0[i] + 0.5 * h * rate[i];
    }
    if (!free_motion(d, s->t + 0.5 * h, y1, rate)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        y1[i] = y0[i] + h * rate[i];
    }
    return true;
}

// Velocities of y1 at the places of y0, for the impact.
static void join_states(const abModel *model, const double *y0, const double *y1, size_t n,
                        double *out) {
    memcpy(out, y0, n * sizeof *out);
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0) {
            int first = body->state + velocity_offset(body);
            memcpy(out + first, y1 + first, (size_t)velocity_count(body) * sizeof *out);
        }
    }
}

// Bodies at points that press and did not stand still along their normals: marked.
static bool mark_hit(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    double still = s_still * fall_time(s) * ab_norm(s->model->gravity.uniform);
    if (!AB_ARRAY_RESERVE(s->allocator, s->is_hit, s->hit_capacity, s->model->body_count)) {
        return false;
    }
    memset(s->is_hit, 0, s->model->body_count * sizeof *s->is_hit);
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        abRigidNow now;
        ab_rigid_gap(d, point, &now);
        bool presses = ab_norm2(r->now[i].push) > 0.0;
        if (presses && (fabs(now.rate) > still || now.gap > ab_run_near(s))) {
            for (int side = 0; side < 2; side++) {
                int b = side == 0 ? point->body_a : point->body_b;
                if (b >= 0) {
                    s->is_hit[b] = true;
                }
            }
        }
    }
    return true;
}

// The velocities of `hit` to y1, and the places they lead to.
static void take_change(const abSimulation *s, double h, const double *hit, double *y1) {
    const abModel *model = s->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        int first = body->state + velocity_offset(body), count = velocity_count(body);
        size_t size = (size_t)count * sizeof *y1;
        if (body->state < 0 || memcmp(hit + first, y1 + first, size) == 0) {
            continue;
        }
        double way[6]; // by v+ from the start, or on from where the body came without impulses
        bool is_hit = s->is_hit[b];
        for (int k = 0; k < count; k++) {
            way[k] = is_hit ? h * hit[first + k] : 0.5 * h * (hit[first + k] - y1[first + k]);
        }
        memcpy(y1 + first, hit + first, size);
        if (is_hit) {
            size_t places = (size_t)velocity_offset(body) * sizeof *y1;
            memcpy(y1 + body->state, s->y + body->state, places);
        }
        bool is_planar = body->mobility == AB_MOBILITY_PLANAR;
        abVec3 move = ab_vec3(way[0], way[1], is_planar ? 0.0 : way[2]);
        abVec3 turn = is_planar ? ab_vec3(0.0, 0.0, way[2]) : ab_vec3(way[3], way[4], way[5]);
        ab_move_position(model, (int)b, move, turn, y1);
    }
}

static bool is_slow(const abBody *body, const double *v, double fall, double g) {
    bool is_slow = true;
    int linear = body->mobility == AB_MOBILITY_PLANAR ? 2 : 3;
    for (int k = 0; k < velocity_count(body); k++) {
        is_slow = is_slow && fabs(v[k]) <= s_still * (k < linear ? g * fall : 1.0 / fall);
    }
    return is_slow;
}

// Bodies that move by no more than rounding do not move. Whether none does.
static bool stop_what_stands(const abSimulation *s, double *y1) {
    const abModel *model = s->model;
    double fall = fall_time(s), g = ab_norm(model->gravity.uniform);
    bool all = true;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        int first = body->state + velocity_offset(body);
        if (body->state < 0) {
            all = all && body->mobility == AB_MOBILITY_FIXED;
        } else if (is_slow(body, s->y + first, fall, g) && is_slow(body, y1 + first, fall, g)) {
            memcpy(y1 + body->state, s->y + body->state, velocity_offset(body) * sizeof *y1);
            memset(y1 + first, 0, (size_t)velocity_count(body) * sizeof *y1);
        } else {
            all = false;
        }
    }
    return all;
}

// From s->y into y1. False when it cannot be solved.
static bool take_step(abSimulation *s, double h, size_t n, double *y1, double *room) {
    abDynamics *d = &s->dynamics;
    if (!move_freely(s, h, n, s->y, y1)) {
        return false;
    }
    join_states(s->model, s->y, y1, n, room);
    if (!ab_rigid_stop_closing(d, s->t, room, h)) {
        return false;
    }
    if (!mark_hit(s)) {
        return false;
    }
    take_change(s, h, room, y1);
    return true;
}

// The step as the last one of the stepper, for frames and to see what comes near: places go on with
// the velocities at the start, velocities straight.
static bool show_step(abSimulation *s, double h, size_t n, const double *y1) {
    abStepper *stepper = ab_run_stepper(s);
    const abModel *model = s->model;
    double *c = stepper->polynomial, *rate = s->y_event;
    if (!free_motion(&s->dynamics, s->t, s->y, rate)) {
        return false;
    }
    memset(c, 0, (AB_DEGREE_MAX + 1) * n * sizeof *c);
    for (size_t i = 0; i < n; i++) {
        c[i] = s->y[i];
        c[n + i] = y1[i] - s->y[i];
    }
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        for (int k = 0; body->state >= 0 && k < velocity_offset(body); k++) {
            size_t i = (size_t)body->state + (size_t)k;
            double way = c[n + i];
            c[n + i] = h * rate[i];
            c[2 * n + i] = way - h * rate[i];
        }
    }
    stepper->has_polynomial = true;
    stepper->t = s->t;
    stepper->h = h;
    return ab_sweep_prepare(&s->sweep, stepper, 1.0);
}

// The step, not longer than up to where further bodies meet: they do so at its end. A shorter step
// goes a little otherwise, so it is looked at again.
static bool try_to_next_touch(abSimulation *s, double *h, size_t n, double *y1, double *room,
                              bool *is_whole) {
    enum { LOOKS = 5 };
    *is_whole = true;
    for (int i = 0; i < LOOKS; i++) {
        if (!take_step(s, *h, n, y1, room) || !show_step(s, *h, n, y1)) {
            return false;
        }
        double theta = ab_sweep_first_touch(&s->sweep, ab_run_stepper(s), 1.0).theta;
        if (!(theta > 0.0 && theta < 1.0)) {
            return true;
        }
        *h *= theta;
        *is_whole = false;
    }
    return take_step(s, *h, n, y1, room) && show_step(s, *h, n, y1);
}

// A step for which no impulses are found is tried at half its length, where others press.
static bool step_to_next_touch(abSimulation *s, double *h, size_t n, double *y1, double *room,
                               bool *is_whole) {
    enum { HALVINGS = 8 };
    double longest = *h;
    bool found = try_to_next_touch(s, h, n, y1, room, is_whole);
    for (int i = 1; i <= HALVINGS && !found; i++) {
        *h = scalbn(longest, -i);
        found = try_to_next_touch(s, h, n, y1, room, is_whole);
        *is_whole = false;
    }
    return found;
}

static size_t book_state(const abSimulation *s) {
    return (size_t)s->model->state_count - AB_BOOK_STATES + AB_BOOK_SLIDING;
}

// Frames within the step show its impulses as forces.
static abResult tell_frames(abSimulation *s, double h, const abObserver *observer, abError *error) {
    abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].impressed = ab_scale(1.0 / h, r->now[i].push);
    }
    r->is_given = true;
    abResult result = ab_run_tell_frames(s, s->t + h, observer, error);
    r->is_given = false;
    return result;
}

// Points that have opened are let go, as are those that close now, to hit; the others are brought
// back to where they touch.
static void keep_points(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    double hit = s_still * fall_time(s) * ab_norm(s->model->gravity.uniform);
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < d->rigid.count; i++) {
        abRigidNow now;
        ab_rigid_gap(d, &d->rigid.points[i], &now);
        d->rigid.points[i].is_opening = now.gap > ab_run_near(s) || now.rate < -hit;
    }
    ab_rigid_drop(d);
    ab_rigid_close_gaps(d, s->t, s->y);
}

// What was lost up to y goes into its book. Returns how much.                                 [J]
static double book_loss(abSimulation *s, const abEnergyBook *before, double t, double *y) {
    abDynamics *d = &s->dynamics;
    ab_dynamics_place(d, t, y);
    abEnergyBook after = ab_dynamics_energy(d, t, y);
    double lost = fmax(0.0, ab_energy_balance(before) - ab_energy_balance(&after));
    y[book_state(s)] += lost;
    return lost;
}

// Contacts and modes where the step ended.
static abResult go_on(abSimulation *s, const abObserver *observer, abError *error) {
    bool changed = true;
    AB_TRY(ab_run_apply_events(s, s->t, s->y, observer, &changed, error));
    AB_TRY(ab_run_impacts(s, observer, &changed, error));
    AB_TRY(ab_run_follow_grips(s, error));
    AB_TRY(ab_run_settle(s, observer, error));
    AB_TRY(ab_sensors_tell(s, false, observer, error));
    ab_run_be_quiet(s);
    ab_run_weights(s);
    ab_run_rest(s);
    return ab_run_restart(s, 0.0, error);
}

// All points of touching pairs that are near: those that are open may close in the step.
static bool find_points(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    ab_dynamics_place(d, s->t, s->y);
    bool found = ab_rigid_find_closed(d, INFINITY, INFINITY);
    if (found) {
        ab_rigid_take(d);
    }
    return found;
}

abResult ab_run_bridge(abSimulation *s, const abObserver *observer, bool *was_taken,
                       abError *error) {
    abDynamics *d = &s->dynamics;
    abStepper *stepper = ab_run_stepper(s);
    size_t n = (size_t)stepper->n;
    *was_taken = false;
    if (!is_all_rigid(d) || isinf(fall_time(s))) {
        return AB_OK;
    }
    if (!find_points(s)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for points of contact");
    }
    s->crowd.steps = 0;
    double h = length_of(s), *y1 = stepper->y1;
    abEnergyBook before = ab_dynamics_energy(d, s->t, s->y);
    bool is_whole;
    if (!step_to_next_touch(s, &h, n, y1, s->y_frame, &is_whole)) {
        s->crowd.is_still = false;
        return AB_OK;
    }
    *was_taken = true;
    ab_run_note_grips(s);
    s->crowd.is_still = stop_what_stands(s, y1) && is_whole;
    stepper->polynomial[n + book_state(s)] += book_loss(s, &before, s->t + h, y1);
    AB_TRY(tell_frames(s, h, observer, error));
    memcpy(s->y, y1, n * sizeof *s->y);
    s->t = s->t + h >= s->options.end_time ? s->options.end_time : s->t + h;
    s->crowd.bridged = s->t;
    s->statistics.bridges++;
    s->statistics.bridged_time += h;
    if (s->crowd.is_still) {
        return ab_sensors_tell(s, false, observer, error);
    }
    keep_points(s);
    ab_dynamics_project(d, s->t, s->y);
    book_loss(s, &before, s->t, s->y);
    return go_on(s, observer, error);
}
