// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_area.c - patches under laws that count areas: each point carries its part of the area.
//
// The energy U of such a patch depends on its depths and on its area, which changes while a body
// tilts into the other or slides over an edge. Its rate is the power of the elastic forces, which
// laws answer for, and the rest, found here as a difference.
//
// Error   central difference over 4e-5 of the depth: 2e-9 from the curvature of U, and as much
//         from the rounding of a depth of 1e-4 of the bodies' size.
// Cost    two more patches and proximities per evaluation of such a contact pair.

#include "mechanics/contact/contact_area.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"

int ab_contact_keep_areas(abPatchPoint *points, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (points[i].area > 0.0) {
            points[kept] = points[i];
            points[kept++].weight = 1.0;
        }
    }
    return kept;
}

double ab_contact_patch_area(const abPatchPoint *points, int count) {
    double area = 0.0;
    for (int i = 0; i < count; i++) {
        area += points[i].area;
    }
    return area;
}

// A patch of two shapes at these poses; its points with an area.
static int patch_at(const abMechanics *m, const abContactPair *pair, const abPose *X_WA,
                    const abPose *X_WB, abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = &m->model->shapes[pair->shape_a].shape;
    const abShape *B = &m->model->shapes[pair->shape_b].shape;
    abProximity at;
    ab_shapes_proximity(m, A, X_WA, B, X_WB, &at);
    return ab_contact_pair_patch(m, pair, X_WA, X_WB, &at, points);
}

double ab_contact_area_ahead(const abMechanics *m, const abContactPair *pair,
                             const abProximity *at) {
    if (!pair->data->has_patch) {
        return 0.0;
    }
    abPose storage_a, storage_b, X_WA = *ab_mechanics_shape_pose(m, pair->shape_a, &storage_a);
    abPose X_WB = *ab_mechanics_shape_pose(m, pair->shape_b, &storage_b);
    double size = fmin(m->model->shapes[pair->shape_a].shape.bound,
                       m->model->shapes[pair->shape_b].shape.bound);
    X_WB.p = ab_add_scaled(X_WB.p, -1e-4 * size, at->n_AB_W);
    abPatchPoint points[AB_PATCH_MAX];
    int count = patch_at(m, pair, &X_WA, &X_WB, points);
    return ab_contact_patch_area(points, count);
}

// Pose of a shape after a short time.
static abPose shape_after(const abMechanics *m, int shape, int body, double time) {
    const abBodyNow *now = &m->bodies[body];
    abPose storage, X = *ab_mechanics_shape_pose(m, shape, &storage);
    X.p = ab_add_scaled(X.p, time, ab_velocity_at(now, X.p));
    double angle = time * ab_norm(now->w);
    if (angle != 0.0) {
        X.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_axis_angle(now->w, angle)), X.R);
    }
    return X;
}

static double energy_after(const abMechanics *m, const abContactPair *pair, double time) {
    abPose X_WA = shape_after(m, pair->shape_a, pair->data->body_a, time);
    abPose X_WB = shape_after(m, pair->shape_b, pair->data->body_b, time);
    abPatchPoint points[AB_PATCH_MAX];
    int count = patch_at(m, pair, &X_WA, &X_WB, points);
    double energy = 0.0;
    for (int i = 0; i < count; i++) {
        abContact contact = {.depth = points[i].depth, .area = points[i].area};
        energy += ab_contact_pair_normal(pair, pair->law_memory, &contact).energy;
    }
    return energy;
}

double ab_contact_area_store_rate(const abMechanics *m, const abContactPair *pair, double depth,
                                  double elastic) {
    const abBodyNow *A = &m->bodies[pair->data->body_a], *B = &m->bodies[pair->data->body_b];
    double size = fmin(m->model->bodies[pair->data->body_a].bound,
                       m->model->bodies[pair->data->body_b].bound);
    double speed = ab_norm(ab_sub(B->v, A->v)) + size * ab_norm(ab_sub(B->w, A->w));
    if (!(speed > 0.0) || !(depth > 0.0)) {
        return 0.0;
    }
    double time = 4e-5 * depth / speed;
    double change = energy_after(m, pair, time) - energy_after(m, pair, -time);
    return change / (2.0 * time) - elastic;
}
