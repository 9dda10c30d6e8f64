// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_words.c - options that subcommands on records share.

#include "command/record_words.h"

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

// The index of the ending that `name` had and lost, else -1.
static int take_ending_off(char *name, const char *const *endings) {
    size_t length = strlen(name);
    for (int i = 0; endings[i] != NULL; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0) {
            name[length - ending] = '\0';
            return i;
        }
    }
    return -1;
}

int record_base(const Arguments *arguments, const char *const *endings, char *out, size_t size) {
    static const char *const records[] = {".abut.db", ".db", ".sqlite", NULL};
    const char *given = option_value(arguments, "output");
    if (given != NULL) {
        snprintf(out, size, "%s", given);
        return take_ending_off(out, endings);
    }
    const char *slash = strrchr(arguments->words[0], '/');
    snprintf(out, size, "%s", slash != NULL ? slash + 1 : arguments->words[0]);
    take_ending_off(out, records);
    return -1;
}
