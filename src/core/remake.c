// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// remake.c - a simulation made anew in its place, so that whoever holds it keeps it.
//
// The old one is laid aside as it is: nothing runs in it there, its fields are only read. So it can
// be put back as if nothing had been.

#include "core/create.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "core/take_over.h"

static abResult make(abSimulation *s, const abSimulation *old, const abModel *model,
                     const abPack *pack, abError *error) {
    s->set_scheduled = old->set_scheduled;
    AB_TRY(ab_run_allow_code_as(s, old, error));
    AB_TRY(ab_run_take_over(s, old, pack, error));
    s->own_model = (abModel *)model;
    s->observer = old->observer;
    ab_run_keep_threads(s, old);
    return AB_OK;
}

abResult ab_run_remake(abSimulation *s, abModel *model, const abSimulationDef *options,
                       const abPack *pack, abError *error) {
    const abSimulationDef now = *options; // may stand in what is overwritten
    abSimulation old = *s;
    abResult result = ab_run_init(s, model, old.method, &now, old.given, old.log, error);
    if (result == AB_OK) {
        result = make(s, &old, model, pack, error);
        if (result != AB_OK) {
            ab_run_done(s);
        }
    }
    if (result != AB_OK) {
        *s = old;
        return result;
    }
    ab_run_done(&old);
    if (old.own_model != model) {
        ab_model_destroy(old.own_model);
    }
    return AB_OK;
}
