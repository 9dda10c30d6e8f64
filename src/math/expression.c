// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.c - a recursive-descent compiler from a text to a stack program.
//
//   sum     = product { (+|-) product }
//   product = signed  { (*|/) signed }
//   signed  = (+|-) signed | power
//   power   = primary [ (^|**) signed ]            right to left: -2^2 = -4, 2^3^2 = 2^9
//   primary = number | word | word ( arguments ) | ( sum )
//
// Words may be written in any case. The parser runs twice over the text: the first time it checks
// and counts, the second time it writes the program. A constant is evaluated at once.

#include "math/expression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/expression_parser.h"

enum {
    TEXT_MAX = 4000,    // characters
    LEVELS_MAX = 64,    // of parentheses, signs and powers inside each other
    PROGRAM_MAX = 20000 // instructions, those of variables put in included
};

// ---- problems ----

abResult ab_expression_problem(const abExpressionSource *source, int offset, abError *error,
                               const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    abPlace place = source->place;
    if (source->is_elsewhere) {
        return ab_error_add(error, AB_BAD_MODEL, place, "in the expression \"%.60s%s\", at %d: %s",
                            source->text, strlen(source->text) > 60 ? "..." : "", offset + 1, text);
    }
    place.column += offset;
    return ab_error_add(error, AB_BAD_MODEL, place, "%s", text);
}

// ---- the parser ----

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
    if (ab_parser_is_letter(p->text[end]) || p->text[end] == '.') {
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
    if (ab_parser_is_digit(c) || c == '.') {
        return parse_number(p);
    }
    if (ab_parser_is_letter(c)) {
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

static abResult parse_all(abParser *p) {
    if (ab_parser_peek(p) == '\0') {
        return AB_PARSER_FAIL(p, 0,
                              "the expression is empty; write a number or, say, 0.1*sin(2*pi*t)");
    }
    AB_TRY(ab_parse_sum(p));
    char c = ab_parser_peek(p);
    if (c == '\0') {
        return AB_OK;
    }
    if (c == ')') {
        return AB_PARSER_FAIL(p, p->at, "this parenthesis was never opened");
    }
    return ab_parser_unexpected(p, "an operator or the end");
}

// ---- the whole ----

// A constant is evaluated once and for all.
static abResult fold(abExpression *e, const abExpressionSource *source, abError *error) {
    if (!ab_expression_is_constant(e)) {
        return AB_OK;
    }
    double value = ab_expression_evaluate(e, 0.0).value;
    e->program[0] = (abInstruction){.op = AB_OP_NUMBER, .with.number = value};
    e->length = e->stack = 1;
    return isfinite(value)
               ? AB_OK
               : ab_expression_problem(
                     source, 0, error,
                     "the value of this constant expression is not a finite number (%g)", value);
}

static int compare_inputs(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    return (p > q) - (p < q);
}

// Lists the inputs of the program, each once. False for want of memory.
static bool list_inputs(abExpression *e, abArena *arena) {
    int count = 0, kept = 0;
    for (int i = 0; i < e->length; i++) {
        count += e->program[i].op == AB_OP_INPUT;
    }
    e->inputs = AB_ARENA_NEW(arena, int, (size_t)count);
    if (e->inputs == NULL) {
        return false;
    }
    count = 0;
    for (int i = 0; i < e->length; i++) {
        if (e->program[i].op == AB_OP_INPUT) {
            e->inputs[count++] = e->program[i].index;
        }
    }
    if (count > 0) {
        qsort(e->inputs, (size_t)count, sizeof *e->inputs, compare_inputs);
    }
    for (int i = 0; i < count; i++) {
        if (kept == 0 || e->inputs[kept - 1] != e->inputs[i]) {
            e->inputs[kept++] = e->inputs[i];
        }
    }
    e->input_count = kept;
    return true;
}

abResult ab_expression_compile_in(const abExpressionSource *source, const abExpressionScope *scope,
                                  abArena *arena, abExpression **out, abError *error) {
    static const abExpressionScope nothing = {.time_unit = 1.0};
    *out = NULL;
    abParser start = {.source = source,
                      .scope = scope != NULL ? scope : &nothing,
                      .text = source->text,
                      .error = error};
    abParser p = start;
    int length = 0;
    while (length <= TEXT_MAX && source->text[length] != '\0') {
        length++;
    }
    if (length > TEXT_MAX) {
        return AB_PARSER_FAIL(&p, TEXT_MAX, "the expression is longer than %d characters",
                              TEXT_MAX);
    }
    AB_TRY(parse_all(&p));
    abExpression *e = AB_ARENA_NEW(arena, abExpression, 1);
    abInstruction *program = AB_ARENA_NEW(arena, abInstruction, (size_t)p.length);
    if (e == NULL || program == NULL) {
        return ab_error_add(error, AB_IO, source->place, "out of memory for an expression");
    }
    *e = (abExpression){
        .program = program, .length = p.length, .stack = p.highest, .uses_time = p.uses_time};
    p = start;
    p.program = program;
    AB_TRY(parse_all(&p));
    if (!list_inputs(e, arena)) {
        return ab_error_add(error, AB_IO, source->place, "out of memory for an expression");
    }
    AB_TRY(fold(e, source, error));
    *out = e;
    return AB_OK;
}

abResult ab_expression_compile(const char *text, abArena *arena, abPlace place, abExpression **out,
                               abError *error) {
    abExpressionSource source = {.text = text, .place = place};
    return ab_expression_compile_in(&source, NULL, arena, out, error);
}

// ---- asking ----

bool ab_expression_is_constant(const abExpression *expression) {
    return !expression->uses_time && expression->input_count == 0;
}

bool ab_expression_uses_time(const abExpression *expression) {
    return expression->uses_time;
}

const int *ab_expression_inputs(const abExpression *expression, int *count) {
    *count = expression->input_count;
    return expression->inputs;
}
