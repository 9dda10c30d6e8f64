// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull_cells.h - the table by which the farthest corner of a hull is found at once.

#ifndef AB_HULL_CELLS_H
#define AB_HULL_CELLS_H

#include "shape/kinds/hull.h"

// Fills `cells` when all else is known. False for want of memory.
bool ab_hull_make_cells(abHull *hull, abArena *arena);

// The number of the cell that d is in. Any cell when d is zero or not finite.
AB_INLINE int ab_hull_cell(int side, abVec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z), t[5] = {d.x, d.y, d.z, d.x, d.y};
    int y_leads = y > x, z_leads = z > (x > y ? x : y);
    int axis = 2 * z_leads + (y_leads & (1 - z_leads));
    double half = 0.5 * side, stretch = half / fabs(t[axis]), last = side - 1.0;
    double row = t[axis + 1] * stretch + half, column = t[axis + 2] * stretch + half;
    row = row > 0.0 ? row : 0.0;
    column = column > 0.0 ? column : 0.0;
    row = row < last ? row : last;
    column = column < last ? column : last;
    return ((2 * axis + (t[axis] < 0.0)) * side + (int)row) * side + (int)column;
}

// A corner farthest in direction d, by walking uphill from corner `best`.
int ab_hull_climb(const abHull *hull, int best, abVec3 d);

// A corner farthest in direction d. Of those equally far a fixed choice.
AB_INLINE int ab_hull_farthest(const abHull *hull, abVec3 d) {
    const unsigned short *list =
        hull->side > 0 ? hull->cells[ab_hull_cell(hull->side, d)].corner : NULL;
    if (list == NULL || list[AB_HULL_CELL - 1] == AB_HULL_CLIMB) {
        return ab_hull_climb(hull, list == NULL ? 0 : list[0], d);
    }
    const abVec3 *corners = hull->corners;
    double h0 = ab_dot(corners[list[0]], d), h1 = ab_dot(corners[list[1]], d);
    double h2 = ab_dot(corners[list[2]], d), h3 = ab_dot(corners[list[3]], d);
    int low = h1 > h0, high = 2 + (h3 > h2), is_high = (h3 > h2 ? h3 : h2) > (h1 > h0 ? h1 : h0);
    return list[low + (high - low) * is_high]; // without branches, which would be hard to predict
}

#endif
