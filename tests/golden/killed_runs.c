// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// killed_runs.c - `abut run` killed by SIGKILL at random instants: no committed frame is lost, and
// `abut resume` ends with the record of the unbroken run, to the bit.
//
//     killed_runs COMMAND FOLDER KILLS     COMMAND is the built abut, FOLDER is written to; as many
//                                          kills of a run by events and of one by implicit steps
//
// Every other run that is resumed is killed once more on its way.
//
// Just before the kill a reader counts the frames it can see: those are committed. Afterwards at
// least as many must be there, 0, 1, 2 ... without a gap, each with the bits of the unbroken run.

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/clock.h"

enum { PATH_MAX_HERE = 4096 };

static const char *s_command;
static char s_whole[PATH_MAX_HERE], s_broken[PATH_MAX_HERE];

// Many frames, so that a run commits several times (every 1000 frames) in a second.
typedef struct Run {
    const char *model, *interval;
} Run;

static const Run s_runs[] = {
    {"models/hello.yaml", "simulation.output_interval=1.5e-4"},
    {"tests/golden/steps.yaml", "simulation.output_interval=2e-4"},
};
enum { RUNS = sizeof s_runs / sizeof s_runs[0] };
static const Run *s_run;

static void sleep_for(double seconds) {
    struct timespec t = {.tv_sec = (time_t)seconds};
    t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
    nanosleep(&t, NULL);
}

static double random_unit(void) {
    static uint64_t s_state = 50;
    uint64_t z = (s_state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static pid_t start(char *const *arguments) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv(s_command, arguments);
        _exit(127);
    }
    return child;
}

static pid_t start_run(char *record) {
    char *arguments[] = {(char *)s_command,
                         "run",
                         (char *)s_run->model,
                         "-q",
                         "--set",
                         (char *)s_run->interval,
                         "-o",
                         record,
                         NULL};
    return start(arguments);
}

