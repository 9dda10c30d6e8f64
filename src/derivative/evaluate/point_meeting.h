// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_meeting.h - how two bodies meet at a point of a contact pair: what its laws are asked about.

#ifndef AB_POINT_MEETING_H
#define AB_POINT_MEETING_H

#include <stdbool.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "derivative/state/derivative.h"
#include "law/core/law.h"
#include "mechanics/contact/contact_pair.h"

typedef struct abPointMeeting {
    abSlip slip;          // without what the normal law answers
    double rate;          // of approach along the normal                                  [m/s]
    abContact contact;    // its site is that of the contact set, until the next is asked about
    const double *memory; // of the normal law, for the pair or for a region
    bool by_area;         // the point carries by its area
} abPointMeeting;

// Motion of B relative to A at a point of both, which are rigid; the rate of approach goes to `rate`.
static inline abSlip ab_slip_between(const abBodyNow *A, const abBodyNow *B, abVec3 n_AB_W,
                                     abVec3 point_W, double *rate) {
    abVec3 v = ab_sub(ab_velocity_at(B, point_W), ab_velocity_at(A, point_W));
    *rate = -ab_dot(v, n_AB_W);
    return (abSlip){
        .v_t = ab_add_scaled(v, *rate, n_AB_W), .w = ab_sub(B->w, A->w), .n_AB = n_AB_W};
}
// Motion of B relative to A where they touch; the rate of approach goes to `rate`.
abSlip ab_slip_at(const abDerivative *derivative, const abContactPair *pair, abVec3 n_AB_W,
                  abVec3 point_W, double *rate);
// `patch_area` is that of all points of the pair, 0 of one that is alone.               [m^2]
void ab_point_meet(abDerivative *derivative, const abContactPair *pair, const abProximity *at,
                   const abPatchPoint *point, double patch_area, abPointMeeting *out);

#endif
