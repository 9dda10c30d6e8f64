// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_pair.h - what two surfaces are together: modulus, radius, lever of rolling.

#ifndef AB_SURFACE_PAIR_H
#define AB_SURFACE_PAIR_H

#include "law/core/law.h"

// The modulus E* of the pair, 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2. A side with an infinite
// Young's modulus is rigid and adds nothing. [Pa]
double ab_surface_pair_modulus(const abPairProperties *pair);

// Adds a problem for each side whose material does not give E* (and one when both are rigid).
// `exit_displacement` ends the sentence: what else the user may do, or NULL.
abResult ab_surface_pair_check_modulus(const char *law, const char *exit_displacement,
                                       const abPairProperties *pair, abPlace place, abError *error);

// 1/(1/a + 1/b): of radii in contact, of layers one upon the other; one may be infinite.
double ab_in_series(double a, double b);

// Lever of rolling resistance: the effective radius of curvature; flat on flat the contact radii in
// series; zero when those are not known either. [m]
double ab_surface_pair_radius(const abPairProperties *pair);

#endif
