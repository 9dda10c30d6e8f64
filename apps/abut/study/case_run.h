// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// case_run.h - one case of a study, from its number to its values.

#ifndef ABUT_CASE_RUN_H
#define ABUT_CASE_RUN_H

#include "read/core/model_file.h"
#include "study/study.h"

// The call of a user's code under way, in memory that parent and worker share.
typedef struct CaseCall {
    bool is_inside;
    char text[260]; // which routine, of which file, when
} CaseCall;

// What all cases share.
typedef struct CaseSource {
    const Study *study;
    abModelFile model; // as read once
    bool allow_code;
    CaseCall *call;            // NULL: nobody looks
    const char *record_folder; // of records that are kept
} CaseSource;

enum { CASE_MESSAGE = 420 };

// Written through a pipe as it is.
typedef struct CaseOutcome {
    int64_t number;
    int result; // abResult
    int attempts;
    bool is_lost;   // with its process, so that it may be tried again
    double seconds; // of computing
    double values[STUDY_OUTPUTS];
    char message[CASE_MESSAGE]; // why it failed
} CaseOutcome;

// The model of a case, for checks before a study begins. Problems of values stand at the parameters
// of the study.
abResult case_model(const CaseSource *source, int64_t number, abModel **out, abError *error);

// Likewise of the first case with another listed value for a parameter.
abResult case_model_with(const CaseSource *source, int parameter, const char *value, abModel **out);

void case_run(const CaseSource *source, int64_t number, CaseOutcome *out);

#endif
