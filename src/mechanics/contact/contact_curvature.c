// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_curvature.c - what laws learn of the surfaces around a contact point, and what the book
// must know when that changes.
//
// The energy U of a contact depends on its depth and, for laws that take their stiffness from
// curvatures, on the place of touching. Its rate is F d' from the depth, which laws answer for, and
// the rate at constant depth, which is found here.

#include <math.h>

#include "collide/broad/proximity.h"
#include "collide/patch/curvature.h"
#include "mechanics/contact/contact_curvature.h"
#include "mechanics/state/place.h"

// When B has slid and turned on A; both zero: as they are.
static abContact contact_after(const abMechanics *m, const abContactPair *pair,
                               const abProximity *at, abVec3 slide, abVec3 rotation) {
    abContact contact = {.depth = -at->distance, .radius = at->radius};
    if (pair->data->has_skin) { // flat triangles: as curved as the ball, a plane not at all
        contact.curvature[0] = contact.curvature[1] = isfinite(at->radius) ? 1.0 / at->radius : 0.0;
    }
    if (!pair->data->wants_curvature) {
        return contact;
    }
    abPose storage_a, storage_b;
    const abShape *A = &m->model->shapes[pair->shape_a].shape;
    const abShape *B = &m->model->shapes[pair->shape_b].shape;
    const abPose *X_WA = ab_mechanics_shape_pose(m, pair->shape_a, &storage_a);
    const abPose *X_WB = ab_mechanics_shape_pose(m, pair->shape_b, &storage_b);
    bool stays = ab_norm2(slide) + ab_norm2(rotation) == 0.0;
    abRelativeCurvature found;
    if (stays ? ab_relative_curvature(A, X_WA, B, X_WB, at, &found)
              : ab_relative_curvature_moved(A, X_WA, B, X_WB, at, slide, rotation, &found)) {
        contact.curvature[0] = found.minimum;
        contact.curvature[1] = found.greatest;
        contact.line = found.line;
    }
    return contact;
}

abContact ab_contact_at(const abMechanics *m, const abContactPair *pair, const abProximity *at) {
    abVec3 none = {0.0, 0.0, 0.0};
    return contact_after(m, pair, at, none, none);
}

// By a difference over 1e-7 rad, where rounding and truncation are both about 1e-7 of the energy
// per radian. At an edge the energy jumps and has no rate.
double ab_contact_store_rate(const abMechanics *m, const abContactPair *pair, const abProximity *at,
                             const abSlip *slip, const abContact *contact, double energy) {
    if (!pair->data->wants_curvature || !(energy > 0.0)) {
        return 0.0;
    }
    const double *curvature = contact->curvature;
    abRelativeCurvature touching = {curvature[0], curvature[1], contact->line};
    if (pair->data->by_curvature && !ab_is_curved(&touching)) {
        return 0.0; // one stiffness for all such places
    }
    double speed = ab_norm(slip->w) + ab_norm(slip->v_t) * fmax(contact->curvature[1], 0.0);
    if (!(speed > 0.0)) {
        return 0.0;
    }
    double time = 1e-7 / speed;
    abVec3 slide = ab_scale(time, slip->v_t), rotation = ab_scale(time, slip->w);
    abContact later = contact_after(m, pair, at, slide, rotation);
    abNormalForce then = ab_contact_pair_normal(pair, pair->law_memory, &later);
    double change = then.energy - energy;
    return fabs(change) < 1e-3 * energy ? change / time : 0.0;
}
