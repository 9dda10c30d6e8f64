// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible_wrong.h - files of flexible bodies with one mistake each, and the words that tell it.

#ifndef VERIFY_FLEXIBLE_WRONG_H
#define VERIFY_FLEXIBLE_WRONG_H

#include <stdbool.h>

typedef struct Wrong {
    const char *what;  // the mistake
    const char *words; // that a message must hold
    // in six_masses.fem the nth `from` becomes `to`; or, where it is NULL, a model in YAML is read
    const char *from, *to;
    int nth;
    const char *yaml;
} Wrong;

enum { WRONG_COUNT = 8 };
extern const Wrong wrong_files[WRONG_COUNT];

// Whether it is refused by a message with these words.
bool is_told(const Wrong *wrong);

#endif
