// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// chain.h - the chain that all engines simulate, and the lines in which they report. Also for C++.
//
// A chain of equal rods, hinged about y end to end and to the world, is let go from the horizontal
// and falls for 1 s. Each rod lies along x of its own frame, whose origin is its left end.

#ifndef AB_BENCH_CHAIN_H
#define AB_BENCH_CHAIN_H

#include <math.h>
#include <stdio.h>

static const double chain_length = 0.1; // of a rod  [m]
static const double chain_mass = 0.1;   // [kg]
static const double chain_inertia_axis = 5e-6, chain_inertia_cross = 8.583333333333336e-05;
static const double chain_gravity = 9.81; // [m/s^2]
static const double chain_end = 1.0;      // [s]

static const int chain_sizes[] = {10, 100, 1000};
enum { CHAIN_SIZES = 3 };

// Where the tip of a chain is at the end. For 100 links as published with other engines (see
// tests/verify); the others by Abut at 1e-8 and 1e-5, with which Simbody at 1e-10 and 1e-6 agrees
// to 1e-11 and 4e-10.  [m]
typedef struct ChainTip {
    int links;
    double x, z;
} ChainTip;
static const ChainTip chain_tips[CHAIN_SIZES] = {{10, -0.896622017464, -0.148128529949},
                                                 {100, 7.53409796256, -4.905},
                                                 {1000, 99.036963947368, -4.905}};

// One evaluation of the accelerations: engine, links, nanoseconds; by tabs. bench/run reads it.
static inline void chain_report_evaluation(const char *engine, int links, double seconds) {
    printf("chain_eval\t%s\t%d\t%.1f\n", engine, links, 1e9 * seconds);
    fflush(stdout);
}

// One setting of one engine: engine, integrator, links, accuracy asked for, CPU time, evaluations,
// error.
static inline void chain_report(const char *engine, const char *setting, int links, double accuracy,
                                double seconds, long evaluations, double x, double z) {
    const ChainTip *tip = chain_tips;
    while (tip->links != links) {
        tip++;
    }
    printf("chain\t%s\t%s\t%d\t%.0e\t%.4f\t%ld\t%.2e\n", engine, setting, links, accuracy,
           1e3 * seconds, evaluations, hypot(x - tip->x, z - tip->z));
    fflush(stdout);
}

#endif
