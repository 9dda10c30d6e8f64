// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_csv.h - series of a record as comma-separated values.

#ifndef AB_EXPORT_CSV_H
#define AB_EXPORT_CSV_H

#include <stdio.h>

#include "record/file/samples.h"

// RFC 4180: a header "time [s],ball.position.z [m]", then a line per frame with 17 digits, so that
// every number reads back as itself. Undefined values are empty. `name` is for messages.
abResult ab_export_csv(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                       FILE *out, const char *name, abError *error);

// Whether all of it has been written.
abResult ab_export_flush(FILE *out, const char *name, abError *error);

#endif
