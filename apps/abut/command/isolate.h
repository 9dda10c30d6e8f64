// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// isolate.h - work in a process of its own, for libraries that may take theirs down.

#ifndef ABUT_ISOLATE_H
#define ABUT_ISOLATE_H

#include "command/command.h"

// Calls `run` in a child of this process and returns its answer. What it prints is printed, its
// problems too. When the child ends in any other way, `error` says how; `doing` is what it did, as in
// "drawing". An SQLite connection must not be used on both sides.
abResult isolate(const char *doing, abResult (*run)(void *context, abError *error), void *context,
                 abError *error);

#endif
