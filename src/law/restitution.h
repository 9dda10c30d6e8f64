// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// restitution.h - the restitution that a damped power law really gives, and its inverse.

#ifndef AB_RESTITUTION_H
#define AB_RESTITUTION_H

// Coefficient of restitution of F = K d^n (1 + a d') for one impact at speed v without other
// forces: a function of the product a v >= 0 alone, from 1 down to 0.
double ab_restitution_of_damping(double av);

// The product a v that gives the restitution e in [0, 1]: infinite for 0, zero for 1.
double ab_restitution_to_damping(double e);

#endif
