// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// line_contact.h - force of parallel cylinders, or of a cylinder on a plane, over a length.

#ifndef AB_LINE_CONTACT_H
#define AB_LINE_CONTACT_H

typedef struct abLineForce {
    double force;     // divided by E*                  [m^2]
    double stiffness; // d force / d depth, likewise    [m]
    double energy;    // integral of force, likewise    [m^3]
} abLineForce;

// depth >= 0 [m], relative curvature across the line > 0 [1/m], length > 0 [m].
abLineForce ab_line_contact(double depth, double curvature, double length);

// The depth at which a point contact E* coefficient d^(3/2) grows stronger than the line contact:
// below it the ellipse is shorter than the line, beyond it the line ends it.
double ab_line_contact_crossing(double coefficient, double curvature, double length);

#endif
