// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.c - from a text to a stack program.
//
// Words may be written in any case. The parser runs twice over the text: the first time it checks
// and counts, the second time it writes the program. A constant is evaluated at once.

#include "math/expression/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "math/expression/expression_evaluate.h"
#include "math/expression/expression_parser.h"

enum { TEXT_MAX = 4000 }; // characters

// ---- problems ----

abResult ab_expression_problem(const abExpressionSource *source, int offset, abError *error,
                               const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    AB_TEXT_OF(text, format);
    abPlace place = source->place;
    if (source->is_elsewhere) {
        return ab_error_add(error, AB_BAD_MODEL, place, "in the expression \"%.60s%s\", at %d: %s",
                            source->text, strlen(source->text) > 60 ? "..." : "", offset + 1, text);
    }
    place.column += offset;
    return ab_error_add(error, AB_BAD_MODEL, place, "%s", text);
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
        qsort(e->inputs, (size_t)count, sizeof *e->inputs, ab_by_int);
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
        return ab_no_memory(error, source->place, "for an expression");
    }
    *e = (abExpression){
        .program = program, .length = p.length, .stack = p.highest, .uses_time = p.uses_time};
    p = start;
    p.program = program;
    AB_TRY(parse_all(&p));
    if (!list_inputs(e, arena)) {
        return ab_no_memory(error, source->place, "for an expression");
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
