// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_skin.h - the surfaces of flexible bodies in contact, as deformed.
//
// A plane is met by every vertex that is below it (manifold full) or by the lowest, a ball by the
// nearest point of the triangles, another convex shape by the deepest triangle and, with manifold full, by
// what overlaps beside it (collide/pairs/skin_pairs.c). The force acts at the point of the surface, where the law sees its
// depth, its rate and its slip with the motion of the modes. Another surface of triangles, of a flexible body or
// of a mesh that touches as it is, is met by the vertices of each that are in the other
// (collide/pairs/skin_skin.c): both sides get the force there. It loads the frame and, by the shapes of
// the modes there, the modes.
//
// Limits  laws and friction without a history (a time step has friction of its own); moments (rolling resistance) load the frame alone.
// Cost    moving the nodes costs 3 n m once an evaluation; then all vertices or triangles are looked at.

#ifndef AB_CONTACT_SKIN_H
#define AB_CONTACT_SKIN_H

#include "flexible/skin.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Whether one of two shapes is the surface of a flexible body.
static inline bool ab_is_skin_pair(const abModel *model, int shape_a, int shape_b) {
    return model->shapes[shape_a].shape.skin != NULL || model->shapes[shape_b].shape.skin != NULL;
}

// The nearest points of such a pair for the bodies as placed.
void ab_skin_proximity(abMechanics *mechanics, int shape_a, int shape_b, abProximity *out);

// One point of such a pair: where it is on each surface that moves by modes.
typedef struct abSkinPoint {
    abProximity at;
    int id; // the same for the same vertex; -1: it is none
    abSkinSite site[2];
    bool has_modes[2]; // of A, of B
} abSkinPoint;

// The points that are nearer than `margin` [m], for the bodies as placed; the nearest of all. With manifold
// single there is one.
void ab_skin_points(abMechanics *mechanics, const abContactPair *pair, double margin,
                    abProximity *nearest, void (*take)(void *context, const abSkinPoint *point),
                    void *context);

// All of it: forces at the points; they are put on the modes, and into the book. The caller loads the
// frames with what `now` says.
void ab_skin_evaluate(abMechanics *mechanics, const abContactPair *pair, abContactPairNow *now);

// Velocity of the point of a body that is at `point`, of a flexible one with that of its modes at the
// nearest point of its surface.
abVec3 ab_contact_velocity(const abMechanics *mechanics, int body, abVec3 point);

#endif
