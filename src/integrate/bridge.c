// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bridge.c - a short step of finite length where events of rigid contact crowd (crowd.c).
//
// With dry friction at several points of flat faces, stick, slip and parting can alternate without
// end: forces there are not unique, bodies rock by rounding, and each change is an event. One step
// h goes over it at the level of velocities [Moreau1988]:
//
//   v* = v + h a(without contact), by the midpoint;   v+ = v* + M^-1 J' p,                     (1)
//   with the impulses p of a plastic impact with Coulomb friction at all points that close in h,
//   q+ = q + h v+ of bodies that points hit, q + h (v + v+)/2 of others                        (2)
//
// What would chatter is stopped. Under constant forces (2) with v+ changes the energy by
//
//   p . u+ - (v+ - v) M (v+ - v)/2 <= 0,   u+ = J v+                                           (3)
//
// The mean of others, of second order, turns of normals and what p leaves unsolved may be above
// zero, so the energy of each bridge is looked at. One that would add some goes by (2) with v+ for
// all bodies, then by half of its length, again and again, and in the end not at all. What it loses
// is in the book, as lost by sliding; gaps are brought back to zero at its end as far as that
// takes no more than was lost.
//
// Points with restitution that come faster than gravity accounts for in 2 h end the step where they
// touch, as further bodies do: they hit there by the law of impacts.
//
// Bodies that stand stay where they are: their state does not change.
//
// Error   of bodies that are hit about g h^2/2: 5e-7 of the size at the first h, 3e-5 at the
//         longest; of others, flying or sliding, of the third order.
// Source  [Moreau1988]; [AcaryBrogliato2008] ch. 10 for the change of methods.

#include <string.h>

#include "base/array.h"
#include "integrate/run.h"

static const double s_still = 1e-8;     // of the size, in the time of a fall by it: stands
static const double s_rounding = 1e-12; // of energies
static const double s_deep = 1e-6;      // of the size: overlap that a bridge may leave
static const double s_near = 1e-3, s_reach = 0.05; // of sizes: points looked at, at least and most
static const double s_fast = 2.0;                  // g h: what comes faster hits

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

// Bodies at points that press and did not stand still along their normals: marked; or all bodies.
static bool mark_hit(abSimulation *s, bool are_all) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    double still = s_still * ab_crowd_fall_time(s) * ab_norm(s->model->gravity.uniform);
    if (!AB_ARRAY_RESERVE(s->allocator, s->is_hit, s->hit_capacity, s->model->body_count)) {
        return false;
    }
    for (size_t b = 0; b < s->model->body_count; b++) {
        s->is_hit[b] = are_all;
    }
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
        // by v+ from the start, or on from where the body came without impulses
        double way[6] = {0.0};
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
    double fall = ab_crowd_fall_time(s), g = ab_norm(model->gravity.uniform);
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

static double *book_of(const abSimulation *s, double *y) {
    return y + s->model->state_count - AB_BOOK_STATES;
}

// What moved bodies give by the impulses.                                                     [J]
static double drive_work(const abSimulation *s) {
    const abDynamics *d = &s->dynamics;
    double work = 0.0;
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *point = &d->rigid.points[i];
        abVec3 push = d->rigid.now[i].push, p = d->rigid.now[i].p;
        for (int side = 0; side < 2; side++) {
            int b = side == 0 ? point->body_a : point->body_b;
            if (b >= 0 && s->model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
                double given = ab_dot(push, ab_velocity_at(&d->bodies[b], p));
                work += side == 0 ? given : -given;
            }
        }
    }
    return work;
}

// One step, how it is taken.
typedef struct Bridge {
    double h;
    size_t n;
    double *y1, *room;
    bool are_all_hit; // all bodies go by v+
    double solved;    // length its impulses are of
    bool is_whole;    // not cut where something touches
    bool touches;     // further bodies do so at the start
} Bridge;

