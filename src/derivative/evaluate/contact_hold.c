// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_hold.c - whether the surfaces of a contact stick or slip, for those who look.
//
//   modes, exact    sticks: at least one of its points is in that mode
//   springs         sticks: at least one spring is below its limit
//   smoothed        sticks: the slip is below the first switching speed of the law, where smoothing ends
//
// Nothing here acts on the motion.

#include "derivative/evaluate/contact_hold.h"
#include "derivative/state/derivative.h"
#include "math/core/vector_math.h"

static abContactHold of_tangential(const abDerivative *d, const abContactPair *pair) {
    bool any = false;
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        const abTangentialState *tangential = &d->tangential_states.list[i];
        const abTangentialNow *now = &d->tangential_states.now[i];
        bool sticks = tangential->has_modes || tangential->is_exact
                          ? tangential->mode == AB_TANGENTIAL_STICK
                          : now->is_there && now->switching < 0.0;
        if (sticks) {
            return AB_CONTACT_STICKS;
        }
        any = true;
    }
    return any ? AB_CONTACT_SLIPS : AB_CONTACT_FREE;
}

static abContactHold by_border(const abContactPair *pair, const abContactPairNow *now) {
    double values[AB_LAW_SWITCHING_FUNCTIONS] = {0.0, 0.0, 0.0};
    abSlip slip = {.v_t = now->slip,
                   .n_AB = now->normal_W,
                   .normal_force = now->normal.force,
                   .radius = INFINITY};
    pair->data->interaction->friction->switching_functions(pair->data->friction_constants, &slip,
                                                           values);
    return values[0] < 0.0 ? AB_CONTACT_STICKS : AB_CONTACT_SLIPS;
}

abContactHold ab_contact_hold(const abDerivative *d, const abContactPair *pair,
                              const abContactPairNow *now) {
    const abFrictionLaw *law = pair->data->interaction->friction;
    if (law->tangential != NULL) {
        return of_tangential(d, pair);
    }
    double f_n = ab_dot(now->force, now->normal_W);
    abVec3 rubbing = ab_add_scaled(now->force, -f_n, now->normal_W);
    bool rubs = ab_norm(rubbing) > 1e-12 * fabs(f_n);
    bool moves = ab_norm(now->slip) > 0.0;
    // what moves without a force has no friction
    return law->switching_functions == NULL || (moves && !rubs) ? AB_CONTACT_FREE
                                                                : by_border(pair, now);
}
