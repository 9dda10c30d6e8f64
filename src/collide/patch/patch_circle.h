// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_circle.h - a circle about something round: a ball in a ring or in the mouth of a bore, a
// cone in a seat.

#ifndef AB_PATCH_CIRCLE_H
#define AB_PATCH_CIRCLE_H

#include "collide/patch/patch_outline.h"

// A torus about B, which is convex or a tube.
void ab_patch_ring_around(abPatch *patch);
// The mouth of the bore of A, a tube, about B, a capsule; false where another part of the
// tube is nearest.
bool ab_patch_mouth_around(abPatch *patch);

#endif
