// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// isolate.c - work in a process of its own.
//
// Fontconfig below cairo, and HDF5, do not look at every answer of malloc: for want of memory they
// write to address zero, end the process, or wait for ever for a lock that they hold. In a child that
// costs the child, which ends when it has long done nothing; its parent says so.

#include "command/isolate.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_EVERY = 30 }; // [s]

static abResult answer_of(const char *doing, int status, abError *error) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == AB_OK || (code >= AB_USAGE && code <= AB_DIFFERENT)) {
        return (abResult)code;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) {
        return ab_error_add(error, AB_IO, (abPlace){0},
                            "%s ended because nobody reads what it writes any more", doing);
    }
    char how[60];
    if (WIFSIGNALED(status)) {
        snprintf(how, sizeof how, "by signal %d", WTERMSIG(status));
    } else {
        snprintf(how, sizeof how, "with code %d", code);
    }
    return ab_error_add(error, AB_IO, (abPlace){0},
                        "%s was ended %s in a library that is used for it, most likely for want of "
                        "memory or room on the disk; what it has written is not whole",
                        doing, how);
}

// Ends the process if it has not computed for a millisecond since the last look.
static void look_at_progress(int number) {
    static struct timespec last;
    struct timespec now = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    if (now.tv_sec == last.tv_sec && now.tv_nsec - last.tv_nsec < 1000000) {
        signal(number, SIG_DFL);
        raise(number);
    }
    last = now;
}

static void watch_progress(void) {
    const struct itimerval every = {.it_interval = {.tv_sec = LOOK_EVERY},
                                    .it_value = {.tv_sec = LOOK_EVERY}};
    struct sigaction action = {.sa_handler = look_at_progress, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) == 0) {
        setitimer(ITIMER_REAL, &every, NULL);
    }
}

static void work(abResult (*run)(void *context, abError *error), void *context) {
    static abError error; // large
    ab_error_clear(&error);
    watch_progress();
    abResult result = run(context, &error);
    command_print_problems(&error);
    exit((int)command_flushed(result));
}

abResult isolate(const char *doing, abResult (*run)(void *context, abError *error), void *context,
                 abError *error) {
    fflush(stdout); // or the child prints it again
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        work(run, context);
    }
    int status = 0;
    pid_t ended = child;
    while (child > 0 && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    if (ended < 0) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "cannot start a process for %s: %s", doing,
                            strerror(errno));
    }
    return answer_of(doing, status, error);
}
