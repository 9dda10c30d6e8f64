// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// summary.h - what a run was like, for people and for machines, from its record.

#ifndef ABUT_SUMMARY_H
#define ABUT_SUMMARY_H

#include <stdio.h>

#include "abut/record.h"

// `with_warnings` prints them, else they are only counted.
abResult summary_text(abRecord *record, bool with_warnings, FILE *out, abError *error);
// One object: end time, statistics, events, energy book, warnings, record path.
abResult summary_json(abRecord *record, FILE *out, abError *error);

#endif
