// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_parts.h - what the files of regions share. Private to collide.

#ifndef AB_REGION_PARTS_H
#define AB_REGION_PARTS_H

#include "collide/mesh_parts.h"
#include "collide/region.h"

// The overlapping part of one triangle. Vectors are in the frame of the search, from its origin.
typedef struct abWet {
    int parent; // of the part it hangs together with; itself: it is the first of its region
    int mesh;   // 0, 1: of which mesh
    int triangle;
    abVec3 area;    // as a vector, outward from the mesh                              [m^2]
    double volume;  // area times depth, or its share in the volume of the overlap      [m^3]
    abVec3 moment;  // of the volume                                                    [m^4]
    abVec3 middle;  // of the area, times the area                                      [m^3]
    double amount;  // of the area                                                      [m^2]
    double depth;   // of the deepest point                                               [m]
    abVec3 deepest; // that point
} abWet;

struct abRegionRoom {
    abAllocator allocator;
    abWet *wet; // triangles that overlap, as found
    size_t count, capacity;
    int *place[2]; // per triangle of either mesh: its number in `wet` and one; 0: none
    size_t place_capacity[2];
    // per point of either mesh: its distance from the other, as far as asked for
    double *height[2];
    size_t height_capacity[2];
    int *asked[2]; // points asked for
    size_t asked_count[2], asked_capacity[2];
};

// Makes room for the two meshes; NULL: none. False for want of memory.
bool ab_region_begin(abRegionRoom *room, const abMeshSurface *first, const abMeshSurface *second);
// Forgets what was noted.
void ab_region_end(abRegionRoom *room);
// The entry of a triangle, new if it has none; NULL for want of memory. Later calls may move it.
abWet *ab_region_wet(abRegionRoom *room, int mesh, int triangle);
// The number of the first triangle of the region that entry i belongs to.
int ab_region_root(abRegionRoom *room, int i);
void ab_region_join(abRegionRoom *room, int i, int j);
// Sums the entries into those of their roots, which then describe regions. Returns how many roots
// there are; their numbers go to `roots`, at most `most`, the rest joins the last.
int ab_region_sum(abRegionRoom *room, int *roots, int most);

// The regions of a shape and a mesh, of two meshes.
int ab_regions_of_shape(abRegionRoom *room, const abShape *shape, const abPose *X_WS,
                        const abShape *mesh, const abPose *X_WM, const abProximity *deepest,
                        abPatchPoint points[AB_PATCH_MAX]);
int ab_regions_of_meshes(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                         const abPose *X_WB, const abProximity *deepest,
                         abPatchPoint points[AB_PATCH_MAX]);

#endif
