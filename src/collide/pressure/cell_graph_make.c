// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph_make.c - a cell graph (cell_graph.c) from cells, and how long it is right.

#include "collide/pressure/cell_graph_make.h"

#include <stdint.h>

#include "collide/pressure/cell_graph.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"

// ---- whether another triangle comes in ----

// All triangles with this corner of one of them.
static bool call_around(abSurfaceWork *work, int triangle, int vertex) {
    int at = triangle;
    for (int k = 0; k < AB_MAX_AROUND && (k == 0 || at != triangle); k++) {
        at = ab_mesh_next_around(work->other->surface, vertex, at);
        if (!ab_surface_call(work->workspace, at)) {
            return false;
        }
    }
    return true;
}

// All that share a corner with triangles of the cell graph, after these.
static bool call_all_around(abSurfaceWork *work, const abCellGraph *cell_graph) {
    const int *triangles = work->other->surface->mesh->triangles;
    int seen[3 * AB_CELL_GRAPH_CELLS], count = 0;
    bool is_done = true;
    ab_surface_call_nobody(work->workspace);
    for (int i = 0; i < cell_graph->cells && is_done; i++) {
        is_done = ab_surface_call(work->workspace, cell_graph->triangle[i]);
    }
    for (int i = 0; i < 3 * cell_graph->cells && is_done; i++) {
        int vertex = triangles[3 * cell_graph->triangle[i / 3] + i % 3], k = 0;
        while (k < count && seen[k] != vertex) {
            k++;
        }
        if (k == count) {
            seen[count++] = vertex;
            is_done = call_around(work, cell_graph->triangle[i / 3], vertex);
        }
    }
    return is_done;
}

// By how much a plane is above all nodes.
static double minimum_above(const abCellGraphNow *now, const double depth[3]) {
    double minimum = INFINITY;
    for (int c = 0; c < 3; c++) {
        minimum = ab_min(minimum, depth[c] - now->corner[c].depth);
    }
    for (int k = 0; k < now->cell_graph->nodes; k++) {
        const abCellGraphNode *node = &now->node[k];
        minimum = ab_min(minimum, ab_at_cell(depth, node->a, node->b) - node->depth);
    }
    return minimum;
}

// What bounds other planes by.
typedef struct Bound {
    const abCellGraphNow *now;
    const abNearPoint *const *corner;
    abVec3 n;             // normal of a cell
    double spread, slack; // how far those of the others are from it; rounding               [m]
} Bound;

static Bound bound_of(const abSurfaceWork *work, const abCellGraphNow *now,
                      const abNearPoint *const corner[3]) {
    Bound bound = {.now = now,
                   .corner = corner,
                   .n = ab_cell_graph_normal(now, 0),
                   .slack = 1e-12 * work->other->surface->edge};
    double spread = 0.0;
    for (int i = 1; i < now->cell_graph->cells; i++) {
        spread = ab_max(spread, ab_norm2(ab_sub(ab_cell_graph_normal(now, i), bound.n)));
    }
    bound.spread = sqrt(spread);
    return bound;
}

// The way up to which a triangle cannot come in; not above 0 when it belongs to the cell graph.
static double way_to(const Bound *bound, int triangle) {
    const abMeshPlane *plane = &bound->now->planes[triangle].plane;
    double depth[3];
    ab_cell_graph_depth(plane, bound->corner, depth);
    double above = minimum_above(bound->now, depth) - bound->slack;
    return 0.999 * above / (bound->spread + ab_norm(ab_sub(plane->normal, bound->n)));
}

// Keeps the nearest as guards.
static void add_guard(abCellGraph *cell_graph, abCellGraphGuard guard) {
    int last = 0;
    if (cell_graph->guards < AB_CELL_GRAPH_GUARDS) {
        cell_graph->guard[cell_graph->guards++] = guard;
        return;
    }
    for (int k = 1; k < AB_CELL_GRAPH_GUARDS; k++) {
        last = cell_graph->guard[k].skin > cell_graph->guard[last].skin ? k : last;
    }
    cell_graph->rest = ab_min(cell_graph->rest, ab_max(guard.skin, cell_graph->guard[last].skin));
    if (guard.skin < cell_graph->guard[last].skin) {
        cell_graph->guard[last] = guard;
    }
}

// Looks at all triangles around those of the cell graph.
static int look_around(abSurfaceWork *work, abCellGraph *cell_graph, const Bound *bound,
                       bool *is_full) {
    abSurfaceWorkspace *workspace = work->workspace;
    *is_full = !call_all_around(work, cell_graph);
    cell_graph->guards = 0;
    cell_graph->rest = INFINITY;
    for (size_t k = cell_graph->cells; k < workspace->queue_count; k++) {
        double displacement = way_to(bound, workspace->queue[k]);
        if (!(displacement > 0.0)) {
            cell_graph->rest = 0.0;
            return workspace->queue[k];
        }
        add_guard(cell_graph, (abCellGraphGuard){work->track->displacement + displacement,
                                                 workspace->queue[k]});
    }
    return -1;
}

