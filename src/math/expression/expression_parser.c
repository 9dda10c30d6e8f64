// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_parser.c - recursive descent through numbers, operators and parentheses.
//
//   sum     = product { (+|-) product }
//   product = signed  { (*|/) signed }
//   signed  = (+|-) signed | power
//   power   = primary [ (^|**) signed ]            right to left: -2^2 = -4, 2^3^2 = 2^9
//   primary = number | word | word ( arguments ) | ( sum )

#include "math/expression/expression_parser.h"

#include "base/text.h"
#include "math/expression/expression_number.h"
#include "math/expression/expression_words.h"

enum {
    LEVELS_MAX = 64,    // of parentheses, signs and powers inside each other
    PROGRAM_MAX = 20000 // instructions, those of variables put in included
};

char ab_parser_peek(abParser *p) {
    while (p->text[p->at] == ' ' || p->text[p->at] == '\t' || p->text[p->at] == '\n' ||
           p->text[p->at] == '\r') {
        p->at++;
    }
    return p->text[p->at];
}

// Appends an instruction that takes in.count jets from the stack and leaves one.
abResult ab_parser_emit(abParser *p, abInstruction in) {
    p->stack += 1 - in.count;
    p->highest = p->stack > p->highest ? p->stack : p->highest;
    if (p->stack > AB_EXPRESSION_STACK) {
        return AB_PARSER_FAIL(p, p->at,
                              "the expression keeps too many values waiting; simplify it");
    }
    if (p->length >= PROGRAM_MAX) {
        return AB_PARSER_FAIL(p, p->at,
                              "the expression has more than %d steps with its variables put in",
                              PROGRAM_MAX);
    }
    if (p->program != NULL) {
        p->program[p->length] = in;
    }
    p->length++;
    return AB_OK;
}

abResult ab_parser_emit_number(abParser *p, double number) {
    return ab_parser_emit(p, (abInstruction){.op = AB_OP_NUMBER, .with.number = number});
}

abResult ab_parser_emit_op(abParser *p, abOp op, int count) {
    return ab_parser_emit(p,
                          (abInstruction){.op = (unsigned char)op, .count = (unsigned char)count});
}

// What is on top of the stack becomes a value in the units of the text.
abResult ab_parser_emit_unit(abParser *p, double unit) {
    if (unit == 1.0) {
        return AB_OK;
    }
    AB_TRY(ab_parser_emit_number(p, unit));
    return ab_parser_emit_op(p, AB_OP_DIVIDE, 2);
}

static abResult parse_signed(abParser *p);

// The character at hand is not what may stand there.
abResult ab_parser_unexpected(abParser *p, const char *expected) {
    char c = p->text[p->at];
    if (c == '\0') {
        return AB_PARSER_FAIL(p, p->at, "the expression ends where %s is expected", expected);
    }
    if (c > ' ' && c < 127) {
        return AB_PARSER_FAIL(p, p->at, "`%c` stands where %s is expected", c, expected);
    }
    return AB_PARSER_FAIL(
        p, p->at, "a character outside plain ASCII (byte 0x%02X) stands where %s is expected",
        (unsigned)(unsigned char)c, expected);
}

// One level deeper; every recursion of the parser goes through here.
static abResult enter(abParser *p) {
    if (p->level > LEVELS_MAX) {
        return AB_PARSER_FAIL(
            p, p->at, "the expression is nested deeper than %d levels; split or simplify it",
            LEVELS_MAX);
    }
    p->level++;
    return AB_OK;
}

static abResult parse_number(abParser *p) {
    double number;
    const char *problem;
    int end = ab_expression_number(p->text, p->at, &number, &problem);
    if (problem != NULL) {
        return AB_PARSER_FAIL(p, p->at, "%s", problem);
    }
    p->at = end;
    if (ab_is_letter(p->text[end]) || p->text[end] == '.') {
        return AB_PARSER_FAIL(p, end,
                              "`%c` follows a number directly; write * for a product, as in 2*t",
                              p->text[end]);
    }
    return ab_parser_emit_number(p, number);
}

// ---- operators ----

static abResult parse_parenthesis(abParser *p) {
    int start = p->at++;
    AB_TRY(ab_parse_sum(p));
    char c = ab_parser_peek(p);
    if (c == '\0') {
        return AB_PARSER_FAIL(p, start, "this parenthesis is not closed");
    }
    if (c != ')') {
        return ab_parser_unexpected(p, "an operator or )");
    }
    p->at++;
    return AB_OK;
}

static abResult parse_primary(abParser *p) {
    char c = ab_parser_peek(p);
    if (ab_is_digit(c) || c == '.') {
        return parse_number(p);
    }
    if (ab_is_letter(c)) {
        return ab_parse_word(p);
    }
    if (c == '(') {
        return parse_parenthesis(p);
    }
    return ab_parser_unexpected(p, "a value");
}

static abResult parse_power(abParser *p) {
    AB_TRY(parse_primary(p));
    char c = ab_parser_peek(p);
    bool is_stars = c == '*' && p->text[p->at + 1] == '*';
    if (c != '^' && !is_stars) {
        return AB_OK;
    }
    p->at += is_stars ? 2 : 1;
    AB_TRY(parse_signed(p));
    return ab_parser_emit_op(p, AB_OP_POWER, 2);
}

static abResult parse_sign(abParser *p) {
    char c = ab_parser_peek(p);
    if (c != '-' && c != '+') {
        return parse_power(p);
    }
    p->at++;
    AB_TRY(parse_signed(p));
    return c == '-' ? ab_parser_emit_op(p, AB_OP_NEGATE, 1) : AB_OK;
}

static abResult parse_signed(abParser *p) {
    AB_TRY(enter(p));
    abResult result = parse_sign(p);
    p->level--;
    return result;
}

static abResult parse_product(abParser *p) {
    AB_TRY(parse_signed(p));
    for (char c = ab_parser_peek(p); c == '*' || c == '/'; c = ab_parser_peek(p)) {
        p->at++;
        AB_TRY(parse_signed(p));
        AB_TRY(ab_parser_emit_op(p, c == '*' ? AB_OP_MULTIPLY : AB_OP_DIVIDE, 2));
    }
    return AB_OK;
}

abResult ab_parse_sum(abParser *p) {
    AB_TRY(parse_product(p));
    for (char c = ab_parser_peek(p); c == '+' || c == '-'; c = ab_parser_peek(p)) {
        p->at++;
        AB_TRY(parse_product(p));
        AB_TRY(ab_parser_emit_op(p, c == '+' ? AB_OP_ADD : AB_OP_SUBTRACT, 2));
    }
    return AB_OK;
}
