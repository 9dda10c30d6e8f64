// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// no_memory.h - the problem of a program that wants more memory than there is.

#ifndef AB_NO_MEMORY_H
#define AB_NO_MEMORY_H

#include "abut/result.h"

// Adds "out of memory " with what it was wanted for ("for a marker", "while building the model").
abResult ab_no_memory(abError *error, abPlace place, const char *wanted);

#endif
