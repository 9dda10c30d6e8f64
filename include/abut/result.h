// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/result.h - how functions answer: a result code, and problems with the place they come from.
//
// A function that can fail for a reason outside the program returns abResult and fills an abError.
// The numbers are the exit codes of the command and never change.

#ifndef ABUT_RESULT_H
#define ABUT_RESULT_H

#include <stdbool.h>

#include "abut/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abResult {
    AB_OK = 0,
    AB_USAGE = 2,     // called with impossible arguments
    AB_BAD_MODEL = 3, // the model is wrong; the error says where
    AB_NUMERICS = 4,  // the computation cannot go on; body, pair and time are in the error
    AB_IO = 5,        // file, device or memory
    AB_STOPPED = 6,   // stopped from outside, can be resumed
    AB_DIFFERENT = 7, // a check found differences
} abResult;

// Where something was written: a file with line and column (both from 1), or no place (line 0).
typedef struct abPlace {
    const char *file;
    int line;
    int column;
} abPlace;

enum { AB_PROBLEMS_MAX = 50 };

typedef struct abProblem {
    char file[120];
    int line;
    int column;
    char text[420]; // a sentence: value, what is allowed, a hint
} abProblem;

// A list of problems, so that a user can repair several at once.
typedef struct abError {
    int count;   // problems kept, at most AB_PROBLEMS_MAX
    int dropped; // problems beyond that
    abProblem problems[AB_PROBLEMS_MAX];
} abError;

// Empties the list. An abError must be cleared before its first use. Functions that take one take NULL
// too: then nobody is told.
ABUT_API void ab_error_clear(abError *error);

// Adds a problem (printf format) and returns `result`, so that a failing function can end with it.
ABUT_API ABUT_PRINTF(4, 5) abResult
    ab_error_add(abError *error, abResult result, abPlace place, const char *format, ...);

// Writes problem `index` as "file:line:column: text" into `out` (truncated to `size`).
ABUT_API void ab_error_format(const abError *error, int index, char *out, unsigned long size);

// A short name for a result code: "ok", "model wrong", ...
ABUT_API const char *ab_result_name(abResult result);

#define AB_TRY(expr)                                                                               \
    do {                                                                                           \
        abResult ab_try_ = (expr);                                                                 \
        if (ab_try_ != AB_OK) {                                                                    \
            return ab_try_;                                                                        \
        }                                                                                          \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
