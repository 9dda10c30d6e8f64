// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method.h - a way to advance time, as the run sees it. The list is model/methods.def.

#ifndef AB_METHOD_H
#define AB_METHOD_H

#include "integrate/checkpoint.h"
#include "integrate/run.h"

typedef struct abMethod {
    // Room and integrators; the dynamics, y and the initial state are there.
    abResult (*create)(abSimulation *s, abError *error);
    void (*destroy)(
        abSimulation *s); // also of what `create` made only in part; NULL: nothing to do
    // Before the first frame: contacts that exist; then, with the energy known, what the first step
    // needs.
    abResult (*start)(abSimulation *s, const abObserver *observer, abError *error);
    abResult (*restart)(abSimulation *s, abError *error);
    // Counts on from a run of the same method whose contacts begin anew. NULL: nothing to count.
    void (*follow)(abSimulation *s, const abSimulation *old);
    // One step with its frames and events; s->t is then its end.
    abResult (*advance)(abSimulation *s, const abObserver *observer, abError *error);
    // The state inside the step just taken, into `y`.
    void (*state_at)(abSimulation *s, double t, double *y);
    // After contacts and joint forces of a frame were found from its state: what the method knows
    // better. NULL: nothing.
    void (*amend)(abSimulation *s, abContactState *contacts, double *joint_forces);
    // Checkpoints: brings the touches of the dynamics up to date; writes or reads what the method
    // keeps of its own, false when that cannot be. NULL: nothing.
    void (*before_save)(abSimulation *s);
    bool (*pass)(abSimulation *s, abStream *stream);
    void (*finish)(abSimulation *s); // statistics of its own, at the end of a run
} abMethod;

// Of a number as abSimulationDef.method.
const abMethod *ab_method(int method);
const char *ab_method_name(int method);
// Refuses what a method cannot do: laws, keys of other methods. Several problems at once.
abResult ab_method_check(const abModel *model, const abSimulationDef *options, abError *error);
// method_keys.c: of it, the keys of other methods.
abResult ab_method_check_keys(const abSimulationDef *options, abError *error);

// Says once of each mesh whose faces do not rest on those of another shape, by this method.
void ab_method_warn(const abModel *model, const abSimulationDef *options, const abLog *log);

#endif
