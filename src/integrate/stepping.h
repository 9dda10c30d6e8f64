// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.h - what method `stepping` keeps, and its parts.

#ifndef AB_STEPPING_H
#define AB_STEPPING_H

#include "dynamics/step.h"
#include "integrate/checkpoint.h"
#include "integrate/run.h"

typedef struct abStepping {
    abStep step;
    int64_t index; // of the next step
    double t0;     // start of the last step
    double *y0;
    double bend[AB_BOOK_STATES]; // of the book inside the step: y = linear + x (1 - x) bend    [J]
    bool touches_are_old;        // dynamics->touches must be listed again
    bool is_warned, is_squeezed; // said
    double unsolved;             // first step whose contacts were not solved               [s]
    // of step_control: adaptive
    int level;    // the step has this power of two less than `step`
    double error; // of the last step, by what is allowed
    int64_t rejected;
    double last_h; // of the step before; 0: none                                         [s]
    abVec3 *last;  // two per body: its mean accelerations                 [m/s^2], [rad/s^2]
    double *sizes; // per body: what errors are measured by                                [m]
} abStepping;

enum { AB_STEP_CONTROL_FIXED, AB_STEP_CONTROL_ADAPTIVE };

// step_control.c: steps by an estimate of their error.
abResult ab_step_control_create(abSimulation *s, abError *error);
// Length of the next step.                                                               [s]
double ab_step_control_length(const abSimulation *s);
// Whether the step that was solved may be taken; else the next length is shorter.
bool ab_step_control_accepts(abSimulation *s);
// After a step was taken.
void ab_step_control_note(abSimulation *s);
void ab_step_control_pass(abSimulation *s, abStream *stream);

// stepping_touches.c: what the last step says of contacts.
// Adds the work of its impulses to the energy book; before y moves.
void ab_stepping_book(abSimulation *s);
// Tells of touches that began or ended in it.
abResult ab_stepping_tell_touches(abSimulation *s, const abObserver *observer, abError *error);
// stepping_links.c: likewise of ropes and limits; and their forces, of the last step.
abResult ab_stepping_tell_links(abSimulation *s, const abObserver *observer, abError *error);
void ab_stepping_amend_links(abSimulation *s);
// stepping_rest.c: warns of contacts that the last step did not solve, and of what comes of that.
void ab_stepping_warn_of_rest(abSimulation *s);
// A step that is not taken has begun no law.
void ab_stepping_forget(abSimulation *s);
// Puts what touches into dynamics->touches.
void ab_stepping_list_touches(abSimulation *s);
// Forces of rigid contacts and of joints are those of the last step.
void ab_stepping_amend(abSimulation *s, abContactState *contacts, double *joint_forces);

#endif
