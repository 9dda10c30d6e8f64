// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regions_print.h - abut info regions, abut info points.

#ifndef ABUT_REGIONS_PRINT_H
#define ABUT_REGIONS_PRINT_H

#include "abut/record.h"
#include "command/command.h"

// The regions of contacts in the last frame, a line each; with --json those of every frame, an
// object per line.
abResult print_regions(const Arguments *arguments, abRecord *record, abError *error);
// Likewise the points that carry contacts, each with its force.
abResult print_points(const Arguments *arguments, abRecord *record, abError *error);

#endif
