// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// turns.c - turns of angles are counted at the ends of steps.

#include "core/turns.h"
#include "core/simulation_state.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"

void ab_run_count_turns(abSimulation *s) {
    if (s->model->turn_count > 0) {
        ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
        ab_observe_turns(&s->dynamics.mechanics, false);
    }
}
