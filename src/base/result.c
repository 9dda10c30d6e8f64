// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// result.c - the list of problems behind abError.

#include <stdarg.h>
#include <stdio.h>

#include "abut/result.h"

void ab_error_clear(abError *error) {
    error->count = 0;
    error->dropped = 0;
}

abResult ab_error_add(abError *error, abResult result, abPlace place, const char *format, ...) {
    if (error == NULL) {
        return result;
    }
    if (error->count == AB_PROBLEMS_MAX) {
        error->dropped++;
        return result;
    }
    abProblem *problem = &error->problems[error->count++];
    snprintf(problem->file, sizeof problem->file, "%s", place.file != NULL ? place.file : "");
    problem->line = place.line;
    problem->column = place.column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    return result;
}

void ab_error_format(const abError *error, int index, char *out, unsigned long size) {
    const abProblem *problem = &error->problems[index];
    if (problem->line > 0) {
        snprintf(out, size, "%s:%d:%d: %s", problem->file, problem->line, problem->column,
                 problem->text);
    } else if (problem->file[0] != '\0') {
        snprintf(out, size, "%s: %s", problem->file, problem->text);
    } else {
        snprintf(out, size, "%s", problem->text);
    }
}

const char *ab_result_name(abResult result) {
    switch (result) {
    case AB_OK:
        return "ok";
    case AB_USAGE:
        return "usage";
    case AB_BAD_MODEL:
        return "model wrong";
    case AB_NUMERICS:
        return "numerics failed";
    case AB_IO:
        return "input or output failed";
    case AB_STOPPED:
        return "stopped";
    case AB_DIFFERENT:
        return "differences found";
    }
    return "unknown";
}
