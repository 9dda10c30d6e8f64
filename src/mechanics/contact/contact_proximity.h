// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_proximity.h - how near two shapes are, and how fast they approach.

#ifndef AB_CONTACT_PROXIMITY_H
#define AB_CONTACT_PROXIMITY_H

#include "collide/broad/proximity.h"
#include "mechanics/state/mechanics.h"

// Signed distance of two shapes for the bodies as placed.
void ab_pair_proximity(abMechanics *mechanics, int shape_a, int shape_b, abProximity *out);
// d(distance)/dt at that proximity.
double ab_closing_speed(const abMechanics *mechanics, int body_a, int body_b,
                        const abProximity *at);
// The nearest points of two shapes at given poses, of meshes from the list of what is near.
void ab_shapes_proximity(const abMechanics *mechanics, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out);
// The same a little way from where `known` was found (collide.h).
void ab_shapes_proximity_near(const abMechanics *mechanics, const abShape *A, const abPose *X_WA,
                              const abShape *B, const abPose *X_WB, const abProximity *known,
                              abProximity *out);

// A point of the surface of A (side 0) or B (1), so deep in the other along the unit normal from A
// into B, as the nearest points of the pair.
abProximity ab_surface_proximity(abVec3 p_W, abVec3 n_AB_W, double depth, int side);

#endif
