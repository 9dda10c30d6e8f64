// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modes_report.h - what a reduction came to, for people and for machines.

#ifndef ABUT_MODES_REPORT_H
#define ABUT_MODES_REPORT_H

#include "modes/reduce.h"

typedef struct ModesResult {
    const char *mesh, *output; // output NULL: none written
    const abReducedBody *body;
    const abReduceReport *report;
} ModesResult;

void modes_print(const ModesResult *result);
void modes_print_json(const ModesResult *result);

#endif
