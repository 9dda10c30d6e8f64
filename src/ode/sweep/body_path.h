// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// body_path.h - where a body goes during a step, as polynomials that can be searched.

#ifndef AB_BODY_PATH_H
#define AB_BODY_PATH_H

#include "ode/stepper.h"

// Path of a body's centre of mass, and how fast it turns. Paths of states are polynomials over the
// whole step; prescribed motion is followed in segments short enough for a quintic.
typedef struct abPath {
    double c[3][AB_DEGREE_MAX + 1]; // coefficients in theta, or in the segment's own 0..1  [m]
    int degree;
    bool is_local; // in the segment's own variable
    double spin;   // bound of the angle turned per unit of theta                       [rad]
    double bend;   // bound of the change of that per unit; INFINITY: not known         [rad]
    abBox box;     // of the path over the step
} abPath;

// A part of the step: theta = start + width u, u in 0..1.
typedef struct abSegment {
    double start, width;
} abSegment;

// The path over theta in [0, theta_end] of the stepper's last step. `turns`: whether its spin
// matters. Of a prescribed body only the box: its polynomials are made segment by segment.
void ab_path_make(const abBody *body, const abStepper *stepper, bool turns, double theta_end,
                  abPath *path);
// Quintic through position, velocity and acceleration of a prescribed motion at both ends of the
// segment.
void ab_path_of_prescribed(const abBody *body, const abStepper *stepper, abSegment segment,
                           abPath *path);
// How far that quintic is from the motion, at a quarter, a half and three quarters      [m]
double ab_path_deviation(const abBody *body, const abStepper *stepper, abSegment segment,
                         const abPath *path);
// At the start of the step; its length may have drifted.
abQuat ab_path_start_orientation(const abBody *body, const abStepper *stepper);

#endif
