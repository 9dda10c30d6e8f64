// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_friction.c - exact Coulomb friction in method fixed: which contacts rest and which slide in a
// substep of a step, and where in it a slide ends.
//
// At the start of a substep a contact rests whose slip is none, the others slide. In each evaluation
// what rests is held within its limit, or begins to slide, by one complementarity problem with the
// normal forces (solver/lcp/coulomb.h). One that would begin to at the start of the substep slides
// from there on. A piece that ends beyond the end of a slide, where its slip is against the way it
// had, is taken again as far as there; the slip is then ended, and so is what errors of the substep
// left where a contact rests. Nothing is kept from substep to substep.
//
// Error   of the end of a slide s_slip_ended of its speed, so that the order of the method is kept.

#include <math.h>

#include "base/array.h"
#include "core/simulation_state.h"
#include "derivative/friction/tangential_state.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/state/derivative.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/state/place.h"
#include "method/fixed/fixed.h"
#include "method/fixed/tolerances.def"

enum { MAX_ITERATIONS = 8, MAX_CUTS = 8 };

bool ab_fixed_has_friction(const abSimulation *s) {
    return s->dynamics.tangential_states.has_exact;
}

// ---- as tangential states of the dynamics ----

static abFixedFrictionPoint *find(abSimulation *s, const abRigidPoint *like) {
    abFixed *own = s->own;
    for (size_t i = 0; i < own->tangential_count; i++) {
        if (ab_rigid_is_same(&s->dynamics, &own->tangential_states[i].point, like)) {
            return &own->tangential_states[i];
        }
    }
    return NULL;
}

// How a point begins that was not there at the start of the substep.
static abFixedFrictionPoint fresh(abSimulation *s, const abRigidPoint *point) {
    abRigidNow now;
    ab_rigid_gap(&s->dynamics.mechanics, point, &now);
    double speed = ab_norm(now.slip);
    bool slides = speed > s_no_slip * s->options.contact_speed;
    return (abFixedFrictionPoint){.point = *point,
                                  .mode = slides ? AB_TANGENTIAL_SLIP : AB_TANGENTIAL_STICK,
                                  .direction = slides ? ab_unit(now.slip) : ab_perpendicular(now.n),
                                  .speed = speed,
                                  .has_moved = slides};
}

// 1 for a slow slip, 0 for a fast one.
static double slowness(const abFixedFrictionPoint *tangential) {
    double x = tangential->slow > 0.0 ? tangential->speed / tangential->slow : INFINITY;
    double u = fmin(1.0, fmax(0.0, (s_fast_slip - x) / (s_fast_slip - s_slow_slip)));
    return u * u * (3.0 - 2.0 * u);
}

// The way of a slip within the substep: its component along that at the start is made positive, so
// that the force goes on smoothly through its end. Across a slow slip friction is stiff, by its
// force over the speed; there the way is as if the slip were faster by what friction changes in a
// step.
static abVec3 displacement_of(abSimulation *s, const abFixedFrictionPoint *tangential) {
    abRigidNow now;
    if (!tangential->has_moved) {
        return tangential->direction;
    }
    ab_rigid_gap(&s->dynamics.mechanics, &tangential->point, &now);
    double along = ab_dot(now.slip, tangential->direction);
    double more = fabs(along) - along + s_steady * tangential->speed +
                  slowness(tangential) * tangential->slow;
    return ab_unit(ab_add_scaled(now.slip, more, tangential->direction));
}

bool ab_fixed_set_tangential(abSimulation *s) {
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    d->tangential_states.count = 0;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    if (!ab_tangential_reserve(d, r->count)) {
        return false;
    }
    size_t i = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        pair->first_tangential = (int)d->tangential_states.count;
        for (; i < r->count && r->points[i].shape_a == pair->shape_a &&
               r->points[i].shape_b == pair->shape_b;
             i++) {
            if (!ab_friction_is_exact(pair->data->interaction->friction)) {
                continue;
            }
            const abFixedFrictionPoint *known = find(s, &r->points[i]);
            abFixedFrictionPoint from = known != NULL ? *known : fresh(s, &r->points[i]);
            r->points[i].name = (int)d->tangential_states.count + 1;
            d->tangential_states.list[d->tangential_states.count++] =
                (abTangentialState){.shape_a = pair->shape_a,
                                    .shape_b = pair->shape_b,
                                    .id = r->points[i].name,
                                    .is_exact = true,
                                    .mode = from.mode,
                                    .direction = displacement_of(s, &from)};
        }
        pair->tangential_count = (int)d->tangential_states.count - pair->first_tangential;
    }
    return true;
}

