// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// link_events.c - what is told of ropes and limits of joints: that they carry, when their bounces
// have ended, and that they cease to. Impacts are told with those of shapes (impacts.c).

#include "method/events/link_events.h"

#include <math.h>

#include "core/notify.h"
#include "core/simulation_state.h"
#include "derivative/state/rigid_system.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/events/rigid_search.h"
#include "method/events/tolerances.def"

static abResult notify(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                       const abRigidPoint *link, abError *error) {
    abRigidNow now;
    ab_rigid_gap(&s->dynamics.mechanics, link, &now);
    abEvent event = {.time = t,
                     .kind = kind,
                     .body_a = link->body_a + 1,
                     .body_b = link->body_b + 1,
                     .shape_a = -1,
                     .shape_b = -1,
                     .link = ab_rigid_link_name(&s->dynamics.mechanics, link),
                     .distance = now.gap,
                     .normal = now.n,
                     .point = now.p,
                     .duration = kind == AB_EVENT_RELEASE ? t - link->start_time : 0.0};
    return ab_run_notify(s, &event, observer, error);
}

static bool is_told(const abRigidPoint *point) {
    return ab_rigid_is_link(point) && isinf(point->accumulation_end);
}

abResult ab_run_notify_lost_links(abSimulation *s, const abObserver *observer, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        bool stays = false;
        for (size_t k = 0; k < r->next_count && !stays; k++) {
            stays = ab_rigid_is_link(&r->next[k]) && r->next[k].id == r->points[i].id;
        }
        if (is_told(&r->points[i]) && !stays) {
            AB_TRY(notify(s, observer, AB_EVENT_RELEASE, s->t, &r->points[i], error));
        }
    }
    return AB_OK;
}

abResult ab_run_follow_links(abSimulation *s, const abObserver *observer, abError *error) {
    abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        abRigidPoint *link = &r->points[i];
        if (!ab_rigid_is_link(link)) {
            continue;
        }
        if (link->is_opening && is_told(link)) {
            AB_TRY(notify(s, observer, AB_EVENT_RELEASE, s->t, link, error));
        } else if (!link->is_opening &&
                   (link->is_new || link->rest > s_time_rounding * fabs(s->t))) {
            link->accumulation_end = link->start_time = s->t + link->rest;
        }
    }
    return AB_OK;
}

abResult ab_run_notify_accumulated_links(abSimulation *s, double until, const abObserver *observer,
                                         abError *error) {
    abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        abRigidPoint *link = &r->points[i];
        if (ab_rigid_is_link(link) && link->accumulation_end <= until) {
            double t = link->accumulation_end;
            link->accumulation_end = INFINITY;
            ab_run_place_within(s, t);
            AB_TRY(notify(s, observer, AB_EVENT_TOUCH, t, link, error));
            ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
        }
    }
    return AB_OK;
}
