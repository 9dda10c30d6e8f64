// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_build.c - from points with bulges to edges, vertices and the tree over them.
//
// Arcs that go on in one circle are one edge, so a circle of two halves has no vertex. An arc from
// a point to the next with bulge b turns by 4 atan b; its half angle a has cos a = (1 - b^2) / (1 +
// b^2).

#include "shape/curve/outline_build.h"

#include "math/core/elementary.h"
#include "shape/curve/outline.h"
#include "shape/curve/outline_hull.h"
#include "shape/curve/outline_query.h"

#define SMOOTH 1e-9          // edges that meet at less than this are smooth                [rad]
#define SAME_CIRCLE 1e-12    // of the radius: centres and radii of one circle
#define FACING (AB_PI / 4.0) // how far beyond its normals a corner still counts

// ---- edges ----

static abEdge straight_edge(abVec2 p, abVec2 q) {
    abVec2 displacement = ab_sub2(q, p);
    double length = ab_norm2d(displacement);
    return (abEdge){.p = p, .q = q, .t = ab_scale2(1.0 / length, displacement), .extent = length};
}

static abEdge arc_edge(abVec2 p, abVec2 q, double bulge) {
    abVec2 displacement = ab_sub2(q, p), left = ab_vec2(-displacement.y, displacement.x);
    double length = ab_norm2d(displacement), square = bulge * bulge;
    double offset = (1.0 - square) / (4.0 * bulge);
    double side = bulge > 0.0 ? -1.0 : 1.0; // of the arc's middle, seen from the chord
    return (abEdge){
        .p = p,
        .q = q,
        .bend = bulge > 0.0 ? AB_BEND_CONVEX : AB_BEND_CONCAVE,
        .t = ab_scale2(side / length, left),
        .extent = (1.0 - square) / (1.0 + square),
        .center = ab_add2(ab_scale2(0.5, ab_add2(p, q)), ab_scale2(offset, left)),
        .radius = length * (1.0 + square) / (4.0 * fabs(bulge)),
        .sweep = 4.0 * ab_atan2(bulge, 1.0),
    };
}

static double angle_of(const abEdge *arc, abVec2 p) {
    return ab_atan2(p.y - arc->center.y, p.x - arc->center.x);
}

// Whether `next` goes on along the circle of `arc`.
static bool goes_on(const abEdge *arc, const abEdge *next) {
    double near = SAME_CIRCLE * (arc->radius + ab_norm2d(arc->center));
    return arc->bend != AB_BEND_NONE && arc->bend == next->bend &&
           arc->is_inert == next->is_inert && fabs(arc->radius - next->radius) <= near &&
           ab_norm2d(ab_sub2(arc->center, next->center)) <= near;
}

static void append(abEdge *arc, const abEdge *next) {
    arc->sweep += next->sweep;
    arc->q = next->q;
    double middle = angle_of(arc, arc->p) + 0.5 * arc->sweep, half = 0.5 * fabs(arc->sweep);
    arc->t = ab_vec2(ab_cos(middle), ab_sin(middle));
    arc->extent = half >= AB_PI - SMOOTH ? -2.0 : ab_cos(half);
}

static int join_arcs(abEdge *edges, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept > 0 && goes_on(&edges[kept - 1], &edges[i])) {
            append(&edges[kept - 1], &edges[i]);
        } else {
            edges[kept++] = edges[i];
        }
    }
    if (kept > 1 && goes_on(&edges[kept - 1], &edges[0])) {
        append(&edges[kept - 1], &edges[0]);
        edges[0] = edges[--kept];
    }
    return kept;
}

