// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_program.h - what the compiler of expressions hands to their evaluation; for these two
// files only.

#ifndef AB_EXPRESSION_PROGRAM_H
#define AB_EXPRESSION_PROGRAM_H

#include "math/expression.h"

// Jets that may wait on the stack: a level of nesting keeps at most 4 arguments, a sum, a product
// and a base waiting.
enum { AB_EXPRESSION_STACK = 512 };

// Operations of the stack program; each takes its arguments from the top and leaves one jet.
typedef enum abOp {
    AB_OP_NUMBER,
    AB_OP_TIME,
    AB_OP_NEGATE,
    AB_OP_ADD,
    AB_OP_SUBTRACT,
    AB_OP_MULTIPLY,
    AB_OP_DIVIDE,
    AB_OP_POWER,
    AB_OP_SIN,
    AB_OP_COS,
    AB_OP_TAN,
    AB_OP_ASIN,
    AB_OP_ACOS,
    AB_OP_ATAN,
    AB_OP_ATAN2,
    AB_OP_EXP,
    AB_OP_LOG,
    AB_OP_LOG10,
    AB_OP_SQRT,
    AB_OP_ABS,
    AB_OP_MIN,
    AB_OP_MAX,
    AB_OP_IF,
    AB_OP_STEP
} abOp;

typedef struct abInstruction {
    abOp op;
    double number; // of AB_OP_NUMBER
} abInstruction;

struct abExpression {
    abInstruction *program;
    int length;
    bool is_constant;
};

#endif
