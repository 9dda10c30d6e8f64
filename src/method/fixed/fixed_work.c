// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_work.c - the work of contacts in a step of an integrator, from their impulses.
//
// With contact impulses P of a step of length h, the velocities v0 and v1 at its ends and their
// mean v, and the weights G of the bodies, which are moved by d:
//
//   dT = (P + h G) . v,   dV = -G . d   =>   W = dT + dV = P . v + G . (h v - d)          (1)
//
// is what contacts gave. The sum of their powers over the stages is not: a force that ends an
// approach within a step changes by its own size from stage to stage, and the sum is off by up to
// half of the energy of the approach, though the motion is right. Where all forces are even the
// last term of (1) is zero. What holds a body that is prescribed has the powers of the stages in
// the book, so that is what contacts do there.
//
// Contacts take energy. What they give is that of gaps: one that is led back to its target lifts
// what it carries, by half of the contact distance at most, and one that opens under a load goes on
// to do so, within the contact distance. Where it is more than these lifts, the step is taken again,
// and from then on contacts only end the rates of gaps, and let go of those that open fast, and with
// the force of its friction. What contacts give in spite of that is said once.
//
// Valid   for constant inertia: planar and round bodies. The torque of others turns it in the step.
// Limits  Other forces are in the book by their powers at the stages; the error of these, also that
//         by what contacts do to velocities within the step, stays open in it.

#include <math.h>

#include "base/arena.h"
#include "core/simulation_state.h"
#include "mechanics/state/place.h"
#include "method/fixed/fixed.h"
#include "method/fixed/tolerances.def"

// A body in a step.
struct abFixedImpulse {
    abVec3 p, v, w;       // as the step begins
    abVec3 force, torque; // impulses of contacts                                [N s, N m s]
};

bool ab_fixed_create_work(abSimulation *s) {
    abFixed *own = s->own;
    size_t bodies = s->model->body_count + 1;
    own->impulses = AB_ARENA_NEW(&s->arena, abFixedImpulse, bodies);
    return own->impulses != NULL;
}

void ab_fixed_begin_work(abSimulation *s) {
    abFixed *own = s->own;
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBodyNow *now = &s->dynamics.mechanics.bodies[b];
        own->impulses[b] = (abFixedImpulse){.p = now->X.p, .v = now->v, .w = now->w};
    }
    own->has_pressed = false;
    own->given_to_drives = 0.0;
}

static void add(abSimulation *s, int body, double share, abVec3 force, abVec3 torque, abVec3 at) {
    abFixed *own = s->own;
    if (body < 0) {
        return;
    }
    const abBodyNow *now = &s->dynamics.mechanics.bodies[body];
    torque = ab_add(torque, ab_cross(ab_sub(at, now->X.p), force));
    if (s->model->bodies[body].state < 0) {
        own->given_to_drives += share * (ab_dot(force, now->v) + ab_dot(torque, now->w));
        return;
    }
    abFixedImpulse *sum = &own->impulses[body];
    sum->force = ab_add_scaled(sum->force, share, force);
    sum->torque = ab_add_scaled(sum->torque, share, torque);
}

void ab_fixed_add_work(abSimulation *s, double share) {
    abFixed *own = s->own;
    const abRigid *r = &s->dynamics.rigid;
    bool leads = s->options.stabilization != AB_STABILIZE_NONE;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidNow *now = &r->now[i];
        if (!(now->force > 0.0)) {
            continue;
        }
        abVec3 torque =
            ab_add(ab_scale(now->force, now->rotation), ab_scale(now->force, now->twist));
        own->has_pressed = true;
        if (leads && now->gap < ab_fixed_target(s)) {
            own->lifting += share * fmax(0.0, now->force * now->rate);
        }
        add(s, r->points[i].body_b, share, now->total, torque, now->p);
        add(s, r->points[i].body_a, share, ab_neg(now->total), ab_neg(torque), now->p);
    }
}

void ab_fixed_end_work(abSimulation *s, double t, double h, const double *before) {
    abFixed *own = s->own;
    const abModel *model = s->model;
    if (!own->has_pressed) {
        return;
    }
    ab_mechanics_place(&s->dynamics.mechanics, t, s->y);
    double work = own->given_to_drives;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBodyNow *now = &s->dynamics.mechanics.bodies[b];
        const abFixedImpulse *from = &own->impulses[b];
        if (model->bodies[b].state < 0) {
            continue;
        }
        abVec3 v = ab_scale(0.5, ab_add(from->v, now->v)),
               w = ab_scale(0.5, ab_add(from->w, now->w));
        abVec3 ahead = ab_sub(ab_scale(h, v), ab_sub(now->X.p, from->p));
        work += ab_dot(from->force, v) + ab_dot(from->torque, w) +
                model->bodies[b].mass * ab_dot(model->gravity.uniform, ahead); // (1)
    }
    int book = s->dynamics.mechanics.layout.book;
    double slid = s->y[book + AB_BOOK_SLIDING] - before[book + AB_BOOK_SLIDING];
    s->y[book + AB_BOOK_CONTACT_DAMPING] = before[book + AB_BOOK_CONTACT_DAMPING] - work - slid;
}

// ---- what is given ----

// What contacts have given since they had lost most; < 0: they have lost more since.             [J]
static double given_since(const abSimulation *s) {
    const abFixed *own = s->own;
    return own->most_lost - s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING];
}

static double turned_over(const abSimulation *s) {
    return fmax(s->energy.scale, s->statistics.energy_scale);
}

bool ab_fixed_lets_go(abSimulation *s) {
    abFixed *own = s->own;
    double excess = given_since(s) - own->lifted - own->lifting;
    if (own->lets_go || excess <= s_let_go * turned_over(s)) {
        return false;
    }
    own->lets_go = true;
    return true;
}

void ab_fixed_watch_work(abSimulation *s) {
    abFixed *own = s->own;
    double given = given_since(s), excess = given - own->lifted, scale = turned_over(s);
    if (given <= 0.0) {
        own->most_lost -= given;
        own->lifted = 0.0;
        return;
    }
    if (own->is_told || excess <= s_given * scale) {
        return;
    }
    ab_log(&s->log, AB_LOG_WARNING,
           "contacts have given %.3g J by t = %.9g s, %.2g of the energy turned over: gaps open "
           "under load within contact_distance = %.3g m; a smaller contact_distance with shorter "
           "steps gives less%s",
           excess, s->t, excess / scale, s->options.contact_distance,
           s->options.stabilization < AB_STABILIZE_VELOCITY_AND_DISTANCE
               ? ", also stabilization: velocity_and_distance"
               : "");
    own->is_told = true;
}

void ab_fixed_tell_push(abSimulation *s, double lost) {
    abFixed *own = s->own;
    const abFixedRecord *worst = NULL;
    for (size_t i = 0; i < own->record_count; i++) {
        worst = worst == NULL || own->records[i].gap < worst->gap ? &own->records[i] : worst;
    }
    if (own->is_told_of_push || worst == NULL || -worst->gap <= s->options.contact_distance) {
        return;
    }
    ab_log(&s->log, AB_LOG_WARNING,
           "%s and %s were %.3g m within each other at t = %.9g s, where no hit is found that "
           "leads there: they are led apart, which %s %.3g J; one came past the end of an edge, "
           "or through what is thin for the step",
           ab_model_side_name(s->model, worst->point.body_a),
           ab_model_side_name(s->model, worst->point.body_b), -worst->gap, s->t,
           lost < 0.0 ? "gives" : "takes", fabs(lost));
    own->is_told_of_push = true;
}
