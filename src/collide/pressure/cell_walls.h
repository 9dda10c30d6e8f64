// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_walls.h - what walls between cells store.

#ifndef AB_CELL_WALLS_H
#define AB_CELL_WALLS_H

#include "collide/pressure/surface_faces.h"
#include "collide/pressure/surface_moments.h"
#include "collide/pressure/surface_points.h"

// Integrals of depth^2 and depth^3 over cell walls, times their leaning.
typedef struct abFaceCellWalls {
    double squares, cubes, deepest;
} abFaceCellWalls;

// Those between the cells in the workspace.
void ab_cell_walls_add(const abFace *face, abFaceCellWalls *cell_walls);
// What points of a part have less of than its cells, depth squared times how far their normals are
// against the face; as cell walls that store as much.
void ab_cell_walls_add_residual(const abFace *face, const abSurfaceMoments *sum,
                                const abMomentPoint at[3], abFaceCellWalls *cell_walls);
void ab_cell_walls_put(const abFace *face, const abFaceCellWalls *cell_walls, abSurfacePart *part);

#endif
