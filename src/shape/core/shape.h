// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape.h - the shapes: parameters, support function, bounds, mass properties.
//
// A shape kind is a row of shapes.def and a file with one abShapeType: a table of keys and a table
// of functions. `abShape` is the compiled form, in its own frame S; where it sits on a body is not
// its affair.

#ifndef AB_SHAPE_H
#define AB_SHAPE_H

#include <float.h>
#include <stdbool.h>

#include "abut/result.h"
#include "abut/vector.h"
#include "base/arena.h"
#include "base/schema.h"
#include "math/core/mass_properties.h"

typedef enum abShapeKind {
#define AB_SHAPE(KIND, symbol) AB_SHAPE_##KIND,
#include "shape/core/shapes.def"
#undef AB_SHAPE
    AB_SHAPE_COUNT // -> AB_SHAPE_PLANE, AB_SHAPE_SPHERE, ..., AB_SHAPE_COUNT
} abShapeKind;

typedef struct abHull abHull;             // convex hull of a point cloud, see hull.h
typedef struct abCurve abCurve;           // a plane curve, see curve.h
typedef struct abOutline2 abOutline2;     // loops of edges in a plane, see outline.h
typedef struct abMeshSource abMeshSource; // a mesh from a file, see mesh/read/mesh_source.h
// A mesh that touches as it is, see mesh/core/mesh_surface.h.
typedef struct abMeshSurface abMeshSurface;
typedef struct abSkin abSkin; // the surface of a flexible body, see flexible/skin.h

// What a shape looks like that its core does not tell (a text, a mesh); for pictures only.
typedef struct abPicture {
    abVec3 *points; // in S                                                                 [m]
    int *triangles; // three indices each, counter-clockwise from outside
    int point_count, triangle_count;
} abPicture;

// A compiled shape in its own frame S. Every shape is  core (+) ball of radius `radius`: a sphere
// is a point and a radius, a torus a circle and a radius, a smoothed box a smaller box and the
// smoothing radius.
typedef struct abShape {
    abShapeKind kind;
    double size[4];     // of the core; meaning by kind, said in the kind's file             [m]
    int axis;           // 0, 1, 2: the axis of rotation where there is one
    double radius;      // of the ball added to the core; 0 for sharp shapes                  [m]
    const abHull *hull; // of a mesh too
    const abCurve *curve;
    const abOutline2 *outline;
    const abMeshSource *mesh; // the files it came from; NULL none
    const abPicture *picture; // shown in place of the shape; NULL none
    bool is_ghost;            // touches nothing
    abVec3 center;            // of the bounding sphere and an inner point, in S               [m]
    double bound;             // radius of the bounding sphere; INFINITY for a plane          [m]
    double contact_radius;    // one radius of curvature for the whole shape (Modia3D 1.5)    [m]
    bool is_flat;             // counts as flat in that scheme
    bool is_sphere;           // exactly a sphere
    // of a mesh that touches as it is; else NULL
    const abMeshSurface *surface;
    const abSkin *skin; // of a flexible body, undeformed; else NULL
} abShape;

// A core is the convex hull of smooth pieces, each an axis-aligned ellipsoid that may be
// degenerate: a point (a corner), a disc (a rim) or a solid ellipsoid. Narrow-phase Newton steps
// work on these.
typedef struct abPiece {
    abVec3 center;    // in S                                                               [m]
    abVec3 semi_axes; // along the axes of S; all zero for a point                          [m]
} abPiece;

// Principal radii of curvature of a core at a point of its surface: > 0 convex, < 0 concave, 0 at a
// sharp edge or corner, INFINITY where it is straight.
typedef struct abRadii {
    double radius[2]; // along `along` and across it                                       [m]
    abVec3 along;     // unit tangent, in S
    // where the surface is straight along `along` and curved across: how far it goes on so, forward
    // and backward                                                                        [m]
    double reach[2];
} abRadii;

enum { AB_FEATURE_MAX = 32 }; // corners of a supporting face, at most

// Directions that differ by less than this count as equal when a supporting face or edge is looked
// for, so that flat rests on flat with one centred point in spite of rounding           [rad]
#define AB_FLAT_ANGLE 1e-11

// What a shape rests on when it lies on something flat.
typedef enum abCarries {
    AB_CARRIES_NOTHING, // round everywhere: one point
    AB_CARRIES_PLANE,
    AB_CARRIES_FACES, // outlines given by `face` and `feature`
    AB_CARRIES_RIMS,  // pieces 0 and 1: discs or points on the shape's axis
    AB_CARRIES_RING,  // piece 0: the edge of a disc about the shape's axis
    AB_CARRIES_COUNT
} abCarries;

