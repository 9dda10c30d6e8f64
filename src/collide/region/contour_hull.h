// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_hull.h - the convex outline of a region's contours in its plane, with as few corners as
// a spacing allows.

#ifndef AB_CONTOUR_HULL_H
#define AB_CONTOUR_HULL_H

#include "collide/region/contour.h"

// The room of hulls; contour_hull.c.
void ab_contour_hull_done(abContours *contours);

// A corner of the hull of a region's contours, in its plane about the middle.
typedef struct abHullCorner {
    double x, y;     // along the axes of the plane                                          [m]
    double rotation; // by which the outline turns there, 2 pi together
    double weight;   // as it is to be joined with others
} abHullCorner;

// Corners in order, without weights; they stay until the next call. 0 of no contours or for want of
// memory.
size_t ab_contour_hull(abContours *contours, int region, abHullCorner **corners);
// Joins corners nearer to each other than `spacing`, and the nearest while there are more than
// `maximum`. Returns how many are left.
size_t ab_contour_thin(abHullCorner *corners, size_t count, double spacing, size_t maximum);

#endif
