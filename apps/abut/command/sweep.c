// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep.c - abut sweep: one model computed many times, into one file of results.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "abut/version.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/no_memory.h"
#include "base/plain_file.h"
#include "base/text.h"
#include "command/command.h"
#include "study/meter.h"
#include "study/mpi_workers.h"
#include "study/report.h"
#include "study/slurm_script.h"
#include "study/study_file.h"
#include "study/workers.h"

enum { SHOWN_FAILURES = 20, SHOWN_CASES = 5 };

typedef struct Sweep {
    const Arguments *arguments;
    Study study;
    CaseSource source;
    StudySources sources;
    StudyOrigin origin;
    Meter *meter; // of the first case: units
    abModel *model;
    char path[4200], records[4250]; // results, folder of records
    StudyFile *file;
    // what is computed
    unsigned char *states, *wanted; // of each case
    int64_t wanted_count, next, done, failed;
    bool has_joined; // ranks of MPI
    int rank, ranks;
    // on the way
    double begun, committed, shown; // [s]
    bool shows_progress, is_on_line;
} Sweep;

// ---- the study ----

// "models/friction.yaml" -> "friction.study.db"
static void default_path(const char *study, char *out, size_t size) {
    const char *name = ab_file_name(study), *dot = strrchr(name, '.');
    int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, size, "%.*s.study.db", length, name);
}

static abResult options(Sweep *sweep, const Arguments *arguments) {
    const char *output = option_value(arguments, "output");
    sweep->arguments = arguments;
    if (output != NULL) {
        snprintf(sweep->path, sizeof sweep->path, "%s", output);
    } else {
        default_path(arguments->words[0], sweep->path, sizeof sweep->path);
    }
    size_t length = strlen(sweep->path);
    bool has_ending = length > 3 && strcmp(sweep->path + length - 3, ".db") == 0;
    snprintf(sweep->records, sizeof sweep->records, "%.*s.records",
             (int)(has_ending ? length - 3 : length), sweep->path);
    sweep->source = (CaseSource){.study = &sweep->study,
                                 .allow_code = option_given(arguments, "allow-code"),
                                 .record_folder = sweep->records};
    return AB_OK;
}

// Study and model, checked with the values of the first case.
static abResult read_all(Sweep *sweep, abError *error) {
    Study *study = &sweep->study;
    AB_TRY(study_read(sweep->arguments->words[0], study, error));
    AB_TRY(ab_model_file_read(study->model_path, ab_heap(), (abPlace){study->path, 1, 1},
                              &sweep->source.model, error));
    AB_TRY(case_model(&sweep->source, 0, &sweep->model, error));
    AB_TRY(meter_create(study, sweep->model, &sweep->meter, error));
    AB_TRY(study_sources(&sweep->source, sweep->model, &sweep->sources, error));
    sweep->origin =
        (StudyOrigin){.study = study, .model = &sweep->source.model, .sources = &sweep->sources};
    for (int i = 0; i < study->output_count; i++) {
        sweep->origin.units[i] = meter_unit(sweep->meter, i);
    }
    return AB_OK;
}

// ---- which cases ----

typedef struct Choice {
    bool only_failed;
    int64_t from, to;    // numbers, both included
    int64_t part, parts; // of a shard, from 0
} Choice;

static abResult read_choice(const Sweep *sweep, Choice *out) {
    const Command *command = sweep->arguments->command;
    const char *only = option_value(sweep->arguments, "only"),
               *shard = option_value(sweep->arguments, "shard");
    long long from, to, part, parts;
    int end = -1;
    *out = (Choice){.to = sweep->study.case_count - 1, .parts = 1};
    if (only != NULL && strcmp(only, "failed") == 0) {
        out->only_failed = true;
    } else if (only != NULL) {
        if (sscanf(only, "%lld..%lld%n", &from, &to, &end) != 2 || only[end] != '\0' || from < 0 ||
            to < from) {
            return command_usage(command,
                                 "--only %s is neither failed nor of the form N..M, as in "
                                 "0..99",
                                 only);
        }
        out->from = from;
        out->to = to < out->to ? to : out->to;
    }
    if (shard != NULL) {
        if (sscanf(shard, "%lld/%lld%n", &part, &parts, &end) != 2 || shard[end] != '\0' ||
            part < 1 || part > parts) {
            return command_usage(command, "--shard %s is not of the form I/K, as in 1/4", shard);
        }
        out->part = part - 1;
        out->parts = parts;
    }
    return AB_OK;
}

