// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph_sum.c - integrals over the cells of a cell graph (cell_graph.c).
//
// Let O be any point. A cell is the sum of the triangles from O to its edges, so an edge from p to
// q with cell i on its left and j on its right adds an integral over O p q of d_i - d_j, which is
// zero along the edge; with C = p x q, the area of the whole as 1,
//
//   int d += C/3 e,   int d a += C/12 (p_a + q_a) e,   e = (d_i - d_j)(O)                      (1)
//
// The penetrating part ends at edges with d_j = 0 on their right, found where the depth changes its sign; O
// is then the deepest node, as areas far smaller than their distance from O are lost in rounding.
//
// Source  own derivation.

#include "collide/pressure/cell_graph_sum.h"

#include "collide/pressure/cell_graph.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_room.h"

// What is added up, and on the way.
typedef struct Sum {
    abCellGraphNow *now;
    abSurfaceMoments *sum;
    abVec3 normal[AB_CELL_GRAPH_CELLS]; // as they count for that of all
    double
        base[AB_CELL_GRAPH_CELLS]; // depth of O below the planes of cells                       [m]
    abCellGraphNode in[AB_CELL_GRAPH_CELLS],
        out[AB_CELL_GRAPH_CELLS]; // where the penetrating part of a cell begins and ends
    unsigned cut, penetrating;    // cells that have those; cells with a penetrating part
} Sum;

// An edge of a cell, or between two; e of (1), and n what its normal differs by.
static inline void add_edge(abSurfaceMoments *sum, const abCellGraphNode *p,
                            const abCellGraphNode *q, double e, abVec3 n) {
    double area = p->a * q->b - q->a * p->b, depth = area * e;
    sum->d += depth * (1.0 / 3.0);
    sum->da += depth * (1.0 / 12.0) * (p->a + q->a);
    sum->db += depth * (1.0 / 12.0) * (p->b + q->b);
    sum->normal = ab_add_scaled(sum->normal, area, n);
}

// A part of a side, with the cell on its left.
static void add_side(Sum *all, const abCellGraphNode *p, const abCellGraphNode *q, int cell) {
    abSurfaceMoments *sum = all->sum;
    double e = all->base[cell], dp = p->depth, dq = q->depth;
    double area = p->a * q->b - q->a * p->b;
    add_edge(sum, p, q, e, all->normal[cell]);
    sum->d += area * (1.0 / 3.0) * (dp + dq);
    sum->da += area * (1.0 / 12.0) * (p->a * (2.0 * dp + dq) + q->a * (dp + 2.0 * dq));
    sum->db += area * (1.0 / 12.0) * (p->b * (2.0 * dp + dq) + q->b * (dp + 2.0 * dq));
}

// Area and spread of O p q.
static void add_area(abSurfaceMoments *sum, const abCellGraphNode *p, const abCellGraphNode *q) {
    double area = p->a * q->b - q->a * p->b, a = p->a + q->a, b = p->b + q->b;
    sum->one += area;
    sum->a += area * (1.0 / 3.0) * a;
    sum->b += area * (1.0 / 3.0) * b;
    sum->aa += area * (1.0 / 12.0) * (p->a * p->a + q->a * q->a + a * a);
    sum->ab += area * (1.0 / 12.0) * (p->a * p->b + q->a * q->b + a * b);
    sum->bb += area * (1.0 / 12.0) * (p->b * p->b + q->b * q->b + b * b);
}

static void add_inner_edge(Sum *all, const abCellGraphNode *p, const abCellGraphNode *q,
                           const unsigned char *edge) {
    add_edge(all->sum, p, q, all->base[edge[0]] - all->base[edge[1]],
             ab_sub(all->normal[edge[0]], all->normal[edge[1]]));
}

// The pieces of a side from node to node, each with its cell.
typedef struct Piece {
    const abCellGraphNode *p, *q;
    int cell;
} Piece;

static Piece piece_of(const Sum *all, int side, int k) {
    const abCellGraph *cell_graph = all->now->cell_graph;
    int begin = cell_graph->side[side], end = cell_graph->side[side + 1];
    return (Piece){k == begin ? &all->now->corner[side] : &all->now->node[k - 1],
                   k == end ? &all->now->corner[side == 2 ? 0 : side + 1] : &all->now->node[k],
                   k == begin ? cell_graph->first[side] : cell_graph->node[k - 1][1]};
}

static void add_all(Sum *all) {
    const abCellGraph *cell_graph = all->now->cell_graph;
    abSurfaceMoments *sum = all->sum;
    sum->one = 1.0;
    sum->a = sum->b = 1.0 / 3.0;
    sum->aa = sum->bb = 1.0 / 6.0;
    sum->ab = 1.0 / 12.0;
    for (int i = 0; i < cell_graph->cells; i++) {
        all->base[i] = all->now->depth[i][0];
    }
    // O is corner 0, so that the sides beside it add nothing
    for (int k = 0; k < cell_graph->edges; k++) {
        const unsigned char *edge = cell_graph->edge[k];
        add_inner_edge(all, &all->now->node[edge[2]], &all->now->node[edge[3]], edge);
    }
    for (int k = cell_graph->side[1]; k <= cell_graph->side[2]; k++) {
        Piece piece = piece_of(all, 1, k);
        add_side(all, piece.p, piece.q, piece.cell);
    }
}

// ---- the penetrating part alone ----

static abCellGraphNode surface_end(const abCellGraphNode *penetrating, const abCellGraphNode *dry) {
    double t = penetrating->depth / (penetrating->depth - dry->depth);
    return (abCellGraphNode){penetrating->a + t * (dry->a - penetrating->a),
                             penetrating->b + t * (dry->b - penetrating->b), 0.0};
}