static int edges_of_loop(const abOutlineLoops *loops, int loop, bool reversed, abEdge *edges) {
    int from = loop > 0 ? loops->ends[loop - 1] : 0, n = loops->ends[loop] - from;
    for (int i = 0; i < n; i++) {
        int k = reversed ? n - 1 - i : i, to = (k + 1) % n;
        abVec3 a = loops->points[from + k], b = loops->points[from + to];
        abVec2 p = ab_vec2(a.x, a.y), q = ab_vec2(b.x, b.y);
        double bulge = reversed ? -a.z : a.z;
        abVec2 start = reversed ? q : p, end = reversed ? p : q;
        edges[i] = bulge == 0.0 ? straight_edge(start, end) : arc_edge(start, end, bulge);
        edges[i].is_inert = loops->inert != NULL && loops->inert[from + k];
        edges[i].loop = loop;
    }
    return join_arcs(edges, n);
}

abVec2 ab_edge_point(const abEdge *edge, double share) {
    if (edge->bend == AB_BEND_NONE) {
        return ab_add2(edge->p, ab_scale2(share * edge->extent, edge->t));
    }
    double a = angle_of(edge, edge->p) + share * edge->sweep;
    return ab_add2(edge->center, ab_scale2(edge->radius, ab_vec2(ab_cos(a), ab_sin(a))));
}

static void set_hull(abEdge *edge) {
    abVec2 middle = ab_scale2(0.5, ab_add2(edge->p, edge->q));
    edge->hull = (abCircle2){middle, 0.5 * ab_norm2d(ab_sub2(edge->q, edge->p))};
    if (edge->bend != AB_BEND_NONE && edge->extent < 0.0) { // more than half a circle
        edge->hull = (abCircle2){edge->center, edge->radius};
    }
    edge->hull.radius *= 1.0 + 1e-12;
}

// ---- vertices ----

static abVec2 turned_by(abVec2 d, double angle) {
    double c = ab_cos(angle), s = ab_sin(angle);
    return ab_vec2(c * d.x - s * d.y, s * d.x + c * d.y);
}

static abCone2 cone_of(abVec2 low, abVec2 high, double angle) {
    return (abCone2){low, high, angle > AB_PI};
}

// Where the only face of a wall ends: its corner holds what lies over the end, up to a right angle, and
// the side behind it touches nothing.
static void set_wall_end(abVertex *v, bool face_is_before) {
    abVec2 n = face_is_before ? v->before : v->after;
    v->before = v->after = n;
    v->kind = AB_VERTEX_CORNER;
    v->weight = 1.0;
    if (face_is_before) {
        v->normals = cone_of(n, turned_by(n, 0.5 * AB_PI), 0.5 * AB_PI);
        v->facing = cone_of(turned_by(n, -FACING), v->normals.high, 0.5 * AB_PI + FACING);
    } else {
        v->normals = cone_of(turned_by(n, -0.5 * AB_PI), n, 0.5 * AB_PI);
        v->facing = cone_of(v->normals.low, turned_by(n, FACING), 0.5 * AB_PI + FACING);
    }
}

static void set_vertex(abOutline2 *o, int i, int next, abVertex *v) {
    const abEdge *a = &o->edges[i], *b = &o->edges[next];
    *v = (abVertex){.p = a->q, .next = next, .arc = -1};
    v->before = ab_edge_normal_at(a, a->q);
    v->after = ab_edge_normal_at(b, b->p);
    if (a->is_inert || b->is_inert) {
        o->edges[i].is_walled = o->edges[next].is_walled = true;
        if (!a->is_inert || !b->is_inert) {
            set_wall_end(v, !a->is_inert);
        }
        return;
    }
    double turn = ab_atan2(ab_cross2(v->before, v->after), ab_dot2(v->before, v->after));
    bool bends_before = a->bend == AB_BEND_CONVEX, bends_after = b->bend == AB_BEND_CONVEX;
    double more[2] = {bends_before ? 0.0 : FACING, bends_after ? 0.0 : FACING};
    bool is_concave = a->bend == AB_BEND_CONCAVE || b->bend == AB_BEND_CONCAVE;
    if (fabs(turn) <= SMOOTH && (bends_before == bends_after || is_concave)) {
        return;
    }
    if (fabs(turn) <= SMOOTH) {
        v->kind = AB_VERTEX_JOIN;
        v->arc = bends_before ? i : next;
        v->weight = fmin(1.0, fabs(o->edges[v->arc].sweep) / (0.5 * AB_PI));
    } else if (turn < 0.0) {
        v->kind = AB_VERTEX_REENTRANT;
        return;
    } else {
        v->kind = AB_VERTEX_CORNER;
        v->weight = fmin(1.0, turn / (0.5 * AB_PI));
    }
    turn = fmax(turn, 0.0);
    v->normals = cone_of(v->before, v->after, turn);
    v->facing = cone_of(turned_by(v->before, -more[0]), turned_by(v->after, more[1]),
                        turn + more[0] + more[1]);
}

