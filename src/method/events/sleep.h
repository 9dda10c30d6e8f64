// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sleep.h - bodies that exact friction holds at rest.

#ifndef AB_SLEEP_H
#define AB_SLEEP_H

#include "abut/simulation.h"

// Which bodies may rest, once the model is known.
void ab_run_prepare_sleep(abSimulation *s);
// Which do, with the weights and contacts of the moment. True when one began or ceased to, and so
// the state or the derivative changed.
bool ab_run_update_sleep(abSimulation *s);

#endif
