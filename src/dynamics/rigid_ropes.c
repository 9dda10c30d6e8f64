// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_ropes.c - ropes that do not stretch, as points of rigid contact.
//
//   gap = L - |p_B - p_A| >= 0,  the pull >= 0, one of them zero                          (1)
//
// is that of two rounds, one hollow with the radius L (rigid_gap.c): the ends stay within each
// other's reach. The pull acts along the line of both ends, so that one place serves for both. A
// rope has no shapes and no touch; its points follow those of all touches.

#include "dynamics/parts.h"

bool ab_rigid_has_ropes(const abDynamics *d) {
    bool any = false;
    for (size_t f = 0; f < d->model->force_count; f++) {
        any = any || ab_rope_is_rigid(&d->model->forces[f]);
    }
    return any;
}

abRigidPoint ab_rigid_rope(const abDynamics *d, size_t force) {
    const abForceElement *rope = &d->model->forces[force];
    const abRopeKeys *keys = (const abRopeKeys *)&rope->params;
    return (abRigidPoint){
        .shape_a = -1,
        .shape_b = -1,
        .body_a = rope->body_a,
        .body_b = rope->body_b,
        .kind = AB_RIGID_ROPE,
        .sign = -1.0,
        .side = {{.p = rope->X_A.p, .radius = -keys->length}, {.p = rope->X_B.p, .radius = 0.0}},
        .id = (int)force,
        .restitution = keys->restitution,
        .is_held = true};
}
