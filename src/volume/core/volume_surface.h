// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_surface.h - the faces of a volume mesh that one element alone has, as triangles.

#ifndef AB_VOLUME_SURFACE_H
#define AB_VOLUME_SURFACE_H

#include "volume/core/volume_mesh.h"

// A face of the boundary: 3 nodes, or 6 with the middles of its edges 01, 12, 20 behind them;
// anticlockwise seen from outside.
typedef struct abVolumeFace {
    int nodes[6];
} abVolumeFace;

typedef struct abVolumeSurface {
    int face_nodes; // 3 or 6
    size_t face_count;
    abVolumeFace *faces; // by element, then face
} abVolumeSurface;

// The boundary, from `arena`. AB_BAD_MODEL when three elements or more share a face, or two on one side of it.
abResult ab_volume_surface(abVolumeMesh *mesh, abArena *arena, abVolumeSurface *surface);

// The triangles of a face: 1, or 4 of a face with 6 nodes. Nodes 3 a triangle; returns how many.
int ab_face_triangles(const abVolumeSurface *surface, size_t face, int out[12]);

#endif
