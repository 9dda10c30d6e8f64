// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_contacts.c - all places where two planar outlines touch or nearly touch.
//
// What sticks out of an outline is a ball: a corner (of radius 0) or a convex arc, with the cone of
// directions in which it is the outermost. The gap from a ball of centre c and radius r to an edge:
//
//   straight      n . (c - p) - r                                                         (1)
//   convex arc    |c - c_e| - R - r                                                       (2)
//   concave arc   R - |c - c_e| - r                                                       (3)
//
// It is a contact when the foot lies on the edge and the way to it lies in the ball's cone. Two
// corners meet along the line between them. Nothing else can be a least distance of two edges.
//
// Patch     A corner also counts against straight and concave edges when the way to it is up to
//           45 degrees beyond its cone, on the side of an edge that does not bend out. So a block
//           on a floor has two contacts though only one of them is the nearest point. Where a
//           straight edge goes over smoothly into an arc, its end carries likewise.
// Corners   In a reentrant corner a foot may lie beyond the end of its edge, behind the neighbour:
//           what is pressed into the corner touches both edges.
// Overlap   A contact with a gap < 0 counts only when its innermost point is inside, and for each
//           ball only the least of them: in a reentrant corner those to both edges. Depth is found
//           up to half the radius of the smaller outline, a twentieth where both together have more
//           than 1024 pairs of edges. Deeper, the deepest of some points of each edge tells the
//           depth.
// Concentric arcs have the same gap all around. The contact is then at the middle of one of them.
// Cost      about 20 ns for a pair of edges near each other; circles and wedges of normals in a tree
//           keep others away (outline_facing.h), and lists of pairs serve while little moves
//           (outline_near.c).
// Order     of what is found is that of the edges, and no matter of what was looked at first.

#include "collide/planar/outline_contacts.h"

#include "collide/planar/circle_pairs.h"
#include "collide/planar/outline_facing.h"
#include "collide/planar/outline_near.h"
#include "collide/planar/outline_scene.h"
#include "shape/curve/outline.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

enum { FEW = 64 };

// ---- what sticks out ----

static abBall2 ball_of_vertex(const abOutline2 *o, int index) {
    const abVertex *v = &o->vertices[index];
    return (abBall2){.vertex = v, .index = index, .c = v->p, .weight = v->weight};
}

static abBall2 ball_of_arc(const abOutline2 *o, int index) {
    const abEdge *e = &o->edges[index];
    return (abBall2){.arc = e,
                     .index = index,
                     .c = e->center,
                     .r = e->radius,
                     .weight = fmin(1.0, fabs(e->sweep) * (2.0 / 3.141592653589793))};
}

// Whether the ball is the outermost in a direction (its own frame).
static bool ball_faces(const abOutline2 *o, const abBall2 *ball, abVec2 u, bool is_patch) {
    if (ball->arc != NULL) {
        return ab_arc_holds(ball->arc, u);
    }
    if (ball->vertex->kind == AB_VERTEX_JOIN) {
        return is_patch && ab_cone_holds(&ball->vertex->facing, u) &&
               !ab_arc_holds(&o->edges[ball->vertex->arc], u);
    }
    return ab_cone_holds(is_patch ? &ball->vertex->facing : &ball->vertex->normals, u);
}

// ---- ball against edge, in the frame of the edge's outline ----

// Whether a foot beyond the end of its edge lies behind the neighbour in a reentrant corner.
static bool is_in_corner(const abOutlineScene *scene, const abOutline2 *o, const abVertex *v,
                         abVec2 outward, abVec2 inner, abVec2 foot) {
    return v->kind == AB_VERTEX_REENTRANT && ab_dot2(outward, ab_sub2(inner, v->p)) < 0.0 &&
           ab_norm2d(ab_sub2(foot, v->p)) <= scene->deep &&
           ab_outline_nearest(o, inner).distance <= scene->slack;
}

// `inner` is the innermost point of the ball.
static bool foot_counts(const abOutlineScene *scene, const abOutline2 *o, int edge, abVec2 inner,
                        abVec2 foot) {
    const abEdge *e = &o->edges[edge];
    bool at_start;
    if (e->bend == AB_BEND_NONE) {
        double s = ab_dot2(ab_sub2(foot, e->p), e->t);
        if (e->is_endless || (s >= -scene->slack && s <= e->extent + scene->slack)) {
            return true;
        }
        at_start = s < 0.0;
    } else {
        if (ab_arc_holds(e, ab_scale2(1.0 / e->radius, ab_sub2(foot, e->center)))) {
            return true;
        }
        at_start = ab_norm2d(ab_sub2(foot, e->p)) < ab_norm2d(ab_sub2(foot, e->q));
    }
    const abVertex *v = &o->vertices[at_start ? e->vertex : edge];
    return is_in_corner(scene, o, v, at_start ? v->before : v->after, inner, foot);
}

