// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_parts.h - what the files of surface contact share. Private to collide.

#ifndef AB_SURFACE_PARTS_H
#define AB_SURFACE_PARTS_H

#include "collide/mesh_parts.h"
#include "collide/plane_cut.h"
#include "collide/plane_sums.h"
#include "collide/vertex_contact.h"

// ---- what is near, kept from one call to the next: surface_track.c ----

// A corner of a triangle that may be wet.
typedef struct abNearPoint {
    abVec3 x;     // in the frame of the other shape                                       [m]
    double depth; // > 0 inside                                                            [m]
    int triangle; // of the other mesh, nearest; -1: none
    int vertex;   // of its own mesh
    double dry;   // way of the track up to which it is surely outside                     [m]
    double same;  // likewise, up to which that triangle of a round mesh is the nearest    [m]
} abNearPoint;

// What its tree has answered for such a corner: no other triangle is nearest as long as the corner
// is not farther than `certain` from `at`. Count 0: nothing yet. Of these the first few, likewise
// from another place.
enum { AB_NEAR_TRIANGLES = 14 };
typedef struct abNearAnswer {
    abVec3 at, few_at;           // [m]
    double certain, few_certain; // [m]
    int count, few, triangles[AB_NEAR_TRIANGLES];
} abNearAnswer;

// One surface against one other shape. The list holds all triangles that can be wet as long as
// nothing has moved by more than the margin; so what is found does not depend on when it was made.
typedef struct abSurfaceNet abSurfaceNet; // surface_net.h
typedef struct abSurfaceTrack {
    const abShape *own, *other;
    const abMeshSurface *surface, *other_surface;
    abPose X_OS;   // when the list was made
    abPose last;   // of which the depths are
    double margin; // [m]
    int uses;      // since then
    unsigned last_use;
    int *faces;            // triangles, in the order of the tree
    int *corners;          // three indices into points for each
    abNearPoint *points;   // in the order of their numbers
    abNearAnswer *answers; // beside the points
    size_t face_count, point_count;
    abSurfaceNet *nets; // beside the faces, over a round mesh; so many are there
    size_t net_count;
    double way;    // moved since the list was made, there and back                        [m]
    bool is_asked; // all points are at `last`, also those that are surely dry
    size_t face_capacity, corner_capacity, point_capacity, answer_capacity, net_capacity;
} abSurfaceTrack;

// ---- the part of a triangle next to one triangle of the other mesh: surface_cells.c ----

enum { AB_CELL_CORNERS = 16 };
// What is beyond an edge of a cell, if it is no triangle.
enum { AB_BEYOND_DRY = -1, AB_BEYOND_SIDE = -2 }; // less the number of the side
typedef struct abCellCorner {
    double a, b; // weights of corners 1 and 2 of the triangle that is cut
    int edge;    // from here to the next: triangle on the other side; below 0: none
} abCellCorner;
typedef struct abSurfaceCell {
    int triangle;    // of the other mesh, or number of the plane
    int count;       // of its corners
    double depth[3]; // below its plane, of the corners of the triangle that is cut        [m]
    abCellCorner at[AB_CELL_CORNERS];
} abSurfaceCell;

// Holds a cell, in its weights.
typedef struct abCellBox {
    double low[2], high[2];
} abCellBox;

struct abSurfaceRoom {
    abAllocator allocator;
    abMeshPlane *planes; // of the other shape, when it has flat faces only
    size_t plane_count, plane_capacity;
    abSurfacePoint *points;
    size_t count, capacity;
    abSurfacePart *parts;
    size_t part_count, part_capacity;
    abSurfaceTrack *tracks;
    size_t track_count, track_capacity;
    unsigned uses;
    abSurfaceCell *cells; // of the triangle looked at
    size_t cell_count, cell_capacity;
    abCellBox *boxes; // beside the cells, while they are compared
    size_t box_capacity;
    int *queue;
    size_t queue_count, queue_capacity;
    unsigned *stamps; // per triangle of the other mesh: the last look that came by
    size_t stamp_capacity;
    unsigned stamp;
    int *slots; // per point of a mesh: its number among the near ones and one
    size_t slot_capacity;
    int *parents; // per near point: of its region
    double *wet;  // per near point: area of its region, at its root                     [m^2]
    int *members;
    size_t parent_capacity, wet_capacity, member_capacity;
    abPlaneTable *tables; // of meshes that a plane has cut: plane_cut.c
    size_t table_count, table_capacity;
    abPlanePoints *blocks; // of points of the last cut
    abPlaneRun *runs;      // of triangles of the last cut that have points, too
    size_t block_capacity, run_capacity;
};

