// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vertex_parts.h - what the files of surface contact share. Private to collide.

#ifndef AB_VERTEX_PARTS_H
#define AB_VERTEX_PARTS_H

#include "collide/mesh_parts.h"
#include "collide/vertex_contact.h"

// What is known of a vertex, of a middle of an edge: its distance from the other shape.
typedef struct abReach {
    int *slot; // where its number is noted; NULL: nowhere
    double distance;
    abVec3 normal, point; // in the frame of the other shape
    int triangle, feature;
    int parent; // of the region of a wet vertex
    double wet; // area of that region, at its root                                      [m^2]
    int members;
    abVec3 area; // of a middle: what wholly wet triangles add there, in the frame of the surface
    int own_triangle, own_side; // of a middle                                           [m^2]
} abReach;

struct abSurfaceRoom {
    abAllocator allocator;
    abSurfacePoint *points;
    size_t count, capacity;
    abReach *reaches;
    size_t reach_count, reach_capacity;
    int *vertex_slot, *edge_slot; // number in `reaches` and one; 0: not asked
    size_t vertex_capacity, edge_capacity;
};

// One surface while its points are sought.
typedef struct abSurfaceWork {
    abSurfaceRoom *room;
    const abMeshSurface *surface;
    const abShape *other;
    const abPose *X_WS, *X_WO; // of the surface's shape, of the other
    abPose X_OS;
    abSurfaceWish wish;
    int side;
    double share; // of each area
    int near;     // the triangle of the other mesh found last; -1
    double limit; // of the distances of points being looked at                        [m]
    bool is_full; // out of memory
} abSurfaceWork;

// Distance of a corner and of the middle of a side of a triangle that the walk has come to, asked
// once; NULL for want of memory. Later calls may move what is answered.
const abReach *ab_surface_reach_corner(abSurfaceWork *work, int triangle, int i);
const abReach *ab_surface_reach_middle(abSurfaceWork *work, int triangle, int i);

// Adds a point with what the reach says of it; area and place are the caller's business.
abSurfacePoint *ab_surface_note(abSurfaceWork *work, const abReach *reach, abVec3 x, int triangle);

// Calls `take` for each triangle that may be wet.
void ab_surface_walk(abSurfaceWork *work, void (*take)(abSurfaceWork *work, int triangle));

// The rules.
void ab_surface_take_vertices(abSurfaceWork *work);
void ab_surface_take_faces(abSurfaceWork *work);

#endif
