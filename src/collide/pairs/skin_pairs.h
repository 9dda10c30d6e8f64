// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_pairs.h - surfaces of flexible bodies against planes and balls: undeformed as a pair of the
// matrix, deformed with the places of their nodes.

#ifndef AB_SKIN_PAIRS_H
#define AB_SKIN_PAIRS_H

#include "collide/broad/proximity.h"
#include "flexible/skin.h"

// A plane or a ball A against the undeformed surface B.
abCollide ab_any_skin;

// The deepest or nearest point of the surface, seen from a plane or a ball; `points` are those of
// the nodes in the frame S of the skin's shape.
abSkinSite ab_skin_meets(const abShape *other, const abPose *X_WO, const abSkin *skin,
                         const abVec3 *points, const abPose *X_WS);
// The same as a proximity, A being the plane or ball; the radius is that of the ball.
abProximity ab_skin_site_proximity(const abShape *other, const abSkinSite *site,
                                   const abPose *X_WS);
// Normal and a point of a plane in another frame.
abVec3 ab_plane_in(const abShape *plane, const abPose *X_WP, const abPose *X_WS, abVec3 *origin);

#endif
