// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_contact.h - a place where two outlines touch or nearly touch.

#ifndef AB_OUTLINE_CONTACT_H
#define AB_OUTLINE_CONTACT_H

#include <stdbool.h>

#include "collide/broad/patch_point.h"

typedef enum abOutlineFeature {
    AB_OUTLINE_VERTEX,
    AB_OUTLINE_STRAIGHT,
    AB_OUTLINE_ARC
} abOutlineFeature;

// One side of a contact.
typedef struct abOutlineSide {
    abOutlineFeature kind;
    int index;        // of the edge, or of the vertex: that at the end of the edge
    double curvature; // > 0 convex, < 0 concave, 0 straight; INFINITY at a vertex        [1/m]
    abVec3 p_W;       // point on it                                                     [m]
    abVec3 center_W;  // of the arc; the point itself for others                          [m]
} abOutlineSide;

typedef struct abOutlineContact {
    double gap;    // > 0 apart, < 0 overlap                                           [m]
    abVec3 n_AB_W; // unit normal from A into B: p_B = p_A + gap n
    abOutlineSide a, b;
    double weight; // as of patch points: the turn of a corner by a right angle
    int id;        // the same for the same features as the pair moves
} abOutlineContact;

// What one search found.
typedef struct abOutlineContacts {
    int count;
    abOutlineContact list[AB_PATCH_MAX];
    abOutlineContact nearest; // the least gap of all, also beyond the margin; INFINITY: none
    bool is_too_deep;         // overlap deeper than edges tell: `nearest` is the deepest vertex
} abOutlineContacts;

#endif
