// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slurm_script.c - a job array: a shard a task, each of about ten minutes.
//
// A task that is to end is told a minute before: its script gets SIGTERM, the sweep stops in order, and
// the task is queued again, where it goes on. Told so while it is being cancelled, its state is no
// longer RUNNING, and it is not queued again. A node that is lost costs the cases of a second.

#include "study/slurm_script.h"

#include <math.h>
#include <string.h>

#include "study/slurm_task.h"

enum { TASK_SECONDS = 600 };

// Inside single quotes of a shell.
static void write_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        fprintf(out, *text == '\'' ? "'\\''" : "%c", *text);
    }
    fputc('\'', out);
}

static void write_variable(FILE *out, const char *name, const char *value) {
    fprintf(out, "%s=", name);
    write_quoted(out, value);
    fputc('\n', out);
}

static int count_tasks(const Study *study, double seconds, int wanted) {
    double tasks = wanted > 0 ? wanted : ceil((double)study->case_count * seconds / TASK_SECONDS);
    return (int)fmin(fmax(tasks, 1.0), fmin(SLURM_TASKS, (double)study->case_count));
}

static const char s_head[] = //
    "#!/bin/bash\n"
    "#SBATCH --job-name=abut-sweep\n"
    "#SBATCH --array=1-%d\n"
    "#SBATCH --cpus-per-task=1\n"
    "#SBATCH --requeue\n"
    "#SBATCH --open-mode=append\n"
    "#SBATCH --signal=B:TERM@60\n"
    "#\n"
    "# %lld cases of about %.3g s in %d tasks. Submit it with sbatch from the folder in which it\n"
    "# was made; then, with the number of the job, what merges the parts:\n"
    "#   sbatch --dependency=afterany:JOB --wrap 'bash THIS_SCRIPT merge'\n";

void slurm_script(FILE *out, const Study *study, const char *path, double seconds, int wanted,
                  bool allow_code) {
    int tasks = count_tasks(study, seconds, wanted);
    fprintf(out, s_head, tasks, (long long)study->case_count, seconds, tasks);
    write_variable(out, "study", study->path);
    write_variable(out, "results", path);
    fprintf(out, "parts=%d\ncode=(%s)\n\n", tasks, allow_code ? "--allow-code" : "");
    fputs(ab_data_slurm_task, out);
}
