// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_bodies.h - shapes, mass properties, initial states, prescribed motion.

#ifndef AB_COMPILE_BODIES_H
#define AB_COMPILE_BODIES_H

#include "abut/model.h"
#include "abut/result.h"

// Bodies and their shapes, first of all.
abResult ab_compile_bodies(abModel *model, abError *error);

// What laws know of the shapes, from the materials.
void ab_follow_surfaces(abModel *model);
// Masses and inertias, from densities. Not enough where a centre of mass moves.
abResult ab_follow_masses(abModel *model, bool *is_enough, abError *error);

#endif
