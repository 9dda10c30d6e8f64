// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_program.h - what the compiler of expressions hands to their evaluation; for the files
// of expressions only.

#ifndef AB_EXPRESSION_PROGRAM_H
#define AB_EXPRESSION_PROGRAM_H

#include "math/core/spline.h"

// Jets that may wait on the stack.
enum { AB_EXPRESSION_STACK = 512 };

// Operations of the stack program; each takes its arguments from the top and leaves one jet.
typedef enum abOp {
    AB_OP_NUMBER,
    AB_OP_TIME,
    AB_OP_INPUT,
    AB_OP_NEGATE,
    AB_OP_ADD,
    AB_OP_SUBTRACT,
    AB_OP_MULTIPLY,
    AB_OP_DIVIDE,
    AB_OP_POWER,
    AB_OP_IF_ABOVE, // condition, value where it is above 0, value elsewhere
    AB_OP_IF_SIGN,  // condition, values where it is below, at and above 0
    AB_OP_CALL,     // a function of the table
    AB_OP_SPLINE    // x, z
} abOp;

typedef struct abInstruction {
    unsigned char op;
    unsigned char count;  // of the arguments it takes
    unsigned char method; // of a spline
    unsigned char order;  // likewise
    int index;            // of an input or a function
    union {
        double number;
        const abSpline *spline;
    } with;
} abInstruction;

struct abExpression {
    abInstruction *program;
    int length;
    int stack; // the most jets that wait
    int *inputs;
    int input_count;
    bool uses_time;
};

#endif