// Those of the contacts of the state as placed.
static bool list_tangential(abSimulation *s) {
    abFixed *own = s->own;
    abDerivative *d = &s->dynamics;
    own->tangential_count = 0;
    if (!AB_ARRAYS_RESERVE(s->allocator, &own->arrays, own->tangential_states, d->rigid.count)) {
        return false;
    }
    size_t i = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        for (; i < d->rigid.count && d->rigid.points[i].shape_a == d->contacts->pairs[k].shape_a &&
               d->rigid.points[i].shape_b == d->contacts->pairs[k].shape_b;
             i++) {
            if (ab_friction_is_exact(d->contacts->pairs[k].data->interaction->friction)) {
                own->tangential_states[own->tangential_count++] = fresh(s, &d->rigid.points[i]);
            }
        }
    }
    return ab_fixed_set_tangential(s);
}

// As last evaluated, also of those that nothing presses yet.
static void note_slow(abSimulation *s) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        int tangential = r->points[i].name - 1;
        if (tangential >= 0 && tangential < (int)((abFixed *)s->own)->tangential_count) {
            ((abFixed *)s->own)->tangential_states[tangential].slow =
                r->now[i].limit * r->scale * s->options.step;
        }
    }
}

// What rests and is at its limit begins to slide, as last evaluated.
static bool begin_to_slide(abSimulation *s) {
    abDerivative *d = &s->dynamics;
    bool any = false;
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        const abTangentialNow *now = &d->tangential_states.now[k];
        abFixedFrictionPoint *tangential = &((abFixed *)s->own)->tangential_states[k];
        bool is_held =
            tangential->mode == AB_TANGENTIAL_STICK && now->is_there && now->pressing > 0.0;
        if (is_held && ab_norm(now->hold) >= (1.0 - s_at_limit) * now->limit &&
            ab_norm2(now->hold) > 0.0) {
            tangential->mode = AB_TANGENTIAL_SLIP;
            tangential->direction = ab_neg(ab_unit(now->hold));
            any = true;
        }
    }
    return any;
}

// ---- a substep ----

bool ab_fixed_begin_friction(abSimulation *s) {
    abFixed *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    own->tangential_count = 0;
    if (!ab_fixed_find(s, s->t, s->y) || !ab_fixed_list(s, ab_fixed_is_contact) ||
        !list_tangential(s)) {
        return false;
    }
    for (int round = 0; round < MAX_ITERATIONS && own->tangential_count > 0; round++) {
        // an evaluation that fails here fails in the substep, too, which tells of it
        if (!ab_derivative_evaluate(d, s->t, s->y, own->k[0])) {
            break;
        }
        note_slow(s);
        if (!begin_to_slide(s)) {
            break;
        }
        if (!ab_fixed_set_tangential(s)) {
            return false;
        }
    }
    return true;
}

double ab_fixed_slide_end(abSimulation *s, double t, int cuts) {
    abFixed *own = s->own;
    double share = 1.0;
    ab_mechanics_place(&s->dynamics.mechanics, t, s->y);
    for (size_t i = 0; i < own->tangential_count; i++) {
        abFixedFrictionPoint *tangential = &own->tangential_states[i];
        abRigidNow now;
        ab_rigid_gap(&s->dynamics.mechanics, &tangential->point, &now);
        double along = ab_dot(now.slip, tangential->direction);
        bool slides = tangential->mode == AB_TANGENTIAL_SLIP && tangential->has_moved;
        if (slides && now.gap < s->options.contact_distance &&
            along < -s_slip_ended * tangential->speed && cuts < MAX_CUTS) {
            share = fmin(share, tangential->speed / (tangential->speed - along));
        }
    }
    return share;
}

bool ab_fixed_end_friction(abSimulation *s, bool is_accumulation) {
    abFixed *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!ab_fixed_has_friction(s)) {
        return true;
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    for (size_t i = 0; i < own->tangential_count; i++) {
        abFixedFrictionPoint *tangential = &own->tangential_states[i];
        abRigidNow now;
        ab_rigid_gap(&d->mechanics, &tangential->point, &now);
        double none =
            fmax(s_no_slip * s->options.contact_speed, 10.0 * s_slip_ended * tangential->speed);
        bool is_beyond = is_accumulation && ab_dot(now.slip, tangential->direction) < 0.0;
        bool has_ended = ab_norm(now.slip) <= none || is_beyond;
        if (tangential->mode == AB_TANGENTIAL_SLIP && tangential->has_moved && has_ended) {
            tangential->mode = AB_TANGENTIAL_STICK;
        }
    }
    bool ok = ab_fixed_list(s, ab_fixed_is_contact) && ab_rigid_stop_slip(d, s->t, s->y);
    own->tangential_count = 0; // frames ask anew
    return ok;
}
