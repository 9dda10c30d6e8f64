// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_spline.h - cubic splines through points.

#ifndef AB_CURVE_SPLINE_H
#define AB_CURVE_SPLINE_H

#include "base/arena.h"
#include "shape/curve/curve.h"

// The twice continuously differentiable cubic spline through points, periodic or
// natural, by chord length. Writes c[4] per span (count spans for closed, count - 1 for open).
bool ab_spline_fit(const abVec3 *points, int count, bool is_closed, abVec2 (*spans)[4],
                   abArena *arena);

#endif