// From s->y into y1. False when it cannot be solved.
static bool take_step(abSimulation *s, const Bridge *bridge) {
    abDynamics *d = &s->dynamics;
    if (!move_freely(s, bridge->h, bridge->n, s->y, bridge->y1)) {
        return false;
    }
    join_states(s->model, s->y, bridge->y1, bridge->n, bridge->room);
    if (!ab_rigid_stop_closing(d, s->t, bridge->room, bridge->h) ||
        !mark_hit(s, bridge->are_all_hit)) {
        return false;
    }
    book_of(s, bridge->y1)[AB_BOOK_DRIVE] += drive_work(s);
    take_change(s, bridge->h, bridge->room, bridge->y1);
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
static bool step_to_next_touch(abSimulation *s, Bridge *bridge) {
    enum { LOOKS = 5 };
    for (int i = 0; i < LOOKS; i++) {
        if (!take_step(s, bridge) || !show_step(s, bridge->h, bridge->n, bridge->y1)) {
            return false;
        }
        double theta = ab_sweep_first_touch(&s->sweep, ab_run_stepper(s), 1.0).theta;
        bridge->touches = bridge->touches || theta <= 0.0;
        if (!(theta > 0.0 && theta < 1.0)) {
            return true;
        }
        bridge->h *= theta;
        bridge->is_whole = false;
    }
    return take_step(s, bridge) && show_step(s, bridge->h, bridge->n, bridge->y1);
}

// How fast a point closes that hits when it touches.                                        [m/s]
static double fast_closing(const abSimulation *s) {
    return s_fast * s->crowd.h * ab_norm(s->model->gravity.uniform);
}

static bool hits(const abSimulation *s, const abRigidPoint *point, const abRigidNow *now) {
    return point->restitution > 0.0 && -now->rate > fast_closing(s);
}

// Where an open point of a touching pair hits.
static void end_at_hits(abSimulation *s, Bridge *bridge) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        abRigidNow now;
        ab_rigid_gap(&s->dynamics, &r->points[i], &now);
        if (now.gap > ab_run_near(s) && hits(s, &r->points[i], &now) &&
            now.gap < -now.rate * bridge->h) {
            bridge->h = now.gap / -now.rate;
            bridge->is_whole = false;
        }
    }
}

double ab_run_balance(abSimulation *s, double t, const double *y) {
    ab_dynamics_place(&s->dynamics, t, y);
    abEnergyBook book = ab_dynamics_energy(&s->dynamics, t, y);
    return ab_energy_balance(&book);
}

// Drives of joints give energy that is not looked at.
static bool is_driven(const abModel *model) {
    bool any = false;
    for (size_t j = 0; j < model->joint_count; j++) {
        for (int k = 0; k < 6; k++) {
            any = any || model->joints[j].drive[k] != NULL;
        }
    }
    return any;
}

// The deepest overlap of touching shapes, as placed, in parts of the smaller body's size.
static double deepest_overlap(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    double deepest = 0.0;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        double size = fmin(ab_body_size(&s->model->bodies[touch->body_a]),
                           ab_body_size(&s->model->bodies[touch->body_b]));
        abProximity at;
        ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &at);
        deepest = fmax(deepest, -at.distance / size);
    }
    return deepest;
}

// Where nothing moved and nothing depends on time, what held for a short step holds for any.
static bool stays_still(abSimulation *s, Bridge *bridge) {
    double h = bridge->h;
    bridge->is_whole = true;
    bridge->h = bridge->solved = fmin(h, s->crowd.still_h);
    bool still = take_step(s, bridge) && stop_what_stands(s, bridge->y1);
    bridge->h = still ? h : bridge->h;
    s->crowd.is_still = still;
    return still && show_step(s, h, bridge->n, bridge->y1);
}

// The longest step that is solved, makes no overlap and adds no energy to `before`. What it loses
// is `lost`.
static bool find_step(abSimulation *s, Bridge *bridge, double before, double *lost) {
    enum { TRIES = 12, HITS = 3 }; // the first of them end where something hits
    abDynamics *d = &s->dynamics;
    double most = is_driven(s->model) ? INFINITY : s_rounding * (s->energy_scale + fabs(before));
    *lost = 0.0;
    if (s->crowd.is_still && stays_still(s, bridge)) {
        return true;
    }
    double whole = bridge->h;
    ab_dynamics_place(d, s->t, s->y);
    double deep = fmax(s_deep, deepest_overlap(s));
    for (int k = 0; k < TRIES; k++) {
        bridge->h = scalbn(whole, k > 0 ? 1 - k : 0);
        bridge->are_all_hit = k > 0;
        bridge->is_whole = true;
        bridge->touches = false;
        s->crowd.h = s->crowd.still_h = bridge->h;
        ab_dynamics_place(d, s->t, s->y);
        if (k < HITS) {
            end_at_hits(s, bridge);
        }
        if (step_to_next_touch(s, bridge)) {
            bridge->solved = bridge->h;
            *lost = before - ab_run_balance(s, s->t + bridge->h, bridge->y1);
            if (*lost >= -most && deepest_overlap(s) <= deep) {
                return true;
            }
        }
    }
    return false;
}

