// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_outline.h - a patch in the making: its points, and outlines of faces seen along its normal.
// Private to collide.

#ifndef AB_PATCH_OUTLINE_H
#define AB_PATCH_OUTLINE_H

#include "collide/broad/patch_point.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

// One patch in the making.
typedef struct abPatch {
    const abShape *A, *B;
    const abPose *X_WA, *X_WB;
    abVec3 n;          // of the deepest points, from A into B
    double radii;      // of the balls added to the cores                                     [m]
    double depth;      // of the deepest points                                               [m]
    abVec3 nearest;    // that of A, on its surface
    bool is_around;    // one is in the ring or bore of the other: normals go all around
    double border;     // width over which something near an outline fades                    [m]
    double area;       // where the depth is positive                                     [m^2]
    double area_slope; // d(area)/d depth                                                 [m]
    abPatchPoint *points;
    int count;
} abPatch;

// Adds a point if it overlaps. `a` and `b` are the points of the cores, m the normal.
void ab_patch_add(abPatch *patch, abVec3 a, abVec3 b, abVec3 m, double weight, int id);

typedef struct abPoint2 {
    double x, y;
} abPoint2;

// A convex outline in the world and seen along a normal, counterclockwise.
typedef struct abOutline {
    int count;
    abVec3 corner[AB_FEATURE_MAX];
    abPoint2 at[AB_FEATURE_MAX];
    abVec3 normal; // outward, of its face
    abVec3 lift;   // from the corners to the plane of the face; zero but for the sides of beams
} abOutline;

// A point of the plane of its face.
static inline abVec3 ab_outline_origin(const abOutline *outline) {
    return ab_add(outline->corner[0], outline->lift);
}

// Where the line through p along m meets the plane through o with normal n; m not in the plane.
static inline abVec3 ab_on_plane(abVec3 p, abVec3 m, abVec3 o, abVec3 n) {
    return ab_add_scaled(p, ab_dot(ab_sub(o, p), n) / ab_dot(m, n), m);
}

// What a beam turns towards d (unit, in S): a large face, a side between its round ends, or one of
// these.
typedef enum abBeamFace { AB_BEAM_LARGE, AB_BEAM_SIDE, AB_BEAM_END } abBeamFace;
abBeamFace ab_beam_face(const abShape *shape, abVec3 d);

// Axes of the view along n.
typedef struct abView {
    abVec3 x, y;
} abView;

abView ab_patch_view(abVec3 n);
static inline abPoint2 ab_seen(const abView *view, abVec3 p) {
    return (abPoint2){ab_dot(view->x, p), ab_dot(view->y, p)};
}

// The face of a shape that deviates least from direction d (in W); false when it has none. Fills
// corners and normal.
bool ab_outline_of_face(const abShape *shape, const abPose *X_WS, abVec3 d, abOutline *out);
// Seen along a normal of which `view` are the axes.
void ab_outline_see(abOutline *outline, const abView *view);
// How far p is inside; < 0: outside.                                                      [m]
double ab_outline_margin(const abOutline *outline, abPoint2 p);
abPoint2 ab_outline_edge(const abOutline *outline, int i);

// Exterior angle at corner i in the plane of the face, in right angles.
double ab_outline_angle(const abOutline *outline, int i);
// Exterior angle from direction d to e, in right angles, 0 to 2.
double ab_exterior_angle(abPoint2 d, abPoint2 e);
// 0 for nearly parallel faces, 1 for two that lean so far from each other that edges meet.
double ab_face_leans(abVec3 out_of_A, abVec3 into_B);
// Weight of a point of the outline of two faces: where they lean from each other it is a contact of
// its own, and never more than one.
double ab_lone_weight(double weight, double leans);
// The direction in which two outlines are seen together, from A into B: of nearly parallel faces the
// middle of their normals, else what the deepest points say.
abVec3 ab_middle_normal(abVec3 out_of_A, abVec3 into_B, abVec3 n);
// The common normal of two lines along d and e (unit), towards `middle`, which it is where they
// run along each other. Returns how well it is determined, 0 to 1.
double ab_crossing_normal(abVec3 d, abVec3 e, abVec3 middle, abVec3 *m);
// 0 outside, 1 inside, over the border.
double ab_fade(const abPatch *patch, double margin);
// Area of a polygon where the depth, linear over it, is positive; `slope` is its change by depth.
double ab_penetrating_area(const abPoint2 *corners, const double *depths, int count, double *slope);

#endif
