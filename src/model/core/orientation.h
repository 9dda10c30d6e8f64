// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// orientation.h - an orientation that is given as a quaternion or as angles.

#ifndef AB_ORIENTATION_H
#define AB_ORIENTATION_H

#include "abut/result.h"
#include "abut/vector.h"

// The orientation given either as a quaternion or as angles.
abResult ab_compile_orientation(abQuat given, abVec3 angles, const char *what, const char *name,
                                abPlace place, abQuat *out, abError *error);

#endif
