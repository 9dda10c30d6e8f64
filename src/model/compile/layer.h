// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// layer.h - what a field says at a point of a surface contact.

#ifndef AB_LAYER_H
#define AB_LAYER_H

#include "collide/pressure/surface_points.h"
#include "law/core/law.h"
#include "model/core/model.h"

// What the fields of a rule say at a point of a surface contact. `places`: of the point
// against the centre of the body that holds the field of the thickness, and of the modulus.
void ab_model_layer(const abInteraction *interaction, int shape_a, int shape_b,
                    const abSurfacePoint *point, const abVec3 places[2], abContact *contact);

#endif