// One surface while its parts are sought.
typedef struct abSurfaceWork {
    abSurfaceRoom *room;
    abSurfaceTrack *track;
    const abMeshSurface *surface;
    const abShape *other;
    const abPose *X_WS, *X_WO; // of the surface's shape, of the other
    abPose X_OS;
    abSurfaceWish wish;
    int side;
    double share; // of each area
    bool is_flat; // the other is one of the planes in the room, or the body between them
    bool is_full; // out of memory
} abSurfaceWork;

// The track of a work: takes or makes the list, and finds how deep its points are. False for want
// of memory.
bool ab_surface_find_near(abSurfaceWork *work, const abShape *own);
// Where a corner is and how deep; without room for an answer its tree is asked. surface_depth.c.
void ab_surface_find_depth(const abSurfaceWork *work, abNearPoint *point, abNearAnswer *answer);
// Below the plane of a triangle.
static inline double ab_mesh_depth_below(const abMeshSurface *mesh, int triangle, abVec3 p) {
    const abMeshPlane *plane = &mesh->cells[triangle].plane;
    return plane->height - ab_dot(plane->normal, p);
}
void ab_surface_track_done(abAllocator allocator, abSurfaceTrack *track);

// Whether triangles with those unit normals are of two sheets, with a sharp edge (AB_SHARP_LEAN)
// somewhere between: 30 degrees apart.
static inline bool ab_are_sheets(abVec3 n, abVec3 m) {
    return ab_dot(n, m) < 0.866;
}

// All of the triangle.
static inline void ab_cell_begin(abSurfaceCell *cell, int triangle) {
    cell->triangle = triangle;
    cell->count = 3;
    cell->at[0] = (abCellCorner){0.0, 0.0, AB_BEYOND_SIDE};
    cell->at[1] = (abCellCorner){1.0, 0.0, AB_BEYOND_SIDE - 1};
    cell->at[2] = (abCellCorner){0.0, 1.0, AB_BEYOND_SIDE - 2};
}
// Keeps where the function with the values at the corners of the triangle is not below zero; new
// edges get the tag. Whether anything was cut off.
bool ab_cell_cut(abSurfaceCell *cell, const double at[3], int tag);
static inline double ab_at_cell(const double value[3], double a, double b) {
    return value[0] + a * (value[1] - value[0]) + b * (value[2] - value[0]);
}
static inline double ab_depth_at(const abSurfaceCell *cell, int i) {
    return ab_at_cell(cell->depth, cell->at[i].a, cell->at[i].b);
}

// The triangles of the other mesh still to be looked at: begins with none; adds one, once. False
// for want of memory.
void ab_surface_call_nobody(abSurfaceRoom *room);
bool ab_surface_call(abSurfaceRoom *room, int triangle);

// The cells of a triangle with those corners, wet parts only, in room->cells. False for want of
// memory.
bool ab_surface_find_cells(abSurfaceWork *work, const abNearPoint *const corner[3]);
// Likewise all cells, the dry ones too; the search begins with these triangles, too.
bool ab_surface_find_all_cells(abSurfaceWork *work, const abNearPoint *const corner[3],
                               const int *more, int count);

// Cells that lie on each other: each place stays with the nearest; surface_overlap.c. False for
// want of memory.
bool ab_cells_part_convex(abSurfaceRoom *room, const abMeshSurface *other);
// Of any mesh. The wet parts come behind the cells, which stay; some have less than three corners.
bool ab_cells_part(abSurfaceRoom *room, const abMeshSurface *other);
// Leaves the parts only, those behind the first `found`.
void ab_cells_keep_parts(abSurfaceRoom *room, size_t found);

// The planes of a shape that has flat faces only; surface_flat.c. False for want of memory.
bool ab_surface_find_planes(abSurfaceWork *work);
// The nearest of them; fills `nearest`.
double ab_surface_depth_in_planes(const abSurfaceRoom *room, abVec3 x, int *nearest);
// Likewise the cells, one for each plane; walls have the numbers of planes.
bool ab_surface_find_flat_cells(abSurfaceWork *work, const abNearPoint *const corner[3]);

// ---- cut by a plane ----

// The table of a mesh, made when it is first asked for; plane_cut.c. NULL for want of memory.
abPlaneTable *ab_plane_table_find(abSurfaceRoom *room, const abMeshSurface *surface);

// ---- the rules ----

void ab_surface_take_vertices(abSurfaceWork *work);
void ab_surface_take_faces(abSurfaceWork *work);

// Adds a point where the other is nearest at `at`; area and place are the caller's business.
abSurfacePoint *ab_surface_note(abSurfaceWork *work, const abMeshClosest *at, abVec3 x_O);

#endif
