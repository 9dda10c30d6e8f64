// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tetra.h - tetrahedra of 4 and 10 nodes: faces, shape functions, rules of integration.
//
//   L = (1 - r - s - t, r, s, t)           the barycentric coordinates of a point
//   N_a = L_a                              4 nodes
//   N_a = L_a (2 L_a - 1), N_ab = 4 L_a L_b  10 nodes: corners, middles of edges             (1)
//
// Source  (1): [Zienkiewicz2013] sec. 6.3; the rules: [Walkington2000].

#ifndef AB_TETRA_H
#define AB_TETRA_H

#include "abut/vector.h"
#include "volume/core/volume_mesh.h"

// The two corners of each edge, in the order of the nodes 4 to 9.
extern const int ab_tetra_edges[6][2];
// The corners of each face, seen from outside anticlockwise, then the middles of their edges 01, 12,
// 20. Face f is S(f + 1) of Abaqus.
extern const int ab_tetra_faces[4][6];

// A point of a rule: barycentric coordinates and weight; the weights sum to 1.
typedef struct abTetraPoint {
    double L[4];
    double weight;
} abTetraPoint;

enum { AB_TETRA_RULE_2 = 4, AB_TETRA_RULE_5 = 14 };
// Exact for polynomials of degree 2 and 5.
extern const abTetraPoint ab_tetra_rule_2[AB_TETRA_RULE_2];
extern const abTetraPoint ab_tetra_rule_5[AB_TETRA_RULE_5];

// The shape functions N (count 4 or 10) and their slopes in r, s, t at L.
void ab_tetra_shape(int count, const double L[4], double N[AB_TETRA_NODES],
                    double slopes[AB_TETRA_NODES][3]);

// The derivative of the position in r, s, t at L, by columns, and its determinant: six times the
// volume of a straight element [m^3]; below or at 0 the element is inside out or flat there.
double ab_tetra_jacobian(const abVolumeMesh *mesh, const abVolumeElement *element,
                         double slopes[AB_TETRA_NODES][3], double J[3][3]);

#endif
