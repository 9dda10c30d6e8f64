// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stop.h - SIGINT and SIGTERM ask a study to stop in order.

#ifndef ABUT_STOP_H
#define ABUT_STOP_H

#include <signal.h>
#include <stdbool.h>

typedef struct StopSignals {
    struct sigaction interrupt, terminate, pipes; // what was there before
} StopSignals;

// From here on the two only set what stop_wanted answers, and SIGPIPE is ignored.
void stop_catch(StopSignals *out);
void stop_release(const StopSignals *before);
bool stop_wanted(void);

#endif
