// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// drop.h - the drop that all engines simulate, and the line in which they report. Also for C++.
//
// A steel ball falls 1 m onto a steel half space and bounces five times in 3 s. Between ball and
// ground F = k d^1.5 (1 + 1.5 c d') without friction, k = 4/3 E* sqrt(R). It is models/
// hertz_drop.yaml; what it says is repeated here for engines that do not read it.

#ifndef AB_BENCH_DROP_H
#define AB_BENCH_DROP_H

#include <math.h>
#include <stdio.h>

static const double drop_radius = 0.1;     // [m]
static const double drop_density = 7850.0; // [kg/m^3]
static const double drop_young = 2e11;     // [Pa], of both
static const double drop_poisson = 0.3;
static const double drop_damping = 0.05; // c  [s/m]
static const double drop_gap = 1.0;      // at the start  [m]
static const double drop_gravity = 9.81; // [m/s^2]
static const double drop_end = 3.0;      // [s]

// Height of the ball's centre at the end: flight in closed form, contact by an integrator of order
// 8 at a tolerance of 3e-14.  [m]
static const double drop_reference = 0.3113249985744511;

// One setting of one engine: engine, contact and integrator, accuracy asked for, CPU time,
// evaluations, error; by tabs. bench/run reads it.
static inline void drop_report(const char *engine, const char *setting, double accuracy,
                               double seconds, long evaluations, double height) {
    printf("drop\t%s\t%s\t%.0e\t%.4f\t%ld\t%.2e\n", engine, setting, accuracy, 1e3 * seconds,
           evaluations, fabs(height - drop_reference));
    fflush(stdout);
}

#endif
