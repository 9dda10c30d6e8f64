// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_faces.h - rule `faces`: the penetrating part of each triangle. Private to collide.

#ifndef AB_SURFACE_FACES_H
#define AB_SURFACE_FACES_H

#include "collide/pressure/surface_room.h"

// One triangle of the surface, or a piece of one.
typedef struct abFace {
    abSurfaceWork *work;
    int triangle;
    abVec3 x[3]; // corners, in the frame of the other                                     [m]
    abVec3 area; // as a vector                                                            [m^2]
} abFace;

static inline abMeshPlane ab_face_plane(const abSurfaceWork *work, int triangle) {
    return work->is_flat ? work->workspace->planes[triangle]
                         : work->other->surface->cells[triangle].plane;
}

// The place with those weights of corners 1 and 2.
static inline abVec3 ab_face_place(const abFace *face, double a, double b) {
    abVec3 x = ab_scale(1.0 - a - b, face->x[0]);
    return ab_add_scaled(ab_add_scaled(x, a, face->x[1]), b, face->x[2]);
}

// Adds the penetrating parts of all triangles.
void ab_surface_take_faces(abSurfaceWork *work);

#endif
