// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_keys.h - the keys of a study file, for the reader and the reference page.

#ifndef ABUT_STUDY_KEYS_H
#define ABUT_STUDY_KEYS_H

#include "base/schema.h"

// Of a parameter that is a row of a grid, and what all may have.
typedef struct StudyRange {
    double from, to;
    int count;
    bool log;
    double low, high;
} StudyRange;

extern const abTable study_head_table, study_range_table, study_sampling_table, study_keep_table,
    study_limits_table;

#endif