static abResult choose_cases(Sweep *sweep, abError *error) {
    Choice choice;
    int64_t count = sweep->study.case_count;
    AB_TRY(read_choice(sweep, &choice));
    sweep->states = calloc((size_t)count, 1);
    sweep->wanted = calloc((size_t)count, 1);
    if (sweep->states == NULL || sweep->wanted == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the cases of a study");
    }
    if (sweep->file != NULL) {
        AB_TRY(study_file_states(sweep->file, sweep->states, error));
    }
    bool by_number = option_given(sweep->arguments, "only") && !choice.only_failed;
    for (int64_t i = choice.from; i <= choice.to; i++) {
        int state = sweep->states[i];
        bool is_due = choice.only_failed ? state == CASE_FAILED
                      : by_number        ? state != CASE_DONE
                                         : state == CASE_MISSING;
        sweep->wanted[i] = is_due && i % choice.parts == choice.part;
        sweep->wanted_count += sweep->wanted[i];
    }
    return AB_OK;
}

// ---- on the way ----

static int64_t next_case(void *context) {
    Sweep *sweep = context;
    while (sweep->next < sweep->study.case_count && !sweep->wanted[sweep->next]) {
        sweep->next++;
    }
    return sweep->next < sweep->study.case_count ? sweep->next++ : -1;
}

static abResult case_ended(void *context, const CaseOutcome *outcome, abError *error) {
    Sweep *sweep = context;
    bool is_done = outcome->result == AB_OK;
    sweep->done += is_done;
    sweep->failed += !is_done;
    return study_file_put(sweep->file, outcome, error);
}

static void show_progress(Sweep *sweep, double now) {
    int64_t ended = sweep->done + sweep->failed;
    double part = (double)ended / (double)sweep->wanted_count;
    double left = ended > 0 ? (now - sweep->begun) * (1.0 / part - 1.0) : NAN;
    char bar[21] = "....................";
    memset(bar, '#', (size_t)(20.0 * part));
    fprintf(stderr, "\r\033[K[%s] %lld of %lld cases, %lld failed", bar, (long long)ended,
            (long long)sweep->wanted_count, (long long)sweep->failed);
    if (left >= 0.0) {
        fprintf(stderr, ", %.0f s left", left);
    }
    sweep->shown = now;
    sweep->is_on_line = true;
}

static abResult tick(void *context, abError *error) {
    Sweep *sweep = context;
    double now = ab_clock();
    if (sweep->shows_progress && now - sweep->shown > 0.2) {
        show_progress(sweep, now);
    }
    if (now - sweep->committed < 0.8) {
        return AB_OK;
    }
    sweep->committed = now;
    return study_file_commit(sweep->file, error);
}

static abResult make_record_folder(const Sweep *sweep, abError *error) {
    return sweep->study.keep.records == RECORDS_NONE || mkdir(sweep->records, 0777) == 0 ||
                   errno == EEXIST
               ? AB_OK
               : ab_error_add(error, AB_IO, (abPlace){.file = sweep->records}, "cannot be made: %s",
                              strerror(errno));
}

static abResult make_work(Sweep *sweep, Work *out) {
    double workers;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    AB_TRY(option_number(sweep->arguments, "jobs", processors > 0 ? (double)processors : 1.0, 1.0,
                         WORKERS_MAX, &workers));
    int64_t most = sweep->wanted_count > 1 ? sweep->wanted_count : 1;
    *out = (Work){.source = &sweep->source,
                  .run = case_run,
                  .workers = (int)fmin(workers, (double)most),
                  .seconds = sweep->study.limits.seconds,
                  .retries = sweep->study.limits.retries,
                  .context = sweep,
                  .next = next_case,
                  .ended = case_ended,
                  .tick = tick};
    return AB_OK;
}

