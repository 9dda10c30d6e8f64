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
// R = 0 is rigid, R > 0 a linearised force. A contact may also resist turning: w is the rotation of
// B relative to A, m the impulse of the moment on B, L a lever of rolling resistance:
//
//   |m| <= L p_n;   w = 0, or |m| = L p_n and m against w                                (3)
//
// for m as a whole, or for its part along the normal (spinning) and the rest (rolling) apart.
// A link is a row of a joint:  J V + b = 0, or of a limit:                               (4)
//
//   0 <= p,  0 <= J V + b,  one of them zero                                             (5)
//
// Contacts may be redundant: (1) to (3) then have many solutions p but one V, up to friction.

#ifndef AB_CONE_H
#define AB_CONE_H

#include <stdbool.h>

#include "abut/memory.h"
#include "math/block_cholesky.h"
#include "math/vector_math.h"
#include "rigid/cone_patch.h"

enum { AB_CONE_ROWS = 6 };

typedef struct abConeBody {
    double inverse_mass[3]; // along the world's axes; 0: does not answer           [1/kg]
    abMat3 inverse_inertia; // in world axes; zero likewise                         [1/(kg m^2)]
    abVec3 v, w;            // free motion in, motion out                           [m/s], [rad/s]
    int changes;            // of its motion, counted by ab_cone_solve
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
    double rolling;    // L of (3)                                        [m]
    double spinning;   // L about the normal; < 0: (3) is for m as a whole [m]
    abVec3 impulse;    // on B, in the world; a guess in, the answer out  [N s]
    abVec3 moment;     // likewise                                        [N m s]
    // made by ab_cone_solve
    abVec3 axis[3]; // the normal, and the tangents of `local`
    abConeLocal local;
    double turn;            // of W that turns: how much m changes w, at most      [1/(kg m^2)]
    double reach;           // of the bodies that answer, to the point               [m]
    double p[AB_CONE_ROWS]; // impulse and moment along the axes
    int seen[2];            // changes of A and B at its last visit; the first -1: visit it anyway
} abConeContact;

static inline bool ab_cone_turns(const abConeContact *c) {
    return c->rolling > 0.0 || c->spinning > 0.0;
}
// How many of p can differ from zero.
static inline int ab_cone_rows(const abConeContact *c) {
    return ab_cone_turns(c) ? 6 : c->friction > 0.0 ? 3 : 1;
}

typedef struct abConeLink {
    int body[2]; // -1: not there
    abVec3 linear[2], angular[2];
    double bias;       // b of (4)
    double impulse;    // a guess in, the answer out
    bool goes_on;      // adds its bodies to the link before; bias and impulse are there
    bool is_one_sided; // (5); has two bodies at most
    // made by ab_cone_solve
    double inverse; // of J M^-1 J' of the whole row; 0: follows from nothing that moves
} abConeLink;

typedef struct abConeProblem {
    abConeBody *bodies;
    abConeContact *contacts;
    abConeLink *links;
    abConePatch *patches;
    const abVec3 *guess_v, *guess_w; // per body: the motion it may come to; NULL: none
    int body_count, contact_count, link_count, patch_count;
    double tolerance; // of u, relative to `speed`
    double speed;     // scale of velocities; 0: from the free motion     [m/s]
    int few_sweeps;   // before Newton's method is tried, at most; 0: it is not
    int max_sweeps;
    double most_work; // multiplications that one of its factorisations may take
    bool is_steady;   // nearly all contacts were there in the problem before: worth a better answer
    // made by ab_cone_solve
    int width; // numbers of a contact that are kept: 3, or 6 when something resists turning
} abConeProblem;

typedef struct abConeResult {
    int sweeps, factorisations;
    double error; // velocity by which constraints are off, relative to the scale
    bool is_converged;
} abConeResult;

// Where a round of cone_newton.c begins.
typedef struct abProximal {
    double p[AB_CONE_ROWS];
    double r[3]; // along the normal, along the tangents [1/kg], turning  [1/(kg m^2)]
    double rise; // mu |u_t| + L |w|                                      [m/s]
    char mode;   // where (1) of cone_newton.c has it: open, held, or sliding in some way
} abProximal;

// Room that grows with the problems and stays. Zero-initialise with the allocator.
typedef struct abConeRoom {
    abAllocator allocator;
    abVec3 *last, *way; // two per body: motion before the sweep, conjugate direction
    double *step;       // `width` per contact, one per link: direction of the impulses
    double *before;     // likewise: impulses before the sweep
    double *terms;      // of its |g|^2, `width` - 2 per contact
    size_t last_capacity, way_capacity, step_capacity, before_capacity, terms_capacity;
    // of Newton's method
    abBlockCholesky cholesky;
    int count;               // bodies that answer
    bool is_planar;          // all of them: in x and y, about z
    bool is_kept;            // limits of friction of patches are: the system is symmetric
    int *index;              // of each body among them; -1
    int (*pairs)[2];         // that touch or are linked
    abConeBody *start;       // free motion
    abMat3 *inertia;         // per body
    abVec3 *gradient, *goal; // two per body: force and moment; a motion
    double *newton;          // of the bodies that answer, as the factor has them
    abProximal *proximal;    // per contact, then per link
    char *modes;             // of the contacts when the factor was made
    double factor_share;     // likewise; 0: none
    // of few contacts solved to the end
    double *exact;
    size_t *pivot;
    size_t exact_capacity, pivot_capacity;
    // What the next problem begins with; a copy of a room needs no more than these.
    double share;        // of r by W                                      [-]
    double work;         // of a factorisation; 0: not known
    bool rests;          // the last problem was solved by its guess
    int pause, failures; // problems without Newton's method; how often it failed in a row
    size_t index_capacity, pairs_capacity, start_capacity, inertia_capacity, gradient_capacity,
        goal_capacity, newton_capacity, proximal_capacity, modes_capacity;
} abConeRoom;

void ab_cone_room_done(abConeRoom *room);

// False for want of memory. Allocates only when the problem is larger than any before.
bool ab_cone_solve(abConeProblem *problem, abConeRoom *room, abConeResult *result);

// cone_local.c: one contact. The constants of W; false when the normal cannot move at all.
bool ab_cone_local_prepare(abConeLocal *local);
// p for which (1) and (2) hold with u = W p + q; p_n = p[0]. Exact to rounding.
void ab_cone_local_solve(const abConeLocal *local, const double q[3], double p[3]);

#endif
