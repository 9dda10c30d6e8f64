// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stop.c - one flag, set by the handler of both signals.

#include "study/stop.h"

#include <stddef.h>

static volatile sig_atomic_t s_stop;

static void on_signal(int number) {
    (void)number;
    s_stop = 1;
}

void stop_catch(StopSignals *out) {
    struct sigaction action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigemptyset(&ignore.sa_mask);
    s_stop = 0;
    sigaction(SIGINT, &action, &out->interrupt);
    sigaction(SIGTERM, &action, &out->terminate);
    sigaction(SIGPIPE, &ignore, &out->pipes);
}

void stop_release(const StopSignals *before) {
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGTERM, &before->terminate, NULL);
    sigaction(SIGPIPE, &before->pipes, NULL);
}

bool stop_wanted(void) {
    return s_stop != 0;
}
