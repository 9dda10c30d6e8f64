// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/log.h - what the library has to say besides results. The library does not print: it calls
// this hook, if given, with one finished sentence at a time.

#ifndef ABUT_LOG_H
#define ABUT_LOG_H

#include "abut/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abLogLevel {
    AB_LOG_DEBUG,
    AB_LOG_INFO,
    AB_LOG_NOTICE, // what the model asked to be told
    AB_LOG_WARNING
} abLogLevel;

typedef struct abLog {
    void (*write)(void *context, abLogLevel level, const char *sentence); // NULL: silent
    void *context;
} abLog;

// Formats (printf) and passes on. A sentence longer than 500 characters is cut.
ABUT_API ABUT_PRINTF(3, 4) void ab_log(const abLog *log, abLogLevel level, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
