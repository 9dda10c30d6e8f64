// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_mesh.h - a mesh as it is against another.

#ifndef AB_MESH_MESH_H
#define AB_MESH_MESH_H

#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_nearest.h"

// Two meshes in the pair matrix.
abCollide ab_mesh_mesh;

// The nearest points as an answer.
void ab_mesh_gap_report(const abMeshGap *gap, const abPose *X_WA, abProximity *out);

// Whether two triangles cross, not counting such in one plane. Without rounding error.
bool ab_mesh_triangles_cross(const abCorners *a, const abCorners *b);

// Whether the first point of a mesh, which is at X in the frame of `into`, is inside that.
bool ab_mesh_holds(const abMeshSurface *into, const abMeshSurface *from, const abPose *X);

// A place on a line p + s u, u a unit vector, and the wall of a mesh that is nearest there.
typedef struct abWallAlong {
    double s;
    abVec3 point, normal; // of the wall
    int triangle;         // that it is
} abWallAlong;
// Where the line passes through a triangle.
abWallAlong ab_mesh_wall_passed(const abMeshSurface *into, double s, int triangle);

// Whether the line lies in that wall up to rounding of poses: then no place on it is known to be deeper.
static inline bool ab_mesh_lies_along(const abWallAlong *wall, abVec3 u) {
    return fabs(ab_dot(wall->normal, u)) < 1e-9;
}

// The deepest point of the line between two places with the mesh all around: where it enters or
// leaves, or where the nearest wall is known. The depth is the least over the walls around, each
// linear along the line; two of them are followed until no third is nearer. Where both are equally
// near the depth grows, as things move, along the sum of their normals that is across u. Depth 0: it
// is not deeper between the places than at them.
typedef struct abDeepest {
    double depth;
    abVec3 p;
    abVec3 growth; // outward; of one wall its normal
} abDeepest;
abDeepest ab_mesh_deepest_between(const abMeshSurface *into, abVec3 p, abVec3 u,
                                  const abWallAlong *first, const abWallAlong *last);

#endif
