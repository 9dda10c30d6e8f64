// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_net.c - the cells of a round mesh (mesh_surface.h) on a triangle of another, kept from
// one call to the next.
//
// Inside a convex mesh the depth D is the least of the depths d_i below the planes of its
// triangles. On a triangle its cells and their borders form a net of nodes and edges, which seldom
// changes: then only the places of the nodes are new, and the integrals over all cells follow from
// the edges alone (surface_net_sum.c).
//
// A net is right if its edges all go the way they should and no other plane is lower at a node: D
// is then made of some of the planes, continuous and concave, and so the least of these; and D less
// another plane is concave, too, with its greatest value at a node. Only triangles that share a
// corner with one in the net can come in next. With s by how much the plane of one is above all
// nodes, and b how much its normal differs from those of the net, it cannot while nothing moves by
// s/b.
//
// Where an edge is so short that rounding could make the net another one, none is used. So what is
// found does not depend on the past.
//
// Valid   as surface_cells.c.
// Cost    a new net about ten times that of one known before.
// Source  own derivation.

#include "collide/surface_net.h"
#include "base/array.h"

// ---- places ----

static void fill_depths(abNetNow *now, const abNearPoint *const corner[3]) {
    const abSurfaceNet *net = now->net;
    for (int i = 0; i < net->cells; i++) {
        ab_net_depth(&now->planes[net->triangle[i]].plane, corner, now->depth[i]);
    }
    for (int c = 0; c < 3; c++) {
        now->corner[c] = (abNetNode){c == 1, c == 2, now->depth[net->first[c]][c]};
    }
}

// The nodes of a side, which must follow each other.
static bool place_on_side(abNetNow *now, int side) {
    const abSurfaceNet *net = now->net;
    int from = side, to = side == 2 ? 0 : side + 1;
    double last = 0.0, room = 1.0;
    for (int k = net->side[side]; k < net->side[side + 1]; k++) {
        const double *p = now->depth[net->node[k][0]], *q = now->depth[net->node[k][1]];
        double before = q[from] - p[from], after = q[to] - p[to];
        double t = before / (before - after), depth = p[from] + t * (p[to] - p[from]);
        room = ab_least(room, t - last);
        now->node[k] = side == 0   ? (abNetNode){t, 0.0, depth}
                       : side == 1 ? (abNetNode){1.0 - t, t, depth}
                                   : (abNetNode){0.0, 1.0 - t, depth};
        last = t;
    }
    return room > AB_NET_LEAST && 1.0 - last > AB_NET_LEAST;
}

static void place_inside(abNetNow *now, int k) {
    const unsigned char *cell = now->net->node[k];
    const double *p = now->depth[cell[0]], *q = now->depth[cell[1]], *r = now->depth[cell[2]];
    double f = q[0] - p[0], fa = (q[1] - p[1]) - f, fb = (q[2] - p[2]) - f;
    double g = r[0] - p[0], ga = (r[1] - p[1]) - g, gb = (r[2] - p[2]) - g;
    double by = 1.0 / (fa * gb - fb * ga);
    double a = by * (fb * g - gb * f), b = by * (ga * f - fa * g);
    now->node[k] = (abNetNode){a, b, p[0] + a * (p[1] - p[0]) + b * (p[2] - p[0])};
}

static bool place_nodes(abNetNow *now) {
    bool is_right = place_on_side(now, 0) && place_on_side(now, 1) && place_on_side(now, 2);
    for (int k = now->net->side[3]; k < now->net->nodes && is_right; k++) {
        place_inside(now, k);
    }
    return is_right;
}

// Whether each edge goes the way that has the lower plane on its left.
static bool edges_are_right(const abNetNow *now) {
    const abSurfaceNet *net = now->net;
    bool is_right = true;
    for (int k = 0; k < net->edges; k++) {
        const unsigned char *edge = net->edge[k];
        const double *p = now->depth[edge[0]], *q = now->depth[edge[1]];
        const abNetNode *from = &now->node[edge[2]], *to = &now->node[edge[3]];
        double f = q[0] - p[0], fa = (q[1] - p[1]) - f, fb = (q[2] - p[2]) - f;
        double way = (to->a - from->a) * fb - (to->b - from->b) * fa;
        is_right &= way > AB_NET_LEAST * (fabs(fa) + fabs(fb));
    }
    return is_right;
}

