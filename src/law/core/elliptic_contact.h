// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elliptic_contact.h - Hertz contact of surfaces with two different relative curvatures.

#ifndef AB_ELLIPTIC_CONTACT_H
#define AB_ELLIPTIC_CONTACT_H

#include <stdbool.h>

// F = E* coefficient d^(3/2); the ellipse of contact has the semi-axes a = extent sqrt(d) and
// ratio * a.
typedef struct abElliptic {
    double ratio;       // b/a, in (0, 1]                                              [-]
    double coefficient; // F / (E* d^(3/2))                                            [m^(1/2)]
    double extent;      // a / sqrt(d)                                                 [m^(1/2)]
    int iterations;
} abElliptic;

// For the principal relative curvatures 0 < least <= greatest [1/m], in either order; false when
// one is not above zero (flat, line contact, conforming) or not finite, or their ratio is below
// 1e-30.
bool ab_elliptic_contact(double minimum, double greatest, abElliptic *out);

#endif
