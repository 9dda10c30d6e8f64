// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// progress.h - whether located events get on.

#ifndef AB_PROGRESS_H
#define AB_PROGRESS_H

#include "method/events/events.h"

// In which the smallest body falls by its size; infinite without weight.                  [s]
double ab_progress_fall_time(const abSimulation *s);
// What a run may spend at once: what it may in a fall, or in a tenth of one.
typedef enum abCredit { AB_CREDIT_OF_A_FALL, AB_CREDIT_OF_A_STEP } abCredit;
// Counts begin anew.
void ab_progress_begin(abSimulation *s, abCredit credit);
// After an event was applied to the state `before` it.
void ab_progress_note_event(abSimulation *s, const double *before);
// After an implicit step from the state `before`, in which rigid bodies hit each other: whether some
// of them moved visibly since they were hit before.
bool ab_progress_note_hits(abSimulation *s, const double *before, const bool *is_struck);
// Work of the run so far.
typedef struct abWork {
    double evaluations, distances;
} abWork;
abWork ab_progress_work(const abSimulation *s);
// What was done since then is put to the account.
void ab_progress_spend(abSimulation *s, abWork since);
// After each step: whether events lead nowhere, or cost far more than implicit steps would.
bool ab_progress_has_ended(abSimulation *s);
// Implicit steps for the work since counts began.
int64_t ab_progress_steps_for_work(const abSimulation *s);

#endif
