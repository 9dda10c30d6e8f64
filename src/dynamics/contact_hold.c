// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_hold.c - whether the surfaces of a contact stick or slip, for those who look.
//
//   modes, exact    sticks: at least one of its points is in that mode
//   springs         sticks: at least one spring is below its limit
//   smoothed        sticks: the slip is below the first border of the law, where smoothing ends
//
// Nothing here acts on the motion.

#include "dynamics/parts.h"
#include "math/vector_math.h"

static abContactHold of_grips(const abDynamics *d, const abTouch *touch) {
    bool any = false;
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        const abGrip *grip = &d->grips.list[i];
        const abGripNow *now = &d->grips.now[i];
        bool sticks = grip->has_modes || grip->is_exact ? grip->mode == AB_GRIP_STICK
                                                        : now->is_there && now->border < 0.0;
        if (sticks) {
            return AB_CONTACT_STICKS;
        }
        any = true;
    }
    return any ? AB_CONTACT_SLIPS : AB_CONTACT_FREE;
}

static abContactHold by_border(const abTouch *touch, const abTouchNow *now) {
    double values[AB_LAW_BORDERS] = {0.0, 0.0, 0.0};
    abSlip slip = {.v_t = now->slip,
                   .n_AB = now->normal_W,
                   .normal_force = now->normal.force,
                   .radius = INFINITY};
    touch->interaction->friction->borders(touch->friction_constants, &slip, values);
    return values[0] < 0.0 ? AB_CONTACT_STICKS : AB_CONTACT_SLIPS;
}

abContactHold ab_contact_hold(const abDynamics *d, const abTouch *touch, const abTouchNow *now) {
    const abFrictionLaw *law = touch->interaction->friction;
    if (law->grip != NULL) {
        return of_grips(d, touch);
    }
    double f_n = ab_dot(now->force, now->normal_W);
    abVec3 rubbing = ab_add_scaled(now->force, -f_n, now->normal_W);
    bool rubs = ab_norm(rubbing) > 1e-12 * fabs(f_n);
    bool moves = ab_norm(now->slip) > 0.0;
    // what moves without a force has no friction
    return law->borders == NULL || (moves && !rubs) ? AB_CONTACT_FREE : by_border(touch, now);
}
