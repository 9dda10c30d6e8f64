// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_past.h - what was done to a run up to a time, kept while its record is written anew.

#ifndef ABUT_LIVE_PAST_H
#define ABUT_LIVE_PAST_H

#include "abut/abut.h"
#include "base/arena.h"

typedef struct LivePast {
    double until; // given [s]
    abChange *list;
    int count;
    abArena arena; // of the list and its texts
} LivePast;

// The changes in a record (that has been committed) before `until`, in their order. The texts are
// copies. live_past_done() also after a failure.
abResult live_past_read(const char *record_path, LivePast *past, abError *error);
void live_past_done(LivePast *past);

#endif
