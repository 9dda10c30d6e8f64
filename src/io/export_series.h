// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_series.h - series of a record in formats of others: CSV and HDF5.

#ifndef AB_EXPORT_SERIES_H
#define AB_EXPORT_SERIES_H

#include <stdio.h>

#include "io/samples.h"

// RFC 4180: a header "time [s],ball.position.z [m]", then a line per frame with 17 digits, so that
// every number reads back as itself. Undefined values are empty. `name` is for messages.
abResult ab_export_csv(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                       FILE *out, const char *name, abError *error);

// The regions of contacts of frames, a line each: time, the names of A and B, then the columns of
// the record with their units.
abResult ab_export_regions(abRecord *record, const abSampleRange *range, FILE *out,
                           const char *name, abError *error);

// /time, /series/NAME with an attribute unit, /events and /regions with a dataset per column,
// attributes of the run at the root. AB_USAGE in a build without HDF5.
abResult ab_export_hdf5(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                        const char *path, abError *error);

#endif
