// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// overlap_area.h - the area of an overlap seen along the contact normal, as powers of the depth.

#ifndef AB_OVERLAP_AREA_H
#define AB_OVERLAP_AREA_H

#include "law/core/law.h"

// area = factor d^power for depths from `from` on, up to where the next piece begins.
typedef struct abAreaPiece {
    double from;   // [m]
    double factor; // [m^(2 - power)]
    double power;  // 0, 1/2 or 1
} abAreaPiece;

enum { AB_AREA_PIECES = 2 };

// The area of a contact; the number of pieces, at least 1. A patch point has its own area, a smooth
// contact that of its curvatures, any other that of a ball of the pair's `radius` (when finite,
// else none: factor 0).
int ab_overlap_area(const abContact *contact, double radius, abAreaPiece pieces[AB_AREA_PIECES]);

#endif
