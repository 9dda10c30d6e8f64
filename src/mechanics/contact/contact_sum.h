// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_sum.h - what a surface that carries a pressure adds up to, in a frame of one of the two
// shapes. Private to dynamics.

#ifndef AB_CONTACT_SUM_H
#define AB_CONTACT_SUM_H

#include "collide/broad/proximity.h"
#include "collide/pressure/plane_cut.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// The motion of B against A.
typedef struct abSurfaceFrame {
    abPose X;    // in the world
    abVec3 v, w; // at its origin, in its axes                                 [m/s], [rad/s]
    double side; // 1: a surface of A, -1: of B
    const abShape *other;
} abSurfaceFrame;

// On B, in that frame or in the world; moments and place about the origin.
typedef struct abSurfaceSum {
    abVec3 origin;                               // in the world; in a frame its own
    abVec3 force, torque, pressing, place, area; // place: of the pressing, by weight
    double weight, elastic, stiffness, damping, energy, pressure, lost, sliding, rolling;
    double deepest;
    abVec3 deepest_x, deepest_n;
    int points;
} abSurfaceSum;

// The frame X of one of the shapes, for a surface of A (side 0) or B (1).
abSurfaceFrame ab_surface_frame(const abMechanics *mechanics, const abContactPair *pair,
                                const abPose *X, int side);
// Adds it to a sum about the origin of the world.
void ab_surface_sum_add(const abSurfaceFrame *frame, const abSurfaceSum *from, abSurfaceSum *to);
// The deepest point as the nearest points of the pair.
abProximity ab_surface_sum_deepest(const abSurfaceFrame *frame, const abSurfaceSum *sum);
// From a sum in the world to the contact pair, whose deepest point is there, and to the book.
void ab_surface_sum_report(abMechanics *mechanics, const abContactPair *pair,
                           const abSurfaceSum *sum, abContactPairNow *now);

// Sums of which compilers take eight side by side; together, in their order.
enum { AB_SURFACE_LANES = 8 };
static inline double ab_surface_lanes(const double lane[AB_SURFACE_LANES]) {
    double sum = 0.0;
    for (int i = 0; i < AB_SURFACE_LANES; i++) {
        sum += lane[i];
    }
    return sum;
}

static inline abVec3 ab_surface_lanes_3(const double (*lane)[AB_SURFACE_LANES]) {
    return ab_vec3(ab_surface_lanes(lane[0]), ab_surface_lanes(lane[1]), ab_surface_lanes(lane[2]));
}

// Whether friction acts on the points of a surface. Exact friction, which has no force by slip
// alone, does so only by what a time step found.
bool ab_surface_has_friction(const abContactPair *pair);
// Whether friction may take many points at once.
bool ab_surface_takes_batches(const abContactPair *pair);
// Slips of a batch, in the frame.
typedef struct abSlips {
    double x[AB_BATCH], y[AB_BATCH], z[AB_BATCH]; // [m/s]
} abSlips;
// What friction of batches adds up to, against the slip, each lane its own; begins as zero.
typedef struct abFrictionSum {
    double force[3][AB_SURFACE_LANES], torque[3][AB_SURFACE_LANES], power[AB_SURFACE_LANES];
    abVec3 rolling; // torque
} abFrictionSum;
// Adds that of a batch of points at places in the frame; of the batch the normal forces are there.
void ab_surface_add_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                             const double *x, const double *y, const double *z,
                             const abSlips *slips, abSlipBatch *batch, abFrictionSum *sum);
// Friction of a mesh on a plane, plane_friction.c: whether its points are needed; without them,
// from what presses; from all points of the cut.
bool ab_plane_friction_needs_points(const abSurfaceFrame *frame);
void ab_plane_add_even_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                                abSurfaceSum *sum);
void ab_plane_add_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                           const abPlaneCut *cut, const abLinearPressure *by, abSurfaceSum *sum);
void ab_surface_take_friction(const abSurfaceFrame *frame, const abFrictionSum *friction,
                              abSurfaceSum *sum);

#endif
