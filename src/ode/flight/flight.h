// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flight.h - bodies in free flight are left out of steps: where they are is known at any time, and
// until when they surely meet nothing.

#ifndef AB_FLIGHT_H
#define AB_FLIGHT_H

#include "ode/stepper.h"
#include "ode/sweep/sweep.h"

typedef struct abFlight {
    abMechanics *mechanics;
    abSweep *sweep;
    bool is_possible;  // the model has bodies enough that nothing but gravity and contact moves
    bool is_open;      // some fly
    bool is_current;   // y holds the flying bodies as they are at the time of the simulation
    double start, end; // of the stretch of time it is known for                             [s]
    double spent;      // stepped bodies in all steps of it
    double way;        // of a stretch, of the mean size of the flying bodies
    int64_t woken;     // in it
    int64_t pause;     // steps until it is looked again whether bodies fly
    bool *flies;       // per body
    double *from;      // y at the start
    double *until; // per body: when it may meet another that flies, or a fixed one; INFINITY    [s]
    int *queue;    // bodies that may, by that time
    size_t queued, next;
    abBodySet set; // the others: these are stepped
    int *stepped, *groups, *group_of;
    int group_count, moving; // groups of states that are stepped; bodies that move at all
    abStateRange *ranges;
    const abStateGroup *all_groups;
    int all_group_count;
    double kinetic;   // of the flying bodies at the start, without their turning              [J]
    double longest;   // a step, so that none turns far in it                                [s]
    double fall_time; // of the method, as long as bodies fly
} abFlight;

// Room, for models that have bodies enough. `groups` are those of the steppers.
abResult ab_flight_init(abFlight *flight, abMechanics *mechanics, abSweep *sweep,
                        const abStateGroup *groups, int group_count, abArena *arena,
                        abError *error);

// Lets all bodies fly that touch nothing at t, where y is the state of all, if they are enough; no
// longer than `horizon`. Places all bodies. False for want of memory.
bool ab_flight_open(abFlight *flight, double t, const double *y, double horizon);
// Whether it is time to begin anew: the time known is over, or so much was stepped since that it
// pays to look which bodies fly by now.
bool ab_flight_is_over(const abFlight *flight, double t);
// Nobody flies any more; y of all is then as `ab_flight_fill` left it.
void ab_flight_close(abFlight *flight);
// After the numbers that ab_flight_pass lists have been read.
bool ab_flight_resume(abFlight *flight);

// While bodies fly: from here on passes and steps go over those that do not, and over all again.
void ab_flight_enter(abFlight *flight, abStepper *stepper);
void ab_flight_leave(abFlight *flight, abStepper *stepper);

// The numbers of a flying body at a time, as in y.
void ab_flight_state(const abFlight *flight, int body, double t, double *out);
// Those of all flying bodies, into theirs of y.
void ab_flight_fill(const abFlight *flight, double t, double *y);
// Likewise the polynomials of a step from t over h by theta; coefficient k of state i at c[k n + i].
void ab_flight_polynomials(const abFlight *flight, double t, double h, int degree, double *c);

// Before a step from t: bodies that may meet something at once, and some that may within `ahead`,
// fly no more. How many; their states are put into y.
int ab_flight_wake_due(abFlight *flight, double t, double ahead, double *y);
// When a step has to end at the latest.                                                    [s]
double ab_flight_limit(abFlight *flight, double t);
// After a step: bodies that come near a stepped one in it fly no more, from its start on. How many,
// -1 for want of memory; with any the step is to be taken again.
int ab_flight_wake_met(abFlight *flight, abStepper *stepper, double *y);

#endif
