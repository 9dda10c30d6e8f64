// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_proximity.c - how near two shapes are, and how fast they approach.

#include "mechanics/contact/contact_proximity.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/planar/curve_pairs.h"
#include "collide/planar/outline_pairs.h"
#include "collide/region/region_mesh.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_skin.h"
#include "mechanics/state/place.h"

void ab_pair_proximity(abMechanics *m, int shape_a, int shape_b, abProximity *out) {
    if (ab_is_skin_pair(m->model, shape_a, shape_b)) {
        m->proximity_calls++;
        ab_skin_proximity(m, shape_a, shape_b, out);
        return;
    }
    abPose storage_a, storage_b;
    const abShape *A = &m->model->shapes[shape_a].shape, *B = &m->model->shapes[shape_b].shape;
    const abPose *X_WA = ab_mechanics_shape_pose(m, shape_a, &storage_a);
    const abPose *X_WB = ab_mechanics_shape_pose(m, shape_b, &storage_b);
    m->proximity_calls++;
    ab_shapes_proximity(m, A, X_WA, B, X_WB, out);
}

static bool is_polyhedron(const abShape *shape) {
    return shape->surface == NULL || shape->surface->is_polyhedron;
}

// A mesh that is convex with flat faces, as its hull.
static const abShape *hull_of(const abShape *shape, abShape *hull) {
    if (shape->surface == NULL) {
        return shape;
    }
    *hull = *shape;
    hull->kind = AB_SHAPE_HULL;
    hull->surface = NULL;
    return hull;
}

void ab_shapes_proximity(const abMechanics *m, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out) {
    abShape hull_a, hull_b;
    if (A->curve != NULL && B->curve != NULL) {
        ab_curves_proximity(&m->contacts->curves, A, X_WA, B, X_WB, out);
        out->radius = ab_effective_radius(A, B);
    } else if (A->outline != NULL && B->outline != NULL) {
        ab_outlines_proximity(&m->contacts->outlines, A, X_WA, B, X_WB, out);
        out->radius = ab_effective_radius(A, B);
    } else if (is_polyhedron(A) && is_polyhedron(B)) {
        ab_proximity(hull_of(A, &hull_a), X_WA, hull_of(B, &hull_b), X_WB, out);
    } else if (A->kind == AB_SHAPE_MESH && B->kind == AB_SHAPE_MESH) {
        ab_meshes_proximity(m->contacts->regions, A, X_WA, B, X_WB, out);
    } else {
        ab_proximity(A, X_WA, B, X_WB, out);
    }
}

void ab_shapes_proximity_near(const abMechanics *m, const abShape *A, const abPose *X_WA,
                              const abShape *B, const abPose *X_WB, const abProximity *known,
                              abProximity *out) {
    abShape hull_a, hull_b;
    bool is_planar =
        (A->curve != NULL && B->curve != NULL) || (A->outline != NULL && B->outline != NULL);
    if (!is_planar && is_polyhedron(A) && is_polyhedron(B)) {
        ab_proximity_near(hull_of(A, &hull_a), X_WA, hull_of(B, &hull_b), X_WB, known, out);
    } else {
        ab_shapes_proximity(m, A, X_WA, B, X_WB, out);
    }
}

double ab_closing_speed(const abMechanics *m, int body_a, int body_b, const abProximity *at) {
    abVec3 v_a = ab_contact_velocity(m, body_a, at->p_A_W);
    abVec3 v_b = ab_contact_velocity(m, body_b, at->p_B_W);
    return ab_dot(ab_sub(v_a, v_b), at->n_AB_W);
}

abProximity ab_surface_proximity(abVec3 p_W, abVec3 n_AB_W, double depth, int side) {
    abVec3 q_W = ab_add_scaled(p_W, side == 0 ? -depth : depth, n_AB_W);
    return (abProximity){.distance = -depth,
                         .n_AB_W = n_AB_W,
                         .p_A_W = side == 0 ? p_W : q_W,
                         .p_B_W = side == 0 ? q_W : p_W,
                         .radius = INFINITY,
                         .is_exact = true};
}