// Frames within the step show its impulses as forces.
static abResult tell_frames(abSimulation *s, const Bridge *bridge, const abObserver *observer,
                            abError *error) {
    abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].impressed = ab_scale(1.0 / bridge->solved, r->now[i].push);
    }
    r->is_given = true;
    abResult result = ab_run_tell_frames(s, s->t + bridge->h, observer, error);
    r->is_given = false;
    return result;
}

// Points that have opened are let go, as are those that close now, to hit; the others are brought
// back to where they touch, if that takes no more energy than was lost. Whether any hits.
static bool keep_points(abSimulation *s, size_t n, double before, double lost) {
    abDynamics *d = &s->dynamics;
    double hit = s_still * ab_crowd_fall_time(s) * ab_norm(s->model->gravity.uniform);
    bool any = false;
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < d->rigid.count; i++) {
        abRigidNow now;
        ab_rigid_gap(d, &d->rigid.points[i], &now);
        bool is_open = now.gap > ab_run_near(s);
        d->rigid.points[i].is_opening = is_open || now.rate < -hit;
        any = any || (!is_open && hits(s, &d->rigid.points[i], &now));
    }
    ab_rigid_drop(d);
    memcpy(s->y_bridge, s->y, n * sizeof *s->y);
    ab_rigid_close_gaps(d, s->t, s->y);
    ab_dynamics_project(d, s->t, s->y);
    double more = ab_run_balance(s, s->t, s->y) - before;
    if (more <= lost || is_driven(s->model)) {
        book_of(s, s->y)[AB_BOOK_SLIDING] -= more;
    } else {
        memcpy(s->y, s->y_bridge, n * sizeof *s->y);
    }
    return any;
}

// Contacts and modes where the step ended.
static abResult go_on(abSimulation *s, const abObserver *observer, abError *error) {
    bool changed = true;
    s->crowd.is_behind = false;
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

// How far two points come nearer in h at most.                                               [m]
static double farthest_way(const abSimulation *s, double h) {
    double fastest = 0.0;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBodyNow *now = &s->dynamics.bodies[b];
        double size = s->model->bodies[b].bound, spin = ab_norm(now->w);
        double turning = spin > 0.0 && isfinite(size) ? spin * size : 0.0;
        fastest = fmax(fastest, ab_norm(now->v) + turning);
    }
    return 2.0 * h * (fastest + h * ab_norm(s->model->gravity.uniform));
}

// Rigid pairs that may touch in the step are taken as touching from its start, so that their points
// are among the others. Those that do not in the end were never told of.
static bool begin_near(abSimulation *s, const Bridge *bridge, double way) {
    abDynamics *d = &s->dynamics;
    if (!move_freely(s, bridge->h, bridge->n, s->y, bridge->y1) ||
        !show_step(s, bridge->h, bridge->n, bridge->y1)) {
        return true; // found in the step
    }
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < s->sweep.candidate_count; i++) {
        const abBoxPair *pair = &s->sweep.candidates[i];
        abProximity at;
        if (!ab_interaction_is_rigid(ab_model_interaction(s->model, pair->a, pair->b))) {
            continue;
        }
        ab_dynamics_proximity(d, pair->a, pair->b, &at);
        if (at.distance <= way && !ab_dynamics_begin(d, pair->a, pair->b, s->t, &at)) {
            return false;
        }
    }
    return true;
}

