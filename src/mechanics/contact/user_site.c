// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_site.c - what routines of users learn of a contact, and which routine serves it.

#include "mechanics/contact/user_site.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"
#include "model/rules/selectors.h"

static abVec3 to_shape(const abMechanics *m, int shape, abVec3 point_W) {
    abPose storage;
    const abPose *X = ab_mechanics_shape_pose(m, shape, &storage);
    return ab_mul_t(X->R, ab_sub(point_W, X->p));
}

static abVec3 turn_to_shape(const abMechanics *m, int shape, abVec3 direction_W) {
    abPose storage;
    return ab_mul_t(ab_mechanics_shape_pose(m, shape, &storage)->R, direction_W);
}

abContactSite ab_user_site_at(const abMechanics *m, const abContactPair *pair, abVec3 point_W,
                              abVec3 n_AB_W, double depth) {
    const abModel *model = m->model;
    abVec3 p_A_W = ab_add_scaled(point_W, 0.5 * depth, n_AB_W);
    abVec3 p_B_W = ab_add_scaled(point_W, -0.5 * depth, n_AB_W);
    const abContactRuleDef *rule = pair->data->interaction->rule;
    int number = (int)(rule - model->rules) + 1;
    return (abContactSite){
        .time = m->t,
        .rule = number,
        .id = ab_rule_id(model, rule),
        .b_is_i = ab_rule_begins_with_second(model, rule, pair->shape_a, pair->shape_b),
        .shapes = {model->shapes[pair->shape_a].name, model->shapes[pair->shape_b].name},
        .p_A = to_shape(m, pair->shape_a, p_A_W),
        .n_A = turn_to_shape(m, pair->shape_a, n_AB_W),
        .p_B = to_shape(m, pair->shape_b, p_B_W),
        .n_B = turn_to_shape(m, pair->shape_b, ab_neg(n_AB_W)),
        .p_W = point_W,
        .p_A_W = p_A_W,
        .p_B_W = p_B_W,
        .n_AB_W = n_AB_W,
        .side = -1,
        .corners = {-1, -1, -1},
    };
}

void ab_user_site(abMechanics *m, const abContactPair *pair, abVec3 point_W, abVec3 n_AB_W,
                  double depth) {
    m->contacts->site = ab_user_site_at(m, pair, point_W, n_AB_W, depth);
}

void *ab_user_code_for(const abMechanics *m, const abContactSite *site, abUserSide side) {
    const abRuleCode *code = m->contacts->code != NULL ? &m->contacts->code[site->rule - 1] : NULL;
    return code == NULL ? NULL : side == AB_USER_NORMAL ? code->normal : code->friction;
}

const abContactSite *ab_user_site_for(abMechanics *m, abUserSide side) {
    m->contacts->site.code = ab_user_code_for(m, &m->contacts->site, side);
    return &m->contacts->site;
}
