// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.h - formulas written by users, compiled once, evaluated with derivatives.
//
// A formula is numbers, t (or time), pi, dtor, rtod, + - * / ^ **, parentheses and the functions of
// expression_functions.def. Its scope adds what else it may look at: inputs, which are numbers that
// change with the state of a model, variables, which are formulas by name, and splines. There are
// no loops and no memory, and text, nesting and program are limited, so any text is harmless.

#ifndef AB_EXPRESSION_H
#define AB_EXPRESSION_H

#include <stdio.h>

#include "abut/result.h"
#include "base/arena.h"
#include "math/core/spline.h"
#include "math/expression/expression_functions.h"

typedef struct abExpression abExpression;

// A text and where it stands.
typedef struct abExpressionSource {
    const char *text;
    abPlace place;
    bool is_elsewhere; // the place is not that of the text's first character
} abExpressionSource;

enum { AB_EXPRESSION_ARGUMENTS = 8, AB_EXPRESSION_NAME = 212 };

// An argument of a look that is taken as it is written: a name or a whole number.
typedef struct abRawArgument {
    char text[AB_EXPRESSION_NAME];
    int offset; // in the text
} abRawArgument;

// What a name or an observed quantity stands for: an input, or a program to be put in its place.
typedef struct abExpressionUse {
    int input;
    double unit;                 // the input is divided by it; 1 where the text is in SI units
    const abExpression *program; // NULL: the input
} abExpressionUse;

// What a text may speak of beside time. Every function reports its own problems, with
// ab_expression_problem(), and may be NULL where there is nothing of its kind.
typedef struct abExpressionScope {
    void *context;
    double time_unit;                    // seconds in the unit of time of the text
    const abFunctionText *observed_list; // functions that take names: dx(i, j)
    int observed_count;
    abResult (*observed)(void *context, int observed, int offset, const abRawArgument *arguments,
                         int count, const abExpressionSource *source, abExpressionUse *out,
                         abError *error);
    abResult (*variable)(void *context, const char *name, int offset,
                         const abExpressionSource *source, abExpressionUse *out, abError *error);
    const abSpline *(*spline)(void *context, const char *name, int offset,
                              const abExpressionSource *source, abError *error);
    const char *const *variable_names; // for hints, NULL-terminated; NULL when there are none
} abExpressionScope;

// Compiles a text; scope NULL for functions of time. On a mistake adds one problem where it is and
// returns AB_BAD_MODEL. What the expression needs later is in the arena.
abResult ab_expression_compile_in(const abExpressionSource *source, const abExpressionScope *scope,
                                  abArena *arena, abExpression **out, abError *error);

// The same for a function of time whose text begins at `place`.
abResult ab_expression_compile(const char *text, abArena *arena, abPlace place, abExpression **out,
                               abError *error);

// Adds a problem (printf) at an offset of the text.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
abResult
ab_expression_problem(const abExpressionSource *source, int offset, abError *error,
                      const char *format, ...);

// True when the value depends neither on time nor on inputs.
bool ab_expression_is_constant(const abExpression *expression);
bool ab_expression_uses_time(const abExpression *expression);
// The inputs it looks at, each once.
const int *ab_expression_inputs(const abExpression *expression, int *count);

#endif
