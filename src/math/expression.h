// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.h - functions of time written by users, compiled once, evaluated with derivatives.

#ifndef AB_EXPRESSION_H
#define AB_EXPRESSION_H

#include "abut/result.h"
#include "base/arena.h"

typedef struct abExpression abExpression;

// A value with its first and second derivative by time.
typedef struct abJet {
    double value, rate, acceleration;
} abJet;

// Compiles `text`: numbers, t (or time, TIME), pi, + - * / ^ and parentheses, comparison by
// if(c, a, b) (a where c > 0), sin cos tan asin acos atan atan2 exp log log10 sqrt abs min max
// step(x, x0, h0, x1, h1). Trigonometry in radians, log is natural, words may be in capitals. At
// most 4000 characters and 64 levels. On a mistake adds one problem at `place`, the column moved to
// the culprit, and returns AB_BAD_MODEL.
abResult ab_expression_compile(const char *text, abArena *arena, abPlace place, abExpression **out,
                               abError *error);

// Value and derivatives at time t, by forward differentiation (exact). Allocates nothing.
abJet ab_expression_evaluate(const abExpression *expression, double t);

// True when the value does not depend on time.
bool ab_expression_is_constant(const abExpression *expression);

#endif
