// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poisson.h - the restitution that the law `poisson` really gives.

#ifndef AB_POISSON_H
#define AB_POISSON_H

// a = (1 - e^2)/(1 + e^2) of a restitution e in [0, 1].
static inline double ab_poisson_loss(double e) {
    return (1.0 - e * e) / (1.0 + e * e);
}

#endif
