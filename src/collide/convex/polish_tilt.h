// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_tilt.h - from a normal f to the maximum of sep next to it, however small the tilt
// between them.

#ifndef AB_POLISH_TILT_H
#define AB_POLISH_TILT_H

#include "collide/convex/convex_pair.h"

// The maximum of sep within `reach` of the normal f, however close to it.
bool ab_polish_tilt(const abPair *pair, abVec3 f, double reach, abSeparation *out);

#endif
