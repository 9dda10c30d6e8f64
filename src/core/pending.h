// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pending.h - what a step tells, held back until its time has come.

#ifndef AB_PENDING_H
#define AB_PENDING_H

#include "abut/simulation.h"

typedef enum abPendingKind { AB_PENDING_FRAME, AB_PENDING_EVENT, AB_PENDING_STEP } abPendingKind;

typedef struct abPendingNews {
    abPendingKind kind;
    double time; // [s]
    abEvent event;
    abFrame frame; // its arrays in `workspace`
    unsigned char *room;
    size_t capacity;
} abPendingNews;

typedef struct abPending {
    abAllocator allocator;
    abPendingNews *list; // entries keep their room when they are used again
    size_t count, told, capacity;
} abPending;

// An observer that holds what `observer` would be told.
abObserver ab_pending_holder(abPending *held, const abObserver *observer);
// Tells what is not later than `until`. Stops at the first answer other than AB_OK; what was told
// is told.
abResult ab_pending_tell(abPending *held, double until, const abObserver *observer, abSimulation *s,
                         abError *error);
// How many of a kind were told since the list was last cleared.
size_t ab_pending_told(const abPending *held, abPendingKind kind);
// Counts the first `count` of a kind as told, wherever they stand.
void ab_pending_skip(abPending *held, abPendingKind kind, size_t count);
void ab_pending_clear(abPending *held);
void ab_pending_done(abPending *held);

#endif
