// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// take_over.h - a simulation goes on with other values, or with another model, under its own name.
//
// What it carries over is packed while the old values still hold: its state as a checkpoint and its
// energy. Nothing of it is needed afterwards but what stands in the old simulation's fields.

#ifndef AB_TAKE_OVER_H
#define AB_TAKE_OVER_H

#include "abut/simulation.h"

typedef struct abPack {
    void *bytes; // a checkpoint; NULL before the start
    size_t size;
    double balance; // of the energy, by the old values                                     [J]
} abPack;

// intervene.c: packs the state, which an integrator with a history lets go of; puts it into a
// simulation of other values. `old` gives the course of the run and may lie elsewhere by then.
abResult ab_run_pack(abSimulation *old, abPack *pack, abError *error);
void ab_run_unpack_done(const abSimulation *s, abPack *pack);
abResult ab_run_take_over(abSimulation *s, const abSimulation *old, const abPack *pack,
                          abError *error);
// The same simulation, whose values are others now: contacts and integrator.
abResult ab_run_put_back(abSimulation *s, const abPack *pack, abError *error);

// A new simulation goes on where `old` is, but with the bodies as `y` says: contacts are found as
// at a start, untold. Its method has still to be restarted.
abResult ab_run_find_contacts_anew(abSimulation *s, const abSimulation *old, const double *y,
                                   abError *error);
// After a change to the state: the method begins anew.
abResult ab_run_begin_anew(abSimulation *s, abError *error);

// remake.c: the simulation as made from `model`, which it then owns, with `options` of the same
// method, and where it was. `pack` is of the simulation as it is. On failure nothing has changed, and
// the model is the caller's.
abResult ab_run_remake(abSimulation *s, abModel *model, const abSimulationDef *options,
                       const abPack *pack, abError *error);

#endif
