// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study.h - a study: one model computed many times with other values of its parameters.
//
// The cases are counted from 0. Case n has combination n % G of the G combinations of listed values,
// the first parameter changing slowest, and point n / G of the sampling; so cases keep their values
// when the sampling gets more points.

#ifndef ABUT_STUDY_H
#define ABUT_STUDY_H

#include <stdint.h>

#include "abut/abut.h"
#include "base/arena.h"
#include "study/distribution.h"
#include "study/sampling.h"

enum {
    STUDY_PARAMETERS = 64,
    STUDY_OUTPUTS = 100,
    STUDY_LEVELS = 100000,  // listed values of a parameter
    STUDY_CASES = 10000000, // of a study
    STUDY_VALUE = 64,       // bytes of a value as text
};

typedef struct StudyParameter {
    const char *path; // as --set takes it
    const char *text; // as written
    abPlace place;
    const char *const *levels; // its listed values; NULL: it has a distribution
    int level_count;
    const Distribution *distribution;
    double numbers[DISTRIBUTION_NUMBERS];
    double low, high; // cuts
    bool is_log;      // its values are spread by ratios
    int dimension;    // among the parameters with a distribution
} StudyParameter;

typedef struct StudyOutput {
    const char *name, *text; // "peak", "max(ball.speed)"
    abPlace place;
} StudyOutput;

// Keys of the file, see study_keys.c.
typedef struct StudyHead {
    int abut_study;
    const char *model;
    int seed;
} StudyHead;
typedef struct StudySampling {
    int method; // SamplingKind
    int count;  // 0: not given
} StudySampling;
typedef enum StudyRecords { RECORDS_NONE, RECORDS_FAILED, RECORDS_ALL } StudyRecords;
typedef struct StudyKeep {
    int records; // StudyRecords
} StudyKeep;
typedef struct StudyLimits {
    double seconds, steps; // of a case
    int retries;
} StudyLimits;

typedef struct Study {
    abArena arena; // of all texts
    const char *path, *text;
    const char *model_path; // from the working folder
    StudyHead head;
    StudySampling sampling;
    StudyKeep keep;
    StudyLimits limits;
    StudyParameter parameters[STUDY_PARAMETERS];
    int parameter_count;
    StudyOutput outputs[STUDY_OUTPUTS];
    int output_count;
    int dimensions;       // parameters with a distribution
    int64_t combinations; // of listed values
    int64_t case_count;
} Study;

// Reads a study file. On failure every problem found is in `error` with its place. The study is to be
// given back in either case.
abResult study_read(const char *path, Study *out, abError *error);
void study_done(Study *study);

// The values of a case, as texts for --set.
typedef struct StudyValues {
    char texts[STUDY_PARAMETERS][STUDY_VALUE];
} StudyValues;
void study_values(const Study *study, int64_t number, StudyValues *out);
// Index of the listed value that a parameter has in a case.
int study_level(const Study *study, int parameter, int64_t number);

#endif
