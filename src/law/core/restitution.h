// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// restitution.h - how strong damping must be for a restitution.

#ifndef AB_RESTITUTION_H
#define AB_RESTITUTION_H

// The product a v of one impact of  F = K d^n (1 + a d')  at speed v, without other forces, that gives
// the restitution e in [0, 1]: infinite for 0, zero for 1.
double ab_restitution_to_damping(double e);

// What the coefficient of restitution is a quotient of.
typedef enum abRestitutionKind {
    AB_RESTITUTION_NEWTON, // speeds: parting by closing
    AB_RESTITUTION_POISSON // impulses: of restitution by compression
} abRestitutionKind;

#endif
