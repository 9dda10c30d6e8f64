// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// switching_functions.h - ends of steps where a force is not smooth.

#ifndef AB_SWITCHING_FUNCTIONS_H
#define AB_SWITCHING_FUNCTIONS_H

#include "collide/broad/proximity.h"
#include "core/simulation_state.h"

// A step that crosses a zero of a switching function of a friction law is taken again to end there. True when it was;
// the end of the step must be noted anew.
bool ab_run_end_at_switch(abSimulation *s);
// Notes the sides of a contact pair for the bodies as placed at the end of the step.
void ab_run_store_signs(const abSimulation *s, abContactPair *pair, const abProximity *at);
// Likewise the sides of all tangential states, as last evaluated.
void ab_run_store_tangential_signs(abSimulation *s);
// The regions of meshes noted at the end of the step are now the memory; true when some came or
// went.
bool ab_run_keep_regions(abSimulation *s);
// The contact pairs are now on the sides where the step ended. True when a contact pair with tangential states stands on
// other points than before.
bool ab_run_take_signs(abSimulation *s);

#endif
