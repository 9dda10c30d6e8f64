// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_hit.h - an impact at all points of the list by one of the kinds of rigid/impact_kinds.def.

#ifndef AB_RIGID_HIT_H
#define AB_RIGID_HIT_H

#include "dynamics/parts.h"
#include "rigid/impact_kinds.h"

typedef struct abRigidHit {
    abImpactKind kind;
    uint32_t seed;  // moves on
    double largest; // normal impulse of the last one                                     [N s]
    double gained;  // energy it added, drives aside: not above rounding                    [J]
    // room
    unsigned char *room;
    size_t room_size;
    abImpactBodies *bodies;
    abImpactFriction *friction;
    unsigned char *laws;
    int *islands;
    size_t body_capacity, friction_capacity, law_capacity, island_capacity;
} abRigidHit;

// Changes the velocities in y; impulses go to the points' `now`. Points that are not new are at
// rest. With friction and joints, which take part as they are. What is not joined to a point that
// closes is left alone. False when it cannot be solved.
bool ab_rigid_hit(abDynamics *dynamics, double t, double *y, abRigidHit *hit);
// Ends all slip at once, where it has no force that would keep bodies apart.
bool ab_rigid_capture(abDynamics *dynamics, double t, double *y, abRigidHit *hit);
// rigid_plastic.c: impulses after which nothing closes, as if without restitution; to the points'
// `push`. False when there are none to be found.
// Points that are open may close by their gaps within h.
bool ab_rigid_stop_closing(abDynamics *dynamics, double t, double *y, double h);
void ab_rigid_hit_done(abDynamics *dynamics, abRigidHit *hit);

#endif
