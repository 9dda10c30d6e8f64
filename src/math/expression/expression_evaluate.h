// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_evaluate.h - runs the stack program of an expression on jets.

#ifndef AB_EXPRESSION_EVALUATE_H
#define AB_EXPRESSION_EVALUATE_H

#include "math/expression/expression.h"

// Value and derivatives of a function of time at time t. Allocates nothing.
abJet ab_expression_evaluate(const abExpression *expression, double t);

// Likewise with inputs, all as jets of the same variable: by time for rates, or 1 for one of them
// and 0 for the others for a partial derivative. With zero rates everywhere the value alone is
// computed.
abJet ab_expression_evaluate_with(const abExpression *expression, abJet time, const abJet *inputs);

#endif
