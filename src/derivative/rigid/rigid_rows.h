// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_rows.h - the system of the closed points, between the files that solve it.

#ifndef AB_RIGID_ROWS_H
#define AB_RIGID_ROWS_H

#include "derivative/state/derivative.h"
#include "derivative/state/rigid_system.h"
#include "mechanics/joint/joint_tree.h"

// Which rows along tangents there are.
typedef enum abRigidTangents {
    AB_RIGID_NO_TANGENTS,
    AB_RIGID_SLIPPING,    // of the points that stick; the others slip
    AB_RIGID_ALL_TANGENTS // of all with friction
} abRigidTangents;

// Rows of all held points for the bodies as placed. False for want of memory, as below.
bool ab_rigid_make_rows(abDerivative *derivative, abRigidTangents tangents);
// After them the rows that hold points of force laws by exact friction, for accelerations.
bool ab_rigid_add_sticks(abDerivative *derivative);
// Inertias of free bodies; joints open and factorised at that level.
void ab_rigid_open(abDerivative *derivative, double t, abSolveLevel level);
// What forces along rows do, for what is open: as a graph of bodies, or, with joints, the matrix.
bool ab_rigid_fill(abDerivative *derivative, abSolveLevel level);
// The matrix in any case.
bool ab_rigid_fill_matrix(abDerivative *derivative, abSolveLevel level);
bool ab_rigid_reserve_workspace(abDerivative *derivative, size_t size);
// Solves  w = A f + b  for the kinds given; with `warm` from the sides given. False when it cannot
// be done; `is_infeasible` when the nearest problem was solved instead.
bool ab_rigid_complement(abDerivative *derivative, bool warm);
// The answer of a body to a force u at p and a torque, without joints.
abRigidAnswer ab_rigid_answer(const abDerivative *derivative, int body, abVec3 p, abVec3 u,
                              abVec3 torque);
// The row along the normal of a point at the state as placed.
abRigidRow ab_rigid_normal_row(const abRigid *rigid, size_t point);
// Loads of bodies, and what they do.
void ab_rigid_clear_loads(abDerivative *derivative);
void ab_rigid_load(abDerivative *derivative, const abRigidRow *row, double size);
// The force and torque of slip for a normal force of that size.
void ab_rigid_load_friction_ratio(abDerivative *derivative, const abRigidRow *row, double size);
bool ab_rigid_motions(abDerivative *derivative, abSolveLevel level);
// The motions the bodies have, along a row.
double ab_rigid_along(const abDerivative *derivative, size_t row);
double ab_rigid_along_row(const abDerivative *derivative, const abRigidRow *row);

#endif
