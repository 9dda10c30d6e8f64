// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_motionsolve.h - the elements and attributes of MotionSolve models that are read.

#ifndef ABUT_REFERENCE_MOTIONSOLVE_H
#define ABUT_REFERENCE_MOTIONSOLVE_H

#include <stdbool.h>
#include <stdio.h>

void reference_motionsolve(FILE *out, bool markdown);

#endif
