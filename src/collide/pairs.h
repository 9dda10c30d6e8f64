// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs.h - the functions of the pair matrix. Private to collide. Each fills distance, normal,
// points and is_exact; the radius belongs to ab_proximity.

#ifndef AB_PAIRS_H
#define AB_PAIRS_H

#include "collide/collide.h"

typedef void abCollide(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       abProximity *out);

// How strongly the distance from a shape can bend down: its second derivative along any straight
// line is at least minus this within `radius` of p (frame of the shape). 0 for convex shapes.
double ab_distance_bend(const abShape *shape, abVec3 p, double radius);

abCollide ab_plane_plane, ab_plane_sphere, ab_plane_convex;
abCollide ab_sphere_sphere, ab_sphere_capsule, ab_capsule_capsule;
abCollide ab_sphere_ellipsoid, ab_sphere_box, ab_sphere_beam, ab_sphere_cylinder, ab_sphere_cone;
abCollide ab_capsule_cylinder, ab_cylinder_cylinder;
abCollide ab_box_box;
abCollide ab_convex_convex;
abCollide ab_sphere_torus, ab_convex_torus, ab_torus_torus;
abCollide ab_curve_curve;
abCollide ab_outline_pair;
abCollide ab_sphere_tube, ab_capsule_tube, ab_convex_tube, ab_torus_tube;
abCollide ab_plane_mesh, ab_shape_mesh, ab_mesh_mesh;

#endif
