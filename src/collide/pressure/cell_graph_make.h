// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph_make.h - a cell graph (cell_graph.c) from cells, and how long it is right.

#ifndef AB_CELL_GRAPH_MAKE_H
#define AB_CELL_GRAPH_MAKE_H

#include "collide/pressure/cell_graph.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"

// From all cells, in the workspace; false when they do not fit together, or are too many.
bool ab_cell_graph_make(const abSurfaceWorkspace *workspace, abCellGraph *cell_graph);
// Sets how long the cell graph is valid (its skin); -1: it is right; else a triangle that belongs to it, or is so
// near that nobody can tell. A cell graph that is new has no guards, and rest 0.
int ab_cell_graph_find_skin(abSurfaceWork *work, abCellGraph *cell_graph, const abCellGraphNow *now,
                            const abNearPoint *const corner[3], bool *is_full);

#endif
