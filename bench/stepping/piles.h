// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// piles.h - bodies to be piled up by several engines. Also for C++.

#ifndef AB_BENCH_PILES_H
#define AB_BENCH_PILES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Balls in a box open above, or bricks on the ground; gravity 9.81 m/s^2 down, along z.
typedef struct Pile {
    bool are_bricks;
    bool is_stack;  // one on the other: for solvers that are exact and slow
    bool is_planar; // bricks in the plane of x and z
    int count;
    double (*places)[3];       // of their centres at the start     [m]
    double radius, half_width; // of balls; of the box they are in  [m]
    double half[3];            // of a brick                        [m]
    double density, friction;  // [kg/m^3]
} Pile;

// How an engine is asked to run.
typedef struct PileRun {
    double step, time; // [s]
    int iterations;    // of engines that have a number of them; 0: solved exactly
    double tolerance;  // of Abut
    double overlap;    // that Abut may leave                                           [m]
    bool may_sleep;    // of Abut and Box2D
    int threads; // of Abut, whose time is then that of the clock on the wall; 0: one, its own time
} PileRun;

// Runs a pile; places and the largest speed at the end go to `places` and `fastest`, the CPU time
// of the steps is returned, NAN when the engine fails.                                    [s]
typedef double PileEngine(const Pile *pile, const PileRun *run, double (*places)[3],
                          double *fastest);
PileEngine pile_abut, pile_bullet, pile_ode, pile_box2d;

#ifdef __cplusplus
}
#endif

#endif
