// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// link_events.c - what is told of ropes and limits of joints: that they carry, when their bounces
// have ended, and that they cease to. Impacts are told with those of shapes (impacts.c).

#include <math.h>

#include "dynamics/parts.h"
#include "integrate/run.h"

static abResult tell(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                     const abRigidPoint *link, abError *error) {
    abRigidNow now;
    ab_rigid_gap(&s->dynamics, link, &now);
    abEvent event = {.index = s->event_index++,
                     .time = t,
                     .kind = kind,
                     .body_a = link->body_a + 1,
                     .body_b = link->body_b + 1,
                     .shape_a = -1,
                     .shape_b = -1,
                     .link = ab_rigid_link_name(&s->dynamics, link),
                     .distance = now.gap,
                     .normal = now.n,
                     .point = now.p,
                     .duration = kind == AB_EVENT_RELEASE ? t - link->start_time : 0.0};
    s->statistics.events[kind]++;
    return observer->event != NULL ? observer->event(observer->context, &event, error) : AB_OK;
}

static const double s_rounding = 1e-12; // of times

static bool is_told(const abRigidPoint *point) {
    return ab_rigid_is_link(point) && isinf(point->rest_time);
}

abResult ab_run_tell_lost_links(abSimulation *s, const abObserver *observer, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        bool stays = false;
        for (size_t k = 0; k < r->next_count && !stays; k++) {
            stays = ab_rigid_is_link(&r->next[k]) && r->next[k].id == r->points[i].id;
        }
        if (is_told(&r->points[i]) && !stays) {
            AB_TRY(tell(s, observer, AB_EVENT_RELEASE, s->t, &r->points[i], error));
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
            AB_TRY(tell(s, observer, AB_EVENT_RELEASE, s->t, link, error));
        } else if (!link->is_opening && (link->is_new || link->rest > s_rounding * fabs(s->t))) {
            link->rest_time = link->start_time = s->t + link->rest;
        }
    }
    return AB_OK;
}

abResult ab_run_tell_resting_links(abSimulation *s, double until, const abObserver *observer,
                                   abError *error) {
    abRigid *r = &s->dynamics.rigid;
    for (size_t i = 0; i < r->count; i++) {
        abRigidPoint *link = &r->points[i];
        if (ab_rigid_is_link(link) && link->rest_time <= until) {
            double t = link->rest_time;
            link->rest_time = INFINITY;
            ab_run_place_within(s, t);
            AB_TRY(tell(s, observer, AB_EVENT_TOUCH, t, link, error));
            ab_dynamics_place(&s->dynamics, s->t, s->y);
        }
    }
    return AB_OK;
}
