// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// kept_step.h - the states inside the step just taken, for answers between two steps.

#ifndef AB_KEPT_STEP_H
#define AB_KEPT_STEP_H

#include "abut/simulation.h"

// A step, or a part of one: powers of (t - start) / length.
typedef struct abKeptPiece {
    double start, length, end; // [s]
    int degree;
    size_t states, first; // their number; where its coefficients begin
} abKeptPiece;

typedef struct abKeptStep {
    bool is_wanted; // steps are kept
    abKeptPiece *pieces;
    size_t count, capacity;
    double *coefficients; // of a piece: of power k and state i at first + k states + i
    size_t used, room;
} abKeptStep;

// From now on steps are kept; those before this are not.
void ab_run_keep_steps(abSimulation *s);
// As a step begins: the one before is no longer kept.
void ab_run_drop_kept(abSimulation *s);
// Keeps what its method has just taken, up to `until`, if steps are kept.
abResult ab_run_keep_piece(abSimulation *s, double until, abError *error);
void ab_run_close_kept(abSimulation *s);

// The earliest time that can be answered: the start of the step just taken if it was kept, else
// the time of the simulation.                                                              [s]
double ab_run_kept_since(const abSimulation *s);
// The state at a time from there on, up to that of the simulation, into `y`. Nothing changes.
void ab_run_state_at(const abSimulation *s, double t, double *y);

// The coefficients of a motion with velocities that are linear between the states y0 and y1, a time
// h apart, and the first places of each body quadratic; of other states linear. For methods.
int ab_kept_quadratic(const abSimulation *s, double h, const double *y0, const double *y1,
                      int planar_places, double *c);

#endif
