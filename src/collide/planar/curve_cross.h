// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_cross.h - whether pieces of two plane curves cross.

#ifndef AB_CURVE_CROSS_H
#define AB_CURVE_CROSS_H

#include "collide/planar/curve_plane.h"

static inline bool ab_curve_is_point(const abCurvePart *part) {
    return part->kind >= AB_CURVE_CORNER;
}

// Whether an arc has the radial direction r.
static inline bool ab_curve_arc_has(const abCurvePart *arc, abVec2 r) {
    return ab_dot2(arc->middle, r) >= arc->cosine - 1e-12 * arc->sweep * arc->sweep;
}

// Of a part of A and one of B; points cross nothing.
bool ab_curve_parts_cross(const abCurvePlane *in, const abCurvePart *part_a,
                          const abCurvePart *part_b);

#endif
