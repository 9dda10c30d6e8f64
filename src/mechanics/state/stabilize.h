// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stabilize.h - accelerations that lead gaps of contacts and joints back, in the steps of method
// fixed.
//
// With x the distance from the target, v its rate and h the length of the step, the second
// derivative of a row is asked to be
//
//   - v/h                    the rate decays                                             (1)
//   - (2 v h + x) / h^2      the critically damped return to the target                  (2)
//
// Source  the five modes of myPhysicsLab's engine2D (E. Neumann).

#ifndef AB_STABILIZE_H
#define AB_STABILIZE_H

#include <stdbool.h>

#include "abut/definitions.h"

typedef struct abStabilizer {
    abStabilization mode, contact_mode; // of joints, of contacts
    bool joints_drift;                  // nothing but stabilization brings joints back
    double pace;         // the length of the step                                           [s]
    double contact_pace; // of gaps of contacts                                            [s]
    double target;       // gap it aims at                                                   [m]
} abStabilizer;

typedef enum abStabilized { AB_STABILIZED_CONTACT, AB_STABILIZED_JOINT } abStabilized;

// What the second derivative lacks: the value of (1), (2) or 0, without the sign. None of it is in
// a force that is reported.
static inline double ab_stabilizing(abStabilization mode, abStabilized what, double h, double x,
                                    double v) {
    enum { NOTHING, RATE, BOTH };
    static const unsigned char share[][2] = {
        //                                            contact  joint
        [AB_STABILIZE_NONE] = {NOTHING, NOTHING},
        [AB_STABILIZE_VELOCITY] = {RATE, NOTHING},
        [AB_STABILIZE_VELOCITY_JOINTS] = {RATE, RATE},
        [AB_STABILIZE_VELOCITY_AND_DISTANCE] = {BOTH, NOTHING},
        [AB_STABILIZE_VELOCITY_AND_DISTANCE_JOINTS] = {BOTH, BOTH},
    };
    switch (share[mode][what]) {
    case RATE:
        return v / h;
    case BOTH:
        return (2.0 * v * h + x) / (h * h);
    default:
        return 0.0;
    }
}

#endif