static void try_edge(abOutlineScene *scene, int side, const abBall2 *ball, int edge, abVec2 c,
                     abVec2 n, double gap) {
    const abOutline2 *o = scene->o[1 - side];
    bool is_patch = o->edges[edge].bend != AB_BEND_CONVEX;
    abVec2 inner = ab_sub2(c, ab_scale2(ball->r, n)), foot = ab_sub2(inner, ab_scale2(gap, n));
    abVec2 displacement = ab_scene_turn(scene, 1 - side, ab_scale2(-1.0, n));
    if (ball_faces(scene->o[side], ball, displacement, is_patch) &&
        foot_counts(scene, o, edge, inner, foot)) {
        ab_scene_take(scene, side, ball, edge, n, gap, inner, foot);
    }
}

// Ball and arc of one centre: somewhere in both, at a middle or an end.
static void try_concentric(abOutlineScene *scene, int side, const abBall2 *ball, int edge,
                           abVec2 c) {
    const abEdge *e = &scene->o[1 - side]->edges[edge];
    abVec2 places[6] = {e->t, e->t, ab_sub2(e->p, e->center), ab_sub2(e->q, e->center), e->t, e->t};
    if (ball->arc != NULL) {
        double sign = -e->bend; // from the centre to the ball's innermost point
        const abVec2 own[3] = {ball->arc->t, ab_sub2(ball->arc->p, ball->c),
                               ab_sub2(ball->arc->q, ball->c)};
        const int at[3] = {1, 4, 5};
        for (int i = 0; i < 3; i++) {
            places[at[i]] = ab_scale2(sign, ab_scene_turn(scene, side, own[i]));
        }
    }
    double gap = e->bend > 0 ? -e->radius - ball->r : e->radius - ball->r;
    int count = scene->count;
    for (int i = 0; i < 6 && scene->count == count; i++) {
        abVec2 u = ab_scale2(1.0 / ab_norm2d(places[i]), places[i]);
        if (ab_arc_holds(e, u)) {
            try_edge(scene, side, ball, edge, c, ab_scale2(e->bend, u), gap);
        }
    }
}

static void ball_meets_edge(abOutlineScene *scene, int side, const abBall2 *ball, int edge) {
    const abEdge *e = &scene->o[1 - side]->edges[edge];
    abVec2 c = ab_scene_move(scene, side, ball->c);
    if (e->bend == AB_BEND_NONE) { // (1)
        abVec2 n = ab_edge_normal(e);
        double gap = ab_dot2(n, ab_sub2(c, e->p)) - ball->r;
        if (gap <= scene->limit && gap >= -scene->deep) {
            try_edge(scene, side, ball, edge, c, n, gap);
        }
        return;
    }
    abVec2 displacement = ab_sub2(c, e->center);
    double distance = ab_norm2d(displacement), sign = e->bend;
    double gap = sign * (distance - e->radius) - ball->r; // (2), (3)
    if (!(gap <= scene->limit && gap >= -scene->deep)) {
        return;
    }
    if (distance <= scene->slack) {
        try_concentric(scene, side, ball, edge, c);
    } else {
        try_edge(scene, side, ball, edge, c, ab_scale2(sign / distance, displacement), gap);
    }
}

static void corners_meet(abOutlineScene *scene, int a, int b) {
    const abVertex *va = &scene->o[0]->vertices[a], *vb = &scene->o[1]->vertices[b];
    abVec2 q = ab_scene_move(scene, 1, vb->p), displacement = ab_sub2(q, va->p);
    double gap = ab_norm2d(displacement);
    if (!(gap <= scene->limit) || !(gap > scene->slack)) {
        return;
    }
    abVec2 n = ab_scale2(1.0 / gap, displacement);
    if (ab_cone_holds(&va->normals, n) &&
        ab_cone_holds(&vb->normals, ab_scene_turn(scene, 0, ab_scale2(-1.0, n)))) {
        ab_scene_take_corners(scene, a, b, n, gap);
    }
}

// ---- edge against edge, each with the vertex at its end ----

static bool sticks_out(const abVertex *v) {
    return v->kind == AB_VERTEX_CORNER || v->kind == AB_VERTEX_JOIN;
}

// A look before the ball is made: most vertices are far from most lines.
static bool line_is_far(const abOutlineScene *scene, int side, const abVertex *v,
                        const abEdge *edge) {
    if (edge->bend != AB_BEND_NONE) {
        return false;
    }
    abVec2 c = ab_scene_move(scene, side, v->p);
    double gap = ab_dot2(ab_edge_normal(edge), ab_sub2(c, edge->p));
    return gap > scene->limit || gap < -scene->deep;
}

