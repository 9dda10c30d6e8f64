// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// epa.h - a polytope within D that grows towards its boundary: the expanding polytope algorithm.

#ifndef AB_EPA_H
#define AB_EPA_H

#include "collide/convex/convex_pair.h"

// A polytope within D, grown towards its boundary. See epa.c.
enum { AB_POLYTOPE_POINTS = 96, AB_POLYTOPE_FACES = 2 * AB_POLYTOPE_POINTS - 4 };
typedef struct abPolytopeFace {
    unsigned char corner[3]; // counter-clockwise seen from outside
    unsigned char beside[3]; // the face across the edge from corner i to i + 1
    unsigned char newest;    // the number of points when it was last seen from one
    abVec3 m;                // outward unit normal; zero when there is no area
    double height;           // of the plane over the origin                           [m]
} abPolytopeFace;
typedef struct abPolytope {
    const abPair *pair;
    int point_count, face_count;
    abDifferencePoint point[AB_POLYTOPE_POINTS + 1]; // and the one found last
    abPolytopeFace face[AB_POLYTOPE_FACES];
    double height[AB_POLYTOPE_FACES]; // the same; INFINITY: no area, or settled            [m]
} abPolytope;

// Starts with the four points of `simplex` if they enclose a volume, else with points far apart.
// When D is flat returns false and sets `n` to the direction at right angles.
bool ab_polytope_start(abPolytope *p, const abPair *pair, const abSimplex *simplex, abVec3 *n);
// The face nearest to the origin.
int ab_polytope_lowest(const abPolytope *p);
// Takes in a point of D above face `seen`. False when room runs out.
bool ab_polytope_expand(abPolytope *p, const abDifferencePoint *d, int seen);
// Corners of a face with the weights of the foot of the origin, brought inside.
void ab_polytope_simplex(const abPolytope *p, const abPolytopeFace *face, abSimplex *simplex);
// The point of D farthest out along the normal of a face. Valid until the next one is asked for.
const abDifferencePoint *ab_polytope_farthest(abPolytope *p, int face);

#endif
