// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// start_overlaps.h - what cannot be meant where the shapes stand at the start: deep overlaps, and
// curves out of each other's plane.

#ifndef AB_START_OVERLAPS_H
#define AB_START_OVERLAPS_H

#include "abut/model.h"
#include "abut/result.h"

// Adds problems for what cannot be meant.
abResult ab_compile_overlaps(abModel *model, abError *error);

#endif
