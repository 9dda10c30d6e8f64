// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_evaluate.c - runs the stack program of an expression on jets.
//
// Cost    one pass over the program; no allocation.

#include "math/expression/expression_evaluate.h"

#include <assert.h>
#include <math.h>

#include "math/expression/expression_program.h"

static abJet if_sign(const abJet *a) {
    double c = a[0].value;
    if (isnan(c)) {
        return ab_jet(c);
    }
    return c < 0.0 ? a[1] : c > 0.0 ? a[3] : a[2];
}

static abJet apply(const abInstruction *in, const abJet *a, abJet time, const abJet *inputs) {
    switch ((abOp)in->op) {
    case AB_OP_NUMBER:
        return ab_jet(in->with.number);
    case AB_OP_TIME:
        return time;
    case AB_OP_INPUT:
        assert(inputs != NULL); // only functions of time are evaluated without
        return inputs[in->index];
    case AB_OP_NEGATE:
        return ab_jet_negate(a[0]);
    case AB_OP_ADD:
        return ab_jet_add(a[0], a[1]);
    case AB_OP_SUBTRACT:
        return ab_jet_sub(a[0], a[1]);
    case AB_OP_MULTIPLY:
        return ab_jet_mul(a[0], a[1]);
    case AB_OP_DIVIDE:
        return ab_jet_div(a[0], a[1]);
    case AB_OP_POWER:
        return ab_jet_pow(a[0], a[1]);
    case AB_OP_IF_ABOVE:
        return a[0].value > 0.0 ? a[1] : a[2];
    case AB_OP_IF_SIGN:
        return if_sign(a);
    case AB_OP_CALL:
        return ab_function_calls[in->index](a, in->count);
    case AB_OP_SPLINE:
        return ab_spline_jet(in->with.spline, (abSplineMethod)in->method, in->order, a[0], a[1]);
    }
    return ab_jet(NAN);
}

abJet ab_expression_evaluate_with(const abExpression *expression, abJet time, const abJet *inputs) {
    abJet stack[AB_EXPRESSION_STACK];
    stack[0] = ab_jet(0.0);
    int top = 0; // first free place
    for (int i = 0; i < expression->length; i++) {
        const abInstruction *in = &expression->program[i];
        top -= in->count;
        assert(top >= 0 && top < AB_EXPRESSION_STACK); // the compiler has counted
        stack[top] = apply(in, &stack[top], time, inputs);
        top++;
    }
    return stack[0];
}

abJet ab_expression_evaluate(const abExpression *expression, double t) {
    return ab_expression_evaluate_with(expression, (abJet){t, 1.0, 0.0}, NULL);
}
