// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// create_simulation.c - a simulation from a model: its method is looked up in the list of methods,
// asked whether it can run the model, and handed down.

#include "abut/simulation.h"
#include "api/live_values.h"
#include "api/method_list.h"
#include "core/create.h"
#include "core/simulation_state.h"
#include "model/core/model.h"

abResult ab_simulation_create(const abModel *model, const abSimulationDef *options,
                              abAllocator allocator, abLog log, abSimulation **out,
                              abError *error) {
    *out = NULL;
    if (!model->is_compiled) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "the model is not compiled");
    }
    const abSimulationDef *chosen = options != NULL ? options : &model->simulation;
    AB_TRY(ab_method_check(model, chosen, error));
    ab_method_warn(model, chosen, &log);
    AB_TRY(ab_run_create(model, ab_method(chosen->method), chosen, allocator, log, out, error));
    (*out)->set_scheduled = ab_live_scheduled;
    abResult result = ab_live_check_schedule(*out, error);
    if (result != AB_OK) {
        ab_simulation_destroy(*out);
        *out = NULL;
    }
    return result;
}
