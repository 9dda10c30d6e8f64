// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poisson_restitution.h - what the law `poisson` gives back of the speed.

#ifndef AB_POISSON_RESTITUTION_H
#define AB_POISSON_RESTITUTION_H

// Speed after by speed before one impact without other forces, for the law's restitution e in
// [0, 1] and the impact speed in transition speeds, `ratio` >= 0. Between e and 1; e = 0 gives
// somewhat less than 1/ratio. Independent of mass and stiffness.
double ab_poisson_restitution(double e, double ratio);

#endif
