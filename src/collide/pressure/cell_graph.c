// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph.c - the cells of a round mesh (mesh_surface.h) on a triangle of another, kept from
// one call to the next.
//
// Inside a convex mesh the depth D is the least of the depths d_i below the planes of its
// triangles. On a triangle its cells and their borders form a cell graph of nodes and edges, which seldom
// changes: then only the places of the nodes are new, and the integrals over all cells follow from
// the edges alone (cell_graph_sum.c).
//
// A cell graph is right if its edges all go the way they should and no other plane is lower at a node: D
// is then made of some of the planes, continuous and concave, and so the least of these; and D less
// another plane is concave, too, with its greatest value at a node. Only triangles that share a
// corner with one in the cell graph can come in next. With s by how much the plane of one is above all
// nodes, and b how much its normal differs from those of the cell graph, it cannot while nothing moves by
// s/b.
//
// Where an edge is so short that rounding could make the cell graph another one, none is used. So what is
// found does not depend on the past.
//
// Valid   as surface_cells.c.
// Cost    a new cell graph about ten times that of one known before.
// Source  own derivation.

#include "collide/pressure/cell_graph.h"
#include "base/array.h"
#include "collide/pressure/cell_graph_make.h"
#include "collide/pressure/cell_graph_sum.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"

// ---- places ----

static void fill_depths(abCellGraphNow *now, const abNearPoint *const corner[3]) {
    const abCellGraph *cell_graph = now->cell_graph;
    for (int i = 0; i < cell_graph->cells; i++) {
        ab_cell_graph_depth(&now->planes[cell_graph->triangle[i]].plane, corner, now->depth[i]);
    }
    for (int c = 0; c < 3; c++) {
        now->corner[c] = (abCellGraphNode){c == 1, c == 2, now->depth[cell_graph->first[c]][c]};
    }
}

// The nodes of a side, which must follow each other.
static bool place_on_side(abCellGraphNow *now, int side) {
    const abCellGraph *cell_graph = now->cell_graph;
    int from = side, to = side == 2 ? 0 : side + 1;
    double last = 0.0, workspace = 1.0;
    for (int k = cell_graph->side[side]; k < cell_graph->side[side + 1]; k++) {
        const double *p = now->depth[cell_graph->node[k][0]],
                     *q = now->depth[cell_graph->node[k][1]];
        double before = q[from] - p[from], after = q[to] - p[to];
        double t = before / (before - after), depth = p[from] + t * (p[to] - p[from]);
        workspace = ab_min(workspace, t - last);
        now->node[k] = side == 0   ? (abCellGraphNode){t, 0.0, depth}
                       : side == 1 ? (abCellGraphNode){1.0 - t, t, depth}
                                   : (abCellGraphNode){0.0, 1.0 - t, depth};
        last = t;
    }
    return workspace > AB_CELL_GRAPH_MINIMUM && 1.0 - last > AB_CELL_GRAPH_MINIMUM;
}

static void place_inside(abCellGraphNow *now, int k) {
    const unsigned char *cell = now->cell_graph->node[k];
    const double *p = now->depth[cell[0]], *q = now->depth[cell[1]], *r = now->depth[cell[2]];
    double f = q[0] - p[0], fa = (q[1] - p[1]) - f, fb = (q[2] - p[2]) - f;
    double g = r[0] - p[0], ga = (r[1] - p[1]) - g, gb = (r[2] - p[2]) - g;
    double by = 1.0 / (fa * gb - fb * ga);
    double a = by * (fb * g - gb * f), b = by * (ga * f - fa * g);
    now->node[k] = (abCellGraphNode){a, b, p[0] + a * (p[1] - p[0]) + b * (p[2] - p[0])};
}

static bool place_nodes(abCellGraphNow *now) {
    bool is_right = place_on_side(now, 0) && place_on_side(now, 1) && place_on_side(now, 2);
    for (int k = now->cell_graph->side[3]; k < now->cell_graph->nodes && is_right; k++) {
        place_inside(now, k);
    }
    return is_right;
}

