// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin.h - the surface of a flexible body: triangles between nodes, whose places are given at each
// call, undeformed or deformed.

#ifndef AB_SKIN_H
#define AB_SKIN_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"
#include "base/arena.h"
#include "flexible/reduced_body.h"

typedef struct abSkin {
    const abVec3 *points; // undeformed, by node, in the frame of the body's file          [m]
    const int *triangles; // three nodes each, counterclockwise from outside
    size_t triangle_count;
    const int *across;   // by edge, from corner i to the next: the node across it; -1: none
    const int *vertices; // the nodes of triangles, each once, rising
    size_t vertex_count;
} abSkin;

// Of a body with faces; `flip` turns them inside out. NULL for want of memory.
abSkin *ab_skin_of(const abReducedBody *body, bool flip, abArena *arena);

// A point of the surface: on a triangle with weights of its corners, which are 1, 0, 0 at a vertex.
typedef struct abSkinSite {
    int nodes[3];
    double weights[3];
    abVec3 point;    // in the frame of the points                                         [m]
    double distance; // of who asked, see below                                            [m]
    abVec3 normal;   // unit: from the surface to who asked, outward where they coincide
} abSkinSite;

// Weights of the corners for a point of a triangle, from 0 to 1, with the sum 1.
void ab_triangle_weights(const abVec3 corner[3], abVec3 point, double weights[3]);

// The point nearest to p; distance < 0 where p is inside. Cost: all triangles.
// Error: rounding. Inside and outside are told by the face that is seen most squarely.
abSkinSite ab_skin_nearest(const abSkin *skin, const abVec3 *points, abVec3 p);

// The vertex lowest along the unit vector n, the first of equal ones; distance is its height
// n . (x - origin), the normal is n.
abSkinSite ab_skin_lowest(const abSkin *skin, const abVec3 *points, abVec3 n, abVec3 origin);

// A vertex as a site with that height.
abSkinSite ab_skin_vertex(const abVec3 *points, int node, abVec3 n, abVec3 origin);

#endif