// Looks at the guards that are no longer certain.
static int check_guards(const abSurfaceWork *work, abCellGraph *cell_graph, const Bound *bound) {
    for (int k = 0; k < cell_graph->guards; k++) {
        abCellGraphGuard *guard = &cell_graph->guard[k];
        if (!(work->track->displacement < guard->skin)) {
            double displacement = way_to(bound, guard->triangle);
            if (!(displacement > 0.0)) {
                return guard->triangle;
            }
            guard->skin = work->track->displacement + displacement;
        }
    }
    return -1;
}

int ab_cell_graph_find_skin(abSurfaceWork *work, abCellGraph *cell_graph, const abCellGraphNow *now,
                            const abNearPoint *const corner[3], bool *is_full) {
    Bound bound = bound_of(work, now, corner);
    int other = work->track->displacement < cell_graph->rest
                    ? check_guards(work, cell_graph, &bound)
                    : look_around(work, cell_graph, &bound, is_full);
    cell_graph->skin = cell_graph->rest;
    for (int k = 0; k < cell_graph->guards; k++) {
        cell_graph->skin = ab_min(cell_graph->skin, cell_graph->guard[k].skin);
    }
    return other;
}

// ---- making a cell graph ----

// Nodes and edges while a cell graph is made, in one number each: side (3: inside) and cells; cells and
// nodes.
typedef struct Making {
    uint32_t node[AB_CELL_GRAPH_NODES], edge[AB_CELL_GRAPH_EDGES];
    double at[AB_CELL_GRAPH_NODES]; // along the side
    int nodes, edges, met;          // edges seen from their right
    bool is_right;
} Making;

static uint32_t packed(int a, int b, int c, int d) {
    return (uint32_t)a << 24 | (uint32_t)b << 16 | (uint32_t)c << 8 | (uint32_t)d;
}

static int unpacked(uint32_t all, int i) {
    return (int)(all >> (24 - 8 * i) & 0xff);
}

static int cell_of(const abCellGraph *cell_graph, int triangle) {
    for (int i = 0; i < cell_graph->cells; i++) {
        if (cell_graph->triangle[i] == triangle) {
            return i;
        }
    }
    return -1;
}

static int find_node(Making *making, uint32_t node, double at) {
    for (int k = 0; k < making->nodes; k++) {
        if (making->node[k] == node) {
            return k;
        }
    }
    if (making->nodes == AB_CELL_GRAPH_NODES) {
        making->is_right = false;
        return 0;
    }
    making->node[making->nodes] = node;
    making->at[making->nodes] = at;
    return making->nodes++;
}

static int find_inside(Making *making, int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int minimum = low < c ? low : c, maximum = high > c ? high : c;
    return find_node(making, packed(3, minimum, a + b + c - minimum - maximum, maximum), 0.0);
}

// Each edge once from its left, and the same from its right.
static void take_edge(Making *making, int own, int other, int from, int to) {
    if (from < 0 || to < 0 || (own < other && making->edges == AB_CELL_GRAPH_EDGES)) {
        making->is_right = false;
    } else if (own < other) {
        making->edge[making->edges++] = packed(own, other, from, to);
    } else {
        uint32_t seen = packed(other, own, to, from);
        for (int k = 0; k < making->edges; k++) {
            making->met += making->edge[k] == seen;
        }
    }
}

// What is beyond the edges of a cell: numbers of cells, or of sides and AB_CELL_GRAPH_CELLS; false when
// something is unknown.
static bool find_beyond(const abCellGraph *cell_graph, const abSurfaceCell *cell, int *beyond) {
    bool is_known = true;
    for (int k = 0; k < cell->count; k++) {
        int edge = cell->at[k].edge;
        beyond[k] =
            edge >= 0 ? cell_of(cell_graph, edge) : AB_CELL_GRAPH_CELLS + AB_BEYOND_SIDE - edge;
        is_known &= beyond[k] >= 0 && edge != AB_BEYOND_OUTSIDE;
    }
    return is_known;
}

