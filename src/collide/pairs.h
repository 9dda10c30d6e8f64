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

abCollide ab_plane_plane, ab_plane_sphere, ab_plane_convex;
abCollide ab_sphere_sphere, ab_sphere_capsule, ab_capsule_capsule;
abCollide ab_sphere_ellipsoid, ab_sphere_box, ab_sphere_beam, ab_sphere_cylinder, ab_sphere_cone;
abCollide ab_capsule_cylinder, ab_cylinder_cylinder;
abCollide ab_box_box;
abCollide ab_convex_convex;

#endif
