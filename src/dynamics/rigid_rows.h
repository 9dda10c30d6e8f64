// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_rows.h - the system of the closed points, between the files that solve it.

#ifndef AB_RIGID_ROWS_H
#define AB_RIGID_ROWS_H

#include "dynamics/joint_tree.h"

// Which rows along tangents there are.
typedef enum abRigidTangents {
    AB_RIGID_NO_TANGENTS,
    AB_RIGID_SLIPPING,    // of the points that stick; the others slip
    AB_RIGID_ALL_TANGENTS // of all with friction
} abRigidTangents;

// Rows of all held points for the bodies as placed. False for want of memory, as below.
bool ab_rigid_make_rows(abDynamics *dynamics, abRigidTangents tangents);
// After them the rows that hold points of force laws by exact friction, for accelerations.
bool ab_rigid_add_sticks(abDynamics *dynamics);
// Inertias of free bodies; joints open and factorised at that level.
void ab_rigid_open(abDynamics *dynamics, double t, abSolveLevel level);
// What forces along rows do, for what is open: as a graph of bodies, or, with joints, the matrix.
bool ab_rigid_fill(abDynamics *dynamics, abSolveLevel level);
// The matrix in any case.
bool ab_rigid_fill_matrix(abDynamics *dynamics, abSolveLevel level);
// rigid_graph.c: rows as a graph; without joints.
bool ab_rigid_make_graph(abDynamics *dynamics);
void ab_rigid_graph_done(abDynamics *dynamics);
bool ab_rigid_reserve_room(abDynamics *dynamics, size_t size);
// Forces with slip from the sides given. False when they were not found.
bool ab_rigid_graph_forces(abDynamics *dynamics);
// Solves  w = A f + b  for the kinds given; with `warm` from the sides given. False when it cannot
// be done; `is_infeasible` when the nearest problem was solved instead.
bool ab_rigid_complement(abDynamics *dynamics, bool warm);

// The answer of a body to a force u at p and a torque, without joints.
abRigidAnswer ab_rigid_answer(const abDynamics *dynamics, int body, abVec3 p, abVec3 u,
                              abVec3 torque);
// The row along the normal of a point at the state as placed.
abRigidRow ab_rigid_normal_row(const abRigid *rigid, size_t point);

// Loads of bodies, and what they do.
void ab_rigid_clear_loads(abDynamics *dynamics);
void ab_rigid_load(abDynamics *dynamics, const abRigidRow *row, double size);
// The force and torque of slip for a normal force of that size.
void ab_rigid_load_drag(abDynamics *dynamics, const abRigidRow *row, double size);
bool ab_rigid_motions(abDynamics *dynamics, abSolveLevel level);
// The motions the bodies have, along a row.
double ab_rigid_along(const abDynamics *dynamics, size_t row);
double ab_rigid_along_row(const abDynamics *dynamics, const abRigidRow *row);

// rigid_project.c: the state placed, rows made and filled for speeds, and what joints do without
// impulses in `b`. The speed along a row; motions of all bodies for the impulses of the rows, into
// their a and alpha; these added to the velocities in y.
bool ab_rigid_open_speeds(abDynamics *dynamics, double t, const double *y,
                          abRigidTangents tangents);
double ab_rigid_speed_along(const abRigid *rigid, const abRigidRow *row);
bool ab_rigid_answer_to_all(abDynamics *dynamics, abSolveLevel level);
void ab_rigid_change_velocities(abDynamics *dynamics, double *y);
// rigid_solve.c: what velocities add along a tangent.                                   [m/s2]
double ab_rigid_tangent_bias(const abDynamics *dynamics, const abRigidRow *row);

// rigid_project.c: points that stick are stopped, with the least change of velocities.
bool ab_rigid_stop_slip(abDynamics *dynamics, double t, double *y);

// rigid_limits.c: forces of all points within their limits, those that stick (by their modes) being
// free to slip: into `force` and `hold`. At the state evaluated last. False when there are none.
bool ab_rigid_find_limits(abDynamics *dynamics, double t);
// rigid_solve.c: what rows feel without their forces, into b; loads stay put aside.
bool ab_rigid_feel_loads(abDynamics *dynamics, double t);
void ab_rigid_take_loads_back(abDynamics *dynamics);

#endif
