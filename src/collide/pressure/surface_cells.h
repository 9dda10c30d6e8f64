// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_cells.h - a triangle of one mesh cut into the cells of another: in each the same
// triangle of the other is nearest, and the depth is straight.

#ifndef AB_SURFACE_CELLS_H
#define AB_SURFACE_CELLS_H

#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"

// A new cell at the end of the list, with nothing in it; NULL for want of memory.
abSurfaceCell *ab_cells_add(abSurfaceWorkspace *workspace);
// Adds a copy. False for want of memory.
bool ab_cells_push(abSurfaceWorkspace *workspace, const abSurfaceCell *cell);
// Of the cells from `first` on those of at least that area, 0: any that has three corners, become
// the list.
void ab_cells_keep(abSurfaceWorkspace *workspace, size_t first, double minimum);
// Less is rounding along common walls.
#define AB_CELL_LEAST 1e-11
// Twice the area in weights: 1 of the whole triangle.
double ab_cell_area(const abSurfaceCell *cell);
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
void ab_surface_call_nobody(abSurfaceWorkspace *workspace);
bool ab_surface_call(abSurfaceWorkspace *workspace, int triangle);

// The cells of a triangle with those corners, penetrating parts only, in room->cells. False for want of
// memory.
bool ab_surface_find_cells(abSurfaceWork *work, const abNearPoint *const corner[3]);
// Likewise all cells, the dry ones too; the search begins with these triangles, too.
bool ab_surface_find_all_cells(abSurfaceWork *work, const abNearPoint *const corner[3],
                               const int *more, int count);

#endif
