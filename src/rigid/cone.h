// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone.h - impulses of many contacts with friction, and of joints, in one system.
//
// Bodies move with V = V_free + M^-1 J' p. A contact has a normal and two tangents; u is the
// velocity of B relative to A there, p the impulse on B, mu the coefficient:
//
//   0 <= p_n,  0 <= s,  p_n s = 0,   s = u_n + R p_n + b                                 (1)
//   |p_t| <= mu p_n;   u_t = 0, or |p_t| = mu p_n and p_t against u_t                    (2)
//
// R = 0 is rigid, R > 0 a linearised force. A link is a row of a joint:  J V + b = 0.    (3)
//
// Contacts may be redundant: (1) to (3) then have many solutions p but one V, up to friction.

#ifndef AB_CONE_H
#define AB_CONE_H

#include <stdbool.h>

#include "abut/memory.h"
#include "math/block_cholesky.h"
#include "math/vector_math.h"

typedef struct abConeBody {
    double inverse_mass[3]; // along the world's axes; 0: does not answer           [1/kg]
    abMat3 inverse_inertia; // in world axes; zero likewise                         [1/(kg m^2)]
    abVec3 v, w;            // free motion in, motion out                           [m/s], [rad/s]
} abConeBody;

// The contact alone: W p + q with q the rest of u and b. Tangents are the principal axes of their
// part of W, so that one is diagonal.
typedef struct abConeLocal {
    double nn, nt[2], tt[2];                         // of W; R is in nn              [1/kg]
    double inverse_nn, inverse_nt[2], inverse_tt[3]; // its inverse; tt: 00, 01, 11   [kg]
    double friction;
} abConeLocal;

typedef struct abConeContact {
    int body[2];       // A, B
    abVec3 normal;     // unit, from A into B
    abVec3 arm[2];     // of the point, from the centres of mass              [m]
    double bias;       // b of (1)                                        [m/s]
    double compliance; // R                                               [1/kg]
    double friction;   // mu
    abVec3 impulse;    // on B, in the world; a guess in, the answer out     [N s]
    // made by ab_cone_solve
    abVec3 axis[3]; // the normal, and the tangents of `local`
    abConeLocal local;
    double p[3];
} abConeContact;

typedef struct abConeLink {
    int body[2]; // -1: not there
    abVec3 linear[2], angular[2];
    double bias;    // b of (3)
    double impulse; // a guess in, the answer out
    bool goes_on;   // adds its bodies to the link before; bias and impulse are there
    // made by ab_cone_solve
    double inverse; // of J M^-1 J' of the whole row; 0: follows from nothing that moves
} abConeLink;

typedef struct abConeProblem {
    abConeBody *bodies;
    abConeContact *contacts;
    abConeLink *links;
    int body_count, contact_count, link_count;
    double tolerance; // of u, relative to `speed`
    double speed;     // scale of velocities; 0: from the free motion     [m/s]
    int few_sweeps;   // before Newton's method is tried; 0: it is not
    int max_sweeps;
    double most_work; // multiplications that one of its factorisations may take
} abConeProblem;

typedef struct abConeResult {
    int sweeps, factorisations;
    double error; // velocity by which constraints are off, relative to the scale
    bool is_converged;
} abConeResult;

// Where a round of cone_newton.c begins.
typedef struct abProximal {
    double p[3];
    double r[2]; // along the normal, along the tangents                  [1/kg]
    double rise; // mu |u_t|                                              [m/s]
} abProximal;

// Room that grows with the problems and stays. Zero-initialise with the allocator.
typedef struct abConeRoom {
    abAllocator allocator;
    abVec3 *last, *way; // two per body: motion before the sweep, conjugate direction
    double *step;       // three per contact, one per link: direction of the impulses
    double *before;     // likewise: impulses before the sweep
    size_t last_capacity, way_capacity, step_capacity, before_capacity;
    // of Newton's method
    abBlockCholesky cholesky;
    int count;                 // bodies that answer
    int *index;                // of each body among them; -1
    int (*pairs)[2];           // that touch or are linked
    abConeBody *start;         // free motion
    double *gradient, *newton; // six per body that answers
    abProximal *proximal;      // per contact, then per link
    size_t index_capacity, pairs_capacity, start_capacity, gradient_capacity, newton_capacity,
        proximal_capacity;
} abConeRoom;

void ab_cone_room_done(abConeRoom *room);

// False for want of memory. Allocates only when the problem is larger than any before.
bool ab_cone_solve(abConeProblem *problem, abConeRoom *room, abConeResult *result);

// cone_local.c: one contact. The constants of W; false when the normal cannot move at all.
bool ab_cone_local_prepare(abConeLocal *local);
// p for which (1) and (2) hold with u = W p + q; p_n = p[0]. Exact to rounding.
void ab_cone_local_solve(const abConeLocal *local, const double q[3], double p[3]);

#endif
