// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_evaluate.c - runs the stack program of an expression on jets.
//
// A jet carries (f, f', f''); every operation applies the chain rule, so the derivatives are exact
// up to rounding. At a kink (abs, min, max, if, the ends of step) the derivative is that of one
// side.
//
// Cost    one pass over the program; no allocation.

#include <assert.h>
#include <math.h>

#include "math/elementary.h"
#include "math/expression_program.h"

#define AB_LN_10 2.30258509299404568402

// f(x) with the derivatives f1, f2 of f at x. A constant keeps zero derivatives even where f1 is
// infinite (sqrt(0)).
static abJet chain(abJet x, double f, double f1, double f2) {
    if (x.rate == 0.0 && x.acceleration == 0.0) {
        return (abJet){f, 0.0, 0.0};
    }
    double bend = x.rate == 0.0 ? 0.0 : f2 * x.rate * x.rate;
    return (abJet){f, x.rate == 0.0 ? 0.0 : f1 * x.rate, bend + f1 * x.acceleration};
}

static abJet add(abJet a, abJet b) {
    return (abJet){a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration};
}

static abJet negate(abJet a) {
    return (abJet){-a.value, -a.rate, -a.acceleration};
}

static abJet multiply(abJet a, abJet b) {
    return (abJet){a.value * b.value, a.rate * b.value + a.value * b.rate,
                   a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration};
}

// q b = a, differentiated twice and solved for q, q', q''.
static abJet divide(abJet a, abJet b) {
    abJet q;
    q.value = a.value / b.value;
    q.rate = (a.rate - q.value * b.rate) / b.value;
    q.acceleration = (a.acceleration - 2.0 * q.rate * b.rate - q.value * b.acceleration) / b.value;
    return q;
}

static abJet power(abJet x, abJet y) {
    double n = y.value;
    if (y.rate == 0.0 && y.acceleration == 0.0) {
        double f = n == 2.0 ? x.value * x.value : ab_pow(x.value, n);
        double f1 = n == 0.0 ? 0.0 : n * ab_pow(x.value, n - 1.0);
        double f2 = n == 0.0 || n == 1.0 ? 0.0 : n * (n - 1.0) * ab_pow(x.value, n - 2.0);
        return chain(x, f, f1, f2);
    }
    // x^y = exp(y ln x): g = y ln x, f' = f g', f'' = f (g'^2 + g'')
    double f = ab_pow(x.value, n);
    abJet g = multiply(y, chain(x, ab_log_e(x.value), 1.0 / x.value, -1.0 / (x.value * x.value)));
    return (abJet){f, f * g.rate, f * (g.rate * g.rate + g.acceleration)};
}

static abJet tangent(abJet x) {
    double f = ab_tan(x.value), f1 = 1.0 + f * f;
    return chain(x, f, f1, 2.0 * f * f1);
}

// asin for sign = 1; acos has the opposite derivatives.
static abJet arc(abJet x, double f, double sign) {
    double r2 = (1.0 - x.value) * (1.0 + x.value), f1 = sign / sqrt(r2);
    return chain(x, f, f1, x.value * f1 / r2);
}

static abJet arc_tangent(abJet x) {
    double f1 = 1.0 / (1.0 + x.value * x.value);
    return chain(x, ab_atan(x.value), f1, -2.0 * x.value * f1 * f1);
}

static abJet arc_tangent_2(abJet y, abJet x) {
    double f = ab_atan2(y.value, x.value);
    if (y.rate == 0.0 && y.acceleration == 0.0 && x.rate == 0.0 && x.acceleration == 0.0) {
        return (abJet){f, 0.0, 0.0};
    }
    double r2 = x.value * x.value + y.value * y.value;
    double half_r2_rate = x.value * x.rate + y.value * y.rate;
    double rate = (x.value * y.rate - y.value * x.rate) / r2;
    double turn = x.value * y.acceleration - y.value * x.acceleration;
    return (abJet){f, rate, (turn - 2.0 * rate * half_r2_rate) / r2};
}

static abJet square_root(abJet x) {
    double f = sqrt(x.value), f1 = 0.5 / f;
    return chain(x, f, f1, -0.5 * f1 / x.value);
}

