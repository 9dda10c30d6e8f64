// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_mesh.h - where two meshes as they are overlap: area, volume and middle of every
// connected part, exact for the polyhedra.

#ifndef AB_REGION_MESH_H
#define AB_REGION_MESH_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/region_room.h"

// The nearest or deepest points of two meshes, as ab_proximity gives them, but from a list of
// triangles near each other that is kept while the meshes move little: many times cheaper. The same
// poses give the same bits, whatever was asked before.
void ab_meshes_proximity(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out);

// Notes the parts of two meshes, joined to regions and not yet summed, in the frame of A; and gives
// the list of triangles near each other. NULL for want of memory.
const abMeshNear *ab_region_store_parts(abRegionWorkspace *workspace, const abShape *A,
                                        const abPose *X_WA, const abShape *B, const abPose *X_WB);

// A triangle of a mesh, and those of the other that are to cut it.
typedef struct abCutOut {
    int mesh, triangle;
    int count;
    int (*by)(const void *list, int i);
    const void *list;
} abCutOut;

// The moments of a part, about o: thickness along N among them.
void ab_region_measure(abPenetratingTriangle *part, abVec3 o, abVec3 N);
// Of a triangle, the part that these triangles of the other mesh cut out: area and moments.
void ab_region_cut_out(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                       const abShape *B, const abPose *X_WB, const struct abCutOut *what,
                       abPenetratingTriangle *part);
// Along what the depth of a region of two meshes grows at its deepest point, in the frame of A,
// from A into B.
abVec3 ab_region_deep_normal(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                             const abShape *B, const abPose *X_WB,
                             const abPenetratingTriangle *region);

// The regions of two meshes.
int ab_regions_of_meshes(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, const abProximity *deepest,
                         abPatchPoint points[AB_PATCH_MAX]);

#endif
