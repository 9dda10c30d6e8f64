// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs.h - the closed forms of the pair matrix. Private to collide. Each fills distance, normal,
// points and is_exact; the radius belongs to ab_proximity.

#ifndef AB_PAIRS_H
#define AB_PAIRS_H

#include "collide/broad/proximity.h"

abCollide ab_sphere_sphere, ab_sphere_capsule, ab_capsule_capsule;
abCollide ab_sphere_ellipsoid, ab_sphere_box, ab_sphere_beam, ab_sphere_cylinder, ab_sphere_cone;
abCollide ab_barrel_cylinder; // of a capsule or a cylinder
abCollide ab_box_box;
abCollide ab_sphere_torus, ab_any_torus;
abCollide ab_sphere_tube, ab_capsule_tube, ab_convex_tube;

#endif
