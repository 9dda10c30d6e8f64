// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_deepest.h - where the deepest point of a region stands alone, the force of the region acts
// there, along what its depth grows by: then it is the slope of the stored energy.
//
// The depth of the deepest point is the depth of the region; its slope is a force at that point. It
// jumps where another place becomes the deepest: from corner to corner of a face that lies flat,
// from facet to facet in a hollow. There the force acts at the middle of the overlap, along its
// vector area. What decides is how deep the next place is that is not beside the deepest one, and
// how flat the overlap is. docs/theory/mesh_contact.md.

#ifndef AB_REGION_DEEPEST_H
#define AB_REGION_DEEPEST_H

#include "collide/region/region_room.h"

// The deepest point of a region, in one frame.
typedef struct abRegionDeepest {
    double depth;
    abVec3 p;      // the point, of one of the bodies
    abVec3 middle; // half way to the surface of the other
    // how the depth grows when B is moved there, as a vector turned round: a unit normal where one
    // wall is nearest, shorter where two are
    abVec3 growth;
    abVec3 wall[3]; // normals of the walls of which it is the mean, turned round likewise
    int walls;
    bool has_walls; // the other body may have another wall near it
    bool may_lie;   // and lines or faces that lie flat on the triangles
    double clear;   // how clear the point is of the next wall, 0 where that is as near, to 1
} abRegionDeepest;

// Of a point that one wall is nearest to.
static inline abRegionDeepest ab_region_deepest_at(double depth, abVec3 p, abVec3 middle,
                                                   abVec3 growth) {
    return (abRegionDeepest){.depth = depth,
                             .p = p,
                             .middle = middle,
                             .growth = growth,
                             .wall = {growth},
                             .walls = 1,
                             .has_walls = true,
                             .may_lie = true};
}

// How clear the deepest point is of a wall with that normal, turned round like the growth, below
// which it is `depth` deep.
double ab_region_clear_of(const abRegionDeepest *deepest, abVec3 normal, double depth);

// The share of the force that acts at the deepest point, 1 where it stands alone. Points of the
// region are in the frame of the search; `normal` is that of the region.
double ab_region_alone(abRegionWorkspace *workspace, int root, const abRegionDeepest *deepest,
                       abVec3 normal, const abRegionCross *cross);

// Moves the point of a region to the middle above its deepest one, its normal and what its depth
// grows by to those there, by that share. All in the world.
void ab_region_go_to(abVec3 middle_W, abVec3 growth_W, double share, abPatchPoint *point);

// How the depth of a point x on a line or plane grows, of which it is the deepest, where two walls
// of a body are equally near: of the normals n_1 and n_2 on both sides of x along the unit vector e
// the mean that is across e.
abVec3 ab_region_growth_across(abVec3 n_1, abVec3 n_2, abVec3 e, abVec3 otherwise);

#endif
