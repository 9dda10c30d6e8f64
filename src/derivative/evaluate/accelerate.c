// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// accelerate.c - Newton and Euler: accelerations from loads, gravity and gyroscopic torque; with
// joints, from their solution.

#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/state/attachments.h"
#include "mechanics/state/modes.h"

// Of bodies that no joint holds.
static void accelerate(abDerivative *d) {
    const abModel *model = d->mechanics.model;
    const abBodySet *stepped = &d->mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        int b = stepped->bodies[i];
        const abBody *body = &model->bodies[b];
        abBodyNow *now = &d->mechanics.bodies[b];
        if (body->state < 0 || ab_joint_holds(&d->mechanics, b)) {
            continue;
        }
        abVec3 g = ab_gravity_at(&model->gravity, now->X.p);
        if (body->mobility == AB_MOBILITY_PLANAR || body->is_round) {
            ab_apply_inverse_mass(body, now, now->force, now->torque, &now->a, &now->alpha);
        } else {
            // I_W = R I R', so I_W^-1 = R I^-1 R' and the gyroscopic torque is w x (R I R' w)
            abMat3 R = now->X.R;
            now->inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(R, body->inverse_inertia), R);
            abVec3 L = ab_mul(R, ab_mul(body->inertia, ab_mul_t(R, now->w)));
            abVec3 torque = ab_sub(now->torque, ab_cross(now->w, L));
            ab_apply_inverse_mass(body, now, now->force, torque, &now->a, &now->alpha);
        }
        now->a = ab_add(now->a, g);
        if (body->mobility == AB_MOBILITY_PLANAR) {
            now->a.z = 0.0;
        }
    }
    if (d->mechanics.floating != NULL) {
        ab_modes_accelerate(&d->mechanics);
        ab_attachments_accelerate(&d->mechanics);
    }
}

bool ab_accelerate(abDerivative *d, double t) {
    accelerate(d);
    return d->mechanics.joints == NULL || ab_joint_solve(&d->mechanics, t);
}

bool ab_accelerate_again(abDerivative *d, bool with_forces) {
    accelerate(d);
    return d->mechanics.joints == NULL || ab_joint_solve_again(&d->mechanics, with_forces);
}
