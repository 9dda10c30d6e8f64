// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_field.c - what a field says at a point of a surface contact.
//
// A field on the mesh whose surface the point is of, or on the other, is looked up where the point
// is on that mesh, or where it is nearest to it; one on another mesh, or in a frame, at the place
// of the point.

#include <math.h>

#include "dynamics/parts.h"

static double at_frame(const abDynamics *d, const abModelField *field, abVec3 p_W) {
    if (field->body >= 0) {
        p_W = ab_pose_point_inverse(d->bodies[field->body].X, p_W);
    }
    return ab_field_at_place(&field->field, ab_pose_point_inverse(field->X_CF, p_W));
}

static double field_at(const abDynamics *d, const abModelField *field, const abTouch *touch,
                       const abSurfacePoint *point) {
    int own = point->side == 0 ? touch->shape_a : touch->shape_b;
    int other = point->side == 0 ? touch->shape_b : touch->shape_a;
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
    return at_frame(d, field, point->p_W);
}

// No number where the field is none of a layer: the run then stops.
static double positive(double value) {
    return value > 0.0 ? value : NAN;
}

void ab_contact_layer(const abDynamics *d, const abTouch *touch, const abSurfacePoint *point,
                      abContact *contact) {
    const abModelField *thickness = touch->interaction->thickness;
    const abModelField *modulus = touch->interaction->youngs_modulus;
    if (thickness != NULL) {
        contact->thickness = positive(field_at(d, thickness, touch, point));
    }
    if (modulus != NULL) {
        contact->youngs_modulus = positive(field_at(d, modulus, touch, point));
    }
}
