// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// events.h - what the files of method events share.

#ifndef AB_EVENTS_H
#define AB_EVENTS_H

#include "core/simulation_state.h"
#include "ode/flight/flight.h"
#include "ode/stepper.h"
#include "ode/sweep/sweep.h"

// Integrators a simulation can change between.
typedef enum abMethodChoice { AB_USE_EXPLICIT, AB_USE_STIFF, AB_USE_COUNT } abMethodChoice;

// What `auto` has measured: evaluations per simulated second of each integrator.
typedef struct abMeasure {
    double explicit_cost; // evaluations per second while stiff
    double trial_start;   // time and evaluations when the stiff integrator took over
    double trial_evaluations;
    double next_trial; // not before this time
    double trial_pause;
} abMeasure;

// Scales of a body's motion; errors are measured against these.
typedef struct abScales {
    double length, speed; // [m], [m/s]
    double rotation;      // of the orientation                                           [rad]
    double far;           // largest coordinate of a surface, of the body or one it touches [m]
    double rate;          // of its stiffest contact: speed by depth                      [1/s]
} abScales;

// Integrators, the error they are allowed, and which of them is in use.
typedef struct abIntegration {
    abStepper steppers[AB_USE_COUNT];
    bool has_stepper[AB_USE_COUNT];
    int use;
    abStateGroup *groups;
    int group_count;
    double *weights, *floors;
    abScales *scales; // per body
    abMeasure measure;
    int64_t shared_steps;      // steps since a stepper with history was restarted
    int64_t steps_since_event; // of the explicit pair since the last event or trial
    double count_start, count_start_evaluations; // when they began, and the count then
    double spent; // evaluations within steps, whatever frames ask for besides
    double
        flight_step; // last accepted step without contact pairs but rigid ones, to begin with after an
                     // event                                                              [s]
    int64_t *limits; // per group, tangential states with the quadratures: steps it set
    int limit_count;
} abIntegration;

// The last change of a body's motion: its jump of velocity and the acceleration after it, by the
// body's size.
typedef struct abBodyChange {
    double time, jump, acceleration; // [s], [1/s], [1/s^2]
} abBodyChange;

// Whether events get on, see progress.c.
typedef struct abProgress {
    double event_time;         // of the last change                                  [s]
    abBodyChange *changes;     // per body
    int64_t invisible;         // changes in a row
    double credit, credited;   // work that is left, in tenths of a fall; until when        [s]
    double spent, spent_since; // work in this step, and since counts began        [evaluations]
    int64_t looked;            // distances at events, which are no work
} abProgress;

// How fast the run gets on, see event_watch.c.
typedef struct abPace {
    int64_t steps;   // since then
    double work;     // likewise                                             [distances]
    double since;    // [s]
    int64_t changes; // touches and releases until then
    int64_t slow;    // looks in a row that found it slow
    bool is_told;    // that it crawls
} abPace;

// Bodies at rest, see sleep.c.
typedef struct abSleep {
    bool *may_sleep, has_sleep; // per body; whether any may
    int *island, *marks;        // workspace for it
} abSleep;

// Steps through what events do not get through, see dense_steps.c.
typedef struct abDense {
    bool is_on;                         // implicit steps are being taken
    bool was_warned;                    // said that friction with states is taken as a cone
    int64_t quiet;                      // steps in a row in which no point has changed its state
    int64_t pause;                      // so many are wanted before events are tried again
    int64_t followed;                   // likewise, or as rigid bodies hit each other visibly
    double quiet_since, followed_since; // [s]
    double left;    // when the last one ended; -INFINITY: there was none                    [s]
    double last_h;  // of its last step                                                      [s]
    double stretch; // how long the pause before that was                                    [s]
    double *safe;   // the state at the last event, for impacts that end in none
    size_t safe_capacity;
} abDense;

// What method events keeps.
typedef struct abEvents {
    double eps; // resolution of distances                                                    [m]
    abSweep sweep;
    abFlight flight;
    double *y_event;   // the state at an event
    double turned;     // when the first contact was deepest in the step; INFINITY: none         [s]
    double instant;    // of the last step                                                    [s]
    int steps_at_once; // in a row that ended there
    int last_hit[2];   // numbers of two bodies and one, of the last impact
    abIntegration integration;
    abProgress progress;
    abPace pace;
    bool depths_may_jump; // of a pair, some time
    bool knows_stores;    // what pairs store at the start of the step, if depths may jump
    double jammed; // time at which slip without a force was last caught                     [s]
    abSleep sleep;
    abDense dense;
} abEvents;

// How many problems have been told, to take back what follows: what stopped the events is passed over
// where implicit steps go on. Nobody may be there to be told.
static inline int ab_events_told(const abError *error) {
    return error != NULL ? error->count : 0;
}
static inline void ab_events_take_back(abError *error, int told) {
    if (error != NULL) {
        error->count = told;
    }
}

// Gaps of rigid contact that count as closed.                                              [m]
static inline double ab_run_near(const abSimulation *s) {
    return 10.0 * ((const abEvents *)s->own)->eps;
}

static inline abStepper *ab_run_stepper(abSimulation *s) {
    abIntegration *integration = &((abEvents *)s->own)->integration;
    return &integration->steppers[integration->use];
}

#endif
