// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// changes.h - values that were set as a run went on.

#ifndef AB_CHANGES_H
#define AB_CHANGES_H

#include "abut/simulation.h"

// Values set as it ran, in order; texts in the arena.
typedef struct abRunChanges {
    abChange *list;
    size_t count, capacity;
    size_t told;      // to an observer
    size_t scheduled; // of those that the model says, done
} abRunChanges;

// Adds a value set now.
abResult ab_run_store_change(abSimulation *s, const char *path, const char *value, abError *error);
// Those of a run that goes on in this one.
abResult ab_run_inherit_changes(abSimulation *s, const abSimulation *old, abError *error);
// Tells of them.
abResult ab_run_notify_changes(abSimulation *s, const abObserver *observer, abError *error);

// Before a step: sets what the model says for this time, and ends the step where the next is due.
abResult ab_run_keep_schedule(abSimulation *s, const abObserver *observer, abError *error);
// Which have been done, of a state that was restored.
void ab_run_find_schedule(abSimulation *s);

#endif
