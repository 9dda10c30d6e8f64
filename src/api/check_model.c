// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check_model.c - everything that can be said of a compiled model without running it.

#include "abut/simulation.h"
#include "model/check/model_checks.h"
#include "model/check/plausibility.h"
#include "record/series/series.h"

// What shows only when the simulation is set up: gaps of joints, rows that say the same.
static abResult check_start(const abModel *model, abLog log, abError *error) {
    abSimulation *simulation;
    AB_TRY(ab_simulation_create(model, NULL, ab_heap(), log, &simulation, error));
    ab_simulation_destroy(simulation);
    return AB_OK;
}

abResult ab_model_check(const abModel *model, abLog log, abError *error) {
    AB_TRY(ab_series_check_outputs(model, ab_heap(), error));
    AB_TRY(check_start(model, log, error));
    AB_TRY(ab_model_run_checks(model, &log, error));
    ab_model_check_plausibility(model, &log);
    return AB_OK;
}
