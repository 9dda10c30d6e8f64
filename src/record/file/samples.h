// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// samples.h - series of a record in memory, for plots and exports.

#ifndef AB_SAMPLES_H
#define AB_SAMPLES_H

#include "abut/record.h"
#include "record/series/series.h"

// Which frames: those in [from, to], and of these every n-th.
typedef struct abSampleRange {
    double from, to; // [s]
    int64_t every;
} abSampleRange;

abSampleRange ab_sample_range(void); // all frames

// Indices of the first frame and the one after the last.
abResult ab_sample_bounds(abRecord *record, const abSampleRange *range, int64_t *first,
                          int64_t *end, abError *error);

typedef struct abSamples {
    abAllocator allocator;
    const abSeriesList *list;
    double *time;
    double *values; // of series s: values[s * count] ...
    int64_t count;
    size_t time_capacity, value_capacity;
} abSamples;

// The list must outlive the samples.
abResult ab_samples_read(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                         abSamples *out, abError *error);
void ab_samples_done(abSamples *samples);

// Resolves names against a record; with no names, what the model wanted (`outputs`), and without
// that all positions.
abResult ab_samples_resolve(const abRecord *record, const char *const *names, int count,
                            abSeriesList *list, abError *error);

#endif
