// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rim.h - the two ends of a body of revolution, and what of it lies or stands on another.
// Private to collide.

#ifndef AB_PATCH_RIM_H
#define AB_PATCH_RIM_H

#include "collide/patch/patch_outline.h"

// An end of a cylinder, tube, cone or capsule, radius 0 for a point; or the circle of a torus.
typedef struct abRim {
    abVec3 center, axis; // axis: unit, outward
    double radius;
    double bore;  // of the hole in its disc; 0: none                                      [m]
    bool is_ring; // no disc, the rim alone
} abRim;

void ab_get_rims(const abShape *shape, const abPose *X_WS, abRim rims[2]);
// The round end that a beam turns towards d; false when it turns a face there, or is no beam.
bool ab_get_round_end(const abShape *shape, const abPose *X_WS, abVec3 d, abRim rims[2]);
// What carries a beam on something flat that is `down` (unit) from it. A beam is the hull of four
// discs. Of each there are two points of its core, the deepest and the highest: a large face has
// four, as that of a box, a side the deepest lines of both ends, an end one of them. How deep they
// are does not change, to first order, where they go round a disc, so their forces are the slope of
// what they store however the beam leans. Corners of an outline would be others in each face, and
// jump from one to the next. A beam that lies flat, but for rounding beside the depth, is carried
// across its width, which stays.
enum { AB_BEAM_POINTS = 8 };
void ab_beam_points(const abShape *shape, const abPose *X_WS, abVec3 down, double depth,
                    abVec3 out[AB_BEAM_POINTS]);
// The circle of a torus, its axis along n or nearly so.
abRim ab_get_ring(const abShape *shape, const abPose *X_WS, abVec3 n);
// The end that is nearer to what lies in direction `down`.
const abRim *ab_front_rim(const abRim rims[2], abVec3 down);
// Whether it stands on an end, and not on its wall, on what lies in direction `down`.
bool ab_stands_on_rim(const abRim rims[2], abVec3 down);

// Points of the rim from its deepest in direction `down` on; their number.
int ab_rim_points(const abRim *rim, abVec3 down, double depth, abVec3 out[4]);
// Four directions about the axis: the first along `lean`, but where that is shorter than `little` a
// direction that stays, `fixed`.
void ab_rim_directions(const abRim *rim, abVec3 lean, double little, abVec3 fixed, abVec3 out[4]);
// The point of the rim that is farthest in direction d.
abVec3 ab_rim_support(const abRim *rim, abVec3 d);

// The line of a wall that is deepest in a direction, from the first rim to the second.
typedef struct abWall {
    abVec3 end[2];
    abVec3 inner[2];  // where the normals of the wall at both ends meet the axis
    double radius[2]; // from there to the ends                                            [m]
} abWall;

// False for a body without length.
bool ab_wall_towards(const abRim rims[2], abVec3 d, abWall *wall);

// Adds `sign` times a disc of radius r whose centre is `depth` deep and whose plane leans by the
// sine `lean`, as far as it is below the surface.
void ab_add_penetrating_disc(abPatch *patch, double sign, double r, double depth, double lean);
// Adds the end of a body whose centre is `depth` deep.
void ab_add_penetrating_end(abPatch *patch, const abRim *rim, double depth, double lean);

#endif
