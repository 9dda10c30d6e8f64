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
    double largest; // impulse of the last one                                            [N s]
    unsigned char *room;
    abImpactBodies *bodies;
    size_t room_size, body_capacity;
} abRigidHit;

// Changes the velocities in y, without friction; impulses go to the points' `now`. Points that are
// not new are at rest. False when it cannot be solved.
bool ab_rigid_hit(abDynamics *dynamics, double t, double *y, abRigidHit *hit);
void ab_rigid_hit_done(abDynamics *dynamics, abRigidHit *hit);

#endif
