// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_words.c - options that subcommands on records share.

#include "record_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

abResult record_range(const Arguments *arguments, abSampleRange *range) {
    double every;
    *range = ab_sample_range();
    AB_TRY(option_number(arguments, "from", -INFINITY, -INFINITY, INFINITY, &range->from));
    AB_TRY(option_number(arguments, "to", INFINITY, -INFINITY, INFINITY, &range->to));
    AB_TRY(option_number(arguments, "every", 1.0, 1.0, 1e15, &every));
    range->every = (int64_t)every;
    return AB_OK;
}

void record_base(const Arguments *arguments, char *out, size_t size) {
    static const char *const endings[] = {".abut.db", ".db", ".sqlite"};
    const char *given = option_value(arguments, "output");
    if (given != NULL) {
        snprintf(out, size, "%s", given);
        return;
    }
    const char *slash = strrchr(arguments->words[0], '/');
    snprintf(out, size, "%s", slash != NULL ? slash + 1 : arguments->words[0]);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t length = strlen(out), ending = strlen(endings[i]);
        if (length > ending && strcmp(out + length - ending, endings[i]) == 0) {
            out[length - ending] = '\0';
            return;
        }
    }
}
