// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_scene.h - two plane curves at one pose, and where they have been found to meet.
//
// Private to collide/planar.

#ifndef AB_CURVE_SCENE_H
#define AB_CURVE_SCENE_H

#include "collide/planar/curve_plane.h"

enum { AB_CURVE_CANDIDATES_MAX = 32 }; // many are far sides

// A place where the way between the curves is normal to both.
typedef struct abCurveCandidate {
    double gap;
    abVec2 a, b, n;     // in the plane of A; n out of A
    int part_a, part_b; // of an arc its first piece, or the one it is on
} abCurveCandidate;

typedef struct abCurveScene {
    abCurvePlane in;
    double slack; // lengths below this are rounding                                      [m]
    double radii; // gaps below the sum of both radii are overlaps                        [m]
    double reach; // gaps below it are wanted: `radii`, and more when places apart are, too
    double best;  // least gap so far, and at least `reach`
    double deep;  // overlaps up to this are looked for                                   [m]
    abCurveCandidate nearest;
    abCurveCandidate inside[AB_CURVE_CANDIDATES_MAX];
    int inside_count;
    bool is_crossed; // what curves_cross() found
} abCurveScene;

static inline bool ab_curve_is_before(const abCurveCandidate *p, const abCurveCandidate *q) {
    return p->part_a != q->part_a ? p->part_a < q->part_a : p->part_b < q->part_b;
}

// How far hulls may move and their normals turn.
typedef struct abCurveRoom {
    double way;          // [m]
    double cosine, sine; // of the angle, at most a right one
} abCurveRoom;
#define AB_CURVE_NO_ROOM ((abCurveRoom){0.0, 1.0, 0.0})

// Whether some normal of A is opposite to one of B.
static inline bool ab_curve_can_face(const abCurveScene *scene, const abCurveHull *a,
                                     const abCurveHull *b, const abCurveRoom *room) {
    double cosine = -ab_dot2(a->normal, ab_curve_turn(&scene->in, b->normal));
    double limit = a->cosine * b->cosine - a->sine * b->sine;
    double sine = a->sine * b->cosine + a->cosine * b->sine; // of the sum, < 0 beyond pi
    double more = sine * room->cosine + limit * room->sine;
    return sine <= 0.0 || more <= 0.0 || cosine >= limit * room->cosine - sine * room->sine - 1e-12;
}

// Of two circles, one of A and one of B.
static inline double ab_curve_circles_gap(const abCurveScene *scene, abVec2 a, double radius_a,
                                          abVec2 b, double radius_b) {
    abVec2 displacement = ab_sub2(ab_curve_out_of_B(&scene->in, b), a);
    return ab_norm2d(displacement) - radius_a - radius_b;
}

// At least how wide the gaps, or how deep the overlaps, are that two hulls may have candidates for; NAN:
// they have none that counts. The way between the points of a candidate is along a normal of A: outward
// where they are apart, inward where they overlap.
static inline double ab_curve_hulls_gap(const abCurveScene *scene, const abCurveHull *a,
                                        const abCurveHull *b, const abCurveRoom *room) {
    abVec2 way = ab_sub2(ab_curve_out_of_B(&scene->in, b->center), a->center);
    double distance = ab_norm2d(way), radii = a->radius + b->radius + room->way;
    double gap = distance - radii;
    if (gap > fmax(scene->best, scene->deep) || !ab_curve_can_face(scene, a, b, room)) {
        return NAN;
    }
    if (gap <= scene->slack) {
        return gap;
    }
    double s = radii / distance, c = sqrt(1.0 - s * s); // of what the circles are seen under
    double along = ab_dot2(way, a->normal) / distance;
    double limit = a->cosine * c - a->sine * s - 1e-8;
    bool is_half_turn = a->sine * c + a->cosine * s <= 0.0;
    bool is_apart = (is_half_turn || along >= limit) && gap <= scene->best;
    bool is_inside = (is_half_turn || -along >= limit) && gap <= scene->deep;
    return is_apart || is_inside ? gap : NAN;
}

#endif
