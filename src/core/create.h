// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// create.h - a simulation from a model and a method.

#ifndef AB_CREATE_H
#define AB_CREATE_H

#include "core/method.h"

// In room that is there, of a compiled model, with options that the method accepts.
abResult ab_run_init(abSimulation *s, const abModel *model, const abMethod *method,
                     const abSimulationDef *options, abAllocator allocator, abLog log,
                     abError *error);
// All that it has but that room and its own model.
void ab_run_done(abSimulation *s);
// With room of its own, which ab_simulation_destroy gives back.
abResult ab_run_create(const abModel *model, const abMethod *method, const abSimulationDef *options,
                       abAllocator allocator, abLog log, abSimulation **out, abError *error);
// Everything as long as the state again, with room for more tangential states.
abResult ab_run_grow(abSimulation *s, size_t tangential_states, abError *error);

#endif
