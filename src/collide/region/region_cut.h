// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_cut.h - one triangle while the triangles of another, closed surface cut it: which part of
// it is inside, with its moments. Private to collide.

#ifndef AB_REGION_CUT_H
#define AB_REGION_CUT_H

#include "collide/region/region_room.h"

typedef struct abFlat {
    double s, t;
} abFlat;

// Where a side goes into the other surface or out of it.
typedef struct abCrossing {
    double
        displacement; // from corner i along side i                                            [m]
    int triangle;     // of the other surface
} abCrossing;
enum { AB_CROSSINGS_MAX = 16 };

typedef struct abCut {
    const abVec3 *v;  // corners
    abVec3 n;         // normal
    bool has_sides;   // the next is set
    abVec3 inward[3]; // across side i
    bool is_cut;      // by one at least; then all that follows is set
    bool base_is_in;
    abFlatPart part;        // of pieces counted so far
    abFlat corner[3];       // in the plane
    abFlat along[3];        // unit, of side i
    abFlat foot[3];         // of the origin on each side
    int starts[3], ends[3]; // how often a side counts up to its foot, and from there on
    int crossings[3];       // cuts that go through it; the first of them, as found:
    abCrossing crossing[3][AB_CROSSINGS_MAX];
} abCut;

// The corners must stay.
void ab_cut_begin(abCut *cut, const abVec3 v[3], abVec3 n);
// By a triangle of the other surface with that number and those corners, which meets the plane;
// false when it does not cut.
bool ab_cut_by(abCut *cut, int triangle, const abVec3 u[3], const double h[3]);
// Whether a triangle has corners on both sides of the plane; how high they are over it goes to h.
static inline bool ab_cut_meets(const abCut *cut, const abVec3 u[3], double h[3]) {
    h[0] = ab_dot(cut->n, ab_sub(u[0], cut->v[0]));
    h[1] = ab_dot(cut->n, ab_sub(u[1], cut->v[0]));
    h[2] = ab_dot(cut->n, ab_sub(u[2], cut->v[0]));
    int front = (h[0] >= 0.0) + (h[1] >= 0.0) + (h[2] >= 0.0);
    return front == 1 || front == 2;
}
// Whether corner 0 is inside: 1, 0; -1: the cuts leave nearly nothing or nearly all, ask where the
// middle is. Then with_middle.
int ab_cut_base(const abCut *cut);
bool ab_cut_base_with(const abCut *cut, bool middle_is_in);
// Counts the sides. A triangle that is not cut is all in or all out.
void ab_cut_close(abCut *cut, bool base_is_in);
// After that: how often corner i is inside; 0 or 1 but for rounding.
int ab_cut_corner(const abCut *cut, int i);

#endif