static void set_vertices(abOutline2 *o) {
    int first = 0;
    for (int i = 0; i < o->count; i++) {
        bool is_last = i + 1 == o->count || o->edges[i + 1].loop != o->edges[i].loop;
        int next = is_last ? first : i + 1;
        bool is_circle = next == i;
        o->edges[next].vertex = i;
        if (is_circle) {
            o->vertices[i] = (abVertex){.p = o->edges[i].q, .next = i, .arc = -1};
            o->vertices[i].before = ab_edge_normal_at(&o->edges[i], o->edges[i].q);
            o->vertices[i].after = o->vertices[i].before;
        } else {
            set_vertex(o, i, next, &o->vertices[i]);
        }
        first = is_last ? i + 1 : first;
    }
}

// ---- the tree ----

static abCircle2 join_circles(abCircle2 a, abCircle2 b) {
    abVec2 displacement = ab_sub2(b.center, a.center);
    double distance = ab_norm2d(displacement);
    if (distance + b.radius <= a.radius) {
        return a;
    }
    if (distance + a.radius <= b.radius) {
        return b;
    }
    double radius = 0.5 * (distance + a.radius + b.radius);
    abVec2 center = ab_add2(a.center, ab_scale2((radius - a.radius) / distance, displacement));
    return (abCircle2){center, radius * (1.0 + 1e-12)};
}

// The place of an edge farthest from a point.
static double farthest_of_edge(const abEdge *edge, abVec2 from) {
    double far = fmax(ab_norm2d(ab_sub2(edge->p, from)), ab_norm2d(ab_sub2(edge->q, from)));
    abVec2 away = ab_sub2(edge->center, from);
    double distance = ab_norm2d(away);
    bool is_behind =
        edge->bend != AB_BEND_NONE && // on the line through the centre, or nearly
        (!(distance > 0.0) || ab_dot2(edge->t, away) >= distance * (edge->extent - 1e-9));
    return is_behind ? fmax(far, distance + edge->radius) : far;
}

// About the middle of what is around all points where edges meet.
static abCircle2 circle_of_edges(const abOutline2 *o, int from, int to) {
    abVec2 low = o->edges[from].p, high = low;
    for (int i = from; i < to; i++) {
        abVec2 q = o->edges[i].q;
        low = ab_vec2(fmin(low.x, q.x), fmin(low.y, q.y));
        high = ab_vec2(fmax(high.x, q.x), fmax(high.y, q.y));
    }
    abCircle2 circle = {.center = ab_scale2(0.5, ab_add2(low, high))};
    for (int i = from; i < to; i++) {
        circle.radius = fmax(circle.radius, farthest_of_edge(&o->edges[i], circle.center));
    }
    circle.radius *= 1.0 + 1e-12;
    return circle;
}

