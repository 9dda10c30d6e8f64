// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_body.h - an elastic body reduced to m modes: points of its surface, how each mode moves
// them, and the integrals that its motion needs.
//
// A point X of the undeformed body is displaced by u = sum_k phi_k q_k. With M_ij = m_ij 1 the blocks
// of the mass matrix over all nodes i, j of the body (lumped masses: only m_ii), X from the centre
// of mass, the integrals are the sums
//
//   m      sum m_ij                                                                          (1)
//   S_k    sum m_ij phi_jk                                                                   (2)
//   J0     sum m_ij (X_i . X_j 1 - X_i X_j^T)                                                (3)
//   J1_k   sum m_ij (2 X_i . phi_jk 1 - X_i phi_jk^T - phi_jk X_i^T)                         (4)
//   J2_kl  sum m_ij (phi_ik . phi_jl 1 - (phi_ik phi_jl^T + phi_jl phi_ik^T) / 2)            (5)
//   N0_l   sum m_ij X_i x phi_jl                                                             (6)
//   N1_kl  sum m_ij phi_ik x phi_jl                                                          (7)
//   Mq     Phi^T M Phi,  K = Phi^T K Phi,  D: modal damping                                  (8)
//
// These are all the integrals there are: nothing of the body but them, and the points that contact
// and joints look at, is kept.
//
// Units   SI. Modes have no unit when q is in metres; whoever scales modes otherwise gets integrals
//         scaled with them.
// Memory  24 bytes a node and mode, 72 bytes m^2.
// Source  nodal form of the floating frame: [ZwolferGerstmayr2021].

#ifndef AB_REDUCED_BODY_H
#define AB_REDUCED_BODY_H

#include <stddef.h>

#include "abut/vector.h"

// Symmetric matrices as six numbers.
enum { AB_XX, AB_YY, AB_ZZ, AB_XY, AB_XZ, AB_YZ, AB_SYMMETRIC };

// The integrals (1) to (8), about the centre of mass. Axes are those of the file.
typedef struct abMassIntegrals {
    double mass;        // (1)                                                         [kg]
    abVec3 center;      // centre of mass of the undeformed body, from the file's origin [m]
    abMat3 J0;          // (3)                                                     [kg m^2]
    double *S;          // (2), 3 x m: axis by axis, S[a m + k]                        [kg]
    double *N0;         // (6), 3 x m                                                [kg m]
    double *J1;         // (4), AB_SYMMETRIC x m                                     [kg m]
    double *J2;         // (5), AB_SYMMETRIC x m x m, symmetric in k and l             [kg]
    double *N1;         // (7), 3 x m x m, antisymmetric in k and l                    [kg]
    double *modal_mass; // (8), m x m by rows, positive definite                       [kg]
} abMassIntegrals;

// A set of nodes that moves as one rigid piece or whose mean motion is taken: what joints hold.
typedef struct abReducedInterface {
    const char *name;
    abVec3 point;      // where it is held, undeformed, from the file's origin [m]
    const double *Phi; // 3 x m: displacement of the point by each mode
    const double *Psi; // 3 x m: its rotation by each mode                  [rad per unit of q]
    const int *nodes;  // indices of its nodes
    size_t node_count;
} abReducedInterface;

// All arrays come from one arena, given to whoever reads or makes the body.
typedef struct abReducedBody {
    const char *file; // where it was read from, for messages
    int mode_count;   // m; 0: a rigid body
    size_t node_count;
    abVec3 *X;     // node_count: undeformed places, from the file's origin             [m]
    int *node_ids; // node_count: numbers in the file; any order, each once
    double *Phi;   // node_count x 3 x m: mode k moves node i along axis a by Phi[(3 i + a) m + k]
    double *Psi;   // likewise its rotation; NULL: the file has none         [rad per unit of q]
    size_t face_count;
    int *faces; // face_count x 3: indices of nodes, counterclockwise from outside; none yet: NULL
    size_t interface_count;
    abReducedInterface *interfaces;
    abMassIntegrals mass;
    double *K;          // m x m by rows, symmetric, positive definite                      [N/m]
    double *D;          // m x m by rows, positive semidefinite; NULL: none in the file   [N s/m]
    double *q, *q_rate; // m: where the modes begin
} abReducedBody;

#endif
