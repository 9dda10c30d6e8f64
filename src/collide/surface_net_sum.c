// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_net_sum.c - integrals over the cells of a net (surface_net.c).
//
// Let O be any point. A cell is the sum of the triangles from O to its edges, so an edge from p to
// q with cell i on its left and j on its right adds an integral over O p q of d_i - d_j, which is
// zero along the edge; with C = p x q, the area of the whole as 1,
//
//   int d += C/3 e,   int d a += C/12 (p_a + q_a) e,   e = (d_i - d_j)(O)                      (1)
//
// The wet part ends at edges with d_j = 0 on their right, found where the depth changes its sign; O
// is then the deepest node, as areas far smaller than their distance from O are lost in rounding.
//
// Source  own derivation.

#include "collide/surface_net.h"

// What is added up, and on the way.
typedef struct Sum {
    abNetNow *now;
    abSurfaceMoments *sum;
    abVec3 normal[AB_NET_CELLS]; // as they count for that of all
    double base[AB_NET_CELLS];   // depth of O below the planes of cells                       [m]
    abNetNode in[AB_NET_CELLS], out[AB_NET_CELLS]; // where the wet part of a cell begins and ends
    unsigned cut, wet;                             // cells that have those; cells with a wet part
} Sum;

// An edge of a cell, or between two; e of (1), and n what its normal differs by.
static inline void add_edge(abSurfaceMoments *sum, const abNetNode *p, const abNetNode *q, double e,
                            abVec3 n) {
    double area = p->a * q->b - q->a * p->b, depth = area * e;
    sum->d += depth * (1.0 / 3.0);
    sum->da += depth * (1.0 / 12.0) * (p->a + q->a);
    sum->db += depth * (1.0 / 12.0) * (p->b + q->b);
    sum->normal = ab_add_scaled(sum->normal, area, n);
}

// A part of a side, with the cell on its left.
static void add_side(Sum *all, const abNetNode *p, const abNetNode *q, int cell) {
    abSurfaceMoments *sum = all->sum;
    double e = all->base[cell], dp = p->depth, dq = q->depth;
    double area = p->a * q->b - q->a * p->b;
    add_edge(sum, p, q, e, all->normal[cell]);
    sum->d += area * (1.0 / 3.0) * (dp + dq);
    sum->da += area * (1.0 / 12.0) * (p->a * (2.0 * dp + dq) + q->a * (dp + 2.0 * dq));
    sum->db += area * (1.0 / 12.0) * (p->b * (2.0 * dp + dq) + q->b * (dp + 2.0 * dq));
}

// Area and spread of O p q.
static void add_area(abSurfaceMoments *sum, const abNetNode *p, const abNetNode *q) {
    double area = p->a * q->b - q->a * p->b, a = p->a + q->a, b = p->b + q->b;
    sum->one += area;
    sum->a += area * (1.0 / 3.0) * a;
    sum->b += area * (1.0 / 3.0) * b;
    sum->aa += area * (1.0 / 12.0) * (p->a * p->a + q->a * q->a + a * a);
    sum->ab += area * (1.0 / 12.0) * (p->a * p->b + q->a * q->b + a * b);
    sum->bb += area * (1.0 / 12.0) * (p->b * p->b + q->b * q->b + b * b);
}

static void add_inner_edge(Sum *all, const abNetNode *p, const abNetNode *q,
                           const unsigned char *edge) {
    add_edge(all->sum, p, q, all->base[edge[0]] - all->base[edge[1]],
             ab_sub(all->normal[edge[0]], all->normal[edge[1]]));
}

// The pieces of a side from node to node, each with its cell.
typedef struct Piece {
    const abNetNode *p, *q;
    int cell;
} Piece;

static Piece piece_of(const Sum *all, int side, int k) {
    const abSurfaceNet *net = all->now->net;
    int begin = net->side[side], end = net->side[side + 1];
    return (Piece){k == begin ? &all->now->corner[side] : &all->now->node[k - 1],
                   k == end ? &all->now->corner[side == 2 ? 0 : side + 1] : &all->now->node[k],
                   k == begin ? net->first[side] : net->node[k - 1][1]};
}

static void add_all(Sum *all) {
    const abSurfaceNet *net = all->now->net;
    abSurfaceMoments *sum = all->sum;
    sum->one = 1.0;
    sum->a = sum->b = 1.0 / 3.0;
    sum->aa = sum->bb = 1.0 / 6.0;
    sum->ab = 1.0 / 12.0;
    for (int i = 0; i < net->cells; i++) {
        all->base[i] = all->now->depth[i][0];
    }
    // O is corner 0, so that the sides beside it add nothing
    for (int k = 0; k < net->edges; k++) {
        const unsigned char *edge = net->edge[k];
        add_inner_edge(all, &all->now->node[edge[2]], &all->now->node[edge[3]], edge);
    }
    for (int k = net->side[1]; k <= net->side[2]; k++) {
        Piece piece = piece_of(all, 1, k);
        add_side(all, piece.p, piece.q, piece.cell);
    }
}

// ---- the wet part alone ----

