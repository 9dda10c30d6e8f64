// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_parts.h - what the files of regions share. Private to collide.

#ifndef AB_REGION_PARTS_H
#define AB_REGION_PARTS_H

#include "collide/mesh_near.h"
#include "collide/region.h"

enum { AB_REGIONS_MAX = AB_PATCH_MAX / AB_REGION_POINTS };

// Part of a plane, and its moments in it.
typedef struct abFlatPart {
    abVec3 o, x, y; // place of its origin, two unit vectors in it
    // of 1, s, t, ss, st, tt, sss, sst, stt, ttt, s along x and t along y
    double m[10];
} abFlatPart;

// The overlapping part of one triangle. Vectors are in the frame of the search; moments about the
// origin the search chose for the region.
typedef struct abWet {
    int parent; // of the part it hangs together with; itself: it is the first of its region
    int mesh;   // 0, 1: of which mesh
    int triangle;
    bool is_known;  // measured, not only named by a triangle of the other mesh
    int guess;      // of two meshes: a triangle of the other near it
    bool is_in[3];  // which of its corners are inside the other
    bool is_wet[3]; // of two meshes: which of its sides run inside the other, at least in part
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
    // of two meshes: which of them it is of, and how fast the depth grows as it goes in, as a
    // vector in the frame of the other, outward; zero: by the normal of the nearest place
    int deepest_mesh;
    abVec3 growth;
    abVec3 normal;    // of its region, outward from the mesh
    abFlatPart flat;  // of two meshes
    int first, count; // corners of the part, in the room's list
} abWet;

struct abRegionRoom {
    abAllocator allocator;
    abWet *wet; // triangles that overlap, as found
    size_t count, capacity;
    abVec3 *corners; // of all parts
    size_t corner_count, corner_capacity;
    int *place[2]; // per triangle of either mesh: its number in `wet` and one; 0: none
    size_t place_capacity[2];
    // per point of either mesh: its distance from the other, as far as asked for
    double *height[2];
    size_t height_capacity[2];
    int *asked[2]; // points asked for
    size_t asked_count[2], asked_capacity[2];
    abMeshNearTable near;
    // two meshes whose parts are noted and not yet summed; NULL: none
    const abShape *noted[2];
    abPose noted_at[2];
};

// Forgets what was noted, makes room for the two meshes; NULL: none. False for want of memory.
bool ab_region_begin(abRegionRoom *room, const abMeshSurface *first, const abMeshSurface *second);
void ab_region_end(abRegionRoom *room);
// The entry of a triangle, new if it has none; NULL for want of memory. Later calls may move it.
abWet *ab_region_wet(abRegionRoom *room, int mesh, int triangle);
// Notes the corners of a part. False for want of memory.
bool ab_region_note_corners(abRegionRoom *room, abWet *wet, const abVec3 *corners, int count);
// The number of the first triangle of the region that entry i belongs to.
int ab_region_root(abRegionRoom *room, int i);
void ab_region_join(abRegionRoom *room, int i, int j);
// Sums the entries into those of their roots, which then describe regions. Returns how many roots
// there are; their numbers go to `roots`, at most `most`, the rest joins the last.
int ab_region_sum(abRegionRoom *room, int *roots, int most);

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
} abRegionCross;
abRegionCross ab_region_cross(const abWet *region, abVec3 n);
// Adds the points of a region: `point` has place, normal, depth and area of the whole.
void ab_region_add(abPatchPoint *points, int *count, const abPatchPoint *point,
                   const abRegionCross *cross);

// Notes the parts of two meshes, joined to regions and not yet summed, in the frame of A; and gives
// the list of triangles near each other. NULL for want of memory.
const abMeshNear *ab_region_note_parts(abRegionRoom *room, const abShape *A, const abPose *X_WA,
                                       const abShape *B, const abPose *X_WB);

// A triangle of a mesh, and those of the other that are to cut it.
typedef struct abCutOut {
    int mesh, triangle;
    int count;
    int (*by)(const void *list, int i);
    const void *list;
} abCutOut;

// The moments of a part, about o: thickness along N among them.
void ab_region_measure(abWet *part, abVec3 o, abVec3 N);
// Of a triangle, the part that these triangles of the other mesh cut out: area and moments.
void ab_region_cut_out(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                       const abPose *X_WB, const struct abCutOut *what, abWet *part);
// Along what the depth of a region of two meshes grows at its deepest point, in the frame of A,
// from A into B.
abVec3 ab_region_deep_normal(abRegionRoom *room, const abShape *A, const abPose *X_WA,
                             const abShape *B, const abPose *X_WB, const abWet *region);

// The regions of a shape and a mesh, of two meshes.
int ab_regions_of_shape(abRegionRoom *room, const abShape *shape, const abPose *X_WS,
                        const abShape *mesh, const abPose *X_WM, const abProximity *deepest,
                        abPatchPoint points[AB_PATCH_MAX]);
int ab_regions_of_meshes(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                         const abPose *X_WB, const abProximity *deepest,
                         abPatchPoint points[AB_PATCH_MAX]);

#endif
