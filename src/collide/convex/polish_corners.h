// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_corners.h - the distance of polytopes apart from the corners that GJK ended with.

#ifndef AB_POLISH_CORNERS_H
#define AB_POLISH_CORNERS_H

#include "collide/convex/convex_pair.h"

// The maximum of sep of polytopes apart; false when the corners do not tell it.
bool ab_polish_corners(const abPair *pair, const abSimplex *simplex, abSeparation *out);

#endif
