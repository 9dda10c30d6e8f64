// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_moments.h - volume, area and their first and second moments, exact for flat triangles.

#ifndef AB_MESH_MOMENTS_H
#define AB_MESH_MOMENTS_H

#include "math/core/mass_properties.h"
#include "mesh/core/triangle_mesh.h"

// Integrals of 1, x and x x' over what was added.
typedef struct abMoments {
    double amount;    // volume [m^3] or area [m^2]
    abVec3 first;     // times [m]
    double second[6]; // xx yy zz xy xz yz, times [m^2]
} abMoments;

// The tetrahedron with corners 0, a, b, c; counts negative when a, b, c turn right seen from 0's
// far side.
void ab_moments_add_tetrahedron(abMoments *moments, abVec3 a, abVec3 b, abVec3 c);
// Mass properties at density 1 per amount, for moments taken about `origin`.
abMassProperties ab_moments_properties(const abMoments *moments, abVec3 origin);

// The solid inside a closed surface at density 1 [kg/m^3]. A surface turned inside out has negative
// mass; one that is open has no solid and gives a meaningless number.
abMassProperties ab_mesh_solid(const abTriangleMesh *mesh);
// The surface itself at 1 kg/m^2: a thin shell, closed or open.
abMassProperties ab_mesh_shell(const abTriangleMesh *mesh);

#endif
