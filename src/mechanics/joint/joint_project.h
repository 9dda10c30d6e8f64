// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_project.h - back to the joints after steps, and signs that they lose hold.

#ifndef AB_JOINT_PROJECT_H
#define AB_JOINT_PROJECT_H

#include "mechanics/state/mechanics.h"

// Ends the rates of the joints' gaps, wherever they are, by the least change of velocities. False
// for want of memory.
bool ab_joint_stop_gaps(abMechanics *mechanics, double t, double *y);
// The joint that has lost hold since, because the mechanism is in a singular position; -1: none.
int ab_joint_singular(const abMechanics *mechanics);
// The joint that is near to that in the state evaluated last; -1: none.
int ab_joint_weak(const abMechanics *mechanics);
// Moves a body, or changes its velocity, in y.
void ab_move_position(const abModel *model, int body, abVec3 move, abVec3 turn, double *y);
// Turns the spin of a free body with it: left as it is in space it would be another one for the body.
void ab_turn_spin(const abModel *model, int body, abVec3 turn, double *y);
void ab_change_velocity(const abModel *model, int body, abVec3 move, abVec3 turn, double *y);
// Brings positions and velocities back to the joints, changing them least in the sense of the
// kinetic energy, and quaternions to unit length when they have drifted. Returns true when y
// changed.
bool ab_mechanics_project(abMechanics *mechanics, double t, double *y);

#endif
