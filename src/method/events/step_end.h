// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_end.h - what is remembered of the end of a step.

#ifndef AB_STEP_END_H
#define AB_STEP_END_H

#include "method/events/events.h"

// What the contact pairs are like there, before anything evaluates elsewhere.
void ab_run_note_end(abSimulation *s, double t, const double *y, bool is_evaluated);
// Statistics, and the deepest place of each contact pair, of the step just taken.
void ab_run_note_step(abSimulation *s, abStepper *stepper);

#endif
