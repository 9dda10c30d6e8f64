// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observe.h - values of what expressions look at, for the bodies as placed.
//
// Each input is computed at most once per placing, when it is first wanted. Angles count their
// turns: the only memory here is the last angle, taken at accepted steps.

#ifndef AB_OBSERVE_H
#define AB_OBSERVE_H

#include "dynamics/dynamics.h"

// Where a marker is and how it moves.
typedef struct abMarkerNow {
    abPose X;
    abVec3 v, w;
} abMarkerNow;

abResult ab_observe_init(abDynamics *dynamics, abError *error);

// The value of a probe without rates: what forces want.
double ab_probe_value(abDynamics *dynamics, const abProbe *probe);

double ab_input_value(abDynamics *dynamics, int input);

// Value and rate by time, exact; NAN for the rate where it would need rates of forces. Needs a full
// evaluation when the probe looks at more than the motion, and for rates of velocities.
abJet ab_probe_jet(abDynamics *dynamics, const abProbe *probe);

abMarkerNow ab_marker_now(const abDynamics *dynamics, int body, abPose X_CM);

// Takes note of angles whose turns are counted, for the bodies as placed: after accepted steps. At
// the start of a run `is_start`: angles begin within half a turn of 0.
void ab_observe_turns(abDynamics *dynamics, bool is_start);

#endif
