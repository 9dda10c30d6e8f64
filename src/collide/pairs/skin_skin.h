// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_skin.h - two surfaces of triangles of which at least one belongs to a flexible body: vertices of
// one in the other, both ways.

#ifndef AB_SKIN_SKIN_H
#define AB_SKIN_SKIN_H

#include "collide/broad/proximity.h"
#include "flexible/skin.h"

// One surface: triangles, where their nodes are now, and the frame of these.
typedef struct abSkinSide {
    abSkin skin;
    const abVec3 *points; // by node                                                        [m]
    abPose X_WS;
} abSkinSide;

// Whether a shape has a surface of triangles: of a flexible body, or a mesh that touches as it is.
bool ab_has_skin(const abShape *shape);

// That surface, undeformed; a mesh that touches as it is has every point as a vertex. `vertices` of a
// mesh is NULL: all of them, in order.
abSkin ab_skin_of_shape(const abShape *shape);

// A vertex of one surface and the point of the other that is nearest to it.
typedef struct abSkinContact {
    int corner;         // whose vertex: 0 of A, 1 of B
    abSkinSite site[2]; // on A and on B, each in its frame; their distances and normals are unset
    abProximity at;     // distance < 0 inside; radius INFINITY
} abSkinContact;

// The deepest vertex, or where none is inside the nearest; distance INFINITY without vertices.
// Cost: of vertices within the box of the other surface, its triangles; else of the box alone.
abSkinContact ab_skins_meet(const abSkinSide side[2]);

// All vertices that are inside, or nearer than the margin [m], the deepest first, which is given.
void ab_skins_each(const abSkinSide side[2], const abSkinContact *deepest, double margin,
                   void (*take)(void *context, const abSkinContact *contact), void *context);

// Undeformed, as a pair of the matrix.
abCollide ab_skin_skin;

#endif
