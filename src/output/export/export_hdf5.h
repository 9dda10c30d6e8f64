// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_hdf5.h - series, events and regions of a record as an HDF5 file.

#ifndef AB_EXPORT_HDF5_H
#define AB_EXPORT_HDF5_H

#include "record/file/samples.h"

// /time, /series/NAME with an attribute unit, /events and /regions with a dataset per column,
// attributes of the run at the root. AB_USAGE in a build without HDF5.
abResult ab_export_hdf5(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                        const char *path, abError *error);

#endif
