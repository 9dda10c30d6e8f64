// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// touch_events.c - touches and releases, applied to the memory and told. A pair comes into contact
// when it is closer than -3 eps and leaves it when it is farther than -eps (event_search.c).

#include "method/events/touch_events.h"

#include <string.h>

#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "core/notify.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/impacts.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"
#include "ode/sweep/sweep.h"

abResult ab_run_notify_event(abSimulation *s, const abObserver *observer, abEventKind kind,
                             double t, const abContactPair *pair, const abProximity *deepest,
                             abError *error) {
    const abProximity site = ab_contact_pair_site(&s->dynamics.mechanics, pair, deepest),
                      *at = &site;
    abEvent event = {
        .time = t,
        .kind = kind,
        .body_a = pair->data->body_a + 1,
        .body_b = pair->data->body_b + 1,
        .shape_a = pair->shape_a,
        .shape_b = pair->shape_b,
        .distance = at->distance,
        .speed =
            ab_closing_speed(&s->dynamics.mechanics, pair->data->body_a, pair->data->body_b, at),
        .normal = at->n_AB_W,
        .point = ab_proximity_middle(at),
    };
    ab_contact_pair_tell_law(pair, &event);
    if (kind == AB_EVENT_RELEASE) {
        event.depth = pair->deepest;
        event.duration = t - pair->start_time;
    }
    return ab_run_notify(s, &event, observer, error);
}

static abResult release_parted(abSimulation *s, double t, const abObserver *observer, bool *changed,
                               abError *error) {
    const abEvents *own = s->own;
    for (size_t k = s->dynamics.contacts->count; k-- > 0;) {
        const abContactPair pair = s->dynamics.contacts->pairs[k];
        abProximity at;
        if (pair.data->is_rigid) {
            continue; // its points say when it ends
        }
        ab_pair_proximity(&s->dynamics.mechanics, pair.shape_a, pair.shape_b, &at);
        if (at.distance > -own->eps) {
            ab_contacts_end(&s->dynamics.mechanics, k);
            *changed = true;
            AB_TRY(ab_run_notify_event(s, observer, AB_EVENT_RELEASE, t, &pair, &at, error));
        }
    }
    return AB_OK;
}

static abResult begin_pair(abSimulation *s, int a, int b, double t, const abProximity *at,
                           const abObserver *observer, abError *error) {
    if (!ab_contacts_begin(&s->dynamics.mechanics, a, b, t, at)) {
        return ab_no_memory(error, (abPlace){0}, "for a contact");
    }
    const abContactPair *pair =
        &s->dynamics.contacts->pairs[ab_contacts_find(&s->dynamics.mechanics, a, b)];
    if (pair->data->is_rigid) {
        return AB_OK; // told of when it lasts
    }
    return ab_run_notify_event(s, observer, AB_EVENT_TOUCH, t, pair, at, error);
}

abResult ab_run_apply_events(abSimulation *s, double t, const double *y, const abObserver *observer,
                             bool *changed, abError *error) {
    abEvents *own = s->own;
    ab_mechanics_place(&s->dynamics.mechanics, t, y);
    AB_TRY(release_parted(s, t, observer, changed, error));
    // the event's own pair is at -3.5 eps; others within the hysteresis begin at the same instant
    for (size_t i = 0; i < own->sweep.candidate_count; i++) {
        const abBoxPair *pair = &own->sweep.candidates[i];
        if (ab_sweep_is_apart(&own->sweep, pair)) {
            continue;
        }
        int a = pair->a, b = pair->b;
        abProximity at;
        ab_pair_proximity(&s->dynamics.mechanics, a, b, &at);
        own->progress.looked++;
        bool is_rigid = ab_interaction_is_rigid(ab_model_interaction(s->model, a, b));
        if (at.distance < (is_rigid ? 5.0 : -2.0) * own->eps) {
            AB_TRY(begin_pair(s, a, b, t, &at, observer, error));
            *changed = true;
        }
    }
    return AB_OK;
}

abResult ab_run_look_around(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    abStepper *stepper = ab_run_stepper(s);
    stepper->has_polynomial = true;
    memset(stepper->polynomial, 0,
           (size_t)(AB_DEGREE_MAX + 1) * (size_t)stepper->n * sizeof *stepper->polynomial);
    memcpy(stepper->polynomial, s->y, (size_t)stepper->n * sizeof *s->y);
    return ab_sweep_prepare(&own->sweep, stepper, 1.0)
               ? AB_OK
               : ab_no_memory(error, (abPlace){0}, "for pairs of shapes");
}

abResult ab_run_first_contacts(abSimulation *s, const abObserver *observer, abError *error) {
    bool changed = false;
    AB_TRY(ab_run_look_around(s, error));
    AB_TRY(ab_run_apply_events(s, s->t, s->y, observer, &changed, error));
    return ab_run_impacts(s, observer, &changed, error);
}
