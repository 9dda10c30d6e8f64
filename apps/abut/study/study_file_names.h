// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_file_names.h - columns that the table of cases always has.

#ifndef ABUT_STUDY_FILE_NAMES_H
#define ABUT_STUDY_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

static const char *const study_file_columns[] = {"number",   "state",   "message",
                                                 "attempts", "seconds", NULL};

static inline bool study_file_has_column(const char *name) {
    bool has = false;
    for (int i = 0; study_file_columns[i] != NULL; i++) {
        has |= strcasecmp(name, study_file_columns[i]) == 0;
    }
    return has;
}

#endif
