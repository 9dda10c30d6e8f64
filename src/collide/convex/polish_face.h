// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_face.h - from an approximate normal to that of a flat face of A or B, exact at once.

#ifndef AB_POLISH_FACE_H
#define AB_POLISH_FACE_H

#include "collide/convex/convex_pair.h"

// From an approximate normal to a maximum of sep: a flat face of A or B near n whose foot is
// inside. False when there is none.
// ab_polish_widest_face sets the normal of the face with the largest separation in any case.
bool ab_polish_face(const abPair *pair, abVec3 n, abSeparation *out);
bool ab_polish_widest_face(const abPair *pair, abVec3 guess, abSeparation *out);

#endif
