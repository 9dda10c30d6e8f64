// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_field.c - what fields say at a point of a surface contact, as the bodies are.

#include "mechanics/contact/contact_field.h"

#include "collide/pressure/surface_points.h"
#include "model/compile/layer.h"

static abVec3 place_of(const abMechanics *m, const abModelField *field, abVec3 p_W) {
    bool is_held = field != NULL && field->body >= 0;
    return is_held ? ab_pose_point_inverse(m->bodies[field->body].X, p_W) : p_W;
}

void ab_contact_layer(const abMechanics *m, const abContactPair *pair, const abSurfacePoint *point,
                      abContact *contact) {
    const abInteraction *interaction = pair->data->interaction;
    if (interaction->thickness == NULL && interaction->youngs_modulus == NULL) {
        return;
    }
    const abVec3 places[2] = {place_of(m, interaction->thickness, point->p_W),
                              place_of(m, interaction->youngs_modulus, point->p_W)};
    ab_model_layer(interaction, pair->shape_a, pair->shape_b, point, places, contact);
}
