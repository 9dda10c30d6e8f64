// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_room.h - the lists in which the regions of an overlap are found: triangles that overlap, and
// which of them hang together.

#ifndef AB_REGION_ROOM_H
#define AB_REGION_ROOM_H

#include "collide/broad/patch_point.h"
#include "collide/mesh/mesh_near.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_closest.h"

typedef struct abRegionWorkspace abRegionWorkspace;

enum { AB_REGION_POINTS = 4 }; // points that carry a region
enum { AB_REGIONS_MAX = AB_PATCH_MAX / AB_REGION_POINTS };

// Part of a plane, and its moments in it.
typedef struct abFlatPart {
    abVec3 o, x, y; // place of its origin, two unit vectors in it
    // of 1, s, t, ss, st, tt, sss, sst, stt, ttt, s along x and t along y
    double m[10];
} abFlatPart;

// The overlapping part of one triangle. Vectors are in the frame of the search; moments about the
// origin the search chose for the region.
typedef struct abPenetratingTriangle {
    int parent; // of the part it hangs together with; itself: it is the first of its region
    int mesh;   // 0, 1: of which mesh
    int triangle;
    bool is_known; // measured, not only named by a triangle of the other mesh
    int guess;     // of two meshes: a triangle of the other near it
    bool is_in[3]; // which of its corners are inside the other
    bool is_penetrating
        [3];        // of two meshes: which of its sides run inside the other, at least in part
    int region;     // and which of the regions it is in
    abVec3 area;    // as a vector, outward from the first mesh                          [m^2]
    double amount;  // of the area, and its first and second moment                      [m^2]
    abVec3 middle;  //                                                                   [m^3]
    abMat3 extent;  //                                                                   [m^4]
    double volume;  // area times depth, or its share in the volume of the overlap       [m^3]
    abVec3 moment;  // first and second                                                  [m^4]
    abMat3 spread;  //                                                                   [m^5]
    double depth;   // of the deepest point                                              [m]
    abVec3 deepest; // that point
    int deepest_triangle; // of which triangle
    double own_depth;     // the same of this triangle alone, when all are summed
    abVec3 own_deepest;
    // of two meshes: which of them it is of, and how fast the depth grows as it goes in, as a
    // vector in the frame of the other, outward; zero: by the normal of the nearest place
    int deepest_mesh;
    abVec3 growth;
    abVec3 normal;    // of its region, outward from the mesh
    abFlatPart flat;  // of two meshes
    int first, count; // corners of the part, in the workspace's list
} abPenetratingTriangle;

struct abRegionWorkspace {
    abAllocator allocator;
    abPenetratingTriangle *penetrating; // triangles that overlap, as found
    size_t count, capacity;
    abVec3 *corners; // of all parts
    size_t corner_count, corner_capacity;
    int *place[2]; // per triangle of either mesh: its number in `penetrating` and one; 0: none
    size_t place_capacity[2];
    // per point of either mesh: what of the other is nearest, as far as asked for; else NAN
    abMeshClosest *nearest[2];
    size_t nearest_capacity[2];
    int *asked[2]; // points asked for
    size_t asked_count[2], asked_capacity[2];
    abShapePairTable near;
    // two meshes whose parts are noted and not yet summed; NULL: none
    const abShape *noted[2];
    abPose noted_at[2];
};

// Forgets what was noted, makes room for the two meshes; NULL: none. False for want of memory.
bool ab_region_begin(abRegionWorkspace *workspace, const abMeshSurface *first,
                     const abMeshSurface *second);
void ab_region_end(abRegionWorkspace *workspace);
// The entry of a triangle, new if it has none; NULL for want of memory. Later calls may move it.
abPenetratingTriangle *ab_region_penetrating(abRegionWorkspace *workspace, int mesh, int triangle);
// Notes the corners of a part. False for want of memory.
bool ab_region_store_corners(abRegionWorkspace *workspace, abPenetratingTriangle *penetrating,
                             const abVec3 *corners, int count);
// The number of the first triangle of the region that entry i belongs to.
int ab_region_root(abRegionWorkspace *workspace, int i);
void ab_region_join(abRegionWorkspace *workspace, int i, int j);
// Sums the entries into those of their roots, which then describe regions. Returns how many roots
// there are; their numbers go to `roots`, at most `maximum`, the rest joins the last.
int ab_region_sum(abRegionWorkspace *workspace, int *roots, int maximum);

// m += s (a b' + b a') / 2
static inline void ab_add_product(abMat3 *m, double s, abVec3 a, abVec3 b) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m->m[i][j] += 0.5 * s * (ab_get(a, i) * ab_get(b, j) + ab_get(b, i) * ab_get(a, j));
        }
    }
}

// Half axes across the normal of the cross of points that carries a region, see region.c.
typedef struct abRegionCross {
    abVec3 arm[2];
    double flat[2]; // how flat the overlap is along them, from 0 of what is pointed or round to 1
} abRegionCross;
abRegionCross ab_region_cross(const abPenetratingTriangle *region, abVec3 n);
// Adds the points of a region: `point` has place, normal, depth and area of the whole.
void ab_region_add(abPatchPoint *points, int *count, const abPatchPoint *point,
                   const abRegionCross *cross);

// Room for meshes with up to so many triangles and points. NULL for want of memory.
abRegionWorkspace *ab_region_workspace_create(abAllocator allocator, size_t triangles,
                                              size_t points);
void ab_region_workspace_destroy(abRegionWorkspace *workspace);

#endif
