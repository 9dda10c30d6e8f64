// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_net_make.c - a net (surface_net.c) from cells, and how long it is right.

#include <stdint.h>

#include "collide/surface_net.h"

// ---- whether another triangle comes in ----

// All triangles with this corner of one of them.
static bool call_around(abSurfaceWork *work, int triangle, int vertex) {
    int at = triangle;
    for (int k = 0; k < AB_MOST_AROUND && (k == 0 || at != triangle); k++) {
        at = ab_mesh_next_around(work->other->surface, vertex, at);
        if (!ab_surface_call(work->room, at)) {
            return false;
        }
    }
    return true;
}

// All that share a corner with triangles of the net, after these.
static bool call_all_around(abSurfaceWork *work, const abSurfaceNet *net) {
    const int *triangles = work->other->surface->mesh->triangles;
    int seen[3 * AB_NET_CELLS], count = 0;
    bool is_done = true;
    ab_surface_call_nobody(work->room);
    for (int i = 0; i < net->cells && is_done; i++) {
        is_done = ab_surface_call(work->room, net->triangle[i]);
    }
    for (int i = 0; i < 3 * net->cells && is_done; i++) {
        int vertex = triangles[3 * net->triangle[i / 3] + i % 3], k = 0;
        while (k < count && seen[k] != vertex) {
            k++;
        }
        if (k == count) {
            seen[count++] = vertex;
            is_done = call_around(work, net->triangle[i / 3], vertex);
        }
    }
    return is_done;
}

// By how much a plane is above all nodes.
static double least_above(const abNetNow *now, const double depth[3]) {
    double least = INFINITY;
    for (int c = 0; c < 3; c++) {
        least = ab_least(least, depth[c] - now->corner[c].depth);
    }
    for (int k = 0; k < now->net->nodes; k++) {
        const abNetNode *node = &now->node[k];
        least = ab_least(least, ab_at_cell(depth, node->a, node->b) - node->depth);
    }
    return least;
}

// What bounds other planes by.
typedef struct Bound {
    const abNetNow *now;
    const abNearPoint *const *corner;
    abVec3 n;             // normal of a cell
    double spread, slack; // how far those of the others are from it; rounding               [m]
} Bound;

static Bound bound_of(const abSurfaceWork *work, const abNetNow *now,
                      const abNearPoint *const corner[3]) {
    Bound bound = {.now = now,
                   .corner = corner,
                   .n = ab_net_normal(now, 0),
                   .slack = 1e-12 * work->other->surface->edge};
    double spread = 0.0;
    for (int i = 1; i < now->net->cells; i++) {
        spread = ab_most(spread, ab_norm2(ab_sub(ab_net_normal(now, i), bound.n)));
    }
    bound.spread = sqrt(spread);
    return bound;
}

// The way up to which a triangle cannot come in; not above 0 when it belongs to the net.
static double way_to(const Bound *bound, int triangle) {
    const abMeshPlane *plane = &bound->now->planes[triangle].plane;
    double depth[3];
    ab_net_depth(plane, bound->corner, depth);
    double above = least_above(bound->now, depth) - bound->slack;
    return 0.999 * above / (bound->spread + ab_norm(ab_sub(plane->normal, bound->n)));
}

// Keeps the nearest as guards.
static void add_guard(abSurfaceNet *net, abNetGuard guard) {
    int last = 0;
    if (net->guards < AB_NET_GUARDS) {
        net->guard[net->guards++] = guard;
        return;
    }
    for (int k = 1; k < AB_NET_GUARDS; k++) {
        last = net->guard[k].certain > net->guard[last].certain ? k : last;
    }
    net->rest = ab_least(net->rest, ab_most(guard.certain, net->guard[last].certain));
    if (guard.certain < net->guard[last].certain) {
        net->guard[last] = guard;
    }
}

