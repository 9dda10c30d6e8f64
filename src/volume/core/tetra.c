// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tetra.c - tetrahedra of 4 and 10 nodes.

#include "volume/core/tetra.h"

#include "math/core/vector_math.h"

const int ab_tetra_edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

const int ab_tetra_faces[4][6] = {
    {0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {0, 3, 2, 7, 9, 6}};

// ---- rules ----

// b = (5 - sqrt 5)/20, a = 1 - 3 b
#define NEAR_A 0.58541019662496845446
#define NEAR_B 0.13819660112501051518

const abTetraPoint ab_tetra_rule_2[AB_TETRA_RULE_2] = {
    {{NEAR_A, NEAR_B, NEAR_B, NEAR_B}, 0.25},
    {{NEAR_B, NEAR_A, NEAR_B, NEAR_B}, 0.25},
    {{NEAR_B, NEAR_B, NEAR_A, NEAR_B}, 0.25},
    {{NEAR_B, NEAR_B, NEAR_B, NEAR_A}, 0.25},
};

// Two orbits of four points and one of six.
#define ORBIT_4(b, w)                                                                              \
    {{1.0 - 3.0 * (b), (b), (b), (b)}, (w)}, {{(b), 1.0 - 3.0 * (b), (b), (b)}, (w)},              \
        {{(b), (b), 1.0 - 3.0 * (b), (b)}, (w)}, {                                                 \
        {(b), (b), (b), 1.0 - 3.0 * (b)}, (w)                                                      \
    }
#define ORBIT_6(a, w)                                                                              \
    {{(a), (a), 0.5 - (a), 0.5 - (a)}, (w)}, {{(a), 0.5 - (a), (a), 0.5 - (a)}, (w)},              \
        {{(a), 0.5 - (a), 0.5 - (a), (a)}, (w)}, {{0.5 - (a), (a), (a), 0.5 - (a)}, (w)},          \
        {{0.5 - (a), (a), 0.5 - (a), (a)}, (w)}, {                                                 \
        {0.5 - (a), 0.5 - (a), (a), (a)}, (w)                                                      \
    }

const abTetraPoint ab_tetra_rule_5[AB_TETRA_RULE_5] = {
    ORBIT_4(0.31088591926330060980, 0.11268792571801585080),
    ORBIT_4(0.092735250310891226402, 0.073493043116361949544),
    ORBIT_6(0.045503704125649649492, 0.042546020777081466438),
};

// ---- shape functions ----

// Slopes of the barycentric coordinates in r, s, t.
static const double s_slopes[4][3] = {
    {-1.0, -1.0, -1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

void ab_tetra_shape(int count, const double L[4], double N[AB_TETRA_NODES],
                    double slopes[AB_TETRA_NODES][3]) {
    for (int a = 0; a < 4; a++) {
        bool is_linear = count == 4;
        N[a] = is_linear ? L[a] : L[a] * (2.0 * L[a] - 1.0);
        double factor = is_linear ? 1.0 : 4.0 * L[a] - 1.0;
        for (int i = 0; i < 3; i++) {
            slopes[a][i] = factor * s_slopes[a][i];
        }
    }
    for (int e = 0; e < count - 4; e++) {
        int a = ab_tetra_edges[e][0], b = ab_tetra_edges[e][1];
        N[4 + e] = 4.0 * L[a] * L[b];
        for (int i = 0; i < 3; i++) {
            slopes[4 + e][i] = 4.0 * (L[a] * s_slopes[b][i] + L[b] * s_slopes[a][i]);
        }
    }
}

double ab_tetra_jacobian(const abVolumeMesh *mesh, const abVolumeElement *element,
                         double slopes[AB_TETRA_NODES][3], double J[3][3]) {
    for (int j = 0; j < 3; j++) {
        abVec3 column = {0};
        for (int a = 0; a < mesh->element_nodes; a++) {
            column = ab_add_scaled(column, slopes[a][j], mesh->nodes[element->nodes[a]].point);
        }
        J[0][j] = column.x, J[1][j] = column.y, J[2][j] = column.z;
    }
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
           J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
           J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
}
