// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// no_memory.c - the problem of a program that wants more memory than there is.

#include "base/no_memory.h"

abResult ab_no_memory(abError *error, abPlace place, const char *wanted) {
    return ab_error_add(error, AB_IO, place, "out of memory %s", wanted);
}
