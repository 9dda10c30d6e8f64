// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_friction.c - exact Coulomb friction in method fixed: which contacts rest and which slide in
// a piece of a step, and where in it a slide ends.
//
// At the start of a piece a contact rests whose slip is none, the others slide. In each evaluation
// what rests is held within its limit, or begins to slide, by one complementarity problem with the
// normal forces (rigid/coulomb.h). One that would begin to at the start of the piece slides from
// there on. A piece that ends beyond the end of a slide, where its slip is against the way it had,
// is taken again as far as there; the slip is then ended, and so is what errors of the piece left
// where a contact rests. Nothing is kept from piece to piece.
//
// Error   of the end of a slide s_ended of its speed, so that the order of the method is kept.

#include <math.h>

#include "base/array.h"
#include "dynamics/rigid_rows.h"
#include "integrate/fixed.h"

static const double s_none = 1e-6;     // of the contact speed: slip that is none
static const double s_ended = 1e-9;    // of the speed at the start of the piece
static const double s_at_limit = 1e-9; // of a limit
static const double s_steady = 1e-6;   // of the speed at the start, at the least, to turn less by
static const double s_slow = 2.0, s_fast = 10.0; // of what friction changes in a step: slip that
                                                 // turns less, and that turns as it does
enum { MOST_ROUNDS = 8, MOST_CUTS = 8 };

bool ab_fixed_has_friction(const abSimulation *s) {
    return s->dynamics.grips.has_exact;
}

// ---- as grips of the dynamics ----

static abFixedGrip *find(abSimulation *s, const abRigidPoint *like) {
    abFixed *own = s->own;
    for (size_t i = 0; i < own->grip_count; i++) {
        if (ab_rigid_is_same(&s->dynamics, &own->grips[i].point, like)) {
            return &own->grips[i];
        }
    }
    return NULL;
}

// How a point begins that was not there at the start of the piece.
static abFixedGrip fresh(abSimulation *s, const abRigidPoint *point) {
    abRigidNow now;
    ab_rigid_gap(&s->dynamics, point, &now);
    double speed = ab_norm(now.slip);
    bool slides = speed > s_none * s->options.contact_speed;
    return (abFixedGrip){.point = *point,
                         .mode = slides ? AB_GRIP_SLIP : AB_GRIP_STICK,
                         .direction = slides ? ab_unit(now.slip) : ab_perpendicular(now.n),
                         .speed = speed,
                         .has_moved = slides};
}

// 1 for a slow slip, 0 for a fast one.
static double slowness(const abFixedGrip *grip) {
    double x = grip->slow > 0.0 ? grip->speed / grip->slow : INFINITY;
    double u = fmin(1.0, fmax(0.0, (s_fast - x) / (s_fast - s_slow)));
    return u * u * (3.0 - 2.0 * u);
}

// The way of a slip within the piece: its component along that at the start is made positive, so
// that the force goes on smoothly through its end. Across a slow slip friction is stiff, by its
// force over the speed; there the way is as if the slip were faster by what friction changes in a
// step.
static abVec3 way_of(abSimulation *s, const abFixedGrip *grip) {
    abRigidNow now;
    if (!grip->has_moved) {
        return grip->direction;
    }
    ab_rigid_gap(&s->dynamics, &grip->point, &now);
    double along = ab_dot(now.slip, grip->direction);
    double more = fabs(along) - along + s_steady * grip->speed + slowness(grip) * grip->slow;
    return ab_unit(ab_add_scaled(now.slip, more, grip->direction));
}

bool ab_fixed_set_grips(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    d->grips.count = 0;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    if (!ab_grips_reserve(d, r->count)) {
        return false;
    }
    size_t i = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        touch->first_grip = (int)d->grips.count;
        for (; i < r->count && r->points[i].shape_a == touch->shape_a &&
               r->points[i].shape_b == touch->shape_b;
             i++) {
            if (!ab_grips_is_exact(touch)) {
                continue;
            }
            const abFixedGrip *known = find(s, &r->points[i]);
            abFixedGrip from = known != NULL ? *known : fresh(s, &r->points[i]);
            r->points[i].name = (int)d->grips.count + 1;
            d->grips.list[d->grips.count++] = (abGrip){.shape_a = touch->shape_a,
                                                       .shape_b = touch->shape_b,
                                                       .id = r->points[i].name,
                                                       .is_exact = true,
                                                       .mode = from.mode,
                                                       .direction = way_of(s, &from)};
        }
        touch->grip_count = (int)d->grips.count - touch->first_grip;
    }
    return true;
}

