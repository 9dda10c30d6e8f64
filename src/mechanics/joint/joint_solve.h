// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_solve.h - accelerations of the bodies that joints hold, and the forces of joints.

#ifndef AB_JOINT_SOLVE_H
#define AB_JOINT_SOLVE_H

#include "mechanics/joint/joint_solver.h"
#include "mechanics/state/mechanics.h"

// Force and torque of each joint on its second body, as last evaluated.
void ab_joint_forces(abMechanics *mechanics, double *out);
// Joints. Creating takes memory from the dynamics' arena.
abResult ab_joint_solver_create(abMechanics *mechanics, abError *error);
void ab_joint_solver_done(abMechanics *mechanics);
// Whether the solver finds the accelerations of a body that can move.
static inline bool ab_joint_holds(const abMechanics *m, int body) {
    return m->joints != NULL && m->joints->tree.link_of[body] >= 0;
}
// Accelerations of these bodies from the loads. False for want of memory.
bool ab_joint_solve(abMechanics *mechanics, double t);
// The same under other loads, for bodies that have not moved since; with what ab_joint_find_forces
// finds, where each evaluation needs it.
bool ab_joint_solve_again(abMechanics *mechanics, bool with_forces);
// Joint forces of the last solution, the work of drives, and what prescribed bodies feel.
void ab_joint_find_forces(abMechanics *mechanics);

#endif
