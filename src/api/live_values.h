// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_values.h - setting a value the long way, against which the short one is tested.

#ifndef AB_LIVE_VALUES_H
#define AB_LIVE_VALUES_H

#include "abut/live.h"

// As ab_simulation_set_value(), always by a model made from the text.
abResult ab_live_reread(abSimulation *simulation, const char *path, const char *value,
                        abError *error);

// Sets what a model says for this time; not again what the run has been given at this time already.
abResult ab_live_scheduled(abSimulation *simulation, const abChangeDef *change, abError *error);
// Whether all that the model says can be set in this run.
abResult ab_live_check_schedule(abSimulation *simulation, abError *error);

#endif
