// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_step.h - the modes of flexible bodies over an implicit time step.
//
// A body with modes has the momentum of a rigid one, and beside it rates of modes that carry none. With
// r_c its centre of mass, V its velocity, H the angular momentum about it, c and J as in
// flexible/floating_frame.h,
//
//   J_c = J - m (o.o 1 - o o^T),  o = c/m,   W = J_c^-1 H,   N_c = N - o x S                       (1)
//   A = Mq - S^T S / m - N_c^T J_c^-1 N_c                                                          (2)
//   kinetic energy = m V.V/2 + W.J_c W/2 + q' A q'/2                                               (3)
//   velocity of a point at o + p = V + W x p + sum_k (phi_k - S_k/m - J_c^-1 N_ck x p) q'_k        (4)
//
// So impulses move the rigid part as they move a rigid body, and the modes by A^-1 and the transpose of
// (4); momentum is kept whatever the modes do. A frame that is held has A = Mq and phi_k in (4).
//
// From the rates v_0 at the start the modes have the rates v_1 at the end, and move by
//
//   q_1 = q_0 + h (v_0 + y)/2,   v_1 = v_0 + (y - v_0)/(2 theta)                                   (5)
//   (A~ + h D/2 + h^2 theta K/2) y = A~ v_0 + h Q - h D v_0/2 - h K (q_0 + h theta v_0/2) + p      (6)
//
// with the impulses p at contacts, the forces Q of inertia, gravity and loads in the middle of the step,
// and theta of each eigenmode of K and Mq: 1/2, the midpoint rule, where the step sees it (w h < 1), 1,
// the implicit Euler method, where it does not (w h > 3), smoothly between. A~ is A with each eigenmode
// divided by (2 theta)^(1/2) on both sides. y is what points of contact see as rates at the end: the mean
// of v_0 and y is the way by h, so that the work of impulses is exact.
//
// With L L^T the matrix of (6), x = L^T y are numbers of unit mass: six of them are one body of the
// problem of solver/cone.
//
// Energy  what p and Q do and the body does not have at the end is lost by modal damping: D, and what
//         the implicit Euler method takes of modes that the step does not see. It is never below zero: by
//         (6) it is a sum of squares as far as A is diagonal in these modes, and where it is not, and
//         would be below zero, the rates at the end are shortened until it is zero.
// Error   second order where steps see all modes; first order of those that they do not.
// Limits  moments of contacts (rolling resistance) turn the rigid part alone.
// Cost    m^3/6 for L, 20 m^2 beside it; m^3 where the length of the step changes.
// Source  (1) to (4): Lagrange's equations of floating_frame.h by momenta. Own combination of known
//         rules; theta method: e.g. E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.3.

#ifndef AB_MODAL_STEP_H
#define AB_MODAL_STEP_H

#include "mechanics/state/mechanics.h"
#include "solver/cone/cone.h"

// The frame, the rigid part and the modes of one body in a step.
typedef struct abModalStep {
    int body;
    abFloating *floating;
    bool is_held;     // its frame is fixed or moves as told
    int first, count; // its bodies in the problem: six modes each
    double *V, *W;    // m x m: eigenmodes of K and Mq by columns; Mq V
    double *omega;    // of each                                                          [rad/s]
    double *blind;    // of each: 2 theta
    double h;         // for which blind and `base` are                                       [s]
    double *base;     // m x m: (6) without the parts of S and N_c
    // at the start
    double *q0, *v0;
    abVec3 center, velocity,
        spin;      // r_c, V and H, in the world                  [m], [m/s], [N m s]
    double energy; // of a frame that moves as told; else 0                   [J]
    // in the middle
    abVec3 offset; // o, in body axes                                                       [m]
    abMat3 R;      // body to world
    abMat3 inertia, inverse_inertia; // J_c and its inverse, in body axes
    double *S, *N;                   // 3 x m: S and N_c; zero where the frame is held
    double *A, *L;                   // m x m: (2), and L of (6)
    double *force;                   // Q
    double *scaled;                  // 3 x m each: S and N_c as A~ has them
    double *x0, *free;               // 6 count: x of v_0, and of the motion without contacts
    double *work;                    // room: 4 m
    // of the end
    double loss; // by modal damping                                                          [J]
    double by_contacts; // what impulses at contacts did to the modes                         [J]
    // x (1 - x) times this is what modes and rates that are linear in a share x of the step have less of
    // energy than came to them                                                             [J]
    double bend;
} abModalStep;

typedef struct abModalSteps {
    abModalStep *at; // one per body with modes
    int count;       // of them
    int *of_body;    // per body of the model: its index; -1: it has no modes
    int cone_bodies; // of the model, then those of modes
} abModalSteps;

// Room from the arena. False for want of memory.
bool ab_modal_steps_init(const abMechanics *m, abArena *arena, abModalSteps *out);
// The modes of a body in a step; NULL: it has none.
static inline abModalStep *ab_modal_step_of(const abModalSteps *steps, int body) {
    int index = steps->count > 0 && body >= 0 ? steps->of_body[body] : -1;
    return index >= 0 ? &steps->at[index] : NULL;
}

// How far a point of the body moves at most by modes of these amplitudes, or how fast by such rates.
double ab_modal_step_reach(const abModalStep *own, const double *amplitudes);

// Of the body as placed: motion, strain, weight.                                           [J]
double ab_modal_step_energy(const abModalStep *own, abMechanics *m);

// With the bodies placed at the start of a step.
void ab_modal_step_start(abModalStep *own, abMechanics *m);
// With the bodies placed in the middle: (1), (2) and L for a step of length h [s]; what the rigid part
// answers with. `start`: its motion at the start, V and W of H there, for an inertia in the middle. False
// where masses are not positive.
bool ab_modal_step_middle(abModalStep *own, abMechanics *m, double h, abConeBody *rigid,
                          abVec3 start[2]);
// After the loads are on the bodies: x of the motion without contacts; v and w of the cone bodies.
void ab_modal_step_free(abModalStep *own, const abMechanics *m, abConeBody *bodies);
// (4) at a point of the surface between three nodes, `arm` from r_c in the world [m], as abConeModes has
// it: 18 count numbers.
void ab_modal_step_shape(const abModalStep *own, const int nodes[3], const double weights[3],
                         abVec3 arm, double *out);
// After a solution, with y as at the start: the states at the end. `bodies` of the problem, `start` as
// above. Bodies stay placed in the middle, for which `y_middle` is.
void ab_modal_step_end(abModalStep *own, abMechanics *m, const abConeBody *bodies,
                       const abVec3 start[2], const double *y_middle, double *y);
// The frame's velocity [m/s] and spin [rad/s] in the middle, from means of V, W and y of the step.
void ab_modal_step_frame(const abModalStep *own, const abConeBody *bodies, const abVec3 start[2],
                         abVec3 *v, abVec3 *w);
// The mean of v_0 and y.
void ab_modal_step_mean_rates(const abModalStep *own, const abConeBody *bodies, double *out);
// Moves y by a displacement of the problem: r_c, turn about it, modes. Returns what is strained more and,
// where the frame is held, lifted by the modes.                                                [J]
double ab_modal_step_shift(abModalStep *own, abMechanics *m, const abConeBody *shift,
                           const double *y_middle, double *y);

#endif
