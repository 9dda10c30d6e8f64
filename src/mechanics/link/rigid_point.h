// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_point.h - the points at which rigid bodies touch, or are held by ropes and limits.
//
// Each knows what of the two bodies meets there, fixed in both, so that its gap is known at any
// state without looking at shapes.

#ifndef AB_RIGID_POINT_H
#define AB_RIGID_POINT_H

#include <stdbool.h>

#include "abut/vector.h"

// What meets at a point.
typedef enum abRigidKind {
    AB_RIGID_ROUND_FLAT,  // a ball or corner of one body, a plane face of the other
    AB_RIGID_ROUND_ROUND, // two balls, corners or arcs; one of them may be hollow
    AB_RIGID_EDGES,       // two straight edges that cross
    AB_RIGID_NEAREST,     // the nearest points of the two shapes
    AB_RIGID_ROPE,        // two points as far apart as a rope lets them: a ball in a hollow one
    AB_RIGID_LIMIT        // a coordinate of a joint at one of its limits
} abRigidKind;

// One body's part in it, in the frame of its centre of mass.
typedef struct abRigidSide {
    abVec3 p;      // centre of the round; a point of the face or edge                       [m]
    abVec3 n;      // outward normal of the face; direction of the edge
    double radius; // of the round; < 0: hollow. Of an edge that is rounded                  [m]
} abRigidSide;

typedef struct abRigidPoint {
    int shape_a, shape_b, body_a, body_b;
    abRigidKind kind;
    bool a_is_flat;   // ROUND_FLAT: the face is A's
    bool are_corners; // ROUND_FLAT: of two outlines, along the normal they met with
    double sign;      // ROUND_ROUND: the normal is sign times the way from centre to centre.
                      // EDGES: times the product of their directions
    abRigidSide side[2];
    int id;               // NEAREST: of the point in the patch; -1: the nearest points. Of a link
                          // its number; links have no shapes and come after all that have
    int name;             // above 0, of its own as long as it lasts
    double restitution;   // of impacts
    int restitution_kind; // abRestitutionKind
    bool carries;         // a force, at the end of the last step: where solutions begin
    bool is_held;         // its row counts; all of them but within an event
    bool is_new;          // not closed before the event
    double closing;       // at the event: speed at which it closed                         [m/s]
    double rest;          // likewise: time until its bounces have ended; 0: they have        [s]
    double pull, kept;    // likewise, of these: acceleration [m/s2], speed each impact leaves
    double given;         // rate to begin again with                                       [m/s]
    bool is_opening;      // parts from here
    double start_time;    // of a link: since when it carries                               [s]
    double accumulation_end; // likewise: when its bounces end; INFINITY: told of              [s]
} abRigidPoint;

// A point at the state as placed.
typedef struct abRigidNow {
    abVec3 n;        // unit, from A into B; of a limit the force on B of a push of one
    abVec3 rotation; // of a limit: the torque on B of a push of one                             [m]
    abVec3 p;        // where the force acts: on a ball over a face, else halfway between both   [m]
    double gap;      // > 0 apart                                                                [m]
    double rate;     // of the gap                                                             [m/s]
    double bias; // d2(gap)/dt2 without accelerations of the bodies                        [m/s2]
    abVec3 n_dot, p_dot; // how n turns and p moves                                 [1/s], [m/s]
    abVec3 slip;         // tangential velocity of B against A                           [m/s]
    // friction by the normal force
    bool has_friction, sticks;
    abVec3 friction_ratio,
        twist;         // force and torque on B that slip and turning make              [-], [m]
    double limit;      // that holds at most                                            [-]
    double small, lag; // slip that counts as ended, and as abTangentialForce                 [m/s]
    abVec3 hold;       // force on B of a point that sticks                               [N]
    abVec3 total;      // force on B                                                      [N]
    double force;      // [N]
    double acceleration; // of the gap                                                     [m/s2]
    double pressing;     // the acceleration its force alone makes                         [m/s2]
    double impulse;      // of an impact, along the normal                                 [N s]
    abVec3 push;         // the whole of it, on B                                           [N s]
} abRigidNow;

// A rope or a limit: a point without shapes.
static inline bool ab_rigid_is_link(const abRigidPoint *point) {
    return point->shape_a < 0;
}

#endif
