// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_study.h - the format of studies as a page, from the tables of its reader.

#ifndef ABUT_REFERENCE_STUDY_H
#define ABUT_REFERENCE_STUDY_H

#include <stdbool.h>
#include <stdio.h>

void reference_study(FILE *out, bool markdown);

#endif