static abResult compute(Sweep *sweep, abError *error) {
    Work work;
    AB_TRY(make_work(sweep, &work));
    AB_TRY(make_record_folder(sweep, error));
    sweep->begun = sweep->committed = ab_clock();
    sweep->shows_progress =
        !option_given(sweep->arguments, "quiet") && isatty(STDERR_FILENO) && sweep->wanted_count;
    abResult result = sweep->has_joined ? mpi_direct(&work, sweep->wanted_count, error)
                                        : workers_run(&work, error);
    abResult committed = study_file_commit(sweep->file, error);
    if (sweep->is_on_line) {
        fprintf(stderr, "\r\033[K");
    }
    return result == AB_OK ? committed : result;
}

// ---- what became of it ----

typedef struct Sum {
    const Sweep *sweep;
    abJson *json; // NULL: for people
    int64_t done, failed;
} Sum;

static abResult add_case(void *context, const CaseRow *row) {
    Sum *sum = context;
    bool is_done = row->state == CASE_DONE;
    sum->done += is_done;
    sum->failed += !is_done;
    if (is_done || (sum->json == NULL && sum->failed > SHOWN_FAILURES)) {
        return AB_OK;
    }
    if (sum->json == NULL) {
        fprintf(stderr, "case %lld failed: %s (%d attempt%s)\n", (long long)row->number,
                row->message, row->attempts, row->attempts == 1 ? "" : "s");
        return AB_OK;
    }
    ab_json_open(sum->json, NULL, '{');
    ab_json_integer(sum->json, "number", row->number);
    ab_json_text(sum->json, "message", row->message);
    ab_json_integer(sum->json, "attempts", row->attempts);
    ab_json_close(sum->json, '}');
    return AB_OK;
}

static void sum_up_text(const Sweep *sweep, const Sum *sum) {
    int64_t missing = sweep->study.case_count - sum->done - sum->failed;
    if (sum->failed > SHOWN_FAILURES) {
        fprintf(stderr, "... and %lld more; column message of the table cases has all sentences\n",
                (long long)(sum->failed - SHOWN_FAILURES));
    }
    if (!option_given(sweep->arguments, "quiet")) {
        printf("%s: %lld cases, %lld done, %lld failed, %lld not computed\n", sweep->path,
               (long long)sweep->study.case_count, (long long)sum->done, (long long)sum->failed,
               (long long)missing);
        printf("  now         %lld done, %lld failed in %.3g s\n", (long long)sweep->done,
               (long long)sweep->failed, sweep->begun > 0.0 ? ab_clock() - sweep->begun : 0.0);
    }
}

static abResult sum_up(Sweep *sweep, Sum *sum, abError *error) {
    *sum = (Sum){.sweep = sweep};
    if (!option_given(sweep->arguments, "json")) {
        AB_TRY(study_file_each(sweep->file, add_case, sum, error));
        sum_up_text(sweep, sum);
        return AB_OK;
    }
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sweep->source.model.hash);
    sum->json = &json;
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "results", sweep->path);
    ab_json_text(&json, "study", sweep->study.path);
    ab_json_text(&json, "model", sweep->study.model_path);
    ab_json_text(&json, "model_hash", hash);
    ab_json_integer(&json, "seed", sweep->study.head.seed);
    ab_json_integer(&json, "cases", sweep->study.case_count);
    ab_json_open(&json, "failures", '[');
    abResult result = study_file_each(sweep->file, add_case, sum, error);
    ab_json_close(&json, ']');
    sum->json = NULL;
    ab_json_integer(&json, "done", sum->done);
    ab_json_integer(&json, "failed", sum->failed);
    ab_json_close(&json, '}');
    printf("%s\n", ab_text_string(&text));
    ab_text_done(&text);
    return result;
}

static abResult verdict(const Sum *sum, const char *path, abError *error) {
    if (sum->failed > 0 && sum->done == 0) {
        return ab_error_add(error, AB_NUMERICS, (abPlace){.file = path},
                            "all %lld cases computed have failed", (long long)sum->failed);
    }
    return sum->failed > 0 ? AB_DIFFERENT : AB_OK;
}

// ---- without computing ----

static void print_case(const Sweep *sweep, int64_t number) {
    StudyValues values;
    study_values(&sweep->study, number, &values);
    printf("  %lld ", (long long)number);
    for (int i = 0; i < sweep->study.parameter_count; i++) {
        printf(" %s=%s", sweep->study.parameters[i].path, values.texts[i]);
    }
    printf("\n");
}

