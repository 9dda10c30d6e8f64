// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_forces.h - force elements: names to markers, texts to expressions, and the order in
// which they are applied.

#ifndef AB_COMPILE_FORCES_H
#define AB_COMPILE_FORCES_H

#include "abut/model.h"
#include "abut/result.h"

// All force elements, once bodies, markers, variables and joints are there.
abResult ab_compile_forces(abModel *model, abError *error);

// Frames and keys of one force.
abResult ab_follow_force(abModel *model, int index, abError *error);

#endif
