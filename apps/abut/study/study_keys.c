// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_keys.c - the key tables of a study file.

#include "study/study_keys.h"

#include <math.h>

#include "study/study.h"

static const abKey s_head[] = {
    AB_REQUIRED(AB_KEY_INTEGER, StudyHead, abut_study, "-", 1, 1, "version of the format"),
    AB_TEXT_REQUIRED(StudyHead, model, "the model file, from the folder of the study"),
    AB_ANY(AB_KEY_INTEGER, StudyHead, seed, "-", 1, 0, 2147483647,
           "other seeds give other random points; with 0 Sobol's sequence is as published"),
};
const abTable study_head_table =
    AB_TABLE("study", StudyHead, s_head, "one model, computed many times");

static const abKey s_range[] = {
    AB_NUM(StudyRange, from, "-", NAN, -INFINITY, INFINITY, "first value of a row of values"),
    AB_NUM(StudyRange, to, "-", NAN, -INFINITY, INFINITY, "its last value"),
    AB_ANY(AB_KEY_INTEGER, StudyRange, count, "-", 0, 2, STUDY_LEVELS, "how many values it has"),
    AB_SWITCH(StudyRange, log, 0, "equal ratios between them in place of equal differences"),
    AB_NUM(StudyRange, low, "-", -INFINITY, -INFINITY, INFINITY,
           "with a distribution: no values below"),
    AB_NUM(StudyRange, high, "-", INFINITY, -INFINITY, INFINITY, "nor above"),
};
const abTable study_range_table =
    AB_TABLE("parameter", StudyRange, s_range, "the values of one parameter");

static const abKey s_sampling[] = {
    AB_WORD(StudySampling, method, sampling_names, SAMPLING_grid,
            "how points are chosen for the parameters that have a distribution"),
    AB_ANY(AB_KEY_INTEGER, StudySampling, count, "-", 0, 1, STUDY_CASES, "how many points"),
};
const abTable study_sampling_table =
    AB_TABLE("sampling", StudySampling, s_sampling, "points for parameters with a distribution");

static const char *const s_records[] = {"none", "failed", "all", NULL};
static const abKey s_keep[] = {
    AB_WORD(StudyKeep, records, s_records, RECORDS_NONE,
            "cases that leave a record, in a folder beside the results"),
};
const abTable study_keep_table = AB_TABLE("keep", StudyKeep, s_keep, "what else is kept");

static const abKey s_limits[] = {
    AB_NUM(StudyLimits, seconds, "s", INFINITY, 1e-3, INFINITY,
           "a case that takes longer is ended and has failed"),
    AB_NUM(StudyLimits, steps, "-", INFINITY, 1.0, INFINITY, "likewise with more steps"),
    AB_ANY(AB_KEY_INTEGER, StudyLimits, retries, "-", 1, 0, 10,
           "how often a case that crashed or took too long is tried again, alone"),
};
const abTable study_limits_table = AB_TABLE("limits", StudyLimits, s_limits, "of each case");
