// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_site.c - what routines of users learn of a contact, and which routine serves it.

#include "dynamics/parts.h"

static abVec3 to_shape(const abDynamics *d, int shape, abVec3 point_W) {
    abPose room;
    const abPose *X = ab_dynamics_shape_pose(d, shape, &room);
    return ab_mul_t(X->R, ab_sub(point_W, X->p));
}

static abVec3 turn_to_shape(const abDynamics *d, int shape, abVec3 direction_W) {
    abPose room;
    return ab_mul_t(ab_dynamics_shape_pose(d, shape, &room)->R, direction_W);
}

abContactSite ab_user_site_at(const abDynamics *d, const abTouch *touch, abVec3 point_W,
                              abVec3 n_AB_W, double depth) {
    const abModel *model = d->model;
    abVec3 p_A_W = ab_add_scaled(point_W, 0.5 * depth, n_AB_W);
    abVec3 p_B_W = ab_add_scaled(point_W, -0.5 * depth, n_AB_W);
    return (abContactSite){
        .time = d->t,
        .rule = (int)(touch->interaction->rule - model->rules) + 1,
        .shapes = {model->shapes[touch->shape_a].name, model->shapes[touch->shape_b].name},
        .p_A = to_shape(d, touch->shape_a, p_A_W),
        .n_A = turn_to_shape(d, touch->shape_a, n_AB_W),
        .p_B = to_shape(d, touch->shape_b, p_B_W),
        .n_B = turn_to_shape(d, touch->shape_b, ab_neg(n_AB_W)),
        .p_W = point_W,
    };
}

void ab_user_site(abDynamics *d, const abTouch *touch, abVec3 point_W, abVec3 n_AB_W,
                  double depth) {
    d->site = ab_user_site_at(d, touch, point_W, n_AB_W, depth);
}

void *ab_user_code_for(const abDynamics *d, const abContactSite *site, abUserSide side) {
    const abRuleCode *code = d->code != NULL ? &d->code[site->rule - 1] : NULL;
    return code == NULL ? NULL : side == AB_USER_NORMAL ? code->normal : code->friction;
}

const abContactSite *ab_user_site_for(abDynamics *d, abUserSide side) {
    d->site.code = ab_user_code_for(d, &d->site, side);
    return &d->site;
}
