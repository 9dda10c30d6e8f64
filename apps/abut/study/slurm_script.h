// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slurm_script.h - a study as a job array of the queue Slurm.

#ifndef ABUT_SLURM_SCRIPT_H
#define ABUT_SLURM_SCRIPT_H

#include <stdio.h>

#include "study/study.h"

enum { SLURM_TASKS = 1000 }; // what queues allow of one array

// Writes the script; it is not submitted. `seconds` is what a case takes, `wanted` the number of tasks,
// 0: of about ten minutes each, `path` the results that the parts are merged into.
void slurm_script(FILE *out, const Study *study, const char *path, double seconds, int wanted,
                  bool allow_code);

#endif