static int exit_code(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void remove_record(const char *path) {
    static const char *const s_tails[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        char name[PATH_MAX_HERE + 16];
        snprintf(name, sizeof name, "%s%s", path, s_tails[i]);
        unlink(name);
    }
}

static abRecord *open_record(const char *path, abError *error) {
    abRecord *record = NULL;
    ab_error_clear(error);
    return ab_record_open(path, ab_heap(), &record, error) == AB_OK ? record : NULL;
}

static void complain(int kill_index, double instant, const char *text, const abError *error) {
    char line[800], problem[600] = "";
    if (error != NULL && error->count > 0) {
        ab_error_format(error, 0, problem, sizeof problem);
    }
    snprintf(line, sizeof line, "kill %d after %.3f s: %s %s", kill_index, instant, text, problem);
    ab_check_failed(__FILE__, __LINE__, line);
}

static bool same_frames(abRecord *broken, abRecord *whole, int64_t index, abError *error) {
    abFrame a, b;
    if (ab_record_frame(broken, index, AB_FRAME_CONTACTS, &a, error) != AB_OK ||
        ab_record_frame(whole, index, AB_FRAME_CONTACTS, &b, error) != AB_OK) {
        return false;
    }
    return a.index == index && b.index == index && memcmp(&a.time, &b.time, sizeof a.time) == 0 &&
           a.body_count == b.body_count && a.contact_count == b.contact_count &&
           memcmp(a.bodies, b.bodies, (size_t)a.body_count * sizeof *a.bodies) == 0 &&
           memcmp(a.contacts, b.contacts, (size_t)a.contact_count * sizeof *a.contacts) == 0 &&
           memcmp(&a.energy, &b.energy, sizeof a.energy) == 0;
}

static void first_difference(void *context, const abDifference *difference) {
    char *text = context;
    if (text[0] == '\0') {
        snprintf(text, 200, "differs in %s at t = %.9g s", difference->what, difference->time);
    }
}

// The record as the kill left it. Returns the frames in it, -1 when it cannot be opened.
static int64_t check_broken(int k, double instant, int64_t committed, abRecord *whole,
                            bool *is_done) {
    static abError error;
    abRecord *record = open_record(s_broken, &error);
    if (record == NULL) {
        if (committed >= 0) {
            complain(k, instant, "the record was readable before the kill, now:", &error);
        }
        return -1;
    }
    int64_t count = ab_record_info(record)->frame_count;
    *is_done = ab_record_info(record)->status == AB_RECORD_DONE;
    if (count < committed) {
        char text[100];
        snprintf(text, sizeof text, "%lld of %lld committed frames are left", (long long)count,
                 (long long)committed);
        complain(k, instant, text, NULL);
    }
    for (int64_t i = 0; i < count; i++) {
        if (!same_frames(record, whole, i, &error)) {
            complain(k, instant, "a frame is missing or has other bits", &error);
            break;
        }
    }
    ab_record_close(record);
    return count;
}

static bool is_done(void) {
    static abError error;
    abRecord *record = open_record(s_broken, &error);
    bool done = record != NULL && ab_record_info(record)->status == AB_RECORD_DONE;
    ab_record_close(record);
    return done;
}

static void check_resumed(int k, double instant, double duration, abRecord *whole) {
    static abError error;
    char *arguments[] = {(char *)s_command, "resume", "-q", s_broken, NULL};
    if (k % 2 == 1) {
        pid_t child = start(arguments);
        sleep_for(random_unit() * 0.5 * duration);
        kill(child, SIGKILL); // our own child
        exit_code(child);
    }
    int code = is_done() ? 0 : exit_code(start(arguments));
    if (code != 0) {
        char text[60];
        snprintf(text, sizeof text, "abut resume ends with %d", code);
        complain(k, instant, text, NULL);
        return;
    }
    abRecord *record = open_record(s_broken, &error);
    char text[200] = "";
    if (record == NULL ||
        ab_record_compare(record, whole, 0.0, first_difference, text, &error) != AB_OK) {
        complain(k, instant, text[0] != '\0' ? text : "the resumed record:", &error);
    } else if (ab_record_info(record)->status != AB_RECORD_DONE) {
        complain(k, instant, "the resumed record is not done", NULL);
    }
    ab_record_close(record);
}

// Frames a reader sees now; -1 when there is no readable record yet.
static int64_t frames_now(void) {
    static abError error;
    abRecord *record = open_record(s_broken, &error);
    int64_t count = record != NULL ? ab_record_info(record)->frame_count : -1;
    ab_record_close(record);
    return count;
}

typedef struct Tally {
    int before_frames, partly, complete;
    int64_t minimum, maximum; // frames kept by those killed on the way
} Tally;

// Kills a run within `duration` of its start. Answers within which to kill the next: how long a run
// takes depends on what else the machine does, and changes.
static double kill_one(int k, double duration, abRecord *whole, Tally *tally) {
    remove_record(s_broken);
    double instant = random_unit() * duration;
    pid_t child = start_run(s_broken);
    sleep_for(instant);
    int64_t committed = frames_now();
    kill(child, SIGKILL); // our own child, waited for below
    exit_code(child);
    bool is_done = false; // the kill came after the last commit
    int64_t kept = check_broken(k, instant, committed, whole, &is_done);
    if (is_done) {
        tally->complete++;
        return 0.8 * duration;
    } else if (kept < 0) {
        tally->before_frames++; // killed before the record was begun: nothing to resume
        return 1.25 * duration;
    } else {
        tally->partly++;
        tally->minimum = tally->partly == 1 || kept < tally->minimum ? kept : tally->minimum;
        tally->maximum = kept > tally->maximum ? kept : tally->maximum;
        check_resumed(k, instant, duration, whole);
    }
    return duration;
}

// A run is killed until `wanted` kills hit what they are for, a run on its way.
static void kill_runs(const Run *run, int wanted) {
    s_run = run;
    remove_record(s_whole);
    double begin = ab_clock();
    CHECK(exit_code(start_run(s_whole)) == 0);
    double duration = ab_clock() - begin;
    static abError error;
    abRecord *whole = open_record(s_whole, &error);
    CHECK(whole != NULL);
    if (whole == NULL) {
        return;
    }
    Tally tally = {0};
    int kills = 0;
    while (tally.partly < wanted && kills < 20 * wanted) { // a bound for what never will
        duration = kill_one(kills++, duration, whole, &tally);
    }
    printf("%s: %d kills, the last within %.3f s: %d before the record was begun, %d on the way "
           "(%lld to %lld of %lld frames kept), %d after the end\n",
           run->model, kills, duration, tally.before_frames, tally.partly, (long long)tally.minimum,
           (long long)tally.maximum, (long long)ab_record_info(whole)->frame_count, tally.complete);
    CHECK(tally.partly == wanted);
    ab_record_close(whole);
    remove_record(s_broken);
    remove_record(s_whole);
}

int main(int argc, char **argv) {
    int wanted = argc == 4 ? atoi(argv[3]) : 0;
    if (wanted < 1) {
        fprintf(stderr, "usage: killed_runs COMMAND FOLDER KILLS\n");
        return 2;
    }
    s_command = argv[1];
    snprintf(s_whole, sizeof s_whole, "%s/killed_whole.abut.db", argv[2]);
    snprintf(s_broken, sizeof s_broken, "%s/killed_broken.abut.db", argv[2]);
    for (int i = 0; i < RUNS; i++) {
        kill_runs(&s_runs[i], wanted);
    }
    return s_failed_checks > 0;
}
