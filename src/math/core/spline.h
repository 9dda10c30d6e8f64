// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// spline.h - curves through points, and families of curves, with their derivatives.

#ifndef AB_SPLINE_H
#define AB_SPLINE_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/core/jet.h"

typedef enum abSplineMethod {
    AB_SPLINE_AKIMA,  // slopes from the neighbours' chords; no waves beside a sharp bend
    AB_SPLINE_CUBIC,  // natural: the second derivative is continuous, and zero at the ends
    AB_SPLINE_LINEAR, // straight between the points
    AB_SPLINE_METHODS
} abSplineMethod;

// Points x[i], y[i + k nx] of curve k, which stands at z[k]; one curve has nz = 1 and needs no z.
// x and z rise strictly. Between curves the value is linear in z, and constant beyond the first and
// the last. Beyond the ends in x it goes straight on with the slope there when `extrapolate`,
// otherwise it keeps the value of the end.
typedef struct abSpline {
    const char *name;
    int nx, nz;
    const double *x, *y, *z;
    const double *slopes[AB_SPLINE_METHODS]; // as y; NULL for AB_SPLINE_LINEAR
    bool extrapolate;
} abSpline;

enum { AB_SPLINE_ORDER_MAX = 2 }; // of the derivative asked for

// Computes the slopes from the points; the arrays must outlive the spline. False for want of
// memory. Needs nx >= 2, nz >= 1.
bool ab_spline_prepare(abSpline *spline, abArena *arena);

// The derivative by x of that order (0: the value) at (x, z), as a jet.
abJet ab_spline_jet(const abSpline *spline, abSplineMethod method, int order, abJet x, abJet z);

#endif
