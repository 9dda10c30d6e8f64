// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_differences.h - what the models of two records were given otherwise.

#ifndef ABUT_VIEW_DIFFERENCES_H
#define ABUT_VIEW_DIFFERENCES_H

#include "abut/abut.h"
#include "base/text.h"

// A JSON object: `values`, a list of the values that differ, each with `path`, `group`, `label`,
// `unit` and the texts `first` and `second` ("": not there), and `same_text`, whether the files of the
// models are the same, so that values given beside them are all that differs.
void view_differences(const abRecordInfo *first, const abRecordInfo *second, abText *out);

#endif
