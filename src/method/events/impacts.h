// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impacts.h - rigid contact at events.

#ifndef AB_IMPACTS_H
#define AB_IMPACTS_H

#include "abut/simulation.h"

// After contact pairs have begun: impacts, rest, release of rigid contact in the state.
abResult ab_run_impacts(abSimulation *s, const abObserver *observer, bool *changed, abError *error);
// After a step without one: points that slid on or off.
abResult ab_run_follow_rigid(abSimulation *s, const abObserver *observer, bool *changed,
                             abError *error);
// Where no step goes on because slip has no force that keeps bodies apart: an impulse ends it.
// False when that was not so, or did not help the last time.
abResult ab_run_catch_slip(abSimulation *s, const abObserver *observer, bool *caught,
                           abError *error);

#endif