static void print_plan(const Sweep *sweep) {
    const Study *study = &sweep->study;
    printf("%s: %lld cases, %lld to compute, into %s\n", study->path, (long long)study->case_count,
           (long long)sweep->wanted_count, sweep->path);
    for (int i = 0; i < study->output_count; i++) {
        printf("  %s [%s] = %s\n", study->outputs[i].name, sweep->origin.units[i],
               study->outputs[i].text);
    }
    int shown = 0;
    for (int64_t i = 0; i < study->case_count && shown < SHOWN_CASES; i++) {
        if (sweep->wanted[i]) {
            print_case(sweep, i);
            shown++;
        }
    }
    if (sweep->wanted_count > shown) {
        printf("  ... and %lld more\n", (long long)(sweep->wanted_count - shown));
    }
}

// What a case takes is measured with the first.
static abResult print_slurm(const Sweep *sweep, abError *error) {
    static CaseOutcome first; // large
    double tasks;
    AB_TRY(option_number(sweep->arguments, "tasks", 0.0, 1.0, SLURM_TASKS, &tasks));
    case_run(&sweep->source, 0, &first);
    if (first.result != AB_OK) {
        return ab_error_add(error, (abResult)first.result, (abPlace){.file = sweep->study.path},
                            "the first case, by which the length of tasks is chosen, has failed: "
                            "%s",
                            first.message);
    }
    slurm_script(stdout, &sweep->study, sweep->path, first.seconds, (int)tasks,
                 sweep->source.allow_code);
    return AB_OK;
}

// ---- the whole ----

static abResult open_results(Sweep *sweep, abError *error) {
    bool is_dry = option_given(sweep->arguments, "dry-run");
    if (is_dry && access(sweep->path, F_OK) != 0) {
        return AB_OK;
    }
    return study_file_open(sweep->path, &sweep->origin, option_given(sweep->arguments, "extend"),
                           &sweep->file, error);
}

static abResult merge(Sweep *sweep, abError *error) {
    const Arguments *arguments = sweep->arguments;
    for (int i = 0; i < arguments->given_count; i++) {
        if (strcmp(arguments->command->options[arguments->given[i]].name, "merge") == 0) {
            AB_TRY(study_file_merge(sweep->file, arguments->values[i], error));
        }
    }
    return AB_OK;
}

// "friction.study.db" -> friction.study.csv, ...
static abResult write_report(const Sweep *sweep, abError *error) {
    char base[4200];
    size_t length = strlen(sweep->path);
    bool has_ending = length > 3 && strcmp(sweep->path + length - 3, ".db") == 0;
    snprintf(base, sizeof base, "%.*s", (int)(has_ending ? length - 3 : length), sweep->path);
    bool json = option_given(sweep->arguments, "json");
    return report_write(sweep->file, &sweep->origin, base, json ? stderr : stdout, error);
}

