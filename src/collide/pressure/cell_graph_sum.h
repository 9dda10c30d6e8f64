// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph_sum.h - integrals over the cells of a cell graph (cell_graph.c).

#ifndef AB_CELL_GRAPH_SUM_H
#define AB_CELL_GRAPH_SUM_H

#include "collide/pressure/cell_graph.h"
#include "collide/pressure/surface_room.h"

// Leaves the places of the nodes as it likes.
abCellGraphResult ab_cell_graph_sum(abCellGraphNow *now, abSurfaceMoments *sum, abSurfaceCell *one);

#endif
