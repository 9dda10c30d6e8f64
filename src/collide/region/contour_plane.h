// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_plane.h - the plane of each region, and what is within its contours, seen along the
// normal.

#ifndef AB_CONTOUR_PLANE_H
#define AB_CONTOUR_PLANE_H

#include "collide/region/contour.h"

// Middles, normals and what is within the contours of all regions; contour_plane.c.
void ab_contour_find_planes(abContours *contours);
// The slopes of their thickness, once volumes and moments are there.
void ab_contour_find_thickness(abContours *contours);

// Axes of the plane across n.
static inline void ab_contour_axes(abVec3 n, abVec3 axis[2]) {
    axis[0] = ab_perpendicular(n);
    axis[1] = ab_cross(n, axis[0]);
}

#endif
