// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method.h - a way to advance time, as the run sees it. The list is model/core/methods.def.

#ifndef AB_METHOD_H
#define AB_METHOD_H

#include "abut/simulation.h"

#include "core/checkpoint.h"

// What a method with integrators adds to a checkpoint; its bytes lie between those of the
// simulation.
typedef enum abCheckpointPart {
    AB_PART_INTEGRATOR, // step and controller
    AB_PART_STEPS,      // counts of steps
    AB_PART_CHOICE,     // what the choice of an integrator has measured
    AB_PART_LIMITS,     // which bodies set the step
    AB_PART_CROWD,      // whether events get on
    AB_PART_REJECTED,   // counts of the integrators
    AB_PART_COUNT
} abCheckpointPart;

typedef struct abIntegratorParts {
    // Not in mid-course of an integrator with a history.
    bool (*can_save)(const abSimulation *s);
    // The number of the integrator in use; changes to one, false when there is none of this number.
    int (*number)(const abSimulation *s);
    bool (*choose)(abSimulation *s, int number);
    void (*pass)(abSimulation *s, abStream *stream, abCheckpointPart part);
    // After all has been read.
    abResult (*go_on)(abSimulation *s, abError *error);
} abIntegratorParts;

typedef struct abMethod {
    // Room and integrators, also of what the state is as long as; the dynamics and y are there.
    abResult (*create)(abSimulation *s, abError *error);
    // Also of what `create` made only in part; NULL: nothing to do.
    void (*destroy)(abSimulation *s);
    // The state has become longer. NULL: nothing is as long.
    abResult (*grow)(abSimulation *s, abError *error);
    // Before the first frame: contacts that exist; then, with the energy known, what the first step
    // needs.
    abResult (*start)(abSimulation *s, const abObserver *observer, abError *error);
    abResult (*restart)(abSimulation *s, abError *error);
    // After a change from outside. NULL: as a restart.
    abResult (*disturbed)(abSimulation *s, abError *error);
    // Before a change of model: an integrator with a history lets go of it. NULL: there is none.
    abResult (*forget)(abSimulation *s, abError *error);
    // Counts on from a run of the same method whose contacts begin anew. NULL: nothing to count.
    void (*follow)(abSimulation *s, const abSimulation *old);
    // One accepted step with its frames and events; s->t is then its end.
    abResult (*step)(abSimulation *s, const abObserver *observer, abError *error);
    // Brings what the method leaves out of its steps, as it knows it otherwise, to s->t in s->y;
    // nothing that follows changes by it. NULL: nothing is left out.
    void (*catch_up)(abSimulation *s);
    // While a step, or a part of it, is told: the state inside it, into `y`.
    void (*state_at)(abSimulation *s, double t, double *y);
    // Likewise its polynomials by (t - start) / length, coefficient k of state i at c[k n + i]; up
    // to AB_DEGREE_MAX, which is returned. Counts no evaluation.
    int (*polynomial)(abSimulation *s, double *start, double *length, double *c);
    // After contacts and joint forces of a frame were found from its state: what the method knows
    // better. NULL: nothing.
    void (*amend)(abSimulation *s, abContactState *contacts, double *joint_forces);
    // Whether it does now; NULL: always.
    bool (*amends)(const abSimulation *s);
    // After the energy of a state was evaluated: what contacts and force elements store by what the
    // method knows of them; of the contacts listed put into each, too. NULL: nothing.
    void (*amend_stores)(abSimulation *s, double t, abEnergyBook *book);
    // Where an evaluation fails: says why. NULL: from the state alone.
    abResult (*failed)(abSimulation *s, abError *error);
    // Whether its integrator begins anew at an event of contact that is told now. NULL: never.
    bool (*begins_anew)(const abSimulation *s);
    // Steps may be too long for what moves; a frame then looks at the energy.
    bool watches_energy;
    // Checkpoints: brings the contact pairs of the dynamics up to date; writes or reads what the method
    // keeps of its own, false when that cannot be. NULL: nothing.
    void (*before_save)(abSimulation *s);
    bool (*pass)(abSimulation *s, abStream *stream);
    const abIntegratorParts *parts; // NULL: no integrators
    // Statistics of its own, at the end of a run.
    void (*finish)(abSimulation *s);
} abMethod;

// After a step y may lack behind where nobody has asked; before anyone reads it: this.
void ab_run_catch_up(const abSimulation *s);

#endif
