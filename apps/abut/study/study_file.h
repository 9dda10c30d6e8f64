// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_file.h - the results of a study: one SQLite file.
//
//   study       key, value        what the study is: model and its fingerprint, those of the files
//                                 that it takes in (files.NAME), seed, sampling, ...
//   parameters  position, path, text
//   outputs     position, name, text, unit
//   cases       number, state ('done', 'failed'), a column for each parameter and each output,
//               message, attempts, seconds

#ifndef ABUT_STUDY_FILE_H
#define ABUT_STUDY_FILE_H

#include "study/case_run.h"
#include "study/study_sources.h"

typedef struct StudyFile StudyFile;

// What the file is made from.
typedef struct StudyOrigin {
    const Study *study;
    const abModelFile *model;
    const StudySources *sources;      // files that the model takes in
    const char *units[STUDY_OUTPUTS]; // of outputs
} StudyOrigin;

typedef enum CaseState { CASE_MISSING, CASE_DONE, CASE_FAILED } CaseState;

// Opens the file, or makes it. AB_DIFFERENT with all that differs when it is of another study or
// model; with `may_extend` it may have fewer points. AB_IO when another process has it.
abResult study_file_open(const char *path, const StudyOrigin *origin, bool may_extend,
                         StudyFile **out, abError *error);
void study_file_close(StudyFile *file); // NULL is fine; commits

// The state of each case, `case_count` of them.
abResult study_file_states(StudyFile *file, unsigned char *states, abError *error);
// A case that has ended; attempts are added to those it had.
abResult study_file_put(StudyFile *file, const CaseOutcome *outcome, abError *error);
abResult study_file_commit(StudyFile *file, abError *error);
// Takes the cases that another file of the same study has and this one has not.
abResult study_file_merge(StudyFile *file, const char *other, abError *error);

// One case after the other, by their numbers: values of outputs, NAN where there are none.
typedef struct CaseRow {
    int64_t number;
    CaseState state;
    const char *message; // "" when it is done
    int attempts;
    double seconds;
    const double *values;
} CaseRow;
abResult study_file_each(StudyFile *file, abResult (*take)(void *context, const CaseRow *row),
                         void *context, abError *error);

#endif
