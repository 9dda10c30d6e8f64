// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simulation_state.h - the inside of a simulation.

#ifndef AB_SIMULATION_STATE_H
#define AB_SIMULATION_STATE_H

#include "core/asked_time.h"
#include "core/changes.h"
#include "core/kept_step.h"
#include "core/sensors.h"
#include "derivative/state/derivative.h"
#include "mechanics/force/observe.h"

typedef struct abRunCode abRunCode; // rule_code.c
typedef struct abMethod abMethod;   // method.h

// When frames are due and how many frames and events have been told.
typedef struct abOutputClock {
    int64_t frame_index;  // of the next frame
    int64_t extra_frames; // told beside those of the interval: where a sensor halted, at events
    int64_t event_index;  // of the next event
    bool is_started;
} abOutputClock;

// Room for what a frame tells.
typedef struct abFrameBuffer {
    double *y, *rate; // a state inside a step, and its derivative
    double *requests;
    double *modes; // of bodies with modes
    abBodyState *body_states;
    abContactState *contact_states;
    size_t contact_capacity;
    double *joint_forces, *limit_loads, *force_loads;
} abFrameBuffer;

// Who looks inside steps, and the piece that is being told; to: -INFINITY when none is.    [s]
typedef struct abInside {
    abPieceObserver observer;
    double from, to;
} abInside;

// What energies are judged by.
typedef struct abEnergyWatch {
    double scale;         // largest kinetic energy so far, for the weights of the book     [J]
    double balance_start; // energy balance at the start                                    [J]
} abEnergyWatch;

struct abSimulation {
    const abModel *model;
    abModel *own_model; // the same, when the simulation made it; else NULL
    const abMethod *method;
    void *own;                   // of the method
    struct abStepping *stepping; // of methods that take implicit steps; NULL: none yet
    abSimulationDef options;
    abAllocator given;     // by the program
    bool is_out_of_memory; // it had none at some time
    abAllocator allocator; // that one, watched
    abLog log;
    abArena arena;
    abDerivative dynamics;
    abRunCode *code;         // of users; NULL: not there or not allowed
    struct abRoutine **post; // per contact rule; NULL like `code`
    double *y;
    double t;
    abOutputClock clock;
    abFrameBuffer frame;
    abEnergyWatch energy;
    abRunChanges changes;
    // a value that the model sets at a time; given from above, as it reads texts
    abResult (*set_scheduled)(abSimulation *s, const abChangeDef *change, abError *error);
    abSensors sensors;
    abKeptStep kept;
    abAskedTime asked;
    abObserver observer; // of ab_simulation_advance
    abInside inside;
    double stop_time;  // steps end there at the latest; INFINITY: as the run    [s]
    bool is_warned;    // that the run crawls, or that energy comes up without a cause
    bool is_singular;  // a joint that lost hold was told of
    abFailure failure; // of the last run or step that could not go on
    abStatistics statistics;
};

// A simulation in place of another goes on with its threads.
static inline void ab_run_keep_threads(abSimulation *s, const abSimulation *old) {
    s->dynamics.mechanics.threads = old->dynamics.mechanics.threads;
}

// A body's size for scales: its reach, or a metre when it has no shape.                  [m]
static inline double ab_body_size(const abBody *body) {
    return isfinite(body->bound) && body->bound > 0.0 ? body->bound : 1.0;
}

// Where steps end at the latest.                                                           [s]
static inline double ab_run_stop(const abSimulation *s) {
    return fmin(s->stop_time, s->options.end_time);
}

#endif
