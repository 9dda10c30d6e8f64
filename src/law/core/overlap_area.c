// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// overlap_area.c - the area of an overlap from depth and curvatures.
//
// Around the point of contact the surfaces part by (k1 x^2 + k2 y^2)/2, so what overlaps is
// the ellipse where this is below the depth d:
//
//   A = 2 pi d/sqrt(k1 k2)                                                (1)
//
// and over straight lines of length L, where k1 = 0, a strip:
//
//   A = 2 L sqrt(2 d/k2)                                                  (2)
//
// Nearly parallel lines: the lesser of both, so that an ellipse does not reach beyond the ends of
// the line; they meet at d = 2 L^2 k1/pi^2.
//
// Error   (1) and (2) are the first order in d over the radii. A ball of radius R on a plane has
//         pi (2 R d - d^2), so (1) is too large by the part d/(2 R).
// Source  own derivation, docs/theory/laws.md.

#include "law/core/overlap_area.h"

#include <math.h>

#include "math/core/elementary.h"

int ab_overlap_area(const abContact *contact, double radius, abAreaPiece pieces[AB_AREA_PIECES]) {
    double minimum = contact->curvature[0], greatest = contact->curvature[1], line = contact->line;
    bool has_line = line > 0.0 && isfinite(line) && greatest > 0.0 && minimum >= 0.0;
    if (contact->area > 0.0) {
        pieces[0] = (abAreaPiece){0.0, contact->area, 0.0};
        return 1;
    }
    int count = 0;
    if (minimum > 0.0) {
        pieces[count++] = (abAreaPiece){0.0, 2.0 * AB_PI / sqrt(minimum * greatest), 1.0}; // (1)
    }
    if (has_line) {
        double from = 2.0 * line * line * minimum / (AB_PI * AB_PI);
        pieces[count++] = (abAreaPiece){from, 2.0 * line * sqrt(2.0 / greatest), 0.5}; // (2)
    }
    if (count == 0) {
        bool is_round = radius > 0.0 && isfinite(radius);
        pieces[count++] = (abAreaPiece){0.0, is_round ? 2.0 * AB_PI * radius : 0.0, 1.0};
    }
    return count;
}
