// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_ray.h - where a ray goes through a mesh.

#ifndef AB_MESH_RAY_H
#define AB_MESH_RAY_H

#include "mesh/core/mesh_surface.h"

typedef struct abMeshHit {
    double t; // along the ray: origin + t direction                          [lengths of direction]
    int triangle;
} abMeshHit;

// Where a ray first goes through the surface with t in [0, max]; false when it does not.
bool ab_mesh_ray(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *hit);
// The first `maximum` of all its hits, in order; returns how many.
int ab_mesh_hits(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *hits, int maximum);

#endif
