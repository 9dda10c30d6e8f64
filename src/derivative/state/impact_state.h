// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_state.h - what impacts of rigid bodies keep from one to the next.

#ifndef AB_IMPACT_STATE_H
#define AB_IMPACT_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "solver/impact/impact_kinds.h"

typedef struct abRigidHit {
    abImpactKind kind;
    uint32_t seed;  // moves on
    size_t most;    // rows: what is larger is not solved, as its cost grows with their cube; 0: any
    double largest; // normal impulse of the last one                                     [N s]
    double gained;  // energy it added, drives aside: not above rounding                    [J]
    double driven;  // work of drives by impulses that is not in the book yet               [J]
    // room
    unsigned char *workspace;
    abImpactBodies *bodies;
    abImpactFriction *friction;
    unsigned char *laws;
    int *islands;
    abArrays arrays; // all of them
} abRigidHit;

#endif