static abNetNode dry_end(const abNetNode *wet, const abNetNode *dry) {
    double t = wet->depth / (wet->depth - dry->depth);
    return (abNetNode){wet->a + t * (dry->a - wet->a), wet->b + t * (dry->b - wet->b), 0.0};
}

// The wet part of p to q; where it begins or ends inside, the cells beside note it. False when
// there is none.
static bool keep_wet(Sum *all, abNetNode *p, abNetNode *q, int left, int right) {
    bool wet_p = p->depth > 0.0, wet_q = q->depth > 0.0;
    if (!wet_p && !wet_q) {
        return false;
    }
    unsigned both = 1u << left | (right >= 0 ? 1u << right : 0u);
    all->wet |= both;
    if (wet_p && wet_q) {
        return true;
    }
    all->cut |= both;
    abNetNode end = wet_p ? dry_end(p, q) : dry_end(q, p);
    *(wet_p ? q : p) = end;
    (wet_p ? all->out : all->in)[left] = end;
    if (right >= 0) {
        (wet_p ? all->in : all->out)[right] = end;
    }
    return true;
}

// Makes the deepest node O; where it was.
static abNetNode move_to_deepest(Sum *all) {
    const abSurfaceNet *net = all->now->net;
    const abNetNode *deepest = &all->now->corner[0];
    for (int c = 1; c < 3; c++) {
        deepest = all->now->corner[c].depth > deepest->depth ? &all->now->corner[c] : deepest;
    }
    for (int k = 0; k < net->nodes; k++) {
        deepest = all->now->node[k].depth > deepest->depth ? &all->now->node[k] : deepest;
    }
    abNetNode origin = *deepest;
    for (int i = 0; i < net->cells; i++) {
        all->base[i] = ab_at_cell(all->now->depth[i], origin.a, origin.b);
    }
    for (int k = 0; k < net->nodes + 3; k++) {
        abNetNode *node = k < net->nodes ? &all->now->node[k] : &all->now->corner[k - net->nodes];
        node->a -= origin.a;
        node->b -= origin.b;
    }
    return origin;
}

// Sums from O become those from corner 0.
static void move_back(abSurfaceMoments *sum, const abNetNode *origin) {
    double a = origin->a, b = origin->b;
    sum->aa += a * (2.0 * sum->a + a * sum->one);
    sum->ab += a * sum->b + b * sum->a + a * b * sum->one;
    sum->bb += b * (2.0 * sum->b + b * sum->one);
    sum->a += a * sum->one;
    sum->b += b * sum->one;
    sum->da += a * sum->d;
    sum->db += b * sum->d;
}

static void add_wet_side(Sum *all, int side) {
    for (int k = all->now->net->side[side]; k <= all->now->net->side[side + 1]; k++) {
        Piece piece = piece_of(all, side, k);
        abNetNode p = *piece.p, q = *piece.q;
        if (keep_wet(all, &p, &q, piece.cell, -1)) {
            add_side(all, &p, &q, piece.cell);
            add_area(all->sum, &p, &q);
        }
    }
}

static void add_wet(Sum *all) {
    const abSurfaceNet *net = all->now->net;
    abNetNode origin = move_to_deepest(all);
    if (!(origin.depth > 0.0)) {
        return;
    }
    for (int k = 0; k < net->edges; k++) {
        const unsigned char *edge = net->edge[k];
        abNetNode p = all->now->node[edge[2]], q = all->now->node[edge[3]];
        if (keep_wet(all, &p, &q, edge[0], edge[1])) {
            add_inner_edge(all, &p, &q, edge);
        }
    }
    for (int side = 0; side < 3; side++) {
        add_wet_side(all, side);
    }
    for (int i = 0; i < net->cells; i++) {
        if ((all->cut & 1u << i) != 0) {
            add_edge(all->sum, &all->out[i], &all->in[i], all->base[i], all->normal[i]);
            add_area(all->sum, &all->out[i], &all->in[i]);
        }
    }
    move_back(all->sum, &origin);
}

static abNetResult all_of_one(const abNetNow *now, int cell, abSurfaceCell *one) {
    ab_cell_begin(one, now->net->triangle[cell]);
    for (int c = 0; c < 3; c++) {
        one->depth[c] = now->depth[cell][c];
    }
    return AB_NET_ONE;
}

abNetResult ab_net_sum(abNetNow *now, abSurfaceMoments *sum, abSurfaceCell *one) {
    Sum all;
    all.now = now;
    all.sum = sum;
    all.cut = all.wet = 0;
    for (int i = 0; i < now->net->cells; i++) {
        all.normal[i] = ab_pressed_normal(now->area, ab_net_normal(now, i));
    }
    *sum = (abSurfaceMoments){.one = 0.0};
    if (now->corner[0].depth > 0.0 && now->corner[1].depth > 0.0 && now->corner[2].depth > 0.0) {
        add_all(&all);
    } else {
        add_wet(&all);
        for (int k = 0; k < now->net->cells; k++) {
            if (all.wet == 1u << k) {
                return all_of_one(now, k, one);
            }
        }
    }
    // else on the surface but for rounding
    return sum->one > 0.0 && sum->d > 0.0 ? AB_NET_MANY : AB_NET_DRY;
}
