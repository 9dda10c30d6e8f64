// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// notify.c - an event gets its index when it is told, so indices have no gaps.

#include "core/notify.h"

#include "core/method.h"
#include "core/simulation_state.h"

static abEventRestart restart_of(const abSimulation *s, const abEvent *event) {
    if (event->kind == AB_EVENT_SENSOR) { // nothing has changed
        return s->model->sensors[event->sensor - 1].def.halt ? AB_RESTART_TERMINATE
                                                             : AB_RESTART_NONE;
    }
    bool begins_anew = s->method->begins_anew != NULL && s->method->begins_anew(s);
    return begins_anew ? AB_RESTART_STEPS : AB_RESTART_NONE;
}

abResult ab_run_notify(abSimulation *s, abEvent *event, const abObserver *observer,
                       abError *error) {
    event->restart = restart_of(s, event);
    event->index = s->clock.event_index++;
    s->statistics.events[event->kind]++;
    if (observer->event == NULL) {
        return AB_OK;
    }
    abMechanics *m = &s->dynamics.mechanics;
    const abBodySet stepped = m->stepped;
    m->stepped = m->everyone; // who is told may ask
    abResult result = observer->event(observer->context, event, error);
    m->stepped = stepped;
    return result;
}
