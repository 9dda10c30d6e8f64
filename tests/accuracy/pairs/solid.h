// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// solid.h - the reference's own view of a shape in a pose: the convex hull of points, discs and
// ellipsoids, plus a ball. It takes the compiled lengths of the shape as exact numbers, and nothing
// else of src/shape or src/collide.

#ifndef AB_TEST_SOLID_H
#define AB_TEST_SOLID_H

#include <stdbool.h>

#include "quad.h"
#include "shape/core/shape.h"

enum { PIECES_MAX = 64, FACES_MAX = 128, EDGES_MAX = 256 };

// What does not depend on the pose.
typedef struct Form {
    const abShape *shape;
    int piece_count;
    abVec3 center[PIECES_MAX], semi[PIECES_MAX]; // of the pieces, in S: exact doubles       [m]
    bool is_polytope;                            // all pieces are points
    int face_count, edge_count;                  // of a polytope
    abVec3 face[FACES_MAX], edge[EDGES_MAX];     // unit normals, unit directions, in S
} Form;

void form_init(Form *form, const abShape *shape);

// A form in a pose, in double and quad, lengths times a power of two.
typedef struct Solid {
    const Form *form;
    double unit; // the power of two
    double R[3][3];
    Quad3 p; // of the origin of S, relative to that of A
    double p_double[3];
    Quad radius;
} Solid;

void solid_init(Solid *solid, const Form *form, const abPose *X, abVec3 origin, double unit);

// A direction in the axes of S: transpose(R) n.
Quad3 solid_turn(const Solid *solid, Quad3 n);
// A point of S (in metres) in the common frame.
Quad3 solid_place(const Solid *solid, Quad3 x);
// Height n . x of piece i in direction n; q is n in the axes of S.
Quad piece_height(const Solid *solid, int i, Quad3 q, Quad3 n);
// Support point of piece i.
Quad3 piece_support(const Solid *solid, int i, Quad3 q);
// The largest height of the core.
Quad solid_height(const Solid *solid, Quad3 n);
// The same in double, with the point.
double solid_support(const Solid *solid, const double n[3], double x[3]);

// The normal of the flat round face of the core within `angle` of n. False when there is none.
bool solid_cap(const Solid *solid, Quad3 n, double angle, Quad3 *cap);

// By how much x lies outside the core, at most (rounding of a double; 0 inside).
double solid_outside(const Solid *solid, Quad3 x);
// Radius of a ball about x within the core; negative outside. Not always the largest.
double solid_clearance(const Solid *solid, Quad3 x);

#endif