// The penetrating part of p to q; where it begins or ends inside, the cells beside note it. False when
// there is none.
static bool keep_penetrating(Sum *all, abCellGraphNode *p, abCellGraphNode *q, int left,
                             int right) {
    bool penetrating_p = p->depth > 0.0, penetrating_q = q->depth > 0.0;
    if (!penetrating_p && !penetrating_q) {
        return false;
    }
    unsigned both = 1u << left | (right >= 0 ? 1u << right : 0u);
    all->penetrating |= both;
    if (penetrating_p && penetrating_q) {
        return true;
    }
    all->cut |= both;
    abCellGraphNode end = penetrating_p ? surface_end(p, q) : surface_end(q, p);
    *(penetrating_p ? q : p) = end;
    (penetrating_p ? all->out : all->in)[left] = end;
    if (right >= 0) {
        (penetrating_p ? all->in : all->out)[right] = end;
    }
    return true;
}

// Makes the deepest node O; where it was.
static abCellGraphNode move_to_deepest(Sum *all) {
    const abCellGraph *cell_graph = all->now->cell_graph;
    const abCellGraphNode *deepest = &all->now->corner[0];
    for (int c = 1; c < 3; c++) {
        deepest = all->now->corner[c].depth > deepest->depth ? &all->now->corner[c] : deepest;
    }
    for (int k = 0; k < cell_graph->nodes; k++) {
        deepest = all->now->node[k].depth > deepest->depth ? &all->now->node[k] : deepest;
    }
    abCellGraphNode origin = *deepest;
    for (int i = 0; i < cell_graph->cells; i++) {
        all->base[i] = ab_at_cell(all->now->depth[i], origin.a, origin.b);
    }
    for (int k = 0; k < cell_graph->nodes + 3; k++) {
        abCellGraphNode *node =
            k < cell_graph->nodes ? &all->now->node[k] : &all->now->corner[k - cell_graph->nodes];
        node->a -= origin.a;
        node->b -= origin.b;
    }
    return origin;
}

// Sums from O become those from corner 0.
static void move_back(abSurfaceMoments *sum, const abCellGraphNode *origin) {
    double a = origin->a, b = origin->b;
    sum->aa += a * (2.0 * sum->a + a * sum->one);
    sum->ab += a * sum->b + b * sum->a + a * b * sum->one;
    sum->bb += b * (2.0 * sum->b + b * sum->one);
    sum->a += a * sum->one;
    sum->b += b * sum->one;
    sum->da += a * sum->d;
    sum->db += b * sum->d;
}

static void add_penetrating_side(Sum *all, int side) {
    for (int k = all->now->cell_graph->side[side]; k <= all->now->cell_graph->side[side + 1]; k++) {
        Piece piece = piece_of(all, side, k);
        abCellGraphNode p = *piece.p, q = *piece.q;
        if (keep_penetrating(all, &p, &q, piece.cell, -1)) {
            add_side(all, &p, &q, piece.cell);
            add_area(all->sum, &p, &q);
        }
    }
}

static void add_penetrating(Sum *all) {
    const abCellGraph *cell_graph = all->now->cell_graph;
    abCellGraphNode origin = move_to_deepest(all);
    if (!(origin.depth > 0.0)) {
        return;
    }
    for (int k = 0; k < cell_graph->edges; k++) {
        const unsigned char *edge = cell_graph->edge[k];
        abCellGraphNode p = all->now->node[edge[2]], q = all->now->node[edge[3]];
        if (keep_penetrating(all, &p, &q, edge[0], edge[1])) {
            add_inner_edge(all, &p, &q, edge);
        }
    }
    for (int side = 0; side < 3; side++) {
        add_penetrating_side(all, side);
    }
    for (int i = 0; i < cell_graph->cells; i++) {
        if ((all->cut & 1u << i) != 0) {
            add_edge(all->sum, &all->out[i], &all->in[i], all->base[i], all->normal[i]);
            add_area(all->sum, &all->out[i], &all->in[i]);
        }
    }
    move_back(all->sum, &origin);
}

static abCellGraphResult all_of_one(const abCellGraphNow *now, int cell, abSurfaceCell *one) {
    ab_cell_begin(one, now->cell_graph->triangle[cell]);
    for (int c = 0; c < 3; c++) {
        one->depth[c] = now->depth[cell][c];
    }
    return AB_CELL_GRAPH_ONE;
}

abCellGraphResult ab_cell_graph_sum(abCellGraphNow *now, abSurfaceMoments *sum,
                                    abSurfaceCell *one) {
    Sum all;
    all.now = now;
    all.sum = sum;
    all.cut = all.penetrating = 0;
    for (int i = 0; i < now->cell_graph->cells; i++) {
        all.normal[i] = ab_pressed_normal(now->area, ab_cell_graph_normal(now, i));
    }
    *sum = (abSurfaceMoments){.one = 0.0};
    if (now->corner[0].depth > 0.0 && now->corner[1].depth > 0.0 && now->corner[2].depth > 0.0) {
        add_all(&all);
    } else {
        add_penetrating(&all);
        for (int k = 0; k < now->cell_graph->cells; k++) {
            if (all.penetrating == 1u << k) {
                return all_of_one(now, k, one);
            }
        }
    }
    // else on the surface but for rounding
    return sum->one > 0.0 && sum->d > 0.0 ? AB_CELL_GRAPH_MANY : AB_CELL_GRAPH_OUTSIDE;
}
