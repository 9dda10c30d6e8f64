// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_links.c - ropes that do not stretch and limits of joints, as points of rigid contact.
//
//   rope    gap = L - |p_B - p_A| >= 0,  the pull >= 0, one of them zero                  (1)
//   limit   gap = l (q - q_low) >= 0 or l (q_high - q) >= 0, likewise                     (2)
//
// (1) is that of two rounds, one hollow with the radius L (rigid_gap.c): the ends stay within each
// other's reach. The pull acts along the line of both ends, so that one place serves for both. In
// (2) q is a coordinate of a joint (joint_rows.c), a way with l = 1 or an angle with l the size of
// the bodies, so that its gap is a length and its force that of a stop at this arm.
//
// Numbers of links: those of the force elements, then those of the limits.

#include "mechanics/link/rigid_links.h"

#include "model/kinds/force_rope.h"
#include "model/kinds/forces.h"

size_t ab_rigid_link_count(const abMechanics *m) {
    return m->model->force_count + m->model->limit_count;
}

bool ab_rigid_has_links(const abMechanics *m) {
    bool any = m->model->limit_count > 0;
    for (size_t f = 0; f < m->model->force_count; f++) {
        any = any || ab_rope_is_rigid(&m->model->forces[f]);
    }
    return any;
}

static abRigidPoint rope_point(const abForceElement *rope) {
    const abRopeKeys *keys = (const abRopeKeys *)&rope->params;
    return (abRigidPoint){
        .body_a = rope->body_a,
        .body_b = rope->body_b,
        .kind = AB_RIGID_ROPE,
        .sign = -1.0,
        .side = {{.p = rope->X_A.p, .radius = -keys->length}, {.p = rope->X_B.p, .radius = 0.0}},
        .restitution = keys->restitution};
}

static abRigidPoint limit_point(const abModel *model, const abLimit *limit) {
    return (abRigidPoint){.body_a = model->joints[limit->joint].body_a,
                          .body_b = model->joints[limit->joint].body_b,
                          .kind = AB_RIGID_LIMIT,
                          .sign = limit->sign,
                          .restitution = limit->restitution};
}

bool ab_rigid_link(const abMechanics *m, size_t number, abRigidPoint *out) {
    const abModel *model = m->model;
    if (number < model->force_count && !ab_rope_is_rigid(&model->forces[number])) {
        return false;
    }
    *out = number < model->force_count
               ? rope_point(&model->forces[number])
               : limit_point(model, &model->limits[number - model->force_count]);
    out->shape_a = out->shape_b = -1;
    out->id = (int)number;
    out->is_held = true;
    return true;
}

int ab_rigid_link_name(const abMechanics *m, const abRigidPoint *point) {
    size_t number = (size_t)point->id, forces = m->model->force_count;
    return !ab_rigid_is_link(point)       ? 0
           : point->kind == AB_RIGID_ROPE ? point->id + 1
                                          : -1 - m->model->limits[number - forces].joint;
}