// Options that do not go together.
static abResult check_options(const Arguments *arguments) {
    static const char *const pairs[][2] = {
        {"mpi", "jobs"}, {"mpi", "slurm"}, {"mpi", "merge"}, {"mpi", "dry-run"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (option_given(arguments, pairs[i][0]) && option_given(arguments, pairs[i][1])) {
            return command_usage(arguments->command, "--%s does not go together with --%s",
                                 pairs[i][0], pairs[i][1]);
        }
    }
    if (option_given(arguments, "tasks") && !option_given(arguments, "slurm")) {
        return command_usage(arguments->command, "--tasks goes together with --slurm only");
    }
    return AB_OK;
}

// Of study, model and program, which all ranks must have the same.
static uint64_t fingerprint(const Sweep *sweep) {
    uint64_t hash = study_sources_hash(&sweep->sources, sweep->source.model.hash);
    hash = ab_hash_bytes(hash, AB_VERSION, sizeof AB_VERSION);
    return ab_hash_bytes(hash, sweep->study.text, strlen(sweep->study.text));
}

static abResult begin(Sweep *sweep, const Arguments *arguments, abError *error) {
    abResult result = sweep->rank == 0 ? check_options(arguments) : AB_OK;
    if (result == AB_OK && sweep->has_joined && sweep->ranks < 2) {
        result = command_usage(arguments->command,
                               "--mpi needs two ranks, one to write and one to compute: "
                               "mpirun -n 2 abut sweep %s --mpi",
                               arguments->words[0]);
    }
    result = result == AB_OK ? options(sweep, arguments) : result;
    result = result == AB_OK ? read_all(sweep, error) : result;
    return sweep->has_joined ? mpi_agree(result, result == AB_OK ? fingerprint(sweep) : 0, error)
                             : result;
}

static abResult sweep_study(Sweep *sweep, const Arguments *arguments, abError *error) {
    if (option_given(arguments, "mpi")) {
        AB_TRY(mpi_join(&sweep->rank, &sweep->ranks, error));
        sweep->has_joined = true;
    }
    AB_TRY(begin(sweep, arguments, error));
    if (sweep->rank > 0) {
        Work work;
        AB_TRY(make_work(sweep, &work));
        return mpi_compute(&work, error);
    }
    if (option_given(arguments, "slurm")) {
        return print_slurm(sweep, error);
    }
    AB_TRY(open_results(sweep, error));
    if (option_given(arguments, "dry-run")) {
        AB_TRY(choose_cases(sweep, error));
        print_plan(sweep);
        return AB_OK;
    }
    AB_TRY(merge(sweep, error));
    abResult result = AB_OK;
    if (!option_given(arguments, "merge")) {
        AB_TRY(choose_cases(sweep, error));
        result = compute(sweep, error);
    }
    if (result != AB_OK && result != AB_STOPPED) {
        return result;
    }
    Sum sum;
    AB_TRY(sum_up(sweep, &sum, error));
    if (option_given(arguments, "report")) {
        AB_TRY(write_report(sweep, error));
    }
    return result != AB_OK ? result : verdict(&sum, sweep->path, error);
}

// A rank that does not answer keeps MPI from ending in order; all has been written then.
static void leave(abResult result, abError *error) {
    if (!mpi_leave()) {
        command_print_problems(error);
        mpi_abort(command_flushed(result));
    }
}

static abResult run_sweep(const Arguments *arguments, abError *error) {
    static Sweep sweep; // large
    sweep = (Sweep){.next = 0};
    abResult result = sweep_study(&sweep, arguments, error);
    study_file_close(sweep.file);
    free(sweep.states);
    free(sweep.wanted);
    meter_destroy(sweep.meter);
    ab_model_destroy(sweep.model);
    study_sources_done(&sweep.sources);
    ab_model_file_done(&sweep.source.model);
    study_done(&sweep.study);
    if (sweep.has_joined) {
        leave(result, error);
    }
    return result;
}

const Command command_sweep = {
    .name = "sweep",
    .words = "STUDY",
    .minimum = 1,
    .maximum = 1,
    .text = "a model many times with other values, as a study file says",
    .more =
        "Each case is what `abut run MODEL --set PATH=VALUE ...` computes; its outputs become a\n"
        "row of the table `cases` of one SQLite file. Called again it goes on where it was, also\n"
        "after a crash. Exit code 7 when some cases failed. `abut info study` lists the keys.",
    .options =
        {{'j', "jobs", "N", "processes that compute (as many as processors)"},
         {'o', "output", "FILE", "the results (STUDY's name with .study.db, here)"},
         {0, "dry-run", NULL, "what would be computed, without computing"},
         {0, "only", "failed|N..M", "failed cases again, or those of these numbers"},
         {0, "shard", "I/K", "each Kth case only, beginning with the Ith, for K machines"},
         {0, "merge", "FILE", "take the cases of another shard, compute none; may be repeated"},
         {0, "extend", NULL, "the study has more points than the results; add the new cases"},
         {0, "mpi", NULL, "rank 0 writes, the others compute: mpirun -n K abut sweep STUDY --mpi"},
         {0, "slurm", NULL, "write a job array for Slurm to stdout; nothing is submitted"},
         {0, "tasks", "N", "of the job array (as many as take ten minutes each)"},
         {0, "report", NULL, "tables (CSV), a picture (SVG) and the effects of the parameters"},
         {0, "allow-code", NULL, "run libraries and scripts that the model names"},
         {0, "json", NULL, "one object for machines instead of the summary"},
         {'q', "quiet", NULL, "neither progress nor summary"}},
    .run = run_sweep,
};
