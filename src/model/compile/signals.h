// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// signals.h - variables and splines by name, and the scope in which a model's expressions are
// compiled.

#ifndef AB_SIGNALS_H
#define AB_SIGNALS_H

#include "abut/result.h"
#include "math/expression/expression.h"
#include "model/core/model.h"

int ab_model_add_input(abModel *model, const abInput *input);

// All variables, each when it is first used.
abResult ab_compile_variables(abModel *model, abError *error);

// The rates of all states, once variables, forces and joints are compiled.
abResult ab_compile_states(abModel *model, abError *error);

// An expression that may look at what is known at `maximum`; `what` says whose it is ("a force").
abResult ab_compile_expression(abModel *model, const char *text, abPlace place, const char *what,
                               abObservedLevel maximum, abCompiledExpression *out, abError *error);
// A function of time alone, for motions.
abResult ab_compile_drive(abModel *model, const char *text, abPlace place, abExpression **out,
                          abError *error);
// Whether the value changes with time by itself, variables included.
bool ab_compiled_expression_uses_time(const abModel *model, const abCompiledExpression *compiled);

#endif
