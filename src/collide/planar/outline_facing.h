// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_facing.h - whether parts of two outlines may have a contact, by what holds them.
//
// A contact has its ball's innermost point in the circle of one node and the foot in that of the
// other, widened by how far feet may lie beyond a reentrant corner. Its normal is one of an edge there
// and opposite to a direction in which the ball is the outermost. The way from the foot to the
// innermost point is along the normal where they are apart, against it where they overlap.
//
// Private to collide/planar.

#ifndef AB_OUTLINE_FACING_H
#define AB_OUTLINE_FACING_H

#include "collide/planar/outline_scene.h"

// How far outline 1 may move and turn.
typedef struct abOutlineRoom {
    double skin, rotation; // of the site; as the chord of a unit circle                  [m]
    double sine;           // of the angle
    abVec2 site;           // of outline 1                                                [m]
} abOutlineRoom;

// By how much what a circle of outline 1 holds may move                                    [m]
static inline double ab_outline_room_at(const abOutlineRoom *room, abVec2 center, double radius) {
    double far = ab_norm2d(ab_sub2(center, room->site)) + radius;
    return (room->skin + room->rotation * far) * (1.0 + 1e-9);
}

// An angle from 0 to pi.
typedef struct abAngle2 {
    double cosine, sine;
} abAngle2;

static inline abAngle2 ab_angle2_of_sine(double s) { // at most a right one
    return (abAngle2){sqrt((1.0 - s) * (1.0 + s)), s};
}

// The sum of both; pi where it is more.
static inline abAngle2 ab_angle2_sum(abAngle2 a, abAngle2 b) {
    double sine = a.sine * b.cosine + a.cosine * b.sine;
    bool is_all = sine <= 0.0 && (a.cosine < 1.0 || b.cosine < 1.0);
    return is_all ? (abAngle2){-1.0, 0.0} : (abAngle2){a.cosine * b.cosine - a.sine * b.sine, sine};
}

static inline abAngle2 ab_wedge_angle(const abWedge *wedge) {
    return (abAngle2){wedge->cosine, wedge->sine};
}

static inline bool ab_angle2_holds(abAngle2 angle, double cosine) {
    return cosine >= angle.cosine - 1e-11;
}

// What two nodes are to each other, all in the frame of outline 0.
typedef struct abNodesApart {
    abVec2 way;    // from the circle of outline 0 to that of outline 1                   [m]
    double away;   // its length                                                          [m]
    double radii;  // of both circles together, with what may move                        [m]
    abAngle2 turn; // by which outline 1 may turn
} abNodesApart;

// The angle that two circles are seen under from each other's centre.
static inline abAngle2 ab_angle2_seen(const abNodesApart *apart, double radii) {
    return ab_angle2_of_sine(radii / apart->away);
}

// Whether balls of `side` may meet edges of the other one; in corners: with feet beyond their ends too.
static inline bool ab_outline_balls_face(const abOutlineScene *scene, const abNodesApart *apart,
                                         int side, const abOutlineHull *balls,
                                         const abOutlineHull *edges, bool in_corners) {
    if (balls->protrusions.is_empty || edges->faces.is_empty) {
        return false;
    }
    double radii = apart->radii + (edges->is_reentrant && in_corners ? scene->deep : 0.0);
    double gap = apart->away - radii;
    if (gap > fmax(scene->limit, scene->deep)) {
        return false;
    }
    // normals, opposite to each other
    abAngle2 faces = ab_wedge_angle(&edges->faces), out = ab_wedge_angle(&balls->protrusions);
    double half = fmin(0.5 * scene->deep * edges->bend, 1.0); // sine of half an angle
    if (half > 0.0 && in_corners) {
        abAngle2 beyond = {1.0 - 2.0 * half * half, 2.0 * half * sqrt(1.0 - half * half)};
        faces = ab_angle2_sum(faces, beyond);
    }
    faces = ab_angle2_sum(faces, apart->turn);
    abVec2 n = edges->faces.axis, u = balls->protrusions.axis;
    n = side == 0 ? ab_scene_turn(scene, 1, n) : n;
    u = side == 1 ? ab_scene_turn(scene, 1, u) : u;
    if (!ab_angle2_holds(ab_angle2_sum(faces, out), -ab_dot2(n, u))) {
        return false;
    }
    if (!(gap > 0.0)) {
        return true;
    }
    // the way, as seen from one circle to the other
    abAngle2 seen = ab_angle2_seen(apart, radii);
    abVec2 way = ab_scale2((side == 0 ? -1.0 : 1.0) / apart->away, apart->way);
    double along = ab_dot2(way, n), against = -ab_dot2(way, u);
    abAngle2 near_n = ab_angle2_sum(faces, seen);
    abAngle2 near_u = ab_angle2_sum(ab_angle2_sum(out, apart->turn), seen);
    return (gap <= scene->limit && ab_angle2_holds(near_n, along) &&
            ab_angle2_holds(near_u, against)) ||
           (gap <= scene->deep && ab_angle2_holds(near_n, -along) &&
            ab_angle2_holds(near_u, -against));
}

