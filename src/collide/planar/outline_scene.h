// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_scene.h - two outlines in one plane, and what was found between them.

#ifndef AB_OUTLINE_SCENE_H
#define AB_OUTLINE_SCENE_H

#include "collide/broad/patch_point.h"
#include "collide/planar/outline_contact.h"
#include "shape/core/shape.h"
#include "shape/curve/outline.h"

// What sticks out: a vertex or a convex arc, in the frame of its outline.
typedef struct abBall2 {
    const abVertex *vertex; // or NULL
    const abEdge *arc;      // or NULL
    int index;
    abVec2 c;
    double r, weight;
} abBall2;

// A contact in the frame of outline 0; n points out of it.
typedef struct abOutlineFound {
    double gap;
    abVec2 n, p[2]; // points on both
    abOutlineFeature kind[2];
    int index[2];
    double weight;
    int id, ball_side; // the outline that has the ball
} abOutlineFound;

typedef struct abOutlineScene {
    const abOutline2 *o[2];
    double c, s; // rotation of outline 1 against outline 0
    abVec2 t;
    double slack;   // lengths below this are rounding                                   [m]
    double margin;  // gaps below it are wanted                                          [m]
    double deep;    // overlaps up to this are looked for                                [m]
    double limit;   // the least gap so far, at least the margin                         [m]
    double deepest; // least gap of the list                                             [m]
    abOutlineFound nearest;
    abOutlineFound list[AB_PATCH_MAX];
    int count;
    bool is_too_deep;
    bool is_crossed; // the outlines cross, when it was asked
} abOutlineScene;

// A direction or a point of outline `from` in the frame of the other.
static inline abVec2 ab_scene_turn(const abOutlineScene *scene, int from, abVec2 d) {
    double s = from == 1 ? scene->s : -scene->s;
    return ab_vec2(scene->c * d.x - s * d.y, s * d.x + scene->c * d.y);
}
static inline abVec2 ab_scene_move(const abOutlineScene *scene, int from, abVec2 p) {
    return from == 1 ? ab_add2(ab_scene_turn(scene, 1, p), scene->t)
                     : ab_scene_turn(scene, 0, ab_sub2(p, scene->t));
}

// A ball of outline `side` against an edge of the other, in the frame of that one.
abOutlineFound ab_scene_found(const abOutlineScene *scene, int side, const abBall2 *ball, int edge,
                              abVec2 n, double gap, abVec2 inner, abVec2 foot);
void ab_scene_take(abOutlineScene *scene, int side, const abBall2 *ball, int edge, abVec2 n,
                   double gap, abVec2 inner, abVec2 foot);
void ab_scene_take_corners(abOutlineScene *scene, int a, int b, abVec2 n, double gap);
// Leaves out what is not the nearest of its overlap and what was found twice; sorts.
void ab_scene_settle(abOutlineScene *scene);

// All contacts with a gap below `margin` (>= 0), in the order of their ids. Outlines are taken in
// the plane of A. Swapping A and B gives the same contacts with opposite normals. Balls and planes
// count as outlines: a ball is a circle, a plane a line without end. Pure, as ab_proximity.
// Error: gaps to 1e-15 of the sizes and distances.
void ab_outline_contacts(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                         double margin, abOutlineContacts *out);

// The same with what a workspace knows of the pair, which saves time and changes no bit; NULL: there is
// none.
struct abOutlineWorkspace;
void ab_outlines_contacts(struct abOutlineWorkspace *workspace, const abShape *A,
                          const abPose *X_WA, const abShape *B, const abPose *X_WB, double margin,
                          abOutlineContacts *out);

// Whether ab_outline_contacts treats the pair.
bool ab_has_outline_contacts(const abShape *A, const abShape *B);

#endif