// Looks at all triangles around those of the net.
static int look_around(abSurfaceWork *work, abSurfaceNet *net, const Bound *bound, bool *is_full) {
    abSurfaceRoom *room = work->room;
    *is_full = !call_all_around(work, net);
    net->guards = 0;
    net->rest = INFINITY;
    for (size_t k = net->cells; k < room->queue_count; k++) {
        double way = way_to(bound, room->queue[k]);
        if (!(way > 0.0)) {
            net->rest = 0.0;
            return room->queue[k];
        }
        add_guard(net, (abNetGuard){work->track->way + way, room->queue[k]});
    }
    return -1;
}

// Looks at the guards that are no longer certain.
static int look_at_guards(const abSurfaceWork *work, abSurfaceNet *net, const Bound *bound) {
    for (int k = 0; k < net->guards; k++) {
        abNetGuard *guard = &net->guard[k];
        if (!(work->track->way < guard->certain)) {
            double way = way_to(bound, guard->triangle);
            if (!(way > 0.0)) {
                return guard->triangle;
            }
            guard->certain = work->track->way + way;
        }
    }
    return -1;
}

int ab_net_find_certain(abSurfaceWork *work, abSurfaceNet *net, const abNetNow *now,
                        const abNearPoint *const corner[3], bool *is_full) {
    Bound bound = bound_of(work, now, corner);
    int other = work->track->way < net->rest ? look_at_guards(work, net, &bound)
                                             : look_around(work, net, &bound, is_full);
    net->certain = net->rest;
    for (int k = 0; k < net->guards; k++) {
        net->certain = ab_least(net->certain, net->guard[k].certain);
    }
    return other;
}

// ---- making a net ----

// Nodes and edges while a net is made, in one number each: side (3: inside) and cells; cells and
// nodes.
typedef struct Making {
    uint32_t node[AB_NET_NODES], edge[AB_NET_EDGES];
    double at[AB_NET_NODES]; // along the side
    int nodes, edges, met;   // edges seen from their right
    bool is_right;
} Making;

static uint32_t packed(int a, int b, int c, int d) {
    return (uint32_t)a << 24 | (uint32_t)b << 16 | (uint32_t)c << 8 | (uint32_t)d;
}

static int unpacked(uint32_t all, int i) {
    return (int)(all >> (24 - 8 * i) & 0xff);
}