typedef struct abShapeType {
    const abTable *table; // keys of the kind; the struct behind it is the kind's own
    // How many shapes a definition stands for, and which of them (from 0) `params` is to compile.
    // NULL: one.
    int (*part_count)(const void *params);
    void (*choose_part)(void *params, int part);
    // Checks what the table's ranges cannot (say, top radius below base radius) and fills `shape`.
    // `params` is the struct of the table, `smoothing` the wanted edge radius (0: sharp) [m]. On a
    // wrong value adds a problem at `place` and returns AB_BAD_MODEL. Meshes read their file here,
    // relative to `folder`, and take memory from `arena`.
    abResult (*compile)(const void *params, double smoothing, const char *folder, abArena *arena,
                        abShape *shape, abPlace place, abError *error);
    // Point of the core farthest in direction d (any length, in S). For ties a fixed choice.
    abVec3 (*support)(const abShape *shape, abVec3 d);
    // Mass properties of the full (sharp) solid at density 1; hollow parts taken out. The mass is
    // NAN when the shape encloses nothing (a mesh that is open).
    abMassProperties (*mass)(const void *params, const abShape *shape);

    // Drawn, but without mass and never in contact.
    bool is_visual;
    // The largest rho such that every point outside nearer than rho has one nearest point on the
    // whole shape [m]. NULL: a convex shape, where every point has.
    double (*reach)(const abShape *shape);
    // Corners, in order, of the supporting face, edge or point in the unit direction d, with
    // tolerance AB_FLAT_ANGLE; discs as polygons. Returns their number, 1 to AB_FEATURE_MAX. NULL
    // for a plane.
    int (*feature)(const abShape *shape, abVec3 d, abVec3 *corners);

    // The rest describes the core of a convex body to the narrow phase (NULL for a plane and for
    // shapes that are not convex, but for the pieces that carry them).
    int piece_count; // of the core; 0: one for each corner of the hull
    // The piece that holds the support point in direction d, and a piece by its number.
    int (*piece)(const abShape *shape, abVec3 d);
    abPiece (*piece_at)(const abShape *shape, int index);
    // Outward unit normal of the flat face that deviates least from d; false when there is none
    // near. With that normal: how far p, in the plane of the face, is inside its outline (< 0:
    // outside).
    bool (*face)(const abShape *shape, abVec3 d, abVec3 *normal);
    double (*face_margin)(const abShape *shape, abVec3 normal, abVec3 p);
    // Is the ball of radius rho that touches the surface from inside at x, with outward unit normal
    // n, within the core? May answer false when it is hard to tell.
    bool (*holds_ball)(const abShape *shape, abVec3 x, abVec3 n, double rho);
    abCarries carries;
    // Principal radii of the core at its surface point x, where the unit normal is n. NULL when the
    // kind does not know them.
    void (*radii)(const abShape *shape, abVec3 x, abVec3 n, abRadii *out);
} abShapeType;

// Answers of a core of one piece, without flat faces, that is a point or has no inside.
int ab_one_piece(const abShape *shape, abVec3 d);
bool ab_no_face(const abShape *shape, abVec3 d, abVec3 *normal);
double ab_no_face_margin(const abShape *shape, abVec3 normal, abVec3 p);
double ab_no_reach(const abShape *shape);
abVec3 ab_support_of_box(const abShape *shape, abVec3 d); // size: half the sides
abVec3 ab_support_at_origin(const abShape *shape, abVec3 d);
bool ab_holds_no_ball(const abShape *shape, abVec3 x, abVec3 n, double rho);

// The row of a kind.
const abShapeType *ab_shape_type(abShapeKind kind);
// AB_SHAPE_COUNT when there is no shape of that name.
abShapeKind ab_shape_find(const char *name);

// Axis-aligned box in W of a shape at pose X_WS, radius included; a plane is unbounded.
typedef struct abBox {
    abVec3 low, high;
} abBox;
abBox ab_shape_bounds(const abShape *shape, const abPose *X_WS);

// `reach` of the type; INFINITY for convex shapes.
double ab_shape_reach(const abShape *shape);

// Point of the whole shape (core and radius) farthest in direction d (unit, in S).
abVec3 ab_shape_support(const abShape *shape, abVec3 d);

// Principal curvatures at the surface point p (in S) with the outward unit normal n: of the whole
// shape, so a smoothed edge has the smoothing radius. False at sharp edges and corners and for
// kinds that do not know.
typedef struct abCurvature {
    double curvature[2]; // along `along` and across it; > 0 convex                     [1/m]
    abVec3 along;        // unit tangent, in S
    double reach[2];     // as in abRadii                                                 [m]
} abCurvature;
bool ab_shape_curvature(const abShape *shape, abVec3 p, abVec3 n, abCurvature *out);

// The sum of parts, each given in a common frame B: masses add, inertias rotate and shift.
abMassProperties ab_mass_move(abMassProperties part, abPose X_BS);
abMassProperties ab_mass_add(abMassProperties a, abMassProperties b);

// Slack for comparing lengths inside one shape: a few rounding errors of its size.
static inline double rounding_slack(const abShape *shape) {
    return 16.0 * DBL_EPSILON * shape->bound;
}

// A point of the core this near to an edge is on it; contact points are better than that.
static inline double edge_slack(const abShape *shape) {
    return 1e-12 * shape->bound;
}

// Adds a problem unless `value` is a finite length, > 0 or (zero_allowed) >= 0.
abResult ab_check_length(double value, bool zero_allowed, const char *shape, const char *key,
                         abPlace place, abError *error);
// The radius by which the edges of a shape with this smallest side are rounded: `smoothing`, at
// most a tenth of the side (Modia3D). A problem says when the shape is too thin for it.
abResult ab_take_smoothing(double smoothing, double smallest, const char *shape, double *radius,
                           abPlace place, abError *error);

#endif
