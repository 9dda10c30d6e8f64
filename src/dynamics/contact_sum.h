// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_sum.h - what a surface that carries a pressure adds up to, in a frame of one of the two
// shapes. Private to dynamics.

#ifndef AB_CONTACT_SUM_H
#define AB_CONTACT_SUM_H

#include "collide/plane_cut.h"
#include "dynamics/parts.h"

// The motion of B against A.
typedef struct abSurfaceFrame {
    abPose X;    // in the world
    abVec3 v, w; // at its origin, in its axes                                 [m/s], [rad/s]
    double side; // 1: a surface of A, -1: of B
    const abShape *other;
} abSurfaceFrame;

// On B, in that frame; moments about its origin.
typedef struct abSurfaceSum {
    abVec3 force, torque, pressing, place, area; // place: of the pressing, by weight
    double weight, elastic, stiffness, damping, energy, pressure, lost, sliding, rolling;
    double deepest;
    abVec3 deepest_x, deepest_n;
    int points;
} abSurfaceSum;

// The frame X of one of the shapes, for a surface of A (side 0) or B (1).
abSurfaceFrame ab_surface_frame(const abDynamics *dynamics, const abTouch *touch, const abPose *X,
                                int side);
// Adds it to a sum in the world, moments about the world's origin.
void ab_surface_sum_add(const abSurfaceFrame *frame, const abSurfaceSum *from, abSurfaceSum *to);
// The deepest point as the nearest points of the pair.
abProximity ab_surface_sum_deepest(const abSurfaceFrame *frame, const abSurfaceSum *sum);
// From a sum in the world to the touch, whose deepest point is there, and to the book.
void ab_surface_sum_tell(abDynamics *dynamics, const abTouch *touch, const abSurfaceSum *sum,
                         abTouchNow *now);

// Whether friction may take many points at once.
bool ab_surface_takes_batches(const abTouch *touch);
// Slips of a batch, in the frame.
typedef struct abSlips {
    double x[AB_BATCH], y[AB_BATCH], z[AB_BATCH]; // [m/s]
} abSlips;
// What friction of batches adds up to, against the slip, each lane its own; begins as zero.
enum { AB_FRICTION_LANES = 8 };
typedef struct abFrictionSum {
    double force[3][AB_FRICTION_LANES], torque[3][AB_FRICTION_LANES], power[AB_FRICTION_LANES];
    abVec3 rolling; // torque
} abFrictionSum;
// Adds that of a batch of points at places in the frame; of the batch the normal forces are there.
void ab_surface_add_friction(const abTouch *touch, const abSurfaceFrame *frame, const double *x,
                             const double *y, const double *z, const abSlips *slips,
                             abSlipBatch *batch, abFrictionSum *sum);
// Friction of a mesh on a plane, plane_friction.c: whether its points are needed; without them,
// from what presses; from all points of the cut.
bool ab_plane_friction_needs_points(const abSurfaceFrame *frame);
void ab_plane_add_even_friction(const abTouch *touch, const abSurfaceFrame *frame,
                                abSurfaceSum *sum);
void ab_plane_add_friction(const abTouch *touch, const abSurfaceFrame *frame, const abPlaneCut *cut,
                           const abLinearPressure *by, abSurfaceSum *sum);
void ab_surface_take_friction(const abSurfaceFrame *frame, abFrictionSum *friction,
                              abSurfaceSum *sum);

#endif
