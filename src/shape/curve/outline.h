// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline.h - planar outlines: loops of straight and circular edges in the x-y plane of the shape.
//
// The solid is on the left of every edge: outer loops run counter-clockwise, holes clockwise. What
// can touch first is an edge or a vertex; an arc whose centre lies on the side of the solid is
// convex, else concave. Over the edges stands a tree of circles.

#ifndef AB_OUTLINE_H
#define AB_OUTLINE_H

#include "shape/curve/curve.h"

typedef enum abBend { AB_BEND_CONCAVE = -1, AB_BEND_NONE = 0, AB_BEND_CONVEX = 1 } abBend;

typedef struct abEdge {
    abVec2 p, q; // start, end                                                             [m]
    abBend bend;
    abVec2 t; // straight: unit direction; arc: unit, from the centre to its middle
    // straight: length [m]; arc: cosine of half its angle, -1 or below when it is a full circle
    double extent;
    abVec2 center; // arc                                                                  [m]
    double radius; // arc                                                                  [m]
    double sweep;  // arc: > 0 convex                                                      [rad]
    int vertex;    // at its start; at its end: the vertex with its own number
    int loop;
    bool is_inert;   // touches nothing (the far sides of a wall)
    bool is_walled;  // its neighbours touch nothing
    bool is_endless; // straight, without ends: a plane seen as an edge
    abCircle2 hull;
    int node; // of the tree
} abEdge;

// How two edges meet. A join is smooth: a straight edge goes over into a convex arc; on the
// straight side it is an end that carries.
typedef enum abVertexKind {
    AB_VERTEX_NONE,   // smooth, or of a full circle: nothing of its own
    AB_VERTEX_CORNER, // sticks out
    AB_VERTEX_REENTRANT,
    AB_VERTEX_JOIN
} abVertexKind;

// Directions from `low` counter-clockwise to `high`.
typedef struct abCone2 {
    abVec2 low, high;
    bool is_wide; // more than half a turn
} abCone2;

typedef struct abVertex {
    abVertexKind kind;
    abVec2 p;
    abVec2 before, after; // outward unit normals where the edges end and begin
    int next;             // the edge after it; the one before has the vertex's number
    int arc;              // of a join: the arc; else -1
    abCone2 normals;      // of a corner: its outward normals
    abCone2 facing;       // and up to 45 degrees more towards edges that do not bend out
    double weight;        // its turn by a right angle, at most 1
} abVertex;

// Directions up to an angle from an axis; all where its cosine is -1.
typedef struct abWedge {
    abVec2 axis;         // unit
    double cosine, sine; // of the angle
    bool is_empty;
} abWedge;

// Where the edges of a node, and the vertices at their ends, can meet another outline.
typedef struct abOutlineHull {
    abWedge faces;       // outward normals of edges
    abWedge protrusions; // directions in which vertices and convex arcs are the outermost
    abWedge corners;     // normals of corners
    double beyond;       // how far rounding lets feet lie outside the circle of the node       [m]
    bool is_reentrant;   // some edge ends in a reentrant corner: feet may lie beyond it, on
    double bend;         // arcs of this curvature at most                                    [1/m]
} abOutlineHull;

struct abOutline2 {
    abEdge *edges;
    abVertex *vertices; // vertex i is at the end of edge i
    int count;
    int loop_count;
    abCircleNode *nodes;  // root first
    abOutlineHull *hulls; // of the nodes
    int node_count;
    double slack;   // lengths below this are rounding                                     [m]
    bool is_convex; // one loop without reentrant corners and concave arcs
    bool has_wall;  // some edges touch nothing
};

static inline bool ab_cone_holds(const abCone2 *cone, abVec2 n) {
    bool low = ab_cross2(cone->low, n) >= -1e-12, high = ab_cross2(n, cone->high) >= -1e-12;
    return cone->is_wide ? low || high : low && high;
}

// Whether a unit direction from the centre lies in an arc.
static inline bool ab_arc_holds(const abEdge *arc, abVec2 u) {
    return ab_dot2(arc->t, u) >= arc->extent - 1e-14;
}

// Outward normal of a straight edge.
static inline abVec2 ab_edge_normal(const abEdge *edge) {
    return ab_vec2(edge->t.y, -edge->t.x);
}

// Outward unit normal at a point of an edge.
static inline abVec2 ab_edge_normal_at(const abEdge *edge, abVec2 p) {
    if (edge->bend == AB_BEND_NONE) {
        return ab_edge_normal(edge);
    }
    return ab_scale2((double)edge->bend / edge->radius, ab_sub2(p, edge->center));
}

#endif
