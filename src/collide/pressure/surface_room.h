// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_room.h - the lists in which surface contact works: what is near, kept from one call to
// the next; cells; points and parts. Private to collide.

#ifndef AB_SURFACE_ROOM_H
#define AB_SURFACE_ROOM_H

#include "base/array.h"
#include "collide/pressure/plane_cut.h"
#include "collide/pressure/plane_sums.h"
#include "collide/pressure/surface_points.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"

// ---- what is near, kept from one call to the next: surface_track.c ----

// A corner of a triangle that may penetrate.
typedef struct abNearPoint {
    abVec3 x;     // in the frame of the other shape                                       [m]
    double depth; // > 0 inside                                                            [m]
    int triangle; // of the other mesh, nearest; -1: none
    int vertex;   // of its own mesh
    double
        outside_skin; // displacement of the track up to which it is surely outside                     [m]
    double same_skin; // likewise, up to which that triangle of a round mesh is the nearest    [m]
} abNearPoint;

// What its tree has answered for such a corner: no other triangle is nearest as long as the corner
// is not farther than `skin` from `at`. Count 0: nothing yet. Of these the first few, likewise
// from another place.
enum { AB_NEAR_TRIANGLES = 14 };
typedef struct abNearAnswer {
    abVec3 at, few_at;     // [m]
    double skin, few_skin; // [m]
    int count, few, triangles[AB_NEAR_TRIANGLES];
} abNearAnswer;

// One surface against one other shape. The list holds all triangles that can be wet as long as
// nothing has moved by more than the margin; so what is found does not depend on when it was made.
typedef struct abCellGraph abCellGraph; // cell_graph.h
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
    abCellGraph *cell_graphs; // beside the faces, over a round mesh; so many are there
    size_t cell_graph_count;
    double displacement; // moved since the list was made, there and back                        [m]
    bool is_asked;       // all points are at `last`, also those that surely do not penetrate
    abArrays arrays;     // all of them
} abSurfaceTrack;

// ---- the part of a triangle next to one triangle of the other mesh: surface_cells.c ----

enum { AB_CELL_CORNERS = 16 };
// What is beyond an edge of a cell, if it is no triangle.
enum { AB_BEYOND_OUTSIDE = -1, AB_BEYOND_SIDE = -2 }; // less the number of the side
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

struct abSurfaceWorkspace {
    abAllocator allocator;
    abArrays arrays;     // all of them but those of tracks and tables
    abMeshPlane *planes; // of the other shape, when it has flat faces only
    size_t plane_count;
    abSurfacePoint *points;
    size_t count;
    abSurfacePart *parts;
    size_t part_count;
    abSurfaceTrack *tracks;
    size_t track_count;
    unsigned uses;
    abSurfaceCell *cells; // of the triangle looked at
    size_t cell_count;
    abCellBox *boxes; // beside the cells, while they are compared
    int *queue;
    size_t queue_count;
    unsigned *stamps; // per triangle of the other mesh: the last look that came by
    unsigned stamp;
    int *slots;   // per point of a mesh: its number among the near ones and one
    int *parents; // per near point: of its region
    double
        *penetrating; // per near point: area of its region, at its root                     [m^2]
    int *members;
    abPlaneTable *tables; // of meshes that a plane has cut: plane_cut.c
    size_t table_count;
    abPlanePoints *blocks; // of points of the last cut
    abPlaneRun *runs;      // of triangles of the last cut that have points, too
};

// One surface while its parts are sought.
typedef struct abSurfaceWork {
    abSurfaceWorkspace *workspace;
    abSurfaceTrack *track;
    const abMeshSurface *surface;
    const abShape *other;
    const abPose *X_WS, *X_WO; // of the surface's shape, of the other
    abPose X_OS;
    abSurfaceSpec spec;
    int side;
    double share; // of each area
    bool is_flat; // the other is one of the planes in the workspace, or the body between them
    bool is_full; // out of memory
} abSurfaceWork;

// Below the plane of a triangle.
static inline double ab_mesh_depth_below(const abMeshSurface *mesh, int triangle, abVec3 p) {
    const abMeshPlane *plane = &mesh->cells[triangle].plane;
    return plane->height - ab_dot(plane->normal, p);
}

// Whether all corners are so far above the plane of the triangle that is nearest to one of them:
// then no place of theirs is inside a convex mesh, or so near to it.
static inline bool ab_corners_are_above(const abMeshSurface *other,
                                        const abNearPoint *const corner[3], double margin) {
    for (int i = 0; i < 3; i++) {
        int above = 0;
        for (int c = 0; c < 3; c++) {
            above += ab_mesh_depth_below(other, corner[i]->triangle, corner[c]->x) <= -margin;
        }
        if (above == 3) {
            return true;
        }
    }
    return false;
}

// Of a triangle with those corners, squared.                                             [m^2]
static inline double ab_longest_side2(const abNearPoint *const corner[3]) {
    double maximum = 0.0;
    for (int i = 0; i < 3; i++) {
        maximum = ab_max(maximum, ab_norm2(ab_sub(corner[i]->x, corner[(i + 1) % 3]->x)));
    }
    return maximum;
}

// Whether triangles with those unit normals are of two layers, with a sharp edge (AB_SHARP_LEAN)
// somewhere between: 30 degrees apart.
static inline bool ab_are_layers(abVec3 n, abVec3 m) {
    return ab_dot(n, m) < 0.866;
}

#endif