static int cell_of(const abSurfaceNet *net, int triangle) {
    for (int i = 0; i < net->cells; i++) {
        if (net->triangle[i] == triangle) {
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
    if (making->nodes == AB_NET_NODES) {
        making->is_right = false;
        return 0;
    }
    making->node[making->nodes] = node;
    making->at[making->nodes] = at;
    return making->nodes++;
}

static int find_inside(Making *making, int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int least = low < c ? low : c, most = high > c ? high : c;
    return find_node(making, packed(3, least, a + b + c - least - most, most), 0.0);
}

// Each edge once from its left, and the same from its right.
static void take_edge(Making *making, int own, int other, int from, int to) {
    if (from < 0 || to < 0 || (own < other && making->edges == AB_NET_EDGES)) {
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

// What is beyond the edges of a cell: numbers of cells, or of sides and AB_NET_CELLS; false when
// something is unknown.
static bool find_beyond(const abSurfaceNet *net, const abSurfaceCell *cell, int *beyond) {
    bool is_known = true;
    for (int k = 0; k < cell->count; k++) {
        int edge = cell->at[k].edge;
        beyond[k] = edge >= 0 ? cell_of(net, edge) : AB_NET_CELLS + AB_BEYOND_SIDE - edge;
        is_known &= beyond[k] >= 0 && edge != AB_BEYOND_DRY;
    }
    return is_known;
}

static void take_cell(Making *making, abSurfaceNet *net, const abSurfaceCell *cell, int own) {
    int beyond[AB_CELL_CORNERS], node[AB_CELL_CORNERS], count = cell->count;
    if (!find_beyond(net, cell, beyond)) {
        making->is_right = false;
        return;
    }
    for (int k = 0; k < count; k++) {
        int before = beyond[k > 0 ? k - 1 : count - 1], after = beyond[k];
        double a = cell->at[k].a, b = cell->at[k].b;
        bool ends = before >= AB_NET_CELLS, begins = after >= AB_NET_CELLS; // a side
        if (ends && begins) {
            net->first[after - AB_NET_CELLS] = (unsigned char)own;
            node[k] = -1;
        } else if (!ends && !begins) {
            node[k] = find_inside(making, own, before, after);
        } else {
            // along a side the cell ends where a wall follows
            int side = (ends ? before : after) - AB_NET_CELLS;
            double at = side == 0 ? a : side == 1 ? b : 1.0 - b;
            node[k] =
                find_node(making, packed(side, ends ? own : before, ends ? after : own, 0), at);
        }
    }
    for (int k = 0; k < count; k++) {
        if (beyond[k] < AB_NET_CELLS) {
            take_edge(making, own, beyond[k], node[k], node[k + 1 < count ? k + 1 : 0]);
        }
    }
}

static bool is_later(const Making *making, int p, int q) {
    int side[2] = {unpacked(making->node[p], 0), unpacked(making->node[q], 0)};
    return side[0] != side[1] ? side[0] > side[1] : making->at[p] > making->at[q];
}

// Nodes side by side, and those inside.
static void put_nodes(const Making *making, abSurfaceNet *net, int *number) {
    int order[AB_NET_NODES] = {0};
    for (int k = 0; k < making->nodes; k++) {
        int i = k;
        for (; i > 0 && is_later(making, order[i - 1], k); i--) {
            order[i] = order[i - 1];
        }
        order[i] = k;
    }
    net->nodes = (unsigned char)making->nodes;
    net->side[0] = net->side[1] = net->side[2] = net->side[3] = 0;
    for (int i = 0; i < making->nodes; i++) {
        uint32_t node = making->node[order[i]];
        number[order[i]] = i;
        for (int c = 0; c < 3; c++) {
            net->node[i][c] = (unsigned char)unpacked(node, 1 + c);
        }
        for (int side = unpacked(node, 0); side < 3; side++) {
            net->side[side + 1] = (unsigned char)(i + 1);
        }
    }
}

// Edges by their cells.
static void put_edges(Making *making, abSurfaceNet *net, const int *number) {
    net->edges = (unsigned char)making->edges;
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
            net->edge[k][c] = (unsigned char)(c < 2 ? what : number[what]);
        }
    }
}

// The cells in the room by the numbers of their triangles.
static void sort_cells(const abSurfaceRoom *room, const abSurfaceCell **cell, abSurfaceNet *net) {
    net->cells = (unsigned char)room->cell_count;
    for (int k = 0; k < net->cells; k++) {
        int i = k;
        for (; i > 0 && cell[i - 1]->triangle > room->cells[k].triangle; i--) {
            cell[i] = cell[i - 1];
        }
        cell[i] = &room->cells[k];
    }
    for (int i = 0; i < net->cells; i++) {
        net->triangle[i] = cell[i]->triangle;
    }
}

bool ab_net_make(const abSurfaceRoom *room, abSurfaceNet *net) {
    const abSurfaceCell *cell[AB_NET_CELLS];
    Making making;
    int number[AB_NET_NODES];
    net->cells = net->edges = net->guards = 0;
    net->first[0] = net->first[1] = net->first[2] = AB_NET_CELLS;
    net->rest = 0.0;
    if (room->cell_count == 0 || room->cell_count > AB_NET_CELLS) {
        return false;
    }
    making.nodes = making.edges = making.met = 0;
    making.is_right = true;
    sort_cells(room, cell, net);
    for (int i = 0; i < net->cells && making.is_right; i++) {
        take_cell(&making, net, cell[i], i);
    }
    for (int c = 0; c < 3; c++) {
        making.is_right &= net->first[c] < net->cells;
    }
    if (!making.is_right || making.met != making.edges) {
        net->cells = 0;
        return false;
    }
    put_nodes(&making, net, number);
    put_edges(&making, net, number);
    return true;
}
