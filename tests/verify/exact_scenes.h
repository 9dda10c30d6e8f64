// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// exact_scenes.h - scenes of myPhysicsLab whose record is not the truth, or not to the last digit:
// the truth by a closed form or by equations of their own, and what the record differs by.
//
// Each scene is compared in two parts: the engine with the truth, and the record with the same
// equations when what the source does otherwise is put into them. The second shows that nothing
// else is in the difference of the two.

#ifndef EXACT_SCENES_H
#define EXACT_SCENES_H

#include "verify_report.h"
#include "verify_run.h"

// A planar body: x, y, angle, and their rates.
typedef struct ExactBody {
    double q[3], v[3];
    double per_mass, per_inertia; // 0: fixed
} ExactBody;

// The greatest differences so far.
typedef struct ExactOff {
    double position, speed;
} ExactOff;

// Of a body from a state of a record, or of a run at a time.
void exact_differ(ExactOff *off, const ExactBody *exact, const double q[6]);
void exact_differ_from_run(ExactOff *off, const ExactBody *exact, const Run *run, const char *name,
                           double time);
// Two rows for places and speeds; `allowed` of both.
void exact_report(Report *report, const char *scene, const char *who, double time, ExactOff off,
                  ExactOff allowed, const char *note);

// What there is of a scene; nothing for others. exact_flights.c, exact_hump.c, exact_blocks.c,
// exact_clock.c
void report_exact_flights(Report *report, const Run *run, const char *scene);
void report_exact_hump(Report *report, const char *scene);
void report_exact_clock(Report *report, const char *scene);
void report_exact_blocks(Report *report, const Run *run, const char *scene);

#endif
