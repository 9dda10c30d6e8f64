// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.h - what method `stepping` keeps, and its parts.

#ifndef AB_STEPPING_H
#define AB_STEPPING_H

#include "dynamics/step.h"
#include "integrate/run.h"

typedef struct abStepping {
    abStep step;
    int64_t index; // of the next step
    double t0;     // start of the last step
    double *y0;
    double bend[AB_BOOK_STATES]; // of the book inside the step: y = linear + x (1 - x) bend    [J]
    bool touches_are_old;        // dynamics->touches must be listed again
    bool is_warned;
} abStepping;

// stepping_touches.c: what the last step says of contacts.
// Adds the work of its impulses to the energy book; before y moves.
void ab_stepping_book(abSimulation *s);
// Tells of touches that began or ended in it.
abResult ab_stepping_tell_touches(abSimulation *s, const abObserver *observer, abError *error);
// Puts what touches into dynamics->touches.
void ab_stepping_list_touches(abSimulation *s);
// Forces of rigid contacts and of joints are those of the last step.
void ab_stepping_amend(abSimulation *s, abContactState *contacts, double *joint_forces);

#endif