// Over the edges from `from` to before `to`. The circle of the root is that of both halves, as theirs
// are; others are the smaller of this one and of one made for the edges.
static int build_node(abOutline2 *o, int from, int to, abCircle2 *joined) {
    int index = o->node_count++;
    abCircleNode *node = &o->nodes[index];
    if (to - from == 1) {
        *joined = o->edges[from].hull;
        *node = (abCircleNode){*joined, from, -1};
        return index;
    }
    int middle = from + (to - from) / 2;
    abCircle2 halves[2], close = circle_of_edges(o, from, to);
    int left = build_node(o, from, middle, &halves[0]);
    int right = build_node(o, middle, to, &halves[1]);
    *joined = join_circles(halves[0], halves[1]);
    bool is_root = index == 0;
    *node =
        (abCircleNode){is_root || joined->radius <= close.radius ? *joined : close, left, right};
    return index;
}

// ---- loops ----

// An outline with room for so many edges and none yet.
static abOutline2 *empty_outline(int room, abArena *arena) {
    abOutline2 *o = AB_ARENA_NEW(arena, abOutline2, 1);
    if (o == NULL) {
        return NULL;
    }
    *o = (abOutline2){.edges = AB_ARENA_NEW(arena, abEdge, (size_t)room),
                      .vertices = AB_ARENA_NEW(arena, abVertex, (size_t)room),
                      .nodes = AB_ARENA_NEW(arena, abCircleNode, 2 * (size_t)room),
                      .hulls = AB_ARENA_NEW(arena, abOutlineHull, 2 * (size_t)room)};
    bool is_made = o->edges != NULL && o->vertices != NULL && o->nodes != NULL && o->hulls != NULL;
    return is_made ? o : NULL;
}

// Adds a loop with the solid inside it, or around it.
static void add_loop(abOutline2 *o, const abOutlineLoops *loops, int loop, bool is_hole) {
    abOutline2 alone = {.edges = &o->edges[o->count]};
    alone.count = edges_of_loop(loops, loop, false, alone.edges);
    if ((ab_outline_moments(&alone).area < 0.0) != is_hole) {
        alone.count = edges_of_loop(loops, loop, true, alone.edges);
    }
    o->count += alone.count;
    o->loop_count++;
}

static void finish(abOutline2 *o) {
    for (int i = 0; i < o->count; i++) {
        set_hull(&o->edges[i]);
    }
    set_vertices(o);
    abCircle2 all;
    build_node(o, 0, o->count, &all);
    ab_outline_set_hulls(o);
    o->is_convex = o->loop_count == 1;
    for (int i = 0; i < o->count; i++) {
        o->has_wall = o->has_wall || o->edges[i].is_inert;
        o->is_convex = o->is_convex && o->edges[i].bend != AB_BEND_CONCAVE &&
                       o->vertices[i].kind != AB_VERTEX_REENTRANT;
    }
    o->slack = 1e-15 * (o->nodes[0].hull.radius + ab_norm2d(o->nodes[0].hull.center));
}

static abOutline2 *build_alone(const abOutlineLoops *loops, int loop, abArena *arena) {
    int from = loop > 0 ? loops->ends[loop - 1] : 0;
    abOutline2 *o = empty_outline(loops->ends[loop] - from, arena);
    if (o != NULL) {
        add_loop(o, loops, loop, false);
        finish(o);
    }
    return o;
}

abOutline2 *ab_outline_build(const abOutlineLoops *loops, abArena *arena) {
    int n = loops->loop_count;
    abOutline2 *o = empty_outline(loops->ends[n - 1], arena);
    abOutline2 **alone = AB_ARENA_NEW(arena, abOutline2 *, (size_t)n);
    if (o == NULL || alone == NULL) {
        return NULL;
    }
    for (int k = 0; k < n && n > 1; k++) {
        alone[k] = build_alone(loops, k, arena);
        if (alone[k] == NULL) {
            return NULL;
        }
    }
    for (int i = 0; i < n; i++) {
        int around = 0;
        for (int k = 0; k < n; k++) {
            around += k != i && ab_outline_nearest(alone[k], alone[i]->edges[0].p).distance < 0.0;
        }
        add_loop(o, loops, i, around % 2 == 1);
    }
    finish(o);
    return o;
}
