// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_functions.h - the table of functions that expressions may call.

#ifndef AB_EXPRESSION_FUNCTIONS_H
#define AB_EXPRESSION_FUNCTIONS_H

#include "math/core/jet.h"

// How a function is called, for the compiler and for people.
typedef struct abFunctionText {
    const char *name;     // in lower case
    int minimum, maximum; // arguments
    const char *arguments;
    const char *unit; // of the value: "m", "N"; "-" where it follows from the arguments
    const char *text; // one sentence
} abFunctionText;

typedef enum abFunctionIndex {
#define AB_FUNCTION(symbol, minimum, maximum, arguments, text) AB_FUNCTION_##symbol,
#include "math/expression/expression_functions.def"
#undef AB_FUNCTION
    AB_FUNCTION_COUNT
} abFunctionIndex;

extern const abFunctionText ab_functions[AB_FUNCTION_COUNT];

// What a function makes of its arguments a[0 .. count).
typedef abJet abFunctionCall(const abJet *a, int count);
extern abFunctionCall *const ab_function_calls[AB_FUNCTION_COUNT];

#endif
