// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_points.h - the part of a mesh's surface that is inside another shape, as points that each
// carry a part of the area with a depth of their own. For laws that give a pressure.
//
//   vertices   a point at each vertex inside; its area is a third of that of its triangles, seen
//              along the direction to the nearest surface; the force goes along that direction
//              by point: each vertex is a contact by itself, of a law that is no pressure; the area
//              is told and does not act
//   faces      the penetrating part of each triangle, cut where the depth (straight between the corners) is
//              zero, by Gauss' rule of degree 2; the pressure acts along the triangle's own normal
//
// The depth of a point is its distance from the other surface, whatever else is there: a body that
// is wholly inside another has all its points. docs/theory/surface_contact.md derives both.
//
// Cost    each vertex and each middle of an edge is asked once for its distance, in the order of
//         the tree, which bounds the search. Room for a few numbers per vertex and edge is taken at
//         the start.

#ifndef AB_SURFACE_POINTS_H
#define AB_SURFACE_POINTS_H

#include "abut/memory.h"
#include "shape/core/shape.h"

// Which surfaces carry points.
enum { AB_SURFACE_OF_A = 1, AB_SURFACE_OF_B = 2, AB_SURFACE_OF_BOTH = 3 };

typedef enum abSurfaceRule { AB_SURFACE_FACES, AB_SURFACE_VERTICES } abSurfaceRule;

enum { AB_SURFACE_BENDS = 16 };

typedef struct abSurfaceSpec {
    abSurfaceRule rule;
    int sides;      // of both: each point stands for half its area
    bool by_region; // of vertices: the penetrating area of a region, shared alike by its vertices
    bool by_point;  // of vertices: forces of points, whose areas do not act
    bool stores;    // of parts: what the cell walls store, too
    bool places;    // of parts: the triangle of the other that each point is at
    // of faces: depths at which they are cut, as the pressure bends there; below 0: each by scales of
    // its own depth                                                                      [m]
    int bends;
    double bend[AB_SURFACE_BENDS];
} abSurfaceSpec;

// How the direction to the nearest surface turns as the point moves along that surface.
typedef enum abSurfaceBend {
    AB_SURFACE_BEND_NONE,
    AB_SURFACE_BEND_EDGE,
    AB_SURFACE_BEND_CORNER
} abSurfaceBend;

// A place on a triangle.
typedef struct abSurfacePlace {
    int triangle;     // -1: the surface is no mesh
    double weight[3]; // of its corners, together 1
} abSurfacePlace;

typedef struct abSurfacePoint {
    abVec3 p_W;    // on its surface                                                     [m]
    abVec3 n_AB_W; // unit, from A into B: along it the depth changes
    abVec3 m_AB_W; // unit, likewise: along it the pressure acts
    double depth;  // > 0; hardly so where the penetrating part of a face ends                   [m]
    double area;   // that the pressure acts on; m times it turns with the surface, or is seen
                   // along n                                                          [m^2]
    double seen;   // m . n
    abVec3 area_W; // of the surface, from A into B; seen along n it is area times seen; zero
                   // where what is stored does not change with it                       [m^2]
    bool by_itself; // the force is that of a point, whatever the area
    int side;       // 0, 1: a point of A's surface, of B's
    int vertex;     // of the surface; -1: none
    abSurfacePlace own, other;
    abVec3 p_other; // the nearest point, in the frame of the other shape                 [m]
    abSurfaceBend bend;
    abVec3 edge_W;    // of AB_SURFACE_BEND_EDGE: unit, along the edge
    double curvature; // of the bend: the direction, out of the other shape, turns by this times the
                      // way                                                           [1/m]
} abSurfacePoint;

static inline bool ab_surface_point_acts(const abSurfacePoint *point) {
    return point->by_itself || point->area > 0.0;
}

// The penetrating part of a face, in the frame of the other shape: three points with a third of its area
// each. They have the area, the middle and the spread of the part, and of its depth the mean and
// how it changes across; so all that is up to the second power of the place comes out exactly where
// the depth is straight.
typedef struct abSurfacePart {
    abVec3 x[3];     //                                                                     [m]
    double depth[3]; // above 0, hardly so where it ends                                   [m]
    abVec3 area;     // of all three, outward from its own shape                         [m^2]
    abVec3 normal;   // outward, of the other where it is nearest, their mean; unit
    double cell_wall_area,
        cell_wall_depth;    // what else is stored: cell_wall_area by cell_wall_depth times the
                            // integral of the energy per area from 0 to cell_wall_depth
    int triangle, other[3]; // its own, nearest of the other; -1: no mesh, not asked for
    bool is_straight; // x are the middles of the sides of a triangle, the depth is straight there
} abSurfacePart;

typedef struct abSurfaceWorkspace abSurfaceWorkspace;

// NULL for want of memory.
abSurfaceWorkspace *ab_surface_workspace_create(abAllocator allocator);
void ab_surface_workspace_destroy(abSurfaceWorkspace *workspace);

// Whether a pair can be carried so: one of the two is a mesh as it is, and the other has distances.
bool ab_has_surface(const abShape *A, const abShape *B);
// The sides that carry points of themselves: of two meshes the finer, the first when they are
// alike.
int ab_surface_finer(const abShape *A, const abShape *B);

// The points, in the workspace until the next call; -1 for want of memory. The same poses give the same
// bits.
int ab_surface_points(abSurfaceWorkspace *workspace, const abShape *A, const abPose *X_WA,
                      const abShape *B, const abPose *X_WB, abSurfaceSpec spec,
                      const abSurfacePoint **points);

// By rule `faces`: the parts of A's surface, in the frame of B, then those of B's, in the frame of
// A, in the workspace until the next call; how many of each. False for want of memory.
bool ab_surface_find_parts(abSurfaceWorkspace *workspace, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, abSurfaceSpec spec,
                           const abSurfacePart **parts, int counts[2]);

#endif