// Those of the contacts of the state as placed.
static bool list_grips(abSimulation *s) {
    abFixed *own = s->own;
    abDynamics *d = &s->dynamics;
    own->grip_count = 0;
    if (!AB_ARRAY_RESERVE(s->allocator, own->grips, own->grip_capacity, d->rigid.count)) {
        return false;
    }
    size_t i = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        for (; i < d->rigid.count && d->rigid.points[i].shape_a == d->touches[k].shape_a &&
               d->rigid.points[i].shape_b == d->touches[k].shape_b;
             i++) {
            if (ab_grips_is_exact(&d->touches[k])) {
                own->grips[own->grip_count++] = fresh(s, &d->rigid.points[i]);
            }
        }
    }
    return ab_fixed_set_grips(s);
}

// As last evaluated, also of those that nothing presses yet.
static void note_slow(abSimulation *s) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        int grip = r->points[i].name - 1;
        if (grip >= 0 && grip < (int)((abFixed *)s->own)->grip_count) {
            ((abFixed *)s->own)->grips[grip].slow = r->now[i].limit * r->scale * s->options.step;
        }
    }
}

// What rests and is at its limit begins to slide, as last evaluated.
static bool begin_to_slide(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    bool any = false;
    for (size_t k = 0; k < d->grips.count; k++) {
        const abGripNow *now = &d->grips.now[k];
        abFixedGrip *grip = &((abFixed *)s->own)->grips[k];
        bool is_held = grip->mode == AB_GRIP_STICK && now->is_there && now->pressing > 0.0;
        if (is_held && ab_norm(now->hold) >= (1.0 - s_at_limit) * now->limit &&
            ab_norm2(now->hold) > 0.0) {
            grip->mode = AB_GRIP_SLIP;
            grip->direction = ab_neg(ab_unit(now->hold));
            any = true;
        }
    }
    return any;
}

// ---- a piece ----

bool ab_fixed_begin_friction(abSimulation *s) {
    abFixed *own = s->own;
    abDynamics *d = &s->dynamics;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    own->grip_count = 0;
    if (!ab_fixed_find(s, s->t, s->y) || !ab_fixed_list(s, ab_fixed_is_contact) || !list_grips(s)) {
        return false;
    }
    for (int round = 0; round < MOST_ROUNDS && own->grip_count > 0; round++) {
        // an evaluation that fails here fails in the piece, too, which tells of it
        if (!ab_dynamics_evaluate(d, s->t, s->y, own->k[0])) {
            break;
        }
        note_slow(s);
        if (!begin_to_slide(s)) {
            break;
        }
        if (!ab_fixed_set_grips(s)) {
            return false;
        }
    }
    return true;
}

double ab_fixed_slide_end(abSimulation *s, double t, int cuts) {
    abFixed *own = s->own;
    double share = 1.0;
    ab_dynamics_place(&s->dynamics, t, s->y);
    for (size_t i = 0; i < own->grip_count; i++) {
        abFixedGrip *grip = &own->grips[i];
        abRigidNow now;
        ab_rigid_gap(&s->dynamics, &grip->point, &now);
        double along = ab_dot(now.slip, grip->direction);
        bool slides = grip->mode == AB_GRIP_SLIP && grip->has_moved;
        if (slides && now.gap < s->options.contact_distance && along < -s_ended * grip->speed &&
            cuts < MOST_CUTS) {
            share = fmin(share, grip->speed / (grip->speed - along));
        }
    }
    return share;
}

bool ab_fixed_end_friction(abSimulation *s, bool is_crowd) {
    abFixed *own = s->own;
    abDynamics *d = &s->dynamics;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < own->grip_count; i++) {
        abFixedGrip *grip = &own->grips[i];
        abRigidNow now;
        ab_rigid_gap(d, &grip->point, &now);
        double none = fmax(s_none * s->options.contact_speed, 10.0 * s_ended * grip->speed);
        bool is_beyond = is_crowd && ab_dot(now.slip, grip->direction) < 0.0;
        bool has_ended = ab_norm(now.slip) <= none || is_beyond;
        if (grip->mode == AB_GRIP_SLIP && grip->has_moved && has_ended) {
            grip->mode = AB_GRIP_STICK;
        }
    }
    bool ok = ab_fixed_list(s, ab_fixed_is_contact) && ab_rigid_stop_slip(d, s->t, s->y);
    own->grip_count = 0; // frames ask anew
    return ok;
}
