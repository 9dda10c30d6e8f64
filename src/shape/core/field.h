// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field.h - a number that varies over a mesh, or with the place in a frame.
//
//   at the points   between them straight, by the weights of a triangle's corners
//   of the faces    in a face its own value, on an edge the mean of both faces, at a point that of
//                   all faces around it by their areas
//   an expression   of x, y, z
//   a grid          see field_grid.h
//
// Which place is asked for is the caller's business: see contact_field.c.

#ifndef AB_FIELD_H
#define AB_FIELD_H

#include "abut/definitions.h"
#include "math/expression/expression.h"
#include "mesh/core/mesh_surface.h"

typedef enum abFieldKind {
    AB_FIELD_OF_POINTS,
    AB_FIELD_OF_FACES,
    AB_FIELD_OF_PLACE,
    AB_FIELD_OF_GRID
} abFieldKind;

typedef struct abField {
    abFieldKind kind;
    const abMeshSurface *surface; // of the first two
    const double *at_points;      // values, of faces the means around each point
    const double *of_triangles;
    const abExpression *expression; // of the inputs 0, 1, 2
    double length;                  // unit of x, y, z in the expression                    [m]
    double unit;                    // of its value, in SI units
    abFieldGrid grid;
} abField;

// Values for the mesh of a surface, `values` in the order of the file. False for want of memory.
bool ab_field_of_points(abField *field, const abMeshSurface *surface, const double *values,
                        abArena *arena);
bool ab_field_of_faces(abField *field, const abMeshSurface *surface, const double *values,
                       abArena *arena);

double ab_field_at_point(const abField *field, int point);
// On a triangle, weights of its corners; where one is 0 the place is on a side, where two are, it
// is a corner.
double ab_field_on_triangle(const abField *field, int triangle, const double weight[3]);
// The same for a point that stands for a part of the triangle, though it may lie on its side.
double ab_field_in_triangle(const abField *field, int triangle, const double weight[3]);
// At a place in the frame of the field; of a mesh where its surface is nearest.
double ab_field_at_place(const abField *field, abVec3 p);

#endif
