// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// face_hold.h - what the points of one face hold together.

#ifndef AB_FACE_HOLD_H
#define AB_FACE_HOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"

// A point that sticks. Points of the same two bodies hold together.
typedef struct abHeldPoint {
    int body[2];    // the force acts on the second; all that are fixed have one number
    abVec3 p, n;    // place, unit normal                                                    [m]
    double limit;   // of its force                                                          [N]
    abVec3 hold;    // its force                                                             [N]
    size_t index;   // the caller's
    bool is_shared; // the force is another than before
    double weight;  // room
    bool is_turned; // likewise
} abHeldPoint;

// Other forces with the same force and moment for each two bodies, none above its limit where such
// exist; where none do, those that come to their limits together. What is within its limits, or
// has no other forces, stays as it is. Changes the order of the points.
void ab_face_hold_share(abHeldPoint *points, size_t count);

#endif
