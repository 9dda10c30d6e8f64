// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_surface.h - contact pairs carried by surfaces, point by point.

#ifndef AB_CONTACT_SURFACE_H
#define AB_CONTACT_SURFACE_H

#include "collide/broad/proximity.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Whether friction with a history acts on the surface: it does not point by point, so what presses is
// noted in contacts->pressing. False in time steps, which have friction of their own.
static inline bool ab_surface_has_history(const abContactPair *pair) {
    return pair->data->has_surface && pair->tangential == NULL &&
           pair->data->interaction->friction->tangential != NULL;
}
// Notes a point of such a pair.
void ab_surface_note_pressing(abMechanics *mechanics, abVec3 p_W, double force);

// Touches carried by surfaces.
void ab_surface_evaluate(abMechanics *mechanics, const abContactPair *pair, abContactPairNow *now);
// Friction at a point: by its law, or, with `hold` in the axes of the slip, what a step of method
// stepping has left. What holds a point of that.
abFrictionForce ab_surface_friction(const abContactPair *pair, abVec3 hold, const abSlip *slip);
abVec3 ab_surface_hold(const abContactPair *pair, abVec3 p_W);
// Rate of the area of a point seen along its normal, when A and B turn with w_A, w_B and B moves
// against A with v there.                                                              [m^2/s]
double ab_surface_area_rate(const abSurfacePoint *point, abVec3 w_A, abVec3 w_B, abVec3 v);
// Of all points, seen along their normals; 0 of vertices, each of which has its own damping. [m^2]
double ab_surface_whole_area(const abContactPair *pair, const abSurfacePoint *points, int count);
// Their force, slope and store at rest, B moved along the normal of `at` to a depth.
abNormalForce ab_surface_at_rest(const abMechanics *mechanics, const abContactPair *pair,
                                 const abProximity *at, double depth);

// The points of such a contact pair for the bodies as placed, until the next is asked, and what acts at
// one of them.
const abSurfacePoint *ab_surface_now(const abMechanics *mechanics, const abContactPair *pair,
                                     int *count, double *patch_area);
typedef struct abSurfaceLoad {
    abVec3 v;     // of B against A                                                       [m/s]
    double rate;  // of the depth                                                         [m/s]
    double shown; // of the direction of pressure along the normal, not below 0
    abNormalForce law;
    abVec3 normal; // on B                                                               [N]
    abFrictionForce friction;
    double sliding_power, rolling_power; // lost                                         [W]
} abSurfaceLoad;
abSurfaceLoad ab_surface_load(const abMechanics *mechanics, const abContactPair *pair,
                              const abSurfacePoint *point, double patch_area);

#endif
