// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_build.h - from points with bulges to edges, vertices and the tree over them.

#ifndef AB_OUTLINE_BUILD_H
#define AB_OUTLINE_BUILD_H

#include "base/arena.h"
#include "shape/curve/outline.h"

// Points of one loop after another: x, y and the bulge of the edge to the next point, the tangent
// of a quarter of its angle, > 0 to the left. `ends[i]`: one behind the last point of loop i.
// `inert` marks the edges that touch nothing, by their first point; NULL none.
typedef struct abOutlineLoops {
    const abVec3 *points;
    const int *ends;
    int loop_count;
    const bool *inert;
} abOutlineLoops;

// Turns the loops so that the solid is on their left: those within an odd number of others are
// holes. Points next to each other must differ. NULL for want of memory.
abOutline2 *ab_outline_build(const abOutlineLoops *loops, abArena *arena);

// The point of an edge at a share of its way, 0 to 1.
abVec2 ab_edge_point(const abEdge *edge, double share);

#endif
