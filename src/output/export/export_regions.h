// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_regions.h - regions and points of contacts of a record as comma-separated values.

#ifndef AB_EXPORT_REGIONS_H
#define AB_EXPORT_REGIONS_H

#include <stdio.h>

#include "record/file/samples.h"

// The regions of contacts of frames, a line each: time, the names of A and B, then the columns of
// the record with their units.
abResult ab_export_regions(abRecord *record, const abSampleRange *range, FILE *out,
                           const char *name, abError *error);

// Likewise the points that carry contacts, each with its force.
abResult ab_export_points(abRecord *record, const abSampleRange *range, FILE *out, const char *name,
                          abError *error);

#endif
