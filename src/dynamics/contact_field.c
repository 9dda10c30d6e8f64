// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_field.c - what fields say at a point of a surface contact, as the bodies are.

#include "dynamics/parts.h"

static abVec3 place_of(const abDynamics *d, const abModelField *field, abVec3 p_W) {
    bool is_held = field != NULL && field->body >= 0;
    return is_held ? ab_pose_point_inverse(d->bodies[field->body].X, p_W) : p_W;
}

void ab_contact_layer(const abDynamics *d, const abTouch *touch, const abSurfacePoint *point,
                      abContact *contact) {
    const abInteraction *interaction = touch->interaction;
    if (interaction->thickness == NULL && interaction->youngs_modulus == NULL) {
        return;
    }
    const abVec3 places[2] = {place_of(d, interaction->thickness, point->p_W),
                              place_of(d, interaction->youngs_modulus, point->p_W)};
    ab_model_layer(interaction, touch->shape_a, touch->shape_b, point, places, contact);
}
