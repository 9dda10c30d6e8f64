// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modes.h - bodies with modes: between y and their deformation, accelerations, energies. Without such
// bodies nothing here does anything.

#ifndef AB_MODES_H
#define AB_MODES_H

#include "mechanics/state/mechanics.h"

// Room for the bodies with modes; takes it from the arena of the mechanics. AB_IO for want of memory.
abResult ab_modes_init(abMechanics *mechanics, abError *error);

// The modes of a body, NULL where it has none.
static inline abFloating *ab_modes_of(const abMechanics *m, int body) {
    return m->floating != NULL && m->floating[body].body != NULL ? &m->floating[body] : NULL;
}

// Where they begin.
void ab_modes_initial(const abMechanics *mechanics, double *y);
// q and q' from y; of one body with modes from its own states.
void ab_modes_place(abMechanics *mechanics, const double *y);
void ab_modes_place_body(abMechanics *mechanics, int body, const double *modal_states);
// No forces on them.
void ab_modes_clear_loads(abMechanics *mechanics);
// Accelerations of bodies with modes under the loads that are on them: frames that are free get
// theirs, those that are held keep theirs and get what holds them.
void ab_modes_accelerate(abMechanics *mechanics);
// Their part of the derivative of y.
void ab_modes_write_rates(const abMechanics *mechanics, double *ydot);
// What moves frames by a prescribed motion does, beside what the loads on them need.         [W]
double ab_modes_drive(const abMechanics *mechanics, int body);

// Of a body with modes, as placed.                                                           [J]
typedef struct abModalEnergies {
    double kinetic, gravity, strain;
} abModalEnergies;
abModalEnergies ab_modes_energies(abMechanics *mechanics, int body);

// Numbers of all bodies with modes in a frame: body after body three energies, q and q'.
size_t ab_modes_frame_count(const abModel *model);
void ab_modes_frame(abMechanics *mechanics, double *out);

#endif
