// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// floating_frame.h - the equations of motion of a body with modes in a frame that moves with it.
//
// The frame has its origin r at the centre of mass of the undeformed body; all vectors here have its
// axes. A point is at r + X + sum_k phi_k q_k. With w the angular velocity, a = r'' and al = w' in
// body axes, the integrals of reduced_body.h, and
//
//   c = S q,   J = J0 + sum_k q_k J1_k + sum_kl q_k q_l J2_kl,   N_l = N0_l + sum_k q_k N1_kl    (1)
//   A_l = J1_l + 2 sum_k q_k J2_kl,   J' = sum_l q'_l A_l,   N'_l = sum_k q'_k N1_kl             (2)
//
// the equations are
//
//   m a - c x al + S q''  = f - w x (w x c) - 2 w x S q'                                         (3)
//   c x a + J al + N q''  = t - w x J w - J' w - w x N q'                                        (4)
//   S_l . a + N_l . al + (Mq q'')_l
//                         = h_l - 2 w . N'_l + w . A_l w / 2 - (K q + D q')_l                    (5)
//
// with a force f at the origin, a torque t, forces h of the modes. Gravity g is uniform: it adds g to
// a, and nothing else.
//
// Valid   small strain, any rotation. Energy is kept for any amplitude: no term is left out.
// Limits  strains are linear in q, so a body that spins near its lowest frequency has no geometric
//         stiffening and is too soft.
// Error   rounding; the 6 x 6 system has the condition of the rigid body's masses and inertias.
// Cost    12 m^2 for (1) and (2), 7 m^2 for Mq^-1 where that is full; nothing of m^3.
// Source  nodal form: [ZwolferGerstmayr2021]; (3) to (5) are Lagrange's equations of the kinetic
//         energy of the nodes, and were checked against the sum over nodes (floating_frame_test.c).

#ifndef AB_FLOATING_FRAME_H
#define AB_FLOATING_FRAME_H

#include "flexible/modal_body.h"

// A body with modes at an instant; memory of ab_floating_init().
typedef struct abFloating {
    const abModalBody *body;
    double *q, *q_rate; // m, as set before ab_floating_place()
    double *h;          // m: forces of the modes beside K and D                            [N]
    double *q_accel;    // m: the result
    // of ab_floating_place():
    abVec3 w;
    abVec3 c, c_rate;
    abMat3 J;
    abVec3 force, torque; // right sides of (3) and (4), without f and t
    double *N;            // 3 x m
    double *A;            // AB_SYMMETRIC x m: A_l
    double *N_rate;       // 3 x m
    double *right;        // m: right side of (5), without h
    double *Y;            // 7 x m: Mq^-1 [S; N] by axes, and Mq^-1 of the right side
    double schur[36];     // Cholesky factor of the frame's masses less those of the modes
    bool is_placed;       // these are of q, q_rate and w; cleared by who changes them
    bool is_factored;     // so are the first six rows of Y and `schur`
    // of the answer to forces that constraints ask for: accelerations or changes, 6 + m numbers, and
    // the force and torque on the frame
    double *answer;
    double answer_load[6];
    abVec3 *points;   // of nodes as deformed, in the frame of the body's file; NULL: nobody asks
    bool is_deformed; // these are of q
    bool is_fast, is_far;           // told that it turns too fast, deflects too far
    abVec3 held_force, held_torque; // what holds the frame, kept by whoever holds it
} abFloating;

// False for want of memory.
bool ab_floating_init(abFloating *floating, const abModalBody *body, abArena *arena);

// Places of the nodes at q, where there is room for them.
const abVec3 *ab_floating_points(abFloating *floating);
// Velocity by the modes alone of a point between three nodes with these weights, in body axes.
abVec3 ab_floating_velocity(const abFloating *floating, const int nodes[3],
                            const double weights[3]);
// A force at that point, in body axes, as forces of the modes: added to h.
void ab_floating_load(abFloating *floating, const int nodes[3], const double weights[3],
                      abVec3 force);

// (1), (2) and the right sides, at q, q_rate and an angular velocity in body axes.
void ab_floating_place(abFloating *floating, abVec3 w);

// Accelerations of the frame and the modes under a force at the origin and a torque, in body axes;
// h is the caller's, gravity left out. False where the masses of frame and modes together are not
// positive.
bool ab_floating_accelerate(abFloating *floating, abVec3 force, abVec3 torque, abVec3 *a,
                            abVec3 *alpha);

// x = M^-1 g with the masses M of frame and modes as placed; g holds a force at the origin, a torque
// and the forces of the modes, x the changes they make: 6 + m numbers each. A frame that is `held`
// does not move. False as above.
bool ab_floating_answer(abFloating *floating, bool is_held, const double *g, double *x);

// Accelerations of the modes where the frame moves as told; `a` without gravity (a - g). Force and
// torque become what holds the frame: (3) and (4) solved for f and t.
void ab_floating_hold(abFloating *floating, abVec3 a, abVec3 alpha, abVec3 *force, abVec3 *torque);

// Of the whole body; v in body axes.                                                       [J]
double ab_floating_kinetic(const abFloating *floating, abVec3 v);
double ab_floating_strain(const abFloating *floating);
// What modal damping takes.                                                                [W]
double ab_floating_loss(const abFloating *floating);

#endif
