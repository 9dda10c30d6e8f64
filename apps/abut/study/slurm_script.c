// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slurm_script.c - a job array: a shard a task, each of about ten minutes.
//
// A task that is to end is told a minute before; it stops in order and is queued again, where it goes
// on. A node that is lost costs the cases of a second.

#include "study/slurm_script.h"

#include <math.h>
#include <string.h>

enum { TASK_SECONDS = 600, TASKS = 1000 };

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

void slurm_script(FILE *out, const Study *study, const char *path, double seconds,
                  bool allow_code) {
    double wanted = ceil((double)study->case_count * seconds / TASK_SECONDS);
    int tasks = (int)fmin(fmax(wanted, 1.0), fmin(TASKS, (double)study->case_count));
    const char *code = allow_code ? " --allow-code" : "";
    fprintf(out,
            "#!/bin/bash\n"
            "#SBATCH --job-name=abut-sweep\n"
            "#SBATCH --array=1-%d\n"
            "#SBATCH --cpus-per-task=1\n"
            "#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n"
            "#SBATCH --signal=B:TERM@60\n"
            "#\n"
            "# %lld cases of about %.3g s in %d tasks. Submit it with sbatch, then, with the\n"
            "# number of the job, what merges the parts:\n"
            "#   sbatch --dependency=afterany:JOB --wrap 'bash THIS_SCRIPT merge'\n",
            tasks, (long long)study->case_count, seconds, tasks);
    write_variable(out, "study", study->path);
    write_variable(out, "results", path);
    fprintf(out,
            "parts=%d\n"
            "if [ \"$1\" = merge ]; then\n"
            "    for ((i = 1; i <= parts; i++)); do\n"
            "        [ ! -e \"$results.part$i\" ] || abut sweep%s \"$study\" -q -o \"$results\" "
            "--merge \"$results.part$i\"\n"
            "    done\n"
            "    exit\n"
            "fi\n"
            "trap"
            " 'kill -TERM \"$child\"' TERM\n"
            "abut sweep%s \"$study\" -q -j \"${SLURM_CPUS_PER_TASK:-1}\" "
            "--shard \"$SLURM_ARRAY_TASK_ID/$parts\" -o \"$results.part$SLURM_ARRAY_TASK_ID\" &\n"
            "child=$!\n"
            "wait \"$child\"\n"
            "code=$?\n"
            "if [ $code -gt 128 ]; then # by the signal; it is about to stop\n"
            "    wait \"$child\"\n"
            "    code=$?\n"
            "fi\n"
            "if [ $code = 6 ]; then\n"
            "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
            "fi\n"
            "exit $code\n",
            tasks, code, code);
}
