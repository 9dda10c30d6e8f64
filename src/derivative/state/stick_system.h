// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_system.h - room for the rows that hold points which stick by an exact law; see
// stick_rows.c.

#ifndef AB_STICK_SYSTEM_H
#define AB_STICK_SYSTEM_H

#include <stddef.h>

#include "abut/vector.h"
#include "base/array.h"

// Two rows: B does not move against A along t[0] and t[1] at p.
typedef struct abStickPoint {
    size_t tangential;
    int body_a, body_b;
    abVec3 p, t[2];
    double target[2]; // of the relative acceleration, as seen on the bodies' points   [m/s^2]
    double weight;    // root of the normal force                                      [N^0.5]
} abStickPoint;

// The points of one contact pair, and what their rows combine to.
enum { AB_STICK_ROWS = 6 };
typedef struct abStickGroup {
    size_t first, count; // points
    size_t row, rank;    // combined rows: the first, and how many
    int body_a, body_b;
    abVec3 c;                                           // middle of the points           [m]
    abVec3 force[AB_STICK_ROWS], torque[AB_STICK_ROWS]; // on B, at and about c, of one unit
    double size;                                        // root of the normal forces' sum
} abStickGroup;

typedef struct abStick {
    abStickPoint *points;
    size_t count;
    abStickGroup *groups;
    size_t group_count;
    double *basis;                  // orthonormal, AB_STICK_ROWS numbers for each row
    double *matrix, *factor, *null; // of the combined rows
    double *vectors;
    double *wanted;   // right side of the combined rows, in `vectors`
    size_t row_count; // combined rows
    double *trial;    // room of stick_dissipation.c
    size_t *order;
    struct abHeldPoint *held; // room of face_hold.c
    struct abBodyLoad *loads;
    abArrays arrays; // all of them
} abStick;

// Of the largest square of a column or diagonal entry: what is less is redundant.
#define AB_STICK_ROUNDING 1e-10

#endif
