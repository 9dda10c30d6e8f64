// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_parts.h - what the shape files share: coordinates along and around an axis, checks of
// lengths, regular polygons for discs.

#ifndef AB_SHAPE_PARTS_H
#define AB_SHAPE_PARTS_H

#include <float.h>
#include <math.h>

#include "math/vector_math.h"
#include "mesh/triangle_mesh.h"
#include "shape/shape.h"

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

static inline abVec3 from_axial(const abShape *shape, double u, double v, double w) {
    switch (shape->axis) {
    case 0:
        return (abVec3){u, v, w};
    case 1:
        return (abVec3){w, u, v};
    default:
        return (abVec3){v, w, u};
    }
}

// magnitude >= 0; + where `sign` is zero, of either sign. Without a branch.
static inline double with_sign(double magnitude, double sign) {
    return copysign(magnitude, sign + 0.0);
}

// Slack for comparing lengths inside one shape: a few rounding errors of its size.
static inline double rounding_slack(const abShape *shape) {
    return 16.0 * DBL_EPSILON * shape->bound;
}

// A point of the core this near to an edge is on it; contact points are better than that.
static inline double edge_slack(const abShape *shape) {
    return 1e-12 * shape->bound;
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

// Adds a problem unless `value` is a finite length, > 0 or (zero_allowed) >= 0.
abResult ab_check_length(double value, bool zero_allowed, const char *shape, const char *key,
                         abPlace place, abError *error);
// The radius by which the edges of a shape with this smallest side are rounded: `smoothing`, at
// most a tenth of the side (Modia3D). A problem says when the shape is too thin for it.
abResult ab_take_smoothing(double smoothing, double smallest, const char *shape, double *radius,
                           abPlace place, abError *error);

// Corners of a regular 16-gon on the circle of radius r at u in the v-w plane.
enum { AB_DISC_CORNERS = 16 };
int ab_disc_corners(const abShape *shape, double u, double r, abVec3 *corners);

// Cosines and sines of the corners.
extern const double ab_disc_cos[AB_DISC_CORNERS];

// Solid of revolution: mass (volume), centre at u along the axis, moments along and across.
abMassProperties ab_axial_mass(const abShape *shape, double volume, double u, double along,
                               double across);

#endif
