// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_modes.h - rows of joints at bodies with modes: what their forces do to frames and modes.
//
// Such bodies are in no tree. The row reaches the body by g = J', a force and torque on the frame and
// forces of the modes, and its answer to a unit force is  x = M^-1 g  with the masses of frame and
// modes together (floating_frame.h). Rows i and k meet there with  g_i . x_k.
//
// Cost    m^2 a row and side; m where the modal mass is diagonal, as that of `abut modes`.

#ifndef AB_JOINT_MODES_H
#define AB_JOINT_MODES_H

#include "mechanics/joint/joint_loops.h"

// Finds what row number `row` does at bodies with modes: its parts, its response, its group. False for
// want of memory.
bool ab_joint_modes_spread(abMechanics *mechanics, const abJointTree *tree, abLoops *loops,
                           abLoopRow *row);
// What two rows do to each other there.
double ab_joint_modes_met(const abMechanics *mechanics, const abLoops *loops, const abLoopRow *a,
                          const abLoopRow *b);

// No answers yet; the answers to all rows.
void ab_joint_modes_clear(abMechanics *mechanics);
void ab_joint_modes_answer(abMechanics *mechanics, const abLoops *loops);

// Accelerations of frames and modes get the answers; what holds frames that do not move, too.
void ab_joint_modes_accelerate(abMechanics *mechanics);
// A share of the answers is added to the places in y, or to the velocities. At the start the spin of
// bodies does not turn with them.
void ab_joint_modes_move(abMechanics *mechanics, double share, bool at_start, double *y);
void ab_joint_modes_change(abMechanics *mechanics, double *y);
// The largest turn of a frame among the answers.
double ab_joint_modes_turn(const abMechanics *mechanics);

#endif
