// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// solid.h - stiffness and mass of an elastic solid, by pairs of nodes.
//
//   K_ab = sum over points w |J| (lambda g_a g_b^T + mu (g_b g_a^T + g_a . g_b 1))           (1)
//   m_ab = sum over points w |J| rho N_a N_b,   M_ab = m_ab 1                                (2)
//   lambda = E nu / ((1 + nu) (1 - 2 nu)),  mu = E / (2 (1 + nu)),  g_a = grad N_a           (3)
//
// Valid   small strain, isotropic, linear.
// Error   (1) by 4 points: exact for straight elements; (2) by the rule of degree 5, exact for them too.
//         Frequencies of a mesh are above those of the solid; those of 4-node elements far above in
//         bending.
// Memory  80 bytes a pair of nodes that share an element, about 14 pairs a node (10-node elements).
// Source  [Zienkiewicz2013] chapters 2 and 6.

#ifndef AB_SOLID_H
#define AB_SOLID_H

#include "volume/core/volume_mesh.h"

typedef struct abSolid {
    const abVolumeMesh *mesh;
    int node_count;
    size_t *starts; // node_count + 1: the pairs of column j are those from starts[j] on
    int *rows;      // ascending, the first is j itself: the lower triangle
    double *K;      // 9 a pair: block of row and column node, by rows       [N/m]
    double *m;      // a pair                                                [kg]
    abArrays arrays;
} abSolid;

// The matrices of a mesh that was finished and checked. AB_IO for want of memory.
abResult ab_solid_create(const abVolumeMesh *mesh, abSolid *solid, abError *error);
void ab_solid_done(abSolid *solid);

// y = K x and y = M x, for 3 numbers a node.
void ab_solid_stiffness(const abSolid *solid, const double *x, double *y);
void ab_solid_mass(const abSolid *solid, const double *x, double *y);

// The six motions of a rigid body as displacements, 3 node_count each: along and about the axes at
// `origin`.
void ab_solid_rigid(const abSolid *solid, abVec3 origin, double *out);

#endif
