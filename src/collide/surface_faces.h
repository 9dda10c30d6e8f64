// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_faces.h - what the files of rule `faces` share. Private to collide.

#ifndef AB_SURFACE_FACES_H
#define AB_SURFACE_FACES_H

#include "collide/surface_net.h"

// One triangle of the surface, or a piece of one.
typedef struct abFace {
    abSurfaceWork *work;
    int triangle;
    abVec3 x[3]; // corners, in the frame of the other                                     [m]
    abVec3 area; // as a vector                                                            [m^2]
} abFace;

static inline abMeshPlane ab_face_plane(const abSurfaceWork *work, int triangle) {
    return work->is_flat ? work->room->planes[triangle]
                         : work->other->surface->cells[triangle].plane;
}

// ---- what walls store: surface_walls.c ----

// Integrals of depth^2 and depth^3 over walls, times their leaning.
typedef struct abFaceWalls {
    double squares, cubes, deepest;
} abFaceWalls;

// Those between the cells in the room.
void ab_walls_add(const abFace *face, abFaceWalls *walls);
// What points of a part have less of than its cells, depth squared times how far their normals are
// against the face; as walls that store as much.
void ab_walls_add_rest(const abFace *face, const abSurfaceMoments *sum, const abMomentPoint at[3],
                       abFaceWalls *walls);
void ab_walls_put(const abFace *face, const abFaceWalls *walls, abSurfacePart *part);

#endif
