// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_net.h - the cells of a round mesh on a triangle, as a net of nodes and edges. Private to
// collide.

#ifndef AB_SURFACE_NET_H
#define AB_SURFACE_NET_H

#include "collide/surface_moments.h"

// How cells lie on a triangle.
enum { AB_NET_CELLS = 14, AB_NET_NODES = 26, AB_NET_EDGES = 36, AB_NET_GUARDS = 6 };
// A triangle that is not in the net, and the way of the track up to which it cannot come in [m].
typedef struct abNetGuard {
    double certain;
    int triangle;
} abNetGuard;
struct abSurfaceNet {
    double certain;             // way of the track up to which no other triangle is nearest [m]
    int triangle[AB_NET_CELLS]; // of the other mesh, ascending
    unsigned char cells;        // 0: none yet
    unsigned char nodes, edges, guards;
    unsigned char side[4]; // the nodes on side s are from side[s] to side[s + 1]; inner ones follow
    unsigned char first[3];              // cell at a corner
    unsigned char node[AB_NET_NODES][3]; // on a side the cells before and after, else all three
    unsigned char edge[AB_NET_EDGES][4]; // cells left and right, left before right; its nodes
    abNetGuard guard[AB_NET_GUARDS];     // those that can come in first, in any order
    double rest;                         // likewise of all others                           [m]
};

// Less than this is no length on a triangle, in weights.
#define AB_NET_LEAST 1e-10

typedef struct abNetNode {
    double a, b, depth; // place as weights; [m]
} abNetNode;

// A net as it is now.
typedef struct abNetNow {
    const abSurfaceNet *net;
    const abMeshCell *planes;      // of the other mesh
    abVec3 area;                   // of the triangle, along its outward normal             [m2]
    double depth[AB_NET_CELLS][3]; // of corners below the planes of cells                  [m]
    abNetNode node[AB_NET_NODES], corner[3];
} abNetNow;

static inline abVec3 ab_net_normal(const abNetNow *now, int cell) {
    return now->planes[now->net->triangle[cell]].plane.normal;
}

static inline void ab_net_depth(const abMeshPlane *plane, const abNearPoint *const corner[3],
                                double depth[3]) {
    for (int c = 0; c < 3; c++) {
        depth[c] = plane->height - ab_dot(plane->normal, corner[c]->x);
    }
}

typedef enum abNetResult {
    AB_NET_DRY,
    AB_NET_ONE,  // wet in one cell only
    AB_NET_MANY, // in several: the sum over them
    AB_NET_NONE, // nothing sure
    AB_NET_FULL  // out of memory
} abNetResult;

// The wet part of face i of the track; of one cell its triangle, and its depth at the corners.
abNetResult ab_surface_sum_net(abSurfaceWork *work, size_t i, const abNearPoint *const corner[3],
                               abSurfaceMoments *sum, abSurfaceCell *one);
// Room for nets, empty when the list of faces is new. False for want of memory.
bool ab_surface_begin_nets(abSurfaceWork *work);

// ---- its parts ----

// From all cells, in the room; false when they do not fit together, or are too many.
bool ab_net_make(const abSurfaceRoom *room, abSurfaceNet *net);
// Sets how long the net is certain; -1: it is right; else a triangle that belongs to it, or is so
// near that nobody can tell. A net that is new has no guards, and rest 0.
int ab_net_find_certain(abSurfaceWork *work, abSurfaceNet *net, const abNetNow *now,
                        const abNearPoint *const corner[3], bool *is_full);
// Leaves the places of the nodes as it likes.
abNetResult ab_net_sum(abNetNow *now, abSurfaceMoments *sum, abSurfaceCell *one);

#endif
