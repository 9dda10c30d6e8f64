// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// accumulated_bounces.h - bounces that are left out, while they last.

#ifndef AB_ACCUMULATED_BOUNCES_H
#define AB_ACCUMULATED_BOUNCES_H

#include "core/simulation_state.h"

// Whether a contact pair next to a point still bounces, though it is closed.
bool ab_run_bounces_beside(const abSimulation *s, const abRigidPoint *point);
// Where something hits bodies of such a contact pair its points get the rate they have by then.
void ab_run_revive_bounces(abSimulation *s);

#endif
