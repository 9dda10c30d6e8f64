// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// layer.c - what a field says at a point of a surface contact.
//
// A field on the mesh whose surface the point is of, or on the other, is looked up where the point
// is on that mesh, or where it is nearest to it; one on another mesh, or in a frame, at the place
// of the point.

#include "model/compile/layer.h"

#include <math.h>

#include "collide/pressure/surface_points.h"
#include "model/core/model.h"

// p_C: the place of the point against the centre of the body that holds the field.
static double field_at(const abModelField *field, int shape_a, int shape_b,
                       const abSurfacePoint *point, abVec3 p_C) {
    int own = point->side == 0 ? shape_a : shape_b, other = point->side == 0 ? shape_b : shape_a;
    bool is_part = point->vertex < 0;
    double (*on)(const abField *, int, const double[3]) =
        is_part ? ab_field_in_triangle : ab_field_on_triangle;
    if (field->shape >= 0 && field->shape == own) {
        return is_part ? on(&field->field, point->own.triangle, point->own.weight)
                       : ab_field_at_point(&field->field, point->vertex);
    }
    if (field->shape >= 0 && field->shape == other) {
        return on(&field->field, point->other.triangle, point->other.weight);
    }
    return ab_field_at_place(&field->field, ab_pose_point_inverse(field->X_CF, p_C));
}

// No number where the field is none of a layer: the run then stops.
static double positive(double value) {
    return value > 0.0 ? value : NAN;
}

void ab_model_layer(const abInteraction *interaction, int shape_a, int shape_b,
                    const abSurfacePoint *point, const abVec3 places[2], abContact *contact) {
    const abModelField *thickness = interaction->thickness, *modulus = interaction->youngs_modulus;
    if (thickness != NULL) {
        contact->thickness = positive(field_at(thickness, shape_a, shape_b, point, places[0]));
    }
    if (modulus != NULL) {
        contact->youngs_modulus = positive(field_at(modulus, shape_a, shape_b, point, places[1]));
    }
}
