// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// log.c - formats a sentence and hands it to the hook.

#include "abut/log.h"
#include "base/text.h"

#include <stdio.h>

void ab_log(const abLog *log, abLogLevel level, const char *format, ...) {
    if (log == NULL || log->write == NULL) {
        return;
    }
    char sentence[500];
    AB_TEXT_OF(sentence, format);
    log->write(log->context, level, sentence);
}
