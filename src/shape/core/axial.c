// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// axial.c - what shapes about an axis share: curvature of rims and discs, regular polygons for
// discs, mass of solids of revolution.

#include "shape/core/axial.h"

#include "shape/core/shape.h"

const char *const ab_axis_words[] = {"x", "y", "z", NULL};

#define C1 0.92387953251128674 // cos(pi/8)
#define C2 0.70710678118654757 // cos(pi/4)
#define C3 0.38268343236508978 // cos(3 pi/8)
const double ab_disc_cos[AB_DISC_CORNERS] = {1.0,  C1,  C2,  C3,  0.0, -C3, -C2, -C1,
                                             -1.0, -C1, -C2, -C3, 0.0, C3,  C2,  C1};

int ab_disc_corners(const abShape *shape, double u, double r, abVec3 *corners) {
    for (int i = 0; i < AB_DISC_CORNERS; i++) {
        double c = ab_disc_cos[i], s = ab_disc_cos[(i + 12) % AB_DISC_CORNERS];
        corners[i] = from_axial(shape, u, r * c, r * s);
    }
    return AB_DISC_CORNERS;
}

static abRadii circle_radii(double r, double seen, abVec3 outward, abVec3 axis, abVec3 n) {
    abVec3 along = ab_cross(axis, outward);
    return ab_radii(r > 0.0 ? r / seen : 0.0, 0.0,
                    ab_norm2(along) > 0.0 ? along : ab_perpendicular(n));
}

abRadii ab_rim_radii(double r, abVec3 outward, abVec3 axis, abVec3 n) {
    return circle_radii(r, fmax(ab_dot(outward, n), 0.0), outward, axis, n);
}

abRadii ab_circle_radii(const abShape *shape, double r, Axial p, abVec3 n) {
    double across = sqrt(p.v * p.v + p.w * p.w);
    double s = across > 0.0 ? 1.0 / across : 0.0;
    abVec3 outward = from_axial(shape, 0.0, s * p.v, s * p.w);
    return circle_radii(r, ab_dot(outward, n), outward, from_axial(shape, 1.0, 0.0, 0.0), n);
}

abRadii ab_disc_radii(const abShape *shape, double r, Axial p, abVec3 n) {
    double across = sqrt(p.v * p.v + p.w * p.w);
    if (r <= edge_slack(shape)) { // a tip; where p is around the axis is but rounding
        return ab_radii(0.0, 0.0, ab_perpendicular(n));
    }
    if (across < r - edge_slack(shape)) {
        return ab_radii(INFINITY, INFINITY, ab_perpendicular(n));
    }
    double s = across > 0.0 ? 1.0 / across : 0.0;
    return ab_rim_radii(r, from_axial(shape, 0.0, s * p.v, s * p.w),
                        from_axial(shape, 1.0, 0.0, 0.0), n);
}

abMassProperties ab_axial_mass(const abShape *shape, double volume, double u, double along,
                               double across) {
    abMassProperties m = {.mass = volume, .center = from_axial(shape, u, 0.0, 0.0)};
    abVec3 diagonal = from_axial(shape, along, across, across);
    m.inertia = ab_mat3_diagonal(diagonal.x, diagonal.y, diagonal.z);
    return m;
}

int ab_end_piece(const abShape *shape, abVec3 d) {
    return to_axial(shape, d).u < 0.0;
}
