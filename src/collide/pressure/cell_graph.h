// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph.h - the cells of a round mesh on a triangle, as a cell graph of nodes and edges. Private to
// collide.

#ifndef AB_CELL_GRAPH_H
#define AB_CELL_GRAPH_H

#include "collide/pressure/surface_moments.h"
#include "collide/pressure/surface_room.h"

// How cells lie on a triangle.
enum {
    AB_CELL_GRAPH_CELLS = 14,
    AB_CELL_GRAPH_NODES = 26,
    AB_CELL_GRAPH_EDGES = 36,
    AB_CELL_GRAPH_GUARDS = 6
};
// A triangle that is not in the cell graph, and the displacement of the track up to which it cannot come in [m].
typedef struct abCellGraphGuard {
    double skin;
    int triangle;
} abCellGraphGuard;
struct abCellGraph {
    double skin; // displacement of the track up to which no other triangle is nearest [m]
    int triangle[AB_CELL_GRAPH_CELLS]; // of the other mesh, ascending
    unsigned char cells;               // 0: none yet
    unsigned char nodes, edges, guards;
    unsigned char side[4]; // the nodes on side s are from side[s] to side[s + 1]; inner ones follow
    unsigned char first[3]; // cell at a corner
    unsigned char node[AB_CELL_GRAPH_NODES]
                      [3]; // on a side the cells before and after, else all three
    unsigned char edge[AB_CELL_GRAPH_EDGES]
                      [4]; // cells left and right, left before right; its nodes
    abCellGraphGuard guard[AB_CELL_GRAPH_GUARDS]; // those that can come in first, in any order
    double rest; // likewise of all others                           [m]
};

// Less than this is no length on a triangle, in weights.
#define AB_CELL_GRAPH_MINIMUM 1e-10

typedef struct abCellGraphNode {
    double a, b, depth; // place as weights; [m]
} abCellGraphNode;

// A cell graph as it is now.
typedef struct abCellGraphNow {
    const abCellGraph *cell_graph;
    const abMeshCell *planes; // of the other mesh
    abVec3 area;              // of the triangle, along its outward normal             [m2]
    double depth[AB_CELL_GRAPH_CELLS]
                [3]; // of corners below the planes of cells                  [m]
    abCellGraphNode node[AB_CELL_GRAPH_NODES], corner[3];
} abCellGraphNow;

static inline abVec3 ab_cell_graph_normal(const abCellGraphNow *now, int cell) {
    return now->planes[now->cell_graph->triangle[cell]].plane.normal;
}

static inline void ab_cell_graph_depth(const abMeshPlane *plane, const abNearPoint *const corner[3],
                                       double depth[3]) {
    for (int c = 0; c < 3; c++) {
        depth[c] = plane->height - ab_dot(plane->normal, corner[c]->x);
    }
}

typedef enum abCellGraphResult {
    AB_CELL_GRAPH_OUTSIDE,
    AB_CELL_GRAPH_ONE,    // penetrating in one cell only
    AB_CELL_GRAPH_MANY,   // in several: the sum over them
    AB_CELL_GRAPH_UNSURE, // nothing sure
    AB_CELL_GRAPH_FULL    // out of memory
} abCellGraphResult;

// The penetrating part of face i of the track; of one cell its triangle, and its depth at the corners.
abCellGraphResult ab_surface_sum_cell_graph(abSurfaceWork *work, size_t i,
                                            const abNearPoint *const corner[3],
                                            abSurfaceMoments *sum, abSurfaceCell *one);
// Workspace for cell graphs, empty when the list of faces is new. False for want of memory.
bool ab_surface_begin_cell_graphs(abSurfaceWork *work);

#endif
