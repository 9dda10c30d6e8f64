// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/output.h - files for people, made from a record.

#ifndef ABUT_OUTPUT_H
#define ABUT_OUTPUT_H

#include "abut/export.h"
#include "abut/record.h"

#ifdef __cplusplus
extern "C" {
#endif

// Series over time as an SVG file, as `abut plot` draws them; `count` 0: those that the model asks
// for, or the positions of all bodies. AB_USAGE for a name that is of no series, or in a library
// without cairo; AB_IO when the file cannot be written.
ABUT_API abResult ab_record_plot(abRecord *record, const char *const *series, int count,
                                 const char *svg_path, abError *error);

// One file with the run and a viewer, for a browser without a network, as `abut export --html`.
// `viewer` is the text of viewer/dist/view.html. AB_USAGE for another text, or a run that would make
// more than 1 GB; AB_IO when the file cannot be written.
ABUT_API abResult ab_record_page(abRecord *record, const char *viewer, const char *html_path,
                                 abError *error);

#ifdef __cplusplus
}
#endif

#endif
