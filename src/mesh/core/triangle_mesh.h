// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// triangle_mesh.h - a surface made of triangles, and reading it from a file.
//
// Points with equal coordinates are one point, since many programs write a corner once per face.
// Numbers of points and faces in messages are those of the file, counted from 1.

#ifndef AB_TRIANGLE_MESH_H
#define AB_TRIANGLE_MESH_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/result.h"
#include "abut/vector.h"
#include "base/arena.h"
#include "base/schema.h"

// Coordinates and lengths go from 0 to here, so that products of four stay finite.
#define AB_LENGTH_MAX 1e12

typedef struct abTriangleMesh {
    abVec3 *points; // no two are equal                                                   [m]
    int *numbers;   // of a point in its file, from 1
    int *triangles; // three indices into points each, counter-clockwise seen from outside
    int *faces;     // of a triangle: the number of its face in the file, from 1
    size_t point_count, triangle_count;
    size_t face_count;     // polygons in the file
    size_t repeated_count; // points of the file that equal an earlier one
    const char *format;    // "OBJ", "STL", ...
} abTriangleMesh;

// Lets equal points become one, drops the copies and renumbers. False for want of memory.
bool ab_mesh_weld(abTriangleMesh *mesh, abArena *scratch);

// Corner i (0 to 2) of a triangle.
static inline abVec3 ab_mesh_corner(const abTriangleMesh *mesh, size_t triangle, int i) {
    return mesh->points[mesh->triangles[3 * triangle + (size_t)i]];
}

// Smallest and largest coordinates of all points; zero without points.
void ab_mesh_bounds(const abTriangleMesh *mesh, abVec3 *low, abVec3 *high);

#endif
