// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// forces.h - what a kind of force is: its keys, and a pure function from two frames to a force.
//
// A force acts between a frame A and a frame B, each fixed to a body or the world. It answers with
// what acts on B; the opposite acts on A, so it never moves the whole. Bodies, the energy book and
// expressions are not its business.

#ifndef AB_FORCES_H
#define AB_FORCES_H

#include "abut/result.h"
#include "abut/vector.h"
#include "base/schema.h"
#include "model/core/model.h"
#include "shape/core/shape.h"

struct abModel;
struct abForceElement;

// What a force sees. World axes.
typedef struct abForceView {
    abPose X_A, X_B;           // the frames
    abVec3 v_A, w_A, v_B, w_B; // velocity of their origins, angular velocity     [m/s], [rad/s]
    abMat3 axes;               // for components: those the user chose
    const double *values;      // of the expressions among the keys, in the table's order
    double turn;               // angle of B about A's z, turns counted; if wanted           [rad]
} abForceView;

// What it answers with.
typedef struct abForceAnswer {
    abVec3 force, torque;    // on B                                                [N], [N m]
    abVec3 point_b, point_a; // where the force acts on B, the opposite one on A         [m]
    double loss;             // power lost in dampers                                    [W]
    double energy;           // stored                                                   [J]
} abForceAnswer;

// A direction in which a force gives way, and what it answers there. On B acts
//
//   - (stiffness x + damping dx/dt) direction                                             (1)
//
// with x the displacement of B from A along it, or the turn about it. What is one-sided does so
// where x > 0 only, and may then never pull x on.
enum { AB_FORCE_ROWS = 6 };
typedef struct abForceRow {
    abVec3 direction;               // a unit vector of what moves
    bool is_turn;                   // the next are torques and turns
    bool is_one_sided, never_pulls; // never_pulls: (1) is not above 0 along the direction
    bool is_estimated;              // by differences
    bool has_x;                     // x is known
    double stiffness, damping;      // [N/m], [N s/m]
    double x;                       //                                                      [m]
} abForceRow;

typedef struct abForceType {
    const abTable *table;
    bool is_applied; // its work is counted as done from outside: it neither stores nor loses
    bool wants_turn;
    bool is_along_line; // of points, which it does not turn
    // Fills what depends on the model: frames, values at the start. NULL: nothing to do.
    abResult (*compile)(const struct abModel *model, struct abForceElement *force, abPlace place,
                        abError *error);
    void (*apply)(const void *keys, const abForceView *view, abForceAnswer *out);
    // The directions in which it gives way, for steps that take it at their end; how many. They are
    // at the points of the answer. NULL: none, or expressions that are differentiated.
    int (*rows)(const void *keys, const abForceView *view, abForceRow rows[AB_FORCE_ROWS]);
} abForceType;

// What a pull along u, of the given size, over the given length answers to displacements across it:
// a stretched string. Nothing where it pushes. Returns the count of rows with those added.
int ab_force_add_across(abVec3 u, double pull, double length, double damping, int count,
                        abForceRow rows[AB_FORCE_ROWS]);

// Spring and damper between two points: pulls with  k (l - l0) + d dl/dt + f0  along the line.
typedef struct abSpringKeys {
    abVec3 point_a, point_b; // in the frames                                        [m]
    double stiffness;        // k                                                    [N/m]
    double damping;          // d                                                    [N s/m]
    double length;           // l0; NAN: the length at the start                     [m]
    double preload;          // f0                                                   [N]
    int damps;               // 0 along the line, 1 all of the relative velocity
    bool compress_only;      // nothing when longer than l0
} abSpringKeys;

// Holds two points together when they are farther apart than its length:
// k (l - l0) + d dl/dt, never < 0.
typedef struct abRopeKeys {
    abVec3 point_a, point_b; // in the frames                                        [m]
    double length;           // l0; NAN: the distance at the start                   [m]
    double stiffness;        // k; NAN: it does not stretch                          [N/m]
    double damping;          // d                                                    [N s/m]
    double restitution;      // when it becomes taut and does not stretch
} abRopeKeys;

// Pushes the point of a path joint back where it is beyond an end of the path:
// k x + d dx/dt, never away from the path.
typedef struct abPathStopKeys {
    const char *joint;         // the path joint
    double stiffness, damping; // k, d                                        [N/m], [N s/m]
    const struct abCurve *path;
} abPathStopKeys;

// Viscous drag of a medium that rests in A, on B at its centre of mass: -d v, -d_t w.
typedef struct abDragKeys {
    double damping; // d                                                             [N s/m]
    double rotational_damping; // d_t                                                         [N m
                               // s/rad]
} abDragKeys;

// G m_a m_b / r^2 between centres of mass.
typedef struct abAttractionKeys {
    double constant;       // G                                                  [N m^2/kg^2]
    double mass_a, mass_b; // NAN: those of the bodies                                  [kg]
} abAttractionKeys;

// Force and torque on the second body, given as expressions.
typedef struct abAppliedKeys {
    abVec3 point;             // where it acts, in the second frame            [m]
    const char *fx, *fy, *fz; // [N]
    const char *tx, *ty, *tz; // [N m]
    int frame;                // 0 world axes, 1 those of the second frame
    const char *axes;         // instead: of this marker
} abAppliedKeys;

// Turns back with  k (a - a0) + d w + t0,  a being the angle of B about the z axis of A.
typedef struct abTorsionSpringKeys {
    double stiffness; // k                                                             [N m/rad]
    double damping;   // d                                                             [N m s/rad]
    double angle;     // a0; NAN: the angle at the start                               [rad]
    double preload;   // t0                                                            [N m]
} abTorsionSpringKeys;

// Springs and dampers along and about the axes of A.
typedef struct abBushingKeys {
    abVec3 stiffness, damping, preload;
    abVec3 torsional_stiffness, torsional_damping, preload_torque;
} abBushingKeys;

typedef struct abLineOfSightKeys {
    const char *force; // > 0 pushes the frames apart                                  [N]
} abLineOfSightKeys;

typedef struct abAxisTorqueKeys {
    const char *torque; // on B about the z axis of A                                   [N m]
} abAxisTorqueKeys;

const abForceType *ab_force_type(int kind);
const abTable *ab_force_kind_table(int kind);

#endif
