// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed.h - what method `fixed` keeps, and its parts.

#ifndef AB_FIXED_H
#define AB_FIXED_H

#include "integrate/run.h"

// Two shapes near each other at one place.
#define AB_FIXED_LINK SIZE_MAX // instead of a pair

typedef struct abFixedRecord {
    size_t pair; // in abFixed.pairs
    abRigidPoint point;
    double gap, rate; // [m], [m/s]
    bool must_handle; // it collided at the end of a piece that was taken back
    double meets;     // estimated time at which the gap is the target; NAN: unknown        [s]
    double late_rate; // where it collided                                                [m/s]
} abFixedRecord;

// A contact with exact friction in a piece of a step.
typedef struct abFixedGrip {
    abRigidPoint point;
    abGripMode mode;
    abVec3 direction; // of its slip at the start of the piece, or that it begins with
    double speed;     // of it                                                            [m/s]
    double slow;      // what friction changes it by in a step                            [m/s]
    bool has_moved;   // it slid there
} abFixedGrip;

// What joints are brought back to: places after each piece, speeds after each step.
typedef enum abHoldJoints { AB_HOLD_PLACES, AB_HOLD_SPEEDS, AB_HOLD_FORCES } abHoldJoints;

typedef struct abFixed {
    abTouch *pairs; // of shapes that may touch as rigid bodies, prepared
    size_t pair_count;
    abFixedRecord *records; // of the last search
    size_t record_count, record_capacity;
    abFixedRecord *kept; // collisions of a piece that was taken back
    size_t kept_count, kept_capacity;
    abFixedRecord *arcs; // contacts of arcs on straight edges as a step begins
    size_t arc_count, arc_capacity;
    abFixedGrip *grips; // of the piece
    size_t grip_count, grip_capacity;
    double accuracy; // of the gap at a collision                                          [m]
    double seen;     // time of the records                                                [s]
    int64_t index;   // of the next step
    double t0;       // start of the last step
    double *y0, *saved, *k[4], *trial, *last_parts;
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
bool ab_fixed_note_arcs(abSimulation *s);
void ab_fixed_stay_on_arcs(abSimulation *s);
// Of the two collisions of corners that run into each other at one place one stays in the records;
// at the state placed.
void ab_fixed_join_corners(abSimulation *s);
bool ab_fixed_list(abSimulation *s, bool takes(const abSimulation *s, const abFixedRecord *record));

// fixed_friction.c. Whether a law of the model is exact friction.
bool ab_fixed_has_friction(const abSimulation *s);
// Before a piece from s->t: which contacts rest. False for want of memory, as below.
bool ab_fixed_begin_friction(abSimulation *s);
// The modes of the contacts listed become those of the dynamics.
bool ab_fixed_set_grips(abSimulation *s);
// After a piece that ended at t: the share of it after which the first slide has ended; 1: none
// has. `cuts`: how often it was cut at such an end.
double ab_fixed_slide_end(abSimulation *s, double t, int cuts);
// After a piece that counts: ends the slip of what rests, in a crowd also what has gone beyond its
// end.
bool ab_fixed_end_friction(abSimulation *s, bool is_crowd);

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

// fixed_steps.c. What a step of an integrator came to.
typedef enum abFixedStep { AB_FIXED_DONE, AB_FIXED_OVERLAP, AB_FIXED_FAILED } abFixedStep;
// From t, s->y over h, into s->y.
abFixedStep ab_fixed_integrate(abSimulation *s, double t, double h);

#endif
