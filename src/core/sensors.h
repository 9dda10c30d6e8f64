// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sensors.h - expressions watched during a run: where in a step one of them is met, and telling it.

#ifndef AB_SENSORS_H
#define AB_SENSORS_H

#include "abut/simulation.h"
#include "ode/stepper.h"

// What a sensor's difference to its value is at one instant, turned so that it is met when it
// rises above 0.
typedef struct abSensorNow {
    double value, rate; // rate by time, NAN when it is not known
} abSensorNow;

typedef struct abSensors {
    signed char *sides; // at the last accepted step: -1 not met, 1 met, 0 not known. Saved.
    signed char *trial; // within the step being searched
    abSensorNow *left, *right;
    int located; // the sensor found last, -1
    bool any_located, needs_forces;
    bool has_halted; // one that halts was met
} abSensors;

abResult ab_sensors_init(abSensors *sensors, const abModel *model, abArena *arena, abError *error);

// The first theta in (0, end] at which a sensor with zero_crossing is met; INFINITY when none is.
// It is kept as `located`.
double ab_sensors_first(abSimulation *simulation, abStepper *stepper, double end);

// For a step taken again to end at the located sensor: theta where it is met, near 1.
double ab_sensors_land(abSimulation *simulation, abStepper *stepper);

// At an accepted state: tells of sensors that are met now and were not before, the located one in
// any case, and remembers the sides. `is_start`: those that are met at the start are told.
abResult ab_sensors_notify(abSimulation *simulation, bool is_start, const abObserver *observer,
                           abError *error);

#endif
