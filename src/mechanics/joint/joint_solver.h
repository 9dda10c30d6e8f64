// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_solver.h - what the solver of joints keeps between its parts.

#ifndef AB_JOINT_SOLVER_H
#define AB_JOINT_SOLVER_H

#include "mechanics/joint/joint_loops.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/state/mechanics.h"

struct abJointSolver {
    abJointTree tree;
    abLoops loops;
    bool needs_forces; // in every evaluation: drives do work, prescribed bodies feel joints
    double *forces;    // 6 per joint: on B, at the joint's point
    double size;       // of the scene with its joints, which lengths are compared with    [m]
    int start_rank;    // of the rows of loops, when assembled
    int singular;      // joint that lost hold since; -1: none
};

// Motions of all links under the loads they have; the tree is factorised at that level. False for
// want of memory.
bool ab_joint_motions(abMechanics *mechanics, abSolveLevel level, bool at_start);

// Closes the joints at the start, unless they are left to drift: what they are off then, of the
// scene's size or in radians.
double ab_joint_close(abMechanics *mechanics, double t, double *y);
// Adds a problem for each joint whose gaps are not small at the start.
abResult ab_joint_check_gaps(abMechanics *mechanics, double t, const double *y, abError *error);
// Then stops its gaps, remembers what holds, and names rows that follow from others. False for want
// of memory.
bool ab_joint_begin(abMechanics *mechanics, double t, double *y, const abLog *log);

// Motions of the bodies that joints hold under the loads of the bodies alone, without gravity; the
// tree is open and factorised at that level. Into their `a` and `alpha`.
bool ab_joint_answer(abMechanics *mechanics, abSolveLevel level);

// Of its centre of mass.
static inline abSpatial ab_link_motion(const abTreeLink *link) {
    return (abSpatial){ab_add(link->motion.linear, ab_cross(link->motion.angular, link->c)),
                       link->motion.angular};
}

#endif
