// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed.h - what method `fixed` keeps, and its parts.

#include "base/array.h"
#include "core/simulation_state.h"

#ifndef AB_FIXED_H
#define AB_FIXED_H

// Two shapes near each other at one place.
#define AB_FIXED_LINK SIZE_MAX // instead of a pair
enum { AB_FIXED_LEVELS = 5 };  // of parts of parts

typedef struct abFixedRecord {
    size_t pair; // in abFixed.pairs
    abRigidPoint point;
    double gap, rate; // [m], [m/s]
    bool must_handle; // it collided at the end of a substep that was taken back
    double meets;     // estimated time at which the gap is the target; NAN: unknown        [s]
    double late_rate; // where it collided                                                [m/s]
} abFixedRecord;

// A contact with exact friction in a substep of a step.
typedef struct abFixedFrictionPoint {
    abRigidPoint point;
    abTangentialMode mode;
    abVec3 direction; // of its slip at the start of the substep, or that it begins with
    double speed;     // of it                                                            [m/s]
    double slow;      // what friction changes it by in a step                            [m/s]
    bool has_moved;   // it slid there
} abFixedFrictionPoint;

typedef struct abFixedImpulse abFixedImpulse; // of a body in a step, in fixed_work.c

typedef struct abFixed {
    abArrays arrays;
    abContactPair *pairs; // of shapes that may touch as rigid bodies, prepared
    size_t pair_count;
    bool *is_paired;        // by shape
    abBox *boxes;           // of those, at the last search
    abFixedRecord *records; // of the last search
    size_t record_count;
    abFixedRecord *kept; // collisions of a substep that was taken back
    size_t kept_count;
    abFixedRecord *arcs; // contacts of arcs on straight edges as a step begins
    size_t arc_count;
    abFixedFrictionPoint *tangential_states; // of the substep
    size_t tangential_count;
    double accuracy; // of the gap at a collision                                          [m]
    double seen;     // time of the records                                                [s]
    double t0;       // start of the last step
    double *y0, *saved, *k[4], *trial, *begin;
    double *levels[AB_FIXED_LEVELS]; // where parts of a step begin
    abFixedImpulse *impulses;        // by body
    bool has_pressed;                // a contact, in the step
    double given_to_drives; // work of contacts on what is prescribed                    [J]
    double most_lost;       // in contacts so far                                        [J]
    double lifting; // work that leads gaps back to their target, in the substep            [J]
    double lifted;  // likewise, since contacts had lost most                              [J]
    bool lets_go;   // gaps that open, since contacts have given energy
    bool is_told;   // that they give
    bool is_told_of_push;
} abFixed;

abResult ab_fixed_check(const abModel *model, const abSimulationDef *options, abError *error);

// fixed_contacts.c. All places with a gap below the contact distance, for state y. False for want
// of memory.
bool ab_fixed_find(abSimulation *s, double t, const double *y);
// Contacts are those that neither overlap nor are fast; they become the points of the dynamics.
bool ab_fixed_is_contact(const abSimulation *s, const abFixedRecord *record);
bool ab_fixed_is_colliding(const abSimulation *s, const abFixedRecord *record);
// Notes the records of arcs on straight edges; and puts them for those of the corners where these
// arcs end, as long as the gap is nearly the same. False for want of memory.
bool ab_fixed_store_arcs(abSimulation *s);
void ab_fixed_stay_on_arcs(abSimulation *s);
// Of the two collisions of corners that run into each other at one place one stays in the records;
// at the state placed.
void ab_fixed_join_corners(abSimulation *s);
bool ab_fixed_list(abSimulation *s, bool takes(const abSimulation *s, const abFixedRecord *record));

// fixed_friction.c. Whether a law of the model is exact friction.
bool ab_fixed_has_friction(const abSimulation *s);
// Before a substep from s->t: which contacts rest. False for want of memory, as below.
bool ab_fixed_begin_friction(abSimulation *s);
// The modes of the contacts listed become those of the dynamics.
bool ab_fixed_set_tangential(abSimulation *s);
// After a substep that ended at t: the share of it after which the first slide has ended; 1: none
// has. `cuts`: how often it was cut at such an end.
double ab_fixed_slide_end(abSimulation *s, double t, int cuts);
// After a substep that counts: ends the slip of what rests, in an event accumulation also what has gone beyond its
// end.
bool ab_fixed_end_friction(abSimulation *s, bool is_accumulation);

// fixed_estimates.c. The gap aimed at: half the contact distance.
double ab_fixed_target(const abSimulation *s);
// When the gap is the target, from what is seen at time t; NAN when it closes slowly or not.
double ab_fixed_seen_estimate(const abSimulation *s, const abFixedRecord *record, double t);
// Into `meets`: likewise with even acceleration from the record at t1 to its late rate at t2.
void ab_fixed_better_estimate(const abSimulation *s, abFixedRecord *record, double t1, double t2);
// How much later than now the gap of what is fast is the target; < 0: it was; 0 within rounding.
double ab_fixed_later_by(const abSimulation *s);
// The earliest of the estimates after a time; INFINITY: none.
double ab_fixed_earliest(const abFixed *own, double after);

// fixed_work.c. False for want of memory.
bool ab_fixed_create_work(abSimulation *s);
// After the first evaluation of a step; after each, with its share of the length of the step [s];
// and at the end, t and s->y, of a step of length h that began with `before`: what contacts lost in it, into the book.
void ab_fixed_begin_work(abSimulation *s);
void ab_fixed_add_work(abSimulation *s, double share);
void ab_fixed_end_work(abSimulation *s, double t, double h, const double *before);
// Before a substep counts, at its end in s->y: whether contacts have given so much that gaps which
// open are let go from now on, and the substep is to be taken again.
bool ab_fixed_lets_go(abSimulation *s);
// After a step of the method: says once when contacts have given energy.
void ab_fixed_watch_work(abSimulation *s);
// After bodies were led apart, the records as before it: says once that one was far within another.
void ab_fixed_tell_push(abSimulation *s, double lost);

// fixed_steps.c. The time in which the added acceleration would end a rate.              [s]
double ab_fixed_pace(const abSimulation *s);
// What a step of an integrator came to.
typedef enum abFixedStep { AB_FIXED_DONE, AB_FIXED_OVERLAP, AB_FIXED_FAILED } abFixedStep;
// From t, s->y over h, into s->y.
abFixedStep ab_fixed_integrate(abSimulation *s, double t, double h);

#endif
