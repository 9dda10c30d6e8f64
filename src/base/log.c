// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// log.c - formats a sentence and hands it to the hook.

#include "abut/log.h"

#include <stdarg.h>
#include <stdio.h>

void ab_log(const abLog *log, abLogLevel level, const char *format, ...) {
    if (log == NULL || log->write == NULL) {
        return;
    }
    char sentence[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    log->write(log->context, level, sentence);
}