static void balls_meet(abOutlineScene *scene, int side, int own, int other) {
    const abOutline2 *o = scene->o[side];
    const abEdge *edge = &scene->o[1 - side]->edges[other];
    if (edge->is_inert) {
        return;
    }
    const abVertex *v = &o->vertices[own];
    if (sticks_out(v) && !line_is_far(scene, side, v, edge)) {
        abBall2 ball = ball_of_vertex(o, own);
        ball_meets_edge(scene, side, &ball, other);
    }
    bool once = edge->bend != AB_BEND_CONVEX || side == 0; // two convex arcs meet once
    if (o->edges[own].bend == AB_BEND_CONVEX && !o->edges[own].is_inert && once) {
        abBall2 ball = ball_of_arc(o, own);
        ball_meets_edge(scene, side, &ball, other);
    }
}

static inline void edges_meet(abOutlineScene *scene, int a, int b, int asked) {
    if (asked & AB_MEET_BALLS_0) {
        balls_meet(scene, 0, a, b);
    }
    if (asked & AB_MEET_BALLS_1) {
        balls_meet(scene, 1, b, a);
    }
    if ((asked & AB_MEET_CORNERS) && scene->o[0]->vertices[a].kind == AB_VERTEX_CORNER &&
        scene->o[1]->vertices[b].kind == AB_VERTEX_CORNER) {
        corners_meet(scene, a, b);
    }
}

void ab_scene_edges_meet(abOutlineScene *scene, int a, int b, int asked) {
    edges_meet(scene, a, b, asked);
}

// ---- the search ----

bool ab_outlines_have_many(const abOutline2 *A, const abOutline2 *B) {
    return A->count > FEW / B->count;
}

static double nodes_gap(const void *context, int a, int b) {
    return ab_outline_nodes_gap(context, NULL, a, b);
}

static double circles_gap(const void *context, int a, int b) {
    return ab_outline_circles_gap(context, a, b);
}

// In a corner the foot, too, may be as far from its edge.
static double reach(const void *context) {
    const abOutlineScene *scene = context;
    return fmax(scene->limit, scene->deep) + scene->deep;
}

// Few edges: each with each, without the tree.
static void each_with_each(abOutlineScene *scene, double apart,
                           bool (*meet)(void *context, int a, int b)) {
    const abOutline2 *A = scene->o[0], *B = scene->o[1];
    for (int b = 0; b < B->count; b++) {
        abCircle2 hull = B->edges[b].hull;
        hull.center = ab_scene_move(scene, 1, hull.center);
        for (int a = 0; a < A->count; a++) {
            const abCircle2 *own = &A->edges[a].hull;
            abVec2 displacement = ab_sub2(hull.center, own->center);
            double near = own->radius + hull.radius + apart;
            if (ab_dot2(displacement, displacement) <= near * near && !meet(scene, a, b)) {
                return;
            }
        }
    }
}

// `meet` is told of each two edges whose circles are near each other, until it returns false.
static inline void each_near(abOutlineScene *scene,
                             double (*gap)(const void *context, int a, int b),
                             double (*apart)(const void *context),
                             bool (*meet)(void *context, int a, int b)) {
    const abOutline2 *A = scene->o[0], *B = scene->o[1];
    if (!ab_outlines_have_many(A, B)) {
        each_with_each(scene, apart(scene), meet);
    } else {
        ab_circle_pairs(&(abCirclePairs){A->nodes, B->nodes, scene, gap, apart, meet});
    }
}

static bool look_at_edges(void *context, int a, int b) {
    edges_meet(context, a, b, AB_MEET_ALL);
    return true;
}

// ---- too deep for edges ----

static abEdge edge_in_A(const abOutlineScene *scene, const abEdge *edge) {
    abEdge moved = *edge;
    moved.p = ab_scene_move(scene, 1, edge->p);
    moved.q = ab_scene_move(scene, 1, edge->q);
    moved.t = ab_scene_turn(scene, 1, edge->t);
    moved.center = ab_scene_move(scene, 1, edge->center);
    return moved;
}

static bool line_misses(const abEdge *edge, abVec2 center, double radius) {
    return edge->bend == AB_BEND_NONE &&
           fabs(ab_dot2(ab_edge_normal(edge), ab_sub2(center, edge->p))) > radius;
}

static double edges_gap(const abOutlineScene *scene, int a, int b) {
    const abCircle2 *p = &scene->o[0]->edges[a].hull, *q = &scene->o[1]->edges[b].hull;
    abVec2 way = ab_sub2(ab_scene_move(scene, 1, q->center), p->center);
    return ab_norm2d(way) - p->radius - q->radius;
}

