// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// frames.h - frames, and what is told with them.

#ifndef AB_FRAMES_H
#define AB_FRAMES_H

#include "abut/simulation.h"

// Tells the state as it is now as one frame.
abResult ab_run_tell_start(abSimulation *s, const abObserver *observer, abError *error);
// Whether frames are due up to `until`, or somebody looks inside steps.
bool ab_run_has_frames(const abSimulation *s, double until);
// All frames with a time up to `until`, from the step just taken; which is kept, if that is wanted.
abResult ab_run_notify_frames(abSimulation *s, double until, const abObserver *observer,
                              abError *error);
// Of simulation.output_events, else nothing: frames of the interval and those at `times` (ascending,
// within the step just taken).
abResult ab_run_notify_instants(abSimulation *s, const double *times, int count,
                                const abObserver *observer, abError *error);
// Likewise the state as it is now, after it has jumped, as one more frame.
abResult ab_run_tell_jump(abSimulation *s, const abObserver *observer, abError *error);
// Whether the frames told belong to the time of the simulation: the last of them is not later, or
// was the last before the end was put off.
bool ab_run_frames_fit(const abSimulation *s);
// The state where a sensor halted, as one more frame.
abResult ab_run_tell_halt(abSimulation *s, const abObserver *observer, abError *error);

#endif
