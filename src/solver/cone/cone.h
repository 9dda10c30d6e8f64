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
// Where friction is that of another slip than the one at the end, u_t has a constant added to it.
// A link is a row of a joint or, with R, of a spring or damper; or one of a limit or a rope:
//
//   J V + R p + b = 0                                                                    (4)
//   0 <= p,  0 <= J V + R p + b,  one of them zero                                       (5)
//
// A body that deforms has modes beside its motion. Six numbers of modes are one body of the problem, of
// unit mass and inertia; at a contact u also has their part, and p acts on them by its transpose.
//
// Contacts may be redundant: (1) to (3) then have many solutions p but one V, up to friction.

#ifndef AB_CONE_H
#define AB_CONE_H

#include <stdbool.h>
#include <stdint.h>

#include "abut/memory.h"
#include "base/schedule.h"
#include "math/linear/block_cholesky.h"
#include "solver/cone/cone_patch.h"

// Rows of a contact; contacts from which on they are many, and what saves time is worth its own way.
enum { AB_CONE_ROWS = 6, AB_CONE_MANY = 100 };

typedef struct abConeBody {
    double inverse_mass[3]; // along the world's axes; 0: does not answer           [1/kg]
    abMat3 inverse_inertia; // in world axes; zero likewise                         [1/(kg m^2)]
    abVec3 v, w;            // free motion in, motion out                           [m/s], [rad/s]
} abConeBody;

// How a side of a contact moves with the modes of its body: `count` bodies from `first` on have six
// numbers of modes each. `shape`: 3 rows of 6 count, the velocity of the point in the world by them.
typedef struct abConeModes {
    int first, count; // 0: the body is rigid
    const double *shape;
} abConeModes;

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
    abVec3 drift;      // across the normal, added to u_t of (2)          [m/s]
    abVec3 impulse;    // on B, in the world; a guess in, the answer out  [N s]
    abVec3 moment;     // likewise                                        [N m s]
    abConeModes modes[2];
    bool is_new; // was not there in the problem before
    // made by ab_cone_solve
    abVec3 axis[3]; // the normal, and the tangents of `local`
    abConeLocal local;
    double turn;            // of W that turns: how much m changes w, at most      [1/(kg m^2)]
    double reach;           // of the bodies that answer, to the point               [m]
    double p[AB_CONE_ROWS]; // impulse and moment along the axes
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
    double compliance; // R of (4)                                        [1/kg]
    double impulse;    // a guess in, the answer out
    bool goes_on;      // adds its bodies to the link before; bias and impulse are there
    bool is_one_sided; // (5); it and what has a compliance have two bodies at most
    // made by ab_cone_solve
    double inverse; // of J M^-1 J' + R of the whole row; 0: follows from nothing that moves
    double share;   // of what (4) is off: how much of it is speed, J M^-1 J' by that sum
} abConeLink;

typedef struct abConeProblem {
    abConeBody *bodies;
    abConeContact *contacts;
    abConeLink *links;
    abConePatch *patches;
    const abVec3 *guess_v, *guess_w; // per body: the motion it may come to; NULL: none
    int body_count, contact_count, link_count, patch_count;
    double tolerance; // of u, relative to `speed`: what is asked for
    double speed;     // scale of velocities; 0: from the free motion     [m/s]
    double unit;      // likewise, of `enough`; 0: `speed`                [m/s]
    double enough;    // of u, relative to `unit`: will do where sweeps are all there is
    int few_sweeps;   // before Newton's method is tried, at most; 0: it is not
    int max_sweeps;
    double maximum_work; // multiplications that one of its factorisations may take
    bool is_aside;       // says nothing of the problems before and after it: nothing is remembered
    // made by ab_cone_solve
    int width;      // numbers of a contact that are kept: 3, 6 when something resists turning, 1 of
                    // many without friction
    bool is_steady; // nearly all contacts were there in the problem before: worth a better answer
    bool has_modes; // of contacts
} abConeProblem;

// By what velocity each contact and link is off its conditions: cone_rows.c.             [m/s]
typedef struct abConeResidual {
    double mean, maximum; // mean: root of the mean square
    int worst;            // contact; of a link its index after those of the contacts; -1: none
} abConeResidual;

typedef struct abConeResult {
    int sweeps, factorisations;
    double error; // velocity by which constraints are off, relative to the scale
    bool is_converged;
    abConeResidual residual; // of the answer
} abConeResult;

// Where a round of cone_newton.c begins.
typedef struct abProximal {
    double p[AB_CONE_ROWS];
    double r[3]; // along the normal, along the tangents [1/kg], turning  [1/(kg m^2)]
    double rise; // mu |u_t| + L |w|                                      [m/s]
    char mode;   // where (1) of cone_newton.c has it: open, held, or sliding in some way
} abProximal;

