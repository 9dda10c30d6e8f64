// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_mix.h - what the next sweep begins with: the last answers mixed so that what they changed
// cancels.

#ifndef AB_CONE_MIX_H
#define AB_CONE_MIX_H

#include "solver/cone/cone.h"

// Room for vectors of `mixed` numbers; nothing is known. False for want of memory.
bool ab_cone_mix_open(abConeWorkspace *workspace, size_t mixed);
// A sweep made `answer` of `start`. Puts into `answer` what the next is to begin with; false when
// that is the answer itself. Of the `mixed` numbers the first `count` say how they are mixed; the
// others follow from those linearly, and go along. Threads have no say in any bit; NULL: none.
bool ab_cone_mix(abConeMix *mix, abThreadPool *threads, size_t count, size_t mixed,
                 const double *weight, const double *start, double *answer);

#endif
