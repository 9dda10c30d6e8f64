// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// after_event.c - after an event, or a step over many, all that depends on contacts is found anew,
// in this order: contacts begin and end, rigid ones collide, points of friction follow, their modes
// settle.

#include "method/events/after_event.h"

#include "core/sensors.h"
#include "core/simulation_state.h"
#include "method/events/choose_integrator.h"
#include "method/events/impacts.h"
#include "method/events/sleep.h"
#include "method/events/slips.h"
#include "method/events/touch_events.h"
#include "method/events/weights.h"

abResult ab_run_after_event(abSimulation *s, const abObserver *observer, abError *error) {
    bool changed = true;
    AB_TRY(ab_run_apply_events(s, s->t, s->y, observer, &changed, error));
    AB_TRY(ab_run_impacts(s, observer, &changed, error));
    AB_TRY(ab_run_follow_tangential(s, error));
    AB_TRY(ab_run_make_modes_consistent(s, observer, error));
    AB_TRY(ab_sensors_notify(s, false, observer, error));
    ab_run_reset_step_count(s);
    ab_run_weights(s);
    ab_run_update_sleep(s);
    return AB_OK;
}