// Whether corners may meet, which are apart then: along the line between them.
static inline bool ab_outline_corners_face(const abOutlineScene *scene, const abNodesApart *apart,
                                           const abWedge *a, const abWedge *b) {
    double gap = apart->away - apart->radii;
    if (a->is_empty || b->is_empty || gap > scene->limit) {
        return false;
    }
    abVec2 u = ab_scene_turn(scene, 1, b->axis);
    abAngle2 out = ab_angle2_sum(ab_wedge_angle(b), apart->turn);
    if (!ab_angle2_holds(ab_angle2_sum(ab_wedge_angle(a), out), -ab_dot2(a->axis, u))) {
        return false;
    }
    if (!(gap > 0.0)) {
        return true;
    }
    abAngle2 seen = ab_angle2_seen(apart, apart->radii);
    double along = ab_dot2(apart->way, a->axis) / apart->away;
    double against = -ab_dot2(apart->way, u) / apart->away;
    return ab_angle2_holds(ab_angle2_sum(ab_wedge_angle(a), seen), along) &&
           ab_angle2_holds(ab_angle2_sum(out, seen), against);
}

// Of the circles of two nodes, how far they are apart                                    [m]
static inline double ab_outline_circles_gap(const abOutlineScene *scene, int node_a, int node_b) {
    const abCircle2 *a = &scene->o[0]->nodes[node_a].hull, *b = &scene->o[1]->nodes[node_b].hull;
    abVec2 way = ab_sub2(ab_scene_move(scene, 1, b->center), a->center);
    return ab_norm2d(way) - a->radius - b->radius;
}

static inline abNodesApart ab_outline_nodes_apart(const abOutlineScene *scene,
                                                  const abOutlineRoom *room, int node_a,
                                                  int node_b) {
    const abOutline2 *A = scene->o[0], *B = scene->o[1];
    const abCircle2 *a = &A->nodes[node_a].hull, *b = &B->nodes[node_b].hull;
    const abOutlineHull *hull_a = &A->hulls[node_a], *hull_b = &B->hulls[node_b];
    abNodesApart apart = {.way = ab_sub2(ab_scene_move(scene, 1, b->center), a->center),
                          .turn = {1.0, 0.0}};
    apart.away = ab_norm2d(apart.way);
    apart.radii = a->radius + b->radius + hull_a->beyond + hull_b->beyond +
                  32.0 * (A->slack + B->slack + scene->slack);
    if (room != NULL) {
        double beyond = hull_b->beyond + (hull_b->is_reentrant ? scene->deep : 0.0);
        apart.radii += ab_outline_room_at(room, b->center, b->radius + beyond);
        apart.turn = ab_angle2_of_sine(room->sine);
    }
    return apart;
}

// How far the circles of two nodes are apart; NAN where their edges have no contact that counts, for as
// long as outline 1 moves no more than the room is; NULL: as they are.
static inline double ab_outline_nodes_gap(const abOutlineScene *scene, const abOutlineRoom *room,
                                          int node_a, int node_b) {
    const abOutline2 *A = scene->o[0], *B = scene->o[1];
    const abOutlineHull *a = &A->hulls[node_a], *b = &B->hulls[node_b];
    const abNodesApart apart = ab_outline_nodes_apart(scene, room, node_a, node_b);
    return ab_outline_balls_face(scene, &apart, 0, a, b, true) ||
                   ab_outline_balls_face(scene, &apart, 1, b, a, true) ||
                   ab_outline_corners_face(scene, &apart, &a->corners, &b->corners)
               ? apart.away - apart.radii
               : NAN;
}

#endif
