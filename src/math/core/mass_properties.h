// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mass_properties.h - mass, centre and inertia of a solid or shell.

#ifndef AB_MASS_PROPERTIES_H
#define AB_MASS_PROPERTIES_H

#include "abut/vector.h"

typedef struct abMassProperties {
    double mass;   // [kg], or volume [m^3] when density is 1
    abVec3 center; // centre of mass in S                                                   [m]
    // about the centre of mass, axes of S, off-diagonal terms as in the tensor         [kg m^2]
    abMat3 inertia;
} abMassProperties;

#endif
