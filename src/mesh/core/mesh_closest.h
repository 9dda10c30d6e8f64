// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_closest.h - how far a point is from a mesh, and on which side.

#ifndef AB_MESH_CLOSEST_H
#define AB_MESH_CLOSEST_H

#include "mesh/core/mesh_surface.h"

typedef struct abMeshClosest {
    double distance; // signed: > 0 outside                                               [m]
    abVec3 point;    // nearest on the surface                                            [m]
    abVec3 normal;   // outward unit normal: from the point to p, or of the surface there
    int triangle;    // that holds the point; -1: nothing nearer than the limit
    int feature;     // of it, as ab_triangle_closest() says
} abMeshClosest;

// The surface point nearest to p, among those nearer than `limit`.
// Error: a few roundings of the coordinates. The side is right where it can be told: p farther from
// the surface than rounding.
abMeshClosest ab_mesh_closest(const abMeshSurface *surface, abVec3 p, double limit);
// The same, sooner when triangle `guess` is near p; -1: no guess. It never changes the answer.
abMeshClosest ab_mesh_closest_near(const abMeshSurface *surface, abVec3 p, double limit, int guess);

// The triangles that may be nearer to p than `distance`, at most so many; their number, `maximum` + 1
// when there are more. None that is nearer is left out.
int ab_mesh_within(const abMeshSurface *surface, abVec3 p, double distance, int *triangles,
                   int maximum);
// The nearest of these triangles, of which the first by number counts.
abMeshClosest ab_mesh_closest_among(const abMeshSurface *surface, abVec3 p, const int *triangles,
                                    int count);
// The same; puts those first that may be the nearest after a motion by less than *certain, *few of
// them. Of at most 16 triangles.
abMeshClosest ab_mesh_closest_first(const abMeshSurface *surface, abVec3 p, int *triangles,
                                    int count, int *few, double *certain);
// The same of one triangle, whatever is nearer.
abMeshClosest ab_mesh_closest_on(const abMeshSurface *surface, int triangle, abVec3 p);

// Whether a point of the surface is nearer to p than `radius`.
bool ab_mesh_is_near(const abMeshSurface *surface, abVec3 p, double radius);

// The point of a triangle nearest to p. `feature` becomes 0 for the inside, 1 to 3 for side 0 to 2,
// 4 to 6 for corner 0 to 2.
abVec3 ab_triangle_closest(const abVec3 corner[3], abVec3 p, int *feature);

// Weights of the corners for a point of a triangle, exactly 0 and 1 where its feature says so.
void ab_mesh_weights(const abMeshSurface *surface, int triangle, abVec3 point, int feature,
                     double weight[3]);

#endif