static bool cross_not(void *context, int a, int b) {
    abOutlineScene *scene = context;
    const abEdge *ea = &scene->o[0]->edges[a], *eb = &scene->o[1]->edges[b];
    if (ea->is_inert || eb->is_inert || ea->is_endless || eb->is_endless ||
        line_misses(ea, ab_scene_move(scene, 1, eb->hull.center), eb->hull.radius)) {
        return true;
    }
    abEdge moved = edge_in_A(scene, eb);
    scene->is_crossed = ab_edges_cross(ea, &moved);
    return !scene->is_crossed;
}

static bool outlines_cross(abOutlineScene *scene, const abOutlineNear *near) {
    scene->is_crossed = false;
    if (near == NULL || !ab_outline_near_has_meeting(near, scene)) {
        each_near(scene, circles_gap, ab_circles_meet, cross_not);
        return scene->is_crossed;
    }
    for (size_t i = 0; i < near->meeting.count && !scene->is_crossed; i++) {
        int a = near->meeting.list[i].a, b = near->meeting.list[i].b;
        if (edges_gap(scene, a, b) <= 0.0) {
            cross_not(scene, a, b);
        }
    }
    return scene->is_crossed;
}

// A point of an outline as a ball of radius 0.
static void try_deepest(abOutlineScene *scene, int side, const abBall2 *ball,
                        abOutlineFound *deepest) {
    abVec2 c = ab_scene_move(scene, side, ball->c);
    abNearest2 near = ab_outline_nearest(scene->o[1 - side], c);
    if (near.edge < 0 || !(near.distance < deepest->gap)) {
        return;
    }
    abVec2 n = near.n;
    if (fabs(near.distance) > scene->slack) {
        n = ab_scale2(1.0 / near.distance, ab_sub2(c, near.p));
    }
    *deepest = ab_scene_found(scene, side, ball, near.edge, n, near.distance, c, near.p);
}

static void try_points(abOutlineScene *scene, int side, int index, abOutlineFound *deepest) {
    const abEdge *edge = &scene->o[side]->edges[index];
    int samples = 8 * (1 + (int)(fabs(edge->sweep) / 0.8)); // 8 of a straight edge, 64 of a circle
    abBall2 ball = {.index = index, .weight = 1.0};
    for (int i = 1; i <= samples && !edge->is_endless && !edge->is_inert; i++) {
        ball.c = ab_edge_point(edge, (double)i / samples);
        try_deepest(scene, side, &ball, deepest);
    }
}

static void find_deepest(abOutlineScene *scene) {
    abOutlineFound deepest = {.gap = -scene->slack};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < scene->o[side]->count; i++) {
            try_points(scene, side, i, &deepest);
        }
    }
    if (deepest.gap < -scene->slack) {
        scene->nearest = deepest;
        scene->is_too_deep = true;
    }
}

// Whether a point of one outline is inside the other.
static bool holds_start(const abOutlineScene *scene, const abOutlineNear *near, int side) {
    const abEdge *edge = &scene->o[side]->edges[0];
    bool is_outside = near != NULL && ab_outline_near_starts_outside(near, scene, side);
    return !edge->is_endless && !is_outside &&
           ab_outline_nearest(scene->o[1 - side], ab_scene_move(scene, side, edge->p)).distance <
               -scene->slack;
}

static void look_deeper(abOutlineScene *scene, const abOutlineNear *near) {
    bool overlap =
        holds_start(scene, near, 0) || holds_start(scene, near, 1) || outlines_cross(scene, near);
    if (overlap) {
        find_deepest(scene);
    }
}

void ab_scene_clear(abOutlineScene *scene) {
    scene->limit = INFINITY;
    scene->nearest.gap = scene->deepest = INFINITY;
    scene->count = 0;
    scene->is_too_deep = false;
}

static void search(abOutlineScene *scene, abOutlineNear *near, abAllocator allocator) {
    if (near != NULL && ab_outline_search_near(near, scene)) {
        return;
    }
    each_near(scene, nodes_gap, reach, look_at_edges);
    if (near != NULL) {
        ab_outline_make_near(near, allocator, scene);
    }
}

void ab_scene_find(abOutlineScene *scene, abOutlineNear *near, abAllocator allocator) {
    if (near != NULL && ab_outline_near_answers(near, scene)) {
        return;
    }
    search(scene, near, allocator);
    ab_scene_settle(scene);
    bool is_inside = scene->count > 0 && scene->deepest < 0.0;
    if (!is_inside && ab_outline_circles_gap(scene, 0, 0) < 0.0) {
        look_deeper(scene, near);
    }
    if (near != NULL) {
        ab_outline_near_keep(near, allocator, scene);
    }
}
