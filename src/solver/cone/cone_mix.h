// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_mix.h - what the next sweep begins with: the last answers mixed so that what they changed
// cancels.

#ifndef AB_CONE_MIX_H
#define AB_CONE_MIX_H

#include "solver/cone/cone.h"

// Room for vectors of `count` numbers; nothing is known. False for want of memory.
bool ab_cone_mix_open(abConeWorkspace *workspace, size_t count);
// A sweep made `answer` of `start`. Puts into `answer` what the next is to begin with; false when
// that is the answer itself.
bool ab_cone_mix(abConeMix *mix, size_t count, const double *weight, const double *start,
                 double *answer);

#endif
