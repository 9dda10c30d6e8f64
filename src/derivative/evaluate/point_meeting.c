// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_meeting.c - how two bodies meet at a point: depth, rate, slip, curvature or area, memory.

#include "derivative/evaluate/point_meeting.h"

#include "mechanics/contact/contact_curvature.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/contact_skin.h"
#include "mechanics/contact/user_site.h"

abSlip ab_slip_at(const abDerivative *d, const abContactPair *pair, abVec3 n, abVec3 point,
                  double *rate) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    if (!pair->data->has_skin) {
        return ab_slip_between(A, B, n, point, rate);
    }
    abVec3 v = ab_sub(ab_contact_velocity(&d->mechanics, pair->data->body_b, point),
                      ab_contact_velocity(&d->mechanics, pair->data->body_a, point));
    *rate = -ab_dot(v, n);
    return (abSlip){.v_t = ab_add_scaled(v, *rate, n), .w = ab_sub(B->w, A->w), .n_AB = n};
}

void ab_point_meet(abDerivative *d, const abContactPair *pair, const abProximity *at,
                   const abPatchPoint *point, double patch_area, abPointMeeting *out) {
    out->slip = ab_slip_at(d, pair, point->n_AB_W, point->p_W, &out->rate);
    out->by_area = pair->data->wants_area && point->area > 0.0;
    abContact contact = {.radius = at->radius};
    if (!out->by_area) {
        contact = ab_contact_at(&d->mechanics, pair, at);
    }
    contact.depth = point->depth;
    contact.rate = (1.0 - point->slower) * out->rate;
    contact.area = point->area;
    if (pair->data->has_code) {
        ab_user_site(&d->mechanics, pair, point->p_W, point->n_AB_W, point->depth);
        contact.site = ab_user_site_for(&d->mechanics, AB_USER_NORMAL);
    }
    contact.area_slope = point->area_slope;
    contact.patch_area = patch_area;
    out->contact = contact;
    out->memory = ab_contact_pair_keeps_regions(pair)
                      ? ab_regions_memory(&d->mechanics, pair, point->id)
                      : pair->law_memory;
}
