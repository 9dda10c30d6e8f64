// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps.h - a run of implicit time steps: how long they are, what they book, tell and keep. Methods
// that take such steps keep an abStepping in the simulation.

#ifndef AB_STEPS_H
#define AB_STEPS_H

#include "core/checkpoint.h"
#include "core/simulation_state.h"
#include "method/step/step.h"
#include "method/step/step_take.h"

// Steps that are shorter than asked, as longer ones made energy.
typedef struct abStepPause {
    int length, left, since; // steps: of the last pause, left of it, since a step was cut
    double h;                // the longest in it                                          [s]
} abStepPause;

typedef struct abStepping {
    abStep step;
    bool is_adaptive; // lengths by an estimate of their error
    double longest;   // step, of adaptive ones the longest                               [s]
    size_t states;    // there is room for so many
    int64_t taken;    // steps so far
    double t0;        // start of the last step
    double *y0;
    double bend[AB_BOOK_STATES]; // of the book inside the step: y = linear + x (1 - x) bend    [J]
    double passing; // likewise of what contacts store: x (1 - x) passing                       [J]
    // what force elements store at its ends, and the bend of that inside: steps_losses.c        [J]
    double stretched[2], stretched_bend;
    bool has_stretched; // it is known
    bool *is_struck;    // bodies of which the places in the step are linear, where has_struck
    bool has_struck;
    abSurfaceTangential *tangential_states; // of the pairs listed: room
    size_t tangential_capacity;
    bool pairs_are_old;                     // the contact set must be listed again
    bool has_looked;                        // all rests, and was looked at since
    bool is_warned, is_squeezed, is_coarse; // said
    double unsolved; // first step whose contacts were not solved               [s]
    // of step_control: adaptive
    int level; // the step has this power of two less than `longest`
    abStepPause pause;
    double trial;  // after a step that had to be shorter, the length tried next; 0: any        [s]
    double around; // after a step that ended before a hit, the length tried next; 0: any      [s]
    int64_t rejected;
} abStepping;

// steps_take.c: a step of a run.
// Makes s->stepping, with steps of the length `longest` or adaptive ones no longer than it, each
// solved to `tolerance` of the speeds in it.
abResult ab_stepping_create(abSimulation *s, bool is_adaptive, double longest, double tolerance,
                            abError *error);
void ab_stepping_destroy(abSimulation *s);
// As if no step had been taken yet; what was said stays said.
void ab_stepping_begin(abStepping *own);
// Room for a state that has become longer.
abResult ab_stepping_grow(abSimulation *s, abError *error);
// Takes a step of *h or less, its length into *h: s->y moves, s->t not yet.
abResult ab_stepping_take(abSimulation *s, double *h, abError *error);
// With s->t at its end: joints and limits are closed, the book as well, events told.
abResult ab_stepping_finish(abSimulation *s, const abObserver *observer, abError *error);
// steps_inside.c: after ab_stepping_take's solution, which bodies are struck in the step; the bend of
// losses that makes up for their places.                                                  [J]
double ab_stepping_mark_struck(abStepping *own);
// As of abMethod.
void ab_stepping_state_at(abSimulation *s, double t, double *y);
int ab_stepping_polynomial(abSimulation *s, double *start, double *length, double *c);
// steps_checkpoint.c: all of it, and what was said alone. False when it is damaged.
bool ab_stepping_pass(abSimulation *s, abStream *stream);
void ab_stepping_pass_said(abStepping *own, abStream *stream);

enum { AB_STEPPING_LEVELS = 20 }; // of adaptive lengths

// steps_control.c: the lengths of steps.
// Length of the next step.                                                               [s]
double ab_step_control_length(const abSimulation *s);
// What is asked of a step of length h, or less.
abStepWish ab_step_control_wish(const abSimulation *s, double h);
// After a step was taken.
void ab_step_control_follow(abSimulation *s, const abStepTaken *taken);
// The length of a step that is to be h at most.                                            [s]
double ab_step_control_limit(const abStepping *own, double h);
// False when it is damaged.
bool ab_step_control_pass(abSimulation *s, abStream *stream);

// steps_pairs.c: what the last step says of contacts.
// Adds the work of its impulses to the energy book; before y moves.
void ab_stepping_book(abSimulation *s);
// Notifies of contact pairs that began or ended in it.
abResult ab_stepping_notify_pairs(abSimulation *s, const abObserver *observer, abError *error);
// steps_links.c: likewise of ropes and limits; and their forces, of the last step.
abResult ab_stepping_notify_links(abSimulation *s, const abObserver *observer, abError *error);
void ab_stepping_amend_links(abSimulation *s);
// steps_warnings.c: warns of contacts that the last step did not solve, and of what comes of that.
void ab_stepping_warn_of_sleep(abSimulation *s);
// That a force element is stiffer than the steps see.
void ab_stepping_tell_of_stiff_forces(abSimulation *s);
// steps_frames.c: puts what touches into the contact set.
void ab_stepping_list_pairs(abSimulation *s);
// What holds the surfaces of the pairs that are in it.
void ab_stepping_list_tangential(abSimulation *s);
// What contacts that are known store at the start and at the end of the step.                      [J]
void ab_stepping_stored(const abStepping *own, double stored[2]);
// What contacts store is what they carry from step to step, and what impacts store in passing; what force
// elements store is what the step's forces put in.
void ab_stepping_amend_stores(abSimulation *s, double t, abEnergyBook *book);
// Forces of rigid contacts and of joints are those of the last step.
void ab_stepping_amend(abSimulation *s, abContactState *contacts, double *joint_forces);

#endif
