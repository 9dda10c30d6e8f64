// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick.h - room for the rows that hold points which stick by an exact law; see stick_rows.c.

#ifndef AB_STICK_H
#define AB_STICK_H

#include <stddef.h>

#include "abut/vector.h"

// Two rows: B does not move against A along t[0] and t[1] at p.
typedef struct abStickPoint {
    size_t grip;
    int body_a, body_b;
    abVec3 p, t[2];
    double target[2]; // of the relative acceleration, as seen on the bodies' points   [m/s^2]
    double weight;    // root of the normal force                                      [N^0.5]
} abStickPoint;

// Loads of a body, put aside.
typedef struct abStickLoad {
    abVec3 force, torque;
} abStickLoad;

typedef struct abStick {
    abStickPoint *points;
    size_t count, point_capacity;
    double *matrix, *factors, *gram; // of all rows
    double *vectors;
    size_t *pivots, *order;
    abStickLoad *loads;
    size_t matrix_capacity, factor_capacity, gram_capacity, vector_capacity, pivot_capacity,
        order_capacity, load_capacity;
} abStick;

#endif
