// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_pairs.h - surfaces of flexible bodies against planes, balls and convex shapes: undeformed as a
// pair of the matrix, deformed with the places of their nodes.
//
// Sites of this file are seen from the other shape: `distance` is the gap of the two surfaces, `normal`
// points from the other shape into the skin, both in the frame S of the skin.

#ifndef AB_SKIN_PAIRS_H
#define AB_SKIN_PAIRS_H

#include "collide/broad/proximity.h"
#include "flexible/skin.h"

// A skin with the places of its nodes, and the shape that it meets; points that are farther apart than
// `margin` are none of ab_skin_each().
typedef struct abSkinMeeting {
    const abSkin *skin;
    const abVec3 *points; // by node, in S
    const abShape *other;
    abPose X_SO;
    double margin; // [m]
} abSkinMeeting;

// The other shape in the frame of the skin.
abPose ab_skin_sees(const abPose *X_WS, const abPose *X_WO);

// Plane, ball or convex shape A against the undeformed surface B.
abCollide ab_any_skin;

// Whether surfaces of flexible bodies are met by such a shape.
bool ab_meets_skin(const abShape *other);

// The deepest or nearest point of the surface.
abSkinSite ab_skin_meets(const abSkinMeeting *meeting);

// The points beside it where material of one is within the other, or nearer than the margin: vertices of
// the surface within the shape, corners of the shape within the surface. Of these the deepest has no point, in place of which
// is the one given; but where it is as deep, it takes that one's place itself. `take` is called for
// each, the former first.
void ab_skin_each(const abSkinMeeting *meeting, const abSkinSite *deepest,
                  void (*take)(void *context, const abSkinSite *site), void *context);

// A site as a proximity, A being the other shape.
abProximity ab_skin_site_proximity(const abSkinMeeting *meeting, const abSkinSite *site,
                                   const abPose *X_WS);

#endif
