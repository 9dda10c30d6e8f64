// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_bars.h - what lies on its wall: a bar on a face, on the end of another, beside another.

#ifndef AB_PATCH_BARS_H
#define AB_PATCH_BARS_H

#include "collide/patch/patch_rim.h"

// A bar on a flat part of the other body: a face or the end `disc`, whichever is not NULL. `bar_is_A`
// tells whose the bar is.
void ab_patch_bar_on_flat(abPatch *patch, const abRim bar[2], bool bar_is_A, const abOutline *face,
                          const abRim *disc);
// Two bars side by side, or one in the bore of the other, whose rims then have the radius of the
// bore, negative.
void ab_patch_bar_on_bar(abPatch *patch, const abRim A[2], const abRim B[2]);
// Where the line from p along e enters and leaves the circle about the origin, as shares of e; their
// number, 0 or 2.
int ab_circle_crossings(abPoint2 p, abPoint2 e, double r, double t[2]);

#endif
