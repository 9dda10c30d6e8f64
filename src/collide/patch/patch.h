// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch.h - the points that carry an overlap where flat meets flat.
//
// One deepest point jumps from corner to corner when a face lies on a face, so nothing rests on it.
// A patch has a point at each corner, rim point and crossing of edges that overlaps. Their forces
// are those of the law at their own depth, times their weight.
//
// Weights  of a corner of the common outline: its exterior angle by a right angle. A corner of a
//          box has 1; where an edge cuts a corner off, the two new corners share its angle; all
//          weights of a flat patch sum to 4. So forces are continuous as outlines slide over each
//          other, and do not depend on how finely an outline is divided. Where the points store
//          less than one contact at the deepest point that one carries (patch_deepest.h): a patch
//          never carries less than one point.
// Normals  what touches in a plane has one normal. A point with another one, of a face that is met
//          at its edge or a wall that is met at its rim, carries nothing.
// Energy   a corner on a face has a fixed weight and its depth is that of the face, so its force
//          has a potential, and so has what the deepest point carries. Weights that change while something moves along an edge do work of the
//          order of the stored energy times the change; the energy book shows it.
// Limits   ball, ellipsoid and whatever has neither faces nor rims: the deepest point alone, but in a
//          ring.

#ifndef AB_PATCH_H
#define AB_PATCH_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"

// Whether the points can be more than the deepest one.
bool ab_has_patch(const abShape *A, const abShape *B);

// Whether laws that count areas find one on the points: circles have none.
bool ab_patch_has_area(const abShape *A, const abShape *B);

// The points of the overlap whose deepest points are `deepest`, at least one. Pure, as
// ab_proximity.
int ab_patch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
             const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]);
// The same for a law of another power than a spring's: that of the depth by which its stored energy
// grows.
int ab_patch_of_law(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    const abProximity *deepest, double power, abPatchPoint points[AB_PATCH_MAX]);
// The points of the features of two solids that overlap, each with its own weight: without the
// deepest point. There may be none.
int ab_patch_features(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]);
// The same with weights of outlines as each point has them alone, before patch_blunt.h, and where the
// deepest point has what weights of solids lack of one: for what is no law of the depth.
int ab_patch_shares(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]);
// Of the points that two outlines have: where they have none, the deepest place.
int ab_patch_outline_shares(const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX],
                            int count);

#endif
