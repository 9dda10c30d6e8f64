// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_discs.h - flat ends with a circular rim, and the circle of a torus.

#ifndef AB_PATCH_DISCS_H
#define AB_PATCH_DISCS_H

#include "collide/patch/patch_rim.h"

// An end or a ring of A on a face of B, seen along m, the face's normal from A into B.
void ab_patch_disc_on_face(abPatch *patch, const abRim *rim, const abOutline *face,
                           const abView *seen, abVec3 m);
// Ends of A and B.
void ab_patch_disc_on_disc(abPatch *patch, const abRim *A, const abRim *B);
// The circle of A, a torus, on an end of B.
void ab_patch_ring_on_disc(abPatch *patch, const abRim *ring, const abRim *B);

#endif
