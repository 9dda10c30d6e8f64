// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slurm_task.h - what a task of a job array does, a part of the command. The build makes slurm_task.c
// from slurm_task.sh (cmake/EmbedData.cmake).

#ifndef ABUT_SLURM_TASK_H
#define ABUT_SLURM_TASK_H

extern const char ab_data_slurm_task[]; // a script, a text

#endif
