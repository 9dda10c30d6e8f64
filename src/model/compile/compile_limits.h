// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_limits.h - hard limits of joints: from keys to ends of coordinates.

#ifndef AB_COMPILE_LIMITS_H
#define AB_COMPILE_LIMITS_H

#include "abut/model.h"
#include "abut/result.h"

// Hard limits of all joints, which are planned.
abResult ab_compile_limits(abModel *model, abError *error);

#endif
