// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_html.h - a record and the page that shows it as one file.

#ifndef AB_EXPORT_HTML_H
#define AB_EXPORT_HTML_H

#include <stdio.h>

#include "io/samples.h"

// Writes `page`, the viewer's page, with the record's scene, events and the frames in `range` in
// it. `name` is for messages. Records whose frames take more than AB_HTML_BYTES_MAX are AB_USAGE.
enum { AB_HTML_BYTES_MAX = 1 << 30 };
abResult ab_export_html(abRecord *record, const abSampleRange *range, const char *page, FILE *out,
                        const char *name, abError *error);

#endif