static void take_cell(Making *making, abCellGraph *cell_graph, const abSurfaceCell *cell, int own) {
    int beyond[AB_CELL_CORNERS], node[AB_CELL_CORNERS], count = cell->count;
    if (!find_beyond(cell_graph, cell, beyond)) {
        making->is_right = false;
        return;
    }
    for (int k = 0; k < count; k++) {
        int before = beyond[k > 0 ? k - 1 : count - 1], after = beyond[k];
        double a = cell->at[k].a, b = cell->at[k].b;
        bool ends = before >= AB_CELL_GRAPH_CELLS, begins = after >= AB_CELL_GRAPH_CELLS; // a side
        if (ends && begins) {
            cell_graph->first[after - AB_CELL_GRAPH_CELLS] = (unsigned char)own;
            node[k] = -1;
        } else if (!ends && !begins) {
            node[k] = find_inside(making, own, before, after);
        } else {
            // along a side the cell ends where a cell wall follows
            int side = (ends ? before : after) - AB_CELL_GRAPH_CELLS;
            double at = side == 0 ? a : side == 1 ? b : 1.0 - b;
            node[k] =
                find_node(making, packed(side, ends ? own : before, ends ? after : own, 0), at);
        }
    }
    for (int k = 0; k < count; k++) {
        if (beyond[k] < AB_CELL_GRAPH_CELLS) {
            take_edge(making, own, beyond[k], node[k], node[k + 1 < count ? k + 1 : 0]);
        }
    }
}

static bool is_later(const Making *making, int p, int q) {
    int side[2] = {unpacked(making->node[p], 0), unpacked(making->node[q], 0)};
    return side[0] != side[1] ? side[0] > side[1] : making->at[p] > making->at[q];
}

// Nodes side by side, and those inside.
static void put_nodes(const Making *making, abCellGraph *cell_graph, int *number) {
    int order[AB_CELL_GRAPH_NODES] = {0};
    for (int k = 0; k < making->nodes; k++) {
        int i = k;
        for (; i > 0 && is_later(making, order[i - 1], k); i--) {
            order[i] = order[i - 1];
        }
        order[i] = k;
    }
    cell_graph->nodes = (unsigned char)making->nodes;
    cell_graph->side[0] = cell_graph->side[1] = cell_graph->side[2] = cell_graph->side[3] = 0;
    for (int i = 0; i < making->nodes; i++) {
        uint32_t node = making->node[order[i]];
        number[order[i]] = i;
        for (int c = 0; c < 3; c++) {
            cell_graph->node[i][c] = (unsigned char)unpacked(node, 1 + c);
        }
        for (int side = unpacked(node, 0); side < 3; side++) {
            cell_graph->side[side + 1] = (unsigned char)(i + 1);
        }
    }
}

// Edges by their cells.
static void put_edges(Making *making, abCellGraph *cell_graph, const int *number) {
    cell_graph->edges = (unsigned char)making->edges;
    for (int k = 0; k < making->edges; k++) {
        uint32_t edge = making->edge[k];
        int i = k;
        for (; i > 0 && making->edge[i - 1] > edge; i--) {
            making->edge[i] = making->edge[i - 1];
        }
        making->edge[i] = edge;
    }
    for (int k = 0; k < making->edges; k++) {
        uint32_t edge = making->edge[k];
        for (int c = 0; c < 4; c++) {
            int what = unpacked(edge, c);
            cell_graph->edge[k][c] = (unsigned char)(c < 2 ? what : number[what]);
        }
    }
}

// The cells in the workspace by the numbers of their triangles.
static void sort_cells(const abSurfaceWorkspace *workspace, const abSurfaceCell **cell,
                       abCellGraph *cell_graph) {
    cell_graph->cells = (unsigned char)workspace->cell_count;
    for (int k = 0; k < cell_graph->cells; k++) {
        int i = k;
        for (; i > 0 && cell[i - 1]->triangle > workspace->cells[k].triangle; i--) {
            cell[i] = cell[i - 1];
        }
        cell[i] = &workspace->cells[k];
    }
    for (int i = 0; i < cell_graph->cells; i++) {
        cell_graph->triangle[i] = cell[i]->triangle;
    }
}

bool ab_cell_graph_make(const abSurfaceWorkspace *workspace, abCellGraph *cell_graph) {
    const abSurfaceCell *cell[AB_CELL_GRAPH_CELLS];
    Making making;
    int number[AB_CELL_GRAPH_NODES];
    cell_graph->cells = cell_graph->edges = cell_graph->guards = 0;
    cell_graph->first[0] = cell_graph->first[1] = cell_graph->first[2] = AB_CELL_GRAPH_CELLS;
    cell_graph->rest = 0.0;
    if (workspace->cell_count == 0 || workspace->cell_count > AB_CELL_GRAPH_CELLS) {
        return false;
    }
    making.nodes = making.edges = making.met = 0;
    making.is_right = true;
    sort_cells(workspace, cell, cell_graph);
    for (int i = 0; i < cell_graph->cells && making.is_right; i++) {
        take_cell(&making, cell_graph, cell[i], i);
    }
    for (int c = 0; c < 3; c++) {
        making.is_right &= cell_graph->first[c] < cell_graph->cells;
    }
    if (!making.is_right || making.met != making.edges) {
        cell_graph->cells = 0;
        return false;
    }
    put_nodes(&making, cell_graph, number);
    put_edges(&making, cell_graph, number);
    return true;
}
