// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_active.h - from a normal known to a few digits to one exact to rounding, when the pieces
// that touch are not known.

#ifndef AB_POLISH_ACTIVE_H
#define AB_POLISH_ACTIVE_H

#include "collide/convex/convex_pair.h"

// Newton on one set after the other of the pieces that are almost the lowest along n.
bool ab_polish_active(const abPair *pair, abVec3 n, abSeparation *out);

#endif
