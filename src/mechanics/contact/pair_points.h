// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_points.h - the points that carry a contact pair.

#ifndef AB_PAIR_POINTS_H
#define AB_PAIR_POINTS_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// What tells one set of points that carry a contact pair from another, for the bodies as placed: their
// number, for tangential states also their names; 0 when it has no patch.
int ab_contact_pair_fingerprint(const abMechanics *mechanics, const abContactPair *pair,
                                const abProximity *at);
// Where two shapes touch and along which normal: `at`, but of a mesh its deepest region, whose
// normal is that of the contact pair where corners and edges meet.
abProximity ab_contact_pair_site(const abMechanics *mechanics, const abContactPair *pair,
                                 const abProximity *at);
// Notes what the regions of a contact pair are for the bodies as placed at the end of a step; the number
// that ab_contact_pair_fingerprint would give then.
int ab_contact_pair_stage_regions(const abMechanics *mechanics, const abContactPair *pair,
                                  const abProximity *at);
// A shape of the pair as it touches the other: of a mesh its hull, where it rests by that.
const abShape *ab_contact_pair_shape(const abMechanics *mechanics, const abContactPair *pair,
                                     int shape);
// The points that carry a contact pair at given poses of its shapes, whose nearest points are `at`.
int ab_contact_pair_patch(const abMechanics *mechanics, const abContactPair *pair,
                          const abPose *X_WA, const abPose *X_WB, const abProximity *at,
                          abPatchPoint points[AB_PATCH_MAX]);
// Whether features of solids carry, each by the law, and the deepest point what they lack of one
// contact (collide/patch/patch_deepest.h).
bool ab_contact_pair_has_features(const abMechanics *mechanics, const abContactPair *pair);
// The points with weights as each has them alone: of outlines before collide/patch/patch_blunt.h, of
// features without the deepest point, so there may be none.
int ab_contact_pair_shares(const abMechanics *mechanics, const abContactPair *pair,
                           const abPose *X_WA, const abPose *X_WB, const abProximity *at,
                           abPatchPoint points[AB_PATCH_MAX]);
// The points for the bodies as placed, with the regions they are of.
int ab_contact_pair_find_patch(const abMechanics *mechanics, const abContactPair *pair,
                               const abProximity *at, abPatchPoint points[AB_PATCH_MAX]);
abPatchPoint ab_deepest_point(const abProximity *at);
// The points that carry a contact pair; the deepest alone when it has no patch.
int ab_contact_pair_points(const abMechanics *mechanics, const abContactPair *pair,
                           const abProximity *at, abPatchPoint points[AB_PATCH_MAX]);
// Tells sets of points apart; not 0.
int ab_points_fingerprint(const abPatchPoint *points, int count);

#endif
