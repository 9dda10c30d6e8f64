// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_gear.h - the outline of a spur gear with involute teeth.

#ifndef AB_OUTLINE_GEAR_H
#define AB_OUTLINE_GEAR_H

#include "shape/curve/outline_forms.h"

// How many points the teeth have, without the bore.
int ab_outline_gear_count(const abOutlineKeys *keys);
// The points of the teeth, counterclockwise, [x, y, bulge]; the middle of a tooth is on +x.
void ab_outline_gear(const abOutlineKeys *keys, abVec3 *points);
// A problem when teeth of these numbers cannot be.
abResult ab_outline_gear_check(const abOutlineKeys *keys, abPlace place, abError *error);

#endif
