// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// axial.h - what shapes about an axis share: coordinates along and around it, regular polygons for
// discs, curvature of rims, mass of solids of revolution.

#ifndef AB_AXIAL_H
#define AB_AXIAL_H

#include <math.h>

#include "math/core/vector_math.h"
#include "shape/core/shape.h"

extern const char *const ab_axis_words[]; // "x", "y", "z", NULL

// Coordinates with the shape's axis first: u along it, v and w the next two cyclically.
typedef struct Axial {
    double u, v, w;
} Axial;

static inline Axial to_axial(const abShape *shape, abVec3 p) {
    switch (shape->axis) {
    case 0:
        return (Axial){p.x, p.y, p.z};
    case 1:
        return (Axial){p.y, p.z, p.x};
    default:
        return (Axial){p.z, p.x, p.y};
    }
}

static inline abVec3 from_axis(int axis, double u, double v, double w) {
    switch (axis) {
    case 0:
        return (abVec3){u, v, w};
    case 1:
        return (abVec3){w, u, v};
    default:
        return (abVec3){v, w, u};
    }
}

static inline abVec3 from_axial(const abShape *shape, double u, double v, double w) {
    return from_axis(shape->axis, u, v, w);
}

static inline abRadii ab_radii(double along, double across, abVec3 direction) {
    return (abRadii){.radius = {along, across}, .along = direction};
}

// A sharp rim of radius r about the unit vector `axis`; `outward` is the unit vector from its
// centre to the point. By Meusnier the curvature along the rim is the part of 1/r
// that the normal n sees.
abRadii ab_rim_radii(double r, abVec3 outward, abVec3 axis, abVec3 n);
// A circle of radius r about the axis, at its point p: concave where the normal leans inwards.
abRadii ab_circle_radii(const abShape *shape, double r, Axial p, abVec3 n);
// A flat disc of radius r about the axis, or its rim, at p; a tip for r = 0.
abRadii ab_disc_radii(const abShape *shape, double r, Axial p, abVec3 n);

// Corners of a regular 16-gon on the circle of radius r at u in the v-w plane.
enum { AB_DISC_CORNERS = 16 };
int ab_disc_corners(const abShape *shape, double u, double r, abVec3 *corners);

// Cosines and sines of the corners.
extern const double ab_disc_cos[AB_DISC_CORNERS];

// The nearer of two ends: 0 that of u > 0.
int ab_end_piece(const abShape *shape, abVec3 d);

// Functions of the cylinder, and of the tube, whose core is the same outside.
abVec3 ab_cylinder_support(const abShape *shape, abVec3 d);
abPiece ab_cylinder_piece_at(const abShape *shape, int index);
int ab_cylinder_feature(const abShape *shape, abVec3 d, abVec3 *corners);

// Solid of revolution: mass (volume), centre at u along the axis, moments along and across.
abMassProperties ab_axial_mass(const abShape *shape, double volume, double u, double along,
                               double across);

#endif
