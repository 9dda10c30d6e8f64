// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scratch.h - for tests: a folder of its own for what a test writes, below TMPDIR, which ctest sets to
// a folder of the build.

#ifndef AB_SCRATCH_H
#define AB_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"

enum { SCRATCH_PATH = 160 }; // of the folder; what is in it has names of at most 39 letters

static inline void scratch_folder(char out[SCRATCH_PATH]) {
    const char *place = getenv("TMPDIR");
    int length = snprintf(out, SCRATCH_PATH, "%s/abut_test_XXXXXX", place != NULL ? place : "/tmp");
    CHECK(length < SCRATCH_PATH && mkdtemp(out) != NULL);
}

static inline void scratch_remove(const char *folder) {
    char command[SCRATCH_PATH + 10];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(system(command) == 0);
}

#endif
