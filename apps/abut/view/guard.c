// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// guard.c - a crash or an endless loop inside a user's routine ends the process with a sentence.
//
// After a crash nothing of the process can be trusted, so the handler only writes and ends. What
// the database has committed is safe by its own design.

// NOLINTNEXTLINE(bugprone-reserved-identifier): asks for sigaltstack
#define _XOPEN_SOURCE 700

#include "view/guard.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { EXIT_NUMERICS = 4 };

// The call in progress. The handlers read it, so it is kept here and not in a context.
static struct {
    volatile sig_atomic_t is_inside;
    volatile sig_atomic_t ticks; // of the timer since the call began
    int limit;
    abCodeCall call;
} s_guard;

static void enter(void *context, const abCodeCall *call) {
    (void)context;
    s_guard.call = *call;
    s_guard.ticks = 0;
    s_guard.is_inside = 1;
}

static void leave(void *context) {
    (void)context;
    s_guard.is_inside = 0;
}

static const char *cause_of(int signal_number) {
    switch (signal_number) {
    case SIGALRM:
        return "did not return in time; it may loop for ever (--code-time sets the limit)";
    case SIGFPE:
        return "crashed with an arithmetic fault";
    case SIGABRT:
        return "gave up (abort)";
    default:
        return "crashed: it used memory that is not its own";
    }
}

// snprintf is not promised to be safe in a handler, but the process ends here whatever it does.
static void end_of_process(int signal_number) {
    char text[800];
    const abCodeCall *call = &s_guard.call;
    int length =
        snprintf(text, sizeof text,
                 "\nthe routine %s of %s %s, at t = %.12g s for %s on %s. The record keeps "
                 "what was committed before.\n",
                 call->routine, call->file, cause_of(signal_number), call->time,
                 call->shapes[0] != NULL ? call->shapes[0] : "none",
                 call->shapes[1] != NULL ? call->shapes[1] : "none");
    ssize_t written = length > 0 ? write(STDERR_FILENO, text, (size_t)length) : 0;
    (void)written;
    _exit(EXIT_NUMERICS);
}

static void on_crash(int signal_number) {
    if (s_guard.is_inside) {
        end_of_process(signal_number);
    }
    signal(signal_number, SIG_DFL); // not the user's: die as usual
    raise(signal_number);
}

static void on_tick(int signal_number) {
    if (s_guard.is_inside && ++s_guard.ticks > s_guard.limit) {
        end_of_process(signal_number);
    }
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

abResult guard_allow_code(abSimulation *simulation, double seconds, abError *error) {
    static char room[65536]; // a stack of its own, for routines that overflow theirs
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    sigaltstack(&stack, NULL);
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        handle(crashes[i], on_crash);
    }
    handle(SIGALRM, on_tick);
    const struct timeval tick = {.tv_usec = 100000};
    const struct itimerval every = {tick, tick};
    s_guard.limit = (int)fmax(1.0, ceil(10.0 * seconds));
    setitimer(ITIMER_REAL, &every, NULL);
    const abCodeWatch watch = {.enter = enter, .leave = leave};
    return ab_simulation_allow_code(simulation, &watch, error);
}
