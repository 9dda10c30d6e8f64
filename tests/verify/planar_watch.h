// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// planar_watch.h - what must hold of a run of rigid bodies whatever its course: no overlap, closed
// joints, no energy from contacts, momentum that nothing changes. Looks at all frames of a run.

#ifndef VERIFY_PLANAR_WATCH_H
#define VERIFY_PLANAR_WATCH_H

#include "verify_run.h"

// By how much two shapes that may touch overlap at most, or a rope that does not stretch is longer
// than it is; 0: never.                                                                  [m]
double watch_overlap(const Run *run);

// How far the points of a joint, or its length, are off at most; 0 without joints.        [m]
double watch_open_joints(const Run *run);

// By how much the mechanical energy without what forces and drives gave rises at most above what it
// was at any time before.                                                                 [J]
double watch_energy_rise(const Run *run);
// The greatest sum of the normal forces of all contacts.                                  [N]
double watch_pressed(const Run *run);
// Kinetic and potential energy at the instant nearest to a time.                          [J]
double watch_energy(const Run *run, double time);

// Whether nothing acts from outside: no gravity, joint or force to the world or a fixed body, and
// no fixed body to run into.
bool watch_is_alone(const Run *run);
// The greatest change of the momentum of all bodies, and of their angular momentum about the
// origin, by the sums of the sizes of its parts.
typedef struct WatchMomentum {
    double linear, angular; // [-]
} WatchMomentum;
WatchMomentum watch_momentum(const Run *run);

#endif
