// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inscribed_mesh.h - round solids as closed meshes whose points lie on them.

#ifndef AB_INSCRIBED_MESH_H
#define AB_INSCRIBED_MESH_H

#include "abut/vector.h"
#include "base/arena.h"
#include "base/schema.h"

// Lists as the shape `mesh` takes them: points [m] and three numbers of points for each triangle,
// counter-clockwise from outside.
typedef struct abInscribedMesh {
    abPointList points, faces;
    int sides; // of a ring
} abInscribedMesh;

// About z, with `sides` >= 3 around. Each is false for want of memory in the arena.
// From a circle at height `low` to one at `high`; high_radius may be 0, the tip of a cone.
bool ab_inscribe_frustum(abArena *arena, int sides, double low, double low_radius, double high,
                         double high_radius, abInscribedMesh *mesh);
// About the origin, with `bands` >= 2 from pole to pole.
bool ab_inscribe_ellipsoid(abArena *arena, int sides, int bands, abVec3 semi_axes,
                           abInscribedMesh *mesh);
// About the origin; itself, of twelve triangles.
bool ab_inscribe_box(abArena *arena, abVec3 size, abInscribedMesh *mesh);

#endif