// All points of touching pairs that are near: those that are open may close in the step, which is
// cut so that no others do. What stands goes no way, however long the step is.
static bool find_points(abSimulation *s, Bridge *bridge) {
    abDynamics *d = &s->dynamics;
    double smallest = INFINITY, largest = 0.0;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        double size = body->state >= 0 ? ab_body_size(body) : INFINITY;
        smallest = fmin(smallest, size);
        largest = isfinite(size) ? fmax(largest, size) : largest;
    }
    ab_dynamics_place(d, s->t, s->y);
    double least = s_near * largest, most = fmax(least, s_reach * smallest);
    double way = s->crowd.is_still ? least : fmax(least, farthest_way(s, bridge->h));
    bridge->h *= fmin(1.0, most / way);
    way = fmin(way, most);
    d->rigid.margin = way;
    bool found = begin_near(s, bridge, way);
    ab_dynamics_place(d, s->t, s->y);
    found = found && ab_rigid_find_closed(d, INFINITY, INFINITY);
    d->rigid.margin = 0.0;
    if (found) {
        ab_rigid_take(d);
    }
    return found;
}

// No step was found: points that are open are no longer among those that touch.
static void drop_open(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < d->rigid.count; i++) {
        abRigidNow now;
        ab_rigid_gap(d, &d->rigid.points[i], &now);
        d->rigid.points[i].is_opening = now.gap > ab_run_near(s);
    }
    ab_rigid_drop(d);
}

// Touches without points that go on: those that were not told of end. Whether all that were have
// some.
static bool all_touch(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    bool all = d->rigid.count > 0;
    for (size_t k = d->touch_count; k-- > 0;) {
        const abTouch *touch = &d->touches[k];
        bool has_points = false;
        for (size_t i = 0; i < d->rigid.count; i++) {
            has_points = has_points || (d->rigid.points[i].shape_a == touch->shape_a &&
                                        d->rigid.points[i].shape_b == touch->shape_b);
        }
        if (!has_points && touch->is_new) {
            ab_dynamics_end(d, k);
        } else {
            all = all && has_points;
        }
    }
    return all;
}

abResult ab_run_bridge(abSimulation *s, const abObserver *observer, bool *was_taken,
                       abError *error) {
    abStepper *stepper = ab_run_stepper(s);
    size_t n = (size_t)stepper->n;
    *was_taken = false;
    if (!ab_crowd_is_possible(s) || isinf(ab_crowd_fall_time(s))) {
        return AB_OK;
    }
    Bridge bridge = {.h = ab_crowd_next_length(s), .n = n, .y1 = stepper->y1, .room = s->y_frame};
    if (!find_points(s, &bridge) ||
        !AB_ARRAY_RESERVE(s->allocator, s->y_bridge, s->bridge_capacity, n)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for points of contact");
    }
    double before = ab_run_balance(s, s->t, s->y), lost;
    s->crowd.steps = 0;
    if (!find_step(s, &bridge, before, &lost)) {
        s->crowd.is_still = false;
        s->crowd.left = 0;
        drop_open(s);
        return go_on(s, observer, error);
    }
    *was_taken = true;
    if (bridge.touches && s->crowd.is_behind) {
        return go_on(s, observer, error);
    }
    ab_run_note_grips(s);
    s->crowd.is_still = stop_what_stands(s, bridge.y1) && bridge.is_whole;
    size_t sliding = (size_t)(book_of(s, s->y) - s->y) + AB_BOOK_SLIDING;
    lost = fmax(0.0, before - ab_run_balance(s, s->t + bridge.h, bridge.y1));
    bridge.y1[sliding] += lost;
    stepper->polynomial[n + sliding] += lost;
    AB_TRY(tell_frames(s, &bridge, observer, error));
    memcpy(s->y, bridge.y1, n * sizeof *s->y);
    s->t = s->t + bridge.h >= s->options.end_time ? s->options.end_time : s->t + bridge.h;
    s->crowd.bridged = s->t;
    s->crowd.left -= s->crowd.left > 0;
    s->statistics.bridges++;
    s->statistics.bridged_time += bridge.h;
    if (s->crowd.is_still) {
        return ab_sensors_tell(s, false, observer, error);
    }
    bool hits = keep_points(s, n, before, lost);
    s->crowd.is_behind =
        s->crowd.left > 0 && bridge.is_whole && !bridge.touches && !hits && all_touch(s);
    return s->crowd.is_behind ? ab_sensors_tell(s, false, observer, error)
                              : go_on(s, observer, error);
}