static abJet step(const abJet *a) {
    abJet x = a[0], x0 = a[1], h0 = a[2], x1 = a[3], h1 = a[4];
    if (x.value <= x0.value) {
        return h0;
    }
    if (x.value >= x1.value) {
        return h1;
    }
    abJet u = divide(add(x, negate(x0)), add(x1, negate(x0)));
    abJet three_less = add((abJet){3.0, 0.0, 0.0}, multiply((abJet){-2.0, 0.0, 0.0}, u));
    abJet rise = multiply(multiply(u, u), three_less); // u^2 (3 - 2u)
    return add(h0, multiply(add(h1, negate(h0)), rise));
}

// Applies an operation with one argument.
static abJet apply_one(abOp op, abJet x) {
    double v = x.value;
    switch (op) {
    case AB_OP_NEGATE:
        return negate(x);
    case AB_OP_SIN:
        return chain(x, ab_sin(v), ab_cos(v), -ab_sin(v));
    case AB_OP_COS:
        return chain(x, ab_cos(v), -ab_sin(v), -ab_cos(v));
    case AB_OP_TAN:
        return tangent(x);
    case AB_OP_ASIN:
        return arc(x, ab_asin(v), 1.0);
    case AB_OP_ACOS:
        return arc(x, ab_acos(v), -1.0);
    case AB_OP_ATAN:
        return arc_tangent(x);
    case AB_OP_EXP:
        return chain(x, ab_exp(v), ab_exp(v), ab_exp(v));
    case AB_OP_LOG:
        return chain(x, ab_log_e(v), 1.0 / v, -1.0 / (v * v));
    case AB_OP_LOG10:
        return chain(x, ab_log_10(v), 1.0 / (v * AB_LN_10), -1.0 / (v * v * AB_LN_10));
    case AB_OP_SQRT:
        return square_root(x);
    case AB_OP_ABS:
        return v < 0.0 ? negate(x) : x;
    default:
        return x;
    }
}

// Applies an operation with two or more arguments a[0], a[1], ...
static abJet apply_many(abOp op, const abJet *a) {
    switch (op) {
    case AB_OP_ADD:
        return add(a[0], a[1]);
    case AB_OP_SUBTRACT:
        return add(a[0], negate(a[1]));
    case AB_OP_MULTIPLY:
        return multiply(a[0], a[1]);
    case AB_OP_DIVIDE:
        return divide(a[0], a[1]);
    case AB_OP_POWER:
        return power(a[0], a[1]);
    case AB_OP_ATAN2:
        return arc_tangent_2(a[0], a[1]);
    case AB_OP_MIN:
        return a[1].value < a[0].value ? a[1] : a[0];
    case AB_OP_MAX:
        return a[1].value > a[0].value ? a[1] : a[0];
    case AB_OP_IF:
        return a[0].value > 0.0 ? a[1] : a[2];
    case AB_OP_STEP:
        return step(a);
    default:
        return a[0];
    }
}

static int argument_count(abOp op) {
    switch (op) {
    case AB_OP_NUMBER:
    case AB_OP_TIME:
        return 0;
    case AB_OP_ADD:
    case AB_OP_SUBTRACT:
    case AB_OP_MULTIPLY:
    case AB_OP_DIVIDE:
    case AB_OP_POWER:
    case AB_OP_ATAN2:
    case AB_OP_MIN:
    case AB_OP_MAX:
        return 2;
    case AB_OP_IF:
        return 3;
    case AB_OP_STEP:
        return 5;
    default:
        return 1;
    }
}

abJet ab_expression_evaluate(const abExpression *expression, double t) {
    abJet stack[AB_EXPRESSION_STACK];
    stack[0] = (abJet){0};
    int top = 0; // first free place
    for (int i = 0; i < expression->length; i++) {
        abInstruction in = expression->program[i];
        int count = argument_count(in.op);
        top -= count;
        assert(top >= 0 && top < AB_EXPRESSION_STACK); // the compiler has counted
        if (count == 0) {
            stack[top] = in.op == AB_OP_TIME ? (abJet){t, 1.0, 0.0} : (abJet){in.number, 0.0, 0.0};
        } else if (count == 1) {
            stack[top] = apply_one(in.op, stack[top]);
        } else {
            stack[top] = apply_many(in.op, &stack[top]);
        }
        top++;
    }
    return stack[0];
}