// ---- all of it ----

static bool place(abNetNow *now, const abNearPoint *const corner[3]) {
    fill_depths(now, corner);
    return place_nodes(now) && edges_are_right(now);
}

// Makes the net anew; triangles the search did not come by are looked at in the next round.
static bool find_net(abSurfaceWork *work, abSurfaceNet *net, abNetNow *now,
                     const abNearPoint *const corner[3], bool *is_full) {
    enum { ROUNDS = 4 };
    int more[ROUNDS];
    for (int round = 0; round < ROUNDS && !*is_full; round++) {
        if (!ab_surface_find_all_cells(work, corner, more, round)) {
            *is_full = true;
        } else if (!ab_net_make(work->room, net) || !place(now, corner)) {
            break;
        } else {
            more[round] = ab_net_find_certain(work, net, now, corner, is_full);
            if (more[round] < 0) {
                return !*is_full;
            }
        }
    }
    net->cells = 0;
    return false;
}

// Whether a triangle is so small that few cells lie on it; by its own corners, which never change.
static bool is_small(const abSurfaceWork *work, const abNearPoint *const corner[3]) {
    const abVec3 *points = work->surface->mesh->points;
    double most = 2.0 * work->other->surface->mean_edge;
    bool is_small = true;
    for (int i = 0; i < 3; i++) {
        abVec3 side = ab_sub(points[corner[i]->vertex], points[corner[(i + 1) % 3]->vertex]);
        is_small &= ab_norm2(side) < most * most;
    }
    return is_small;
}

// Whether all corners are above the plane that is nearest to one of them.
static bool is_above(const abMeshCell *planes, const abNearPoint *const corner[3]) {
    for (int i = 0; i < 3; i++) {
        double depth[3];
        ab_net_depth(&planes[corner[i]->triangle].plane, corner, depth);
        if (depth[0] <= 0.0 && depth[1] <= 0.0 && depth[2] <= 0.0) {
            return true;
        }
    }
    return false;
}

abNetResult ab_surface_sum_net(abSurfaceWork *work, size_t i, const abNearPoint *const corner[3],
                               abSurfaceMoments *sum, abSurfaceCell *one) {
    abSurfaceNet *net = &work->track->nets[i];
    abNetNow now;
    now.net = net;
    now.planes = work->other->surface->cells;
    now.area = ab_cross(ab_sub(corner[1]->x, corner[0]->x), ab_sub(corner[2]->x, corner[0]->x));
    bool is_full = false;
    bool is_dry = corner[0]->depth <= 0.0 && corner[1]->depth <= 0.0 && corner[2]->depth <= 0.0;
    if (is_dry && is_above(now.planes, corner)) {
        return AB_NET_DRY;
    }
    bool is_right = net->cells > 0 && place(&now, corner);
    if (is_right && !(work->track->way < net->certain)) {
        is_right = ab_net_find_certain(work, net, &now, corner, &is_full) < 0;
    }
    if (!is_right && !is_full) {
        is_right = is_small(work, corner) && find_net(work, net, &now, corner, &is_full);
    }
    return is_full ? AB_NET_FULL : is_right ? ab_net_sum(&now, sum, one) : AB_NET_NONE;
}

bool ab_surface_begin_nets(abSurfaceWork *work) {
    enum { FACES = 256 }; // so that a contact of ordinary size takes none while it grows
    abSurfaceTrack *track = work->track;
    size_t all = work->surface->mesh->triangle_count, most = all < FACES ? all : FACES;
    if (track->net_count == track->face_count) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(work->room->allocator, track->nets, track->net_capacity,
                          track->face_count > most ? track->face_count : most)) {
        return false;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        track->nets[i].cells = 0;
    }
    track->net_count = track->face_count;
    return true;
}
