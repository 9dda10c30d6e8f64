// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// report.h - the results of a study for people: tables as CSV, a picture, effects in words.

#ifndef ABUT_REPORT_H
#define ABUT_REPORT_H

#include <stdio.h>

#include "study/effects.h"
#include "study/study_file.h"

// Writes BASE.csv (a line a case), BASE.effects.csv and BASE.svg, and a table of effects to `out`.
abResult report_write(StudyFile *file, const StudyOrigin *origin, const char *base, FILE *out,
                      abError *error);

// The picture: a row an output with a panel for each parameter, and bars of all effects.
// effects[parameter + output * parameters].
abResult report_picture(const CaseTable *table, const StudyOrigin *origin,
                        const MainEffect *effects, const char *path, abError *error);

#endif
