// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// weights.h - the error allowed per state.

#ifndef AB_WEIGHTS_H
#define AB_WEIGHTS_H

#include "abut/simulation.h"

// Absolute, for the state as it is now.
void ab_run_weights(abSimulation *s);

#endif
