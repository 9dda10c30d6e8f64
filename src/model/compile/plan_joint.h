// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plan_joint.h - from a joint's type and keys to its rows: which axes are held, by which kind of
// row, following which drive.

#ifndef AB_PLAN_JOINT_H
#define AB_PLAN_JOINT_H

#include "abut/result.h"
#include "model/core/model.h"

// Rows of one joint, its bodies and frame on A known; `X_drive` is where its drives are at the
// start.
abResult ab_plan_joint(abModel *model, const abJointDef *def, abJoint *joint, abPose *X_drive,
                       abError *error);
// The joints that a coupler couples, once all are planned.
abResult ab_plan_coupler(abModel *model, const abJointDef *def, abJoint *joint, abError *error);
// A coordinate as the bodies stand at the start.
double ab_joint_start(const abJoint *joint, int axis);
// What the rows held at the start.
abResult ab_plan_offsets(const abModel *model, abJoint *joint, abError *error);

#endif
