// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_parser.h - what the two halves of the compiler share: expression.c has the operators,
// expression_words.c words and calls.

#ifndef AB_EXPRESSION_PARSER_H
#define AB_EXPRESSION_PARSER_H

#include "abut/result.h"
#include "math/expression/expression.h"
#include "math/expression/expression_program.h"

typedef struct abParser {
    const abExpressionSource *source;
    const abExpressionScope *scope;
    const char *text;
    int at; // offset of the next character
    int level;
    int stack, highest;     // jets on the stack after what has been compiled, and the most ever
    abInstruction *program; // NULL while counting
    int length;
    bool uses_time;
    abError *error;
} abParser;

#define AB_PARSER_FAIL(p, offset, ...)                                                             \
    ab_expression_problem((p)->source, (offset), (p)->error, __VA_ARGS__)

// The next character that is no space.
char ab_parser_peek(abParser *p);
// Complains of the character at hand.
abResult ab_parser_unexpected(abParser *p, const char *expected);

// Appends an instruction that takes in.count jets from the stack and leaves one.
abResult ab_parser_emit(abParser *p, abInstruction in);
abResult ab_parser_emit_number(abParser *p, double number);
abResult ab_parser_emit_op(abParser *p, abOp op, int count);
// What is on top of the stack becomes a value in the units of the text.
abResult ab_parser_emit_unit(abParser *p, double unit);

abResult ab_parse_sum(abParser *p);

#endif