// A contact as sweeps see it: its numbers side by side, its rows in abConeRows.
typedef struct abConeVisit {
    int body[2];
    int to[2]; // likewise, of what its impulses move: the last place for what does not answer
    int contact;
    int count;       // of its rows: 1, 3 or 6; 0: nothing answers
    size_t row, own; // the first of its rows, and of its impulses
    double bias, compliance, friction, rolling, spinning;
    double nn, tt, turn;          // of W, the larger one of both tangents; 0: does not turn
    double by_nn, by_tt, by_turn; // their inverses
    double nt[2], reach, drift[2];
    int modes[2], mode_count[2]; // as abConeModes
    size_t modal;                // of its numbers in `modal`, rows by rows: those of A, then of B
} abConeVisit;

// All that sweeps touch: rows of J and M^-1 J', impulses and motion in arrays of their own.
typedef struct abConeRows {
    abConeVisit *visits;
    double *rows;   // AB_CONE_ROW per row of a visit, then per entry of a link
    double *modal;  // of rows of contacts with modes: J of the modes, which is M^-1 J', too
    double *p;      // `width` per contact, one per link, six per patch
    double *motion; // behind p: AB_CONE_MOTION per body, and two more: for none, and for no answer
    double *weight; // as p: roots of the diagonal of W
    size_t link_row, link_own, patch_own, count; // count: of p
    size_t mixed;                                // of p, and of the motion where it goes along
    int *order;                                  // contacts as they are visited
    bool *has_come;                              // likewise, which have their place by now
    bool is_many;                                // contacts alone, and many
    // visits shared by threads: those of each lie side by side in `visits`
    abThreadPool *threads; // NULL: by none
    abSchedule schedule;   // of visits in their order
    int (*moved)[2];       // per visit in its order: bodies that answer, else -1
    abVec3 *where;         // per body, as far as contacts tell; NAN: they do not             [m]
    int axis, axis_left;   // by which bodies are shared out; how often it is taken for the best
    int *place;            // likewise its place in `visits`
    int *visit_of;         // per contact likewise
    double *off;           // per visit: what it changed, or what is left
    double *own;           // impulses, as `visits` lie
    double *room;          // of p and the motion, not yet aligned
} abConeRows;

enum { AB_CONE_DEPTH = 5 };

// The last changes of sweeps, for cone_mix.c: columns of numbers.
typedef struct abConeMix {
    double *change[AB_CONE_DEPTH], *answer[AB_CONE_DEPTH]; // differences of successive ones
    double *last_change, *last_answer, *now;
    double gram[AB_CONE_DEPTH * AB_CONE_DEPTH];
    int used, next; // columns; the one to be written
    bool has_last;
    double size;   // of the last change
    double stride; // sweeps that were gone on by last; 0: none
    double *room;  // of all of them
} abConeMix;

// What the next problem of an island begins with; a copy of a workspace needs no more than these.
typedef struct abConeMemory {
    uint64_t pairs;        // of bodies that touched, in one number
    uint64_t failed_pairs; // likewise, when Newton's method failed last
    double share;          // of r by W                                      [-]
    double work;           // of a factorisation; 0: not known
    bool rests;            // the last problem was solved by its guess
    bool is_exact;         // likewise, or to its tolerance by more than sweeps: so is what is aside
    int pause, failures;   // problems without Newton's method; how often it failed in a row
} abConeMemory;

// A problem taken apart: items are its contacts, patches and links, in this order.
typedef struct abConeIslands {
    int count;
    int *parent, *island, *local; // per body: see groups.h; of the body that names it; in the part
    int *first, *order;           // the first item of each island; items by islands
    int *head;                    // per item: its first body that answers (-1: none), its island
    int *own;                     // of the part's bodies, in the whole
    abConeBody *bodies;           // of the part
    abConeContact *contacts;
    abConeLink *links;
    abConePatch *patches;
    abVec3 *guess; // velocities, then rotations
} abConeIslands;

// Room that grows with the problems and stays. Zero-initialise with the allocator.
typedef struct abConeWorkspace {
    abAllocator allocator;
    abThreadPool *threads; // who helps; NULL: nobody else
    abArrays arrays;       // all but `memory`, also of its parts
    abConeIslands islands;
    abConeMemory *memory, now; // per body; of the island that is being solved
    size_t memory_capacity;
    abConeRows rows;
    abConeMix mix;
    abVec3 *last, *displacement; // two per body
    // impulses as ab_cone_keep() has them: of sweeps, and to go back to
    double *step, *before, *best, *last_sweep;
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
    long gradients;          // how often E' was computed, so far
    // of few contacts solved to the end
    double *exact;
    size_t *pivot;
} abConeWorkspace;

#endif
