// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method_keys.h - keys of the simulation that only some methods look at.

#ifndef AB_METHOD_KEYS_H
#define AB_METHOD_KEYS_H

#include "abut/simulation.h"

// Refuses those of other methods.
abResult ab_method_check_keys(const abSimulationDef *options, abError *error);

#endif
