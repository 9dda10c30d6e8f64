// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_joints.h - joints: names to bodies, frames to centres of mass, texts to expressions.

#ifndef AB_COMPILE_JOINTS_H
#define AB_COMPILE_JOINTS_H

#include "abut/model.h"
#include "abut/result.h"

// All joints, once bodies and markers are there.
abResult ab_compile_joints(abModel *model, abError *error);

#endif
