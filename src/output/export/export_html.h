// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_html.h - a record and the page that shows it as one file.

#ifndef AB_EXPORT_HTML_H
#define AB_EXPORT_HTML_H

#include <stdio.h>

#include "record/file/samples.h"

// Writes `page`, the viewer's page, with the record's scene, events and the frames in `range` in
// it. `look` says how it opens: what the page understands behind the # of its address, as
// "t=0.4&map=pressure"; letters, digits and ._,=&- only, else AB_USAGE; NULL or "": as usual.
// `name` is for messages. Records whose frames take more than AB_HTML_BYTES_MAX are AB_USAGE.
enum { AB_HTML_BYTES_MAX = 1 << 30 };
abResult ab_export_html(abRecord *record, const abSampleRange *range, const char *look,
                        const char *page, FILE *out, const char *name, abError *error);

#endif
