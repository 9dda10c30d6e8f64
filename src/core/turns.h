// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// turns.h - turns of angles that expressions observe.

#ifndef AB_TURNS_H
#define AB_TURNS_H

#include "abut/simulation.h"

// Counts them, at the end of a step.
void ab_run_count_turns(abSimulation *s);

#endif
