// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_locks.h - joints that close and open while a run goes on.
//
// A joint with a lock holds nothing while it is open. When it closes, it holds the bodies as they
// stand: its frame on the second body is where that on the first is at that instant. These frames
// belong to the run, not to the model.

#ifndef AB_JOINT_LOCKS_H
#define AB_JOINT_LOCKS_H

#include "mechanics/state/mechanics.h"

// Room for the frames, where a joint of the model has a lock; AB_IO for want of memory.
abResult ab_joint_locks_init(abMechanics *mechanics, abError *error);

// The joint's frame in C of its second body.
static inline const abPose *ab_joint_frame_b(const abMechanics *m, const abJoint *joint) {
    return m->locks != NULL ? &m->locks[joint - m->model->joints] : &joint->X_BJ;
}

// Whether a lock is closed in one of two models and open in the other.
bool ab_joint_locks_differ(const abModel *a, const abModel *b);

// Frames of joints that are closed in the models of both, from one to the other.
void ab_joint_locks_copy(abMechanics *to, const abMechanics *from);

// Closes the joints that are closed now and were open in `before`, with the bodies as placed.
void ab_joint_locks_close(abMechanics *mechanics, const abModel *before);

// What closing joints takes: y with the velocities before, `after` with those that all joints allow.
// Both of one time, with the same places.                                                    [J]
double ab_joint_locks_loss(abMechanics *mechanics, double t, const double *before,
                           const double *after);

#endif