// Whether each edge goes the way that has the lower plane on its left.
static bool edges_are_right(const abCellGraphNow *now) {
    const abCellGraph *cell_graph = now->cell_graph;
    bool is_right = true;
    for (int k = 0; k < cell_graph->edges; k++) {
        const unsigned char *edge = cell_graph->edge[k];
        const double *p = now->depth[edge[0]], *q = now->depth[edge[1]];
        const abCellGraphNode *from = &now->node[edge[2]], *to = &now->node[edge[3]];
        double f = q[0] - p[0], fa = (q[1] - p[1]) - f, fb = (q[2] - p[2]) - f;
        double displacement = (to->a - from->a) * fb - (to->b - from->b) * fa;
        is_right &= displacement > AB_CELL_GRAPH_MINIMUM * (fabs(fa) + fabs(fb));
    }
    return is_right;
}

// ---- all of it ----

static bool place(abCellGraphNow *now, const abNearPoint *const corner[3]) {
    fill_depths(now, corner);
    return place_nodes(now) && edges_are_right(now);
}

// Makes the cell graph anew; triangles the search did not come by are looked at in the next round.
static bool find_cell_graph(abSurfaceWork *work, abCellGraph *cell_graph, abCellGraphNow *now,
                            const abNearPoint *const corner[3], bool *is_full) {
    enum { ROUNDS = 4 };
    int more[ROUNDS];
    for (int round = 0; round < ROUNDS && !*is_full; round++) {
        if (!ab_surface_find_all_cells(work, corner, more, round)) {
            *is_full = true;
        } else if (!ab_cell_graph_make(work->workspace, cell_graph) || !place(now, corner)) {
            break;
        } else {
            more[round] = ab_cell_graph_find_skin(work, cell_graph, now, corner, is_full);
            if (more[round] < 0) {
                return !*is_full;
            }
        }
    }
    cell_graph->cells = 0;
    return false;
}

// Whether a triangle is so small that few cells lie on it; by its own corners, which never change.
static bool is_small(const abSurfaceWork *work, const abNearPoint *const corner[3]) {
    const abVec3 *points = work->surface->mesh->points;
    double maximum = 2.0 * work->other->surface->mean_edge;
    bool is_small = true;
    for (int i = 0; i < 3; i++) {
        abVec3 side = ab_sub(points[corner[i]->vertex], points[corner[(i + 1) % 3]->vertex]);
        is_small &= ab_norm2(side) < maximum * maximum;
    }
    return is_small;
}

abCellGraphResult ab_surface_sum_cell_graph(abSurfaceWork *work, size_t i,
                                            const abNearPoint *const corner[3],
                                            abSurfaceMoments *sum, abSurfaceCell *one) {
    abCellGraph *cell_graph = &work->track->cell_graphs[i];
    abCellGraphNow now;
    now.cell_graph = cell_graph;
    now.planes = work->other->surface->cells;
    now.area = ab_cross(ab_sub(corner[1]->x, corner[0]->x), ab_sub(corner[2]->x, corner[0]->x));
    bool is_full = false;
    bool is_dry = corner[0]->depth <= 0.0 && corner[1]->depth <= 0.0 && corner[2]->depth <= 0.0;
    if (is_dry && ab_corners_are_above(work->other->surface, corner, 0.0)) {
        return AB_CELL_GRAPH_OUTSIDE;
    }
    bool is_right = cell_graph->cells > 0 && place(&now, corner);
    if (is_right && !(work->track->displacement < cell_graph->skin)) {
        is_right = ab_cell_graph_find_skin(work, cell_graph, &now, corner, &is_full) < 0;
    }
    if (!is_right && !is_full) {
        is_right =
            is_small(work, corner) && find_cell_graph(work, cell_graph, &now, corner, &is_full);
    }
    return is_full    ? AB_CELL_GRAPH_FULL
           : is_right ? ab_cell_graph_sum(&now, sum, one)
                      : AB_CELL_GRAPH_UNSURE;
}

bool ab_surface_begin_cell_graphs(abSurfaceWork *work) {
    enum { FACES = 256 }; // so that a contact of ordinary size takes none while it grows
    abSurfaceTrack *track = work->track;
    size_t all = work->surface->mesh->triangle_count, maximum = all < FACES ? all : FACES;
    if (track->cell_graph_count == track->face_count) {
        return true;
    }
    if (!AB_ARRAYS_RESERVE(work->workspace->allocator, &track->arrays, track->cell_graphs,
                           track->face_count > maximum ? track->face_count : maximum)) {
        return false;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        track->cell_graphs[i].cells = 0;
    }
    track->cell_graph_count = track->face_count;
    return true;
}
